"""Make kazoo's handler keep the order of the wire for the functions that it runs.

kazoo runs watch events and replies on two threads, so a reply may overtake the event before it.
Here one queue serves both, and its functions run one after the other.
"""

from __future__ import annotations

import atexit
import errno
import logging
import math
import select
import socket
import ssl
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from kazoo.handlers.threading import SequentialThreadingHandler

from ..system.threads import LastingThread, Tell, keep_to_log
from .addresses import Address
from .buffered import BufferedTls, buffered
from .fourletter import FourLetterError, ask
from .security import OPEN, Security, tls_words
from .wire.capabilities import capabilities_of
from .words import parse_srvr

_log = logging.getLogger(__name__)

Function = Callable[[], object]


class SerialExecutor:
    """A queue of functions that run in order, on one thread at a time but not always on the same
    one. It takes longer than most of the work itself to wake another thread for a frame that has
    been read, and to have that thread send what follows. So a thread that puts functions here again
    and again may run them itself, when it has the time; a worker runs all that others put. A
    function has the time at which its cause came: a thousand of them may wait for each other.

    Any thread may call `put`. Only the worker's calls `work`; only the thread that itself runs what
    it puts calls `run_here` and `leave`; and only the thread that reads what it puts functions for
    calls `has_read` and `has_taken_all`.
    """

    def __init__(self) -> None:
        self._functions: deque[tuple[float, Function]] = deque()
        self._reader: tuple[int, float] | None = None
        self._at: float | None = None
        self._turn = threading.Lock()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        self._runs_its_own: int | None = None

    def put(self, function: Function) -> None:
        """Run `function` after all that is here now."""
        thread, read_at = self._reader or (None, 0.0)
        at = read_at if thread == threading.get_ident() else time.monotonic()
        self._functions.append((at, function))
        if self._runs_its_own != threading.get_ident():
            self._bell.put(True)

    def now(self) -> float:
        """Return the time of the running function, or, if there is none, the clock's."""
        return time.monotonic() if self._at is None else self._at

    def has_read(self) -> None:
        """Note that bytes have come: what this thread puts now is about them."""
        self._reader = threading.get_ident(), time.monotonic()

    def has_taken_all(self) -> None:
        """Note that nothing is left of those bytes."""
        self._reader = None

    def run_here(self) -> None:
        """Run what is here, and rely on this thread to come again for what it puts later."""
        self._runs_its_own = threading.get_ident()
        self._run()

    def leave(self) -> None:
        """Note that the thread of `run_here` will not come again."""
        self._runs_its_own = None
        self._bell.put(True)

    def work(self) -> None:
        """Run what nobody else runs, until `end`. A call that was cut short may be repeated."""
        self._run()
        while self._bell.get():
            self._run()
        self._run()

    def end(self) -> None:
        """Let `work` return when all that is here has been run."""
        self._bell.put(False)

    def _run(self) -> None:
        """Run all functions, unless another thread is at it: that one looks again at the end."""
        while self._functions and self._turn.acquire(blocking=False):
            try:
                while self._functions:
                    self._at, function = self._functions.popleft()
                    _call(function)
            finally:
                self._at = None
                self._turn.release()


def _call(function: Function) -> None:
    try:
        function()
    except BaseException:
        _log.exception("a ZooKeeper callback failed")


CONNECT_TIMEOUT = 3.0
READ_TIMEOUT = 2 / 3
"""The part of a session's timeout after which a silent server is given up."""

ELECTING = 8.0
"""The seconds for which an ensemble may be without a leader: it notices the old one's end after
`syncLimit` ticks, five seconds in ours, and has a new one soon after.
"""
ANOTHER_HISTORY = (
    "knows less than this session has seen, and refuses it: ZooKeeper was set up again there, or "
    "restored to an earlier state. The session counts as over, and a new one begins"
)

NO_ZOOKEEPER = "what answers at {} is no ZooKeeper: it does not speak its protocol"

_VERSION_TIMEOUT, _BY_TLS = 0.5, 2.0
_JOIN_TIMEOUT = 0.8
_WAKEUP_BUFFER = 1 << 20


class InOrderHandler(SequentialThreadingHandler):  # type: ignore[misc]
    """A threading handler of kazoo's with one queue and one worker for events and replies alike.

    It also keeps what kazoo knows and does not pass on: `server` ("host:port" of the last
    connection), `name` (its host's name), `session` and `negotiated_ms` (its id and timeout),
    `shortest_ms` (the shortest timeout that the session was given), `reason` (why there is no
    connection, in plain words); it calls `on_reason` in order when the reason changes. With
    `asks_version` it asks each server for its `version` before the session begins. `capabilities`
    are those of this version, or of the newest, without what a server has turned out not to do.
    `connection` is the number of the present connection, or of the last one, and `hand_offered_at`
    when its handshake was sent; code that sends over one connection alone holds `binding`. A
    `prompt` handler runs what it reads on the connection thread, where then no function may wait
    for an answer, or stop the client. `security` is that of its connections; `was_refused` says
    that a server wanted other credentials. `tell` takes what the worker, a `LastingThread`,
    reports.
    """

    queue_impl = SerialExecutor
    running = False
    """Whether the worker runs; kazoo asks too."""

    def __init__(
        self,
        asks_version: bool = False,
        prompt: bool = False,
        security: Security = OPEN,
        tell: Tell = keep_to_log,
        on_reason: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__()
        self.asks_version, self._prompt, self._tell = asks_version, prompt, tell
        self.security, self.was_refused = security, False
        self.version: str | None = None
        self.capabilities = capabilities_of(None)
        self._lacks: set[str] = set()
        self.completion_queue = self.callback_queue
        self._worker: LastingThread | None = None
        self._switching = threading.Lock()
        self.server: str | None = None
        self.name: str | None = None
        self.session: int | None = None
        self.negotiated_ms: int | None = None
        self.shortest_ms: int | None = None
        self.reason: str | None = None
        self.connection = 0
        self.binding = threading.Lock()
        self.hand_offered_at = float("-inf")
        self._silent_since: float | None = None
        self._apart_since: float | None = None
        self._serving: set[str | None] = set()
        self.on_reason = on_reason

    def post(self, function: Callable[[], object]) -> None:
        """Run `function` in order, after all that is queued now; any thread may call this."""
        self.callback_queue.put(function)

    def now(self) -> float:
        """Return when the bytes were read that the running function is about, by the monotonic
        clock; if another thread has posted the function, return when it did.
        """
        now: float = self.callback_queue.now()
        return now

    def lag(self) -> float:
        """Return how many seconds the running function has waited."""
        return time.monotonic() - self.now()

    def is_of_version(self, version: str | None) -> None:
        """Assume that the servers have this version, and send nothing that it lacks."""
        self.capabilities = capabilities_of(version).without(*self._lacks)

    def lacks(self, capability: str) -> None:
        """Remember that a server does not do this; another one may run the same version."""
        self._lacks.add(capability)
        self.capabilities = self.capabilities.without(capability)

    def start(self) -> None:
        with self._switching:
            if self._worker is None:
                does = "hears ZooKeeper's answers and events"
                self._worker = LastingThread(
                    "zookeeper", does, self.callback_queue.work, self._tell
                )
                self._worker.start()
                self.running = True
                atexit.register(self.stop)

    def stop(self) -> None:
        """Finish what is queued, and end the worker, within a bounded time; the worker itself may
        call this too.
        """
        with self._switching:
            worker, self._worker = self._worker, None
            if worker is None:
                return
            self.running = False
            atexit.unregister(self.stop)
            worker.dismiss()
            self.callback_queue.end()
        if worker is not threading.current_thread():
            worker.join(_JOIN_TIMEOUT)

    def offers_hand(self) -> None:
        """Note, on the connection thread, that a handshake is sent."""
        self.hand_offered_at = time.monotonic()

    def shook_hands(self, session: int, timeout_ms: int) -> None:
        """Note, on the connection thread, that a session begins or goes on (timeout 0: it has
        expired).
        """
        self.connection += 1
        if timeout_ms > 0:
            self._apart_since = None
            self._serving.clear()
            shortest = self.shortest_ms if session == self.session else None
            self.shortest_ms = min(timeout_ms, shortest or timeout_ms)
            self.session, self.negotiated_ms = session, timeout_ms

    @property
    def must_ask_whether_it_serves(self) -> bool:
        """Tell whether a refusal would end the session if this server were known to serve."""
        return self._is_over and self.server not in self._serving

    def serves(self) -> None:
        """Note that this server has answered a client that has seen nothing."""
        self._serving.add(self.server)

    def is_of_another_history(self) -> bool:
        """Tell whether this server, which has just refused the session, will do so for ever.

        Apache closes the connection of a client that has seen a later zxid, before it looks at the
        session (`ZooKeeperServer.processConnectRequest`). If ZooKeeper was set up again, or
        restored, that goes on for ever, while a server that lags, or does not serve yet, closes it
        in the very same way and takes the session back later. So nobody gives up a session before
        it is over by its own clock, and before a server that answers others has refused it.
        """
        is_other = self._is_over and self.server in self._serving
        if is_other:
            self.explain(f"{self.server} {ANOTHER_HISTORY}")
        return is_other

    @property
    def _is_over(self) -> bool:
        """Tell whether the session is over by its own clock, and an ensemble would have elected a
        leader by now, which begins every session's time again. Asking too early costs the attempts
        that take up a session in time.
        """
        timeout, since = self.negotiated_ms, self._apart_since
        if timeout is None or since is None:
            return False
        return time.monotonic() - since > timeout / 1000 + ELECTING

    def seeks(self, server: str) -> None:
        """Note, on the connection thread, that this server is the next to connect to."""
        self.server, self._silent_since = server, None
        if self._apart_since is None:
            self._apart_since = time.monotonic()

    def create_connection(self, *args: Any, **kwargs: Any) -> socket.socket:
        """Connect as kazoo does, but never for longer than `CONNECT_TIMEOUT` seconds."""
        address = str(Address(*(kwargs["address"] if "address" in kwargs else args[0])[:2]))
        kwargs["timeout"] = min(kwargs.get("timeout") or CONNECT_TIMEOUT, CONNECT_TIMEOUT)
        self.seeks(address)
        self.name = kwargs.get("hostname")
        try:
            connection: socket.socket = super().create_connection(*args, **kwargs)
            connection = self.security.protect(connection, self.name or "", BufferedTls)
        except OSError as error:
            self.explain(_connect_words(error, address))
            raise
        self.reason = None
        if self.asks_version:
            self.version = self._version_of(connection)
            self.is_of_version(self.version)
        return buffered(connection, self.callback_queue.has_read, self.callback_queue.leave)

    def _version_of(self, connection: socket.socket) -> str | None:
        """Return the server's version; None where it does not say, or has hung up already, which
        the handshake tells.
        """
        within = _BY_TLS if self.security.tls else _VERSION_TIMEOUT
        try:
            host, port = connection.getpeername()[:2]
            return parse_srvr(ask(host, port, "srvr", within, self.security, self.name)).version
        except (FourLetterError, OSError):
            return None

    def select(
        self,
        readers: Sequence[socket.socket],
        writers: Sequence[socket.socket],
        _exceptional: Sequence[socket.socket],
        timeout: float | None = None,
    ) -> tuple[list[socket.socket], list[socket.socket], list[socket.socket]]:
        """Wait until one of these is ready. kazoo creates and closes an epoll object each time,
        which takes eight times as long as one poll.

        If there are two to read, these are the connection and the queue of requests.
        """
        if len(readers) == 2:
            return self._between_frames(readers, timeout), [], []
        ready = _poll(readers, writers, timeout)
        return [one for one in readers if one in ready], [w for w in writers if w in ready], []

    def _between_frames(self, readers: Sequence[Any], timeout: float | None) -> list[socket.socket]:
        if self._prompt and self.running:
            self.callback_queue.run_here()
        connection, requests = readers
        has_more = connection.pending() > 0
        if not has_more:
            self.callback_queue.has_taken_all()
        ready = _poll(readers, (), 0.0 if has_more else timeout)
        if has_more:
            ready.append(connection)
        self._note_silence(connection in ready, requests in ready)
        return ready

    def _note_silence(self, is_answered: bool, is_asked: bool) -> None:
        """Leave a server that lets requests pile up unanswered, as ZooKeeper's own client does
        after two thirds of the session's timeout. kazoo takes each request for a ping, and so waits
        for ever for a server that freezes during a request.

        Raise TimeoutError, which kazoo makes a dropped connection.
        """
        now = time.monotonic()
        if is_answered:
            self._silent_since = None
        elif is_asked and self._silent_since is None:
            self._silent_since = now
        if self._silent_since is None or self.negotiated_ms is None:
            return
        if now - self._silent_since > self.negotiated_ms / 1000 * READ_TIMEOUT:
            raise TimeoutError(errno.ETIMEDOUT, "heartbeat ping not received")

    def create_socket_pair(self) -> tuple[socket.socket, socket.socket]:
        """Create kazoo's wake-up pipe, with room for a byte of each request: a full one blocks."""
        pair: tuple[socket.socket, socket.socket] = super().create_socket_pair()
        for end in pair:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _WAKEUP_BUFFER)
        return pair

    def refuse(self, why: str | None = None) -> None:
        """Note that a server refuses our credentials, or wants some."""
        self.was_refused = True
        names = self.security.names
        given = f"does not accept {names}" if names else "was given none"
        self.explain(f"{self.server} {why or f'asks for a login, and {given}'}")

    def explain(self, reason: str) -> None:
        """Remember why there is no connection; the first explanation of an attempt stays."""
        if reason == self.reason:
            return
        self.reason = reason
        if self.on_reason is not None:
            self.post(lambda: self.on_reason and self.on_reason(reason))


def _poll(
    readers: Sequence[socket.socket], writers: Sequence[socket.socket], timeout: float | None
) -> list[socket.socket]:
    poll = select.poll()
    for one in readers:
        poll.register(one, select.POLLIN)
    for one in writers:
        poll.register(one, select.POLLOUT)
    milliseconds = None if timeout is None else math.ceil(timeout * 1000)
    ready = {number for number, _ in poll.poll(milliseconds)}
    return [one for one in (*readers, *writers) if one.fileno() in ready]


def _connect_words(error: OSError, address: str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return f"connection refused by {address}"
    if isinstance(error, TimeoutError):
        return f"no answer from {address} within {CONNECT_TIMEOUT:g} s"
    if isinstance(error, ssl.SSLError):
        return tls_words(error, address)
    return f"{address} cannot be reached: {(error.strerror or 'no connection').lower()}"
