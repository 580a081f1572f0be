"""Fold what the processes that follow one znode have seen of it; the znode is a configuration or a
name.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar, cast

from .changes import Document, Followed, Subscriber, Watcher, ZnodeState, with_report
from .document import CandidateState, Data, without_key
from .endings import with_ending
from .events import CandidateExited, WatchesListed

SEEN = ("value", "mzxid", "version", "missing", "taken_at", "read_at", "told_at")
Watching = TypeVar("Watching", bound=Watcher)


def newcomer(at: float, *, calls: bool = False) -> Subscriber:
    """Return a subscriber that starts at `at`, and has seen nothing yet. calls: whether it calls
    the address that it finds.
    """
    one: Subscriber = {
        "value": None,
        "mzxid": None,
        "version": None,
        "missing": None,
        "taken_at": None,
        "read_at": None,
        "told_at": None,
        "started_at": at,
        "session": None,
        "listed": False,
        "call": None,
        "standing": "reading",
        "process": "running",
        "belief": "joining",
        "session_ends": None,
    }
    if not calls:
        del one["call"]
    return one


def listing(
    parts: Mapping[str, Watching], path: str, event: WatchesListed
) -> Mapping[str, Watching]:
    """Return each subscriber with whether a server lists its watch on `path`; a list from before
    the watch was set says nothing.
    """
    watching = {session for session, paths in (event.sessions or {}).items() if path in paths}
    return {
        name: cast(Watching, {**one, "listed": one["session"] in watching})
        if (cast(Data, one).get("read_at") or 0.0) <= event.asked_at
        else one
        for name, one in parts.items()
    }


def with_subscriber(document: Document, name: str, one: Subscriber) -> Document:
    """Return a followed znode with another subscriber of this name."""
    return cast(Document, {**document, "subscribers": {**document["subscribers"], name: one}})


def with_look(document: Document, name: str, seen: Data) -> Document:
    """Note what a subscriber has seen when it looked; no server has listed its watch yet."""
    before = document["subscribers"][name]
    has_gone_back = (before["mzxid"] or 0) > (seen["mzxid"] or 0)
    looked = {
        **before,
        **{key: seen[key] for key in SEEN},
        "listed": False,
        "backwards": before.get("backwards", False) or has_gone_back,
    }
    one = cast(Subscriber, looked)
    return with_report(with_subscriber(document, name, one), name, one)


def exited(document: Document, event: CandidateExited, at: float) -> Document:
    """Fold that a process has ended: it is no longer a subscriber."""
    left = without_key(document["subscribers"], event.subject)
    return with_ending(cast(Document, {**document, "subscribers": left}), event)


def joined(one: Subscriber, candidate: CandidateState, znode: ZnodeState | None) -> Subscriber:
    """Return a subscriber with its standing (reading: it has never looked; current; behind), its
    belief, and its condition.
    """
    return {
        **one,
        "standing": _standing(one, znode),
        "session": candidate["session"],
        "process": candidate["process"],
        "belief": candidate["belief"],
        "session_ends": candidate["session_ends"],
    }


def behind(document: Followed) -> Iterator[str]:
    """Yield running, watching subscribers without the newest value; between a change and its
    notification nobody can have it.
    """
    for name, one in document["subscribers"].items():
        acts = one["process"] == "running" and one["belief"] == "watching"
        if acts and one["standing"] == "behind":
            yield name


def gone_back(document: Followed) -> list[str]:
    """Return the subscribers that went back to an older value."""
    return [name for name, one in document["subscribers"].items() if one.get("backwards")]


def _standing(one: Subscriber, znode: ZnodeState | None) -> str:
    """Compare what it has seen last with what the znode says."""
    if one["read_at"] is None:
        return "reading"
    if znode is None:
        return "current" if one["missing"] else "behind"
    is_newest = one["mzxid"] is not None and one["mzxid"] >= znode["mzxid"]
    return "current" if is_newest and not one["missing"] else "behind"
