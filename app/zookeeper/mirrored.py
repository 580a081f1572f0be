"""The mirrored tree as it changes: by events, by listings, and who is told of it."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable

from kazoo.protocol.states import EventType

from app.zookeeper.elections import Elections
from app.zookeeper.teller import INTERNAL, Teller
from app.zookeeper.tree import Tree, ancestors, apply_listing, join, split
from app.zookeeper.values import Values
from app.zookeeper.watching import Event

_log = logging.getLogger(__name__)


class MirroredTree:
    """Takes in what ZooKeeper says, on the in-order thread; others may read under `lock`.

    `listens_to_all`: one recursive watch covers the tree, so that the children of a znode just
    created are known (there are none). `is_settled` says whether all has been read that is to be
    read on a new connection. `came` is called with each path that is new.
    """

    def __init__(self, teller: Teller) -> None:
        self.tree, self.lock = Tree(), threading.Lock()
        self._teller = teller
        self._listeners: list[Callable[[str], None]] = []
        self.listens_to_all = True
        self.elections: Elections
        self.values: Values
        self.came: Callable[[str], None]
        self.is_settled: Callable[[], bool]

    def add_listener(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Tell `listener` each path whose window changed; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def size(self) -> int:
        """How many znodes there are, without the root and without ZooKeeper's own."""
        own = self.tree.count(INTERNAL) if self._teller.is_internal(INTERNAL) else 0
        return self.tree.size - own

    def take(self, event: Event) -> None:
        """Take in one event of the recursive watch."""
        if event.type == EventType.CREATED:
            self._created(event.path, event.zxid)
        elif event.type == EventType.DELETED:
            self.vanished(event.path, event.zxid, is_told=True)
        elif event.type == EventType.CHANGED:
            self._teller.znode("changed", event.path, zxid=event.zxid)
            self.elections.changed(event.path)
            self.values.changed(event.path)

    def listed(self, path: str, names: list[str]) -> None:
        """Take a listing in, and tell how it differs from what was known."""
        with self.lock:
            above = [] if self.tree.find(path) else self._add_with_ancestors(path)
            gone, came = apply_listing(self.tree, path, names)
        for lost in gone:
            self._gone(lost, is_late=self._is_late)
        for added in (*above, *(join(path, name) for name in came)):
            self._came(added, is_news=self._teller.has_loaded)
        self.elections.listed(path, names)

    def denied(self, path: str) -> None:
        """Mark a znode that may not be listed."""
        znode = self.tree.find(path)
        if znode is not None and not znode.denied:
            znode.denied = True
            self.changed_at(path)

    def vanished(self, path: str, zxid: int | None = None, *, is_told: bool = False) -> None:
        """A znode is not there: neither is anything below it. zxid: of its deletion. is_told: an
        event has just told of it.
        """
        with self.lock:
            gone = self.tree.remove(path)
        is_late = self._is_late and not is_told
        for lost in gone:
            self._gone(lost, zxid if lost == path else None, is_late=is_late)

    def closed(self, path: str) -> None:
        """Nobody looks at it, and it is watched no more: what is below is not known."""
        znode = self.tree.find(path)
        if znode is None:
            return
        with self.lock:
            for name in list(znode.children):
                self.tree.remove(join(path, name))
            znode.listed = False
        self.changed_at(path)

    def changed_at(self, path: str) -> None:
        """Tell the listeners; one that fails harms nobody else."""
        for listener in list(self._listeners):
            try:
                listener(path)
            except Exception:
                _log.exception("a tree listener failed")

    def _add_with_ancestors(self, path: str) -> list[str]:
        """A followed election is listed before the walk comes to what is above it."""
        return [p for p in (*ancestors(path), path) if self.tree.add(p) is not None]

    def _created(self, path: str, zxid: int | None) -> None:
        if self.tree.find(path) is not None:
            # Known from before the connection was lost: its end was missed.
            self.vanished(path)
        with self.lock:
            added = self.tree.add(path, listed=self.listens_to_all)
        if added is not None:
            self._came(path, is_news=True, zxid=zxid, is_told=True)

    def _came(
        self, path: str, is_news: bool, zxid: int | None = None, *, is_told: bool = False
    ) -> None:
        is_late = self._is_late and not is_told
        self._teller.came(path, is_news, zxid, is_late)
        self.elections.created(path)
        (self.values.reread if is_late else self.values.changed)(path)
        self.came(path)
        self._changed_below(path)

    @property
    def _is_late(self) -> bool:
        """Whether what a listing finds gone may have gone long ago: no event was the reason to list
        it. Without a recursive watch, one is, unless the connection is new.
        """
        return self.listens_to_all or not self.is_settled()

    def _gone(self, path: str, zxid: int | None = None, *, is_late: bool = False) -> None:
        self._teller.gone(path, zxid, is_late)
        self.elections.deleted(path)
        self.values.reread(path)
        self._changed_below(path)

    def _changed_below(self, path: str) -> None:
        """The parent's window has another row, and the grandparent's another count."""
        parent, above = split(path)[0], split(split(path)[0] or "/")[0]
        if self._listeners and parent:
            self.changed_at(parent)
            if above:
                self.changed_at(above)
