"""What the dashboard finds out by itself: which disks there are, which node has which acknowledged
books, and what it has cost that a person let one lead.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from app.insight.bookshelves import writes

Shelf = dict[str, Any]
Data = Mapping[str, Any]

NAMED = 20


def disks(shelf: Shelf, data: Data, at: float) -> Shelf:
    """What has been found where nodes keep their books; what a node says itself is newer."""
    return {**shelf, "disks": {**data["stores"], **shelf["disks"]}}


def audited(shelf: Shelf, data: Data, at: float) -> Shelf:
    """The leader's whole list beside every book that was acknowledged until it was asked for."""
    missing = list(data["missing"])
    audit = {name: data.get(name) for name in ("node", "epoch", "acknowledged")}
    held = dict.fromkeys(data.get("kept") or (), "kept")
    fates = {**dict.fromkeys(data.get("gone") or (), "dropped"), **held}
    shelf = writes.settled(_with_cost(shelf, data), fates, at)
    return {**shelf, "lost": len(missing), "audit": {**audit, "missing": missing[:NAMED], "at": at}}


def _with_cost(shelf: Shelf, data: Data) -> Shelf:
    """What a person's decision has cost, as the first leader after it says: that stands, whatever
    is written again later.
    """
    decided = shelf["appointed"]
    if decided is None or decided["lost"] is not None or data["epoch"] <= decided["epoch"]:
        return shelf
    cost = {"lost": len(data["missing"]), "ids": list(data["missing"])[:NAMED]}
    shelf = {**shelf, "appointed": {**decided, **cost, "acknowledged": data["acknowledged"]}}
    last = shelf["last_write"]
    if last is None or last["id"] not in data["missing"]:
        return shelf
    return {**shelf, "last_write": {**last, "fate": "lost", "settled": decided["at"]}}


def stakes(shelf: Shelf, data: Data, at: float) -> Shelf:
    """Of the acknowledged books that are known here, which each node lacks that could go on."""
    return {**shelf, "stakes": {"acknowledged": data["acknowledged"], "nodes": data["nodes"]}}


def appointed(shelf: Shelf, data: Data, at: float) -> Shelf:
    """A person has let a node lead that may lack acknowledged books."""
    told = {name: data.get(name) for name in ("node", "by", "missing", "epoch")}
    cost: dict[str, Any] = {"lost": None, "ids": [], "acknowledged": None}
    return {**shelf, "appointed": {**told, **cost, "at": at}}
