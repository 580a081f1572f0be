"""A client that costs next to nothing, so that it is the server that is measured.

Requests are bytes that were put together before: many different ones, over and over, so that nobody
can answer from memory. Answers are counted by their length, which is the same for each, and the
last of every batch is looked at for an error. No ping is sent: a session lasts
longer than a measurement.
"""

from __future__ import annotations

import selectors
import socket
import struct
import time
from collections.abc import Sequence
from itertools import cycle, islice
from types import TracebackType

from app.zookeeper.wire.codes import PING_XID, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import (
    Acl,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    Id,
    PathWatch,
    ReplyHeader,
    RequestHeader,
    SetDataRequest,
)

IN_FLIGHT = 500
"""Requests that a pipelining client has under way at most."""
DATA = b"x" * 100
EPHEMERAL, SEQUENTIAL = 1, 2
_TIMEOUT_MS = 60_000
_OPEN = [Acl(31, Id("world", "anyone"))]


class RawSession:
    """A connection with a session of its own, and blocking calls."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=30)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.buffer = b""
        self._send(encode(ConnectRequest(0, 0, _TIMEOUT_MS, 0, bytes(16))) + b"\0")
        self.id = decode(ConnectResponse, self._frame())[0].session

    def __enter__(self) -> RawSession:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the session, so that it does not live on, and the connection."""
        self._send(encode(RequestHeader(0, Op.CLOSE_SESSION)))
        self._frame()
        self.socket.close()

    def ping(self) -> None:
        """Say that the session lives, and take the answer, and what came before it."""
        self._send(encode(RequestHeader(PING_XID, Op.PING)))
        while decode(ReplyHeader, self._frame())[0].xid != PING_XID:
            pass

    def ask(self, request: bytes) -> bytes:
        """One framed request and its answer without its length. RuntimeError if it is an error."""
        self.socket.sendall(request)
        answer = self._frame()
        _check(answer)
        return answer

    def _send(self, frame: bytes) -> None:
        self.socket.sendall(struct.pack(">i", len(frame)) + frame)

    def _frame(self) -> bytes:
        while len(self.buffer) < 4 or len(self.buffer) < 4 + _length(self.buffer):
            received = self.socket.recv(1 << 16)
            if not received:
                raise RuntimeError("the server has hung up")
            self.buffer += received
        end = 4 + _length(self.buffer)
        frame, self.buffer = self.buffer[4:end], self.buffer[end:]
        return frame


def creates(paths: Sequence[str]) -> list[bytes]:
    """The requests that make znodes with DATA."""
    return _framed(Op.CREATE, [CreateRequest(path, DATA, _OPEN, 0) for path in paths])


def sequential(path: str) -> bytes:
    """The request that makes an ephemeral, sequential znode."""
    return _framed(Op.CREATE, [CreateRequest(path, DATA, _OPEN, EPHEMERAL | SEQUENTIAL)])[0]


def gets(paths: Sequence[str], watch: bool = False) -> list[bytes]:
    """The requests that read them, and leave a watch, if it is asked for."""
    return _framed(Op.GET_DATA, [PathWatch(path, watch) for path in paths])


def puts(paths: Sequence[str]) -> list[bytes]:
    """The requests that write them."""
    return _framed(Op.SET_DATA, [SetDataRequest(path, DATA, -1) for path in paths])


def _framed(op: Op, bodies: Sequence[tuple[object, ...]]) -> list[bytes]:
    frames = [
        encode(RequestHeader(xid, op)) + encode(body) for xid, body in enumerate(bodies, start=1)
    ]
    return [struct.pack(">i", len(frame)) + frame for frame in frames]


def pipelined(sessions: Sequence[RawSession], requests: Sequence[bytes], count: int) -> float:
    """Send `count` of the requests by each session, IN_FLIGHT of them at a time.

    Returns answers a second, of all sessions together. They must all be of one length. Raises
    RuntimeError on an error.
    """
    with selectors.DefaultSelector() as selector:
        lanes = [_Lane(session, requests, count) for session in sessions]
        for lane in lanes:
            selector.register(lane.session.socket, selectors.EVENT_READ, lane)
        began = time.monotonic()
        for lane in lanes:
            lane.send(IN_FLIGHT)
        while any(lane.left for lane in lanes):
            for key, _ in selector.select(30):
                key.data.receive()
        return count * len(sessions) / (time.monotonic() - began)


class _Lane:
    """One session's share of a pipelined load. left: answers that have not come."""

    def __init__(self, session: RawSession, requests: Sequence[bytes], count: int) -> None:
        self.session, self.left = session, count
        self._requests, self._unsent = cycle(requests), count
        # The first answer tells how long each is.
        self._size = 4 + len(session.ask(requests[0]))
        self._partial = b""

    def send(self, count: int) -> None:
        """Send so many more, or what is left."""
        count = min(count, self._unsent)
        self._unsent -= count
        self.session.socket.sendall(b"".join(islice(self._requests, count)))

    def receive(self) -> None:
        """Count what has come, and send as many more."""
        received = self.session.socket.recv(1 << 20)
        if not received:
            raise RuntimeError("the server has hung up")
        self._partial += received
        done, rest = divmod(len(self._partial), self._size)
        if done:
            _check(self._partial[(done - 1) * self._size + 4 :])
            self._partial = self._partial[len(self._partial) - rest :] if rest else b""
            self.left -= done
            self.send(done)


def _check(answer: bytes) -> None:
    header, _ = decode(ReplyHeader, answer)
    if header.error != 0:
        raise RuntimeError(f"an answer that was not expected: {header}")


def _length(buffer: bytes) -> int:
    return int.from_bytes(buffer[:4], "big")
