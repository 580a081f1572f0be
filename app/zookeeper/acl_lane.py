"""ACLs of many znodes: a connection beside kazoo's, on which nothing else is asked.

ZooKeeper tells an ACL one znode at a time, and kazoo takes turns with its caller for each: ten
thousand of them take it five times as long as the server needs. Whoever cannot have this lane (a
server that takes no more connections, one that goes) asks by kazoo.
"""

from __future__ import annotations

import contextlib
import logging
import socket
import struct
from collections.abc import Callable, Sequence

from kazoo.client import KazooClient
from kazoo.exceptions import AuthFailedError
from kazoo.security import ACL, Id

from app.zookeeper.credentials import introduce
from app.zookeeper.requests import rooted
from app.zookeeper.wire.codes import Code, Op
from app.zookeeper.wire.jute import Malformed, decode, encode
from app.zookeeper.wire.records import (
    ConnectRequest,
    ConnectResponse,
    GetAclResponse,
    PathOnly,
    ReplyHeader,
    RequestHeader,
)

FAILURES = (OSError, Malformed, AuthFailedError)
"""What any method but `close` raises where the lane is of no use (any more)."""

WORTH_IT = 20
_SESSION_MS = 10_000
_WITHIN = 5.0
_LENGTH = struct.Struct(">i")
_log = logging.getLogger(__name__)
_UNREADABLE = (Code.NO_AUTH, Code.NO_NODE)


class Acls:
    """Reads ACLs by a lane where there are many, else and where that fails `by_kazoo`."""

    def __init__(
        self, client: KazooClient, by_kazoo: Callable[[Sequence[str]], list[list[ACL] | None]]
    ) -> None:
        self._client, self._by_kazoo = client, by_kazoo
        self._lane: AclLane | None = None
        self._is_of_use = True

    def read(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        """The ACL of each; None for what may not be read, or is gone."""
        if self._is_of_use and (self._lane or len(paths) >= WORTH_IT):
            try:
                self._lane = self._lane or AclLane(self._client)
                self._lane.ask(paths)
                return self._lane.take(len(paths))
            except FAILURES as error:
                _log.debug("no lane for ACLs: %r", error)
                self._is_of_use = False
                self.close()
        return self._by_kazoo(paths)

    def close(self) -> None:
        """End the lane's session, if one has begun."""
        lane, self._lane = self._lane, None
        if lane is not None:
            lane.close()


class AclLane:
    """A session of its own on the server that `client` sits on, with the client's credentials,
    and not behind what it has seen.
    """

    def __init__(self, client: KazooClient) -> None:
        self._client = client
        host, _, port = str(client.handler.server).rpartition(":")
        server = host.strip("[]"), int(port)
        self._socket = client.handler.security.open(server, _WITHIN, client.handler.name)
        self._buffer = b""
        try:
            self._begin()
        except BaseException:
            self._socket.close()
            raise

    def ask(self, paths: Sequence[str]) -> None:
        """Send for the ACLs of these."""
        frames = (
            encode(RequestHeader(1, Op.GET_ACL)) + encode(PathOnly(rooted(self._client, path)))
            for path in paths
        )
        self._socket.sendall(b"".join(_LENGTH.pack(len(frame)) + frame for frame in frames))

    def take(self, count: int) -> list[list[ACL] | None]:
        """The next `count` answers, in the order of the questions; None for what may not be read,
        or is gone.
        """
        return [self._answer() for _ in range(count)]

    def close(self) -> None:
        """End the session."""
        with contextlib.suppress(OSError):
            self._send(encode(RequestHeader(0, Op.CLOSE_SESSION)))
        self._socket.close()

    def _begin(self) -> None:
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        seen = self._client.last_zxid
        self._send(encode(ConnectRequest(0, seen, _SESSION_MS, 0, bytes(16))) + b"\0")
        if decode(ConnectResponse, self._frame())[0].timeout <= 0:
            raise Malformed("no session")
        introduce(self._exchange, self._client.handler.security, tuple(self._client.auth_data))

    def _answer(self) -> list[ACL] | None:
        frame = self._frame()
        header, offset = decode(ReplyHeader, frame)
        if header.error in _UNREADABLE:
            return None
        if header.error:
            raise Malformed(f"error {header.error}")
        entries = decode(GetAclResponse, frame, offset)[0].acl
        return [ACL(one.permissions, Id(one.id.scheme, one.id.id)) for one in entries]

    def _exchange(self, frame: bytes) -> bytes:
        self._send(frame)
        return self._frame()

    def _send(self, frame: bytes) -> None:
        self._socket.sendall(_LENGTH.pack(len(frame)) + frame)

    def _frame(self) -> bytes:
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size))
        return self._read(length)

    def _read(self, count: int) -> bytes:
        while len(self._buffer) < count:
            received = self._socket.recv(1 << 16)
            if not received:
                raise ConnectionResetError("the server has hung up")
            self._buffer += received
        taken, self._buffer = self._buffer[:count], self._buffer[count:]
        return taken
