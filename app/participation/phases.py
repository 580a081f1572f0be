"""Name the states of a participant, and where it wants to be."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """The states of a participant: what it waits for."""

    APART = "apart"
    """It has no connection, or takes its session for over."""
    RESTING = "resting"
    """It is connected and wants nothing."""
    ASKING = "asking"
    """It has asked for something that comes before its next step."""
    CREATING = "creating"
    """It has asked for its znode to be created, or for a similar first write."""
    FINDING = "finding"
    """It looks for what an earlier create may have made."""
    MAKING_PARENT = "making parent"
    """It has asked for a missing parent to be created."""
    LISTING = "listing"
    """It reads what everything else depends on, mostly a list."""
    CHECKING = "checking"
    """It reads closer what it is about to count on."""
    WATCHING = "watching"
    """It sets a watch on the znode that it will wait for."""
    WAITING = "waiting"
    """It is settled, and waits for a watch to fire."""
    WRITING = "writing"
    """It has what the recipe gives, and writes about that."""
    HOLDING = "holding"
    """It has what the recipe gives."""
    WITHDRAWING = "withdrawing"
    """It has asked for its znode to be deleted."""
    BACKING_OFF = "backing off"
    """Something failed; it tries again later."""
    LEFT = "left"
    """It has left for good."""


class Intent(Enum):
    """The goals of a participant. REST: connected, without a znode."""

    STAY = "stay"
    REQUEUE = "requeue"
    REST = "rest"
    LEAVE = "leave"


HELD = frozenset({Phase.WRITING, Phase.HOLDING})
UNLINKED = frozenset({Phase.APART, Phase.LEFT})
BUSY = frozenset(Phase) - {Phase.APART, Phase.LEFT, Phase.BACKING_OFF, Phase.RESTING}
PLACED = frozenset({Phase.LISTING, Phase.CHECKING, Phase.WATCHING, Phase.WAITING}) | HELD
