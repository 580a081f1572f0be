"""A group in the state document: what the facts about its two lists and its processes make of it.

A group at PATH is `PATH/all_nodes`, whose znodes stay, and `PATH/live_nodes`, whose znodes are
ephemeral. A node is whoever is named in either; a candidate is one process of it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from app.insight.chain import Candidates
from app.insight.groups import checks as group_checks
from app.insight.groups.nodes import link
from app.insight.groups.story import tell
from app.insight.violations import is_seen, slackened
from app.recipes.roll import ALL, LIVE, PARENTS

Group = dict[str, Any]
Node = dict[str, Any]
Data = Mapping[str, Any]

RECIPE = "membership"
CHANGES_KEPT = 10
NAMED = 12
"""So many of those that were told of a change are named; all are counted."""
FAULTS = {
    "killed": "kill",
    "paused": "pause",
    "stopping": "stop",
    "expired": "expire",
    "exited": "exit",
}


def new_group(path: str) -> Group:
    """A group of which nothing is known yet."""
    return {
        "path": path,
        "recipe": RECIPE,
        "nodes": {},
        "live": 0,
        "known": 0,
        "read": {ALL: False, LIVE: False},
        "runs": {},
        "lists": {},
        "changes": [],
        "invariants": group_checks.verdicts([], 0.0),
        "violations": [],
        "story": [],
    }


def parents_of(path: str) -> tuple[str, ...]:
    """The paths of a group's two parents: `/all_nodes` and `/live_nodes` for `/`."""
    return tuple(f"{path.rstrip('/')}/{name}" for name in PARENTS)


def group_of(parent: str) -> str | None:
    """The path of the group that a znode is a parent of, None where its name is not one's."""
    above, _, name = parent.rpartition("/")
    return (above or "/") if name in PARENTS else None


# -- what the mirror reads --------------------------------------------------------------------


def with_members(group: Group, parent: str, members: Sequence[Data], at: float) -> Group:
    """One list as read, whole: what is missing from it is gone, all at the same moment."""
    kind = _kind(parent)
    names = {member["znode"] for member in members}
    for name, node in group["nodes"].items():
        if node[_PART[kind]] is not None and name not in names:
            group = without_member(group, parent, name, at)
    for member in members:
        group = with_member(group, parent, member, at)
    return {**group, "read": {**group["read"], kind: True}}


def with_member(group: Group, parent: str, member: Data, at: float) -> Group:
    """One znode of one list, read with its owner."""
    node = group["nodes"].get(member["znode"]) or new_node()
    if _kind(parent) == ALL:
        return _with_node(group, member["znode"], _registered(group, node, member, at))
    return _announced(group, member["znode"], node, member, at)


def without_member(group: Group, parent: str, name: str, at: float) -> Group:
    """A znode of one list is gone."""
    node = group["nodes"].get(name)
    kind = _kind(parent)
    if node is None or node[_PART[kind]] is None:
        return group
    if kind == ALL:
        return _forgotten(group, name, node, at)
    return _went_down(group, name, node, at)


def without_parent(group: Group, parent: str, at: float) -> Group:
    """A parent was deleted, and what stood below it before."""
    return with_members(group, parent, [], at)


def _kind(parent: str) -> str:
    return parent.rpartition("/")[2]


_PART = {ALL: "entry", LIVE: "znode"}


def new_node() -> Node:
    """A node of which nothing is known yet."""
    return {
        "entry": None,
        "info": None,
        "registered_at": None,
        "znode": None,
        "live": False,
        "since": None,
        "was_down_ms": None,
        "lives": 0,
        "last": None,
    }


def _with_node(group: Group, name: str, node: Node) -> Group:
    return {**group, "nodes": {**group["nodes"], name: node}}


def _registered(group: Group, node: Node, member: Data, at: float) -> Node:
    is_new = node["entry"] is None and group["read"][ALL]
    entry = {key: member.get(key) for key in ("ctime", "czxid", "mzxid")}
    registered_at = at if is_new else node["registered_at"]
    return {
        **node,
        "entry": entry,
        "info": _as_info(member["data"]),
        "registered_at": registered_at,
    }


def _as_info(data: str | None) -> dict[str, Any]:
    """What a node says of itself; anybody may have written it, so the rest is text."""
    try:
        info = json.loads(data or "")
    except (ValueError, RecursionError):
        return {"text": data} if data else {}
    known = ("host", "pid", "address", "started", "candidate", "incarnation")
    if not isinstance(info, dict):
        return {"text": data}
    kept = {key: info[key] for key in known if isinstance(info.get(key), str | int | float)}
    return kept or {"text": data}


def _announced(group: Group, name: str, node: Node, member: Data, at: float) -> Group:
    before = node["znode"]
    znode = {
        "session": member["session"],
        "ctime": member["ctime"],
        "czxid": member["czxid"],
        "incarnation": _as_info(member["data"]).get("incarnation"),
    }
    if before and before["czxid"] == member["czxid"]:
        return _with_node(group, name, {**node, "znode": znode})
    seen = at if group["read"][LIVE] else None
    was_down_ms = _elapsed_ms(node["since"], seen) if node["lives"] and not before else None
    risen = {"znode": znode, "live": True, "since": seen, "was_down_ms": was_down_ms}
    group = _with_node(group, name, {**node, **risen, "lives": node["lives"] + 1})
    if seen is None:
        return group
    what = "back" if node["lives"] or node["registered_at"] is None else "new"
    return _with_change(group, name, what, at, {"was_down_ms": was_down_ms})


def _elapsed_ms(since: float | None, at: float | None) -> float | None:
    return None if since is None or at is None else round((at - since) * 1000, 1)


def _went_down(group: Group, name: str, node: Node, at: float) -> Group:
    last = {"session": node["znode"]["session"], "at": at}
    fallen = {"znode": None, "live": False, "since": at, "was_down_ms": None, "last": last}
    return _with_change(_with_node(group, name, {**node, **fallen}), name, "down", at, {})


def _forgotten(group: Group, name: str, node: Node, at: float) -> Group:
    group = _with_node(group, name, {**node, "entry": None, "info": None, "registered_at": None})
    return _with_change(group, name, "forgotten", at, {})


def _with_change(group: Group, name: str, what: str, at: float, more: Data) -> Group:
    """untold: processes of nodes that were live then and have not read of it; told: those that have
    (some before the mirror saw it), `told_ms` after it at most.
    """
    untold = [
        node["candidate"]
        for other, node in group["nodes"].items()
        if other != name and node.get("standing") == "live" and node["candidate"]
    ]
    told = {"told": [], "told_count": 0, "untold": untold, "of": len(untold), "told_ms": None}
    change = {"at": at, "node": name, "what": what, "fault": None, "fault_at": None, **told, **more}
    for candidate in untold:
        read = group["lists"].get(candidate)
        if read and _shows(change, read):
            change = _with_told(change, candidate, read["at"])
    return {**group, "changes": [*group["changes"], change][-CHANGES_KEPT:]}


# -- what happens to candidates, and what they say ------------------------------------------------


def with_candidate_event(group: Group, candidate: str, kind: str, data: Data, at: float) -> Group:
    """What happened to, or was reported by, one of the group's own processes."""
    if kind in ("queued", "starting"):
        return _with_run(group, candidate, data)
    if kind == "reported" and (data.get("group") or {}).get("at") is not None:
        return _with_lists(group, candidate, data["group"])
    return group


def _with_run(group: Group, candidate: str, data: Data) -> Group:
    """Which node a process stands for; a node that is only starting has its place already."""
    name = (data.get("settings") or {}).get("node") or candidate
    group = {**group, "runs": {**group["runs"], candidate: name}}
    return group if name in group["nodes"] else _with_node(group, name, new_node())


def _with_lists(group: Group, candidate: str, read: Data) -> Group:
    """What a process has read of the live list last, and which changes it has learnt by that."""
    lists = {**group["lists"], candidate: {"live": list(read["live"]), "at": read["at"]}}
    changes = [
        _with_told(change, candidate, read["at"])
        if candidate in change["untold"] and _shows(change, read)
        else change
        for change in group["changes"]
    ]
    return {**group, "lists": lists, "changes": changes}


def _shows(change: Data, read: Data) -> bool:
    if change["what"] == "forgotten":
        return False
    return (change["node"] in read["live"]) is (change["what"] != "down")


def _with_told(change: Data, candidate: str, at: float) -> dict[str, Any]:
    """The dashboard sees an end as soon as anybody; of a newcomer it reads the owner first, which
    takes as long as being told of it: no time is given for that.
    """
    untold = [one for one in change["untold"] if one != candidate]
    named = [*change["told"], candidate][:NAMED]
    count = change["told_count"] + 1
    told = {**change, "told": named, "told_count": count, "untold": untold}
    if change["what"] != "down":
        return told
    took = round((at - change["at"]) * 1000, 2)
    return {**told, "told_ms": max(change["told_ms"] or 0.0, took, 0.0)}


# -- what follows -----------------------------------------------------------------------------


def derive(group: Group, candidates: Candidates, zookeeper: Data, at: float) -> Group:
    """Everything that follows from the rest: who runs what, changes, invariants, story.

    zookeeper: that part of the state document.
    """
    runs = {name: node for name, node in group["runs"].items() if name in candidates}
    lists = {name: read for name, read in group["lists"].items() if name in runs}
    own = {name: candidates[name] for name in runs}
    nodes = link(group["nodes"], runs, lists, own)
    linked = {
        **group,
        "runs": runs,
        "lists": lists,
        "nodes": nodes,
        "live": sum(node["live"] for node in nodes.values()),
        "known": sum(node["entry"] is not None for node in nodes.values()),
        "changes": _explained(group["changes"], nodes, own),
    }
    return _judged(linked, own, zookeeper, at)


def _explained(changes: Sequence[Data], nodes: Mapping[str, Node], own: Candidates) -> list[Data]:
    """The last change with its cause."""
    last = next(iter(changes[::-1]), None)
    node = nodes.get(last["node"]) if last else None
    if last is None or node is None or last["what"] != "down" or last["fault"] is not None:
        return list(changes)
    return [*changes[:-1], {**last, **_cause(node, own)}]


def _cause(node: Node, own: Candidates) -> dict[str, Any]:
    session = (node["last"] or {}).get("session")
    fault = next((one["fault"] for one in own.values() if one["session"] == session), None)
    if fault is None:
        fault = (own.get(node["candidate"] or "") or {}).get("fault")
    return {"fault": fault["kind"], "fault_at": fault["at"]} if fault else {}


def _judged(group: Group, own: Candidates, zookeeper: Data, at: float) -> Group:
    seen = is_seen(zookeeper)
    found = group_checks.check(group, own, group["violations"], at, seen=seen)
    violations = slackened(found, zookeeper)
    verdicts = group_checks.verdicts(violations, at)
    judged = {**group, "violations": violations, "invariants": verdicts}
    return {**judged, "story": tell(judged, zookeeper)}
