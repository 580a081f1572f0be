"""The messages of the replication: what it receives, and what it asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.messages import asking, message, reading
from ....participation.place import Place
from ....zookeeper import operations as o
from ..znodes import IN_SYNC, InSync, parsed_in_sync
from .shelf import Book, ShelfChange, ShelfHistory

Message = Mapping[str, Any]
"""A JSON object, as it goes from node to node."""

# -- commands to its work ------------------------------------------------------------------------


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


# -- commands to ZooKeeper -----------------------------------------------------------------------


def _path_in(place: Place) -> str:
    """Return its path: in the shelf itself, not in one of its parts."""
    return f"{place.path.rstrip('/')}/{IN_SYNC}"


@message
def read_in_sync(generation: int) -> c.Message:
    """Read the znode, with a watch, also where it is missing: exists, whose watch tells of its
    creation, and getData: a change between the two fires that watch.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        return (o.Exists(_path_in(place), watch=True), o.Get(_path_in(place)))

    def told(at: float, _: int, stat: Any, read: o.Node | None) -> i.Input:
        if read is None:
            return InSyncRead(at, generation, None, None)
        stands = (read.stat.version, read.stat.czxid, read.stat.mzxid)
        return InSyncRead(at, generation, parsed_in_sync(read.data), *stands)

    return reading(
        reads,
        told,
        failed=lambda at, _, reason: InSyncUnread(at, generation, reason),
        fired=lambda at, *_: InSyncChanged(at, generation),
    )


@message
def write_in_sync(
    generation: int, number: int, value: InSync, version: int | None, znode: str | None
) -> c.Message:
    """Write the znode as read at `version`, None to create it; in one transaction with a check of
    the election's znode called `znode`, where one is named. The answer bears `number`. The shelf's
    path is created if the znode may be its first.
    """

    def requests(place: Place) -> tuple[o.Operation, ...]:
        path, data = _path_in(place), value.document()
        checks = () if znode is None else (o.Check(place.of(znode)),)
        if version is not None:
            return ((*checks, o.Set(path, data, version)),)
        return (o.Parents((place.path,)), (*checks, o.Create(path, data)))

    def said(at: float, _: int, *answers: o.Answer) -> i.Input:
        if isinstance(answers[-1], o.Committed):
            now = 0 if version is None else version + 1
            return InSyncWritten(at, generation, number, now)
        return InSyncRefused(at, generation, number, "it has changed")

    def failed(at: float, _: int, reason: str) -> i.Input:
        return InSyncRefused(at, generation, number, reason, failed=True)

    return asking(requests, said, failed=failed)
