"""Tell at which addresses other machines may find this one."""

from __future__ import annotations

import socket
from contextlib import suppress

_SOMEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Addresses for documentation, which nobody has: nothing is sent there (RFC 5737, RFC 3849)."""


def own_addresses() -> list[str]:
    """Return this machine's addresses towards other networks: those that the system would send
    from. Empty where there is no network.
    """
    found = []
    for family, somewhere in _SOMEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect((somewhere, 9))
            found.append(str(probe.getsockname()[0]))
    return found
