"""Find members of followed paths that this session may not read: they come and go unheard.

A recursive watch keeps silent about znodes that its session may not read (since CVE-2024-23944 was
fixed, by some distributions in older versions too). What still shows them is the list of the
path's children, and the stat of the path: how many there are, and when that changed last.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from kazoo.exceptions import NoAuthError
from kazoo.protocol.states import EventType, ZnodeStat

from .frames import Answer
from .loader import Answered
from .reads import ReadQueue, Stat
from .requests import ChildrenOf
from .tree import ZnodeTree
from .watching import WatchEvent

MOST_LOOKED_AT = 64


class Hidden:
    """A search for members that have come or gone unheard; it listens where some are known.

    listed: takes a list of children as read. All methods belong to the in-order thread.
    """

    def __init__(
        self, tree: ZnodeTree, reads: ReadQueue, probing: ReadQueue, listed: Answered
    ) -> None:
        self._tree, self._reads, self._probing, self._listed = tree, reads, probing, listed
        self._listened_to: set[str] = set()
        self._changed_at: dict[str, int] = {}

    def restart(self) -> None:
        """Forget open requests: their connection has ended."""
        self._listened_to.clear()
        self._changed_at.clear()

    def listen_to(self, path: str) -> None:
        """Watch the list of a path with a hidden member."""
        if path not in self._listened_to:
            self._listened_to.add(path)
            read = ChildrenOf(path, partial(self._fired, path))
            self._reads.one(read, partial(self._take, path))

    def look_at(self, listed: Sequence[str]) -> None:
        """Ask these for the number of their children, and for the change of their list."""
        paths = listed[:MOST_LOOKED_AT]
        self._probing.stats(paths, partial(self._compare, paths))

    def _fired(self, path: str, event: WatchEvent) -> None:
        self._listened_to.discard(path)
        if event.type == EventType.CHILD:
            self.listen_to(path)

    def _take(self, path: str, answer: Answer) -> None:
        """Take a list; one that could not be read has set no watch."""
        if not isinstance(answer, list):
            self._listened_to.discard(path)
        self._listed(path, answer)

    def _compare(self, paths: Sequence[str], stats: Sequence[Stat]) -> None:
        """Compare: the answers come after all events before them, so a child that is not known is
        hidden. One may go as another one comes: then the number is the same, the change another.
        """
        for path, stat in zip(paths, stats, strict=True):
            znode = self._tree.find(path)
            if znode is not None and isinstance(stat, NoAuthError):
                self._reads.one(ChildrenOf(path), partial(self._listed, path))
            if znode is None or not isinstance(stat, ZnodeStat):
                continue
            is_same = stat.numChildren == len(znode.children)
            if not is_same or self._changed_at.get(path) != stat.pzxid:
                self._reads.one(ChildrenOf(path), partial(self._listed, path))
            self._changed_at[path] = stat.pzxid
