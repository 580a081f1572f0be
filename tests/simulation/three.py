"""Three simulated servers, and clients that speak the wire format with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from app.sandbox.core.messages import Limits, ServerRequest
from app.zookeeper.wire.codes import WATCH_XID, Code, Op, Permission
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import (
    RESPONSES,
    Acl,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    Id,
    PathWatch,
    ReplyHeader,
    RequestHeader,
    WatcherEvent,
)
from tests.simulation.ensemble.ensemble import Ensemble
from tests.simulation.ensemble.peer import Peer
from tests.simulation.ensemble.reign import SYNC_LIMIT, TICK_MS
from tests.simulation.network import Weather, Wire
from tests.simulation.plan import Member, Plan
from tests.simulation.world import World

PARENT = "/config"
OPEN = [Acl(int(Permission.ALL), Id("world", "anyone"))]
TIMEOUT = 4.0
LATENCY = 0.001
AWHILE = 0.5
TICK = TICK_MS / 1000
SOON = 5 * TIMEOUT
GIVES_UP_IN = (SYNC_LIMIT + 1.5) * TICK
"""Seconds after which a leader or a follower that hears nobody serves nobody."""


class Client:
    """A program that speaks the wire format. `told`: what it has heard, in order."""

    def __init__(self, world: World, name: str, server: str) -> None:
        self.world, self.name, self.seeks = world, name, server
        self.weather = Weather(random.Random(0), LATENCY, 0.0)
        self.wires: list[Wire] = []
        self.sessions: set[int] = set()
        self.awaited: tuple[str, str] | None = None
        self.told: list[Any] = []
        self.timeout = TIMEOUT
        self.session, self.password, self.last_zxid = 0, bytes(16), 0
        self._asked: dict[int, int] = {}
        self.connect()

    @property
    def connection(self) -> Client:
        """Of a process it is its connection thread."""
        return self

    def broken(self) -> None:
        """The connection is gone."""

    def connect(self, seeks: str | None = None) -> None:
        """Begin a session, or go on with the one that it has."""
        self.seeks = seeks or self.seeks
        wire = self.world.server.accept(self)  # type: ignore[arg-type]
        assert wire is not None
        self.wire: Wire | None = wire
        wire.back.receiver = lambda frame: self._hear(frame) if wire is self.wire else None
        self._is_new = True
        timeout = int(self.timeout * 1000)
        asked = ConnectRequest(0, self.last_zxid, timeout, self.session, self.password)
        wire.out.send(encode(asked) + b"\0")
        after(self.world, 4 * LATENCY)

    def ask(self, op: Op, body: Any) -> None:
        """Send a request, and do not wait for its answer."""
        assert self.wire is not None
        xid = len(self._asked) + 1
        self._asked[xid] = op
        self.wire.out.send(encode(RequestHeader(xid, op)) + (encode(body) if body else b""))

    def create(self, name: str, flags: int = 0) -> None:
        """Send a create, and do not wait for its answer."""
        self.ask(Op.CREATE, CreateRequest(f"{PARENT}/{name}", b"", OPEN, flags))

    def hear(self) -> None:
        """Wait for the next word."""
        heard = len(self.told)
        wait_until(self.world, lambda: len(self.told) > heard)

    def names(self, watch: bool = False) -> list[str]:
        """What its server says stands below the parent."""
        self.ask(Op.GET_CHILDREN, PathWatch(PARENT, watch))
        after(self.world, 4 * LATENCY)
        names: list[str] = self.told[-1].children
        return names

    def _hear(self, frame: bytes | None) -> None:
        if frame is None:
            self.told.append("the end")
        elif self._is_new:
            self._is_new = False
            answer, _ = decode(ConnectResponse, frame)
            self.session, self.password = answer.session, answer.password or b""
            self.told.append(answer)
        else:
            self._read(frame)

    def _read(self, frame: bytes) -> None:
        header, at = decode(ReplyHeader, frame)
        self.last_zxid = max(self.last_zxid, header.zxid)
        kind = WatcherEvent if header.xid == WATCH_XID else RESPONSES[self._asked[header.xid]]
        if header.error or kind is None:
            self.told.append(Code(header.error))
        else:
            self.told.append(decode(kind, frame, at)[0])


def after(world: World, seconds: float) -> None:
    """Let this time pass."""
    until = world.now + seconds
    while world.now < until:
        world.step()


def wait_until(world: World, happens: Callable[[], bool]) -> None:
    """Let time pass until this is so, which is soon or never."""
    ends_at = world.now + SOON
    while not happens():
        assert world.now < ends_at
        world.step()


class Three:
    """A world of three servers, of which s1 leads; nothing takes any time between them unless a
    fault makes it.
    """

    def __init__(self) -> None:
        member = Member(0.0, TIMEOUT, 0.0)
        plan = Plan(
            seed=0,
            recipe="configuration",
            versions=False,
            members=(member,),
            counter=0,
            latency=LATENCY,
            jitter=0.0,
            lag=0.0,
            faults=(),
            servers=3,
        )
        self.world = World(plan)
        assert isinstance(self.world.server, Ensemble)
        self.ensemble = self.world.server
        self.s1, self.s2, self.s3 = self.ensemble.peers
        for peer in self.ensemble.peers:
            peer.limits = Limits(TICK_MS)

    def client(self, server: str, name: str = "c") -> Client:
        """A client that has just begun a session."""
        return Client(self.world, name, server)

    def pass_(self, seconds: float) -> None:
        """Let this time pass."""
        after(self.world, seconds)

    def wait_until(self, happens: Callable[[], bool]) -> None:
        """Let time pass until this is so."""
        wait_until(self.world, happens)

    def isolate(self, peer: Peer, lasts: float) -> None:
        """Keep a server from hearing the others."""
        for other in self.ensemble.peers:
            if other is not peer:
                self.ensemble.cut(peer, other, lasts)

    def true_names(self) -> list[str]:
        """What a majority has agreed on."""
        return list(self.ensemble.core.tree.nodes[PARENT].children)

    def lives(self, client: Client) -> bool:
        """Whether a majority has not agreed on the end of its session."""
        return client.session in self.ensemble.core.sessions


def create(name: str) -> ServerRequest:
    """The request to create a znode."""
    return ServerRequest(1, Op.CREATE, CreateRequest(f"{PARENT}/{name}", b"", OPEN, 0))


def events(client: Client) -> list[str]:
    """The paths of which it was notified."""
    return [one.path for one in client.told if isinstance(one, WatcherEvent)]
