"""The messages of the replication: what it receives, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ....participation import commands as c
from ....participation import inputs as i
from .history import ShelfHistory
from .shelf import Book, ShelfChange

Message = Mapping[str, Any]
"""A JSON object, as it goes from node to node."""


@dataclass(frozen=True)
class InSync:
    """The znode `in_sync`: which nodes have every acknowledged book, by name and store.

    epoch and term are those of the leader who wrote it last; 0, "" and no leader where a fresh
    shelf's first node has created it. begun: see ShelfHistory.
    """

    epoch: int
    term: str
    leader: str | None
    address: str | None
    nodes: Mapping[str, str]
    begun: str = ""


def given_to(node: str, store: str, epoch: int = 0, begun: str = "") -> InSync:
    """Return a znode by which this node alone may lead, with this disk: on a fresh shelf, or (rule
    11) because a person says so, where no named node has the named disk, or may lead by it. epoch:
    the one that was there; begun: the name of the history that this begins.
    """
    return InSync(epoch, "", None, None, {node: store}, begun)


# -- commands ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ask(c.Command):
    """Send a message to another node; `Replied` comes within `timeout` seconds in any case."""

    call: int
    node: str
    address: str
    word: str
    message: Message
    timeout: float


@dataclass(frozen=True)
class Respond(c.Command):
    """The answer to a question; `status` is HTTP's."""

    request: int
    status: int
    body: Message


@dataclass(frozen=True)
class Persist(c.Command):
    """A command to write to the disk for good; answered by Persisted once it is done."""

    operation: int
    change: ShelfChange


@dataclass(frozen=True)
class Tell(c.Command):
    """A report for the dashboard."""

    kind: str
    data: Message


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened(i.Input):
    """The disk was read: `store` names it for good. `address` is where the node can be reached. A
    disk older than histories has that of no znode.
    """

    store: str
    seen: int
    books: tuple[Book, ...]
    address: str
    history: ShelfHistory = field(default_factory=ShelfHistory)


@dataclass(frozen=True)
class Persisted(i.Input):
    """A write has reached the disk."""

    operation: int


@dataclass(frozen=True)
class StoreFailed(i.Input):
    """The disk has refused a write; nobody knows what it holds."""

    operation: int
    reason: str


@dataclass(frozen=True)
class OfInSync(i.Input):
    """Any message about the znode; one of an older generation is void."""

    generation: int


@dataclass(frozen=True)
class InSyncRead(OfInSync):
    """The znode as read; `found` is None where it is missing, or makes no sense: then `version`
    tells the two apart.
    """

    found: InSync | None
    version: int | None
    czxid: int = 0
    mzxid: int = 0


@dataclass(frozen=True)
class InSyncChanged(OfInSync):
    """The watch fired."""


@dataclass(frozen=True)
class InSyncUnread(OfInSync):
    """The read failed; `reason` is for people."""

    reason: str


@dataclass(frozen=True)
class InSyncWritten(OfInSync):
    """The znode was written as asked, and has this version."""

    number: int
    version: int


@dataclass(frozen=True)
class InSyncRefused(OfInSync):
    """Nothing was written: the znode, or the election's, has changed; or, where `failed`, it could
    not be written. `reason` is for people.
    """

    number: int
    reason: str
    failed: bool = False


@dataclass(frozen=True)
class Question(i.Input):
    """A question from another node, or from a client."""

    request: int
    word: str
    message: Message


@dataclass(frozen=True)
class Replied(i.Input):
    """The end of a message. status None: no answer came; `sent`: it may have arrived."""

    call: int
    status: int | None
    body: Message = field(default_factory=dict)
    sent: bool = True
