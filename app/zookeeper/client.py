"""ZooKeeper sessions the way Handoff wants them: in order, bounded, and able to say what is wrong.

kazoo runs watch events and replies on two threads, so a reply may overtake the event before it.
`InOrderHandler` has one queue and one thread for both: what runs there sees the order of the wire.
"""

from __future__ import annotations

import atexit
import errno
import logging
import math
import select
import socket
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from kazoo.client import KazooClient
from kazoo.handlers.threading import SequentialThreadingHandler

from app.errors import SetupError
from app.zookeeper.fourletter import FourLetterError, server_version
from app.zookeeper.requests import observe_handshake

CONNECT_TIMEOUT = 3.0
READ_TIMEOUT = 2 / 3
"""The part of a session's timeout after which a silent server is given up."""

SESSION_EXPIRED = "the session expired"
_VERSION_TIMEOUT = 0.5
_JOIN_TIMEOUT = 0.8
_WAKEUP_BUFFER = 1 << 20
_SESSION_MASK = (1 << 64) - 1
_log = logging.getLogger(__name__)


class InOrderHandler(SequentialThreadingHandler):  # type: ignore[misc]
    """kazoo's threading handler with one queue and one worker for events and replies alike.

    Beside that it keeps what kazoo knows and does not tell: `server` ("host:port" of the last
    connection), `session` and `negotiated_ms` (its id and timeout), `reason` (why there is no
    connection, in plain words); `on_reason` is called on the worker when the reason changes. With
    `asks_version` it asks each server for its `version` before the session begins.
    """

    def __init__(self, asks_version: bool = False) -> None:
        super().__init__()
        self.asks_version = asks_version
        self.version: str | None = None
        self.completion_queue = self.callback_queue
        self._running = False
        self.server: str | None = None
        self.session: int | None = None
        self.negotiated_ms: int | None = None
        self.reason: str | None = None
        self._silent_since: float | None = None
        self.on_reason: Callable[[str], None] | None = None

    def post(self, function: Callable[[], object]) -> None:
        """Run `function` on the in-order thread, after all that is queued there now."""
        self.callback_queue.put(function)

    def start(self) -> None:
        """Start the one worker."""
        with self._state_change:
            if not self._running:
                self._workers.append(self._create_thread_worker(self.callback_queue))
                self._running = True
                atexit.register(self.stop)

    def stop(self) -> None:
        """Finish what is queued and end the worker; bounded, and safe on the worker itself."""
        with self._state_change:
            if not self._running:
                return
            self._running = False
            atexit.unregister(self.stop)
            worker = self._workers.pop()
            self.callback_queue.put(_end_worker)
        if worker is not threading.current_thread():
            worker.join(_JOIN_TIMEOUT)

    def _create_thread_worker(self, work_queue: Any) -> threading.Thread:
        worker = threading.Thread(target=_work, args=(work_queue,), daemon=True, name="zookeeper")
        worker.start()
        return worker

    def shook_hands(self, session: int, timeout_ms: int) -> None:
        """A session has begun or goes on; on the connection thread. A timeout of 0: expired."""
        if timeout_ms > 0:
            self.session, self.negotiated_ms = session, timeout_ms

    def create_connection(self, *args: Any, **kwargs: Any) -> socket.socket:
        """Connect as kazoo does, but never for longer than `CONNECT_TIMEOUT` seconds."""
        address = _address_words(kwargs["address"] if "address" in kwargs else args[0])
        kwargs["timeout"] = min(kwargs.get("timeout") or CONNECT_TIMEOUT, CONNECT_TIMEOUT)
        self.server, self._silent_since = address, None
        try:
            connection: socket.socket = super().create_connection(*args, **kwargs)
        except OSError as error:
            self.explain(_connect_words(error, address))
            raise
        self.reason = None
        if self.asks_version:
            self.version = _version_of(connection)
        return connection

    def select(
        self,
        readers: Sequence[socket.socket],
        writers: Sequence[socket.socket],
        _exceptional: Sequence[socket.socket],
        timeout: float | None = None,
    ) -> tuple[list[socket.socket], list[socket.socket], list[socket.socket]]:
        """Wait until one is ready. kazoo does this three times a frame, and each time makes and
        closes an epoll object, which takes eight times as long as one poll.

        With two to read, they are the connection and the queue of requests.
        """
        poll = select.poll()
        for one in readers:
            poll.register(one, select.POLLIN)
        for one in writers:
            poll.register(one, select.POLLOUT)
        ready = {number for number, _ in poll.poll(_milliseconds(timeout))}
        if len(readers) == 2:
            self._note_silence(*(one.fileno() in ready for one in readers))
        return (
            [one for one in readers if one.fileno() in ready],
            [one for one in writers if one.fileno() in ready],
            [],
        )

    def _note_silence(self, is_answered: bool, is_asked: bool) -> None:
        """Leave a server that lets requests pile up unanswered, as ZooKeeper's own client does
        after two thirds of the session's timeout. kazoo takes each request for a ping, and so
        waits for ever for a server that is frozen while it is being asked.

        Raises TimeoutError, which kazoo makes a dropped connection.
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
        """kazoo's wake-up pipe, with room: each request puts a byte in, which blocks when full."""
        pair: tuple[socket.socket, socket.socket] = super().create_socket_pair()
        for end in pair:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _WAKEUP_BUFFER)
        return pair

    def explain(self, reason: str) -> None:
        """Remember why there is no connection; the first explanation of an attempt stays."""
        if reason == self.reason:
            return
        self.reason = reason
        if self.on_reason is not None:
            self.post(lambda: self.on_reason and self.on_reason(reason))


def connect(
    hosts: str,
    session_timeout: float,
    client_id: tuple[int, bytes] | None = None,
    *,
    keep_trying: bool = True,
    handler: InOrderHandler | None = None,
) -> KazooClient:
    """A client that is not started yet (add listeners, then `start_async()`).

    hosts: connection string with optional chroot. session_timeout: seconds. client_id: the id and
    password of a session to take over. keep_trying False gives up after some ten seconds of
    refused connections. `client.handler` is an `InOrderHandler`. Raises SetupError for a
    connection string that is none.
    """
    handler = handler or InOrderHandler()
    try:
        client = KazooClient(
            hosts=hosts,
            timeout=session_timeout,
            client_id=client_id,
            handler=handler,
            randomize_hosts=True,
            connection_retry=_retry(-1 if keep_trying else 25),
            command_retry=_retry(5),
            logger=_quiet_logger(handler),
        )
    except ValueError as error:
        message = f"{hosts!r} is no ZooKeeper connection string (host:port,host:port/chroot)"
        raise SetupError(f"{message}: {error}", field="zookeeper") from None
    observe_handshake(client, handler.shook_hands)
    return client


def on_state(client: KazooClient, listener: Callable[[str], None]) -> None:
    """Deliver kazoo's session states through the in-order queue.

    kazoo calls its listeners on the connection thread, where nothing may block or wait.
    """
    client.add_listener(lambda state: client.handler.post(lambda: listener(state)))


def _milliseconds(timeout: float | None) -> int | None:
    return None if timeout is None else math.ceil(timeout * 1000)


def session_hex(session: int | tuple[int, bytes] | None) -> str | None:
    """A session id as ZooKeeper's own tools write it ("0x1000…", 64 bit); None stays None.

    Takes the id, a kazoo `client_id`, or an `ephemeralOwner`.
    """
    if session is None:
        return None
    number = session if isinstance(session, int) else session[0]
    return f"0x{number & _SESSION_MASK:x}"


def close(client: KazooClient) -> None:
    """Close the session and release its threads and sockets; returns within a second.

    kazoo's own stop waits for a connection attempt that is under way, for ten seconds and more.
    """
    closer = threading.Thread(target=_close, args=(client,), daemon=True, name="zookeeper-close")
    closer.start()
    closer.join(1.0)


def _close(client: KazooClient) -> None:
    try:
        client.stop()
        client.close()
    except Exception as error:
        _log.debug("closing a ZooKeeper session: %r", error)


def _retry(tries: int) -> dict[str, Any]:
    return {
        "max_tries": tries,
        "delay": 0.05,
        "backoff": 2,
        "max_jitter": 0.4,
        "max_delay": 0.5,
    }


def _end_worker() -> None:
    raise SystemExit


def _work(work_queue: Any) -> None:
    while True:
        function = work_queue.get()
        if function is _end_worker:
            return
        try:
            function()
        except Exception:
            _log.exception("a ZooKeeper callback failed")
        finally:
            work_queue.task_done()
            del function


class _Reasons(logging.Handler):
    """Turns kazoo's warnings into the handler's `reason`; errors go on to the log."""

    def __init__(self, handler: InOrderHandler) -> None:
        super().__init__(logging.WARNING)
        self.handler = handler

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            _log.handle(record)
            return
        words = _dropped_words(record.getMessage(), self.handler)
        if words is not None:
            self.handler.explain(words)


def _quiet_logger(handler: InOrderHandler) -> logging.Logger:
    # Registered nowhere: it belongs to one client, and goes with it.
    logger = logging.Logger("handoff.kazoo", logging.WARNING)  # noqa: LOG001
    logger.addHandler(_Reasons(handler))
    return logger


def _version_of(connection: socket.socket) -> str | None:
    host, port = connection.getpeername()[:2]
    try:
        return server_version(host, port, _VERSION_TIMEOUT)
    except FourLetterError:
        return None


def _address_words(address: Any) -> str:
    host, port = address[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _connect_words(error: OSError, address: str) -> str:
    if isinstance(error, ConnectionRefusedError):
        return f"connection refused by {address}"
    if isinstance(error, TimeoutError):
        return f"no answer from {address} within {CONNECT_TIMEOUT:g} s"
    return f"{address} cannot be reached: {(error.strerror or 'no connection').lower()}"


def _dropped_words(message: str, handler: InOrderHandler) -> str | None:
    if message.startswith("Cannot resolve"):
        host = message.removeprefix("Cannot resolve ").split(":")[0]
        return f"host name does not resolve: {host}"
    if "ping not received" in message or "time-out" in message:
        return f"no answer from {handler.server} within the time that its session allows"
    if message.startswith("Session has expired"):
        return SESSION_EXPIRED
    if "Connection dropped" in message and handler.reason is None:
        return f"{handler.server} closed the connection"
    return None
