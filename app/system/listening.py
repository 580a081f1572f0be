"""Take the port that the dashboard serves on, before anything of it is loaded."""

from __future__ import annotations

import errno
import socket
import struct

from ..errors import SetupError

SILENCE = 60
"""Seconds after which a client is let go that takes nothing of what is sent to it, or has a
WebSocket and answers no ping: those come every 25 seconds.
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
        # Its connections inherit these. Without the last, what is sent waits until the client has
        # acknowledged what was sent before, and clients put that off for up to 40 ms.
        for wait in (socket.SO_RCVTIMEO, socket.SO_SNDTIMEO):
            listener.setsockopt(socket.SOL_SOCKET, wait, struct.pack("ll", SILENCE, 0))
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        listener.bind((host, port))
        listener.listen(_BACKLOG)
    except OSError as error:
        listener.close()
        raise _explain(error, host, port) from None
    return listener


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
