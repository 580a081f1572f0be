"""What `ephemeralOwner` says of a znode: 0 for a plain one, a session, a container, or a time to
live. Source: EphemeralType.java with extendedTypesEnabled.
"""

from __future__ import annotations

from app.sandbox.core.refusals import Refused
from app.zookeeper.wire.codes import Code

CONTAINER = -(1 << 63)
LONGEST_TTL = (1 << 40) - 1
"""Milliseconds."""

_TTL_MARK = -(1 << 56)


def is_ttl(owner: int) -> bool:
    """Whether the znode has a time to live: the highest byte is 0xff."""
    return _TTL_MARK <= owner < 0


def is_session(owner: int) -> bool:
    """Whether the owner is a session."""
    return owner != 0 and owner != CONTAINER and not is_ttl(owner)


def owner_for(ttl: int) -> int:
    """The owner that stands for a time to live in ms. Raises Refused outside of 1 … 2^40-1."""
    if not 0 < ttl <= LONGEST_TTL:
        raise Refused(Code.BAD_ARGUMENTS)
    return _TTL_MARK | ttl


def ttl_of(owner: int) -> int:
    """The time to live in ms."""
    return owner & LONGEST_TTL
