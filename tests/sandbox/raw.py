"""Frames as clients send them, put together from the wire's records, and a client that does no
more than move them.
"""

from __future__ import annotations

import socket
import struct
from typing import Any, NamedTuple

from app.zookeeper.wire.codes import WATCH_XID, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import (
    RESPONSES,
    Acl,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    Id,
    PathVersion,
    PathWatch,
    ReplyHeader,
    SetDataRequest,
    WatcherEvent,
)

OPEN = [Acl(31, Id("world", "anyone"))]


def frame(content: bytes) -> bytes:
    """With its length before it."""
    return struct.pack(">i", len(content)) + content


def hello(
    timeout: int = 10_000, session: int = 0, password: bytes = bytes(16), *, seen: int = 0
) -> bytes:
    """The handshake of a client since 3.4, which says that it is not read-only."""
    return frame(encode(ConnectRequest(0, seen, timeout, session, password)) + b"\0")


def request(op: int, body: Any = None, xid: int = 1) -> bytes:
    """One request."""
    return frame(struct.pack(">ii", xid, op) + (b"" if body is None else encode(body)))


def create(path: str, data: bytes | None = b"", *, flags: int = 0, xid: int = 1) -> bytes:
    return request(Op.CREATE, CreateRequest(path, data, OPEN, flags), xid)


def set_data(path: str, data: bytes, xid: int = 1) -> bytes:
    return request(Op.SET_DATA, SetDataRequest(path, data, -1), xid)


def get_data(path: str, *, watch: bool = False, xid: int = 1) -> bytes:
    return request(Op.GET_DATA, PathWatch(path, watch), xid)


def delete(path: str, xid: int = 1) -> bytes:
    return request(Op.DELETE, PathVersion(path, -1), xid)


class Heard(NamedTuple):
    """A reply, or a watch event with WATCH_XID; body: the undecoded rest."""

    xid: int
    zxid: int
    error: int
    body: bytes

    def as_event(self) -> WatcherEvent:
        assert self.xid == WATCH_XID
        return decode(WatcherEvent, self.body)[0]

    def as_reply_to(self, op: Op) -> Any:
        kind = RESPONSES[op]
        assert kind is not None
        assert self.error == 0
        return decode(kind, self.body)[0]


def heard(content: bytes) -> Heard:
    """What is in a frame of the server."""
    header, offset = decode(ReplyHeader, content)
    return Heard(*header, content[offset:])


def frames_in(data: bytes) -> list[bytes]:
    """The contents of whole frames."""
    found = []
    while data:
        (length,) = struct.unpack_from(">i", data)
        assert len(data) >= 4 + length
        found.append(data[4 : 4 + length])
        data = data[4 + length :]
    return found


class RawClient:
    """A socket to a server; reads wait for at most `timeout` seconds."""

    def __init__(self, port: int, timeout: float = 10.0) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout)
        self._buffer = b""

    def __enter__(self) -> RawClient:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        self.socket.close()

    def send(self, data: bytes) -> None:
        self.socket.sendall(data)

    def shake_hands(self, data: bytes | None = None) -> ConnectResponse:
        """Send a handshake (a new session's by default); the answer."""
        self.send(hello() if data is None else data)
        content = self.read()
        assert content is not None
        return decode(ConnectResponse, content)[0]

    def call(self, data: bytes) -> Heard:
        """Send one request; what comes first."""
        self.send(data)
        return self.hear()

    def hear(self) -> Heard:
        content = self.read()
        assert content is not None, "the server has hung up"
        return heard(content)

    def read(self) -> bytes | None:
        """The next frame's content; None where the server has hung up."""
        head = self._take(4)
        return None if head is None else self._take(struct.unpack(">i", head)[0])

    def read_all(self) -> bytes:
        """Everything until the server hangs up."""
        data = b""
        while part := self._receive():
            data += part
        return data

    def _take(self, count: int) -> bytes | None:
        while len(self._buffer) < count:
            part = self._receive()
            if not part:
                return None
            self._buffer += part
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken

    def _receive(self) -> bytes:
        try:
            return self.socket.recv(1 << 20)
        except ConnectionResetError:
            return b""
