"""Show the tree to the page: one window of a znode's children at a time."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from kazoo.exceptions import NoAuthError
from kazoo.protocol.states import ZnodeStat

from .client import session_hex
from .reads import ReadQueue, Stat
from .tree import Match, MirroredZnode, ZnodeTree, join, kind_of, session_of

NOT_LISTED = "its ACL does not allow listing its children"
_Shown: TypeAlias = tuple[int | None, bool]


@dataclass(frozen=True, slots=True)
class Row:
    """One child. children: the number of its own children, None while unknown. session: in hex, for
    an ephemeral one. hidden: whether its kind is unknown because its ACL hides it.
    """

    name: str
    kind: str
    children: int | None
    session: str | None
    hidden: bool


@dataclass(frozen=True, slots=True)
class TreeWindow:
    """A window: `rows` of the `total` children of `path`, from number `start` on, by name.

    error: why the children cannot be seen, in plain words, or None.
    """

    path: str
    exists: bool
    total: int
    start: int
    rows: tuple[Row, ...]
    error: str | None


class MirrorWindows:
    """A reader of the mirrored tree, for any thread.

    It requests a row's owner when somebody first looks at the row, and once more after an outage,
    in which another znode may have come under its name: `look` gets the work for the in-order
    thread, `changed` is called with the parent's path when the answers say something new, `relist`
    when one of its children is not there.
    """

    def __init__(
        self,
        tree: ZnodeTree,
        lock: threading.Lock,
        reads: ReadQueue,
        look: Callable[[Callable[[], None]], None],
        changed: Callable[[str], None],
        relist: Callable[[str], None],
    ) -> None:
        self._tree, self._lock, self._reads = tree, lock, reads
        self._look, self._changed, self._relist = look, changed, relist
        self._asked: dict[str, _Shown] = {}
        self._connection = 0
        self._has_asked = False

    def window(self, path: str, start: int = 0, count: int = 200) -> TreeWindow:
        """Return the children of `path` from number `start` on, `count` at most."""
        with self._lock:
            znode = self._tree.find(path)
            if znode is None:
                return TreeWindow(path, False, 0, start, (), None)
            names = znode.sorted_names()[start : start + count]
            shown = [(name, znode.children[name]) for name in names]
            total = len(znode.children)
            error = NOT_LISTED if znode.denied else None
            told = {
                join(path, name): _shown(child) for name, child in shown if self._is_open(child)
            }
        if told:
            self._look(lambda: self._ask(path, told))
        rows = tuple(_row(name, child) for name, child in shown)
        return TreeWindow(path, True, total, start, rows, error)

    def names(self, path: str, start: int, count: int) -> tuple[list[str], int] | None:
        """Return a page of children's names and the number of all; None where nobody knows them."""
        with self._lock:
            znode = self._tree.find(path)
            if znode is None or not znode.listed:
                return None
            return znode.sorted_names()[start : start + count], len(znode.children)

    def search(self, text: str, under: str = "/", limit: int = 200) -> Match:
        """Return paths below `under` whose name contains `text`."""
        with self._lock:
            return self._tree.search(text, under, limit)

    def restart(self) -> None:
        """Forget open requests, on the in-order thread: their connection has ended."""
        self._asked.clear()
        self._connection += self._has_asked
        self._has_asked = False

    def _ask(self, parent: str, told: dict[str, _Shown]) -> None:
        """Ask for the rows. Tell at once what a read of members has learnt of them since the page
        showed them: nobody asks for that again.
        """
        if any(self._has_news(path, shown) for path, shown in told.items()):
            self._changed(parent)
        wanted = [path for path in told if path not in self._asked and self._is_open_at(path)]
        self._asked.update((path, told[path]) for path in wanted)
        if wanted:
            self._has_asked = True
            self._reads.stats(wanted, lambda stats: self._take(parent, wanted, stats))

    def _is_open(self, znode: MirroredZnode) -> bool:
        return znode.owner is None or znode.looked_at != self._connection

    def _is_open_at(self, path: str) -> bool:
        znode = self._tree.find(path)
        return znode is not None and self._is_open(znode)

    def _has_news(self, path: str, shown: _Shown) -> bool:
        znode = self._tree.find(path)
        return znode is not None and _shown(znode) != shown

    def _take(self, parent: str, paths: list[str], stats: list[Stat]) -> None:
        """Take the answers, which come after all events before them: a znode that they miss went
        unheard. What was learnt in another way since the page showed the rows is news for them too.
        """
        told = [self._asked.pop(path, None) for path in paths]
        asked = zip((self._tree.find(path) for path in paths), stats, told, strict=True)
        there = [(znode, stat, before) for znode, stat, before in asked if znode is not None]
        news = [
            self._learn(znode, stat) != (before or _shown(znode)) for znode, stat, before in there
        ]
        if any(news):
            self._changed(parent)
        if any(stat is None for _, stat, _ in there):
            self._relist(parent)

    def _learn(self, znode: MirroredZnode, stat: Stat) -> _Shown:
        """Learn what is known of a znode now. Request what is hidden again when somebody looks at
        it; where nothing is new nobody looks again.
        """
        znode.looked_at = self._connection
        if isinstance(stat, ZnodeStat):
            znode.owner, znode.hidden = stat.ephemeralOwner, False
        elif isinstance(stat, NoAuthError):
            znode.owner, znode.hidden = None, True
        return _shown(znode)


def _shown(znode: MirroredZnode) -> _Shown:
    return znode.owner, znode.hidden


def _row(name: str, znode: MirroredZnode) -> Row:
    children = len(znode.children) if znode.listed else None
    session = session_hex(session_of(znode.owner))
    is_hidden = znode.hidden and znode.owner is None
    return Row(name, kind_of(name, znode.owner), children, session, is_hidden)
