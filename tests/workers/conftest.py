"""Rooms on a real ZooKeeper, and the invariants watched all the while."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kazoo.client import KazooClient

from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect
from tests.workers.rooms import Rooms


@pytest.fixture
def rooms(fresh_hosts: str) -> Iterator[Rooms]:
    """Rooms in which no invariant may ever be broken."""
    found = Rooms(fresh_hosts)
    try:
        yield found
    finally:
        found.close()
    assert found.broken == []


@pytest.fixture
def fresh_client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """A session of somebody else, on the same root."""
    return open_client(fresh_hosts)


@pytest.fixture
def proxy(fresh_hosts: str) -> Iterator[FaultyProxy]:
    """A network of bad quality in front of the real server."""
    between = FaultyProxy(fresh_hosts)
    yield between
    between.close()


@pytest.fixture
def far_rooms(fresh_hosts: str, proxy: FaultyProxy) -> Iterator[Rooms]:
    """Rooms whose candidates reach ZooKeeper through the proxy, and nothing else does."""
    root = fresh_hosts[fresh_hosts.index("/") :]
    found = Rooms(fresh_hosts, candidates_by=proxy.hosts + root)
    try:
        yield found
    finally:
        proxy.release()
        found.close()
    assert found.broken == []
