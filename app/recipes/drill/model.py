"""A drill as the state document has it, folded from the events `drill.*`."""

from __future__ import annotations

from collections.abc import Iterator

from ...readmodels.model import Measured, Section, by_kind, on
from ...readmodels.zookeeper import Zookeeper
from .events import (
    DrillBegan,
    DrillEnded,
    DrillPhased,
    DrillRoundEnded,
    DrillStood,
    DrillStopping,
)
from .plan import PATHS
from .rounds import GOOD, HANDOFF, LATE, is_outside
from .state import Drill, Running, ShownRound, new_drill
from .text import tell

KEPT = 300
"""Rounds that the state document has; the report has all."""


def _began(section: Drill, event: DrillBegan, at: float) -> Drill:
    running: Running = {
        "by": event.by,
        "since": at,
        "number": 0,
        "phase": "ready",
        "ends": at + event.seconds,
        "stopping": False,
    }
    return {**new_drill(), "plan": event.plan, "running": running}


def _stood(section: Drill, event: DrillStood, at: float) -> Drill:
    return {**section, "window": event.window}


def _phased(section: Drill, event: DrillPhased, at: float) -> Drill:
    running = section["running"]
    if running is None:
        return section
    news: Running = {
        **running, "number": event.number, "phase": event.phase, "ends": at + event.left,
    }  # fmt: skip
    return {**section, "running": news}


def _round_ended(section: Drill, event: DrillRoundEnded, at: float) -> Drill:
    one: ShownRound = {**event.round, "outside": is_outside(event.round, section["window"])}
    rounds = {**section["rounds"], str(one["number"]): one}
    rounds.pop(str(one["number"] - KEPT), None)
    return {
        **section,
        "rounds": rounds,
        "count": section["count"] + 1,
        "failed": section["failed"] + (one["outcome"] not in GOOD),
        "late": section["late"] + (one["outcome"] == LATE),
        "figures": event.figures,
    }


def _stopping(section: Drill, event: DrillStopping, at: float) -> Drill:
    running = section["running"]
    return {**section, "running": {**running, "stopping": True} if running else None}


def _ended(section: Drill, event: DrillEnded, at: float) -> Drill:
    return {
        **section,
        "running": None,
        "verdicts": event.verdicts,
        "cause": event.cause,
        "error": event.error,
    }


class DrillSection(Section[Drill]):
    """The part of the state document about the drill."""

    name = "drill"
    families = ("drill",)
    folds = by_kind(
        on(DrillBegan, _began),
        on(DrillStood, _stood),
        on(DrillPhased, _phased),
        on(DrillRoundEnded, _round_ended),
        on(DrillStopping, _stopping),
        on(DrillEnded, _ended),
    )
    claims = tuple(PATHS.values())

    def measured(self, own: Drill, /) -> Iterator[Measured]:
        """Yield what the last drill has shown; an infinite quantile is left out."""
        good = own["count"] - own["failed"]
        outcomes = {"good": good, "failed": own["failed"]} if own["plan"] else {}
        yield Measured("drill_rounds", "Rounds of the last drill", "outcome", outcomes)
        whole = own["figures"].get(HANDOFF)
        found = whole["quantiles"] if whole else {}
        quantiles = {name: ms / 1000 for name, (ms, *_) in found.items() if ms is not None}
        what = "How long a handoff of the last drill took"
        yield Measured("drill_handoff_seconds", what, "quantile", quantiles)

    def new(self) -> Drill:
        """Return a section before the first drill."""
        return new_drill()

    def told(self, own: Drill, zookeeper: Zookeeper, /) -> Drill:
        """Return it with its story."""
        told = tell(own, zookeeper)
        return {**own, "story": told.sentence, "reason": told.reason}
