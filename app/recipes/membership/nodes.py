"""Join the nodes of a group with the process that runs each and the session that holds it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping

from ...readmodels.document import Candidates, CandidateState
from .document import Known, LiveList, NodeState

ALIVE = ("running", "paused")
SETTLING = 1.0
"""Seconds that a member has to be told of a change, and to read the list again."""


def link(
    nodes: Mapping[str, NodeState],
    runs: Mapping[str, str],
    lists: Mapping[str, LiveList],
    candidates: Candidates,
    at: float,
) -> dict[str, NodeState]:
    """Join all nodes that are in a list, or run by a process.

    runs: candidate -> node; lists: candidate -> {"live", "at"} as last read.
    """
    wrong, fresh = wrong_about(lists, nodes), _fresh(nodes, at)
    own, holders = _runs_of(runs, candidates), _holders(candidates)
    linked: dict[str, NodeState] = {}
    for name, node in nodes.items():
        mine = own.get(name, [])
        if _is_settled(node, mine):
            linked[name] = node
            continue
        runner = _runner(mine, candidates)
        if node["entry"] or node["znode"] or _is_alive(candidates.get(runner or "")):
            holder = holders.get(node["znode"]["session"] if node["znode"] else None)
            joined = _joined(node, runner, holder, candidates)
            about = wrong.get(runner or "", frozenset())
            if is_acting(candidates.get(runner or "")):
                about -= fresh
            read = _read(lists.get(runner or ""), about)
            linked[name] = {**node, **joined, "read": read}
    return linked


def is_acting(one: CandidateState | None) -> bool:
    """Tell whether a process runs and believes that it is live: then it is told of each change."""
    return one is not None and (
        one["process"] == one["lifecycle"] == "running" and one["belief"] == "live"
    )


def wrong_about(
    lists: Mapping[str, LiveList], nodes: Mapping[str, NodeState]
) -> dict[str, frozenset[str]]:
    """Return candidate -> the nodes about which its list is wrong. Most lists are the same one."""
    live = frozenset(name for name, node in nodes.items() if node["znode"])
    known: dict[tuple[str, ...], frozenset[str]] = {}
    found: dict[str, frozenset[str]] = {}
    for candidate, read in lists.items():
        names = tuple(read["live"])
        if names not in known:
            known[names] = live ^ frozenset(names)
        found[candidate] = known[names]
    return found


def _fresh(nodes: Mapping[str, NodeState], at: float) -> frozenset[str]:
    """Return the nodes of which members may not have been told yet: the document does not say of
    each member that a change is news to it.
    """
    return frozenset(
        name
        for name, node in nodes.items()
        if node["since"] is not None and at < node["since"] + SETTLING
    )


def _runs_of(runs: Mapping[str, str], candidates: Candidates) -> dict[str, list[str]]:
    """Return node -> its processes, the latest last."""
    own: dict[str, list[str]] = defaultdict(list)
    for one, name in runs.items():
        if one in candidates:
            own[name].append(one)
    return own


def _holders(candidates: Candidates) -> dict[str | None, str]:
    """Return session -> the first process that had it; it may be over."""
    held: dict[str | None, str] = {}
    for name, one in candidates.items():
        if one["session"]:
            held.setdefault(one["session"], name)
    return held


def _is_settled(node: NodeState, mine: list[str]) -> bool:
    """Tell whether a node of an earlier life is down, and as it was judged last: there may be
    many.
    """
    is_down = node["znode"] is None and node.get("standing") == "down"
    return bool(is_down and node["entry"] and not mine and node["candidate"] is None)


def _runner(mine: list[str], candidates: Candidates) -> str | None:
    """Return the latest process of a node that is alive, else its latest."""
    alive = [one for one in mine if _is_alive(candidates[one])]
    return next(iter([*alive[::-1], *mine[::-1]]), None)


def _is_alive(candidate: CandidateState | None) -> bool:
    return candidate is not None and candidate["process"] in ALIVE


def _joined(
    node: NodeState, runner: str | None, holder: str | None, candidates: Candidates
) -> NodeState:
    """Return a joined node. candidate: the process that runs it; session: its live znode's, None
    while it is down.
    """
    one = candidates.get(runner or "")
    held_by = candidates.get(holder or "")
    session = node["znode"]["session"] if node["znode"] else None
    is_current = bool(session and not (_is_alive(one) and one and one["session"] != session))
    fault = one["fault"] if one else None
    timed = held_by or one
    return {
        "candidate": runner,
        "holder": holder,
        "session": session,
        "owner_is_current": is_current,
        "is_new": node["registered_at"] is not None and node["lives"] <= 1,
        "process": one["process"] if one else None,
        "belief": one["belief"] if one else None,
        "fault": fault["kind"] if fault else None,
        "fault_at": fault["at"] if fault else None,
        "session_ends": held_by["session_ends"] if held_by else None,
        "timeout_ms": timed["session_timeout_ms"] if timed else None,
        "standing": _standing(node, one, held_by, is_current),
    }


def _standing(
    node: NodeState,
    one: CandidateState | None,
    held_by: CandidateState | None,
    is_current: bool,
) -> str:
    """Return what ZooKeeper's lists are worth for this node now.

    live; fading (the znode is there, its process is dead, frozen or cut off: the session runs out);
    ghost (the znode is there, from an earlier session than its process has); joining (a process
    that has no znode yet); down.
    """
    if node["znode"] is None:
        waits = one is not None and one["process"] == "running" and one["belief"] != "gone"
        return "joining" if waits else "down"
    if not is_current:
        return "ghost"
    if held_by is None:
        return "live"
    beats = held_by["process"] == "running" and held_by["belief"] != "suspended"
    return "live" if beats and held_by["lifecycle"] != "ending" else "fading"


def _read(read: LiveList | None, wrong: frozenset[str]) -> Known | None:
    """Return what this node knows of the live list."""
    if read is None:
        return None
    believed = frozenset(read["live"]) if wrong else frozenset()
    return {
        "at": read["at"],
        "count": len(read["live"]),
        "extra": sorted(wrong & believed),
        "missing": sorted(wrong - believed),
        "words": None,
    }
