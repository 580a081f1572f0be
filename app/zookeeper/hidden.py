"""Members of elections that this session may not read: who comes and goes unheard.

A recursive watch keeps silent about znodes that its session may not read (since CVE-2024-23944 was
mended, by some distributions in older versions too). What still tells of them is the list of the
election's children, and their number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from kazoo.protocol.states import EventType, ZnodeStat

from app.zookeeper.frames import Answer
from app.zookeeper.reads import Reads, Stat
from app.zookeeper.requests import ChildrenOf
from app.zookeeper.tree import Tree
from app.zookeeper.watching import Event

MOST_LOOKED_AT = 64


class Hidden:
    """Looks for members that have come unheard, and listens where some are known.

    listed: takes a list of children as read; reread: reads an election. All methods belong to the
    in-order thread.
    """

    def __init__(
        self,
        tree: Tree,
        reads: Reads,
        probing: Reads,
        *,
        listed: Callable[[str, Answer], None],
        reread: Callable[[str], None],
    ) -> None:
        self._tree, self._reads, self._probing = tree, reads, probing
        self._listed, self._reread = listed, reread
        self._listened_to: set[str] = set()

    def restart(self) -> None:
        """Forget the watches: their connection has ended."""
        self._listened_to.clear()

    def listen_to(self, election: str) -> None:
        """Watch the list of an election in which somebody is hidden."""
        if election not in self._listened_to:
            self._listened_to.add(election)
            read = ChildrenOf(election, partial(self._changed, election))
            self._reads.one(read, partial(self._listed, election))

    def look_at(self, elections: Sequence[str]) -> None:
        """Compare how many children these have with how many are known. An answer comes after all
        events before it, so whoever is not known is hidden.
        """
        paths = [path for path in elections if path not in self._listened_to][:MOST_LOOKED_AT]
        self._probing.stats(paths, partial(self._compare, paths))

    def _changed(self, election: str, event: Event) -> None:
        self._listened_to.discard(election)
        if event.type == EventType.CHILD:
            self.listen_to(election)

    def _compare(self, paths: Sequence[str], stats: Sequence[Stat]) -> None:
        for path, stat in zip(paths, stats, strict=True):
            znode = self._tree.find(path)
            if isinstance(stat, ZnodeStat) and znode and stat.numChildren != len(znode.children):
                self._reread(path)
