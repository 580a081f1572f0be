"""Candidates that end with the test, and a network of bad quality."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import pytest
from kazoo.client import KazooClient

from tests.library.parts import Leaving
from tests.library.standing import Stander
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect


class Stand(Protocol):
    """Lets one more candidate stand; keyword arguments are those of `Stander`."""

    def __call__(self, name: str, hosts: str | None = None, **arguments: Any) -> Stander: ...


@pytest.fixture
def proxy(fresh_hosts: str) -> Iterator[FaultyProxy]:
    """In front of the real server."""
    between = FaultyProxy(fresh_hosts)
    yield between
    between.close()


@pytest.fixture
def far_hosts(fresh_hosts: str, proxy: FaultyProxy) -> str:
    """The same root, through the proxy."""
    return f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """Looks at the znodes, and makes some."""
    return open_client(fresh_hosts)


@pytest.fixture
def leaving() -> Iterator[Leaving]:
    """Takes parts of the library that leave at the end of the test."""
    made = Leaving()
    yield made
    made.close()


@pytest.fixture
def aside() -> Iterator[ThreadPoolExecutor]:
    """Runs what waits."""
    with ThreadPoolExecutor(4) as executor:
        yield executor


@pytest.fixture
def stand(fresh_hosts: str, proxy: FaultyProxy) -> Iterator[Stand]:
    """At `/election` of a fresh root; all leave at the end, by a proxy that lets them."""
    standers: list[Stander] = []

    def one_more(name: str, hosts: str | None = None, **arguments: Any) -> Stander:
        standers.append(Stander(hosts or fresh_hosts, name, **arguments))
        return standers[-1]

    yield one_more
    proxy.release()
    for stander in reversed(standers):
        stander.close()
