"""Tell clients apart by where they come from, and whether they were let in."""

from __future__ import annotations

import ipaddress
from typing import TypeAlias

LET_IN = "handoff.let_in"
"""The key of a request's environment for what to call when its client may see the dashboard."""

STAYS = "handoff.stays"
"""The key for what to call when the request becomes a WebSocket."""

Address: TypeAlias = ipaddress.IPv4Address | ipaddress.IPv6Address

ONE_NETWORK = 64
"""The bits of an IPv6 address that name a network: each of its clients may have all other bits."""


def peer_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or a network of IPv6."""
    known = address_of(address)
    if known is None:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    return str(ipaddress.ip_network((known, ONE_NETWORK), strict=False))


def address_of(text: str) -> Address | None:
    """Return the address that a text is, of IPv4 where IPv6 only carries it; None for another."""
    try:
        known = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(known, "ipv4_mapped", None) or known
