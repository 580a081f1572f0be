"""Frames as clients send them, put together from the wire's records, and a client that does no
more than move them.
"""

from __future__ import annotations

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
from tests.support.framed import FramedConnection, frame

OPEN = [Acl(31, Id("world", "anyone"))]


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


class RawClient(FramedConnection):
    """A client that shakes hands and reads replies when it is told to."""

    def shake_hands(self, data: bytes | None = None) -> ConnectResponse:
        """Send a handshake (a new session's by default); the answer."""
        self.send_bytes(hello() if data is None else data)
        content = self.read_frame()
        assert content is not None
        return decode(ConnectResponse, content)[0]

    def call(self, data: bytes) -> Heard:
        """Send one request; what comes first."""
        self.send_bytes(data)
        return self.hear()

    def hear(self) -> Heard:
        content = self.read_frame()
        assert content is not None, "the server has hung up"
        return heard(content)
