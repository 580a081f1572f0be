"""Remember which znodes are containers or have a time to live, if they were created here.

ZooKeeper shows both as persistent ones to every client (DataNode.getClientEphemeralOwner).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import NamedTuple

from ...zookeeper.client_session import ClientSession
from ...zookeeper.subtree import Subtree

MOST = 10_000
UNTOLD = ("container", "ttl", "ttl_sequential")


class Kind(NamedTuple):
    """A kind, and for a time to live how long that is."""

    name: str
    ttl_ms: int | None = None


class Kinds:
    """The kinds of created znodes by path and czxid: another one of the same name is unknown."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[str, tuple[int, Kind]] = {}

    def remember(self, session: ClientSession, made: Iterable[tuple[str, Kind]]) -> None:
        """Remember, of the znodes just created, those whose kind ZooKeeper does not show."""
        untold = {path: kind for path, kind in made if kind.name in UNTOLD}
        if not untold:
            return
        there = Subtree(session.client).look(list(untold))
        found = {one.path: (one.stat.czxid, untold[one.path]) for one in there if one and one.stat}
        with self._lock:
            self._made.update(found)
            for path in list(self._made)[: max(len(self._made) - MOST, 0)]:
                del self._made[path]

    def of(self, path: str, czxid: int, told: str) -> Kind:
        """Return the kind of this znode; `told` is what ZooKeeper says."""
        with self._lock:
            made = self._made.get(path)
        return made[1] if made is not None and made[0] == czxid else Kind(told)
