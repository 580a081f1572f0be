"""Reach into Engine.IO: bound what a client has not taken yet, and what it may send us.

Both are private to the library, which is pinned; only this module and `sessions` know them.
"""

from __future__ import annotations

import contextlib
import functools
import logging
import queue
import socket
import struct
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from engineio.exceptions import SocketIsClosedError
from engineio.packet import CLOSE, MESSAGE, Packet
from flask_socketio import SocketIO
from simple_websocket import ConnectionClosed
from simple_websocket import ConnectionError as NoWebSocket
from wsproto.utilities import ProtocolError

from ..own_json import write_json
from ..readmodels.document import Data
from .peers import STAYS

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAMESPACE = "/"
EVENT = "2"
"""The digit before an event in Socket.IO's own namespace; its name and its data follow as a list.
"""
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

AT_A_TIME = 64 * 1024
"""The bytes after which nothing is added to what a client gets in one go."""

OVERHEAD = 300
"""The bytes that a message takes beside its text."""

WHOLE_TEXT = 0x81
"""The first byte of a frame that is a whole text."""


class Emitter:
    """The sender: it sends one message to many clients, and serialises it once."""

    def __init__(self, socketio: SocketIO) -> None:
        self._manager, self._sessions = socketio.server.manager, socketio.server.eio.sockets

    def send(self, event: str, payload: Data, sids: Sequence[str]) -> None:
        """Queue a message for these clients, without blocking. Leave out clients that have gone."""
        if not sids:
            return
        packet = Shared(MESSAGE, EVENT + write_json([event, payload]))
        for session in filter(None, map(self._session, sids)):
            with contextlib.suppress(SocketIsClosedError):
                session.send_shared(packet)

    def is_behind(self, sid: str) -> bool:
        """Tell whether so much waits for this client that it should catch up first."""
        session = self._session(sid)
        return session is not None and session.queue.bytes >= MOST_WAITING

    def _session(self, sid: str) -> Any:
        return self._sessions.get(self._manager.eio_sid_from_sid(sid, NAMESPACE))


class Shared(Packet):  # type: ignore[misc]
    """A message that many clients get, as a frame that is made once."""

    @functools.cached_property
    def frame(self) -> bytes:
        """Return the message as a WebSocket carries it."""
        return frame_of(self.encode())


def frame_of(message: str) -> bytes:
    """Return a text as the one frame of a WebSocket's server (RFC 6455, 5.2)."""
    data = message.encode()
    size = len(data)
    if size < 126:
        return bytes((WHOLE_TEXT, size)) + data
    form, mark = ("!BBH", 126) if size < 1 << 16 else ("!BBQ", 127)
    return struct.pack(form, WHOLE_TEXT, mark, size) + data


class Outgoing(queue.Queue[Packet | None]):
    """The messages that wait for one client, with those that its writer has in hand. None is their
    end.
    """

    def __init__(self) -> None:
        super().__init__()
        self._in_hand = self._queued = 0

    @property
    def bytes(self) -> int:
        """Return how much waits. A message that the writer is about to take may count twice, and
        never not at all: where this is 0, all has been sent.
        """
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
        return super().get(block, timeout)

    def _put(self, item: Packet | None) -> None:
        self._queued += size_of(item)
        super()._put(item)

    def _get(self) -> Packet | None:
        packet = super()._get()
        self._in_hand += size_of(packet)
        self._queued -= size_of(packet)
        return packet


def size_of(packet: Packet | None) -> int:
    """Return about how many bytes a message takes."""
    return 0 if packet is None else OVERHEAD + len(packet.data or "")


class WholeSends:
    """A socket that sends each frame whole, for one thread at a time.

    simple-websocket (1.1.0) calls `send` once for each frame, from two threads. If a process is
    stopped and goes on meanwhile (Ctrl-Z, a paused container), it has sent only a part of a frame
    that is longer than what the system takes at once, and the next frame would land within it.
    """

    def __init__(self, whole: socket.socket) -> None:
        self._socket, self._lock = whole, threading.Lock()
        self._rest = b""

    def send(self, data: bytes) -> int:
        """Send all of it, after what is left of the last frame; return the number of its bytes."""
        with self._lock:
            self._socket.sendall(self._rest + data)
            self._rest = b""
        return len(data)

    def send_at_once(self, data: bytes) -> int:
        """Send as much as the system takes at once; return how many bytes. Where that is a part,
        the rest goes before whatever is sent next.
        """
        if not self._lock.acquire(blocking=False):
            return 0
        sent = 0
        with contextlib.suppress(OSError):  # it takes nothing, or its other end has gone
            if not self._rest:
                sent = self._socket.send(data, socket.MSG_DONTWAIT)
                self._rest = data[sent:]
        self._lock.release()
        return sent

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class NoThread:
    """A stand-in for the thread on which simple-websocket reads: the thread that serves the client
    reads, as it has nothing else to do.
    """

    name = ""

    def __init__(self, target: object) -> None:
        pass

    def start(self) -> None:
        """Start nothing."""


class StrictWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """A WebSocket that ends the connection on anything but an Engine.IO message, where the library
    would fail with a traceback and keep the half-dead client for another minute. It refuses an
    oversized message as it arrives, and does not collect it first. It accepts no compression: by
    that a small frame could hold a huge message, and each client would cost it again. It sends each
    message whole, and refuses a request that begins no WebSocket.
    """

    def __init__(self, handler: Callable[..., Any], server: Any, **options: Any) -> None:
        options |= {"subprotocols": [PROTOCOL], "thread_class": NoThread}
        most = server.max_http_buffer_size
        super().__init__(handler, server, max_message_size=most, **options)

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

    def cut(self) -> None:
        """End the connection, whatever its threads are at."""
        with contextlib.suppress(OSError):
            self._wire.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close the connection, unless its other end has gone, or the reader is closing it. The
        reader does not wait for the client's goodbye, which may never come.
        """
        with contextlib.suppress(ConnectionClosed, ProtocolError, OSError):
            super().close()
            self.ws.sock.shutdown(socket.SHUT_RD)

    def send(self, message: str) -> None:
        """Send a message. Raise OSError where the connection is closed."""
        if not self.ws.connected:
            raise OSError
        self._wire.send(frame_of(message))

    def send_at_once(self, frame: bytes) -> int:
        """Send as much of a frame as the system takes at once; return how many bytes."""
        return self._wire.send_at_once(frame) if self.ws.connected else 0

    def wait(self) -> str | bytes | None:
        """Return the next message; None ends the connection."""
        message = next_message(self.ws)
        return message if is_message(message) else None


def next_message(ws: Any) -> str | bytes | None:
    """Return the next message of one of the library's WebSockets, which has NoThread; None once it
    has ended.
    """
    while not ws.input_buffer:
        if not ws.connected:
            return None
        _receive(ws)
    message: str | bytes = ws.input_buffer.pop(0)
    return message


def _receive(ws: Any) -> None:
    """Take in the bytes that come next, and answer what is for the WebSocket itself."""
    try:
        received = ws.sock.recv(ws.receive_bytes)
        ws.ws.receive_data(received)
        ws.connected = bool(received) and ws._handle_events()
    except (OSError, ProtocolError):
        ws.connected = False


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
