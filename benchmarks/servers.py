"""A private ZooKeeper for each benchmark, and what is asked of it."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Protocol

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.zookeeper.fourletter import ask
from app.zookeeper.requests import add_recursive_watch
from benchmarks.measure import await_

_CREATES_AT_ONCE = 500
_IN_FLIGHT = 4
BRANCH_SIZE = 100


class Server(Protocol):
    """What a benchmark uses of a ZooKeeper of either kind."""

    port: int

    @property
    def hosts(self) -> str: ...

    @property
    def pid(self) -> int | None: ...


@contextlib.contextmanager
def private_zookeeper() -> Iterator[ApacheServer]:
    """A server of our own; it and its data are gone with the end of the block."""
    server = ApacheServer(find_classpath())
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def private_sandbox() -> Iterator[SandboxServer]:
    """A sandbox of our own, kept in memory; gone with the end of the block."""
    server = SandboxServer()
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def both() -> Iterator[dict[str, Server]]:
    """A sandbox and an Apache ZooKeeper to be compared, by name, the sandbox first."""
    with private_sandbox() as sandbox, private_zookeeper() as apache:
        yield {"sandbox": sandbox, "apache": apache}


def in_turns(rounds: int, names: Sequence[str]) -> Iterator[str]:
    """Names again and again; each round begins with another one, so that none is always first."""
    for number in range(rounds):
        for turn in range(len(names)):
            yield names[(number + turn) % len(names)]


@contextlib.contextmanager
def kazoo_client(hosts: str, session_timeout: float = 10.0) -> Iterator[KazooClient]:
    """A client with kazoo's own defaults, connected."""
    client = KazooClient(hosts, timeout=session_timeout)
    client.start()
    try:
        yield client
    finally:
        client.stop()
        client.close()


def watch_count(server: ApacheServer) -> int:
    """How many watches the server holds, of every kind and session (`mntr`)."""
    lines = ask("127.0.0.1", server.port, "mntr").splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("zk_watch_count"))


def await_no_watches(server: ApacheServer) -> None:
    """Until the watches of sessions that have been closed are gone."""
    await_("the end of all watches", lambda: watch_count(server) == 0)


def count_of_one_watch(server: ApacheServer) -> int:
    """What the server's count of watches is with one recursive watch, set by hand."""
    await_no_watches(server)
    with kazoo_client(server.hosts) as client:
        add_recursive_watch(client, "/", lambda event: None).get()
        return watch_count(server)


def grow_tree(hosts: str, count: int) -> None:
    """Create `count` znodes: branches below `/tree` with 99 leaves of 16 bytes each."""
    with kazoo_client(hosts, 30.0) as client:
        client.create("/tree")
        under_way: deque[IAsyncResult] = deque()
        paths = _paths(count)
        while part := list(islice(paths, _CREATES_AT_ONCE)):
            under_way.append(_create_all(client, part))
            if len(under_way) == _IN_FLIGHT:
                _check(under_way.popleft())
        for result in under_way:
            _check(result)


def grow_flat(hosts: str, parent: str, count: int) -> None:
    """Create a znode and `count` children below it, without data."""
    with kazoo_client(hosts, 30.0) as client:
        client.create(parent)
        paths = (f"{parent}/child-{number:06d}" for number in range(count))
        while part := list(islice(paths, _CREATES_AT_ONCE)):
            _check(_create_all(client, part))


def _create_all(client: KazooClient, paths: list[str]) -> IAsyncResult:
    transaction = client.transaction()
    for path in paths:
        transaction.create(path, b"sixteen bytes ok")
    return transaction.commit_async()


def _check(result: IAsyncResult) -> None:
    """kazoo returns the errors of a transaction among its results."""
    for created in result.get():
        if isinstance(created, Exception):
            raise created


def _paths(count: int) -> Iterator[str]:
    """Parents first: ZooKeeper makes no parents by itself."""
    for number in range(count):
        branch, leaf = divmod(number, BRANCH_SIZE)
        yield f"/tree/branch-{branch:04d}" + (f"/leaf-{leaf:02d}" if leaf else "")
