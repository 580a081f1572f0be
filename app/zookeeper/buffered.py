"""Read a connection in large pieces, and take whole frames from it.

kazoo reads a frame's length and then the frame, and waits for each with a poll of its own: five
system calls, at each of which Python's threads may change places.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import struct
from collections.abc import Callable

_PIECE = 1 << 16
_length_at = struct.Struct(">i").unpack_from


class _Buffered(socket.socket):
    _kept = b""
    _taken = 0
    on_read: Callable[[], object] | None = None
    on_close: Callable[[], object] | None = None

    def pending(self) -> int:
        """Return how many bytes are here: kazoo asks before it waits for more."""
        return len(self._kept) - self._taken

    def take_frame(self) -> bytes | None:
        """Return the frame that follows its length, if all of it has come; else take nothing. An
        end of the stream and errors are left to `recv`.
        """
        if self._taken == len(self._kept):
            with contextlib.suppress(OSError):
                self._fill()
        start = self._taken + 4
        if start > len(self._kept):
            return None
        end = start + _length_at(self._kept, self._taken)[0]
        if not start <= end <= len(self._kept):
            return None
        self._taken = end
        return self._kept[start:end]

    def recv(self, buflen: int = 1024, flags: int = 0) -> bytes:
        """Return at most `buflen` bytes, and none at the end of the stream. Raise OSError."""
        if self._taken == len(self._kept):
            self._fill()
        start, self._taken = self._taken, min(self._taken + buflen, len(self._kept))
        return self._kept[start : self._taken]

    def hang_up(self) -> None:
        """Break the connection off."""
        hang_up_socket(self)

    def close(self) -> None:
        """Close the connection, and report that."""
        super().close()
        if self.on_close is not None:
            self.on_close()

    def _fill(self) -> None:
        self._kept, self._taken = super().recv(_PIECE), 0
        if self.on_read is not None:
            self.on_read()


def hang_up_socket(connection: socket.socket) -> None:
    """Break a connection off. TLS's own shutdown would let a reader go on unencrypted."""
    with contextlib.suppress(OSError):
        socket.socket.shutdown(connection, socket.SHUT_RDWR)


class BufferedSocket(_Buffered):
    """A socket that takes over a connection."""

    def __init__(self, connection: socket.socket) -> None:
        timeout = connection.gettimeout()
        super().__init__(fileno=connection.detach())
        self.settimeout(timeout)


class BufferedTls(_Buffered, ssl.SSLSocket):
    """A TLS socket made by a context. A record of TLS has 16 KiB at most, so while there is nothing
    here, no deciphered byte waits below.
    """


def buffered(
    connection: socket.socket,
    read: Callable[[], object] | None = None,
    closed: Callable[[], object] | None = None,
) -> BufferedSocket | BufferedTls:
    """Return the same connection, read in large pieces. `read` is called when a piece has come,
    `closed` at its end.
    """
    it = connection if isinstance(connection, BufferedTls) else BufferedSocket(connection)
    it.on_read, it.on_close = read, closed
    return it
