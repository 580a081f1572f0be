"""Serve the application on a socket of our own."""

from __future__ import annotations

import errno
import socket
import struct
from typing import TYPE_CHECKING

from ..errors import SetupError
from ..threads import LastingThread, Tell
from .gunicorn_loop import Loop

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

MOST = 1000
"""Connections at a time. A page holds one, and a few more for a moment."""

SILENCE = 60
"""Seconds after which a client is let go that has begun a request, or has a WebSocket and answers
no ping: those come every 25 seconds.
"""

_BACKLOG = 128
_NOT_OURS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raise SetupError if the port is taken or the host is not ours.

    It is taken before anything else is started, so that a second dashboard fails without a trace;
    an early client is served as soon as the server runs.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        # Its connections inherit both. Without the second, what is sent waits until the client has
        # acknowledged what was sent before, and clients put that off for up to 40 ms.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVTIMEO, struct.pack("ll", SILENCE, 0))
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _explain(error, host, port) from None
    return listener


class Server:
    """An HTTP and WebSocket server on a thread of this process; `stop()` returns when it has ended.
    `tell` hears of an unexpected end.

    most: connections that are taken at the same time; more have to wait until one ends.
    """

    def __init__(
        self, app: WSGIApplication, listener: socket.socket, tell: Tell, most: int = MOST
    ) -> None:
        self._app, self._listener, self._most = app, listener, most
        self._loop = self._new_loop()
        self._thread = LastingThread("http", "answers browsers and scripts", self._serve, tell)

    def start(self) -> None:
        """Serve on a thread of its own."""
        self._thread.start()

    def stop(self) -> None:
        """Stop taking requests. Open connections end with the process."""
        self._thread.dismiss()
        self._loop.end()
        self._thread.join()
        self._listener.close()

    def _new_loop(self) -> Loop:
        return Loop(self._app, self._listener, self._most)

    def _serve(self) -> None:
        try:
            self._loop.init_process()
        except BaseException:
            self._loop = self._new_loop()
            raise


def _explain(error: OSError, host: str, port: int) -> SetupError:
    if isinstance(error, PermissionError):
        return SetupError(f"this user may not take port {port}; use --port.", field="port")
    if isinstance(error, socket.gaierror) or error.errno in _NOT_OURS:
        return SetupError(f"{host} is not an address of this machine; use --host.", field="host")
    if error.errno == errno.EADDRINUSE:
        return SetupError(
            f"port {port} is taken on {host}; use --port PORT, 0 for any.", field="port"
        )
    return SetupError(f"cannot listen on {host}, port {port}: {error.strerror}.", field="port")
