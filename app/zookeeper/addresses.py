"""The servers that a connection string names."""

from __future__ import annotations

import socket
from typing import NamedTuple

from kazoo.hosts import collect_hosts


class Address(NamedTuple):
    """Where clients reach one server; as text `host:port`, an IPv6 host in brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{name}:{self.port}"


def split_hosts(hosts: str) -> tuple[list[Address], str]:
    """`a:2181,b:2181/chroot` as addresses and the chroot ("" or "/…")."""
    found, chroot = collect_hosts(hosts)
    return [Address(host, port) for host, port in found], (chroot or "").rstrip("/")


def own_address(hosts: str) -> str | None:
    """The address from which this machine reaches the first of ZooKeeper's; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(collect_hosts(hosts)[0][0])
            return str(probe.getsockname()[0])
        except (OSError, IndexError):
            return None
