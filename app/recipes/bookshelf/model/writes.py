"""Fold the writes to a bookshelf: how far each is, and how it ended.

A write was asked of its `node`, and taken `by` a leader; copies: node -> sent, stored, refused or
lost. When it is over it has an outcome:

- acknowledged: the client was told how many nodes have it;
- cut: the leader died in the middle of it, and the client got no answer;
- unknown, refused, unavailable, conflict: the client was told so.

While nobody knows whether it stays, `fate` says what became of it: kept, dropped, None not known
yet. A write that was acknowledged and is missing after a person's decision is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Unpack, cast

from ....readmodels.document import Data, without_key
from ..document import BookState, Refusal, ShelfState, Write

KEPT = 20
UNDER_WAY = 16
REFUSED_KEPT = 6
COPY = ("id", "from", "to", "epoch")
OUTCOMES = {
    "no leader": "unavailable",
    "busy": "unavailable",
    "unavailable": "unavailable",
    "unknown": "unknown",
    "refused": "refused",
    "conflict": "conflict",
}
OPEN = frozenset({"cut", "unknown", "refused"})
"""Outcomes after which nobody knows yet whether the book stays."""


def _new(data: Data, at: float) -> Write:
    return {
        "id": data["id"],
        "author": data.get("author"),
        "year": data.get("year"),
        "node": data.get("node"),
        "to": data.get("to"),
        "by": None,
        "epoch": None,
        "stage": "asked",
        "copies": {},
        "of": None,
        "at": at,
        "since": at,
    }


def _of(shelf: ShelfState, data: Data, at: float) -> Write:
    return shelf["writes"].get(data["id"]) or _new(data, at)


def _with(shelf: ShelfState, write: Write, **news: Unpack[Write]) -> ShelfState:
    others = without_key(shelf["writes"], write["id"])
    writes: dict[str, Write] = {**others, write["id"]: {**write, **news}}
    return {**shelf, "writes": dict(list(writes.items())[-UNDER_WAY:])}


def _over(shelf: ShelfState, data: Data) -> Write | None:
    """Return the write where a report comes after its end: another process told it a moment
    earlier.
    """
    last = shelf["last_write"]
    is_over = data["id"] not in shelf["writes"] and last is not None and last["id"] == data["id"]
    return last if is_over else None


# -- as it goes on ----------------------------------------------------------------------------


def asked(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that a node was asked to add a book; `to` is the leader that it knows."""
    return _with(shelf, _new(data, at))


def stored(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that the leader has it on its disk, and will send it to all others in sync."""
    if _over(shelf, data):
        return shelf
    write = _of(shelf, data, at)
    copies: dict[str, str] = dict.fromkeys(data.get("to") or (), "waiting")
    by, epoch, of = data["node"], data.get("epoch"), data.get("of")
    return _with(shelf, write, by=by, epoch=epoch, of=of, copies=copies, stage="stored", since=at)


def sent(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that one copy is on its way."""
    return _copy(shelf, data, "sent", at)


def copied(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that one node has it on its disk."""
    return _copy(shelf, data, "stored", at)


def unanswered(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that one node did not answer in time: it will be taken out of the in-sync set."""
    return _copy(shelf, data, "lost", at)


def _copy(shelf: ShelfState, data: Data, how: str, at: float) -> ShelfState:
    write = shelf["writes"].get(data["id"])
    if write is None:
        return _late(shelf, data, how)
    if data.get("from") not in (None, write["by"]):
        return shelf
    copies = {**write["copies"], data["to"]: how}
    return _with(shelf, write, copies=copies, stage="copying", since=at)


def _late(shelf: ShelfState, data: Data, how: str) -> ShelfState:
    """Fold a report on a copy after the client was told that the outcome is unknown."""
    last = _over(shelf, data)
    if last is None or last["outcome"] not in OPEN or data.get("from") != last["by"]:
        return shelf
    outcome = "refused" if how == "refused" else last["outcome"]
    copies = {**last["copies"], data["to"]: how}
    return {**shelf, "last_write": {**last, "copies": copies, "outcome": outcome}}


def refused(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that a node refuses the copy: it has seen a later epoch, or (`why` is "term") it has yet
    to be brought to this leader's state. Both ends may report it.
    """
    shelf = _copy(shelf, data, "refused", at)
    one = {name: data.get(name) for name in COPY}
    known = any(other == {**other, **one} for other in shelf["refused"])
    if known or data.get("why") == "term":
        return shelf
    told = cast(Refusal, {**one, "seen": data.get("seen"), "at": at})
    return {**shelf, "refused": [*shelf["refused"], told][-REFUSED_KEPT:]}


# -- how it ends ------------------------------------------------------------------------------


def written(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that all nodes in sync have it, and the client is told so."""
    over = _over(shelf, data)
    if over and over["outcome"] == "acknowledged":
        return shelf
    write = over or _of(shelf, data, at)
    is_new = data.get("new", True) or any(one["id"] == write["id"] for one in shelf["open_writes"])
    told = ("author", "year", "node", "by", "epoch", "copies", "of", "ms")
    said = {name: data[name] for name in told if data.get(name) is not None}
    wanted: BookState = {"id": write["id"], "author": write["author"], "year": write["year"]}
    book = cast(BookState, {**wanted, **said, "at": at})
    said.pop("copies", None)
    shelf = _ended(shelf, cast(Write, {**write, **said}), "acknowledged", at)
    if not is_new:
        return shelf
    return {
        **shelf,
        "acknowledged": shelf["acknowledged"] + 1,
        "last_books": [*shelf["last_books"], book][-KEPT:],
    }


def failed(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that the client was told that it is not stored, or that the outcome is unknown."""
    if _over(shelf, data):
        return shelf
    write = _of(shelf, data, at)
    refusals = "refused" in write["copies"].values()
    outcome = "refused" if refusals else OUTCOMES.get(str(data.get("why")), "unknown")
    return _ended(shelf, write, outcome, at)


def cut(shelf: ShelfState, node: str, at: float) -> ShelfState:
    """Fold that a process has died: what it was copying as the leader is left half done."""
    for write in list(shelf["writes"].values()):
        if write["by"] == node or (write["by"] is None and write["to"] == node):
            shelf = _ended(shelf, write, "cut", at)
    return shelf


def _ended(shelf: ShelfState, write: Write, outcome: str, at: float) -> ShelfState:
    writes = without_key(shelf["writes"], write["id"])
    last: Write = {**write, "outcome": outcome, "ended": at, "fate": None}
    open_ = [one for one in shelf["open_writes"] if one["id"] != write["id"]]
    if outcome in OPEN:
        open_ = [*open_, last][-UNDER_WAY:]
    return {**shelf, "writes": writes, "last_write": last, "open_writes": open_}


# -- what becomes of those that nobody knows of ------------------------------------------------


def settled(shelf: ShelfState, fates: Mapping[str, str], at: float) -> ShelfState:
    """Settle unknown writes. fates: id -> kept or dropped, as the new leader has said."""
    shelf = {
        **shelf,
        "open_writes": [one for one in shelf["open_writes"] if one["id"] not in fates],
    }
    last = shelf["last_write"]
    if last and last["id"] in fates and last["outcome"] in OPEN:
        last = {**last, "fate": fates[last["id"]], "settled": at}
    return {**shelf, "last_write": last}


def current(shelf: ShelfState) -> Write | None:
    """Return the write to show: the latest that is not over."""
    return next(reversed([*shelf["writes"].values()]), None)
