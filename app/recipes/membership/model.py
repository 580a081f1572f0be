"""A group in the state document: what the facts about its two lists and its processes make of it.

A group at PATH is `PATH/all_nodes`, whose znodes stay, and `PATH/live_nodes`, whose znodes are
ephemeral. A node is named in either; a candidate is one process of it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, cast

from ...foreign_json import read_json
from ...participation.said import is_pid
from ...readmodels.document import Candidates, CandidateState, Data
from ...readmodels.events import CandidateReported, CandidatesQueued, CandidateStarting
from ...readmodels.lines import placed
from ...readmodels.model import LINES, Found, Invariant, Model, by_kind, on
from ...readmodels.violations import UNREAD
from ...readmodels.znode_list import ZnodeList
from ...readmodels.zookeeper import Zookeeper
from .state import (
    Group,
    GroupChange,
    Info,
    Known,
    LastLife,
    LiveList,
    LiveZnode,
    NodeState,
    WrittenState,
    new_change,
    new_group,
    new_node,
)
from .text import tell, with_looks
from .znodes import ALL, LIVE, PARENTS

RECIPE = "membership"
CHANGES_KEPT = 10
SETTLING = 1.0
"""Seconds that a member has to be told of a change, and to read the list again."""
TOLD_NAMED = 12
"""How many of those told of a change are named; all are counted."""
_ENDS = 2.0**40
"""A Unix time that nobody lives to see: more is none."""


# -- what the mirror reads --------------------------------------------------------------------


def _node(group: Group, name: str) -> NodeState:
    return group["nodes"].get(name) or new_node()


def _with_node(group: Group, name: str, node: NodeState) -> Group:
    return {**group, "nodes": {**group["nodes"], name: node}}


def _registered(group: Group, member: Data, at: float) -> Group:
    name, node = member["znode"], _node(group, member["znode"])
    is_new = node["entry"] is None and group["read"]["all_nodes"]
    entry: WrittenState = {
        "ctime": member.get("ctime"),
        "czxid": member.get("czxid"),
        "mzxid": member.get("mzxid"),
    }
    registered_at = at if is_new else node["registered_at"]
    info = _as_info(member["data"])
    return _with_node(
        group, name, {**node, "entry": entry, "info": info, "registered_at": registered_at}
    )


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


def _forgotten(group: Group, name: str, at: float) -> Group:
    node = _node(group, name)
    if node["entry"] is None:
        return group
    group = _with_node(group, name, {**node, "entry": None, "info": None, "registered_at": None})
    return _with_change(group, name, "forgotten", at)


def _announced(group: Group, member: Data, at: float) -> Group:
    name, node = member["znode"], _node(group, member["znode"])
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
    gone = node["since"] if node["lives"] and not before else None
    risen: NodeState = {
        **node,
        "znode": znode,
        "live": True,
        "since": seen,
        "was_down_ms": None if seen is None or gone is None else round((seen - gone) * 1000, 1),
        "lives": node["lives"] + 1,
    }
    group = _with_node(group, name, risen)
    what = "back" if node["lives"] or node["registered_at"] is None else "new"
    return group if seen is None else _with_change(group, name, what, at)


def _went_down(group: Group, name: str, at: float) -> Group:
    node = _node(group, name)
    if node["znode"] is None:
        return group
    last: LastLife = {"session": node["znode"]["session"], "at": at}
    fallen: NodeState = {
        **node,
        "znode": None,
        "live": False,
        "since": at,
        "was_down_ms": None,
        "last": last,
    }
    return _with_change(_with_node(group, name, fallen), name, "down", at)


def _with_change(group: Group, name: str, what: str, at: float) -> Group:
    untold = [
        node["candidate"]
        for other, node in group["nodes"].items()
        if other != name and node["standing"] == "live" and node["candidate"]
    ]
    change: GroupChange = new_change(name, what, at, untold)
    if what in ("new", "back"):
        change = {**change, "was_down_ms": group["nodes"][name]["was_down_ms"]}
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
    if not read or read.get("at") is None:
        return group
    last: LiveList = {"live": list(read["live"]), "at": read["at"]}
    changes = [
        _with_told(change, candidate, last["at"])
        if candidate in change["untold"] and _shows(change, last)
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
    told: GroupChange = {
        **change,
        "told": [*change["told"], candidate][:TOLD_NAMED],
        "told_count": change["told_count"] + 1,
        "untold": [one for one in change["untold"] if one != candidate],
    }
    if change["what"] != "down":
        return told
    took = round((at - change["at"]) * 1000, 2)
    return {**told, "told_ms": max(change["told_ms"] or 0.0, took, 0.0)}


# -- who runs what, and which session holds it --------------------------------------------------


def _linked(group: Group, own: Candidates, at: float) -> dict[str, NodeState]:
    """Join the nodes that are in a list, or run by a process, with their processes."""
    wrong, fresh = _wrong_about(group), _fresh(group, at)
    runs: dict[str, list[str]] = defaultdict(list)
    for candidate, name in group["runs"].items():
        runs[name].append(candidate)
    holders: dict[str | None, str] = {}
    for candidate, one in own.items():
        if one["session"]:
            holders.setdefault(one["session"], candidate)
    linked: dict[str, NodeState] = {}
    for name, node in group["nodes"].items():
        mine = runs.get(name, [])
        if _is_settled(node, mine):
            linked[name] = node
            continue
        alive = [candidate for candidate in mine if _is_alive(own[candidate])]
        runner = next(reversed(alive or mine), "")
        process = own.get(runner)
        if node["entry"] or node["znode"] or _is_alive(process):
            holder = holders.get(node["znode"]["session"] if node["znode"] else None)
            about = wrong.get(runner, frozenset())
            if _is_acting(process):
                about -= fresh
            read = _read(group["lists"].get(runner), about)
            linked[name] = {**_joined(node, runner or None, holder, own), "read": read}
    return linked


def _is_acting(one: CandidateState | None) -> bool:
    """Tell whether a process runs and believes that it is live: then it is told of each change."""
    return one is not None and (
        one["process"] == one["lifecycle"] == "running" and one["belief"] == "live"
    )


def _wrong_about(group: Group) -> dict[str, frozenset[str]]:
    """Return candidate -> the nodes about which its list is wrong. Most lists are the same one."""
    live = frozenset(name for name, node in group["nodes"].items() if node["znode"])
    known: dict[tuple[str, ...], frozenset[str]] = {}
    found: dict[str, frozenset[str]] = {}
    for candidate, read in group["lists"].items():
        names = tuple(read["live"])
        if names not in known:
            known[names] = live ^ frozenset(names)
        found[candidate] = known[names]
    return found


def _fresh(group: Group, at: float) -> frozenset[str]:
    """Return the nodes of which members may not have been told yet: the document does not say of
    each member that a change is news to it.
    """
    return frozenset(
        name
        for name, node in group["nodes"].items()
        if node["since"] is not None and at < node["since"] + SETTLING
    )


def _is_settled(node: NodeState, mine: list[str]) -> bool:
    """Tell whether a node of an earlier life is down, and as it was judged last: there may be
    many.
    """
    is_down = node["znode"] is None and node["standing"] == "down"
    return bool(is_down and node["entry"] and not mine and node["candidate"] is None)


def _is_alive(candidate: CandidateState | None) -> bool:
    return candidate is not None and candidate["process"] in ("running", "paused")


def _joined(node: NodeState, runner: str | None, holder: str | None, own: Candidates) -> NodeState:
    one, held_by = own.get(runner or ""), own.get(holder or "")
    session = node["znode"]["session"] if node["znode"] else None
    is_current = bool(session and not (_is_alive(one) and one and one["session"] != session))
    fault, timed = one["fault"] if one else None, held_by or one
    return {
        **node,
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
    """Return what a node knows of the live list."""
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


def _explained(
    changes: Sequence[GroupChange], nodes: Mapping[str, NodeState], own: Candidates
) -> Sequence[GroupChange]:
    """Return the changes, the last one with its cause."""
    last = changes[-1] if changes else None
    node = nodes.get(last["node"]) if last else None
    if last is None or node is None or last["what"] != "down" or last["fault"] is not None:
        return changes
    session = node["last"]["session"] if node["last"] else None
    fault = next((one["fault"] for one in own.values() if one["session"] == session), None)
    if fault is None and node["candidate"]:
        fault = own[node["candidate"]]["fault"]
    if fault is None:
        return changes
    return [*changes[:-1], {**last, "fault": fault["kind"], "fault_at": fault["at"]}]


# -- what must hold ---------------------------------------------------------------------------

MISLED_NAMED = 3
"""How many of those whose list is wrong are named; of more it is said that there are more."""


def _acting(group: Group, own: Candidates) -> Iterator[tuple[str, str, CandidateState]]:
    """Yield (candidate, node, process) of those that run and believe that they are live."""
    for name, node in group["runs"].items():
        if _is_acting(own[name]):
            yield name, node, own[name]


def _not_true(group: Group, own: Candidates, at: float) -> Iterator[Found]:
    """Yield where the live list is not the live sessions: a process that believes it is live must
    be in the list, by its own session; the znode of a process that left in order must not be.
    """
    for name, node, one in _acting(group, own):
        session = group["nodes"][node]["session"] if node in group["nodes"] else None
        if session != one["session"]:
            whose = "is not in the live list" if session is None else "is there by another session"
            yield name, f"{name} believes that {node} is live, and it {whose}"
    for name, known in group["nodes"].items():
        left = own.get(known["holder"] or "")
        if left and left["exit"] and left["exit"]["code"] == 0:
            yield name, f"{name} is in the live list, but its session was closed"


def _not_told(group: Group, own: Candidates, at: float) -> Iterator[Found]:
    """Yield the nodes about which members' own live lists are wrong: one leaves or comes, and all
    the others have to be told, so that the telling costs the same among ten and among a thousand.
    """
    wrong = _wrong_about(group)
    misled: dict[str, list[str]] = defaultdict(list)
    for name, _, _ in _acting(group, own):
        for about in sorted(wrong.get(name, ())):
            misled[about].append(name)
    for about, names in misled.items():
        yield about, f"{_lists_of(names)} wrong about {about}"


def _lists_of(names: Sequence[str]) -> str:
    if len(names) == 1:
        return f"{names[0]}'s live list is"
    if len(names) > MISLED_NAMED:
        return f"the live lists of more than {MISLED_NAMED} processes are"
    return f"the live lists of {', '.join(names[:-1])} and {names[-1]} are"


INVARIANTS = (
    Invariant("live_is_true", SETTLING, _not_true, needs_seen=True),
    Invariant("all_are_told", SETTLING, _not_told, needs_seen=True),
)
"""Both are about what a process does once it has been told: between a change and its notification
they cannot hold.
"""


# -- the model --------------------------------------------------------------------------------


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
        ALL: ZnodeList(
            _registered,
            _forgotten,
            lambda group: [name for name, node in group["nodes"].items() if node["entry"]],
            whole=lambda _, group: {**group, "read": {**group["read"], "all_nodes": True}},
        ),
        LIVE: ZnodeList(
            _announced,
            _went_down,
            lambda group: [name for name, node in group["nodes"].items() if node["znode"]],
            whole=lambda _, group: {**group, "read": {**group["read"], "live_nodes": True}},
        ),
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
    new = staticmethod(new_group)
    story = staticmethod(tell)
    with_looks = staticmethod(with_looks)

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
        group = {**group, "runs": runs, "lists": lists}
        nodes = _linked(group, own, at)
        return {
            **group,
            "nodes": nodes,
            "live": sum(node["live"] for node in nodes.values()),
            "known": sum(node["entry"] is not None for node in nodes.values()),
            "changes": _explained(group["changes"], nodes, own),
        }
