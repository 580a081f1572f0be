"""Read the servers that a connection string names."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv6Address
from typing import NamedTuple

from kazoo.hosts import collect_hosts

from ..errors import BadRequest
from .paths import check_path

_RIGHT = "host:2181,host:2181/chroot"
_SERVER = re.compile(r"(\[[^]]*\]?[^:]*|[^:]*)(:.*)?")


class Address(NamedTuple):
    """The address of one server for clients; as text `host:port`, an IPv6 host in brackets."""

    host: str
    port: int

    def __str__(self) -> str:
        name = f"[{self.host}]" if ":" in self.host else self.host
        return f"{name}:{self.port}"


def as_hosts(text: str) -> str:
    """Read a connection string; return it without a slash at its end. Raise ValueError, which says
    what would have been right.
    """
    before, is_url, _ = text.partition("://")
    if is_url:
        raise ValueError(f"must be without {before.rpartition(',')[2]}://, like {_RIGHT}")
    if re.search(r"\s", text):
        raise ValueError(f"must be without spaces, like {_RIGHT}")
    servers, _, chroot = text.partition("/")
    if "," in chroot:
        raise ValueError(f"must give the chroot once, after the last server, like {_RIGHT}")
    for server in servers.split(","):
        _check_server(server)
    try:
        return servers + check_path(f"/{chroot.removesuffix('/')}", "its chroot").rstrip("/")
    except BadRequest as refusal:
        raise ValueError(f"must end with a chroot or none: {refusal.message}") from None


def _check_server(server: str) -> None:
    if server.count(":") > 1 and not server.startswith("["):
        raise ValueError(f"names {server}: write an IPv6 address in brackets, like [::1]:2181")
    name, port = _SERVER.fullmatch(server).groups("")  # type: ignore[union-attr]
    if not name:
        raise ValueError(f"must name a host, and one on both sides of each comma, like {_RIGHT}")
    if not _is_host(name):
        raise ValueError(f"names {name}, which no host can be called")
    if port and not (re.fullmatch(":[0-9]{1,5}", port) and 0 < int(port[1:]) < 1 << 16):
        raise ValueError(f"names {server}, whose port must be a number from 1 to 65535")


def _is_host(name: str) -> bool:
    """Tell whether the resolver takes this host; an error would end kazoo's thread."""
    try:
        if name.startswith("["):
            return name.endswith("]") and IPv6Address(name[1:-1]) is not None
        name.encode("idna")
    except ValueError:
        return False
    return re.fullmatch(r"[\w.-]+", name) is not None and not name.isdecimal()


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
