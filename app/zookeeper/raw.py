"""Connect to one server without kazoo, and send and read frames one by one."""

from __future__ import annotations

import socket
import struct
from typing import Any

from .buffered import BufferedTls, buffered
from .security import Security
from .wire.codes import LARGEST_FRAME, Op
from .wire.jute import Malformed, decode, encode
from .wire.records import ConnectRequest, ConnectResponse, RequestHeader

_PIECE = 1 << 16
_LARGEST_ANSWER = 4 * LARGEST_FRAME
"""The bytes of a frame that ZooKeeper's own client takes (its jute.maxbuffer). Nobody asks for
anything large here.
"""
_length = struct.Struct(">i")


class RawConnection:
    """A raw connection over a connected socket. Its methods raise OSError (ConnectionResetError
    where the server hangs up) and Malformed.
    """

    def __init__(self, connection: socket.socket) -> None:
        self._socket = connection

    @classmethod
    def open(
        cls, server: tuple[str, int], security: Security, timeout: float, name: str | None = None
    ) -> RawConnection:
        """Connect to a server. timeout: the seconds for each answer; name: see `Security.open`."""
        connection = socket.create_connection(server, timeout)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return cls(buffered(security.protect(connection, name or server[0], BufferedTls)))

    def send(self, *frames: bytes) -> None:
        """Send the contents of frames, in one write."""
        self._socket.sendall(b"".join(_length.pack(len(frame)) + frame for frame in frames))

    def receive(self) -> bytes:
        """Return the next frame's content."""
        length = _length.unpack(self._read(_length.size))[0]
        if not 0 <= length <= _LARGEST_ANSWER:
            raise Malformed(f"a frame of {length} bytes")
        return self._read(length)

    def exchange(self, frame: bytes) -> bytes:
        """Send a frame, and return the content of the one that answers it."""
        self.send(frame)
        return self.receive()

    def welcome(self) -> ConnectResponse:
        """Return the answer to a `hello`."""
        return decode(ConnectResponse, self.receive())[0]

    def close(self) -> None:
        """Close the connection; its session lasts on."""
        self._socket.close()

    def _read(self, count: int) -> bytes:
        pieces = bytearray()
        while len(pieces) < count:
            piece = self._socket.recv(min(count - len(pieces), _PIECE))
            if not piece:
                raise ConnectionResetError("closed the connection")
            pieces += piece
        return bytes(pieces)


def hello(timeout: float, session: int = 0, password: bytes = bytes(16), zxid: int = 0) -> bytes:
    """Make the first frame of a connection. timeout: the session's, in seconds; session: 0 for a
    new one; zxid: the latest that the client has seen.
    """
    return encode(ConnectRequest(0, zxid, round(timeout * 1000), session, password)) + b"\0"


def request_frame(xid: int, op: Op, body: tuple[Any, ...] | None = None) -> bytes:
    """Make the frame of a request."""
    return encode(RequestHeader(xid, op)) + (b"" if body is None else encode(body))
