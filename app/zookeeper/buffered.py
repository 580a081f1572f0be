"""A connection that is read in large pieces, and from which whole frames are taken.

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
    on_close: Callable[[], object] | None = None

    def pending(self) -> int:
        """How many bytes are kept here: kazoo asks before it waits for more."""
        return len(self._kept) - self._taken

    def take_frame(self) -> bytes | None:
        """What follows its length, if all of that has come; else nothing has been taken. An end
        of the stream and errors are left to `recv`.
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
        """At most `buflen` bytes, none at the end of the stream. Raises OSError."""
        if self._taken == len(self._kept):
            self._fill()
        start, self._taken = self._taken, min(self._taken + buflen, len(self._kept))
        return self._kept[start : self._taken]

    def close(self) -> None:
        """Also tells so."""
        super().close()
        if self.on_close is not None:
            self.on_close()

    def _fill(self) -> None:
        self._kept, self._taken = super().recv(_PIECE), 0


class BufferedSocket(_Buffered):
    """Takes over `connection`, which is of no use afterwards. `closed` is called at its end."""

    def __init__(self, connection: socket.socket, closed: Callable[[], object]) -> None:
        timeout = connection.gettimeout()
        super().__init__(fileno=connection.detach())
        self.settimeout(timeout)
        self.on_close = closed


class BufferedTls(_Buffered, ssl.SSLSocket):
    """Made by a context; whoever gets it then says what its `on_close` is. A record of TLS has
    16 KiB at most, so nothing that was deciphered waits below while there is nothing here.
    """
