"""The writes to a bookshelf: how far each is, and how it ended.

A write is {id, author, year, node (where it was asked), by (the leader that took it), epoch, stage,
copies (node -> sent, stored, refused or lost), of, at, since}. When it is over it has an outcome:

- acknowledged: whoever asked was told how many nodes have it;
- cut: the leader died in the middle of it, and nobody was told anything;
- unknown, refused, unavailable, conflict: whoever asked was told so.

Of one that may or may not stay, `fate` says what became of it: kept, dropped, None not known yet.
One that was acknowledged and is missing after a person's decision is lost.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Shelf = dict[str, Any]
Write = dict[str, Any]
Data = Mapping[str, Any]

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
"""Outcomes of which nobody knows yet whether the book stays."""


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


def _of(shelf: Shelf, data: Data, at: float) -> Write:
    known: Write | None = shelf["writes"].get(data["id"])
    return known or _new(data, at)


def _with(shelf: Shelf, write: Write, **news: Any) -> Shelf:
    others = {name: one for name, one in shelf["writes"].items() if name != write["id"]}
    writes = {**others, write["id"]: {**write, **news}}
    return {**shelf, "writes": dict(list(writes.items())[-UNDER_WAY:])}


def _is_over(shelf: Shelf, data: Data) -> bool:
    """What is told of a write after its end: it was told by another process, a moment earlier."""
    last = shelf["last_write"]
    return data["id"] not in shelf["writes"] and last is not None and last["id"] == data["id"]


# -- as it goes on ----------------------------------------------------------------------------


def asked(shelf: Shelf, data: Data, at: float) -> Shelf:
    """A node was asked to add a book; `to` is the leader that it knows."""
    return _with(shelf, _new(data, at))


def stored(shelf: Shelf, data: Data, at: float) -> Shelf:
    """The leader has it on its disk, and will send it to all others that are in sync."""
    if _is_over(shelf, data):
        return shelf
    write = _of(shelf, data, at)
    copies = dict.fromkeys(data.get("to") or (), "waiting")
    news = {"by": data["node"], "epoch": data.get("epoch"), "of": data.get("of"), "copies": copies}
    return _with(shelf, write, **news, stage="stored", since=at)


def sent(shelf: Shelf, data: Data, at: float) -> Shelf:
    """One copy is on its way."""
    return _copy(shelf, data, "sent", at)


def copied(shelf: Shelf, data: Data, at: float) -> Shelf:
    """One node has it on its disk."""
    return _copy(shelf, data, "stored", at)


def unanswered(shelf: Shelf, data: Data, at: float) -> Shelf:
    """One node did not answer in time: it is to be taken out of the in-sync set."""
    return _copy(shelf, data, "lost", at)


def _copy(shelf: Shelf, data: Data, how: str, at: float) -> Shelf:
    write = shelf["writes"].get(data["id"])
    if write is None:
        return _late(shelf, data, how)
    if data.get("from") not in (None, write["by"]):
        return shelf
    copies = {**write["copies"], data["to"]: how}
    return _with(shelf, write, copies=copies, stage="copying", since=at)


def _late(shelf: Shelf, data: Data, how: str) -> Shelf:
    """What is told of a copy after whoever asked was told that nobody knows."""
    last = shelf["last_write"]
    if not _is_over(shelf, data) or last["outcome"] not in OPEN or data.get("from") != last["by"]:
        return shelf
    outcome = "refused" if how == "refused" else last["outcome"]
    copies = {**last["copies"], data["to"]: how}
    return {**shelf, "last_write": {**last, "copies": copies, "outcome": outcome}}


def refused(shelf: Shelf, data: Data, at: float) -> Shelf:
    """A node does not take the copy: it has seen a later epoch, or (`why` is "term") it has yet to
    be brought to this leader's state. Both ends may tell of it.
    """
    shelf = _copy(shelf, data, "refused", at)
    one = {name: data.get(name) for name in COPY}
    known = any({name: other[name] for name in COPY} == one for other in shelf["refused"])
    if known or data.get("why") == "term":
        return shelf
    told = {**one, "seen": data.get("seen"), "at": at}
    return {**shelf, "refused": [*shelf["refused"], told][-REFUSED_KEPT:]}


# -- how it ends ------------------------------------------------------------------------------


def written(shelf: Shelf, data: Data, at: float) -> Shelf:
    """Everybody who is in sync has it, and whoever asked is told so."""
    over = _is_over(shelf, data)
    if over and shelf["last_write"]["outcome"] == "acknowledged":
        return shelf
    write = shelf["last_write"] if over else _of(shelf, data, at)
    is_new = data.get("new", True) or any(one["id"] == write["id"] for one in shelf["open_writes"])
    told = ("author", "year", "node", "by", "epoch", "copies", "of", "ms")
    said = {name: data[name] for name in told if data.get(name) is not None}
    book = {"id": write["id"], "author": write["author"], "year": write["year"], **said, "at": at}
    said.pop("copies", None)
    shelf = _ended(shelf, {**write, **said}, "acknowledged", at)
    if not is_new:
        return shelf
    return {
        **shelf,
        "acknowledged": shelf["acknowledged"] + 1,
        "last_books": [*shelf["last_books"], book][-KEPT:],
    }


def failed(shelf: Shelf, data: Data, at: float) -> Shelf:
    """Whoever asked was told that it is not stored, or that nobody knows."""
    if _is_over(shelf, data):
        return shelf
    write = _of(shelf, data, at)
    refusals = "refused" in write["copies"].values()
    outcome = "refused" if refusals else OUTCOMES.get(str(data.get("why")), "unknown")
    return _ended(shelf, write, outcome, at)


def cut(shelf: Shelf, node: str, at: float) -> Shelf:
    """A process has died: what it was about to copy as the leader is left half done."""
    for write in list(shelf["writes"].values()):
        if write["by"] == node or (write["by"] is None and write["to"] == node):
            shelf = _ended(shelf, write, "cut", at)
    return shelf


def _ended(shelf: Shelf, write: Write, outcome: str, at: float) -> Shelf:
    writes = {name: one for name, one in shelf["writes"].items() if name != write["id"]}
    last = {**write, "outcome": outcome, "ended": at, "fate": None}
    open_ = [one for one in shelf["open_writes"] if one["id"] != write["id"]]
    if outcome in OPEN:
        open_ = [*open_, last][-UNDER_WAY:]
    return {**shelf, "writes": writes, "last_write": last, "open_writes": open_}


# -- what becomes of those that nobody knows of ------------------------------------------------


def settled(shelf: Shelf, fates: Mapping[str, str], at: float) -> Shelf:
    """fates: id -> kept or dropped, as the new leader has said."""
    shelf = {
        **shelf,
        "open_writes": [one for one in shelf["open_writes"] if one["id"] not in fates],
    }
    last = shelf["last_write"]
    if last and last["id"] in fates and last["outcome"] in OPEN:
        last = {**last, "fate": fates[last["id"]], "settled": at}
    return {**shelf, "last_write": last}


def current(shelf: Shelf) -> Write | None:
    """The write to be shown: the one that was asked last and is not over."""
    return next(reversed(shelf["writes"].values()), None)
