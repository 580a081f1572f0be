"""Serves the application on a socket of our own."""

from __future__ import annotations

import errno
import logging
import socket
from socketserver import BaseServer
from typing import TYPE_CHECKING, Any

from werkzeug.serving import WSGIRequestHandler, make_server

from app.errors import SetupError
from app.threads import LastingThread, Tell

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

log = logging.getLogger(__name__)

_BACKLOG = 128
_NOT_OURS = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket. Raises SetupError where the port is taken or the host is none of ours.

    Taken before anything else is started, so that a second dashboard fails without a trace;
    whoever connects early is served as soon as the server runs.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _explain(error, host, port) from None
    return listener


class Server:
    """A threaded HTTP and WebSocket server; `stop()` returns when it has ended. `tell` hears of an
    end that nobody asked for.
    """

    def __init__(self, app: WSGIApplication, listener: socket.socket, tell: Tell) -> None:
        host, port = listener.getsockname()[:2]
        self._listener = listener
        self._server = make_server(
            host, port, app, threaded=True, request_handler=_Handler, fd=listener.fileno()
        )
        self._thread = LastingThread("http", "answers browsers and scripts", self._serve, tell)

    def start(self) -> None:
        """Serve on a thread of its own."""
        self._thread.start()

    def _serve(self) -> None:
        """As werkzeug does, whose own closes the socket when it ends, however it ends."""
        BaseServer.serve_forever(self._server, poll_interval=0.1)

    def stop(self) -> None:
        """Take no more requests. Connections that are open end with the process."""
        self._thread.dismiss()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
        self._listener.close()


class _Handler(WSGIRequestHandler):
    """Quiet, anonymous, and without Nagle's delay, which would hold small messages back."""

    disable_nagle_algorithm = True

    def version_string(self) -> str:
        return "Handoff"

    def log(self, type: str, message: str, *args: Any) -> None:  # noqa: A002 (werkzeug's name)
        log.debug(message, *args)


def _explain(error: OSError, host: str, port: int) -> SetupError:
    if isinstance(error, PermissionError):
        return SetupError(f"port {port} may not be taken by this user; use --port.", field="port")
    if isinstance(error, socket.gaierror) or error.errno in _NOT_OURS:
        return SetupError(f"{host} is no address of this machine; use --host.", field="host")
    if error.errno == errno.EADDRINUSE:
        return SetupError(
            f"port {port} is taken on {host}; use --port PORT, 0 for any.", field="port"
        )
    return SetupError(f"cannot listen on {host}, port {port}: {error.strerror}.", field="port")
