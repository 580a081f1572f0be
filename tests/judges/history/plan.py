"""Plan the faults of a run: drawn from its seed alone, so that a seed says what was tried, when."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

SESSION_TIMEOUT = 4.0
"""Seconds, of all processes that take part."""

PROCESSES = {"kill": 0.35, "pause": 0.35, "expire": 0.15, "stop": 0.15}
SERVERS = {"kill": 0.3, "pause": 0.25, "stop": 0.15, "restart": 0.1, "two": 0.2}
SHORT, LONG = (0.1, 0.5 * SESSION_TIMEOUT), (1.1 * SESSION_TIMEOUT, 2.0 * SESSION_TIMEOUT)


@dataclass(frozen=True)
class Fault:
    """after: seconds of rest before it; whom: from 0 to 1, whom it befalls: up to 0.6 the one who
    counts most, a leader or holder; lasts: seconds until it is undone.
    """

    after: float
    action: str
    whom: float
    lasts: float


def of_processes(seed: int, path: str) -> Iterator[Fault]:
    """Yield what befalls the processes at a path, one after the other, for ever."""
    chance = random.Random(f"{seed} {path}")
    while True:
        action = _drawn(chance, PROCESSES)
        span = chance.choice((SHORT, LONG)) if action == "pause" else SHORT
        yield Fault(chance.uniform(0.2, 2.0), action, chance.random(), chance.uniform(*span))


def of_servers(seed: int) -> Iterator[Fault]:
    """Yield what befalls the servers, `two` at once now and then, for ever."""
    chance = random.Random(f"{seed} servers")
    while True:
        action = _drawn(chance, SERVERS)
        yield Fault(chance.uniform(1.0, 4.0), action, chance.random(), chance.uniform(0.5, 5.0))


def _drawn(chance: random.Random, weights: dict[str, float]) -> str:
    return chance.choices(list(weights), list(weights.values()))[0]
