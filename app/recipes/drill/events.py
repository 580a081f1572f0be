"""The events of a drill, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.event import PlaceEvent
from ...readmodels.wording import Line, asked_by, plural, who
from .rounds import DrillRound, DrillWindow, PhaseFigures
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
        told = f"a drill of {rounds} begins: {self.plan['does']};{asked_by(self.by)}"
        return [told]


class DrillStood(PlaceEvent, kind="drill.stood", told=False):
    """All candidates of the drill are in their places. timeout: seconds, as ZooKeeper has granted
    them; window: of `detect`.
    """

    timeout: float
    window: DrillWindow | None

    def line(self) -> Line:
        return [f"drill: all are in their places, with sessions of {self.timeout:g} s"]


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
        whole = one.get("handoff")
        took = "" if whole is None else f" in {whole / 1000:.3g} s"
        struck = [part for name in one["victims"] for part in (who(name), ": ")]
        return [*struck, f"drill, round {one['number']}: {one['outcome']}{took}"]


class DrillStopping(PlaceEvent, kind="drill.stopping"):
    """Somebody ends the drill early."""

    by: str

    def line(self) -> Line:
        return [f"the drill is being stopped, asked for{asked_by(self.by)}"]


class DrillEnded(PlaceEvent, kind="drill.ended"):
    """The drill is over, and its candidates have ended. cause: done | stopped | aborted | unsettled
    | unreached | unmended | failed; error: in words, None where it came to its end.
    """

    cause: str
    error: str | None
    verdicts: Sequence[VerdictState]

    def line(self) -> Line:
        return [f"the drill ended{f': {self.error}' if self.error else ''}"]
