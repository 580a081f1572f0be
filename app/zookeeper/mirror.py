"""The mirror: a session of its own that knows the whole tree, and journals what happens in it.

After every (re)connection: arm one recursive watch on "/", read everything, and journal what was
missed (watches die with a connection, and events are lost). A server before 3.6 has no recursive
watch: then the elections and the open paths of the page are watched one by one.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterable
from functools import partial

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import KazooState, KeeperState

from app.security import OPEN, Security
from app.zookeeper.alarm import Alarm
from app.zookeeper.barrier import Barriers
from app.zookeeper.client import SESSION_EXPIRED, close, connect, on_state, session_hex
from app.zookeeper.elections import Elections
from app.zookeeper.frames import Answer
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.loader import Loader, tell
from app.zookeeper.mirrored import MirroredTree
from app.zookeeper.open_paths import OpenPaths
from app.zookeeper.reads import Reads
from app.zookeeper.requests import CONNECTION_ERRORS, ChildrenOf, add_recursive_watch
from app.zookeeper.teller import Append, Teller
from app.zookeeper.values import Values
from app.zookeeper.watching import Event
from app.zookeeper.windows import Windows
from app.zookeeper.wire.capabilities import sentences

RECURSIVE, OPEN_PATHS = "recursive", "open_paths"
_TICK = 0.1
_GLANCE = 1.0
_SUBJECT = "zookeeper"
_log = logging.getLogger(__name__)


class Mirror:
    """Follows a ZooKeeper; `append(kind, subject, data, at)` takes what it sees.

    Public methods may be called from any thread and do not block; `windows` are what the page sees
    of the tree. Callbacks, listeners and `append` run on the in-order thread, without a lock held.
    """

    def __init__(
        self,
        hosts: str,
        append: Append,
        *,
        security: Security = OPEN,
        session_timeout: float = 10.0,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._clock = clock
        self._handler = InOrderHandler(asks_version=True, security=security, tell=append)
        self.client: KazooClient = connect(hosts, session_timeout, handler=self._handler)
        self._stopping = self._connected = False
        self._mode, self._generation = RECURSIVE, 0
        self._loading_since: float | None = None
        self._reasons: set[str] = set()
        self._alarm = Alarm("ticks", _TICK, lambda: self._handler.post(self._tick), append)
        self._glancing = Alarm("glances", _GLANCE, lambda: self._handler.post(self._glance), append)
        self._teller = Teller(append, clock, self._alarm.set, chrooted=bool(self.client.chroot))
        self._mirrored = MirroredTree(self._teller)
        self._wire()

    def _wire(self) -> None:
        self._reads = reads = Reads(self.client, self._fall_back, batch=50)
        bulk = Reads(self.client, self._fall_back)
        probing = Reads(self.client, self._fall_back, depth=2)
        self._all_reads = (reads, bulk, probing)
        mirrored, append = self._mirrored, self._teller.append
        self._elections = Elections(mirrored.tree, reads, probing, mirrored, append)
        self._values = Values(reads, append)
        self._loader = Loader(bulk, mirrored, self._load_done)
        self._open = OpenPaths(reads, mirrored, self._wanted, mirrored.closed, self._load_done)
        self.windows = Windows(
            mirrored.tree, mirrored.lock, probing, self._look, mirrored.changed_at, self.look_again
        )
        self._barriers = Barriers(self.client, reads, self._note_silence)
        self._teller.is_close = self._is_close
        mirrored.elections, mirrored.values = self._elections, self._values
        mirrored.came, mirrored.is_settled = self._came, lambda: self.is_loaded

    @property
    def is_loaded(self) -> bool:
        """Whether the tree is complete and up to date."""
        return self._connected and self._loading_since is None

    def start(self) -> None:
        """Begin to connect; goes on trying for ever, and returns at once."""
        self._handler.on_reason = self._explain
        on_state(self.client, self._on_state)
        self._alarm.start()
        self._glancing.start()
        self.client.start_async()

    def stop(self) -> None:
        """End the session; returns within about a second whatever ZooKeeper does."""
        self._stopping = True
        self._alarm.stop()
        self._glancing.stop()
        close(self.client)

    def follow(self, path: str, every: bool = False) -> None:
        """Keep reading the election at `path`, also while it has no members or does not exist.

        every: all its children are members, not only those with a sequence number; when it is
        followed again, what was said last counts.
        """
        self._handler.post(partial(self._follow, path, every))

    def follow_value(self, path: str) -> None:
        """Keep reading the data of the znode at `path`, whether there is one or not: `value.read`
        tells what it says now, and then at each change.
        """
        self._handler.post(partial(self._follow_value, path))

    def barrier(self, callback: Callable[[], object]) -> None:
        """Run `callback` when all that ZooKeeper did before now is journaled (see `Barriers`)."""
        if self._stopping:
            callback()
        else:
            self._handler.post(partial(self._add_barrier, callback))

    def names(self, path: str, start: int, count: int) -> tuple[list[str], int] | None:
        """A page of children's names and their number; None where the mirror does not know."""
        return self.windows.names(path, start, count) if self.is_loaded else None

    def look_again(self, path: str) -> None:
        """Read the list of children of `path` again."""
        self._look(lambda: self._read_again([path]))

    def open_paths(self, paths: Iterable[str]) -> None:
        """The paths that the page shows. What is newly opened is read again; a server before 3.6
        is asked to watch it.
        """
        self._handler.post(partial(self._set_open, set(paths)))

    def on_tree_change(self, listener: Callable[[str], None]) -> Callable[[], None]:
        """Tell `listener` each path whose window changed; returns what ends that."""
        return self._mirrored.add_listener(listener)

    # The session.

    def _on_state(self, state: str) -> None:
        if self._stopping:
            return
        self._disconnect()
        if state == KazooState.CONNECTED:
            self._on_connected()
            return
        kind = "zookeeper.suspended" if state == KazooState.SUSPENDED else "zookeeper.lost"
        reason = self._handler.reason or "the session ended"
        self._reasons.add(reason)
        self._teller.append(kind, _SUBJECT, {"reason": reason})
        if self.client.client_state == KeeperState.CLOSED:
            # kazoo's loop died of an error of its own: only a start brings it back.
            threading.Thread(target=self.client.start_async, daemon=True).start()

    def _on_connected(self) -> None:
        self._connected, self._loading_since = True, self._clock()
        self._barriers.open()
        self._reasons.clear()
        connection = {
            "session": session_hex(self._handler.session),
            "version": self._handler.version,
            "timeout_ms": self._handler.negotiated_ms,
            "server": self._handler.server,
        }
        self._teller.append("zookeeper.connected", _SUBJECT, connection)
        self._begin()

    def _begin(self) -> None:
        handler = self._handler
        lacks = sentences(handler.version, handler.capabilities)
        self._teller.append("mirror.loading", _SUBJECT, {"mode": self._mode, "lacks": lacks})
        self._arm()

    def _disconnect(self) -> None:
        self._connected = False
        self._forget_reads()
        self._barriers.close()
        self._teller.flush()

    def _note_silence(self, is_silent: bool) -> None:
        kind = "mirror.silent" if is_silent else "mirror.heard"
        self._teller.append(kind, _SUBJECT, {"server": self._handler.server})

    def _explain(self, reason: str) -> None:
        """A new reason while there is no connection: each is told once."""
        if self._stopping or self._connected or reason in self._reasons:
            return
        self._reasons.add(reason)
        if reason != SESSION_EXPIRED:
            self._teller.append("zookeeper.suspended", _SUBJECT, {"reason": reason})

    def _arm(self) -> None:
        if self._mode == RECURSIVE and not self._handler.capabilities.recursive_watches:
            self._fall_back()
        elif self._mode == OPEN_PATHS:
            self._open.start()
            self._reread_all()
        else:
            self._watch_all()

    def _watch_all(self) -> None:
        armed = partial(self._armed, self._generation)
        add_recursive_watch(self.client, "/", self._on_event, armed)

    def _reread_all(self) -> None:
        self._elections.reread_all()
        self._values.reread_all()

    def _wanted(self) -> set[str]:
        return self._elections.paths | self._values.paths

    def _is_close(self, path: str) -> bool:
        return path in self._values.paths or self._elections.concerns(path)

    def _armed(self, generation: int, result: IAsyncResult) -> None:
        if generation != self._generation or self._stopping:
            return
        if result.exception is None:
            self._reread_all()
            self._loader.start()
        elif not isinstance(result.exception, CONNECTION_ERRORS):
            self._fall_back()

    def _fall_back(self) -> None:
        """This server knows neither recursive watches nor multi-reads: it is older than 3.6."""
        if self._mode == OPEN_PATHS:
            return
        self._mode = OPEN_PATHS
        for capability in ("recursive_watches", "multi_reads"):
            self._handler.lacks(capability)
        _log.warning("%s", sentences(self._handler.version, self._handler.capabilities)[0])
        self._elections.need_watches()
        self._values.needs_watches = True
        self._mirrored.listens_to_all = False
        self._forget_reads()
        self._begin()

    def _forget_reads(self) -> None:
        """Those that are under way are never answered."""
        self._generation += 1
        self._loader.stop()
        self.windows.restart()
        for reads in self._all_reads:
            reads.restart()

    def _load_done(self) -> None:
        if self._loading_since is None:
            return
        took = self._clock() - self._loading_since
        self._loading_since, self._teller.has_loaded = None, True
        self._teller.flush()
        size, took_ms = self._mirrored.size(), round(took * 1000, 1)
        data = {"znodes": size, "took_ms": took_ms, "mode": self._mode}
        self._teller.append("mirror.loaded", _SUBJECT, data)
        for path in sorted(self._open.open):
            self._mirrored.changed_at(path)
        self._glancing.set()

    def _glance(self) -> None:
        if self.is_loaded and self._mode == RECURSIVE:
            self._elections.look_for_hidden()
            self._glancing.set()

    def _on_event(self, event: Event) -> None:
        if not self._stopping and self._mode == RECURSIVE:
            self._mirrored.take(event)

    def _came(self, path: str) -> None:
        if self._mode == OPEN_PATHS and self._connected:
            self._open.came(path)

    def _tick(self) -> None:
        self._teller.flush()
        self._barriers.tick()
        if self._barriers.is_waiting:
            self._alarm.set()

    # What other threads ask for.

    def _follow(self, path: str, every: bool) -> None:
        self._elections.follow(path, every)
        self._read_followed(self._elections.reread, path)

    def _follow_value(self, path: str) -> None:
        self._values.follow(path)
        self._read_followed(self._values.reread, path)

    def _read_followed(self, reread: Callable[[str], None], path: str) -> None:
        if self._connected and self._mode == OPEN_PATHS:
            self._open.update()
        if self._connected:
            reread(path)

    def _add_barrier(self, callback: Callable[[], object]) -> None:
        self._barriers.add(callback)
        if self._barriers.is_waiting:
            self._alarm.set()

    def _set_open(self, paths: set[str]) -> None:
        opened, self._open.open = paths - self._open.open, paths
        if self._mode == OPEN_PATHS and self._connected:
            self._open.update()
        elif self.is_loaded:
            self._read_again(sorted(opened))

    def _read_again(self, paths: list[str]) -> None:
        """A recursive watch keeps silent about znodes that its session may not read (since
        CVE-2024-23944 was mended), so a listing may know more than the events told.
        """
        for path in paths:
            self._reads.many([ChildrenOf(path)], partial(self._reread, path))

    def _reread(self, path: str, answers: list[Answer]) -> None:
        tell(self._mirrored, path, answers[0])

    def _look(self, work: Callable[[], None]) -> None:
        self._handler.post(lambda: work() if self._connected else None)
