"""Plan a drill: how often which fault strikes whom, and how long each round waits before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ...errors import BadRequest
from ..election.strategies import STRATEGIES
from .faults import FAULTS, DrillFault
from .figures import least_rounds
from .limits import Limit

ROUNDS = 60
MOST_ROUNDS = 10_000
MOST_CANDIDATES = 1_000
WITHIN = 30.0
_ROUND = 0.35
"""Seconds of a round besides its waiting, measured on a machine with two cores."""
_START = 1.0


@dataclass(frozen=True)
class DrillPlan:
    """A plan of `rounds` failovers of one election. fault: a name of FAULTS. session_timeout:
    seconds asked for. within: seconds after which a round counts as not over. seed: of the waits.
    abort_after: failed rounds that end it early; None for no number. limits: what has to hold.
    """

    strategy: str = "predecessor"
    candidates: int = 5
    fault: str = "kill"
    rounds: int = ROUNDS
    session_timeout: float = 4.0
    seed: int = 1
    within: float = WITHIN
    abort_after: int | None = None
    limits: Sequence[Limit] = ()

    @property
    def path(self) -> str:
        """Return the path of the election, which is the drill's own."""
        return PATHS[self.strategy]

    @property
    def kind(self) -> DrillFault:
        """Return the fault."""
        return FAULTS[self.fault]

    @property
    def data(self) -> dict[str, Any]:
        """Return it as an object of JSON."""
        return {**asdict(self), "limits": [str(limit) for limit in self.limits], "path": self.path}

    def seconds(self, timeout: float | None = None, tick: float = 0.2) -> float:
        """Return how long it is expected to take."""
        timeout = self.session_timeout if timeout is None else timeout
        each = _ROUND + 0.006 * self.candidates
        if self.kind.found_by_timeout:
            each += timeout + tick
        return _START + 0.05 * self.candidates + self.rounds * each


PATHS = {strategy: f"/drill/{strategy}" for strategy in STRATEGIES}
"""Strategy -> its election: candidates of one election follow one strategy."""


def checked(plan: DrillPlan) -> DrillPlan:
    """Return the plan. Raise BadRequest where a limit needs more rounds than it has."""
    for limit in plan.limits:
        needed = rounds_for(limit)
        if plan.rounds < needed:
            raise BadRequest(
                f"{limit} needs at least {needed} rounds: with {plan.rounds}, nothing can be said "
                f"of {limit.name} with 95 % certainty. Raise rounds, or limit max.",
                field="limits",
            )
    return plan


def rounds_for(limit: Limit) -> int:
    """Return the fewest rounds with which a limit can be kept."""
    return 1 if limit.share is None else least_rounds(limit.share)
