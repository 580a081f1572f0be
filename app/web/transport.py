"""Reach into Engine.IO: bound what a client has not taken yet, and what it may send us.

Both are private to the library, which is pinned; only this module and `sessions` know them.
"""

from __future__ import annotations

import contextlib
import logging
import queue
import socket
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from engineio.packet import CLOSE, Packet
from flask_socketio import SocketIO
from simple_websocket import ConnectionClosed
from simple_websocket import ConnectionError as NoWebSocket
from wsproto.utilities import ProtocolError

from ..readmodels.document import Data
from .peers import STAYS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAMESPACE = "/"
PROTOCOL = "handoff"
"""The WebSocket protocol that we agree on where a page offers it: its other offer is its token,
which we do not say back.
"""
MOST_WAITING = 256 * 1024
"""The bytes that may wait for one client before nothing is added; the client then catches up later.
"""

MOST_ANSWERS = 2 * MOST_WAITING
"""The bytes that may wait beside the largest message while the client goes on asking; past them it
is let go.
"""

MOST_UNREAD = 256 * 1024
"""The bytes that are taken from a client's connection before what they say is done."""

AT_A_TIME = 64 * 1024
"""The bytes after which nothing is added to what a client gets in one go."""

OVERHEAD = 300
"""The bytes that a message takes beside its text."""

LOOK_UP = 1.0

log = logging.getLogger(__name__)


class Emitter:
    """The sender: it sends one message to many clients, and serialises it once."""

    def __init__(self, socketio: SocketIO) -> None:
        self._server = socketio.server

    def send(self, event: str, payload: Data, sids: Sequence[str]) -> None:
        """Queue a message for these clients, without blocking. Leave out clients that have gone."""
        if sids and not self._sent(event, payload, sids):
            for sid in sids:
                self._sent(event, payload, [sid])

    def _sent(self, event: str, payload: Data, sids: Sequence[str]) -> bool:
        """Send a message; return False if a client's socket closed in between: then some clients
        may have got nothing.
        """
        try:
            self._server.emit(event, payload, to=list(sids), namespace=NAMESPACE)
        except Exception:
            log.debug("could not send %s", event, exc_info=True)
            return False
        return True

    def is_behind(self, sid: str) -> bool:
        """Tell whether so much waits for this client that it should catch up first."""
        connection = self._server.manager.eio_sid_from_sid(sid, NAMESPACE)
        socket = self._server.eio.sockets.get(connection)
        return socket is not None and socket.queue.bytes >= MOST_WAITING


class Outgoing(queue.Queue[Packet | None]):
    """The messages that wait for one client, with those that its writer has in hand. None is their
    end.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_hand = self._queued = 0

    @property
    def bytes(self) -> int:
        """Return how much waits."""
        return self._queued + self._in_hand

    def put(self, packet: Packet | None, block: bool = True, timeout: float | None = None) -> None:
        """Add a message. Raise Full where too many answers wait."""
        if self._queued > MOST_ANSWERS and packet is not None and packet.packet_type != CLOSE:
            with self.mutex:
                sizes = [size_of(one) for one in self.queue]
            if sum(sizes) - max(sizes, default=0) > MOST_ANSWERS:
                raise queue.Full
        super().put(packet, block, timeout)

    def get(self, block: bool = True, timeout: float | None = None) -> Packet | None:
        """Return the next message. Raise Empty, also where enough goes in one go."""
        if block:
            self._in_hand = 0
        elif self._in_hand >= AT_A_TIME:
            raise queue.Empty
        packet = super().get(block, timeout)
        self._in_hand += size_of(packet)
        return packet

    def _put(self, item: Packet | None) -> None:
        self._queued += size_of(item)
        super()._put(item)

    def _get(self) -> Packet | None:
        packet = super()._get()
        self._queued -= size_of(packet)
        return packet


def size_of(packet: Packet | None) -> int:
    """Return about how many bytes a message takes."""
    return 0 if packet is None else OVERHEAD + len(packet.data or "")


class WholeSends:
    """A socket that sends all that it gets, for one thread at a time, and receives only what
    somebody wants.

    simple-websocket (1.1.0) calls `send` once for each frame, from two threads. If a process is
    stopped and goes on meanwhile (Ctrl-Z, a paused container), it has sent only a part of a frame
    that is longer than what the system takes at once, and the next frame would land within it. It
    keeps what it receives in a list without a bound.
    """

    def __init__(self, whole: socket.socket) -> None:
        self._socket, self._lock = whole, threading.Lock()
        self._wanted = threading.Event()
        self._unread = 0
        self._has_ended = False

    def want(self) -> None:
        """Ask for more bytes: what came so far has been read."""
        self._unread = 0
        self._wanted.set()

    def end(self) -> None:
        """Receive nothing from now on."""
        self._has_ended = True
        self._wanted.set()

    def recv(self, most: int) -> bytes:
        """Return the next bytes, once they are wanted; b"" at the end."""
        self._wanted.wait()
        if self._has_ended:
            return b""
        received = self._socket.recv(most)
        self._unread += len(received)
        if self._unread > MOST_UNREAD:
            self._wanted.clear()
        return received

    def send(self, data: bytes) -> int:
        """Send all of it; return the number of its bytes."""
        with self._lock:
            self._socket.sendall(data)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class StrictWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """A WebSocket that ends the connection on anything but an Engine.IO message, where the library
    would fail with a traceback and keep the half-dead client for another minute. It refuses an
    oversized message as it arrives, and does not collect it first. It accepts no compression: by
    that a small frame could hold a huge message, and each client would cost it again. It sends each
    message whole, and refuses a request that begins no WebSocket.
    """

    def __init__(self, handler: Callable[..., Any], server: Any, **options: Any) -> None:
        most = server.max_http_buffer_size
        super().__init__(handler, server, max_message_size=most, subprotocols=[PROTOCOL], **options)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        # The library closes it at the end. gunicorn would count twice a connection that has been
        # closed before it does that itself.
        environ[STAYS]()
        with environ["gunicorn.socket"].dup() as own:
            environ["gunicorn.socket"] = self._wire = WholeSends(own)
            try:
                return super().__call__(environ, start_response)
            except (NoWebSocket, ProtocolError):
                start_response("400 Bad Request", [("Content-Length", "0")])
                return []
            finally:
                self._wire.end()

    def cut(self) -> None:
        """End the connection, whatever its threads are at."""
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, unless its other end has gone, or the reader is closing it, which
        simple-websocket (1.1.0) notes late: then nobody can send the goodbye.
        """
        with contextlib.suppress(ConnectionClosed, ProtocolError, OSError):
            super().close()

    def wait(self) -> str | bytes | None:
        """Return the next message; None ends the connection.

        It looks up once a second: simple-websocket (1.1.0) wakes its reader before it notes that it
        is closing the connection, so a reader that is fast enough would wait for ever.
        """
        message = None
        while message is None:
            if not self.ws.input_buffer:
                self._wire.want()
            try:
                message = self.ws.receive(timeout=LOOK_UP)
            except ConnectionClosed:
                return None
        return message if is_message(message) else None


def is_message(message: str | bytes | None) -> bool:
    """Tell whether Engine.IO can read a message."""
    try:
        return message is not None and Packet(encoded_packet=message).packet_type is not None
    except ValueError:
        return False


def be_strict(socketio: SocketIO) -> None:
    """Have this server use StrictWebSocket for its connections, and Outgoing for what waits."""
    engine = socketio.server.eio
    engine._async = {**engine._async, "websocket": StrictWebSocket}
    engine.create_queue = Outgoing


def quiet_logger(name: str) -> logging.Logger:
    """Return a logger for the library, which reports every malformed message with a traceback:
    strangers could fill the log. The logger shows this with `--verbose`.
    """
    logger = logging.getLogger(name)
    logger.addFilter(_as_debug)
    return logger


def _as_debug(record: logging.LogRecord) -> bool:
    record.levelno, record.levelname = logging.DEBUG, "DEBUG"
    return logging.getLogger().isEnabledFor(logging.DEBUG)
