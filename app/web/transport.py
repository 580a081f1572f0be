"""Reach into Engine.IO: what a client has not taken yet, and what it may send us.

Both are private to the library (pinned); this module is the only one that knows them.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import threading
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from engineio.async_drivers._websocket_wsgi import SimpleWebSocketWSGI
from engineio.async_drivers.threading import DaemonThread
from engineio.exceptions import SocketIsClosedError
from engineio.packet import Packet
from flask_socketio import SocketIO
from simple_websocket import ConnectionClosed
from simple_websocket import ConnectionError as NoWebSocket
from wsproto.utilities import ProtocolError

from ..readmodels.document import Data

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIEnvironment

NAMESPACE = "/"
PROTOCOL = "handoff"
"""The WebSocket protocol that is agreed on where a page offers it: its other offer is its token,
which is not to be said back.
"""
# Messages that may wait for one client before we stop adding to them; it then catches up later.
MOST_WAITING = 32
LOOK_UP = 1.0

log = logging.getLogger(__name__)


class Emitter:
    """The sending side: one message to many clients, serialised once."""

    def __init__(self, socketio: SocketIO) -> None:
        self._server = socketio.server

    def send(self, event: str, payload: Data, sids: Sequence[str]) -> None:
        """Queue a message for these clients; never blocks. Those that have gone are left out."""
        if sids and not self._sent(event, payload, sids):
            for sid in sids:
                self._sent(event, payload, [sid])

    def _sent(self, event: str, payload: Data, sids: Sequence[str]) -> bool:
        """Send; return False if a client's socket closed in between: then some may have got
        nothing.
        """
        try:
            self._server.emit(event, payload, to=list(sids), namespace=NAMESPACE)
        except Exception:
            log.debug("could not send %s", event, exc_info=True)
            return False
        return True

    def is_behind(self, sid: str) -> bool:
        """Tell whether so much waits for this client that it should be left to catch up."""
        connection = self._server.manager.eio_sid_from_sid(sid, NAMESPACE)
        socket = self._server.eio.sockets.get(connection)
        return socket is not None and socket.queue.qsize() >= MOST_WAITING


class WholeSends:
    """A socket that sends all that it is given, for one thread at a time.

    simple-websocket (1.1.0) calls `send` once for each frame, from two threads. If a process is
    stopped and goes on meanwhile (Ctrl-Z, a paused container), it has sent a part of any frame that
    is longer than what the system takes at once; and the next frame would land within it.
    """

    def __init__(self, whole: socket.socket) -> None:
        self._socket, self._lock = whole, threading.Lock()

    def send(self, data: bytes) -> int:
        """Send all of it; return the number of its bytes."""
        with self._lock:
            self._socket.sendall(data)
        return len(data)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._socket, name)


class StrictWebSocket(SimpleWebSocketWSGI):  # type: ignore[misc]
    """A WebSocket that ends the connection on anything but an Engine.IO message, where the library
    would fail with a traceback and keep the half-dead client for another minute; refuses an
    oversized message as it arrives instead of after it has been collected; and accepts no
    compression, through which a small frame could hold a huge message, and which would be done
    again for every client. Each message is sent whole. A request that begins no WebSocket is
    refused.
    """

    def __init__(self, handler: Callable[..., Any], server: Any, **options: Any) -> None:
        most = server.max_http_buffer_size
        super().__init__(handler, server, max_message_size=most, subprotocols=[PROTOCOL], **options)

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Any:
        environ.pop("HTTP_SEC_WEBSOCKET_EXTENSIONS", None)
        # The library closes it at the end. gunicorn would count a connection twice that has been
        # closed before it does that itself.
        with environ["gunicorn.socket"].dup() as own:
            environ["gunicorn.socket"] = WholeSends(own)
            try:
                return super().__call__(environ, start_response)
            except (NoWebSocket, ProtocolError):
                start_response("400 Bad Request", [("Content-Length", "0")])
                return []

    def close(self) -> None:
        """Close the connection, unless its other end has gone, or the reader is closing it, which
        simple-websocket (1.1.0) notes late: then the goodbye cannot be sent.
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
            try:
                message = self.ws.receive(timeout=LOOK_UP)
            except ConnectionClosed:
                return None
        return message if is_message(message) else None


class EndingThread(DaemonThread):  # type: ignore[misc]
    """A thread of Engine.IO, which ends without a traceback if its client is closed after the
    library has looked (as 4.15.1 looks before a ping), and before it sends.
    """

    def run(self) -> None:
        """Run what the library wants."""
        with contextlib.suppress(SocketIsClosedError):
            super().run()


def is_message(message: str | bytes | None) -> bool:
    """Tell whether Engine.IO can read it."""
    try:
        return message is not None and Packet(encoded_packet=message).packet_type is not None
    except ValueError:
        return False


def be_strict(socketio: SocketIO) -> None:
    """Use StrictWebSocket for the connections of this server, and EndingThread for its threads."""
    engine = socketio.server.eio
    engine._async = {**engine._async, "websocket": StrictWebSocket, "thread": EndingThread}


def quiet_logger(name: str) -> logging.Logger:
    """Return a logger for the library, which reports every malformed message with a traceback:
    strangers could fill the log. It is shown with `--verbose`.
    """
    logger = logging.getLogger(name)
    logger.addFilter(_as_debug)
    return logger


def _as_debug(record: logging.LogRecord) -> bool:
    record.levelno, record.levelname = logging.DEBUG, "DEBUG"
    return logging.getLogger().isEnabledFor(logging.DEBUG)
