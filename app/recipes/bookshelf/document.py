"""A bookshelf in the state document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypedDict

from ...readmodels.document import Document
from ...readmodels.looks import WithLooks


class NodeZnode(TypedDict):
    session: str | None
    czxid: int


class StandingNode(NodeZnode, total=False):
    znode: str
    place: float


class ShelfNode(WithLooks, total=False):
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
    of: int | None
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


class BookState(TypedDict, total=False):
    id: str
    author: str | None
    year: int | None
    node: str | None
    by: str | None
    epoch: int | None
    copies: int
    of: int | None
    ms: float
    at: float


class AuditState(TypedDict):
    node: str
    epoch: int
    acknowledged: int
    missing: Sequence[str]
    at: float


class Write(TypedDict, total=False):
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
    ms: float
    at: float
    since: float
    outcome: str
    ended: float
    fate: str | None
    settled: float


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
        "from": str | None,
        "books": int | None,
        "ms": float | None,
        "ids": Sequence[str],
    },
    total=False,
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
    last_write: Write | None
    open_writes: Sequence[Write]
    refused: Sequence[Refusal]
    pause: float
    changes: Sequence[Change]
