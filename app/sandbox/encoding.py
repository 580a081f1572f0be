"""Decode frames to requests, encode messages to frames."""

from __future__ import annotations

import struct
from typing import Any

from ..zookeeper.wire.codes import SYNC_CONNECTED, WATCH_XID, Op
from ..zookeeper.wire.jute import Malformed, decode, encode, encode_into
from ..zookeeper.wire.multi import READS, WRITES, Operations, decode_operations, encode_results
from ..zookeeper.wire.records import REQUESTS, ConnectResponse, WatcherEvent
from .core.messages import Notification, ServerReply, ServerRequest

_read_header = struct.Struct(">ii").unpack_from
# The frame's length, then a ReplyHeader.
_LENGTH_AND_HEADER = struct.Struct(">iiqi")
_write_header, _HEADER = _LENGTH_AND_HEADER.pack, _LENGTH_AND_HEADER.size
_write_length = struct.Struct(">i").pack_into
_BODY = 8
_ALLOWED = {Op.MULTI: WRITES, Op.MULTI_READ: READS}


def read_request(frame: bytes) -> ServerRequest:
    """Return the request in a frame; its body is None if it has none, or none that can be read.

    Raise Malformed if not even the header can be read.
    """
    try:
        xid, op = _read_header(frame)
    except struct.error:
        raise Malformed("a request without a header") from None
    return ServerRequest(xid, op, _read_body(op, frame))


def _read_body(op: int, frame: bytes) -> Any:
    kind = REQUESTS.get(op)
    try:
        if kind is not None:
            return decode(kind, frame, _BODY)[0]
        if op in _ALLOWED:
            return decode_operations(frame, _BODY, _ALLOWED[Op(op)])
    except Malformed:
        pass
    return None


def write_reply(out: bytearray, reply: ServerReply) -> None:
    """Append the frame of a reply."""
    xid, zxid, error, body = reply
    if body is None:
        out += _write_header(_HEADER - 4, xid, zxid, error)
        return
    start = len(out)
    out += _write_header(0, xid, zxid, error)
    if type(body) is Operations:
        out += encode_results(body.operations)
    else:
        encode_into(out, body)
    _write_length(out, start, len(out) - start - 4)


def write_notification(out: bytearray, event: Notification) -> None:
    """Append the frame of a watch event."""
    start = len(out)
    out += _write_header(0, WATCH_XID, event.zxid, 0)
    encode_into(out, WatcherEvent(event.type, SYNC_CONNECTED, event.path))
    _write_length(out, start, len(out) - start - 4)


def write_welcome(out: bytearray, response: ConnectResponse, *, read_only: bool) -> None:
    """Append the answer to a handshake.

    read_only: say that this is no read-only server; for clients that asked, as those since 3.4.
    """
    body = encode(response) + (b"\0" if read_only else b"")
    out += len(body).to_bytes(4, "big") + body
