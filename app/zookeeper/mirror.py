"""Mirror the whole tree over a session of its own, and journal what happens in the tree.

After each connection the mirror sets one recursive watch on "/", reads everything, and journals
what it missed (watches die with a connection, and events are lost). A server before 3.6 has no
recursive watch: then the mirror watches what it follows, and the open paths of the page, one by
one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from types import MappingProxyType

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import KazooState, KeeperState

from ..journal.state import JournalFact
from ..readmodels.event import teller
from ..readmodels.events import (
    MirrorHeard,
    MirrorLoaded,
    MirrorLoading,
    MirrorSilent,
    ZookeeperConnected,
    ZookeeperLost,
    ZookeeperSuspended,
)
from .client import SESSION_EXPIRED, close, connect, on_state, session_hex
from .handler import InOrderHandler
from .lane import Lane
from .members import Beside, Children
from .mirrored import MirroredTree
from .operations import WatchEvent
from .publisher import Append, AppendAll, Publisher
from .reads import ReadQueue
from .requests import CONNECTION_ERRORS, add_recursive_watch
from .security import OPEN, Security
from .sync_points import SyncPoints
from .timer import Timer
from .windows import MirrorWindows
from .wire.capabilities import sentences

RECURSIVE, OPEN_PATHS = "recursive", "open_paths"
_TICK = 0.1
_GLANCE = 1.0
_log = logging.getLogger(__name__)


def _one_by_one(append: Append, facts: Sequence[JournalFact]) -> None:
    for event, at in facts:
        append(event, at=at)


class Mirror:
    """A mirror of a ZooKeeper; `append(event, at)` takes what it sees, and `append_all(facts)`
    takes what comes at once.

    Any thread may call public methods, which do not block; `windows` are what the page sees of the
    tree. beside: what stands beside a found path, and is read with it. Callbacks, listeners and
    `append` run on the in-order thread, which then holds no lock.
    """

    def __init__(
        self,
        hosts: str,
        append: Append,
        *,
        beside: Beside = MappingProxyType({}),
        append_all: AppendAll | None = None,
        security: Security = OPEN,
        session_timeout: float = 10.0,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._clock, tell = clock or time.monotonic, teller(append)
        self._handler = InOrderHandler(
            asks_version=True, security=security, tell=tell, on_reason=self._explain
        )
        self.client: KazooClient = connect(hosts, session_timeout, handler=self._handler)
        self.lane = Lane(self.client)
        self._stopping = self._connected = False
        self._generation = 0
        self._loading_since: float | None = None
        self._reasons: list[str] = []
        does, post = "reminds the mirror of what is due", self._handler.post
        self._timer = Timer("ticks", does, _TICK, lambda: post(self._tick), tell)
        self._glances = Timer("glances", does, _GLANCE, lambda: post(self._glance), tell)
        read_at, lag = clock or self._handler.now, self._handler.lag
        chroot = self.client.chroot
        self._publisher = Publisher(
            append, append_all or partial(_one_by_one, append), post, read_at, lag,
            self._timer.set, chroot=chroot,
        )  # fmt: skip
        reads = ReadQueue(self.client, self._fall_back, batch=50)
        bulk = ReadQueue(self.client, self._fall_back)
        probing = ReadQueue(self.client, self._fall_back, depth=2)
        self._all_reads = (reads, bulk, probing)
        self._mirrored = mirrored = MirroredTree(
            reads,
            bulk,
            probing,
            self._publisher,
            lambda: self.is_loaded,
            self._load_done,
            beside,
        )
        self.windows = MirrorWindows(
            mirrored.tree, mirrored.lock, probing, self._look, mirrored.changed_at, self.look_again
        )
        self._told_of_syncs: list[Callable[[float], object]] = []
        self._sync_points = SyncPoints(
            self.client, reads, self._note_silence, self._note_sync, self._clock
        )

    @property
    def is_loaded(self) -> bool:
        """Tell whether the tree is complete and up to date."""
        return self._connected and self._loading_since is None

    def start(self) -> None:
        """Begin to connect, and return at once; attempts go on for ever."""
        on_state(self.client, self._on_state)
        self._timer.start()
        self._glances.start()
        self.client.start_async()

    def stop(self) -> None:
        """End the session; return within about a second whatever ZooKeeper does."""
        self._stopping = True
        self._timer.stop()
        self._glances.stop()
        close(self.client)

    def follow(
        self,
        path: str,
        *,
        data: bool = False,
        children: Children | None = None,
        beside: Beside = MappingProxyType({}),
    ) -> None:
        """Keep reading what is at `path`, whether it exists or not. Following it again adds to
        that.

        data: report what the znode says now, and then at each change, by `value.read`. children:
        report what is at `path`, and its members: the children with a sequence number, or every
        child. The latest call counts. beside: report what stands beside it too.
        """
        self._handler.post(partial(self._follow, path, data, children, beside))

    def after_sync(self, callback: Callable[[], object]) -> None:
        """Run `callback` once the journal has all that ZooKeeper did so far (see `SyncPoints`)."""
        if self._stopping:
            callback()
        else:
            self._handler.post(partial(self._add_sync_point, callback))

    def names(self, path: str, start: int, count: int) -> tuple[list[str], int] | None:
        """Return a page of children's names and the number of all; None where nobody knows them."""
        return self.windows.names(path, start, count) if self.is_loaded else None

    def look_again(self, path: str) -> None:
        """Read the list of children of `path` again."""
        self._look(lambda: self._mirrored.relist(path))

    def open_paths(self, paths: Iterable[str]) -> None:
        """Set the paths that the page shows. Newly opened ones are read again; a server before 3.6
        is asked to watch them.
        """
        self._handler.post(partial(self._set_open, set(paths)))

    def on_tree_change(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Tell `listener` each path whose window changed; return a function that ends that."""
        return self._mirrored.add_listener(listener)

    def on_sync(self, listener: Callable[[float], object]) -> Callable[[], None]:
        """Tell `listener`, for each sync that is answered, how many seconds it took until the
        journal had all that ZooKeeper did before; return a function that ends that.
        """
        self._told_of_syncs.append(listener)
        return lambda: self._told_of_syncs.remove(listener)

    # -- the session ----------------------------------------------------------------------------

    @property
    def _mode(self) -> str:
        return RECURSIVE if self._mirrored.listens_to_all else OPEN_PATHS

    def _on_state(self, state: str) -> None:
        if self._stopping:
            return
        self._disconnect()
        if state == KazooState.CONNECTED:
            self._on_connected()
            return
        kind = ZookeeperSuspended if state == KazooState.SUSPENDED else ZookeeperLost
        # A connection that succeeds meanwhile forgets the reason, on a thread of its own.
        reason = self._handler.reason or (self._reasons or ["the session ended"])[-1]
        self._reasons.append(reason)
        self._publisher.append(kind(reason=reason))
        if self.client.client_state == KeeperState.CLOSED:
            # An error of its own has ended kazoo's loop: only a start brings it back.
            threading.Thread(target=self.client.start_async, daemon=True).start()

    def _on_connected(self) -> None:
        self._connected, self._loading_since = True, self._clock()
        self._sync_points.open()
        self._reasons.clear()
        self._publisher.append(
            ZookeeperConnected(
                session=session_hex(self._handler.session),
                version=self._handler.version,
                timeout_ms=self._handler.negotiated_ms,
                server=self._handler.server,
            )
        )
        self._begin()

    def _begin(self) -> None:
        handler = self._handler
        lacks = sentences(handler.version, handler.capabilities)
        self._publisher.append(MirrorLoading(mode=self._mode, lacks=lacks))
        self._arm()

    def _disconnect(self) -> None:
        self._connected = False
        self._forget_reads()
        self._sync_points.close()
        self._publisher.flush()

    def _note_silence(self, is_silent: bool) -> None:
        kind = MirrorSilent if is_silent else MirrorHeard
        self._publisher.append(kind(server=self._handler.server))

    def _note_sync(self, seconds: float) -> None:
        for listener in tuple(self._told_of_syncs):
            listener(seconds)

    def _explain(self, reason: str) -> None:
        """Report each new reason why there is no connection, once."""
        if self._stopping or self._connected or reason in self._reasons:
            return
        self._reasons.append(reason)
        if reason != SESSION_EXPIRED:
            self._publisher.append(ZookeeperSuspended(reason=reason))

    def _arm(self) -> None:
        if not self._mirrored.listens_to_all:
            self._mirrored.load()
        elif not self._handler.capabilities.recursive_watches:
            self._fall_back()
        else:
            armed = partial(self._armed, self._generation)
            add_recursive_watch(self.client, "/", self._on_event, armed)

    def _armed(self, generation: int, result: IAsyncResult) -> None:
        if generation != self._generation or self._stopping:
            return
        if result.exception is None:
            self._mirrored.load()
        elif not isinstance(result.exception, CONNECTION_ERRORS):
            self._fall_back()

    def _fall_back(self) -> None:
        """Go on without recursive watches and multi-reads: this server is older than 3.6."""
        if not self._mirrored.listens_to_all:
            return
        self._mirrored.listen_to_some()
        for capability in ("recursive_watches", "multi_reads"):
            self._handler.lacks(capability)
        _log.warning("%s", sentences(self._handler.version, self._handler.capabilities)[0])
        self._forget_reads()
        self._begin()

    def _forget_reads(self) -> None:
        """Forget the reads under way: nobody will ever answer them."""
        self._generation += 1
        self._mirrored.stop_loading()
        self.windows.restart()
        for reads in self._all_reads:
            reads.restart()

    def _load_done(self) -> None:
        if self._loading_since is None:
            return
        took = self._clock() - self._loading_since
        self._loading_since, self._publisher.has_loaded = None, True
        self._publisher.flush()
        size, took_ms = self._mirrored.size(), round(took * 1000, 1)
        self._publisher.append(MirrorLoaded(znodes=size, took_ms=took_ms, mode=self._mode))
        for path in sorted(self._mirrored.opened.open):
            self._mirrored.changed_at(path)
        self._glances.set()

    def _glance(self) -> None:
        if self.is_loaded and self._mirrored.listens_to_all:
            self._mirrored.following.look_for_hidden()
            self._glances.set()

    def _on_event(self, event: WatchEvent) -> None:
        if not self._stopping and self._mirrored.listens_to_all:
            self._mirrored.take(event)

    def _tick(self) -> None:
        self._publisher.flush()
        self._sync_points.tick()
        if self._sync_points.is_waiting:
            self._timer.set()

    # -- requests of other threads ----------------------------------------------------------------

    def _follow(self, path: str, data: bool, children: Children | None, beside: Beside) -> None:
        self._mirrored.following.follow(path, data, children, beside)
        if self._connected:
            self._mirrored.update()
            self._mirrored.following.reread(path)

    def _add_sync_point(self, callback: Callable[[], object]) -> None:
        self._sync_points.add(lambda: self._caught_up(callback))
        if self._sync_points.is_waiting:
            self._timer.set()

    def _caught_up(self, callback: Callable[[], object]) -> None:
        self._publisher.release()
        callback()

    def _set_open(self, paths: set[str]) -> None:
        opened, self._mirrored.opened.open = paths - self._mirrored.opened.open, paths
        if self._connected:
            self._mirrored.update()
        for path in sorted(opened) if self.is_loaded and self._mirrored.listens_to_all else ():
            self._mirrored.relist(path)

    def _look(self, work: Callable[[], None]) -> None:
        self._handler.post(lambda: work() if self._connected else None)
