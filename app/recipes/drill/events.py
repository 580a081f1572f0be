"""The events of a drill, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.event import PlaceEvent
from ...readmodels.wording import Line, asked_by, plural, who
from .rounds import DrillRound, PhaseFigures
from .state import PlanState, VerdictState

SUBJECT = "drill"
"""The subject of all of them."""


class DrillBegan(PlaceEvent, kind="drill.began", tone="new"):
    """A drill begins. seconds: how long it is expected to take."""

    plan: PlanState
    seconds: float
    by: str

    def line(self) -> Line:
        rounds = plural(self.plan["rounds"], "round")
        told = f"a drill of {rounds} begins: the leader {self.plan['does']};{asked_by(self.by)}"
        return [told]


class DrillPhased(PlaceEvent, kind="drill.phased", told=False):
    """The drill has come to a part of a round. left: seconds until it is over."""

    number: int
    phase: str
    left: float

    def line(self) -> Line:
        return [f"drill, round {self.number}: {self.phase}"]


class DrillRoundEnded(PlaceEvent, kind="drill.round"):
    """A round of the drill is over. figures: of all rounds so far."""

    round: DrillRound
    figures: Mapping[str, PhaseFigures]

    def line(self) -> Line:
        one = self.round
        took = "" if one["handoff"] is None else f" in {one['handoff'] / 1000:.3g} s"
        told = f": drill, round {one['number']}: {one['outcome']}{took}"
        return [who(one["victim"]), told]


class DrillStopping(PlaceEvent, kind="drill.stopping"):
    """Somebody ends the drill early."""

    by: str

    def line(self) -> Line:
        return [f"the drill is being stopped, asked for{asked_by(self.by)}"]


class DrillEnded(PlaceEvent, kind="drill.ended"):
    """The drill is over, and its candidates have ended. cause: done | stopped | aborted | unsettled
    | unreached | failed; error: in words, None where it came to its end.
    """

    cause: str
    error: str | None
    verdicts: Sequence[VerdictState]

    def line(self) -> Line:
        return [f"the drill ended{f': {self.error}' if self.error else ''}"]
