"""A connection that is read in large pieces, and from which whole frames are taken.

kazoo reads a frame's length and then the frame, and waits for each with a poll of its own: five
system calls, at each of which Python's threads may change places.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from collections.abc import Callable

_PIECE = 1 << 16
_length_at = struct.Struct(">i").unpack_from


class BufferedSocket(socket.socket):
    """Takes over `connection`, which is of no use afterwards. `closed` is called at its end."""

    def __init__(self, connection: socket.socket, closed: Callable[[], object]) -> None:
        timeout = connection.gettimeout()
        super().__init__(fileno=connection.detach())
        self.settimeout(timeout)
        self._on_close = closed
        self._kept = b""
        self._taken = 0

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

    def recv(self, count: int, flags: int = 0) -> bytes:
        """At most `count` bytes, none at the end of the stream. Raises OSError."""
        if self._taken == len(self._kept):
            self._fill()
        start, self._taken = self._taken, min(self._taken + count, len(self._kept))
        return self._kept[start : self._taken]

    def close(self) -> None:
        """Also tells so."""
        super().close()
        self._on_close()

    def _fill(self) -> None:
        self._kept, self._taken = super().recv(_PIECE), 0
