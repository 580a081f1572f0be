"""Mirrors and proxies that end with their test."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

import pytest
from kazoo.client import KazooClient

from app.recipes.election.events import BESIDE
from app.zookeeper.members import Children
from app.zookeeper.probe import Probe
from tests.support.mirrored import Mirrored, MirrorOf, ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing

ProbeOf: TypeAlias = Callable[..., tuple[Listing, Probe]]
"""Starts a probe, and gives what it tells."""


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """A client of the root that is this test's own."""
    return open_client(fresh_hosts)


@pytest.fixture
def mirror_of(fresh_hosts: str) -> Iterator[MirrorOf]:
    """Starts mirrors of the given hosts, or of the root that is this test's own."""
    started: list[Mirrored] = []

    def start(
        hosts: str = fresh_hosts,
        follow: str | None = None,
        session_timeout: float = 10.0,
        every: bool = False,
        clock: Callable[[], float] | None = None,
    ) -> Mirrored:
        mirrored = Mirrored(hosts, session_timeout, clock)
        started.append(mirrored)
        if follow:
            children: Children = "every" if every else "numbered"
            mirrored.mirror.follow(follow, children=children, beside=BESIDE)
        mirrored.mirror.start()
        return mirrored

    yield start
    for mirrored in started:
        mirrored.mirror.stop()


@pytest.fixture
def proxy_of() -> Iterator[ProxyOf]:
    """Closes a proxy when the test ends."""
    made: list[FaultyProxy] = []

    def keep(proxy: FaultyProxy) -> FaultyProxy:
        made.append(proxy)
        return proxy

    yield keep
    for proxy in made:
        proxy.close()


@pytest.fixture
def proxy(fresh_hosts: str, proxy_of: ProxyOf) -> FaultyProxy:
    """A proxy before the ZooKeeper of `fresh_hosts`."""
    return proxy_of(FaultyProxy(fresh_hosts))


@pytest.fixture
def through(fresh_hosts: str, proxy: FaultyProxy) -> str:
    """The same root as that of `fresh_hosts`, through the proxy."""
    return f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


@pytest.fixture(params=["recursive", "open_paths"])
def any_hosts(request: pytest.FixtureRequest, fresh_hosts: str, proxy_of: ProxyOf) -> str:
    """A server of today, and one before 3.6; `fresh_hosts` leads to the same one directly."""
    if request.param == "recursive":
        return fresh_hosts
    proxy = proxy_of(FaultyProxy.before_3_6(fresh_hosts))
    return f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


@pytest.fixture
def probe_of() -> Iterator[ProbeOf]:
    """Starts probes to which watches below /e matter, and the sessions `ours`."""
    started: list[Probe] = []

    def start(
        hosts: str, watches_every: float = 5.0, ours: Collection[str] = ()
    ) -> tuple[Listing, Probe]:
        told = Listing()
        probe = Probe(
            hosts,
            told.append,
            lambda path: path.startswith("/e/"),
            lambda: ours,
            watches_every=watches_every,
        )
        started.append(probe)
        probe.start()
        return told, probe

    yield start
    for probe in started:
        probe.stop()
