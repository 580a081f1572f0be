"""The two-phase commits at a place in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document, unjudged
from ...readmodels.looks import WithLooks
from .znodes import number_of


class Coordinating(TypedDict):
    session: str | None
    candidate: str | None
    at: float


class Vote(TypedDict):
    vote: str | None
    done: str | None
    at: float


class VotesInState(TypedDict):
    decision: str
    by: str
    at: float


class CarriedOut(TypedDict):
    decision: str
    at: float


class TransactionState(TypedDict):
    """listed: whether the list below it was read whole, and no vote has gone since."""

    id: str | None
    moves: Mapping[str, int]
    refuses: Sequence[str]
    votes: Mapping[str, Vote]
    listed: bool
    coordinator: Coordinating | None
    decision: str | None
    decided: float | None
    decided_by: str | None
    begun: float | None
    votes_in: VotesInState | None
    carried_out: Mapping[str, CarriedOut]
    gone: bool
    number: int


def new_transaction(name: str) -> TransactionState:
    """Return a transaction of which only the name is known."""
    return {
        "id": None,
        "moves": {},
        "refuses": [],
        "votes": {},
        "listed": False,
        "coordinator": None,
        "decision": None,
        "decided": None,
        "decided_by": None,
        "begun": None,
        "votes_in": None,
        "carried_out": {},
        "gone": False,
        "number": number_of(name) or 0,
    }


class Prepared(TypedDict):
    transaction: str
    amount: int


class Doubt(TypedDict):
    transaction: str
    since: float


class SiteState(WithLooks):
    candidate: str | None
    opening: int | None
    balance: int | None
    entry: Prepared | None
    doubt: Doubt | None
    site: str


def new_site(name: str) -> SiteState:
    """Return a site that has not opened its ledger yet."""
    return {
        "candidate": None,
        "opening": None,
        "balance": None,
        "entry": None,
        "doubt": None,
        "site": name,
    }


class CoordinatorState(WithLooks):
    transaction: str | None
    deadline: float | None
    decides: float | None


def new_coordinator() -> CoordinatorState:
    """Return a coordinator that stands by."""
    return {"transaction": None, "deadline": None, "decides": None}


class Commit(Document):
    recipe: str
    transactions: Mapping[str, TransactionState]
    sites: Mapping[str, SiteState]
    coordinators: Mapping[str, CoordinatorState]
    undecided: str | None
    opening: int
    sum: int
    on_the_way: int


def new_commit(path: str, recipe: str) -> Commit:
    """Return a place at which nothing has happened."""
    return {
        "path": path,
        "recipe": recipe,
        "transactions": {},
        "sites": {},
        "coordinators": {},
        "undecided": None,
        "opening": 0,
        "sum": 0,
        "on_the_way": 0,
        **unjudged(),
    }


# -- what a transaction says ------------------------------------------------------------------


def votes_on(one: TransactionState) -> dict[str, str | None]:
    """Return site -> its vote on a transaction, None where it has not voted."""
    votes = one["votes"]
    return {site: votes[site]["vote"] if site in votes else None for site in sorted(one["moves"])}


def has_not_voted(one: TransactionState, site: str) -> bool:
    """Tell whether it is known that a site has not voted on a transaction: its znode, or the list
    of them, says so, and nothing has gone since.
    """
    vote = one["votes"].get(site)
    if vote is not None and vote["done"] is not None:
        return vote["vote"] is None
    return not one["gone"] and (one["listed"] if vote is None else vote["vote"] is None)


def missing_on(one: TransactionState) -> list[str]:
    """Return the sites of which it is known that they have not voted on a transaction."""
    return [site for site in sorted(one["moves"]) if has_not_voted(one, site)]


def decision_of(one: TransactionState) -> str | None:
    """Return what was decided, as the transaction or else a site that has carried it out says."""
    said = (carried["decision"] for carried in one["carried_out"].values())
    return one["decision"] or next(said, None)


def prepared_for(
    site: SiteState, transactions: Mapping[str, TransactionState]
) -> tuple[Prepared, TransactionState] | None:
    """Return what a site's ledger is prepared for, and that transaction, where that is known."""
    entry = site["entry"]
    one = transactions.get(entry["transaction"]) if entry else None
    return (entry, one) if entry and one else None
