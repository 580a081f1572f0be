"""The events of two-phase commits, each with its line in words."""

from __future__ import annotations

from collections.abc import Mapping

from ...readmodels.event import CandidateEvent, PlaceEvent
from ...readmodels.wording import Line, who
from .state import Prepared
from .znodes import DONE


class CommitsOpened(PlaceEvent, kind="commit.opened"):
    """Somebody has opened the place."""

    by: str

    def line(self) -> Line:
        return [f"transactions at {self.subject}"]


class TransactionOrdered(PlaceEvent, kind="commit.ordered"):
    """Somebody has a coordinator begin a transaction. refuses: the site that votes no, if any."""

    candidate: str
    moves: Mapping[str, int]
    refuses: str | None
    by: str

    def line(self) -> Line:
        refuses = f", on which {self.refuses} votes no" if self.refuses else ""
        return [who(self.candidate), f" will begin a transaction{refuses}"]


# -- coordinators -----------------------------------------------------------------------------


class TransactionBegun(CandidateEvent, kind="candidate.begun"):
    """A coordinator has begun what it was told to. id: of the order."""

    id: str
    transaction: str

    def line(self) -> Line:
        return [who(self.subject), f" has begun {self.transaction}"]


class OrderGivenUp(CandidateEvent, kind="candidate.not_begun", tone="dead"):
    """Nobody can say whether what a coordinator was told to begin has begun. id: of the order."""

    id: str
    transaction: None

    def line(self) -> Line:
        given_up = " gives up what it was asked to begin: it is not known whether it has begun"
        return [who(self.subject), given_up]


class CoordinatorLeads(CandidateEvent, kind="candidate.coordinating", tone="lead"):
    """A coordinator collects the votes, until the deadline."""

    transaction: str | None
    deadline: float

    def line(self) -> Line:
        return [who(self.subject), f" coordinates {self.transaction or 'a transaction'}"]


class VotesAllow(CandidateEvent, kind="candidate.votes_in"):
    """The votes, or the deadline, allow this decision. decides: when it will be written."""

    transaction: str
    decision: str
    decides: float

    def line(self) -> Line:
        return [who(self.subject), f" may decide on {self.transaction}: {self.decision}"]


class DecisionStands(CandidateEvent, kind="candidate.decided", tone="lead"):
    """A coordinator's decision is written."""

    transaction: str
    decision: str

    def line(self) -> Line:
        done = DONE.get(self.decision, self.decision)
        return [who(self.subject), f" has decided: {self.transaction} is {done}"]


class CoordinatorStoodDown(CandidateEvent, kind="candidate.stood_down", tone="dead"):
    """A coordinator coordinates no longer."""

    reason: str

    def line(self) -> Line:
        return [who(self.subject), f" no longer coordinates: {self.reason}"]


# -- sites ------------------------------------------------------------------------------------


class LedgerEvent(CandidateEvent):
    """An event of a site's ledger. entry: what it is prepared for."""

    site: str
    balance: int
    entry: Prepared | None


class LedgerOpened(LedgerEvent, kind="candidate.opened_ledger"):
    """A site has opened its ledger. opening: what a new one holds."""

    opening: int

    def line(self) -> Line:
        return [who(self.subject), f" opens the ledger of {self.site}: {self.balance}"]


class LedgerPrepared(LedgerEvent, kind="candidate.prepared"):
    """A site has prepared its ledger, or has refused to: why."""

    transaction: str
    vote: str
    why: str | None

    def line(self) -> Line:
        why = f": {self.why}" if self.why else ""
        return [who(self.subject), f" votes {self.vote} on {self.transaction} for {self.site}{why}"]


class DecisionCarriedOut(LedgerEvent, kind="candidate.carried_out", tone="new"):
    """A site has carried out what was decided."""

    transaction: str
    decision: str

    def line(self) -> Line:
        done = DONE.get(self.decision, self.decision)
        return [who(self.subject), f" has {done} {self.transaction} at {self.site}: {self.balance}"]


class LedgerFailed(CandidateEvent, kind="candidate.ledger_failed", tone="dead"):
    """The disk fails, and the site tries again."""

    site: str
    reason: str

    def line(self) -> Line:
        return [who(self.subject), f" cannot write the ledger of {self.site}: {self.reason}"]
