"""Mirrors and proxies that end with their test."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from app.recipes.election.events import BESIDE
from app.zookeeper.members import Children
from tests.support.mirrored import Mirrored, MirrorOf, ProxyOf
from tests.support.proxy import FaultyProxy


@pytest.fixture
def mirror_of() -> Iterator[MirrorOf]:
    """Starts mirrors of the given hosts."""
    started: list[Mirrored] = []

    def start(
        hosts: str,
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
