"""Read ACLs of many znodes by a connection beside kazoo's, on which nothing else is asked.

ZooKeeper returns an ACL one znode at a time, and kazoo takes turns with its caller for each: ten
thousand of them take it five times as long as the server needs. If this connection is not
available (a server that refuses further ones, or that goes), kazoo is used.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable, Sequence

from kazoo.client import KazooClient
from kazoo.exceptions import AuthFailedError
from kazoo.security import ACL, Id

from .credentials import introduce
from .raw import RawConnection, hello, request_frame
from .requests import rooted
from .wire.codes import Code, Op
from .wire.jute import Malformed, decode
from .wire.records import GetAclResponse, PathOnly, ReplyHeader

FAILURES = (OSError, Malformed, AuthFailedError)
"""The errors that every method except `close` raises where a connection is of no use any longer."""

WORTH_IT = 20
_SESSION_TIMEOUT, _TIMEOUT = 10.0, 5.0
_log = logging.getLogger(__name__)
_UNREADABLE = (Code.NO_AUTH, Code.NO_NODE)


class Acls:
    """A reader of ACLs: by a connection if there are many, else and where that fails `by_kazoo`."""

    def __init__(
        self, client: KazooClient, by_kazoo: Callable[[Sequence[str]], list[list[ACL] | None]]
    ) -> None:
        self._client, self._by_kazoo = client, by_kazoo
        self._connection: AclConnection | None = None
        self._is_of_use = True

    def read(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        """Return the ACL of each; None where it may not be read, or is gone."""
        if self._is_of_use and (self._connection or len(paths) >= WORTH_IT):
            try:
                self._connection = self._connection or AclConnection(self._client)
                return self._connection.read(paths)
            except FAILURES as error:
                _log.debug("no connection for ACLs: %r", error)
                self._is_of_use = False
                self.close()
        return self._by_kazoo(paths)

    def close(self) -> None:
        """End the connection's session, if one has begun."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class AclConnection:
    """A session of its own on the server that `client` is connected to, with the client's
    credentials, and not behind what it has seen.
    """

    def __init__(self, client: KazooClient) -> None:
        self._client = client
        handler = client.handler
        host, _, port = str(handler.server).rpartition(":")
        server = host.strip("[]"), int(port)
        self._raw = RawConnection.open(server, handler.security, _TIMEOUT, handler.name)
        try:
            self._begin()
        except BaseException:
            self._raw.close()
            raise

    def read(self, paths: Sequence[str]) -> list[list[ACL] | None]:
        """Return the ACL of each, in order; None where one may not be read, or is gone."""
        bodies = (PathOnly(rooted(self._client, path)) for path in paths)
        self._raw.send(*(request_frame(1, Op.GET_ACL, body) for body in bodies))
        return [self._answer() for _ in paths]

    def close(self) -> None:
        """End the session."""
        with contextlib.suppress(OSError):
            self._raw.send(request_frame(0, Op.CLOSE_SESSION))
        self._raw.close()

    def _begin(self) -> None:
        self._raw.send(hello(_SESSION_TIMEOUT, zxid=self._client.last_zxid))
        if self._raw.welcome().timeout <= 0:
            raise Malformed("no session")
        handler = self._client.handler
        introduce(self._raw.exchange, handler.security, tuple(self._client.auth_data))

    def _answer(self) -> list[ACL] | None:
        frame = self._raw.receive()
        header, offset = decode(ReplyHeader, frame)
        if header.error in _UNREADABLE:
            return None
        if header.error:
            raise Malformed(f"error {header.error}")
        entries = decode(GetAclResponse, frame, offset)[0].acl
        return [ACL(one.permissions, Id(one.id.scheme, one.id.id)) for one in entries]
