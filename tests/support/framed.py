"""A socket to a ZooKeeper server that does no more than move frames: bytes behind their length.

It sends what it is told, sense or nonsense, waits for nothing that it is not asked to wait for,
and knows no watches, retries or keep-alive. Sockets block.
"""

from __future__ import annotations

import contextlib
import socket
import struct
from typing import Self

_LENGTH = struct.Struct(">i")


def frame(content: bytes) -> bytes:
    """With its length before it."""
    return _LENGTH.pack(len(content)) + content


class FramedConnection:
    """One connection to 127.0.0.1:`port`; connected in TCP's sense when it is made.

    Reads wait for at most `patience` seconds, and raise TimeoutError then.
    """

    def __init__(self, port: int, patience: float = 60.0) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=patience)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._buffer = bytearray()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_raised: object) -> None:
        self.close()

    def close(self) -> None:
        """End the connection, and not the session."""
        self.socket.close()

    def send_bytes(self, data: bytes) -> None:
        """Send bytes as they are; a connection that is gone shows when it is read."""
        with contextlib.suppress(ConnectionError):
            self.socket.sendall(data)

    def read_frame(self) -> bytes | None:
        """The next frame's content; None where the server has hung up."""
        head = self._take(_LENGTH.size)
        return None if head is None else self._take(_LENGTH.unpack(head)[0])

    def read_all(self) -> bytes:
        """Everything until the server hangs up."""
        while self._receive():
            pass
        rest, self._buffer = bytes(self._buffer), bytearray()
        return rest

    def _take(self, count: int) -> bytes | None:
        while len(self._buffer) < count:
            if not self._receive():
                return None
        taken = bytes(self._buffer[:count])
        del self._buffer[:count]
        return taken

    def _receive(self) -> bool:
        """Wait for more; whether any came."""
        try:
            received = self.socket.recv(1 << 16)
        except ConnectionError:
            return False
        self._buffer += received
        return bool(received)
