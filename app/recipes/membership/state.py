"""A group in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...readmodels.document import Document
from ...readmodels.looks import WithLooks


class WrittenState(TypedDict):
    ctime: int | None
    czxid: int | None
    mzxid: int | None


class Info(TypedDict):
    """The entry of a node about itself: anybody may have written it."""

    host: NotRequired[str]
    pid: NotRequired[int]
    address: NotRequired[str]
    started: NotRequired[float]
    candidate: NotRequired[str]
    incarnation: NotRequired[str]
    text: NotRequired[str | None]


class LiveZnode(TypedDict):
    session: str | None
    ctime: int
    czxid: int
    incarnation: str | None


class LastLife(TypedDict):
    session: str | None
    at: float


class Known(TypedDict):
    """The live list as a node has last read it: `extra` is in it and no longer live, `missing` is
    live and not in it; `words` say so, None where the two are the same.
    """

    at: float
    count: int
    extra: Sequence[str]
    missing: Sequence[str]
    words: str | None


class NodeState(WithLooks):
    """A node. candidate: the process that runs it; holder: the one whose session holds its live
    znode; session: of that znode, None while it is down.

    standing: what ZooKeeper's lists are worth for it now: live; fading (the znode is there, its
    process is dead, frozen or cut off: the session runs out); ghost (the znode is there, from an
    earlier session than its process has); joining (a process that has no znode yet); down.
    """

    entry: WrittenState | None
    info: Info | None
    registered_at: float | None
    znode: LiveZnode | None
    live: bool
    since: float | None
    was_down_ms: float | None
    lives: int
    last: LastLife | None
    candidate: str | None
    holder: str | None
    session: str | None
    owner_is_current: bool
    is_new: bool
    process: str | None
    belief: str | None
    fault: str | None
    fault_at: float | None
    session_ends: float | None
    timeout_ms: int | None
    standing: str
    read: Known | None


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
        "candidate": None,
        "holder": None,
        "session": None,
        "owner_is_current": False,
        "is_new": False,
        "process": None,
        "belief": None,
        "fault": None,
        "fault_at": None,
        "session_ends": None,
        "timeout_ms": None,
        "standing": "joining",
        "read": None,
    }


class LiveList(TypedDict):
    live: Sequence[str]
    at: float


class GroupChange(TypedDict):
    """untold: processes of nodes that were live then and have not read of it; told: those that
    have (some before the mirror saw it), `told_ms` after it at most. was_down_ms: of one that came.
    """

    at: float
    node: str
    what: str
    fault: str | None
    fault_at: float | None
    told: Sequence[str]
    told_count: int
    untold: Sequence[str]
    of: int
    told_ms: float | None
    was_down_ms: NotRequired[float | None]
    place: NotRequired[float]


def new_change(node: str, what: str, at: float, untold: Sequence[str]) -> GroupChange:
    """Return a change of which nobody has been told."""
    return {
        "at": at,
        "node": node,
        "what": what,
        "fault": None,
        "fault_at": None,
        "told": [],
        "told_count": 0,
        "untold": untold,
        "of": len(untold),
        "told_ms": None,
    }


class Lists(TypedDict):
    all_nodes: bool
    live_nodes: bool


class Group(Document):
    recipe: str
    live: int
    known: int
    read: Lists
    nodes: Mapping[str, NodeState]
    runs: Mapping[str, str]
    lists: Mapping[str, LiveList]
    changes: Sequence[GroupChange]


def new_group(path: str, recipe: str) -> Group:
    """Return a group of which nothing is known yet."""
    return {
        "path": path,
        "recipe": recipe,
        "nodes": {},
        "live": 0,
        "known": 0,
        "read": {"all_nodes": False, "live_nodes": False},
        "runs": {},
        "lists": {},
        "changes": [],
        "doubts": [],
        "invariants": {},
        "violations": [],
        "story": [],
        "reason": [],
    }
