"""What can be set, in one frozen value that every room may read."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

LOOPBACK_HOSTS = frozenset({"127.0.0.1", "localhost", "::1"})


@dataclass(frozen=True)
class Settings:
    """The dashboard's settings.

    zookeeper: connection string with optional chroot (`a:2181,b:2181/chroot`); None starts a
    private Apache ZooKeeper. data: where that one keeps its data; None is a temporary directory.
    port 0 takes a free one. allowed_hosts: further Host names to answer to.
    """

    host: str = "127.0.0.1"
    port: int = 5050
    zookeeper: str | None = None
    zookeeper_home: Path | None = None
    election: str = "/election"
    read_only: bool = False
    token: str | None = None
    data: Path | None = None
    candidate_limit: int = 200
    open_browser: bool = True
    allowed_hosts: tuple[str, ...] = ()

    @property
    def on_loopback(self) -> bool:
        """Whether only this machine can reach the dashboard."""
        return self.host in LOOPBACK_HOSTS
