"""Real Apache ZooKeeper servers for tests, and clients to them."""

from __future__ import annotations

import itertools
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple, Protocol

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoAuthError, NoNodeError

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.errors import SetupError
from app.readmodels.event import Event
from app.zookeeper.client import close, connect
from app.zookeeper.handler import InOrderHandler


class Connect(Protocol):
    """Opens a session that ends with the test; `session_timeout` is in seconds."""

    def __call__(self, hosts: str, session_timeout: float = 10.0) -> KazooClient: ...


_numbers = itertools.count(1)

SHORTEST_PAUSE, PAUSE_SHARE, LONGEST_PAUSE = 0.01, 0.2, 0.1
"""Seconds, and the part of the time waited so far, between two looks at what is awaited."""


def await_until(predicate: Callable[[], Any], timeout: float = 30.0) -> Any:
    """Wait for a state: returns the first true result; fails after `timeout` seconds.

    What takes long is asked about less often: asking takes its time from what is waited for. Where
    a state has no such key yet, that is one more look to come.
    """
    began = time.monotonic()
    while (waited := time.monotonic() - began) < timeout:
        with suppress(LookupError):
            if result := predicate():
                return result
        time.sleep(min(max(SHORTEST_PAUSE, waited * PAUSE_SHARE), LONGEST_PAUSE))
    result = predicate()
    assert result, "the awaited state did not come"
    return result


def ensure_chroot(hosts: str) -> None:
    """Create the chroot of these hosts: a dashboard does not."""
    servers, slash, chroot = hosts.partition("/")
    if slash:
        client = connect(servers, 10.0)
        client.start(timeout=15)
        client.ensure_path(f"/{chroot}")
        close(client)


def classpath() -> str:
    """Where ZooKeeper is; its absence skips a test here, and fails it in CI."""
    try:
        return find_classpath()
    except SetupError as error:
        if os.environ.get("CI") == "true":
            raise
        pytest.skip(error.message)


@pytest.fixture(scope="session")
def zookeeper() -> Iterator[ApacheServer]:
    """One server for all tests; each takes a root of its own (`fresh_hosts`)."""
    server = ApacheServer(classpath())
    server.start()
    yield server
    server.stop()


@pytest.fixture
def own_zookeeper() -> Iterator[ApacheServer]:
    """A server for one test, which may kill and restart it."""
    server = ApacheServer(classpath())
    server.start()
    yield server
    server.stop()


@pytest.fixture
def fresh_hosts(zookeeper: ApacheServer, open_client: Connect) -> str:
    """`127.0.0.1:PORT/test-N`, with that root created and empty."""
    root = f"/test-{next(_numbers)}"
    open_client(zookeeper.hosts).create(root)
    return zookeeper.hosts + root


@pytest.fixture
def open_client() -> Iterator[Connect]:
    """Opens sessions that end with the test."""
    opened: list[KazooClient] = []

    def open_one(hosts: str, session_timeout: float = 10.0) -> KazooClient:
        client = connect(hosts, session_timeout, handler=InOrderHandler(asks_version=True))
        opened.append(client)
        client.start(timeout=30)
        return client

    yield open_one
    for client in opened:
        close(client)


class Told(NamedTuple):
    """One call of `append`."""

    kind: str
    subject: str
    data: dict[str, Any]


class Listing:
    """Stands where the journal would, and keeps what it is told."""

    def __init__(self) -> None:
        self._told: list[Told] = []
        self.times: list[float | None] = []
        self._lock = threading.Lock()

    def append(self, event: Event, at: float | None = None) -> None:
        with self._lock:
            self._told.append(Told(event.kind, event.subject, dict(event.data)))
            self.times.append(at)

    @property
    def all(self) -> list[Told]:
        with self._lock:
            return list(self._told)

    def of(self, kind: str, subject: str | None = None) -> list[Told]:
        """All of a kind; with a subject, only those about it."""
        return [t for t in self.all if t.kind == kind and subject in (None, t.subject)]

    def last(self, kind: str, subject: str | None = None) -> dict[str, Any]:
        """The data of the latest one."""
        return self.of(kind, subject)[-1].data

    def await_one(self, kind: str, subject: str | None = None, count: int = 1) -> dict[str, Any]:
        """Wait until there are `count` of them; the data of the latest."""
        await_until(lambda: len(self.of(kind, subject)) >= count)
        return self.last(kind, subject)

    def znodes(self) -> list[tuple[str, str]]:
        """`(created|deleted|changed, path)` in order."""
        return [(t.kind[6:], t.subject) for t in self.all if t.kind.startswith("znode.")]


def walk(client: KazooClient, path: str = "/") -> set[str]:
    """All paths below `path`, asked one by one; ZooKeeper's own znodes left out."""
    found: set[str] = set()
    try:
        names = client.get_children(path)
    except (NoAuthError, NoNodeError):
        return found
    for name in names:
        child = f"{path.rstrip('/')}/{name}"
        if child != "/zookeeper":
            found |= {child} | walk(client, child)
    return found
