"""The four-letter words have the shape that Apache ZooKeeper gives them."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Protocol

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.sandbox.words import CHILDREN_TOO
from app.zookeeper.fourletter import ask
from app.zookeeper.requests import add_recursive_watch
from app.zookeeper.wire.capabilities import capabilities_of
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import PathWatch
from tests.conformance.servers import version_of_server
from tests.sandbox.conftest import StartSandbox
from tests.sandbox.raw import RawClient, request
from tests.support.releases import need_likeness
from tests.support.zookeeper import Connect, await_until, classpath


class Server(Protocol):
    @property
    def port(self) -> int: ...

    @property
    def hosts(self) -> str: ...


# What differs from server to server and from run to run, and what it is called here.
VARIES = [
    (r"3\.\d+\.\d+-.*", "VERSION"),
    (r"0x[0-9a-f]+", "HEX"),
    (r"127\.0\.0\.1:\d+\[[01]\]", "CLIENT"),
    (r"127\.0\.0\.1:\d+|127\.0\.0\.1(?= )", "CLIENT"),
    (r"lop=[A-Z]+", "lop=OP"),
    (r"expire at \w+ \w+ \d+ [\d:]+ UTC \d+", "expire at DATE"),
    (r"\(\d+\)/\(\d+\)", "(N)/(N)"),
    (r"-?\d+(\.\d+)?", "N"),
]


def shape(text: str) -> str:
    for pattern, name in VARIES:
        text = re.sub(pattern, name, text)
    return text


def word(server: Server, name: str) -> str:
    return ask("127.0.0.1", server.port, name)


def is_left_to_one(server: Server) -> bool:
    """Whether nobody is connected but one client, and who asks."""
    return len(word(server, "cons").split()) == 2


@pytest.fixture(scope="module")
def servers() -> Iterator[tuple[ApacheServer, SandboxServer]]:
    """Apache's, and a sandbox that speaks as it does, each with one client that owns an ephemeral
    znode and watches another.
    """
    need_likeness()
    apache = ApacheServer(classpath())
    apache.start()
    sandbox = SandboxServer(version=version_of_server(apache.port))
    sandbox.start()
    clients = []
    for server in (apache, sandbox):
        client = KazooClient(server.hosts)
        client.start()
        client.create("/persistent", b"1")
        client.create("/ephemeral", b"", ephemeral=True)
        client.get("/persistent", watch=lambda event: None)
        client.exists("/absent", watch=lambda event: None)
        client.get_children("/persistent")
        clients.append(client)
        await_until(partial(is_left_to_one, server))
    yield apache, sandbox
    for client in clients:
        client.stop()
        client.close()
    apache.stop()
    sandbox.stop()


@pytest.mark.parametrize("name", ["ruok", "isro"])
def test_short_ones_are_the_same(servers: tuple[ApacheServer, SandboxServer], name: str) -> None:
    apache, sandbox = servers
    assert word(sandbox, name) == word(apache, name)


@pytest.mark.parametrize("name", ["srvr", "stat", "cons", "wchs"])
def test_long_ones_have_the_same_shape(
    servers: tuple[ApacheServer, SandboxServer], name: str
) -> None:
    apache, sandbox = servers
    # Clients come in any order, and only one of the two connections has a session.
    expected, found = (sorted(shape(word(one, name)).splitlines()) for one in (apache, sandbox))
    assert found == expected


def test_the_last_response_is_told_by_the_clock_of_the_machine(
    servers: tuple[ApacheServer, SandboxServer],
) -> None:
    """Not since the epoch, as the beginning of a connection is."""
    for server in servers:
        [told] = re.findall(r"lresp=(\d+)", word(server, "cons"))
        assert 0 < int(told) <= time.monotonic() * 1_000


@pytest.mark.parametrize("name", ["wchc", "wchp"])
def test_watches_have_the_same_shape_and_a_line_for_their_reader(
    servers: tuple[ApacheServer, SandboxServer], name: str
) -> None:
    apache, sandbox = servers
    expected, found = (shape(word(one, name)).splitlines() for one in (apache, sandbox))
    assert found[-2:] == ["", CHILDREN_TOO]
    assert sorted(found[:-1]) == sorted(expected)
    assert found[0].startswith("/" if name == "wchp" else "HEX")


def test_dump_has_the_same_lines(servers: tuple[ApacheServer, SandboxServer]) -> None:
    apache, sandbox = servers
    expected, found = (set(shape(word(one, "dump")).splitlines()) for one in (apache, sandbox))
    assert found == expected


@pytest.mark.parametrize("name", ["conf", "envi", "mntr"])
def test_names_are_apaches(servers: tuple[ApacheServer, SandboxServer], name: str) -> None:
    """Not all of them: there is no JVM, and no log of transactions."""
    apache, sandbox = servers
    expected, found = (
        {re.split(r"[=\t]", line)[0] for line in word(one, name).splitlines()}
        for one in (apache, sandbox)
    )
    assert found - {"python.version"} <= expected
    assert len(found) >= 6


def test_a_person_sees_whose_server_it_is(sandbox: SandboxServer) -> None:
    first = word(sandbox, "srvr").splitlines()[0]
    assert first.startswith("Zookeeper version: 3.9.5-")
    assert "Handoff's sandbox of one server" in first


def test_it_says_what_it_stands_for(start_sandbox: StartSandbox) -> None:
    told = start_sandbox(version="3.8")
    assert word(told, "srvr").startswith("Zookeeper version: 3.8.0-sandbox")
    assert monitored(told)["zk_version"].startswith("3.8.0-sandbox")


def test_child_watches_are_listed(sandbox: SandboxServer, open_client: Connect) -> None:
    client = open_client(sandbox.hosts)
    client.create("/parent")
    client.get_children("/parent", watch=lambda event: None)
    session = f"{client.client_id[0]:#x}"
    assert f"/parent\n\t{session}\n" in word(sandbox, "wchp")
    assert f"{session}\n\t/parent\n" in word(sandbox, "wchc")


def test_a_watched_path_cannot_forge_lines(sandbox: SandboxServer) -> None:
    with RawClient(sandbox.port) as client:
        client.shake_hands()
        client.call(request(Op.EXISTS, PathWatch("/x\n/forged\n\t0x1", True)))
        assert "\n/forged" not in word(sandbox, "wchp")
        assert "/x\\x0a/forged\\x0a\\x090x1" in word(sandbox, "wchp")


def test_numbers_tell_the_truth(start_sandbox: StartSandbox, open_client: Connect) -> None:
    """Of a server where nobody else's heartbeats are counted, nor its own within a minute."""
    sandbox = start_sandbox()
    client = open_client(sandbox.hosts, 60.0)
    before = monitored(sandbox)
    client.create("/counted", b"12345")
    client.create("/counted/e", ephemeral=True)
    client.get("/counted", watch=lambda event: None)
    client.set("/counted", b"123")
    after = monitored(sandbox)
    grown = {name: int(after[name]) - int(before[name]) for name in NUMBERS}
    assert grown == {
        "zk_znode_count": 2,
        "zk_ephemerals_count": 1,
        "zk_packets_sent": 5,
        "zk_packets_received": 4 + 1,
        "zk_sum_node_changed_watch_count": 1,
        "zk_approximate_data_size": len("/counted" + "123" + "/counted/e"),
    }
    client.stop()
    await_until(lambda: monitored(sandbox)["zk_ephemerals_count"] == before["zk_ephemerals_count"])


def test_watches_that_fire_are_counted_as_apaches(
    servers: tuple[ApacheServer, SandboxServer], open_client: Connect
) -> None:
    """Whoever watches data and children counts twice for a deletion, as does a recursive watch
    before 3.9.
    """
    told = [list(_fired_and_standing(server, open_client)) for server in servers]
    assert told[0] == told[1]
    once = capabilities_of(version_of_server(servers[0].port)).counts_recursive_once
    assert told[0][-1] == ([5, 6, 1, 3, 1] if once else [5, 9, 1, 3, 2])


def _fired_and_standing(server: Server, open_client: Connect) -> Iterator[list[int]]:
    """What the counters of watches have grown by, after each of many changes."""
    one, other = open_client(server.hosts), open_client(server.hosts)
    one.create("/fired")
    before = {name: int(monitored(server)[name]) for name in WATCHES}
    add_recursive_watch(one, "/", lambda event: None).get()
    changes: list[Callable[[], object]] = [
        lambda: one.create("/fired/1"),
        lambda: one.set("/fired/1", b"1"),
        lambda: one.delete("/fired/1"),
        lambda: other.get_children("/fired", watch=_unheard),
        lambda: one.create("/fired/2"),
        lambda: other.get("/fired/2", watch=_unheard),
        lambda: other.get_children("/fired/2", watch=_unheard),
        lambda: other.get_children("/fired", watch=_unheard),
        lambda: one.delete("/fired/2"),
        lambda: other.create("/fired/own", ephemeral=True),
        lambda: other.get("/fired/own", watch=_unheard),
        lambda: other.exists("/fired/3", watch=_unheard),
        lambda: one.create("/fired/3"),
        lambda: other.get_children("/fired", watch=_unheard),
        other.stop,
    ]
    for change in changes:
        change()
        now = monitored(server)
        yield [int(now[name]) - before[name] for name in WATCHES]
    one.stop()


def _unheard(event: object) -> None: ...


WATCHES = (
    "zk_sum_node_created_watch_count",
    "zk_sum_node_deleted_watch_count",
    "zk_sum_node_changed_watch_count",
    "zk_sum_node_children_watch_count",
    "zk_watch_count",
)
NUMBERS = (
    "zk_znode_count",
    "zk_ephemerals_count",
    "zk_packets_sent",
    "zk_packets_received",
    "zk_sum_node_changed_watch_count",
    "zk_approximate_data_size",
)


def monitored(server: Server) -> dict[str, str]:
    pairs = (line.split("\t", 1) for line in word(server, "mntr").splitlines())
    return dict(pairs)
