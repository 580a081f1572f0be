"""The events of double barriers, each with its line in words."""

from __future__ import annotations

from ...readmodels.event import CandidateEvent, PlaceEvent
from ...readmodels.wording import Line, who


class BarrierOpened(PlaceEvent, kind="barrier.opened"):
    """Somebody has opened the barrier. size: how many pass it together."""

    size: int
    by: str

    def line(self) -> Line:
        return [f"{self.size} pass the barrier {self.subject} together"]


class BarrierApproached(CandidateEvent, kind="candidate.enters"):
    """A process comes to the barrier."""

    def line(self) -> Line:
        return [who(self.subject), " comes to the barrier"]


class RoundEntered(CandidateEvent, kind="candidate.entered", tone="lead"):
    """A process is inside, and works from `began` until `ends`."""

    round: int
    began: float
    ends: float

    def line(self) -> Line:
        return [who(self.subject), f" is inside, in round {self.round}"]


class RoundWorked(CandidateEvent, kind="candidate.departs"):
    """A process is done with its work inside."""

    round: int

    def line(self) -> Line:
        return [who(self.subject), f" is done in round {self.round}"]


class RoundLeft(CandidateEvent, kind="candidate.left", tone="new"):
    """A process has left the barrier."""

    round: int

    def line(self) -> Line:
        return [who(self.subject), f" has left round {self.round}"]


class RoundMissed(CandidateEvent, kind="candidate.late", tone="frozen"):
    """A process was too late for this round, and waits for the next one."""

    round: int

    def line(self) -> Line:
        return [who(self.subject), f" was too late for round {self.round}"]


class RoundBrokenOff(CandidateEvent, kind="candidate.fell_out", tone="dead"):
    """A process is no longer inside."""

    reason: str

    def line(self) -> Line:
        return [who(self.subject), f" is no longer inside: {self.reason}"]
