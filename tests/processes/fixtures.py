"""Rooms on a real ZooKeeper, and the invariants watched all the while.

A module says with a mark what its rooms are (`rooms_of`), and on which kinds of server its tests
run (`on`); without one it is `Rooms` on Apache ZooKeeper. What is about the recipe runs there
alone, but for one or two tests of each recipe: the conformance tests show that the embedded server
says the same, and the simulation plays every recipe on its core.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from tests.processes.rooms import Rooms
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test is run on each kind of server that its mark names."""
    mark = metafunc.definition.get_closest_marker("on")
    if mark is not None and "hosts" in metafunc.fixturenames:
        metafunc.parametrize("hosts", mark.args, indirect=True)


@pytest.fixture(scope="session")
def sandbox() -> Iterator[SandboxServer]:
    """One embedded server for all tests; each takes a root of its own (`hosts`)."""
    server = SandboxServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def hosts(request: pytest.FixtureRequest, open_client: Connect) -> str:
    """A root of its own, on the kind of server that is asked for."""
    if getattr(request, "param", "apache") == "apache":
        return str(request.getfixturevalue("fresh_hosts"))
    server: SandboxServer = request.getfixturevalue("sandbox")
    return f"{server.hosts}{open_client(server.hosts).create('/test-', sequence=True)}"


@pytest.fixture
def rooms(request: pytest.FixtureRequest, hosts: str) -> Iterator[Rooms]:
    """Rooms in which no invariant may ever be broken."""
    mark = request.node.get_closest_marker("rooms_of")
    made: type[Rooms] = mark.kwargs["made"] if mark else Rooms
    with made(hosts) as found:
        yield found


@pytest.fixture
def operator(hosts: str, open_client: Connect) -> KazooClient:
    """A session of somebody else, on the same root."""
    return open_client(hosts)


@pytest.fixture
def proxy(hosts: str) -> Iterator[FaultyProxy]:
    """A network of bad quality in front of the real server."""
    between = FaultyProxy(hosts)
    yield between
    between.close()


@pytest.fixture
def far_rooms(request: pytest.FixtureRequest, hosts: str, proxy: FaultyProxy) -> Iterator[Rooms]:
    """Rooms whose candidates reach ZooKeeper through the proxy, and nothing else does."""
    mark = request.node.get_closest_marker("rooms_of")
    made: type[Rooms] = mark.kwargs["made"] if mark else Rooms
    root = hosts[hosts.index("/") :]
    with made(hosts, candidates_by=proxy.hosts + root) as found:
        yield found
        proxy.release()
