"""The servers that a connection string names."""

from __future__ import annotations

import re
import socket
from typing import NamedTuple

from kazoo.hosts import collect_hosts

_HOSTS = re.compile(r"[^\s,/]+(,[^\s,/]+)*(/[^\s]*[^\s/])?/?")


class Address(NamedTuple):
    """The address of one server for clients; as text `host:port`, an IPv6 host in brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{name}:{self.port}"


def as_hosts(text: str) -> str:
    """Read a connection string. Raise ValueError, which says what would have been right."""
    if not _HOSTS.fullmatch(text):
        raise ValueError("must look like host:2181,host:2181 or host:2181/chroot")
    for server in text.partition("/")[0].split(","):
        name = server.rpartition(":")[0] or server
        try:
            name.encode("idna")  # as the resolver does, on kazoo's thread, which would end by it
        except UnicodeError:
            raise ValueError(f"names {name}, which no host can be called") from None
    return text


def split_hosts(hosts: str) -> tuple[list[Address], str]:
    """Return `a:2181,b:2181/chroot` as addresses and the chroot ("" or "/…")."""
    found, chroot = collect_hosts(hosts)
    return [Address(host, port) for host, port in found], (chroot or "").rstrip("/")


def own_address(hosts: str) -> str | None:
    """Return the address from which this machine reaches the first server; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(collect_hosts(hosts)[0][0])
            return str(probe.getsockname()[0])
        except (OSError, IndexError):
            return None
