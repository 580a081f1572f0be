"""Join the nodes of a bookshelf with their processes, their znodes and what they report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from ....foreign_json import read_json
from ....readmodels.document import Candidates, CandidateState, Data
from ..document import ShelfNode, ShelfState
from .stranded import APART, LOST, disk_of

ALIVE = ("running", "paused")
SAID = ("address", "state", "books", "checksum", "epoch", "seen", "store", "reason", "of")
LAST_KEPT = 16
NO_DISK = ""
"""The store of a node whose disk is lost, until it has another one."""


def new_node() -> ShelfNode:
    """Return a node of which nothing is known yet."""
    return {
        "entry": None,
        "znode": None,
        "address": None,
        "state": "registering",
        "books": None,
        "checksum": None,
        "epoch": None,
        "seen": None,
        "store": None,
        "reason": None,
        "last": [],
        "since": None,
        "said_at": None,
    }


def with_report(node: ShelfNode, data: Data, at: float) -> ShelfNode:
    """Fold what a node reports: its state, its books, the latest epoch it has seen."""
    said = cast(ShelfNode, {name: data[name] for name in SAID if data.get(name) is not None})
    changed = said.get("state", node["state"]) != node["state"]
    last = [str(one) for one in data["last"]][-LAST_KEPT:] if "last" in data else node["last"]
    since = at if changed or node["since"] is None else node["since"]
    reason = data.get("reason") if "state" in data else node["reason"]
    return {**node, **said, "reason": reason, "last": last, "since": since, "said_at": at}


class InSyncZnode(NamedTuple):
    """The content of the znode `in_sync`: by the name of each node, the id of its store."""

    epoch: int | None
    nodes: Mapping[str, str]


def in_sync_of(data: str | None) -> InSyncZnode | None:
    """Return what the data of the znode `in_sync` says; None if it says none."""
    document = _document(data)
    nodes, epoch = document.get("nodes"), document.get("epoch")
    if not isinstance(nodes, dict) or not all(isinstance(one, str) for one in nodes.values()):
        return None
    return InSyncZnode(epoch if type(epoch) is int else None, nodes)


def _document(data: str | None) -> Data:
    try:
        document = read_json(data or "")
    except ValueError:
        return {}
    return document if isinstance(document, dict) else {}


# -- what follows -----------------------------------------------------------------------------


def link(shelf: ShelfState, candidates: Candidates) -> dict[str, ShelfNode]:
    """Join all nodes that appear in a list, in the in-sync set, or as a process."""
    owners = _owners(shelf, candidates)
    ranks = {name: rank for rank, name in enumerate(queue_of(shelf, owners)) if name}
    linked: dict[str, ShelfNode] = {}
    for name, node in shelf["nodes"].items():
        mine = [one for one, other in shelf["runs"].items() if other == name and one in candidates]
        runner = _runner(mine, candidates)
        one = candidates.get(runner or "")
        if node["entry"] or node["znode"] or _is_alive(one) or name in shelf["stores"]:
            linked[name] = {**node, **_joined(shelf, name, node, runner, one)}
            linked[name]["rank"] = ranks.get(name)
    return linked


def queue_of(shelf: ShelfState, owners: Mapping[str, str]) -> list[str | None]:
    """Return the election's order: the owner of the lowest znode first; None for a stranger."""
    return [owners.get(entry["session"] or "") for entry in shelf["election"]]


def _owners(shelf: ShelfState, candidates: Candidates) -> dict[str, str]:
    """Return session -> node, by the live znodes and by the processes."""
    live = {
        session: name
        for name, node in shelf["nodes"].items()
        if node["znode"] and (session := node["znode"]["session"])
    }
    ours = {
        session: name
        for one, name in shelf["runs"].items()
        if one in candidates and (session := candidates[one]["session"])
    }
    return {**live, **ours}


def _runner(mine: Sequence[str], candidates: Candidates) -> str | None:
    """Return the latest process of a node that is alive, else its latest."""
    alive = [one for one in mine if _is_alive(candidates[one])]
    return next(iter([*alive[::-1], *mine[::-1]]), None)


def _is_alive(candidate: CandidateState | None) -> bool:
    return candidate is not None and candidate["process"] in ALIVE


def _joined(
    shelf: ShelfState, name: str, node: ShelfNode, runner: str | None, one: CandidateState | None
) -> ShelfNode:
    fault = one["fault"] if one else None
    state = node["state"] if _is_alive(one) or (one is None and node["znode"]) else "down"
    disk = disk_of(shelf, name, node, is_alive=_is_alive(one))
    return {
        "candidate": runner,
        "known": node["entry"] is not None,
        "live": node["znode"] is not None,
        "session": node["znode"]["session"] if node["znode"] else None,
        "in_sync": name in shelf["stores"] and disk not in (LOST, APART),
        "disk": disk,
        "state": state,
        "process": one["process"] if one else None,
        "belief": one["belief"] if one else None,
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": one["session_ends"] if one else None,
        "timeout_ms": one["session_timeout_ms"] if one else None,
        "standing": _standing(node, one, state),
    }


def _standing(node: ShelfNode, one: CandidateState | None, state: str) -> str:
    """Return how a node stands: leading, in sync, catching up, registering, as it says; fading: its
    live znode is there, and its session runs out; stale: frozen past its session, without knowing
    it; down.
    """
    if one is not None and one["process"] == "paused" and node["znode"] is None:
        return "stale"
    if state == "down":
        return "fading" if node["znode"] else "down"
    beats = one is None or (one["process"] == "running" and one["lifecycle"] != "ending")
    return state if beats and (one is None or one["belief"] != "suspended") else "fading"
