"""Faults that are drawn beside those of every schedule: of a server that comes back with another
history, of data from far away, of ACLs on single znodes, of a night without ZooKeeper.
"""

from __future__ import annotations

import random
from collections.abc import Set

from tests.simulation.parts import Faults, part_of

RARE: Faults = {
    "hide": (3, ("own znode", "own znode")),
    "withhold": (4, ("a znode",)),
    "forge": (0, ()),
    "renegotiate": (2, ("shorter", "longer")),
    "slow handshakes": (2, ("for a second", "for five seconds")),
    "keep sessions": (2, ("in its epoch", "in a new epoch")),
    "set up anew": (1, ()),
    "restore": (1, ("in its epoch", "in a new epoch")),
}
"""kind -> how often it is drawn, and its details, as in `plan.FAULTS`."""

NIGHTS: dict[str, tuple[float, float]] = {
    "without ZooKeeper": (1.0, 1500.0),
    "without writing": (0.0, 900.0),
}
"""What fails all night long, from when, and for how many seconds: thousands of attempts to connect,
hundreds to write, for between those lie five seconds.
"""

BESIDE, TWICE, NIGHTLY = 0.35, 0.15, 1 / 1500
"""How often there is one of them in a schedule, then another one, and a night."""

UNHEARD = 0.04
"""How often a process hears of its session's end when it has another one already."""

HARD_UPON = 0.5


def rare_of(recipe: str) -> Faults:
    """As `RARE`, for one recipe."""
    return without(frozenset(), {**RARE, **part_of(recipe).rare})


def without(unfit: Set[str], faults: Faults) -> Faults:
    """Those that are ever drawn, but for the details that do not fit."""
    return {
        kind: (weight, tuple(one for one in details if one not in unfit))
        for kind, (weight, details) in faults.items()
        if weight and (not details or set(details) - unfit)
    }


def moments(chance: random.Random, others: list[float]) -> list[float]:
    """When they strike: half of them hard upon one of the others."""
    if chance.random() >= BESIDE:
        return []
    return [_moment(chance, others) for _ in range(1 + (chance.random() < TWICE))]


def _moment(chance: random.Random, others: list[float]) -> float:
    if chance.random() < HARD_UPON:
        return chance.choice(others) + chance.expovariate(1 / 0.02)
    return chance.uniform(0, max(1.0, *others))
