"""The nodes of a bookshelf, each joined with its process, its znodes and what it says of itself."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.bookshelves.stranded import APART, LOST, disk_of
from app.insight.chain import Candidates

Shelf = Mapping[str, Any]
Node = dict[str, Any]
Data = Mapping[str, Any]

ALIVE = ("running", "paused")
SAID = ("address", "state", "books", "checksum", "epoch", "seen", "store", "reason", "of")
LAST_KEPT = 16
NO_DISK = ""
"""The store of a node whose disk is lost, until it has another one."""


def new_node() -> Node:
    """A node of which nothing is known yet."""
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


def with_report(node: Node, data: Data, at: float) -> Node:
    """What a node says of itself: its state, its books, the epoch it has seen last."""
    said = {name: data[name] for name in SAID if data.get(name) is not None}
    changed = said.get("state", node["state"]) != node["state"]
    last = [str(one) for one in data["last"]][-LAST_KEPT:] if "last" in data else node["last"]
    since = at if changed or node["since"] is None else node["since"]
    reason = data.get("reason") if "state" in data else node["reason"]
    return {**node, **said, "reason": reason, "last": last, "since": since, "said_at": at}


def in_sync_of(data: str | None) -> dict[str, Any] | None:
    """`{"epoch", "nodes": {name: store id}}` of the znode `in_sync`; None where it says none."""
    document = _document(data)
    nodes, epoch = document.get("nodes"), document.get("epoch")
    if not isinstance(nodes, dict) or not all(isinstance(one, str) for one in nodes.values()):
        return None
    return {"epoch": epoch if type(epoch) is int else None, "nodes": nodes}


def _document(data: str | None) -> dict[str, Any]:
    try:
        document = json.loads(data or "")
    except (ValueError, RecursionError):
        return {}
    return document if isinstance(document, dict) else {}


# -- what follows -----------------------------------------------------------------------------


def link(shelf: Shelf, candidates: Candidates) -> dict[str, Node]:
    """All nodes that are anything: in a list, in the in-sync set, or run by a process."""
    owners = _owners(shelf, candidates)
    ranks = {name: rank for rank, name in enumerate(queue_of(shelf, owners)) if name}
    linked = {}
    for name, node in shelf["nodes"].items():
        mine = [one for one, other in shelf["runs"].items() if other == name and one in candidates]
        runner = _runner(mine, candidates)
        one = candidates.get(runner or "")
        if node["entry"] or node["znode"] or _is_alive(one) or name in shelf["stores"]:
            linked[name] = {**node, **_joined(shelf, name, node, runner, one)}
            linked[name]["rank"] = ranks.get(name)
    return linked


def queue_of(shelf: Shelf, owners: Mapping[str, str]) -> list[str | None]:
    """The election: whose znode is the lowest, whose the next; None of a stranger."""
    return [owners.get(entry["session"] or "") for entry in shelf["election"]]


def _owners(shelf: Shelf, candidates: Candidates) -> dict[str, str]:
    """session -> node; by the live znodes, and by the processes."""
    live = {
        node["znode"]["session"]: name
        for name, node in shelf["nodes"].items()
        if node["znode"] and node["znode"]["session"]
    }
    ours = {
        candidates[one]["session"]: name
        for one, name in shelf["runs"].items()
        if one in candidates and candidates[one]["session"]
    }
    return {**live, **ours}


def _runner(mine: Sequence[str], candidates: Candidates) -> str | None:
    """The latest process of a node that is alive, else its latest."""
    alive = [one for one in mine if _is_alive(candidates[one])]
    return next(iter([*alive[::-1], *mine[::-1]]), None)


def _is_alive(candidate: Data | None) -> bool:
    return candidate is not None and candidate["process"] in ALIVE


def _joined(shelf: Shelf, name: str, node: Node, runner: str | None, one: Data | None) -> Node:
    fault = (one or {}).get("fault")
    state = node["state"] if _is_alive(one) or (one is None and node["znode"]) else "down"
    disk = disk_of(shelf, name, node, is_alive=_is_alive(one))
    return {
        "candidate": runner,
        "known": node["entry"] is not None,
        "live": node["znode"] is not None,
        "session": (node["znode"] or {}).get("session"),
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


def _standing(node: Node, one: Data | None, state: str) -> str:
    """leading, in sync, catching up, registering, as it says; fading: its live znode stands, and
    its session runs out; stale: frozen, its session is over, and it does not know; down.
    """
    if one is not None and one["process"] == "paused" and node["znode"] is None:
        return "stale"
    if state == "down":
        return "fading" if node["znode"] else "down"
    beats = one is None or (one["process"] == "running" and one["lifecycle"] != "ending")
    return state if beats and (one or {}).get("belief") != "suspended" else "fading"
