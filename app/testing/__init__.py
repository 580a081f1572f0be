"""Test what needs a ZooKeeper: a plugin of pytest, whose fixtures docs/testing.md describes.

A fixture loads what it needs when a test asks for it: a suite that uses none loads nothing else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from ..errors import SetupError

if TYPE_CHECKING:
    from .failover import Failover
    from .servers import ApacheEnsemble, EmbeddedServers, EmbeddedZooKeeper


@pytest.fixture(scope="session")
def _embedded_servers() -> Iterator[EmbeddedServers]:
    from .servers import EmbeddedServers

    with closing(EmbeddedServers()) as servers:
        yield servers


@pytest.fixture
def zookeeper(_embedded_servers: EmbeddedServers) -> Iterator[EmbeddedZooKeeper]:
    """Provide an embedded ZooKeeper of the test's own: empty, and without Java."""
    with closing(_embedded_servers.take()) as server:
        yield server


@pytest.fixture
def ensemble() -> Iterator[ApacheEnsemble]:
    """Provide three Apache ZooKeeper servers of the test's own; skip it where Java is missing."""
    from .servers import ApacheEnsemble

    try:
        servers = ApacheEnsemble()
    except SetupError as error:
        if error.code not in ("no_java", "no_zookeeper"):
            raise
        pytest.skip(error.message)
    with closing(servers):
        yield servers


@pytest.fixture
def failover(request: pytest.FixtureRequest) -> Callable[..., Failover]:
    """Provide `failover(path, fault)`, on the test's `ensemble` where it has one, else on its
    `zookeeper`.
    """
    used = "ensemble" if "ensemble" in request.fixturenames else "zookeeper"
    servers: ApacheEnsemble | EmbeddedZooKeeper = request.getfixturevalue(used)
    return servers.failover
