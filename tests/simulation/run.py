"""Many schedules, one after the other or on all processors, and what came of them."""

from __future__ import annotations

import gc
import traceback
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from functools import partial

from tests.simulation.judge import Violation
from tests.simulation.machine import simulated_machines
from tests.simulation.mutations import MUTATIONS, recipe_of
from tests.simulation.plan import Plan, draw
from tests.simulation.pool import shared_out
from tests.simulation.schedule import Verdict, play
from tests.simulation.trace import Trace

COLLECT_AFTER = 50_000


@dataclass
class Tally:
    """What came of some seeds. failures: seed -> what was broken. lost: those of the failures that
    ended their process. steps: of the scheduler.
    """

    schedules: int = 0
    with_ensemble: int = 0
    steps: int = 0
    settled_in: float = 0.0
    failures: dict[int, str] = field(default_factory=dict)
    lost: set[int] = field(default_factory=set)
    seen: Counter[tuple[str, ...]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Put another one's figures to these."""
        self.schedules += other.schedules
        self.with_ensemble += other.with_ensemble
        self.steps += other.steps
        self.settled_in = max(self.settled_in, other.settled_in)
        self.failures |= other.failures
        self.lost |= other.lost
        self.seen.update(other.seen)

    def count(self, plan: Plan, verdict: Verdict) -> None:
        """Put one schedule to these."""
        self.schedules += 1
        self.with_ensemble += plan.servers > 1
        self.steps += verdict.steps
        self.settled_in = max(self.settled_in, verdict.settled_in)
        if verdict.violation is not None:
            self.failures[plan.seed] = str(verdict.violation)
        self.seen.update(verdict.seen)


def verdict_of(plan: Plan, trace: Trace | None = None) -> Verdict:
    """How a schedule ends; whatever else it raises is a violation too, which names the place."""
    try:
        return play(plan, trace)
    except Exception as error:
        place = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{place.filename.rpartition('/')[2]}:{place.lineno}, in {place.name}"
        raised = Violation(f"raised {type(error).__name__}", f"{error} ({where})")
        if trace is not None:
            trace.broken(str(raised))
        return Verdict(raised, 0.0, 0, Counter())


def run(
    seeds: Iterable[int],
    recipe: str | None = None,
    mutation: str | None = None,
    servers: int | None = None,
) -> Tally:
    """Play the seeds, one after the other, in this process; all with one recipe, if it is given."""
    gc.set_threshold(COLLECT_AFTER)
    tally = Tally()
    with MUTATIONS[mutation]() if mutation else nullcontext(), simulated_machines():
        for seed in seeds:
            plan = draw(seed, recipe, servers=servers)
            tally.count(plan, verdict_of(plan))
    return tally


def run_everywhere(
    seeds: range, recipe: str | None = None, mutation: str | None = None, servers: int | None = None
) -> Iterator[Tally]:
    """Play the seeds on all processors; a tally for each share of them, as they come. A seed whose
    process died has failed.
    """
    player = partial(run, recipe=recipe, mutation=mutation, servers=servers)
    for came, lost in shared_out(seeds, player):
        if came is not None:
            yield came
        if lost is not None:
            yield Tally(schedules=1, failures=dict([lost]), lost={lost[0]})


def first_failure(seeds: Sequence[int], mutation: str) -> tuple[int, str] | None:
    """The first seed that catches a mutation, and the invariant by which it does."""
    with MUTATIONS[mutation](), simulated_machines():
        for seed in seeds:
            violation = play(plan_for(seed, mutation)).violation
            if violation is not None:
                return seed, violation.invariant
    return None


def plan_for(seed: int, mutation: str) -> Plan:
    """What is played to catch a mistake."""
    return draw(seed, recipe_of(mutation))
