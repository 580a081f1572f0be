"""A core and its clients, for tests that read like what the clients do."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from app.sandbox.core.core import Core
from app.sandbox.core.messages import (
    Close,
    Limits,
    Notification,
    Outputs,
    ServerReply,
    ServerRequest,
)
from app.sandbox.core.sessions import Link
from app.sandbox.versions import STABLE
from app.zookeeper.wire.capabilities import capabilities_of
from app.zookeeper.wire.codes import AddMode, Code, CreateMode, EventType, Op
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import (
    Acl,
    AddWatchRequest,
    AuthPacket,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    CreateTtlRequest,
    Id,
    PathOnly,
    PathVersion,
    PathWatch,
    SetAclRequest,
    SetDataRequest,
)

OPEN = [Acl(31, Id("world", "anyone"))]
TICK = 200


class Server:
    """A core, a clock that stands still unless it is told, and the clients by their links.

    version: the release that it stands for.
    """

    def __init__(self, version: str = STABLE, **settings: Any) -> None:
        self.now = 1_000_000
        limits = Limits(tick=TICK, longest_timeout=10_000, container_check=1000)
        can = capabilities_of(version)
        self.core = Core(
            secret=b"secret", first_session=1 << 56, limits=limits, can=can, **settings
        )
        self.clients: dict[Link, Client] = {}

    def client(self, timeout: int = 4000, address: str = "127.0.0.1", **resume: Any) -> Client:
        """A client that has asked for a session (`session` and `password`: for this one)."""
        client = Client(self, address)
        self.clients[client.link] = client
        request = ConnectRequest(
            0,
            resume.get("zxid", 0),
            timeout,
            resume.get("session", 0),
            resume.get("password", bytes(16)),
        )
        self.deliver(self.core.connect(client.link, request, self.now))
        return client

    def deliver(self, outputs: Outputs) -> None:
        """Hand every message to the client it is for."""
        for link, message in outputs:
            self.clients[link].inbox.append(message)

    def wait(self, milliseconds: int) -> None:
        """Let time pass, tick by tick."""
        for _ in range(milliseconds // TICK):
            self.now += TICK
            self.deliver(self.core.tick(self.now))

    def snapshot(self) -> dict[str, Any]:
        """Everything that stands in the tree."""
        return {
            path: (znode.stat(), znode.data, znode.acl, sorted(znode.children))
            for path, znode in self.core.tree.items()
        }


class Client:
    """One connection; its requests return the reply's body, or the code of their failure."""

    def __init__(self, server: Server, address: str) -> None:
        self.server, self.link, self.inbox = server, Link(address), list[Any]()

    @property
    def welcome(self) -> ConnectResponse:
        """The answer to its connect request."""
        found: ConnectResponse = self.inbox[0]
        return found

    @property
    def is_closed(self) -> bool:
        """Whether the server has hung up."""
        return isinstance(self.inbox[-1], Close)

    def heard(self) -> list[tuple[EventType, str]]:
        """The watch events since the last call."""
        return [(EventType(one.type), one.path) for one in self._notifications()]

    def zxids_heard(self) -> list[int]:
        """The zxids of the watch events since the last call."""
        return [one.zxid for one in self._notifications()]

    def _notifications(self) -> list[Notification]:
        told = [one for one in self.inbox if isinstance(one, Notification)]
        self.inbox = [one for one in self.inbox if not isinstance(one, Notification)]
        return told

    def ask(self, op: Op, body: Any = None) -> Any:
        """Send a request and take its reply, or None where the server says nothing."""
        request = ServerRequest(len(self.inbox), op, body)
        self.server.deliver(self.server.core.receive(self.link, request, self.server.now))
        reply = next((one for one in reversed(self.inbox) if isinstance(one, ServerReply)), None)
        if reply is None:
            return None
        return Code(reply.error) if reply.error else reply.body

    def create(
        self,
        path: str,
        data: bytes | None = b"",
        flags: int = CreateMode.PERSISTENT,
        acl: Sequence[Acl] = OPEN,
        op: Op = Op.CREATE,
    ) -> Any:
        """The path made, or a code."""
        made = self.ask(op, CreateRequest(path, data, list(acl), flags))
        return made.path if hasattr(made, "path") else made

    def create_ttl(self, path: str, ttl: int, flags: int = CreateMode.PERSISTENT_TTL) -> Any:
        """The path made, or a code."""
        made = self.ask(Op.CREATE_TTL, CreateTtlRequest(path, b"", OPEN, flags, ttl))
        return made.path if hasattr(made, "path") else made

    def delete(self, path: str, version: int = -1) -> Any:
        """None, or a code."""
        return self.ask(Op.DELETE, PathVersion(path, version))

    def write(self, path: str, data: bytes | None, version: int = -1) -> Any:
        """The stat in a record, or a code."""
        return self.ask(Op.SET_DATA, SetDataRequest(path, data, version))

    def read(self, path: str, watch: bool = False) -> Any:
        """Data and stat, or a code."""
        return self.ask(Op.GET_DATA, PathWatch(path, watch))

    def exists(self, path: str, watch: bool = False) -> Any:
        """The stat in a record, or a code."""
        return self.ask(Op.EXISTS, PathWatch(path, watch))

    def children(self, path: str, watch: bool = False) -> Any:
        """Names, or a code."""
        found = self.ask(Op.GET_CHILDREN, PathWatch(path, watch))
        return getattr(found, "children", found)

    def watch(self, path: str, mode: int) -> Any:
        """addWatch."""
        return self.ask(Op.ADD_WATCH, AddWatchRequest(path, mode))

    def watch_all(self, path: str) -> Any:
        """addWatch, persistent and recursive."""
        return self.watch(path, AddMode.PERSISTENT_RECURSIVE)

    def multi(self, *operations: tuple[Op, Any], op: Op = Op.MULTI) -> Any:
        """The results, each with its op; or a code."""
        found = self.ask(op, Operations([Operation(*one) for one in operations]))
        return getattr(found, "operations", found)

    def authenticate(self, scheme: str, auth: bytes) -> Any:
        """None, or AUTH_FAILED."""
        return self.ask(Op.AUTH, AuthPacket(0, scheme, auth))

    def acl(self, path: str) -> Any:
        """ACL and stat, or a code."""
        return self.ask(Op.GET_ACL, PathOnly(path))

    def protect(self, path: str, acl: Sequence[Acl], version: int = -1) -> Any:
        """setACL."""
        return self.ask(Op.SET_ACL, SetAclRequest(path, list(acl), version))
