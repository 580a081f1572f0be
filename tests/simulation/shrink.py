"""Makes a failing plan small: fewer faults, fewer candidates, an even network.

Delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002) over
the list of faults. What is left fails in the same invariant.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.simulation.plan import Plan
from tests.simulation.schedule import play

Fails = Callable[[Plan], bool]


class Small:
    """The smallest plan found, as what it keeps of the one drawn; `options` replay it."""

    def __init__(self, plan: Plan) -> None:
        self._drawn = plan
        self.faults = list(range(len(plan.faults)))
        self.members = len(plan.members)
        self.is_calm = False

    @property
    def plan(self) -> Plan:
        """The plan itself."""
        plan = self._drawn.keeping(self.faults).with_members(self.members)
        return plan.calm() if self.is_calm else plan

    @property
    def options(self) -> str:
        """For the command line."""
        kept = ",".join(map(str, self.faults)) or "none"
        calm = " --calm" if self.is_calm else ""
        follower = " --follower" if self._drawn.has_follower else ""
        drawn = f"--seed {self._drawn.seed} --recipe {self._drawn.recipe}"
        return f"{drawn} --faults {kept} --members {self.members}{calm}{follower}"


def shrink(plan: Plan) -> Small:
    """The smallest plan that breaks the same invariant; as it was where it breaks none."""
    small = Small(plan)
    violation = play(plan).violation
    if violation is None:
        return small

    def fails(candidate: Plan) -> bool:
        found = play(candidate).violation
        return found is not None and found.invariant == violation.invariant

    _fewer_faults(small, fails)
    _calmer(small, fails)
    _fewer_members(small, fails)
    _fewer_faults(small, fails)
    return small


def _fewer_faults(small: Small, fails: Fails) -> None:
    size = max(1, len(small.faults) // 2)
    while True:
        if not _drop_some(small, fails, size):
            if size == 1:
                return
            size = max(1, size // 2)


def _drop_some(small: Small, fails: Fails, size: int) -> bool:
    """Leave out `size` neighbouring faults, wherever that is possible; whether it was."""
    dropped = False
    start = 0
    while start < len(small.faults):
        before = small.faults
        small.faults = before[:start] + before[start + size :]
        if fails(small.plan):
            dropped = True
        else:
            small.faults = before
            start += size
    return dropped


def _calmer(small: Small, fails: Fails) -> None:
    small.is_calm = True
    small.is_calm = fails(small.plan)


def _fewer_members(small: Small, fails: Fails) -> None:
    while small.members > 1:
        small.members -= 1
        if not fails(small.plan):
            small.members += 1
            return
