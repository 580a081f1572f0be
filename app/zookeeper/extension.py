"""Extend kazoo's connection; this module alone reaches into kazoo's private names.

kazoo 2.11.0 knows no persistent watches, drops the zxid of a watch event (ZOOKEEPER-4655), sends a
request over any connection there is, reads a frame in five system calls, and does not pass on
what a handshake says. It believes any length of a frame, and its thread ends by an answer that
makes no sense. `requests.py` has the requests that it lacks.
"""

from __future__ import annotations

import logging
import struct
import threading
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from kazoo.client import KazooClient
from kazoo.exceptions import (
    AuthFailedError,
    ConnectionDropped,
    ConnectionLoss,
    SessionClosedRequireSaslError,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.handlers.threading import SequentialThreadingHandler
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.connection import ConnectionHandler
from kazoo.protocol.serialization import Close, Connect, ReplyHeader, Watch
from kazoo.protocol.states import EVENT_TYPE_MAP, Callback, EventType
from kazoo.version import __version__

from .buffered import hang_up_socket
from .credentials import REFUSED_PAUSE, introduce_client
from .handler import NO_ZOOKEEPER, InOrderHandler
from .handshake import Handshakes, as_stranger, close_late, longest
from .operations import Watcher, WatchEvent
from .raw import request_frame
from .wire.codes import AUTH_XID, LARGEST_HANDSHAKE, Op
from .wire.jute import Malformed

Then: TypeAlias = Callable[[IAsyncResult], None]

LARGEST_ANSWER = 512 << 20
"""The bytes of a frame: a mirror reads 500 znodes at once, and each may have a megabyte."""
_GARBLED = (struct.error, Malformed, ValueError, LookupError, TypeError, RuntimeError)
"""The errors to which bytes lead that are no answer of ZooKeeper."""

WORKS_WITH = "2.11.0"
CLIENT_NAMES = (
    "_call",  # (request, result): sends any object with `type`, `serialize` and `deserialize`
    "_child_watchers",  # path with chroot: watchers of its children; emptied at each disconnect
    "_connection",
    "_data_watchers",  # the same for data and existence
    "_pending",  # (request, result, xid) of what was sent and has no answer yet
    "_queue",  # (request, result) of what is still to be sent; it outlives a connection
    "_session_id",  # of the session, None without one
    "_stopped",  # an event
)
CONNECTION_NAMES = (
    "_read",  # (length, timeout): so many bytes
    "_read_response",  # (header, frame, offset): takes the next request off `_pending`
    "_invoke",  # (timeout, request, xid): a `Connect` is answered by a pair, `Auth` by a zxid
    "_read_header",  # (timeout): the next frame's header, the frame, and where its body begins
    "_read_socket",  # (two thirds of the session's timeout): takes a frame that has come
    "_read_watch_event",  # (frame, offset)
    "_socket",  # the connection, None where there is none
    "_submit",  # (request, timeout, xid): sends it
    "_write",  # (bytes, timeout)
)
log = logging.getLogger(__name__)
_zxid_at = struct.Struct(">q").unpack_from


def require_names(client: KazooClient) -> None:
    """Raise ImportError where this kazoo lacks one of the private names; say what to do."""
    connection = getattr(client, "_connection", None)
    missing = [f"KazooClient.{name}" for name in CLIENT_NAMES if not hasattr(client, name)]
    missing += [f"ConnectionHandler.{name}" for name in CONNECTION_NAMES
                if connection and not hasattr(connection, name)]  # fmt: skip
    if missing:
        raise ImportError(
            f"Handoff uses {', '.join(missing)}, which kazoo {__version__} does not have."
            f" It works with kazoo {WORKS_WITH}: pip install kazoo=={WORKS_WITH}"
        )


require_names(KazooClient())


def extend(client: KazooClient) -> None:
    """Give a client that is not started yet a `CountedConnection` in place of kazoo's."""
    client._connection = CountedConnection(client, client._connection.retry_sleeper)


def send(
    client: KazooClient, request: Any, then: Then | None = None, connection: int | None = None
) -> IAsyncResult:
    """Send any object with `type`, `serialize()` and `deserialize(buffer, offset)`; `then` is
    linked first, so that it keeps its place among the events.

    connection: the number of the one connection (see `InOrderHandler`) over which it may go; over
    any other it is not sent, and fails with ConnectionLoss.
    """
    result = client.handler.async_result()
    if then is not None:
        result.rawlink(then)
    if connection is None:
        client._call(request, result)
        return result
    result.connection = connection
    with client.handler.binding:
        if client.handler.connection == connection:
            client._call(request, result)
            return result
    result.set_exception(ConnectionLoss())
    return result


def watch_below(client: KazooClient, path: str, watcher: Watcher) -> None:
    """Dispatch events of `path` (with the chroot) and of all below it to `watcher` until the
    connection ends. Call it on the connection thread.
    """
    client._connection.recursive[path] = watcher


def watch_all(client: KazooClient, watcher: Watcher) -> None:
    """Dispatch every watch event of the session to `watcher`, no matter what has set the watch."""
    client._connection.watches_all = watcher


def hang_up(client: KazooClient, connection: int | None = None) -> None:
    """Break the connection off; kazoo opens a new one, for the same session where there is one.

    connection: its number; do nothing if another one is the present one. A connection can outlive
    its session, if somebody has ended that over another one: the server answers everything there by
    "expired", and kazoo ignores that. Over a new connection the server tells it properly.
    """
    is_present = client.connected and client.handler.connection == connection
    present = client._connection._socket
    if present is None or not (connection is None or is_present):
        return
    if isinstance(client._connection, SharedConnection):
        hang_up_socket(present)
    else:
        present.hang_up()


class CountedConnection(ConnectionHandler):  # type: ignore[misc]
    """A connection that counts itself, dispatches persistent watches, and has `Handshakes`.

    All of it belongs to the connection thread.
    """

    _socket: Any

    def __init__(self, client: KazooClient, retry: Any = None) -> None:
        super().__init__(client, retry, client.logger)
        self.logger = _StrictLogger(client.logger)
        self.longest = LARGEST_HANDSHAKE
        self.handshakes = Handshakes(client.handler)
        self.recursive: dict[str, Watcher] = {}
        self.watches_all: Watcher | None = None

    # -- the handshake ------------------------------------------------------------------------

    def _invoke(self, timeout: float, request: Any, xid: int | None = None) -> Any:
        """Shake hands before the state listeners hear of the connection. kazoo sends the last zxid
        that it has seen until it is told that its session is over, and a server of another history
        never says so (see `is_of_another_history`): here it is told. At a SessionExpiredError kazoo
        begins a new session, with zxid 0.
        """
        if not isinstance(request, Connect):
            return super()._invoke(timeout, request, xid)
        timeout = self.handshakes.timeout(timeout, request)
        if self.handshakes.must_ask(request):
            self._connect_and_log_in(timeout, as_stranger(request))
            self.handler.serves()
            raise ConnectionDropped("it answers a client that has seen nothing")
        answer = self._shake(timeout, request)
        if request.session_id not in (0, answer[0].session_id) and answer[0].time_out > 0:
            self._leave(timeout)
            self.begin(request.session_id, 0)
            raise SessionExpiredError("the server has begun another session")
        self.begin(answer[0].session_id, answer[0].time_out)
        return answer

    def _leave(self, timeout: float) -> None:
        """Close the session that a server has begun in place of one that is over, as ClickHouse
        Keeper does: kazoo would take it for the session that the client had.
        """
        frame = request_frame(1, Op.CLOSE_SESSION)
        self._write(len(frame).to_bytes(4, "big") + frame, timeout)

    def begin(self, session: int, timeout_ms: int) -> None:
        """Count a connection that begins; a timeout of 0 says that the session has expired."""
        self.recursive.clear()
        _begin(self.client, self.handler, session, timeout_ms, is_ours=True)

    def _shake(self, timeout: float, request: Connect) -> Any:
        began = time.monotonic()
        self.handler.offers_hand()
        try:
            answer = self._connect_and_log_in(timeout, request)
        except self.handler.timeout_exception:
            self.handshakes.was_late(timeout)
            self._abandon(request)
            raise
        except ConnectionDropped:
            if self.handshakes.is_refused_for_good(request):
                raise SessionExpiredError from None
            raise
        self.handshakes.was_answered(time.monotonic() - began)
        return answer

    def _abandon(self, request: Connect) -> None:
        """Close a new session whose handshake was given up: nobody has heard of that session. A
        session that the client takes up again stays: the next attempt is for it.
        """
        if not request.session_id:
            late, self._socket = (self._socket, longest(request)), None
            threading.Thread(
                target=close_late, args=late, name="late handshake", daemon=True
            ).start()

    def _connect_and_log_in(self, timeout: float, request: Connect) -> Any:
        """Connect and log in. Raise ConnectionDropped some time after a server has refused the
        login, and kazoo tries again. A client that was refused before sends a request at once, so
        that it does not count as connected for a moment at each attempt.
        """

        def exchange(frame: bytes) -> bytes:
            self._write(len(frame).to_bytes(4, "big") + frame, timeout)
            return bytes(self._read_header(timeout)[1])

        self.longest = LARGEST_HANDSHAKE
        try:
            answer = super()._invoke(timeout, request)
            if answer[0].protocol_version != 0 or answer[0].passwd is None:
                raise ValueError(answer)
            self.longest = LARGEST_ANSWER
            if answer[0].time_out > 0:
                introduce_client(exchange, self.client)
        except AuthFailedError as error:
            self.handler.refuse(*error.args)
            self.client._stopped.wait(REFUSED_PAUSE)
            raise ConnectionDropped("the login was refused") from None
        except _GARBLED as error:
            raise self._garbled(error) from None
        return answer

    # -- what is read -------------------------------------------------------------------------

    def _garbled(self, error: Exception) -> ConnectionDropped:
        """Note that what answers is no ZooKeeper; return the error that ends the connection."""
        log.debug("%s answers what makes no sense", self.handler.server, exc_info=error)
        self.handler.explain(NO_ZOOKEEPER.format(self.handler.server))
        return ConnectionDropped("no ZooKeeper answers")

    def _read(self, length: int, timeout: float) -> bytes:
        """Read this many bytes; refuse a length that no answer has, before any of it is kept."""
        if not 0 <= length <= self.longest:
            raise ValueError(f"a frame of {length} bytes")
        return bytes(super()._read(length, timeout))

    def _read_socket(self, read_timeout: float) -> Any:
        try:
            return super()._read_socket(read_timeout)
        except _GARBLED as error:
            raise self._garbled(error) from None

    def _read_response(self, header: ReplyHeader, frame: bytes, offset: int) -> Any:
        """Answer the next request, as kazoo does. A request whose answer makes no sense has no
        answer.
        """
        (_, result, xid) = self.client._pending[0]
        if header.xid != xid:
            raise ValueError(f"an answer to {header.xid}, where {xid} was asked")
        try:
            return super()._read_response(header, frame, offset)
        except _GARBLED:
            if result is not None and not result.ready():
                result.set_exception(ConnectionLoss())
            raise

    def _read_header(self, timeout: float) -> tuple[ReplyHeader, bytes, int]:
        """Take what has come as a whole from the `BufferedSocket`; kazoo reads it in steps."""
        frame = self._socket.take_frame()
        if frame is None:
            header, frame, offset = super()._read_header(timeout)
        else:
            header, offset = ReplyHeader.deserialize(frame, 0)
        self.expect(header)
        return header, frame, offset

    def expect(self, header: ReplyHeader) -> None:
        """Make the request that this answers the next one, or raise ConnectionDropped.

        If a session has moved, Apache's server hangs up without an answer, and later requests get
        their answers out before that (NIOServerCnxn.handleWrite). kazoo's thread would end by it.
        """
        pending = self.client._pending
        if header.xid == AUTH_XID or header.err == UnimplementedError.code:
            put_first(pending, header.xid)
            if pending and pending[0][2] != header.xid:
                raise ValueError(f"an answer to {header.xid}, which was not asked")
        elif header.err == SessionClosedRequireSaslError.code:
            self.handler.refuse()
            raise ConnectionDropped("the server asks for a login")
        elif header.xid > 0 and pending and pending[0][2] != header.xid:
            raise ConnectionDropped("an earlier request was skipped: the session has moved")

    def _read_watch_event(self, frame: bytes, offset: int) -> None:
        """Dispatch an event as kazoo does, but also to persistent watches, and with the change's
        zxid.
        """
        path, event = _event_in(self.client, frame, offset)
        if event.type is None or self.client._stopped.is_set():
            return
        for watcher in self._watchers_of(event.type, path):
            self.handler.dispatch_callback(Callback("watch", watcher, (event,)))

    def _watchers_of(self, kind: str, path: str) -> list[Watcher]:
        """Return the watchers of an event; remove kazoo's, and leave the persistent ones."""
        found: list[Watcher] = []
        if kind != EventType.CHILD:
            found += self.client._data_watchers.pop(path, ())
            found += [one for root, one in self.recursive.items()
                      if path == root or root == "/" or path.startswith(f"{root}/")]  # fmt: skip
        if kind in (EventType.CHILD, EventType.DELETED):
            found += self.client._child_watchers.pop(path, ())
        return found if self.watches_all is None else [*found, self.watches_all]


def _event_in(client: KazooClient, frame: bytes, offset: int) -> tuple[str, WatchEvent]:
    """Return the event that a frame holds, with the path as the server knows it."""
    watch, _ = Watch.deserialize(frame, offset)
    kind, zxid = EVENT_TYPE_MAP.get(watch.type), _zxid_at(frame, 4)[0]
    path = client.unchroot(watch.path)
    return watch.path, WatchEvent(kind, client.client_state, path, zxid if zxid > 0 else None)


class _StrictLogger(logging.LoggerAdapter[logging.Logger]):
    """A logger that raises ValueError where kazoo cannot decode an answer, which ends the
    connection. kazoo itself logs that, gives the error to the caller, and goes on.
    """

    def exception(self, msg: object, *args: object, **kwargs: Any) -> None:
        """Log an error, unless it is of an answer."""
        if str(msg).startswith("Exception raised during deserialization"):
            raise ValueError("an answer that cannot be decoded")
        super().exception(msg, *args, **kwargs)


@dataclass(frozen=True)
class OrderedWatcher:
    """A watcher on a shared client; `SharedConnection` calls `hear`, kazoo's call does nothing."""

    hear: Watcher

    def __call__(self, event: object) -> None:
        """Ignore the call by which kazoo says that the connection has ended."""


class SharedConnection(ConnectionHandler):  # type: ignore[misc]
    """The connection of a client that a program uses for other things too. It does what kazoo's
    does, and tells `ours` what kazoo does not pass on: handshakes, the timeout, and watch events in
    their order among the answers. All of it belongs to the connection thread.
    """

    ours: InOrderHandler
    closing: Callable[[], None]

    def _submit(self, request: Any, timeout: float, xid: int | None = None) -> None:
        if request.type == Close.type:
            self.closing()
        super()._submit(request, timeout, xid)

    def _invoke(self, timeout: float, request: Any, xid: int | None = None) -> Any:
        if not isinstance(request, Connect):
            return super()._invoke(timeout, request, xid)
        self.ours.offers_hand()
        answer = super()._invoke(timeout, request, xid)
        self.ours.server = "{}:{}".format(*self._socket.getpeername()[:2])
        begun = answer[0]
        _begin(self.client, self.ours, begun.session_id, begun.time_out, is_ours=False)
        return answer

    def _read_socket(self, read_timeout: float) -> Any:
        """Note the timeout of a session whose handshake came before all this."""
        if self.ours.negotiated_ms is None:
            self.ours.session = self.client._session_id
            self.ours.negotiated_ms = self.ours.shortest_ms = round(read_timeout * 1500)
        return super()._read_socket(read_timeout)

    def _read_watch_event(self, frame: bytes, offset: int) -> None:
        client = self.client
        path, event = _event_in(client, frame, offset)
        heard: list[OrderedWatcher] = []
        if event.type != EventType.CHILD:
            heard += _take_ordered(client._data_watchers.get(path))
        if event.type in (EventType.CHILD, EventType.DELETED):
            heard += _take_ordered(client._child_watchers.get(path))
        for watcher in heard:
            self.ours.post(partial(watcher.hear, event))
        super()._read_watch_event(frame, offset)


class SharedClient:
    """A KazooClient whose program goes on using it, with its own functions on kazoo's threads.

    Recipes hear the answers in the order of the wire, on the worker of `handler`, which knows the
    connection as the handler of a client of `connect` does. Nobody here starts or stops the client,
    which may have a connection already. Raise ValueError for a client that is not one of kazoo's
    threads. closing: called on the connection thread, before the end of the session is sent.
    """

    def __init__(self, client: KazooClient, closing: Callable[[], None]) -> None:
        is_plain = type(client._connection) is ConnectionHandler
        if not is_plain or not isinstance(client.handler, SequentialThreadingHandler):
            raise ValueError("Handoff can use a KazooClient with kazoo's own threads, no other one")
        self.handler = InOrderHandler()
        self.client = client
        client._connection.ours, client._connection.closing = self.handler, closing
        client._connection.__class__ = SharedConnection

    def __getattr__(self, name: str) -> Any:
        return getattr(self.client, name)

    def add_listener(self, listener: Callable[[str], None]) -> None:
        """Add no listener: the code that shares the client tells its parts of the states, in one
        go.
        """

    def _call(self, request: Any, result: Any) -> None:
        watcher = getattr(request, "watcher", None)
        if watcher is not None:
            request = request._replace(watcher=OrderedWatcher(watcher))
        self.client._call(request, result)


def _take_ordered(watchers: set[Any] | None) -> list[OrderedWatcher]:
    found = [one for one in watchers or () if isinstance(one, OrderedWatcher)]
    if watchers:
        watchers.difference_update(found)
    return found


def _begin(
    client: KazooClient, handler: InOrderHandler, session: int, timeout_ms: int, *, is_ours: bool
) -> None:
    """Count a connection that begins. Requests from before it that were not sent fail, except the
    end of the session; on a client that is not ours, only our requests do.
    """
    queue = client._queue
    with handler.binding:
        handler.shook_hands(session, timeout_ms)
        for _ in range(len(queue)):
            request, result = queue.popleft()
            if result is not None and (is_ours or hasattr(result, "connection")):
                result.set_exception(ConnectionLoss())
            else:
                queue.append((request, result))


def put_first(pending: deque[Any], answered: int) -> None:
    """Make the request that this answers the next one: for kazoo, answers come in the order of the
    requests. Answers to credentials may come ahead of others, and some refusals do (see
    `Capabilities.refuses_in_turn`).
    """
    number = next((at for at, (_, _, xid) in enumerate(pending) if xid == answered), 0)
    if number:
        request = pending[number]
        del pending[number]
        pending.appendleft(request)
