"""The follower lags as ZooKeeper's own do."""

from __future__ import annotations

import random
from typing import Any

import pytest

from app.zookeeper.wire.codes import WATCH_XID, Op, Permission
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.records import (
    RESPONSES,
    Acl,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    Id,
    PathOnly,
    PathWatch,
    ReplyHeader,
    RequestHeader,
    WatcherEvent,
)
from tests.simulation.network import Weather, Wire
from tests.simulation.plan import Member, Plan, draw
from tests.simulation.world import World

PARENT = "/election"
OPEN = [Acl(int(Permission.ALL), Id("world", "anyone"))]
TIMEOUT = 4.0
LATENCY = 0.001
AWHILE = 1.0


class Client:
    """A program that speaks the wire format. `told`: what it has heard, in order."""

    def __init__(self, world: World, name: str, server: str) -> None:
        self.world, self.name, self.seeks = world, name, server
        self.weather = Weather(random.Random(0), LATENCY, 0.0)
        self.wires: list[Wire] = []
        self.sessions: set[int] = set()
        self.awaited: tuple[str, str] | None = None
        self.told: list[Any] = []
        self.session, self.password, self.last_zxid = 0, bytes(16), 0
        self._asked: dict[int, int] = {}
        self.connect()

    @property
    def connection(self) -> Client:
        """Of a process it is its connection thread."""
        return self

    def broken(self) -> None:
        """The connection is gone."""

    def connect(self) -> None:
        """Begin a session, or go on with the one that it has."""
        wire = self.world.server.accept(self)  # type: ignore[arg-type]
        assert wire is not None
        self.wire: Wire | None = wire
        wire.back.receiver = self._hear
        self._is_new = True
        timeout = int(TIMEOUT * 1000)
        asked = ConnectRequest(0, self.last_zxid, timeout, self.session, self.password)
        wire.out.send(encode(asked) + b"\0")
        after(self.world, 4 * LATENCY)

    def ask(self, op: Op, body: Any) -> None:
        """Send a request, and do not wait for its answer."""
        assert self.wire is not None
        xid = len(self._asked) + 1
        self._asked[xid] = op
        self.wire.out.send(encode(RequestHeader(xid, op)) + encode(body))

    def create(self, name: str) -> None:
        """Send a create, and do not wait for its answer."""
        self.ask(Op.CREATE, CreateRequest(f"{PARENT}/{name}", b"", OPEN, 0))

    def hear(self) -> None:
        """Wait for the next word."""
        heard = len(self.told)
        while len(self.told) == heard:
            self.world.step()

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
        assert kind is not None
        assert not header.error
        self.told.append(decode(kind, frame, at)[0])


def after(world: World, seconds: float) -> None:
    """Let this time pass."""
    until = world.now + seconds
    while world.now < until:
        world.step()


@pytest.fixture
def world() -> World:
    """A leader and its follower, to which nothing takes any time unless it lags."""
    member = Member(0.0, TIMEOUT, 0.0)
    return World(
        Plan(
            seed=0,
            recipe="predecessor",
            versions=False,
            members=(member,),
            counter=0,
            latency=LATENCY,
            jitter=0.0,
            lag=0.0,
            faults=(),
            has_follower=True,
        )
    )


def lag(world: World) -> None:
    assert world.server.follower is not None
    world.server.follower.lag(AWHILE)


def test_a_follower_reads_from_a_tree_that_is_behind(world: World) -> None:
    writer, reader = Client(world, "c1", "leader"), Client(world, "c2", "follower")
    lag(world)
    writer.create("a")
    assert writer.names() == ["a"]
    assert reader.names() == []
    after(world, AWHILE)
    assert reader.names() == ["a"]


def test_its_watches_fire_when_it_knows(world: World) -> None:
    writer, reader = Client(world, "c1", "leader"), Client(world, "c2", "follower")
    reader.names(watch=True)
    lag(world)
    writer.create("a")
    after(world, AWHILE / 2)
    assert not [one for one in reader.told if isinstance(one, WatcherEvent)]
    after(world, AWHILE)
    assert [one.path for one in reader.told if isinstance(one, WatcherEvent)] == [PARENT]


def test_who_writes_there_is_answered_when_the_follower_knows(world: World) -> None:
    """What was asked behind the write is answered behind it."""
    client = Client(world, "c1", "follower")
    lag(world)
    client.create("a")
    client.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
    after(world, AWHILE / 2)
    assert len(client.told) == 1
    after(world, AWHILE)
    assert [client.told[1].path, client.told[2].children] == [f"{PARENT}/a", ["a"]]


def test_sync_is_answered_when_the_follower_knows_all_that_there_was(world: World) -> None:
    writer, reader = Client(world, "c1", "leader"), Client(world, "c2", "follower")
    lag(world)
    writer.create("a")
    after(world, AWHILE / 2)
    reader.ask(Op.SYNC, PathOnly(PARENT))
    reader.ask(Op.GET_CHILDREN, PathWatch(PARENT, False))
    after(world, AWHILE / 4)
    assert len(reader.told) == 1
    after(world, AWHILE)
    assert reader.told[2].children == ["a"]


def test_after_a_lost_reply_the_next_connection_reads_the_tree_before_the_write(
    world: World,
) -> None:
    client = Client(world, "c1", "leader")
    client.awaited = "mislead", "create"
    client.create("a")
    after(world, 4 * LATENCY)
    assert len(client.told) == 1
    session = client.session
    client.connect()
    assert client.session == session
    assert client.names() == []
    client.ask(Op.SYNC, PathOnly(PARENT))
    client.hear()
    assert client.names() == ["a"]


def test_a_create_held_back_is_carried_out_when_its_client_has_come_back(world: World) -> None:
    """A `sync` on that connection comes behind it."""
    client = Client(world, "c1", "follower")
    client.awaited = "hold", "create"
    client.create("a")
    after(world, 4 * LATENCY)
    client.connect()
    assert client.names() == []
    client.seeks = "follower"
    client.connect()
    assert client.names() == ["a"]


def test_a_follower_refuses_who_has_seen_more(world: World) -> None:
    client = Client(world, "c1", "leader")
    lag(world)
    client.create("a")
    after(world, 4 * LATENCY)
    client.seeks = "follower"
    client.connect()
    assert client.told[-1] == "the end"
    after(world, AWHILE)
    client.seeks = "follower"
    client.connect()
    assert client.names() == ["a"]


def test_cut_off_it_goes_on_answering_while_the_leader_ends_the_session(world: World) -> None:
    client = Client(world, "c1", "follower")
    assert world.server.follower is not None
    world.server.follower.cut_off(TIMEOUT + AWHILE)
    while world.server.core.sessions.get(client.session) is not None:
        assert client.names() == []
        after(world, AWHILE / 10)
    assert client.names() == []
    after(world, TIMEOUT + AWHILE)
    assert client.told[-1] == "the end"


def test_a_session_is_told_of_by_the_follower(world: World) -> None:
    client = Client(world, "c1", "follower")
    until = world.now + 2 * TIMEOUT
    while world.now < until:
        client.names()
        after(world, TIMEOUT / 8)
    assert world.server.core.sessions.get(client.session) is not None


def test_a_write_by_the_follower_tells_the_leader_nothing_of_the_session(world: World) -> None:
    """It was committed, and the session ends by what the follower has told before."""
    client = Client(world, "c1", "follower")
    after(world, TIMEOUT / 2)
    client.create("a")
    client.hear()
    written_at = world.now
    assert world.server.follower is not None
    world.server.follower.cut_off(2 * TIMEOUT)
    while world.server.core.sessions.get(client.session) is not None:
        world.step()
    assert world.now < written_at + TIMEOUT * 3 / 4


def test_with_a_follower_a_seed_has_its_faults_and_some_more() -> None:
    alone, followed = draw(7), draw(7, follower=True)
    assert set(alone.faults) < set(followed.faults)
    assert not alone.has_follower
    assert followed.has_follower
