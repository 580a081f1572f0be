"""The server without its sockets: bytes of clients go in, bytes for clients come out.

Frames are read as NIOServerCnxn.java does: a length, then so many bytes. A connection begins with a
four-letter word or with a ConnectRequest; any other is closed.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Any

from ..zookeeper.wire.codes import LARGEST_FRAME, LARGEST_HANDSHAKE, SYNC_CONNECTED, WATCH_XID, Op
from ..zookeeper.wire.jute import Malformed, decode, encode, encode_into
from ..zookeeper.wire.multi import READS, WRITES, Operations, decode_operations, encode_results
from ..zookeeper.wire.records import REQUESTS, ConnectRequest, ConnectResponse, WatcherEvent
from .connection import Connection, Latency, Stage
from .core.core import Core
from .core.messages import Close, Message, Notification, Outputs, ServerReply, ServerRequest
from .core.sessions import Link

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


ROOM = 1 << 20
"""Bytes that may wait for one client before no more of its requests are read."""
TURN = 256
"""Requests of one client that are answered before it is another one's turn."""

NO_TLS = "it speaks TLS, and this server does not"
_CLIENT_HELLO = b"\x16\x03"
_ALERT = bytes((21, 3, 1, 0, 2, 2, 70))
"""A TLS alert: fatal, no common version. It is all that such a client can read."""

_length_at = struct.Struct(">i").unpack_from


class Exchange:
    """All connections of one core.

    answer: the answer to a four-letter word, None to anything else. `waiting`: the connections
    that have something to write, or have to be closed; the writer empties it. Times: milliseconds
    since the epoch.
    """

    def __init__(self, core: Core, answer: Callable[[bytes], str | None]) -> None:
        self.core, self._answer = core, answer
        self.connections: dict[Link, Connection] = {}
        self.waiting: dict[Connection, None] = {}
        self.latency = Latency()
        self.received = self.sent = 0

    def open(self, host: str, address: str, now: float) -> Connection:
        """Open a client's connection. host: its IP, which `ip:` ACLs mean."""
        connection = Connection(Link(host), address, now)
        self.connections[connection.link] = connection
        return connection

    def close(self, connection: Connection) -> None:
        """Close: its socket is gone."""
        if self.connections.pop(connection.link, None) is not None:
            self.core.disconnect(connection.link)
        self.waiting.pop(connection, None)

    def tick(self, now: float) -> None:
        """Note that time has passed."""
        self._deliver(self.core.tick(int(now)))

    def receive(self, connection: Connection, data: bytes, now: float) -> bool:
        """Read what a client has sent, and answer it.

        Return whether there is more to read, which waits for others to have their turn, or for the
        client to take its answers; `receive(connection, b"", now)` goes on then.
        """
        if connection.ended is not None:
            return False
        buffer = connection.take_in(data)
        if connection.stage is Stage.NEW and self._is_word(connection, buffer):
            return False
        if data:
            connection.arrived = now
        before = connection.received
        offset, needed = self._read_frames(connection, buffer, int(now))
        if connection.ended is None and offset < len(buffer):
            connection.keep(buffer[offset:], needed)
        self.received += connection.received - before
        return needed == 0

    def _read_frames(self, connection: Connection, buffer: bytes, now: int) -> tuple[int, int]:
        """Return how far it came, and how many bytes it needs from there on; 0: it could go on."""
        offset, end = 0, len(buffer)
        last = connection.received + TURN
        while end - offset >= 4 and connection.ended is None:
            length = _length_at(buffer, offset)[0]
            largest = LARGEST_FRAME if connection.stage is Stage.OPEN else LARGEST_HANDSHAKE
            if not 0 <= length <= largest:
                self._end(connection, f"a frame of {length} bytes")
                break
            if offset + 4 + length > end:
                return offset, 4 + length
            if connection.received == last or len(connection.out) > ROOM:
                return offset, 0
            frame = buffer[offset + 4 : offset + 4 + length]
            offset += 4 + length
            connection.received += 1
            self._read_frame(connection, frame, now)
        return offset, 4

    def _read_frame(self, connection: Connection, frame: bytes, now: int) -> None:
        if connection.stage is not Stage.OPEN:
            self._shake_hands(connection, frame, now)
            return
        try:
            request = read_request(frame)
        except Malformed as error:
            self._end(connection, str(error))
            return
        if request.op == Op.AUTH and request.body is None:
            self._end(connection, "an auth packet that cannot be read")
            return
        connection.last_op = request.op
        connection.answered += 1
        self._deliver(self.core.receive(connection.link, request, now))

    def _shake_hands(self, connection: Connection, frame: bytes, now: int) -> None:
        try:
            request, end = decode(ConnectRequest, frame)
        except Malformed as error:
            self._end(connection, str(error))
            return
        connection.stage = Stage.OPEN
        connection.tells_read_only = len(frame) > end
        self._deliver(self.core.connect(connection.link, request, now))

    def _is_word(self, connection: Connection, buffer: bytes) -> bool:
        """Answer a four-letter word, or a client that begins with TLS; what follows is ignored."""
        if len(buffer) < 4:
            return False
        connection.stage = Stage.HANDSHAKE
        if buffer.startswith(_CLIENT_HELLO):
            connection.out += _ALERT
            self._end(connection, NO_TLS)
            return True
        answer = self._answer(bytes(buffer[:4]))
        if answer is None:
            return False
        connection.received += 1
        self.received += 1
        connection.out += answer.encode()
        self._end(connection, "a word was answered")
        return True

    def _end(self, connection: Connection, reason: str) -> None:
        connection.end(reason)
        self.waiting[connection] = None

    def _deliver(self, outputs: Outputs) -> None:
        for link, message in outputs:
            connection = self.connections.get(link)
            if connection is not None and connection.ended is None:
                self.waiting[connection] = None
                self._say(connection, message)

    def _say(self, connection: Connection, message: Message) -> None:
        if type(message) is ServerReply:
            if message.xid >= 0:
                connection.last_xid = message.xid
            connection.last_zxid = message.zxid
            write_reply(connection.out, message)
        elif type(message) is Notification:
            write_notification(connection.out, message)
        elif type(message) is ConnectResponse:
            write_welcome(connection.out, message, read_only=connection.tells_read_only)
        elif type(message) is Close:
            connection.end(message.reason)
            return
        connection.sent += 1
        self.sent += 1
