"""The events of name services, each with its line in words."""

from __future__ import annotations

from ...readmodels.event import CandidateEvent, PlaceEvent
from ...readmodels.wording import Line, asked_by, who


class NamesFollowed(PlaceEvent, kind="name.followed"):
    """Somebody has opened the service."""

    by: str

    def line(self) -> Line:
        return [f"the name service at {self.subject} opened{asked_by(self.by)}"]


class ProviderAsked(PlaceEvent, kind="name.moving"):
    """Somebody has asked a provider to move to another address."""

    candidate: str
    by: str

    def line(self) -> Line:
        return [who(self.candidate), f" is asked to move{asked_by(self.by)}"]


class ProviderMoves(CandidateEvent, kind="candidate.moving", tone="lead"):
    """A provider is about to write its new address."""

    address: str

    def line(self) -> Line:
        return [who(self.subject), f" moves to {self.address}"]


class ClientCalled(CandidateEvent, kind="candidate.called"):
    """A client has called an address, with another outcome than before: who answered, `by`, or why
    nobody did, `error`. calls, failed: how many there were until now.
    """

    address: str
    by: str | None
    error: str | None
    calls: int
    failed: int

    def line(self) -> Line:
        called = f" called {self.address}: "
        if self.error:
            return [who(self.subject), f"{called}{self.error}"]
        return [who(self.subject), called, who(self.by), " answered"]
