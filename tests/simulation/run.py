"""Many schedules on all processors."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field

from tests.simulation.mutations import MUTATIONS, needs_follower, recipe_of
from tests.simulation.plan import Plan, draw
from tests.simulation.schedule import play

CHUNK = 100
COLLECT_AFTER = 50_000


@dataclass
class Tally:
    """What came of some seeds. failures: seed -> what was broken. steps: of the scheduler."""

    schedules: int = 0
    steps: int = 0
    settled_in: float = 0.0
    failures: dict[int, str] = field(default_factory=dict)
    seen: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Put another one's figures to these."""
        self.schedules += other.schedules
        self.steps += other.steps
        self.settled_in = max(self.settled_in, other.settled_in)
        self.failures |= other.failures
        self.seen += other.seen


def run(
    seeds: Sequence[int],
    recipe: str | None = None,
    mutation: str | None = None,
    follower: bool = False,
) -> Tally:
    """Play the seeds, one after the other, in this process; all with one recipe, if it is given."""
    gc.set_threshold(COLLECT_AFTER)
    tally = Tally()
    with MUTATIONS[mutation]() if mutation else nullcontext():
        for seed in seeds:
            verdict = play(draw(seed, recipe, follower=follower))
            tally.schedules += 1
            tally.steps += verdict.steps
            tally.seen += verdict.seen
            tally.settled_in = max(tally.settled_in, verdict.settled_in)
            if verdict.violation is not None:
                tally.failures[seed] = str(verdict.violation)
    return tally


def run_everywhere(
    seeds: range, recipe: str | None = None, mutation: str | None = None, follower: bool = False
) -> Iterator[Tally]:
    """Play the seeds on all processors; a tally for each hundred or so, as they come."""
    starts = range(0, len(seeds), CHUNK)
    chunks = [(seeds[at : at + CHUNK], recipe, mutation, follower) for at in starts]
    context = multiprocessing.get_context("forkserver")
    with context.Pool(min(os.cpu_count() or 1, len(chunks))) as pool:
        yield from pool.imap_unordered(_run, chunks)


def _run(work: tuple[range, str | None, str | None, bool]) -> Tally:
    return run(*work)


def first_failure(seeds: Sequence[int], mutation: str) -> tuple[int, str] | None:
    """The first seed that catches a mutation, and the invariant by which it does."""
    with MUTATIONS[mutation]():
        for seed in seeds:
            violation = play(plan_for(seed, mutation)).violation
            if violation is not None:
                return seed, violation.invariant
    return None


def plan_for(seed: int, mutation: str) -> Plan:
    """What is played to catch a mistake."""
    return draw(seed, recipe_of(mutation), follower=needs_follower(mutation))
