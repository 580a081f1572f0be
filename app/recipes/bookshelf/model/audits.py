"""Fold what the dashboard finds out by itself: which disks there are, which node has which
acknowledged books, and what it cost that a person let one lead.
"""

from __future__ import annotations

from typing import cast

from ....readmodels.document import Data
from ..document import Appointed, AuditState, ShelfState
from . import writes

NAMED = 20


def disks(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold what was found where nodes keep their books; what a node says itself is newer."""
    return {**shelf, "disks": {**data["stores"], **shelf["disks"]}}


def audited(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Compare the leader's whole list with every book acknowledged before it was asked."""
    missing = list(data["missing"])
    told = {name: data.get(name) for name in ("node", "epoch", "acknowledged")}
    audit = cast(AuditState, {**told, "missing": missing[:NAMED], "at": at})
    held: dict[str, str] = dict.fromkeys(data.get("kept") or (), "kept")
    fates = {**dict.fromkeys(data.get("gone") or (), "dropped"), **held}
    shelf = writes.settled(_with_cost(shelf, data), fates, at)
    return {**shelf, "lost": len(missing), "audit": audit}


def _with_cost(shelf: ShelfState, data: Data) -> ShelfState:
    """Keep what a person's decision has cost, by the first leader after it: that stays, whatever is
    written again later.
    """
    decided = shelf["appointed"]
    if decided is None or decided["lost"] is not None or data["epoch"] <= decided["epoch"]:
        return shelf
    decided = {
        **decided,
        "lost": len(data["missing"]),
        "ids": list(data["missing"])[:NAMED],
        "acknowledged": data["acknowledged"],
    }
    shelf = {**shelf, "appointed": decided}
    last = shelf["last_write"]
    if last is None or last["id"] not in data["missing"]:
        return shelf
    return {**shelf, "last_write": {**last, "fate": "lost", "settled": decided["at"]}}


def stakes(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold, of the acknowledged books known here, which each node lacks that could go on."""
    return {**shelf, "stakes": {"acknowledged": data["acknowledged"], "nodes": data["nodes"]}}


def appointed(shelf: ShelfState, data: Data, at: float) -> ShelfState:
    """Fold that a person has let a node lead that may lack acknowledged books."""
    told = {name: data.get(name) for name in ("node", "by", "missing", "epoch")}
    new = cast(Appointed, {**told, "lost": None, "ids": [], "acknowledged": None, "at": at})
    return {**shelf, "appointed": new}
