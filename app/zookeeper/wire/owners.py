"""Read `ephemeralOwner` of a znode: 0 for a plain one, a session, a container, or a time to live.

Source: EphemeralType.java with extendedTypesEnabled.
"""

from __future__ import annotations

CONTAINER = -(1 << 63)
LONGEST_TTL = (1 << 40) - 1
"""Milliseconds."""

TTL_MARK = -(1 << 56)


def is_ttl(owner: int) -> bool:
    """Tell whether the znode has a time to live: the highest byte is 0xff."""
    return TTL_MARK <= owner < 0


def is_session(owner: int) -> bool:
    """Tell whether the owner is a session."""
    return owner not in (0, CONTAINER) and not is_ttl(owner)
