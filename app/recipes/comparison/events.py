"""The events of the comparison, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...readmodels.event import PlaceEvent
from ...readmodels.wording import DOES, Line, asked_by, plural, who
from .state import StandingState

SUBJECT = "comparison"
"""The subject of all of them."""


class ComparisonStarted(PlaceEvent, kind="comparison.started", tone="new"):
    """The three compared elections are filled up to `count` candidates."""

    count: int
    by: str

    def line(self) -> Line:
        return [f"three elections of {self.count} candidates started{asked_by(self.by)}"]


class ComparisonStopped(PlaceEvent, kind="comparison.stopped"):
    """The candidates of the three elections are being stopped."""

    by: str

    def line(self) -> Line:
        return [f"the three elections are stopped{asked_by(self.by)}"]


class LeadersStruck(PlaceEvent, kind="comparison.struck"):
    """Leaders are about to end: all at once, or, in a measurement, one after the other. leaders:
    strategy -> candidate; standing: strategy -> how many were there, and their watches.
    """

    action: str
    leaders: Mapping[str, str]
    standing: Mapping[str, StandingState]
    by: str

    def line(self) -> Line:
        leaders, action = ", ".join(self.leaders.values()), DOES.get(self.action, self.action)
        return [f"the leaders {leaders} of the compared elections: {action},{asked_by(self.by)}"]


class DeathCounted(PlaceEvent, kind="comparison.counted"):
    """The servers have counted what the last death of a strategy fired."""

    strategy: str
    notifications: int
    again: int
    watches: int
    evidence: str

    def line(self) -> Line:
        counted = f"{self.notifications} notifications, and {self.again} more"
        return [who(self.strategy), f": the server counted {counted}"]


class MeasuringBegan(PlaceEvent, kind="comparison.measuring"):
    """A measurement begins. of: how many deaths; seconds: how long it may take."""

    sizes: Sequence[int]
    deaths: int
    fault: str
    by: str
    of: int
    seconds: int

    def line(self) -> Line:
        sizes, fault = ", ".join(map(str, self.sizes)), DOES.get(self.fault, self.fault)
        return [
            f"measuring with {sizes} candidates, {self.deaths} × {fault} each, asked for"  # noqa: RUF001
            f"{asked_by(self.by)}"
        ]


class MeasuringProgressed(PlaceEvent, kind="comparison.progressed"):
    """The measurement has come to a strategy and a size; `done` deaths, `left` seconds."""

    strategy: str
    size: int
    done: int
    left: float

    def line(self) -> Line:
        told = f": measuring with {self.size} candidates, {self.done} deaths done"
        return [who(self.strategy), told]


class DeathsMeasured(PlaceEvent, kind="comparison.measured"):
    """One point of the curve: the median of the deaths of one strategy among `n` candidates."""

    strategy: str
    n: int
    notifications: int
    again: int
    reads: int
    writes: int
    creates: int
    failed: int
    ms: float | None
    watches: int
    own: int
    fault: str
    deaths: int
    evidence: str

    def line(self) -> Line:
        wakeups = plural(self.notifications + self.again, "wake-up")
        return [who(self.strategy), f" with {self.n} candidates: one death causes {wakeups}"]


class MeasuringCancelled(PlaceEvent, kind="comparison.cancelling"):
    """Somebody ends the measurement early: its candidates are being stopped."""

    by: str

    def line(self) -> Line:
        return [f"the measurement is being cancelled, asked for{asked_by(self.by)}"]


class MeasuringEnded(PlaceEvent, kind="comparison.ended"):
    """The measurement is over, and its candidates have ended. error: why it failed."""

    error: str | None
    cancelled: bool
    by: str | None

    def line(self) -> Line:
        if self.cancelled:
            return [f"the measurement is cancelled{asked_by(self.by)}"]
        return [f"the measurement ended{f': {self.error}' if self.error else ''}"]
