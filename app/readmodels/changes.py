"""Fold the changes of a followed znode: when each was requested, and when each reader had it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NotRequired, TypedDict, TypeVar, cast

from .endings import WithEnding
from .looks import WithLooks


class Change(TypedDict):
    """A change, `written` or `deleted`. `at` is when the mirror saw it, `asked_at` when this
    dashboard sent it. For a change by somebody else that is None, and times run from `at`.
    """

    number: int
    what: str
    mzxid: int | None
    version: int | None
    value: str | None
    recreated: bool
    at: float
    asked_at: float | None
    by: str | None
    of: int
    told: Mapping[str, float]
    passed: Mapping[str, bool]
    slept: Mapping[str, bool]
    last: str | None
    within_ms: float | None


class ZnodeState(TypedDict):
    """A znode that is there. mtime, length: of a configuration; session, incarnation: of a name."""

    value: str
    mzxid: int
    czxid: int
    version: int | None
    mtime: NotRequired[int]
    length: NotRequired[int]
    session: NotRequired[str | None]
    incarnation: NotRequired[str | None]


class Call(TypedDict):
    address: str | None
    by: str | None
    error: str | None
    calls: int | None
    failed: int | None
    at: float


class Watcher(TypedDict):
    session: str | None
    listed: bool


class Subscriber(Watcher, WithLooks):
    """A process that follows a znode. backwards: whether it has gone back to an older value, once
    it has looked; call: of a name's client, its latest.
    """

    value: str | None
    mzxid: int | None
    version: int | None
    missing: bool | None
    taken_at: float | None
    read_at: float | None
    told_at: float | None
    started_at: float
    standing: str
    process: str
    belief: str
    session_ends: float | None
    backwards: NotRequired[bool]
    call: NotRequired[Call | None]


class ChangeAnswer(TypedDict):
    mzxid: int | None


class ChangeQuestion(TypedDict):
    what: str
    at: float
    by: str
    answer: ChangeAnswer | None


class Spread(TypedDict):
    number: NotRequired[str]
    count: int
    last_ms: float | None
    max_ms: float | None
    total_ms: float


class Followed(WithEnding):
    """A followed znode, with those who have read it."""

    znode: ZnodeState | None
    subscribers: Mapping[str, Subscriber]
    changes: Mapping[str, Change]
    counted: int
    asked: ChangeQuestion | None
    spread: Spread


Document = TypeVar("Document", bound=Followed)
Changes = Mapping[str, Change]

KEPT = 12
FOLLOWED = 2
"""The number of changes that are followed: a subscriber that missed older ones gets the newest."""

NO_SPREAD: Spread = {"count": 0, "last_ms": None, "max_ms": None, "total_ms": 0.0}


def mzxid_of(znode: ZnodeState | None) -> int | None:
    """Return the mzxid of a znode, which tells its writings apart; None where there is none."""
    return znode["mzxid"] if znode else None


def with_change(
    document: Document,
    before: ZnodeState | None,
    znode: ZnodeState | None,
    at: float,
    by: str | None = None,
) -> Document:
    """Add a change of the znode from `before` to `znode`, both as they were read; None is a missing
    znode.
    """
    number = document["counted"] + 1
    change: Change = {
        "number": number,
        "what": "written" if znode else "deleted",
        "mzxid": mzxid_of(znode),
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
    changes = {**document["changes"], str(number): change}
    kept = dict(list(changes.items())[-KEPT:])
    return _with_asked(cast(Document, {**document, "counted": number, "changes": kept}), change)


def _with_asked(document: Document, change: Change) -> Document:
    """Add when the change was requested. A change that comes while this dashboard's own is under
    way counts as that one, until the answer says which it was.
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
    return cast(Document, {**document, "asked": None}) if answer else document


def with_asked(document: Document, mzxid: int | None) -> Document:
    """Take the answer to a change that was requested. mzxid: of what was written, None for a
    deletion. If the mirror has not seen that change yet, it is the next one.
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
    left: ChangeQuestion | None = None if own else {**asked, "answer": {"mzxid": mzxid}}
    return cast(Document, {**document, "asked": left})


def with_earlier(document: Document, asked: ChangeQuestion, value: str) -> Document:
    """Note when a change to `value` was requested; the mirror may have seen that change by now."""
    own = [one for one in document["changes"].values() if one["value"] == value][-1:]
    for one in own:
        document = _set(document, {**one, "asked_at": asked["at"], "by": asked["by"]})
    return document if own else cast(Document, {**document, "asked": asked})


def _is(change: Change, mzxid: int | None, asked: ChangeQuestion) -> bool:
    if mzxid is not None:
        return change["mzxid"] == mzxid
    return change["what"] == "deleted" and change["at"] >= asked["at"]


def _set(document: Document, change: Change) -> Document:
    changes = {**document["changes"], str(change["number"]): change}
    return cast(Document, {**document, "changes": changes})


def with_report(document: Document, name: str, one: Subscriber) -> Document:
    """Note that a subscriber has looked, and which changes it knows by that."""
    changes = {key: _heard(change, name, one) for key, change in document["changes"].items()}
    return cast(Document, {**document, "changes": changes})


def _heard(change: Change, name: str, one: Subscriber) -> Change:
    if name in change["told"] or name in change["passed"] or one["read_at"] is None:
        return change
    if one["started_at"] > change["at"]:
        return change
    mine = one["mzxid"] or 0
    if change["what"] == "deleted":
        return _told(change, name, one["read_at"]) if one["missing"] else change
    if mine == change["mzxid"] and one["taken_at"] is not None:
        return _told(change, name, one["taken_at"])
    passed = mine > (change["mzxid"] or 0)
    return {**change, "passed": {**change["passed"], name: True}} if passed else change


def _told(change: Change, name: str, at: float) -> Change:
    return {**change, "told": {**change["told"], name: at}}


def followed(document: Document) -> Document:
    """Return the changes with what follows: who was frozen meanwhile, who was last, and how long
    each took.
    """
    changes = dict(document["changes"])
    for key in list(changes)[-FOLLOWED:]:
        changes[key] = _followed(changes[key], document["subscribers"])
    spread = _spread(document["spread"], document, changes)
    return cast(Document, {**document, "changes": changes, "spread": spread})


def _followed(change: Change, subscribers: Mapping[str, Subscriber]) -> Change:
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


def _is_awake(one: Subscriber) -> bool:
    return one["process"] == "running" and one["belief"] not in ("suspended", "joining")


def _waiting(change: Change, subscribers: Mapping[str, Subscriber]) -> list[str]:
    """Return the subscribers that have neither heard of the change nor gone on to a later one."""
    known = change["told"].keys() | change["passed"].keys()
    return [
        name
        for name, one in subscribers.items()
        if name not in known and one["started_at"] <= change["at"]
    ]


def is_done(change: Change, subscribers: Mapping[str, Subscriber]) -> bool:
    """Tell whether every subscriber that is awake has the change."""
    return not [name for name in _waiting(change, subscribers) if name not in change["slept"]]


def told_later(change: Change, subscribers: Mapping[str, Subscriber]) -> list[str]:
    """Return the subscribers that have the change, but could not be told at once: `within_ms`
    leaves them out.
    """
    return [name for name in change["told"] if name in change["slept"] and name in subscribers]


def latest(document: Followed) -> Change | None:
    """Return the last change, None where there was none."""
    return next(reversed([*document["changes"].values()]), None)


def _spread(before: Spread, document: Followed, changes: Changes) -> Spread:
    """Return how long each change that was requested here took to reach all who were awake."""
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
