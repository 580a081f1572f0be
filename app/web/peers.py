"""Tell clients apart by where they come from, and whether they were let in."""

from __future__ import annotations

import ipaddress

LET_IN = "handoff.let_in"
"""The key of a request's environment for what to call when its client may see the dashboard."""

STAYS = "handoff.stays"
"""The key for what to call when the request becomes a WebSocket."""

ONE_NETWORK = 64
"""The bits of an IPv6 address that name a network: each of its clients may have all other bits."""


def peer_of(address: str) -> str:
    """Return what counts as one client: an IPv4 address, or a network of IPv6."""
    try:
        known = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(known, ipaddress.IPv4Address):
        return str(known)
    if known.ipv4_mapped is not None:
        return str(known.ipv4_mapped)
    return str(ipaddress.ip_network((known, ONE_NETWORK), strict=False))
