"""The server's side of the wire: frames to the core's requests, its messages to frames.

All by `app/zookeeper/wire`; kazoo makes and reads the same bytes with its own code.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from app.sandbox.core.messages import Close, Message, Notification, ServerReply, ServerRequest
from app.zookeeper.wire import multi
from app.zookeeper.wire.codes import SYNC_CONNECTED, WATCH_XID, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import (
    REQUESTS,
    ConnectRequest,
    ConnectResponse,
    ReplyHeader,
    WatcherEvent,
)

XID_SIZE = 4


def read_connect(frame: bytes) -> ConnectRequest:
    """The first frame of a connection."""
    return decode(ConnectRequest, frame)[0]


def read_request(frame: bytes) -> ServerRequest:
    """Any later frame."""
    xid = int.from_bytes(frame[:XID_SIZE], "big", signed=True)
    return ServerRequest(xid, *_asked(frame[XID_SIZE:]))


@lru_cache(4096)
def _asked(frame: bytes) -> tuple[int, Any]:
    """The operation and its body. Heartbeats are all alike."""
    op = int.from_bytes(frame[:4], "big", signed=True)
    if op == Op.MULTI:
        return op, multi.decode_operations(frame, 4, multi.WRITES)
    if op == Op.MULTI_READ:
        return op, multi.decode_operations(frame, 4, multi.READS)
    kind = REQUESTS[op]
    return op, None if kind is None else decode(kind, frame, 4)[0]


def write_message(message: Message) -> bytes | None:
    """The frame of what the core says; None for the end of the stream."""
    if isinstance(message, ServerReply):
        return encode(ReplyHeader(*message[:3])) + _reply_body(message)
    if isinstance(message, Notification):
        event = WatcherEvent(message.type, SYNC_CONNECTED, message.path)
        return encode(ReplyHeader(WATCH_XID, message.zxid, 0)) + encode(event)
    if isinstance(message, ConnectResponse):
        return encode(message) + b"\0"
    assert isinstance(message, Close)
    return None


def _reply_body(reply: ServerReply) -> bytes:
    if reply.body is None:
        return b""
    if isinstance(reply.body, multi.Operations):
        return multi.encode_results(reply.body.operations)
    return encode(reply.body)
