"""A bookshelf in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict

from ...readmodels.document import Document, unjudged
from ...readmodels.looks import WithLooks

NO_DISK = ""
"""The store of a node whose disk is lost, until it has another one."""
HERE, LOST, ELSEWHERE, APART = "here", "lost", "elsewhere", "apart"
"""Where a node's disk is. here: the disk that `in_sync` names, or any for a node that it does not
name; lost: it has another one, or none any more; elsewhere: this dashboard has never seen one;
apart: it is of another history than ZooKeeper.
"""


class NodeZnode(TypedDict):
    session: str | None
    czxid: int


class StandingNode(NodeZnode):
    znode: str
    place: NotRequired[float]


class ShelfNode(WithLooks):
    """A node. entry, znode: of it in `all_nodes` and in `live_nodes`; what follows up to `said_at`
    it says itself, and the rest is worked out. of: the number of books that it fetches.
    """

    entry: NodeZnode | None
    znode: NodeZnode | None
    address: str | None
    state: str
    books: int | None
    checksum: str | None
    epoch: int | None
    seen: int | None
    store: str | None
    reason: str | None
    last: Sequence[str]
    since: float | None
    said_at: float | None
    candidate: str | None
    known: bool
    live: bool
    session: str | None
    in_sync: bool
    disk: str
    process: str | None
    belief: str | None
    fault: str | None
    fault_at: float | None
    session_ends: float | None
    timeout_ms: int | None
    standing: str
    rank: int | None
    of: NotRequired[int]


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
        "candidate": None,
        "known": False,
        "live": False,
        "session": None,
        "in_sync": False,
        "disk": ELSEWHERE,
        "process": None,
        "belief": None,
        "fault": None,
        "fault_at": None,
        "session_ends": None,
        "timeout_ms": None,
        "standing": "down",
        "rank": None,
    }


class Stranded(TypedDict):
    missing: Mapping[str, str]
    choices: Sequence[str]


class Lacks(TypedDict):
    missing: int
    ids: Sequence[str]


class Stakes(TypedDict):
    acknowledged: int
    nodes: Mapping[str, Lacks]


class Appointed(TypedDict):
    node: str
    by: str
    missing: Mapping[str, str]
    epoch: int
    at: float
    acknowledged: int | None
    lost: int | None
    ids: Sequence[str]


class BookState(TypedDict):
    id: str
    author: str | None
    year: int | None
    node: str
    by: str
    epoch: int
    copies: int
    of: int
    ms: float
    at: float


class AuditState(TypedDict):
    node: str
    epoch: int
    acknowledged: int
    missing: Sequence[str]
    at: float


class Write(TypedDict):
    """A write: asked of its `node`, and taken `by` a leader; copies: node -> waiting, sent, stored,
    refused or lost. stored: when the leader had it on its disk. ms: of one that was acknowledged.
    """

    id: str
    author: str | None
    year: int | None
    node: str | None
    to: str | None
    by: str | None
    epoch: int | None
    stage: str
    copies: Mapping[str, str]
    of: int | None
    at: float
    since: float
    stored: float | None
    ms: NotRequired[float]


def new_write(
    book: str, at: float, node: str, author: str | None = None, year: int | None = None
) -> Write:
    """Return a write at its first stage: somebody has asked a node for it, or a report tells of it
    before that is known.
    """
    return {
        "id": book,
        "author": author,
        "year": year,
        "node": node,
        "to": None,
        "by": None,
        "epoch": None,
        "stage": "asked",
        "copies": {},
        "of": None,
        "at": at,
        "since": at,
        "stored": None,
    }


class EndedWrite(Write):
    """A write that is over. outcome:

    - acknowledged: the client was told how many nodes have it;
    - cut: the leader died in the middle of it, and the client got no answer;
    - unknown, refused, unavailable, conflict: the client was told so.

    While nobody knows whether it stays, `fate` says what became of it: kept, dropped, None not
    known yet. A write that was acknowledged and is missing after a person's decision is lost.
    """

    outcome: str
    ended: float
    fate: str | None
    settled: NotRequired[float]


Refusal = TypedDict(
    "Refusal",
    {
        "id": str,
        "from": str | None,
        "to": str | None,
        "epoch": int | None,
        "seen": int | None,
        "at": float,
    },
)
Change = TypedDict(
    "Change",
    {
        "at": float,
        "node": str,
        "what": str,
        "from": NotRequired[str],
        "books": NotRequired[int | None],
        "ms": NotRequired[float | None],
        "ids": NotRequired[Sequence[str]],
    },
)


class ShelfState(Document):
    recipe: str
    leader: str | None
    epoch: int | None
    live: int
    known: int
    nodes: Mapping[str, ShelfNode]
    runs: Mapping[str, str]
    election: Sequence[StandingNode]
    in_sync: Sequence[str]
    stores: Mapping[str, str]
    disks: Mapping[str, str]
    in_sync_epoch: int | None
    stranded: Stranded | None
    stakes: Stakes | None
    appointed: Appointed | None
    books: int | None
    acknowledged: int
    lost: int
    last_books: Sequence[BookState]
    audit: AuditState | None
    write: Write | None
    writes: Mapping[str, Write]
    last_write: EndedWrite | None
    open_writes: Sequence[EndedWrite]
    refused: Sequence[Refusal]
    pause: float
    changes: Sequence[Change]


def new_shelf(path: str, recipe: str) -> ShelfState:
    """Return a bookshelf of which nothing is known yet."""
    return {
        "path": path,
        "recipe": recipe,
        "nodes": {},
        "runs": {},
        "election": [],
        "leader": None,
        "epoch": None,
        "in_sync": [],
        "stores": {},
        "disks": {},
        "stranded": None,
        "stakes": None,
        "appointed": None,
        "in_sync_epoch": None,
        "live": 0,
        "known": 0,
        "acknowledged": 0,
        "lost": 0,
        "audit": None,
        "books": 0,
        "last_books": [],
        "writes": {},
        "write": None,
        "last_write": None,
        "open_writes": [],
        "refused": [],
        "changes": [],
        "pause": 0.0,
        **unjudged(),
    }
