"""Makes a failing plan small: one server, fewer faults, fewer processes, an even network, shorter
faults.

Delta debugging (Zeller, Hildebrandt: Simplifying and Isolating Failure-Inducing Input, 2002) over
the list of faults, and all of it again until nothing more can be left out. What is left fails in
the same invariant.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace

from tests.simulation.plan import Plan, draw
from tests.simulation.run import verdict_of

SECONDS = 60.0
"""How long one failure is shrunk at most."""
PARTS = (0.5, 0.75, 0.9)
"""Of the time that a fault lasts, those that are tried, one after the other."""
SHORTEST = 0.005
"""Seconds below which nobody cares for how long a fault lasts."""


@dataclass(frozen=True)
class Small:
    """What is kept of a plan that was drawn. faults: place -> seconds that the fault lasts.
    members: how many of the processes take part, from the first one, but for those in `absent`.
    """

    drawn: Plan
    faults: dict[int, float]
    members: int
    absent: frozenset[int] = frozenset()
    is_calm: bool = False

    @property
    def plan(self) -> Plan:
        """The plan itself."""
        faults = (self.drawn.faults[at]._replace(lasts=lasts) for at, lasts in self.faults.items())
        plan = replace(self.drawn.with_members(self.members), absent=self.absent)
        plan = replace(plan, faults=tuple(faults))
        return plan.calm() if self.is_calm else plan

    @property
    def options(self) -> str:
        """For the command line."""
        faults = ",".join(map(self._fault, self.faults)) or "none"
        absent = f" --without {','.join(map(str, sorted(self.absent)))}" if self.absent else ""
        calm = " --calm" if self.is_calm else ""
        servers = f" --servers {self.drawn.servers}"
        drawn = f"--seed {self.drawn.seed} --recipe {self.drawn.recipe}"
        return f"{drawn} --faults {faults} --members {self.members}{absent}{calm}{servers}"

    @property
    def present(self) -> int:
        """How many processes take part."""
        return self.members - len(self.absent)

    def _fault(self, at: int) -> str:
        lasts = self.faults[at]
        return f"{at}" if lasts == self.drawn.faults[at].lasts else f"{at}:{lasts}"


def whole(plan: Plan) -> Small:
    """All of a plan."""
    lasting = {at: fault.lasts for at, fault in enumerate(plan.faults)}
    return Small(plan, lasting, len(plan.members))


def shrink(
    plan: Plan, tell: Callable[[str], None] = lambda line: None, seconds: float = SECONDS
) -> Small:
    """The smallest plan that breaks the same invariant; as it was where it breaks none."""
    violation = verdict_of(plan).violation
    if violation is None:
        return whole(plan)
    return _Shrinking(plan, violation.invariant, tell, seconds).ended()


class _Shrinking:
    """One failure on its way to its smallest plan. small: the smallest one so far."""

    def __init__(
        self, plan: Plan, invariant: str, tell: Callable[[str], None], seconds: float
    ) -> None:
        self.small = whole(plan)
        self._invariant, self._tell = invariant, tell
        self._until = time.monotonic() + seconds
        self._tries = 0

    def ended(self) -> Small:
        """The smallest plan of all, or of those for which there was time."""
        self._alone()
        before = None
        while self.small != before:
            before = self.small
            self._fewer_faults()
            self._fewer_members()
            self._is_smaller(replace(self.small, is_calm=True))
            self._shorter()
        return self.small

    def _is_smaller(self, candidate: Small) -> bool:
        """Whether it is another one that fails as well; then it is the smallest so far."""
        if candidate == self.small or time.monotonic() >= self._until:
            return False
        self._tries += 1
        size = f"{len(self.small.faults)} faults, {self.small.present} processes"
        self._tell(f"shrinking seed {self.small.drawn.seed}: {size}, {self._tries} tries")
        found = verdict_of(candidate.plan).violation
        if found is None or found.invariant != self._invariant:
            return False
        self.small = candidate
        return True

    def _alone(self) -> None:
        """One server, and no faults of others."""
        drawn = self.small.drawn
        if drawn.servers > 1:
            self._is_smaller(whole(draw(drawn.seed, drawn.recipe, servers=1)))

    def _fewer_faults(self) -> None:
        size = max(1, len(self.small.faults) // 2)
        while self._drop_some(size) or size > 1:
            size = max(1, size // 2)

    def _drop_some(self, size: int) -> bool:
        """Leave out `size` neighbouring faults, wherever that is possible; whether it was."""
        dropped = False
        start = 0
        while start < len(self.small.faults):
            faults = list(self.small.faults.items())
            kept = dict(faults[:start] + faults[start + size :])
            if self._is_smaller(replace(self.small, faults=kept)):
                dropped = True
            else:
                start += size
        return dropped

    def _fewer_members(self) -> None:
        for number in range(self.small.members, 0, -1):
            absent = self.small.absent | {number}
            if self.small.present > 1 and number not in self.small.absent:
                self._is_smaller(_without(self.small, absent))

    def _shorter(self) -> None:
        for at in self.small.faults:
            for part in PARTS:
                self._shorter_by(at, part)

    def _shorter_by(self, at: int, part: float) -> None:
        lasts = self.small.faults[at]
        while lasts > SHORTEST:
            lasts = round(lasts * part, 3)
            if not self._is_smaller(replace(self.small, faults={**self.small.faults, at: lasts})):
                return


def _without(small: Small, absent: frozenset[int]) -> Small:
    """Of these, the last ones were as well not drawn."""
    members = max(number for number in range(1, small.members + 1) if number not in absent)
    return replace(small, members=members, absent=frozenset(one for one in absent if one < members))
