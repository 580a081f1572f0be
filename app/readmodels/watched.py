"""Fold what the servers list as watched, for the members of a chain."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import TypeVar, cast

from ..participation.naming import PARENT
from .document import Chained, Document, Listed
from .events import WatchesListed

Line = TypeVar("Line", bound=Chained)


class ListedWatches(dict[str, Sequence[str]]):
    """What each session watches."""

    @cached_property
    def by_name(self) -> Mapping[str, Collection[str]]:
        """Return who watches each znode."""
        found: defaultdict[str, dict[str, None]] = defaultdict(dict)
        for session, names in self.items():
            for name in names:
                found[name][session] = None
        return {name: sessions.keys() for name, sessions in found.items()}

    def names(self, session: str) -> Collection[str]:
        """Return what a session watches, for many look-ups."""
        if session not in self._names:
            self._names[session] = frozenset(self.get(session, ()))
        return self._names[session]

    @cached_property
    def _names(self) -> dict[str, Collection[str]]:
        return {}


def with_watches(document: Line, event: WatchesListed) -> Line:
    """Take what the servers list, as of `asked_at`. A session that the list does not name watches
    nothing if the list is `complete`. A member's session that the list names without a path watches
    nothing in any case.
    """
    members = {entry["session"] for entry in document["chain"]}
    watches = {
        session: [name for path in paths if (name := _name_in(document, path))]
        for session, paths in (event.sessions or {}).items()
    }
    kept = ListedWatches({who: names for who, names in watches.items() if names or who in members})
    listed: Listed = {
        "asked_at": event.asked_at,
        "complete": event.complete,
        "watches": kept,
    }
    return cast(Line, {**document, "listed": listed})


def sessions_watching(listed: Listed, name: str) -> Collection[str]:
    """Return the sessions that a list names as watching a znode."""
    return watches_of(listed).by_name.get(name, ())


def watches_of(listed: Listed) -> ListedWatches:
    """Return what a list says that each session watches."""
    watches = listed["watches"]
    return watches if isinstance(watches, ListedWatches) else ListedWatches(watches)


def _name_in(document: Document, path: str) -> str:
    """Return the name of a znode in the document, `PARENT` for the document itself, "" for
    others.
    """
    if path == document["path"]:
        return PARENT
    prefix = document["path"].rstrip("/") + "/"
    return path.removeprefix(prefix) if path.startswith(prefix) else ""
