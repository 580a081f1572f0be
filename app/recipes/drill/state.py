"""The drill in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.zookeeper import Story
from .limits import Verdict
from .programs import ProgramsState
from .rounds import DrillRound, DrillWindow, PhaseFigures

SCHEMA = "handoff-drill/1"
"""The form of a report, with its version: it has every round, so that others can be made of it."""


class PlanState(TypedDict):
    """What is drilled. strategy: of an election. fault, target: their names; does: in words; lasts:
    the seconds of a fault that mends itself, else None. hands_over: whether each round is a
    handoff. programs: the commands for those of others, None for our own candidates.
    """

    recipe: str
    strategy: str
    path: str
    candidates: int
    fault: str
    target: str
    does: str
    lasts: float | None
    hands_over: bool
    rounds: int
    session_timeout: float
    seed: int
    within: float
    abort_after: int | None
    limits: Sequence[str]
    programs: ProgramsState | None


class Running(TypedDict):
    """A drill under way. number: the round, 0 until the candidates stand; phase: what it does now;
    ends: when it is expected to be over.
    """

    by: str
    since: float
    number: int
    phase: str
    ends: float
    stopping: bool


class ShownRound(DrillRound):
    """A round as the page has it. outside: whether its `detect` was not as expected."""

    outside: bool


class VerdictState(TypedDict):
    limit: str
    kept: bool
    says: str


class Drill(TypedDict):
    """plan: of the last drill, None before the first. rounds: the latest ones, by their number.
    count: of all; failed: of those in which something else happened than should; late: of those
    that were not over within the limit. window: the milliseconds within which `detect` is expected,
    None where nobody knows. cause: how it ended, None before.
    """

    plan: PlanState | None
    running: Running | None
    rounds: Mapping[str, ShownRound]
    count: int
    failed: int
    late: int
    figures: Mapping[str, PhaseFigures]
    window: DrillWindow | None
    verdicts: Sequence[VerdictState]
    cause: str | None
    error: str | None
    story: Story
    reason: Story


def new_drill() -> Drill:
    """Return a section before the first drill."""
    return {
        "plan": None,
        "running": None,
        "rounds": {},
        "count": 0,
        "failed": 0,
        "late": 0,
        "figures": {},
        "window": None,
        "verdicts": [],
        "cause": None,
        "error": None,
        "story": [],
        "reason": [],
    }


def verdict_state(verdict: Verdict) -> VerdictState:
    """Return a verdict as the state document has it."""
    return {"limit": verdict.limit, "kept": verdict.kept, "says": verdict.says}
