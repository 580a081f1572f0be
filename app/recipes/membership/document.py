"""A group in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document
from ...readmodels.looks import WithLooks


class WrittenState(TypedDict):
    ctime: int | None
    czxid: int | None
    mzxid: int | None


class Info(TypedDict, total=False):
    """The entry of a node about itself: anybody may have written it."""

    host: str
    pid: int
    address: str
    started: float
    candidate: str
    incarnation: str
    text: str | None


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


class NodeState(WithLooks, total=False):
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


class LiveList(TypedDict):
    live: Sequence[str]
    at: float


class GroupChange(TypedDict, total=False):
    """untold: processes of nodes that were live then and have not read of it; told: those that
    have (some before the mirror saw it), `told_ms` after it at most.
    """

    place: float
    at: float
    node: str
    what: str
    fault: str | None
    fault_at: float | None
    was_down_ms: float | None
    told: Sequence[str]
    told_count: int
    untold: Sequence[str]
    of: int
    told_ms: float | None


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
