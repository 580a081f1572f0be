"""Which znodes are containers or have a time to live, as far as they were made here.

ZooKeeper shows both as persistent ones to every client (DataNode.getClientEphemeralOwner).
"""

from __future__ import annotations

import threading
from collections.abc import Iterable
from typing import NamedTuple

from app.zookeeper.errand import Errand
from app.zookeeper.subtree import Subtree

MOST = 10_000
UNTOLD = ("container", "ttl", "ttl_sequential")


class Kind(NamedTuple):
    """A kind, and for one with a time to live how long that is."""

    name: str
    ttl_ms: int | None = None


class Kinds:
    """Remembers what was made, by path and czxid: another znode under the same name is unknown."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: dict[str, tuple[int, Kind]] = {}

    def remember(self, errand: Errand, made: Iterable[tuple[str, Kind]]) -> None:
        """Of those that have just been made, the ones whose kind ZooKeeper does not tell."""
        untold = {path: kind for path, kind in made if kind.name in UNTOLD}
        if not untold:
            return
        there = Subtree(errand.client).look(list(untold))
        found = {one.path: (one.stat.czxid, untold[one.path]) for one in there if one and one.stat}
        with self._lock:
            self._made.update(found)
            for path in list(self._made)[: max(len(self._made) - MOST, 0)]:
                del self._made[path]

    def of(self, path: str, czxid: int, told: str) -> Kind:
        """The kind of this znode; `told` is what ZooKeeper says."""
        with self._lock:
            made = self._made.get(path)
        return made[1] if made is not None and made[0] == czxid else Kind(told)
