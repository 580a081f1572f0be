"""What the replication is told, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.replication.history import History
from app.recipes.replication.shelf import Book, Change

Message = Mapping[str, Any]
"""A JSON object, as it goes from node to node."""


@dataclass(frozen=True)
class InSync:
    """The znode `in_sync`: who has every book that was acknowledged, by name and store.

    epoch and term are those of the leader who wrote it last; 0, "" and no leader where a fresh
    shelf's first node has made it. begun: see History.
    """

    epoch: int
    term: str
    leader: str | None
    address: str | None
    nodes: Mapping[str, str]
    begun: str = ""


def given_to(node: str, store: str, epoch: int = 0, begun: str = "") -> InSync:
    """This node alone may lead, by this disk: of a fresh shelf; or (rule 11) because a person says
    so, where nobody who is named has the disk that is named, or may lead by it. epoch: the one that
    stood there; begun: what the history is called that begins so.
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
class Answer(c.Command):
    """The answer to what was asked; `status` is HTTP's."""

    request: int
    status: int
    body: Message


@dataclass(frozen=True)
class Store(c.Command):
    """Write to the disk for good; answered by Stored once it has reached it."""

    operation: int
    change: Change


@dataclass(frozen=True)
class Tell(c.Command):
    """Say something to whoever looks on."""

    kind: str
    data: Message


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opened(i.Input):
    """The disk was read: `store` names it for good. `address` is where the node can be asked. A
    disk of before there were histories has that of no znode.
    """

    store: str
    seen: int
    books: tuple[Book, ...]
    address: str
    history: History = field(default_factory=History)


@dataclass(frozen=True)
class Stored(i.Input):
    """It has reached the disk."""

    operation: int


@dataclass(frozen=True)
class StoreFailed(i.Input):
    """The disk has refused; nobody knows what it holds."""

    operation: int
    reason: str


@dataclass(frozen=True)
class OfInSync(i.Input):
    """Anything about the znode; of an older generation it is void."""

    generation: int


@dataclass(frozen=True)
class InSyncRead(OfInSync):
    """The znode as read; `found` is None where it is missing, or says nothing that makes sense:
    then `version` tells the two apart.
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
    """The znode stands as asked for, and has this version."""

    number: int
    version: int


@dataclass(frozen=True)
class InSyncRefused(OfInSync):
    """Not written: the znode, or the election's, is not as it was; or, where `failed`, it could not
    be written. `reason` is for people.
    """

    number: int
    reason: str
    failed: bool = False


@dataclass(frozen=True)
class Asked(i.Input):
    """Somebody asks: another node, or a client."""

    request: int
    word: str
    message: Message


@dataclass(frozen=True)
class Replied(i.Input):
    """How a message ended. status None: no answer came; `sent`: it may have arrived."""

    call: int
    status: int | None
    body: Message = field(default_factory=dict)
    sent: bool = True
