"""Keep the mirrored tree as it changes, by events and by listings, and tell its listeners."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable, Iterable
from functools import partial

from kazoo.exceptions import NoNodeError
from kazoo.protocol.states import EventType

from ..readmodels.events import MirrorBounded
from . import operations as o
from .finder import Finder
from .following import Following
from .members import Beside
from .publisher import INTERNAL, Publisher
from .reads import ReadQueue
from .requests import Answer, Answered
from .tree import ZnodeTree, ancestors, apply_listing, join, split

_BATCH = 500
_BATCHES_AHEAD = 4


class Loader:
    """A loader, which walks over everything below "/", one walk at a time, breadth first, in
    pipelined batches, while the tree goes on changing; it calls `done` at the end.

    A walk runs in between the events of a recursive watch that was set before. So a listing is
    exact at the moment of its reply, and the events after it apply to it. A znode that comes
    meanwhile under a parent not listed yet comes with that parent's listing. For a znode that is
    deleted before its turn, the answer is NoNode, after the event that reported it.
    """

    def __init__(self, reads: ReadQueue, answered: Answered, done: Callable[[], None]) -> None:
        self._reads, self._answered, self._done = reads, answered, done
        self._queue: deque[str] = deque()
        self._asked = 0

    def start(self) -> None:
        """Walk from the root on, and forget a walk that was under way."""
        self._queue = deque(("/",))
        self._asked = 0
        self._ask()

    def stop(self) -> None:
        """Forget the walk: its connection has ended."""
        self._queue.clear()

    def _ask(self) -> None:
        while self._queue and self._asked < _BATCHES_AHEAD:
            batch = [self._queue.popleft() for _ in range(min(_BATCH, len(self._queue)))]
            self._asked += 1
            self._reads.many([o.Names(path) for path in batch], partial(self._take, batch))

    def _take(self, batch: list[str], answers: list[Answer]) -> None:
        self._asked -= 1
        for path, answer in zip(batch, answers, strict=True):
            self._answered(path, answer)
            if isinstance(answer, list):
                self._queue.extend(join(path, name) for name in answer)
        self._ask()
        if not self._asked:
            self._done()


class OpenPaths:
    """Watches on the children of each wanted path and of all above it, for servers before 3.6,
    which have no recursive watches.

    wanted: returns the paths that are followed; `open` are the page's. It calls `closed` with a
    path that changed and is no longer wanted, and `settled` when it has read all wanted paths.
    """

    def __init__(
        self,
        reads: ReadQueue,
        answered: Answered,
        wanted: Callable[[], Iterable[str]],
        closed: Callable[[str], None],
        settled: Callable[[], None],
    ) -> None:
        self._reads, self._answered, self._wanted = reads, answered, wanted
        self._closed, self._settled = closed, settled
        self.open: set[str] = set()
        self._watched: set[str] = set()
        self._asked = 0

    def start(self) -> None:
        """Read and watch all wanted paths: a new connection has no watches."""
        self._watched.clear()
        self._asked = 0
        self.update()

    def update(self) -> None:
        """Watch what is newly wanted."""
        for path in sorted(self._all_wanted() - self._watched):
            self._watch(path)

    def came(self, path: str) -> None:
        """Note that a znode was created: watch it if it is wanted."""
        if path not in self._watched and path in self._all_wanted():
            self._watch(path)

    def _all_wanted(self) -> set[str]:
        ends = self.open.union(self._wanted())
        return ends.union({"/"}, *(ancestors(path) for path in ends))

    def _watch(self, path: str) -> None:
        self._watched.add(path)
        self._asked += 1
        self._reads.names(path, partial(self._take, path), partial(self._fired, path))

    def _take(self, path: str, answer: Answer) -> None:
        self._asked -= 1
        if not isinstance(answer, list):
            self._watched.discard(path)
        if path == "/" and isinstance(answer, NoNodeError):
            self._reads.when_there(path, lambda: self.came(path))
        self._answered(path, answer)
        if not self._asked:
            self._settled()

    def _fired(self, path: str, event: o.WatchEvent) -> None:
        if event.type == EventType.NONE:
            return
        self._watched.discard(path)
        if path in self._all_wanted():
            self._watch(path)
        else:
            self._closed(path)


_log = logging.getLogger(__name__)


class MirroredTree:
    """The mirrored tree. It takes in what ZooKeeper says, on the in-order thread; other threads may
    read the tree under `lock`. Readers of ZooKeeper give it their answers, and hear what has
    changed.

    reads: the reads of what is followed; bulk: those of the whole tree; probing: those for
    curiosity. is_settled says whether it has read everything on this connection; then it calls
    loaded. `listens_to_all`: one recursive watch covers the tree, so that the children of a znode
    that has just been created are known (there are none).
    """

    def __init__(
        self,
        reads: ReadQueue,
        bulk: ReadQueue,
        probing: ReadQueue,
        publisher: Publisher,
        is_settled: Callable[[], bool],
        loaded: Callable[[], None],
        beside: Beside,
    ) -> None:
        self.tree, self.lock = ZnodeTree(), threading.Lock()
        self._reads, self._publisher, self._is_settled = reads, publisher, is_settled
        self._listeners: list[Callable[[str], None]] = []
        self.listens_to_all, self._lacks_root = True, False
        self.following = Following(
            self.tree, reads, probing, self.answered, self.take,
            publisher.append, publisher.append_all, beside,
        )  # fmt: skip
        self._finder = Finder(
            self.tree,
            probing,
            self.following,
            lambda most: publisher.append(MirrorBounded(most=most)),
        )
        self._loader = Loader(bulk, self.answered, loaded)
        self.opened = OpenPaths(
            reads, self.answered, lambda: self.following.paths, self._closed, loaded
        )

    def add_listener(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Tell `listener` each path whose window changed; return a function that ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def size(self) -> int:
        """Return how many znodes there are, without the root and without ZooKeeper's own."""
        own = self.tree.count(INTERNAL) if self._publisher.is_internal(INTERNAL) else 0
        return self.tree.size - own

    def load(self) -> None:
        """Read everything again; set watches where the server has no recursive one."""
        self._finder.restart()
        self._lacks_root = False
        if not self.listens_to_all:
            self.opened.start()
        self.following.reread_all()
        if self.listens_to_all:
            self._loader.start()

    def update(self) -> None:
        """Watch what is newly wanted, without a recursive watch."""
        if not self.listens_to_all:
            self.opened.update()

    def relist(self, path: str) -> None:
        """Read a list of children again. A recursive watch keeps silent about znodes that its
        session may not read (since CVE-2024-23944 was fixed), so a listing may know more.
        """
        self._reads.names(path, partial(self.answered, path))

    def stop_loading(self) -> None:
        """Stop the walk: its connection has ended."""
        self._loader.stop()

    def listen_to_some(self) -> None:
        """Set watches one by one from now on: the server has no recursive watches."""
        self.listens_to_all = False
        self.following.need_watches()

    def take(self, event: o.WatchEvent) -> None:
        """Take in the event of a watch."""
        path, zxid = event.path, event.zxid
        if path == "/" and event.type in (EventType.CREATED, EventType.DELETED):
            self._root_is(event.type == EventType.CREATED)
        if event.type == EventType.CREATED:
            self._created(path, zxid)
        elif event.type == EventType.DELETED:
            self._vanished(path, zxid, is_told=True)
        elif event.type == EventType.CHANGED:
            self._publisher.znode("changed", path, zxid, is_close=self.following.concerns(path))
            self.following.changed(path)

    def answered(self, path: str, answer: Answer) -> None:
        """Take in the answer to a listing: names, or that the znode is missing, or that the list is
        forbidden.
        """
        if path == "/":
            self._root_is(not isinstance(answer, NoNodeError))
        if isinstance(answer, list):
            self._listed(path, answer)
        elif isinstance(answer, NoNodeError):
            self._vanished(path)
        else:
            self._denied(path)

    def changed_at(self, path: str) -> None:
        """Tell the listeners that the window of a path has changed; the failure of one does not
        affect the others.
        """
        for listener in list(self._listeners):
            try:
                listener(path)
            except Exception:
                _log.exception("a tree listener failed")

    def _listed(self, path: str, names: list[str]) -> None:
        """Tell how a listing differs from what was known."""
        with self.lock:
            above = [] if self.tree.find(path) else self._add_with_ancestors(path)
            gone, came = apply_listing(self.tree, path, names)
        for lost in gone:
            self._gone(lost)
        for added in (*above, *(join(path, name) for name in came)):
            self._came(added)
        self._finder.listed(path, names)

    def _root_is(self, is_there: bool) -> None:
        """Report, once on each connection, that the root is missing, and that it has come."""
        if is_there == self._lacks_root:
            self._lacks_root = not is_there
            self._publisher.root(is_there)

    def _denied(self, path: str) -> None:
        znode = self.tree.find(path)
        if znode is not None and not znode.denied:
            znode.denied = True
            self.changed_at(path)

    def _vanished(self, path: str, zxid: int | None = None, *, is_told: bool = False) -> None:
        """Remove a missing znode with all below it. zxid: that of its deletion. is_told: whether an
        event has just reported it, perhaps where no list has.
        """
        with self.lock:
            gone = self.tree.remove(path)
        for lost in gone:
            self._gone(lost, zxid if lost == path else None, is_told=is_told)
        if is_told and not gone:
            self.following.gone(path)

    def _closed(self, path: str) -> None:
        """Forget what is below a closed znode: nobody looks at it, and it is no longer watched."""
        znode = self.tree.find(path)
        if znode is None:
            return
        with self.lock:
            for name in list(znode.children):
                self.tree.remove(join(path, name))
            znode.listed = False
        self.changed_at(path)

    def _add_with_ancestors(self, path: str) -> list[str]:
        """Add a znode and those above it: the list of a followed path comes before the walk gets
        there.
        """
        return [p for p in (*ancestors(path), path) if self.tree.add(p) is not None]

    def _created(self, path: str, zxid: int | None) -> None:
        if self.tree.find(path) is not None:
            # It is known from before the connection was lost: the mirror has missed its end.
            self._vanished(path)
        with self.lock:
            added = self.tree.add(path, listed=self.listens_to_all)
        if added is not None:
            self._came(path, zxid, is_told=True)

    def _came(self, path: str, zxid: int | None = None, *, is_told: bool = False) -> None:
        is_late, is_close = self._is_late and not is_told, self.following.concerns(path)
        self._publisher.znode(
            "created", path, zxid, is_close=is_close, is_late=is_late, is_news=is_told
        )
        if is_close:
            self.following.came(path, is_late)
        self._finder.came(path)
        if not self.listens_to_all:
            self.opened.came(path)
        self._changed_below(path)

    def _gone(self, path: str, zxid: int | None = None, *, is_told: bool = False) -> None:
        is_late, is_close = self._is_late and not is_told, self.following.concerns(path)
        session = self.following.session_of(path)
        self._publisher.znode(
            "deleted", path, zxid, session=session, is_close=is_close, is_late=is_late
        )
        if is_close:
            self.following.gone(path)
        self._finder.gone(path)
        self._changed_below(path)

    @property
    def _is_late(self) -> bool:
        """Tell whether what a listing finds gone may have gone long ago: no event was the reason
        for the listing. Without a recursive watch an event is the reason, unless the connection is
        new.
        """
        return self.listens_to_all or not self._is_settled()

    def _changed_below(self, path: str) -> None:
        """Report that the parent's window has another row, and the grandparent's window has another
        count.
        """
        parent, above = split(path)[0], split(split(path)[0] or "/")[0]
        if self._listeners and parent:
            self.changed_at(parent)
            if above:
                self.changed_at(above)
