"""The changes of a configuration: when each was asked for, and when each subscriber had it.

A change: {number, what (written, deleted), mzxid, version, value, recreated, at, asked_at, by, of,
told {subscriber: moment}, passed {subscriber: true}, slept {subscriber: true}, last, within_ms}.
`at` is when the mirror saw it, `asked_at` when this dashboard sent it off, None for a change of
somebody else's: then times run from `at`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Change = dict[str, Any]
Document = dict[str, Any]
Data = Mapping[str, Any]

KEPT = 12
FOLLOWED = 2
"""Of older ones nobody waits for anything any more: whoever has missed them gets the newest."""

NO_SPREAD: Mapping[str, Any] = {"count": 0, "last_ms": None, "max_ms": None, "total_ms": 0.0}


def with_change(
    document: Document,
    before: Data | None,
    znode: Data | None,
    at: float,
    by: str | None = None,
) -> Document:
    """The znode has changed from `before`, as it was read, to `znode`; None is a missing one."""
    number = document["counted"] + 1
    change = {
        "number": number,
        "what": "written" if znode else "deleted",
        "mzxid": znode["mzxid"] if znode else None,
        "version": znode["version"] if znode else None,
        "value": znode["value"] if znode else None,
        "recreated": bool(znode and before and znode["czxid"] != before["czxid"]),
        "at": at,
        "asked_at": None,
        "by": by,
        "of": len(document["subscribers"]),
        "told": {},
        "passed": {},
        "slept": {},
        "last": None,
        "within_ms": None,
    }
    for name, one in document["subscribers"].items():
        change = _heard(change, name, one)
    document = {**document, "counted": number}
    return _with_asked(_kept(document, {**document["changes"], str(number): change}), change)


def _kept(document: Document, changes: Mapping[str, Change]) -> Document:
    left = dict(list(changes.items())[-KEPT:])
    return {**document, "changes": left}


def _with_asked(document: Document, change: Change) -> Document:
    """A change that comes while this dashboard's own is under way is taken for it, until the answer
    says which one it was.
    """
    asked = document["asked"]
    if asked is None:
        return document
    answer = asked["answer"]
    mine = asked["what"] == change["what"] and (
        not answer or answer["mzxid"] in (None, change["mzxid"])
    )
    if mine:
        document = _set(document, {**change, "asked_at": asked["at"], "by": asked["by"]})
    return {**document, "asked": None} if answer else document


def with_asked(document: Document, mzxid: int | None) -> Document:
    """The answer came. mzxid: of what was written, None for a deletion. Where that change has not
    been seen yet, it is the next one.
    """
    asked = document["asked"]
    if asked is None:
        return document
    own = [one for one in document["changes"].values() if _is(one, mzxid, asked)][-1:]
    for one in document["changes"].values():
        if one["asked_at"] == asked["at"] and one not in own:
            document = _set(document, {**one, "asked_at": None, "by": None})
    for one in own:
        document = _set(document, {**one, "asked_at": asked["at"], "by": asked["by"]})
    return {**document, "asked": None if own else {**asked, "answer": {"mzxid": mzxid}}}


def with_earlier(document: Document, asked: Data, value: str) -> Document:
    """It is heard of a change to `value` when it was asked for; it may have been seen by now."""
    own = [one for one in document["changes"].values() if one["value"] == value][-1:]
    for one in own:
        document = _set(document, {**one, "asked_at": asked["at"], "by": asked["by"]})
    return document if own else {**document, "asked": dict(asked)}


def _is(change: Change, mzxid: int | None, asked: Data) -> bool:
    if mzxid is not None:
        return bool(change["mzxid"] == mzxid)
    return bool(change["what"] == "deleted" and change["at"] >= asked["at"])


def _set(document: Document, change: Change) -> Document:
    return {**document, "changes": {**document["changes"], str(change["number"]): change}}


def with_report(document: Document, name: str, one: Data) -> Document:
    """A subscriber has looked: which changes it knows by that."""
    changes = {key: _heard(change, name, one) for key, change in document["changes"].items()}
    return {**document, "changes": changes}


def _heard(change: Change, name: str, one: Data) -> Change:
    if name in change["told"] or name in change["passed"] or one["read_at"] is None:
        return change
    if one["started_at"] > change["at"]:
        return change
    mine = one["mzxid"] or 0
    if change["what"] == "deleted":
        return _told(change, name, one["read_at"]) if one["missing"] else change
    if mine == change["mzxid"]:
        return _told(change, name, one["taken_at"])
    passed = mine > change["mzxid"]
    return {**change, "passed": {**change["passed"], name: True}} if passed else change


def _told(change: Change, name: str, at: float) -> Change:
    return {**change, "told": {**change["told"], name: at}}


def followed(document: Document) -> Document:
    """What follows: who was frozen meanwhile, who was last, and how long it took."""
    changes = dict(document["changes"])
    for key in list(changes)[-FOLLOWED:]:
        changes[key] = _followed(changes[key], document["subscribers"])
    spread = _spread(document["spread"], document, changes)
    return {**document, "changes": changes, "spread": spread}


def _followed(change: Change, subscribers: Mapping[str, Data]) -> Change:
    waiting = _waiting(change, subscribers)
    slept = {name: True for name in waiting if not _is_awake(subscribers[name])}
    if slept.keys() - change["slept"].keys():
        change = {**change, "slept": {**change["slept"], **slept}}
    awake = {name: at for name, at in change["told"].items() if name not in change["slept"]}
    if not awake:
        return change
    last = max(awake, key=lambda name: awake[name])
    took = round((awake[last] - (change["asked_at"] or change["at"])) * 1000, 2)
    return {**change, "last": last, "within_ms": max(took, 0.0)}


def _is_awake(one: Data) -> bool:
    return bool(one["process"] == "running" and one["belief"] not in ("suspended", "joining"))


def _waiting(change: Change, subscribers: Mapping[str, Data]) -> list[str]:
    """Who has not heard of it, and has neither gone on to a later one."""
    known = change["told"].keys() | change["passed"].keys()
    return [
        name
        for name, one in subscribers.items()
        if name not in known and one["started_at"] <= change["at"]
    ]


def is_done(change: Change, subscribers: Mapping[str, Data]) -> bool:
    """Whether everybody who is awake has it."""
    return not [name for name in _waiting(change, subscribers) if name not in change["slept"]]


def latest(document: Data) -> Change | None:
    """The last change, None where there was none."""
    found: list[Change] = list(document["changes"].values())
    return found[-1] if found else None


def _spread(before: Data, document: Document, changes: Mapping[str, Change]) -> Data:
    """How long it took to reach all who were awake; of the changes that were asked for here."""
    if not changes:
        return before
    number, change = list(changes.items())[-1]
    done = is_done(change, document["subscribers"]) and change["asked_at"]
    took = change["within_ms"]
    if not done or took is None or before.get("number") == number:
        return before
    return {
        "number": number,
        "count": before["count"] + 1,
        "last_ms": took,
        "max_ms": max(before["max_ms"] or 0.0, took),
        "total_ms": round(before["total_ms"] + took, 2),
    }
