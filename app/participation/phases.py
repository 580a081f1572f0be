"""The states of a participant, and where it wants to be."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """The states of a participant: what it waits for."""

    APART = "apart"
    RESTING = "resting"
    ASKING = "asking"
    CREATING = "creating"
    FINDING = "finding"
    MAKING_PARENT = "making parent"
    LISTING = "listing"
    CHECKING = "checking"
    WATCHING = "watching"
    WAITING = "waiting"
    WRITING = "writing"
    HOLDING = "holding"
    WITHDRAWING = "withdrawing"
    BACKING_OFF = "backing off"
    LEFT = "left"


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
