"""A ZooKeeper that is set up anew under its clients."""

from __future__ import annotations

import shutil

from app.ensemble.apache.server import ApacheServer
from app.zookeeper.client import close, connect


def make_changes(server: ApacheServer, count: int) -> None:
    """Give it some history, which it takes a new one a while to reach."""
    client = connect(server.hosts, 10.0)
    client.start(timeout=30)
    for number in range(count):
        client.create(f"/{number}")
    close(client)


def lose_data(server: ApacheServer) -> None:
    """Stop it, and lose all that it knows."""
    server.kill()
    shutil.rmtree(server.directory / "data")


def set_up_anew(server: ApacheServer) -> None:
    """Start it again, on the same port, with nothing."""
    lose_data(server)
    server.restart()
