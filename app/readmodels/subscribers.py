"""Fold what the processes that follow one znode have seen of it: a configuration, or a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from .changes import Subscriber, Watcher, ZnodeState
from .document import Data
from .events import WatchesListed

SEEN = ("value", "mzxid", "version", "missing", "taken_at", "read_at", "told_at")
Watching = TypeVar("Watching", bound=Watcher)


def newcomer(at: float) -> Subscriber:
    """Return a subscriber that is being started at `at`, and has seen nothing yet."""
    new = {**dict.fromkeys(SEEN), "started_at": at, "session": None, "listed": False}
    return cast(Subscriber, new)


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


def looked(before: Subscriber, seen: Data) -> Subscriber:
    """Return a subscriber that has looked; its watch is yet to be listed."""
    backwards = (before["mzxid"] or 0) > (seen["mzxid"] or 0)
    one = cast(Subscriber, {**before, **{key: seen[key] for key in SEEN}, "listed": False})
    return {**one, "backwards": before.get("backwards", False) or backwards}


def standing(one: Subscriber, znode: ZnodeState | None) -> str:
    """Compare what it has seen last with what the znode says."""
    if one["read_at"] is None:
        return "reading"
    if znode is None:
        return "current" if one["missing"] else "behind"
    is_newest = one["mzxid"] is not None and one["mzxid"] >= znode["mzxid"]
    return "current" if is_newest and not one["missing"] else "behind"
