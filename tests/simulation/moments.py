"""Faults that strike in a moment of a process's doing, and what follows hard upon what.

The moment is that in which a server carries out a request of the process: the answer is under way
then, and whatever befalls it meanwhile, it has not heard of that answer yet.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tests.simulation.parts import Faults

if TYPE_CHECKING:
    from tests.simulation.plan import Fault

MOMENTS: Faults = {
    "touch": (2.5, ("a version",)),
    "tear": (2, ("a read",)),
    "meanwhile": (2, ("stop", "end session")),
    "halt": (3, ("freeze", "partition")),
}
"""kind -> how often it is drawn, and its details, as in `plan.FAULTS`. `touch`: what it counts on
in a transaction has just been written once more. `tear`: a segment is lost between two requests of
one flight. `meanwhile`: it is told to stop, or its session ends. `halt`: it is frozen, or cut off.
"""
SAME = "the same"
"""The process that the fault before this one has struck."""

FOLLOWS: Mapping[str, tuple[str, ...]] = {
    "kill": ("start again",),
    "forbid": ("resign", "behind", "stop"),
    "delete": ("resign", "behind", "stop", "drop", "freeze"),
    "end session": ("start again", "resign", "behind", "stop"),
    "starve": ("delete", "end session", "resign", "behind"),
    "partition": ("delete", "end session", "resign", "behind"),
    "drop": ("delete", "resign", "behind"),
    "meanwhile": ("resign", "behind"),
    "lose reply": ("resign", "behind", "end session"),
}
"""What follows hard upon a fault, with the same process, more often than by mere chance: trouble
seldom comes alone, and people act on what they see.
"""
PAIRED = 0.5

TICKS_MS = (200, 40)
"""A coarse tick of the servers is kind to a clock that is slow."""
GRANTED = (4.0, 4.0, 4.0, 1.0)
"""Seconds for which the servers let a session last at most, whatever they are asked for."""


def following(chance: random.Random, before: str, kinds: Faults) -> Faults | None:
    """What may follow a fault of the kind `before`; None where nothing does, or by chance."""
    likely = {kind: kinds[kind] for kind in FOLLOWS.get(before, ()) if kind in kinds}
    return likely if likely and chance.random() < PAIRED else None


def with_the_same(fault: Fault, at: float) -> Fault:
    """The same fault, at this time, of the process that was struck before; or of the server."""
    return fault._replace(at=at, whom=SAME) if fault.whom else fault


def tick_ms(seed: int) -> int:
    """How exactly the servers time sessions."""
    return random.Random(f"{seed} tick").choice(TICKS_MS)


def granted(seed: int) -> float:
    """The longest session timeout that the servers grant, in seconds."""
    return random.Random(f"{seed} limits").choice(GRANTED)
