"""The inputs of coordinators and sites, besides those of all recipes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ...participation import inputs as i
from . import znodes as z

# -- by the work of their processes -------------------------------------------------------------


@dataclass(frozen=True)
class TransactionOrder(i.Input):
    """An order to begin a transaction, as soon as the one before it is decided."""

    deed: z.Deed


@dataclass(frozen=True)
class Overdue(i.Input):
    """The deadline is over: a vote that is missing now says "abort"."""


@dataclass(frozen=True)
class Conclude(i.Input):
    """The decision that the votes allow may be written."""


@dataclass(frozen=True)
class LedgerKept(i.Input):
    """The content of the site's ledger now. prepared: the transaction that it is prepared for, and
    its order's id; last, refused: the ids of the orders that it carried out last, and refused last.
    """

    prepared: tuple[str, str] | None = None
    last: str | None = None
    refused: str | None = None


# -- by ZooKeeper -------------------------------------------------------------------------------


@dataclass(frozen=True)
class PlaceFound(i.Reply):
    """The place's data."""

    latest: z.Latest


@dataclass(frozen=True)
class Inspected(i.Reply):
    """A transaction, None where there is none of ours; its coordinator's znode, None where nobody
    coordinates it or it was not asked for; the votes, None for a znode that is missing.
    """

    transaction: z.TransactionZnode | None
    coordinator: i.Own | None
    votes: Mapping[str, z.VoteZnode | None] = field(hash=False)


@dataclass(frozen=True)
class EarlierFound(i.Reply):
    """Transactions before the one that was begun, the latest first."""

    names: tuple[str, ...]


@dataclass(frozen=True)
class Surveyed(i.Reply):
    """A transaction before the one that was begun, and its `sites`, none where it is none of ours.
    asked: the sites that were read. done: those of them that have carried it out.
    """

    transaction: str
    sites: tuple[str, ...]
    asked: tuple[str, ...]
    done: frozenset[str]
