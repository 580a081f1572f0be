"""A ZooKeeper client that shows everything: each frame of the server, in the order it came.

The requests and replies of `tests.support.framed.FramedConnection`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from app.zookeeper.wire.codes import AUTH_XID, PING_XID, SET_WATCHES_XID, WATCH_XID, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.multi import Operations, decode_results, encode_operations
from app.zookeeper.wire.records import (
    REQUESTS,
    RESPONSES,
    ConnectRequest,
    ConnectResponse,
    ReplyHeader,
    RequestHeader,
    WatcherEvent,
)
from tests.support.framed import FramedConnection, frame

NO_PASSWORD = bytes(16)
_OWN_XIDS = {
    Op.PING: PING_XID,
    Op.AUTH: AUTH_XID,
    Op.SET_WATCHES: SET_WATCHES_XID,
    Op.SET_WATCHES2: SET_WATCHES_XID,
}
_MULTIS = (Op.MULTI, Op.MULTI_READ)


class Ask(NamedTuple):
    """One request; `body` is a record of wire/records.py, `Operations`, raw bytes, or None."""

    op: int
    body: Any = None


class Heard(NamedTuple):
    """One frame of the server. op: what was asked, None for a watch event; rest: bytes that
    follow the body, or that came with an error.
    """

    header: ReplyHeader
    op: int | None
    body: Any
    rest: bytes


class HungUp(Exception):
    """The server has closed the connection."""


class RawClient(FramedConnection):
    """One connection to 127.0.0.1:`port`."""

    def __init__(self, port: int, patience: float = 60.0) -> None:
        super().__init__(port, patience)
        self._asked: dict[int, list[int]] = {}
        self._last_xid = 0
        self.session, self.password = 0, NO_PASSWORD
        self.hung_up = False

    def close(self) -> None:
        """End the connection, and not the session."""
        self.hung_up = True
        super().close()

    def connect(
        self,
        session: int = 0,
        password: bytes | None = NO_PASSWORD,
        timeout: int = 30_000,
        last_zxid: int = 0,
        read_only: bytes = b"\0",
        asks: Sequence[Ask] = (),
    ) -> tuple[ConnectResponse, bytes]:
        """Shake hands; the answer and the bytes behind it. Raises HungUp.

        read_only: what follows the request, b"" for a client before 3.4. asks: sent in the same
        piece, and not heard yet.
        """
        request = ConnectRequest(0, last_zxid, timeout, session, password)
        frames, _ = self._frames(asks)
        self.send_bytes(frame(encode(request) + read_only) + frames)
        answer = self.next_frame()
        response, end = decode(ConnectResponse, answer)
        self.session, self.password = response.session, response.password or b""
        return response, answer[end:]

    def send(self, *asks: Ask) -> list[int]:
        """Send requests in one piece; their xids."""
        frames, xids = self._frames(asks)
        self.send_bytes(frames)
        return xids

    def _frames(self, asks: Sequence[Ask]) -> tuple[bytes, list[int]]:
        xids = [self._number(one.op) for one in asks]
        frames = [
            frame(encode(RequestHeader(xid, one.op)) + encoded(one))
            for xid, one in zip(xids, asks, strict=True)
        ]
        return b"".join(frames), xids

    def ask(self, op: int, body: Any = None) -> Heard:
        """One request and its reply; what else comes before that is forgotten. Raises HungUp."""
        return self.until(self.send(Ask(op, body)))[-1]

    def until(self, xids: Sequence[int]) -> list[Heard]:
        """All that is heard until each of these is answered. Raises HungUp, with what was heard
        as its argument.
        """
        waiting, heard = list(xids), list[Heard]()
        while waiting:
            try:
                heard.append(self.hear())
            except HungUp:
                raise HungUp(heard) from None
            if heard[-1].header.xid in waiting:
                waiting.remove(heard[-1].header.xid)
        return heard

    def drain(self) -> list[Heard]:
        """All that the server had to say before it answers a ping; HungUp as in `until`."""
        return self.until(self.send(Ask(Op.PING)))[:-1]

    def hear(self) -> Heard:
        """The next frame, whatever it is. Raises HungUp, or TimeoutError."""
        told = self.next_frame()
        header, at = decode(ReplyHeader, told)
        if header.xid == WATCH_XID:
            event, at = decode(WatcherEvent, told, at)
            return Heard(header, None, event, told[at:])
        asked = self._asked.get(header.xid)
        op = asked.pop(0) if asked else None
        return _reply(header, op, told, at)

    def next_frame(self) -> bytes:
        """The next frame's bytes. Raises HungUp, or TimeoutError."""
        told = self.read_frame()
        if told is None:
            self.close()
            raise HungUp([])
        return told

    def _number(self, op: int) -> int:
        xid = _OWN_XIDS.get(Op(op)) if op in Op.__members__.values() else None
        if xid is None:
            self._last_xid += 1
            xid = self._last_xid
        self._asked.setdefault(xid, []).append(op)
        return xid


def encoded(ask: Ask) -> bytes:
    """The body's bytes."""
    if ask.body is None:
        return b""
    if isinstance(ask.body, bytes):
        return ask.body
    if isinstance(ask.body, Operations):
        return encode_operations(ask.body.operations)
    return encode(ask.body)


def _reply(header: ReplyHeader, op: int | None, told: bytes, at: int) -> Heard:
    if header.error != 0 or op is None:
        return Heard(header, op, None, told[at:])
    if op in _MULTIS:
        return Heard(header, op, decode_results(told, at), b"")
    kind = RESPONSES.get(op)
    if kind is None or at == len(told):
        return Heard(header, op, None, told[at:])
    body, at = decode(kind, told, at)
    return Heard(header, op, body, told[at:])


KNOWN_OPS = frozenset(REQUESTS) | frozenset(_MULTIS)
