"""A private Apache ZooKeeper for each benchmark, and what is asked of it."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Iterator

from kazoo.client import KazooClient

from app.apache.locate import find_classpath
from app.apache.server import ApacheServer
from app.zookeeper.fourletter import ask

_CREATES_AT_ONCE = 500
_IN_FLIGHT = 4
BRANCH_SIZE = 100


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


def grow_tree(hosts: str, count: int) -> None:
    """Create `count` znodes: branches below `/tree` with 99 leaves of 16 bytes each."""
    with kazoo_client(hosts, 30.0) as client:
        client.create("/tree")
        under_way: deque[object] = deque()
        paths = _paths(count)
        while part := [path for path, _ in zip(paths, range(_CREATES_AT_ONCE), strict=False)]:
            transaction = client.transaction()
            for path in part:
                transaction.create(path, b"sixteen bytes ok")
            under_way.append(transaction.commit_async())
            while len(under_way) >= _IN_FLIGHT:
                under_way.popleft().get()  # type: ignore[attr-defined]
        for result in under_way:
            result.get()  # type: ignore[attr-defined]


def _paths(count: int) -> Iterator[str]:
    """Parents first: ZooKeeper makes no parents by itself."""
    for number in range(count):
        branch, leaf = divmod(number, BRANCH_SIZE)
        yield f"/tree/branch-{branch:04d}" + (f"/leaf-{leaf:02d}" if leaf else "")
