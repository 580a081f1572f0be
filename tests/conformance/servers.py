"""The two kinds of server that everything here runs against."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from app.ensemble.apache.locate import find_classpath
from app.ensemble.apache.server import ApacheServer
from app.ensemble.embedded import SandboxServer
from app.zookeeper.fourletter import ask
from app.zookeeper.words import parse_srvr

KINDS = ("apache", "sandbox")


class Server(Protocol):
    """What is used of either kind."""

    @property
    def hosts(self) -> str: ...

    def start(self) -> None: ...

    def stop(self) -> None: ...


def version_of_server(port: int) -> str:
    """The release that a server on this machine is of, or stands for, as `srvr` tells it."""
    version = parse_srvr(ask("127.0.0.1", port, "srvr")).version
    assert version is not None
    return version


@contextmanager
def running(kind: str) -> Iterator[Server]:
    """A server of this kind with its defaults and an empty tree, ended at the end of the block."""
    server: Server = ApacheServer(find_classpath()) if kind == "apache" else SandboxServer()
    server.start()
    try:
        yield server
    finally:
        server.stop()
