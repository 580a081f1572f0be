"""Plan a drill: how often which fault strikes whom, and how long each round waits before it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from ...errors import BadRequest
from ..election.strategies import STRATEGIES
from .faults import (
    BOTH,
    FAULTS,
    FAULTS_OF_OTHERS,
    FAULTS_OF_SERVERS,
    LEADS,
    MAJORITY,
    OF_SERVERS,
    WITH_SERVER,
    DrillFault,
)
from .figures import least_rounds
from .limits import LOST, Limit
from .programs import OtherPrograms
from .rounds import HANDOFF, OF_ANY, OF_OURS, OF_RECIPES, SERVES
from .state import PlanState

ROUNDS = 60
MOST_ROUNDS = 10_000
MOST_CANDIDATES = 1_000
WITHIN = 30.0
LASTS = 8.0
"""Seconds of a fault that lasts for a time: longer than the usual session timeout."""
LENGTHS = (0.1, 3600.0)
"""The fewest and the most seconds that such a fault may last, and that a round may take."""
_SERVER = 5.0
"""Seconds until a server runs again, and until all servers were asked twice whom they have."""
_START = 1.0
ELECTION = "election"
RECIPES = {ELECTION: "elections", "lock": "locks", "bookshelf": "bookshelves"}
"""The recipes that are drilled -> their part of the state document."""
_ROUND = {ELECTION: 0.35, "lock": 0.35, "bookshelf": 1.5}
"""Recipe -> seconds of a round besides its waiting, measured on a machine with two cores: a node
that comes back catches up.
"""
OF_OTHER_RECIPES = [recipe for recipe in RECIPES if recipe != ELECTION]
REPLACED = {
    ELECTION: "another candidate takes its place",
    "lock": "another client takes its place",
    "bookshelf": "its node is started again",
}
"""Recipe -> how one is mended that has ended, in words."""
LEADERS = {ELECTION: "leader", "lock": "holder", "bookshelf": "leader"}
"""Recipe -> what it calls the one that is first in its order."""


@dataclass(frozen=True)
class DrillPlan:
    """A plan of `rounds` faults in one election. fault: a name of FAULTS, or FAULTS_OF_SERVERS;
    target: one of TARGETS; where nobody says, the usual one of the fault.
    session_timeout: seconds asked for. within: seconds after which a round counts as not over.
    seed: of the waits. abort_after: failed rounds that end it early; None for no number. limits:
    what has to hold. programs: those of others, in whose place no candidates are started. lasts:
    seconds of a fault that mends itself. recipe: one of RECIPES; the strategy is of an election.
    """

    strategy: str = "predecessor"
    candidates: int = 5
    fault: str = "kill"
    target: str = ""
    rounds: int = ROUNDS
    session_timeout: float = 4.0
    seed: int = 1
    within: float = WITHIN
    abort_after: int | None = None
    limits: Sequence[Limit] = ()
    programs: OtherPrograms | None = None
    lasts: float = LASTS
    recipe: str = ELECTION

    def __post_init__(self) -> None:
        object.__setattr__(self, "target", self.target or usual_target(self.fault))

    @property
    def path(self) -> str:
        """Return the path of the election, the lock or the bookshelf: the drill's own, or that of
        others' programs.
        """
        if self.programs is not None:
            return self.programs.election
        return PATHS[self.strategy if self.recipe == ELECTION else self.recipe]

    @property
    def kind(self) -> DrillFault:
        """Return the fault."""
        return {**FAULTS, **FAULTS_OF_SERVERS, **FAULTS_OF_OTHERS}[self.fault]

    @property
    def hands_over(self) -> bool:
        """Tell whether each round is a handoff."""
        return self.target in LEADS and self.kind.action is not None

    @property
    def strikes_servers(self) -> bool:
        """Tell whether it strikes ZooKeeper servers."""
        return self.target in (*OF_SERVERS, WITH_SERVER)

    @property
    def needs_disk(self) -> bool:
        """Tell whether ZooKeeper has to keep its znodes over a restart: without its record of who
        has all books a bookshelf waits for a person.
        """
        return self.recipe == "bookshelf" and self.strikes_servers and self.kind.action == "kill"

    @property
    def phases(self) -> Sequence[str]:
        """Return the phases of a handoff of our own candidates. With a fault of servers, `serves`
        is until a quorum serves again, and comes before them.
        """
        phases = OF_RECIPES[self.recipe]
        return [one for one in phases if one != SERVES] if self.strikes_servers else phases

    @property
    def shown(self) -> PlanState:
        """Return it as the state document and reports have it."""
        return {
            "recipe": self.recipe,
            "strategy": self.strategy,
            "path": self.path,
            "candidates": self.candidates,
            "fault": self.fault,
            "target": self.target,
            "does": self.kind.said_of(self.target, self.lasts, LEADERS[self.recipe]),
            "lasts": self.lasts if self.kind.lasts else None,
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
        each = _ROUND[self.recipe] + 0.006 * self.candidates
        if self.kind.found_by_timeout:
            each += timeout + tick
        if self.kind.lasts:
            each += self.lasts
        if self.strikes_servers:
            each += _SERVER
        return _START + 0.05 * self.candidates + self.rounds * each


FORGETS = (
    "the embedded server keeps no znode over a restart, and a bookshelf without its record of who "
    "has all books waits for a person: give frozen-for, or start Apache's server with --ensemble 1 "
    "or 3"
)
"""Why a plan that needs a disk is refused on the embedded server."""
PATHS = {name: f"/drill/{name}" for name in (*STRATEGIES, *OF_OTHER_RECIPES)}
"""Strategy -> its election: candidates of one election follow one strategy. Another recipe has one
path.
"""


def checked(plan: DrillPlan) -> DrillPlan:
    """Return the plan. Raise BadRequest where a limit needs more rounds than it has, or is of
    handoffs where there are none, and for a target that is not there.
    """
    if plan.programs is None:
        _require_target(plan)
    for limit in plan.limits:
        if limit.name == LOST and plan.recipe != "bookshelf":
            raise BadRequest(f"{limit}: only the recipe bookshelf has books", field="limits")
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
        return phase not in OF_OURS and (phase != SERVES or plan.programs.serves is not None)
    if plan.strikes_servers and phase == SERVES:
        return True
    if phase not in (HANDOFF, *plan.phases):
        return False
    return plan.strikes_servers or plan.hands_over or plan.target == "random" or phase in OF_ANY


def _require_target(plan: DrillPlan) -> None:
    is_of_servers = plan.strikes_servers or plan.kind.lasts
    if plan.recipe != ELECTION:
        if plan.strategy != DrillPlan.strategy:
            raise BadRequest("a strategy is of elections only", field="strategy")
        if plan.fault == "resign":
            raise BadRequest(f"{plan.fault} of {plan.target} is of elections only", field="fault")
    field, why = (_why_no_server if is_of_servers else _why_no_candidate)(plan)
    if why is not None:
        raise BadRequest(why, field=field)


def _why_no_server(plan: DrillPlan) -> tuple[str, str | None]:
    """Return the field that is wrong, and why the fault cannot strike such servers, if so."""
    if plan.kind.server is None:
        return "target", f"{plan.fault} is of candidates, not of servers: give another target"
    if plan.kind.lasts and plan.target not in OF_SERVERS:
        return "target", f"{plan.fault} is of servers: give the target {usual_target(plan.fault)}"
    if (plan.target == MAJORITY) != (plan.fault == "quorum-lost-for"):
        return "target", f"quorum-lost-for strikes the {MAJORITY}, and no other fault does"
    return "target", None


def _why_no_candidate(plan: DrillPlan) -> tuple[str, str | None]:
    """Return the field that is wrong, and why the fault cannot strike such a candidate, if so."""
    if plan.target == "leader":
        return "target", None
    if plan.strategy == "single":
        return "target", (
            f"single has no {plan.target}: all but the leader race for one znode, in no order. "
            "Give the target leader, or another strategy."
        )
    if plan.fault == "resign":
        return "target", f"only a leader resigns, not {plan.target}: give another fault"
    if plan.target == BOTH and plan.candidates < 3:
        return "candidates", f"{BOTH} needs at least 3 candidates: with 2, nobody is left"
    return "target", None


def usual_target(fault: str) -> str:
    """Return whom a fault strikes where nobody says."""
    if fault == "quorum-lost-for":
        return MAJORITY
    return "leaders-server" if fault in FAULTS_OF_SERVERS else "leader"


def checked_length(lasts: float | None, faults: Collection[str]) -> float:
    """Return how many seconds those of some faults last that last for a time, LASTS where nobody
    says. Raise BadRequest where somebody does and none of them is such a fault.
    """
    if lasts is not None and FAULTS_OF_SERVERS.keys().isdisjoint(faults):
        *most, last = FAULTS_OF_SERVERS
        raise BadRequest(
            f"only {', '.join(most)} and {last} last for a time: give one of these faults, or do "
            "not say how long it lasts",
            field="lasts",
        )
    return LASTS if lasts is None else lasts


def rounds_for(limit: Limit) -> int:
    """Return the fewest rounds with which a limit can be kept."""
    return 1 if limit.share is None else least_rounds(limit.share)
