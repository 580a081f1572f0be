"""A group in the state document: what the facts about its two lists and its processes make of it.

A group at PATH is `PATH/all_nodes`, whose znodes stay, and `PATH/live_nodes`, whose znodes are
ephemeral. A node is named in either; a candidate is one process of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, cast

from ...foreign_json import read_json
from ...participation.said import is_pid
from ...readmodels.document import Candidates, CandidateState, Data
from ...readmodels.events import CandidateReported, CandidatesQueued, CandidateStarting
from ...readmodels.lines import placed
from ...readmodels.model import LINES, Model, by_kind, on
from ...readmodels.violations import UNREAD
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .checks import INVARIANTS
from .document import (
    Group,
    GroupChange,
    Info,
    LastLife,
    Lists,
    LiveList,
    LiveZnode,
    NodeState,
)
from .nodes import link
from .text import tell, with_looks
from .znodes import ALL, LIVE, PARENTS

RECIPE = "membership"
CHANGES_KEPT = 10
_ENDS = 2.0**40
"""A Unix time that nobody lives to see: more is none."""
NAMED = 12
"""How many of those told of a change are named; all are counted."""


# -- what the mirror reads --------------------------------------------------------------------


def new_node() -> NodeState:
    """Return a node of which nothing is known yet."""
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


def _with_node(group: Group, name: str, node: NodeState) -> Group:
    return {**group, "nodes": {**group["nodes"], name: node}}


def _node(group: Group, name: str) -> NodeState:
    return group["nodes"].get(name) or new_node()


def _registered(group: Group, member: Data, at: float) -> Group:
    node = _node(group, member["znode"])
    is_new = node["entry"] is None and group["read"]["all_nodes"]
    ctime, czxid, mzxid = member.get("ctime"), member.get("czxid"), member.get("mzxid")
    registered_at = at if is_new else node["registered_at"]
    entry: NodeState = {
        "entry": {"ctime": ctime, "czxid": czxid, "mzxid": mzxid},
        "info": _as_info(member["data"]),
        "registered_at": registered_at,
    }
    return _with_node(group, member["znode"], {**node, **entry})


def _as_info(data: str | None) -> Info:
    """Return what a node says of itself; anybody may have written it, so the rest is text."""
    try:
        info = read_json(data or "")
    except ValueError:
        return {"text": data} if data else {}
    if not isinstance(info, dict):
        return {"text": data}
    kept = {key: info[key] for key, can_be in _SAID.items() if can_be(info.get(key))}
    return cast(Info, kept or {"text": data})


def _is_text(said: Any) -> bool:
    return isinstance(said, str)


def _is_time(said: Any) -> bool:
    return type(said) in (int, float) and 0 <= said < _ENDS


_SAID: Mapping[str, Callable[[Any], bool]] = {
    "host": _is_text, "pid": is_pid, "address": _is_text, "started": _is_time,
    "candidate": _is_text, "incarnation": _is_text,
}  # fmt: skip
"""What a node says of itself -> whether this can be it."""


def _announced(group: Group, member: Data, at: float) -> Group:
    name = member["znode"]
    node = _node(group, name)
    before = node["znode"]
    znode: LiveZnode = {
        "session": member["session"],
        "ctime": member["ctime"],
        "czxid": member["czxid"],
        "incarnation": _as_info(member["data"]).get("incarnation"),
    }
    if before and before["czxid"] == member["czxid"]:
        return _with_node(group, name, {**node, "znode": znode})
    seen = at if group["read"]["live_nodes"] else None
    was_down_ms = _elapsed_ms(node["since"], seen) if node["lives"] and not before else None
    risen: NodeState = {"znode": znode, "live": True, "since": seen, "was_down_ms": was_down_ms}
    group = _with_node(group, name, {**node, **risen, "lives": node["lives"] + 1})
    if seen is None:
        return group
    what = "back" if node["lives"] or node["registered_at"] is None else "new"
    return _with_change(group, name, what, at, {"was_down_ms": was_down_ms})


def _elapsed_ms(since: float | None, at: float | None) -> float | None:
    return None if since is None or at is None else round((at - since) * 1000, 1)


def _went_down(group: Group, name: str, at: float) -> Group:
    node = _node(group, name)
    if node["znode"] is None:
        return group
    last: LastLife = {"session": node["znode"]["session"], "at": at}
    fallen: NodeState = {
        "znode": None,
        "live": False,
        "since": at,
        "was_down_ms": None,
        "last": last,
    }
    return _with_change(_with_node(group, name, {**node, **fallen}), name, "down", at, {})


def _forgotten(group: Group, name: str, at: float) -> Group:
    node = _node(group, name)
    if node["entry"] is None:
        return group
    group = _with_node(group, name, {**node, "entry": None, "info": None, "registered_at": None})
    return _with_change(group, name, "forgotten", at, {})


def _live(group: Group) -> list[str]:
    return [name for name, node in group["nodes"].items() if node["znode"] is not None]


def _registered_nodes(group: Group) -> list[str]:
    return [name for name, node in group["nodes"].items() if node["entry"] is not None]


def _read(name: str, before: Group, group: Group) -> Group:
    """Note that a list has been read whole."""
    return {**group, "read": cast(Lists, {**group["read"], name: True})}


def _with_change(group: Group, name: str, what: str, at: float, more: GroupChange) -> Group:
    """Add a change."""
    untold = [
        node["candidate"]
        for other, node in group["nodes"].items()
        if other != name and node.get("standing") == "live" and node["candidate"]
    ]
    told: GroupChange = {"told": [], "told_count": 0, "untold": untold, "of": len(untold)}
    new: GroupChange = {"at": at, "node": name, "what": what, "fault": None, "fault_at": None}
    change: GroupChange = {**new, **told, "told_ms": None, **more}
    for candidate in untold:
        read = group["lists"].get(candidate)
        if read and _shows(change, read):
            change = _with_told(change, candidate, read["at"])
    return {**group, "changes": placed([*group["changes"], change])[-CHANGES_KEPT:]}


# -- what happens to candidates, and what they say ------------------------------------------------


def _with_run(group: Group, candidate: str, settings: Data) -> Group:
    """Note which node a process runs; a node that is only starting has its place already."""
    name = settings.get("node") or candidate
    group = {**group, "runs": {**group["runs"], candidate: name}}
    return group if name in group["nodes"] else _with_node(group, name, new_node())


def _starting(group: Group, event: CandidateStarting, at: float) -> Group:
    return _with_run(group, event.subject, event.settings)


def _reported(group: Group, event: CandidateReported, at: float) -> Group:
    """Note what a process last read in the live list, and which changes it has learnt by that."""
    candidate, read = event.subject, event.view.get("group")
    if not read or read["at"] is None:
        return group
    last: LiveList = {"live": list(read["live"]), "at": read["at"]}
    changes = [
        _with_told(change, candidate, read["at"])
        if candidate in change["untold"] and _shows(change, read)
        else change
        for change in group["changes"]
    ]
    return {**group, "lists": {**group["lists"], candidate: last}, "changes": changes}


def _shows(change: GroupChange, read: LiveList) -> bool:
    if change["what"] == "forgotten":
        return False
    return (change["node"] in read["live"]) is (change["what"] != "down")


def _with_told(change: GroupChange, candidate: str, at: float) -> GroupChange:
    """Note who was told. The dashboard sees an end as soon as anybody; of a newcomer it reads the
    owner first, which takes as long as being told of it: no time is given for that.
    """
    untold = [one for one in change["untold"] if one != candidate]
    named = [*change["told"], candidate][:NAMED]
    count = change["told_count"] + 1
    told: GroupChange = {**change, "told": named, "told_count": count, "untold": untold}
    if change["what"] != "down":
        return told
    took = round((at - change["at"]) * 1000, 2)
    return {**told, "told_ms": max(change["told_ms"] or 0.0, took, 0.0)}


# -- what follows -----------------------------------------------------------------------------


def _explained(
    changes: Sequence[GroupChange], nodes: Mapping[str, NodeState], own: Candidates
) -> Sequence[GroupChange]:
    """Return the changes, the last one with its cause."""
    last = next(iter(changes[::-1]), None)
    node = nodes.get(last["node"]) if last else None
    if last is None or node is None or last["what"] != "down" or last["fault"] is not None:
        return changes
    return [*changes[:-1], {**last, **_cause(node, own)}]


def _cause(node: NodeState, own: Candidates) -> GroupChange:
    session = node["last"]["session"] if node["last"] else None
    fault = next((one["fault"] for one in own.values() if one["session"] == session), None)
    if fault is None:
        fault = own.get(node["candidate"] or "", {}).get("fault")
    return {"fault": fault["kind"], "fault_at": fault["at"]} if fault else {}


class GroupModel(Model[Group]):
    """The read model of a group."""

    leaves = r"/live_nodes|/all_nodes(/n\d+)?"
    section = "groups"
    thing = "group"
    recipes = (RECIPE,)
    families = ("group",)
    folds = by_kind(on(CandidateStarting, _starting), on(CandidateReported, _reported))
    watched_lists = PARENTS
    lists: ClassVar = {
        ALL: ZnodeList(_registered, _forgotten, _registered_nodes, whole=partial(_read, ALL)),
        LIVE: ZnodeList(_announced, _went_down, _live, whole=partial(_read, LIVE)),
    }
    invariants = INVARIANTS
    lines: ClassVar = {
        **LINES,
        "nodes.*.read.extra": (),
        "nodes.*.read.missing": (),
        "lists.*.live": (),
        "changes": ("place",),
        "changes.*.told": (),
        "changes.*.untold": (),
    }
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

    def new(self, path: str, recipe: str = RECIPE) -> Group:
        """Return a group of which nothing is known yet."""
        return {
            "path": path,
            "recipe": RECIPE,
            "nodes": {},
            "live": 0,
            "known": 0,
            "read": {"all_nodes": False, "live_nodes": False},
            "runs": {},
            "lists": {},
            "changes": [],
            "doubts": [],
            "invariants": self.verdicts([], 0.0),
            "violations": [],
            "story": [],
            "reason": [],
        }

    def unseen(self, group: Group, zookeeper: Zookeeper) -> str | None:
        return super().unseen(group, zookeeper) or (None if group["read"]["live_nodes"] else UNREAD)

    def with_queued(
        self,
        group: Group,
        name: str,
        event: CandidatesQueued,
        candidate: CandidateState,
        at: float,
    ) -> Group:
        return _with_run(group, name, event.settings)

    def link(self, group: Group, own: Candidates, zookeeper: Zookeeper, at: float) -> Group:
        """Work out who runs what, and what caused the last change."""
        runs = {name: node for name, node in group["runs"].items() if name in own}
        lists = {name: read for name, read in group["lists"].items() if name in runs}
        nodes = link(group["nodes"], runs, lists, own, at)
        return {
            **group,
            "runs": runs,
            "lists": lists,
            "nodes": nodes,
            "live": sum(node["live"] for node in nodes.values()),
            "known": sum(node["entry"] is not None for node in nodes.values()),
            "changes": _explained(group["changes"], nodes, own),
        }
