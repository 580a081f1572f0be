"""The states of a volunteer, and where it wants to be."""

from __future__ import annotations

from enum import Enum


class Phase(Enum):
    """What the candidate waits for."""

    APART = "apart"
    CREATING = "creating"
    FINDING = "finding"
    MAKING_PARENT = "making parent"
    LISTING = "listing"
    WATCHING = "watching"
    WAITING = "waiting"
    ACKNOWLEDGING = "acknowledging"
    LEADING = "leading"
    WITHDRAWING = "withdrawing"
    BACKING_OFF = "backing off"
    LEFT = "left"


class Intent(Enum):
    """Where the candidate wants to be."""

    STAY = "stay"
    REQUEUE = "requeue"
    LEAVE = "leave"


LEADING = frozenset({Phase.ACKNOWLEDGING, Phase.LEADING})
UNLINKED = frozenset({Phase.APART, Phase.LEFT})
BUSY = frozenset(Phase) - {Phase.APART, Phase.LEFT, Phase.BACKING_OFF}
PLACED = frozenset({Phase.LISTING, Phase.WATCHING, Phase.WAITING}) | LEADING
