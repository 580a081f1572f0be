"""The two-phase commits at a place in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document
from ...readmodels.looks import WithLooks


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


class TransactionState(TypedDict, total=False):
    number: int
    id: str | None
    moves: Mapping[str, int]
    refuses: Sequence[str]
    begun: float | None
    gone: bool
    coordinator: Coordinating | None
    votes: Mapping[str, Vote]
    listed: bool
    votes_in: VotesInState | None
    decision: str | None
    decided: float | None
    decided_by: str | None
    carried_out: Mapping[str, CarriedOut]


class Prepared(TypedDict):
    transaction: str
    amount: int


class Doubt(TypedDict):
    transaction: str
    since: float


class SiteState(WithLooks, total=False):
    site: str
    candidate: str | None
    opening: int | None
    balance: int | None
    entry: Prepared | None
    doubt: Doubt | None


class CoordinatorState(WithLooks, total=False):
    transaction: str | None
    deadline: float | None
    decides: float | None


class Commit(Document):
    recipe: str
    transactions: Mapping[str, TransactionState]
    sites: Mapping[str, SiteState]
    coordinators: Mapping[str, CoordinatorState]
    undecided: str | None
    opening: int
    sum: int
    on_the_way: int
