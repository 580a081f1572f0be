"""Plan a drill: how often which fault strikes whom, and how long each round waits before it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...errors import BadRequest
from ..election.strategies import STRATEGIES
from .faults import FAULTS, FAULTS_OF_OTHERS, LEADS, DrillFault
from .figures import least_rounds
from .limits import Limit
from .programs import OtherPrograms
from .rounds import OF_ANY, OF_OURS
from .state import PlanState

ROUNDS = 60
MOST_ROUNDS = 10_000
MOST_CANDIDATES = 1_000
WITHIN = 30.0
_ROUND = 0.35
"""Seconds of a round besides its waiting, measured on a machine with two cores."""
_START = 1.0


@dataclass(frozen=True)
class DrillPlan:
    """A plan of `rounds` faults in one election. fault: a name of FAULTS; target: one of TARGETS.
    session_timeout: seconds asked for. within: seconds after which a round counts as not over.
    seed: of the waits. abort_after: failed rounds that end it early; None for no number. limits:
    what has to hold. programs: those of others, in whose place no candidates are started.
    """

    strategy: str = "predecessor"
    candidates: int = 5
    fault: str = "kill"
    target: str = "leader"
    rounds: int = ROUNDS
    session_timeout: float = 4.0
    seed: int = 1
    within: float = WITHIN
    abort_after: int | None = None
    limits: Sequence[Limit] = ()
    programs: OtherPrograms | None = None

    @property
    def path(self) -> str:
        """Return the path of the election: the drill's own, or that of others' programs."""
        return PATHS[self.strategy] if self.programs is None else self.programs.election

    @property
    def kind(self) -> DrillFault:
        """Return the fault."""
        return (FAULTS if self.programs is None else FAULTS_OF_OTHERS)[self.fault]

    @property
    def hands_over(self) -> bool:
        """Tell whether each round is a handoff."""
        return self.target in LEADS and self.kind.action is not None

    @property
    def shown(self) -> PlanState:
        """Return it as the state document and reports have it."""
        return {
            "strategy": self.strategy,
            "path": self.path,
            "candidates": self.candidates,
            "fault": self.fault,
            "target": self.target,
            "does": self.kind.said_of(self.target),
            "hands_over": self.hands_over,
            "rounds": self.rounds,
            "session_timeout": self.session_timeout,
            "seed": self.seed,
            "within": self.within,
            "abort_after": self.abort_after,
            "limits": [str(limit) for limit in self.limits],
            "programs": None if self.programs is None else self.programs.shown,
        }

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
    """Return the plan. Raise BadRequest where a limit needs more rounds than it has, or is of
    handoffs where there are none, and for a target that is not there.
    """
    if plan.programs is None:
        _require_target(plan)
    for limit in plan.limits:
        if limit.phase is not None and not _measures(plan, limit.phase):
            raise BadRequest(f"{limit}: no round of this drill has {limit.phase}", field="limits")
        needed = rounds_for(limit)
        if plan.rounds < needed:
            raise BadRequest(
                f"{limit} needs at least {needed} rounds: with {plan.rounds}, nothing can be said "
                f"of {limit.name} with 95 % certainty. Raise rounds, or limit max.",
                field="limits",
            )
    return plan


def _measures(plan: DrillPlan, phase: str) -> bool:
    """Tell whether rounds of a plan may have a phase."""
    if plan.kind.action is None:
        return False
    if plan.programs is not None:
        return phase not in OF_OURS and (phase != "serves" or plan.programs.serves is not None)
    if phase == "serves":
        return False
    return plan.hands_over or plan.target == "random" or phase in OF_ANY


def _require_target(plan: DrillPlan) -> None:
    if plan.target == "leader":
        return
    if plan.strategy == "single":
        raise BadRequest(
            f"single has no {plan.target}: all but the leader race for one znode, in no order. "
            "Give the target leader, or another strategy.",
            field="target",
        )
    if plan.fault == "resign":
        raise BadRequest(
            f"only a leader resigns, not {plan.target}: give another fault", field="target"
        )
    if plan.target == "leader+successor" and plan.candidates < 3:
        raise BadRequest(
            "leader+successor needs at least 3 candidates: with 2, nobody is left",
            field="candidates",
        )


def rounds_for(limit: Limit) -> int:
    """Return the fewest rounds with which a limit can be kept."""
    return 1 if limit.share is None else least_rounds(limit.share)
