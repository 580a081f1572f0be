"""The names and contents of a two-phase commit's znodes.

A place at PATH holds transactions, one after the other. Its data names the latest of them and the
orders behind the last few; `PATH/tx-7` is a transaction, whose data says what each site has to do
and, at the end, what was decided; `PATH/tx-7/s1` is a site's vote; `PATH/tx-7/coordinator`,
ephemeral, says who coordinates it. Anybody may have written them: what is not ours says nothing.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ...participation.said import said_in

COORDINATOR = "coordinator"
LATEST = "latest"
"""The name of the place's own data where its watch is told of."""
COMMIT, ABORT = "commit", "abort"
DONE = {COMMIT: "committed", ABORT: "aborted"}
REMEMBERED = 20
"""So many orders are told of in the place's data: who lost an answer looks for its own there. Of so
many transactions it is looked whether they can be cleared.
"""

_PREFIX = "tx-"
TRANSACTIONS = "tx-[0-9]{1,9}"
"""What matches the names of transactions of ours."""


def number_of(name: str) -> int | None:
    """Return 7 for `tx-7`; None for what is no transaction of ours."""
    return int(name.removeprefix(_PREFIX)) if re.fullmatch(TRANSACTIONS, name) else None


def earlier(name: str, names: Iterable[str]) -> tuple[str, ...]:
    """Select the last few transactions before this one, the latest first."""
    known = {number: one for one in names if (number := number_of(one)) is not None}
    before = (number for number in known if number < (number_of(name) or 0))
    return tuple(known[number] for number in sorted(before, reverse=True)[:REMEMBERED])


def below(transaction: str, name: str) -> str:
    """Return a site's vote, or the coordinator's znode, relative to the place."""
    return f"{transaction}/{name}"


@dataclass(frozen=True)
class Deed:
    """A transaction: each site's account changes by its number in `moves`.

    id: of the order behind it. refuses: the sites that are asked to vote no, for the lesson.
    """

    id: str
    moves: Mapping[str, int]
    refuses: tuple[str, ...] = ()

    @property
    def sites(self) -> tuple[str, ...]:
        """Return who takes part, in one order for all."""
        return tuple(sorted(self.moves))

    def document(self, **more: Any) -> bytes:
        """Return the transaction znode's data."""
        said = {"id": self.id, "moves": dict(self.moves), "refuses": list(self.refuses)}
        return json.dumps({**said, **more}).encode()


@dataclass(frozen=True)
class TransactionZnode:
    """A transaction's znode as read; decision: None while it is undecided."""

    name: str
    deed: Deed
    version: int
    decision: str | None


@dataclass(frozen=True)
class VoteZnode:
    """A site's znode as read. vote: None before it has voted. done: the decision that it has
    carried out; it needs the transaction no longer.
    """

    version: int
    vote: str | None = None
    done: str | None = None


@dataclass(frozen=True)
class Latest:
    """The place's data as read, `version` and `mzxid` with it. orders: the ids of the last ones
    that were begun, each with its transaction's name.
    """

    version: int
    mzxid: int = 0
    name: str | None = None
    sites: tuple[str, ...] = ()
    orders: tuple[tuple[str, str], ...] = ()

    def after(self, name: str, deed: Deed) -> bytes:
        """Return the place's data once this one has been begun."""
        orders = [(deed.id, name), *self.orders][:REMEMBERED]
        said = {"latest": name, "sites": list(deed.sites), "orders": dict(orders)}
        return json.dumps(said).encode()

    def next_name(self, skipped: int = 0) -> str:
        """Return the name of the transaction that comes after it, and after so many names more."""
        return f"{_PREFIX}{(number_of(self.name or '') or 0) + 1 + skipped}"


# -- what znodes say ------------------------------------------------------------------------------


def latest_in(data: bytes, version: int, mzxid: int) -> Latest:
    """Read the place's data."""
    name = said_in(data, "latest", str)
    if name is None or number_of(name) is None:
        return Latest(version, mzxid)
    orders = said_in(data, "orders", dict) or {}
    begun = tuple((str(one), str(named)) for one, named in orders.items())
    return Latest(version, mzxid, name, _texts(data, "sites"), begun)


def deed_in(data: bytes | str | None) -> Deed | None:
    """Read what a transaction is; None where its data says none."""
    named, moves = said_in(data, "id", str), said_in(data, "moves", dict)
    if named is None or not moves or any(type(one) is not int for one in moves.values()):
        return None
    return Deed(named, moves, _texts(data, "refuses"))


def decision_in(data: bytes | str | None) -> str | None:
    """Read what was decided, None where nothing is."""
    return _one_of_two(data, "decision")


def vote_in(data: bytes | str | None, version: int = 0) -> VoteZnode:
    """Read a site's vote."""
    return VoteZnode(version, _one_of_two(data, "vote"), _one_of_two(data, "done"))


def vote_document(vote: str | None, by: str, done: str | None = None) -> bytes:
    """Return the data of a site's znode."""
    return json.dumps({"vote": vote, "by": by, "done": done}).encode()


def _one_of_two(data: bytes | str | None, key: str) -> str | None:
    said: str | None = said_in(data, key, str)
    return said if said in (COMMIT, ABORT) else None


def _texts(data: bytes | str | None, key: str) -> tuple[str, ...]:
    return tuple(str(one) for one in said_in(data, key, list) or ())


def verdict(votes: Mapping[str, VoteZnode | None], *, is_overdue: bool) -> str | None:
    """Return the decision that the votes lead to, None while some are awaited: one "abort" is
    enough, all must say "commit", and after the deadline a missing vote says "abort".
    """
    said = {None if one is None else one.vote for one in votes.values()}
    if ABORT in said:
        return ABORT
    if said <= {COMMIT}:
        return COMMIT
    return ABORT if is_overdue else None
