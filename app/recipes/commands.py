"""What a recipe can ask for. Names are relative to its parent; the process knows the path."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, ClassVar

from app.recipes import inputs as i
from app.recipes import requests as q
from app.recipes.messages import Command as Command
from app.recipes.messages import Message
from app.recipes.place import Place


def _check_of(name: str, place: Place) -> q.Request:
    """Changes nothing, and so fires nobody's watch."""
    return q.Transaction((q.Check(place.of(name)),))


@dataclass(frozen=True)
class Beat(Message):
    """Ask for anything, for the answer keeps the session's clock going; `name` is the own znode of
    one who leads or holds. Only a transaction proves that the session lives: a server that is cut
    off from its leader goes on answering reads, and sync needs no quorum (ZOOKEEPER-1675).
    """

    name: str | None
    counts: ClassVar[bool] = False

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One."""
        if self.name is None:
            return (q.Reads((q.Exists("/"),)),)
        return (_check_of(self.name, place),)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        """That it was answered is what it is for; and that there is no own znode is news."""
        answer = answers[0]
        if isinstance(answer, q.Failed) and self.name is not None:
            return i.Unproven(at, generation, answer.reason)
        return i.Disproven(at, generation) if isinstance(answer, q.Refused) else None


@dataclass(frozen=True)
class Prove(Message):
    """Check the own znode in a transaction; answered by Proven, or by Disproven."""

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """As a beat's."""
        return (_check_of(self.name, place),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """The moment that it proves is that of the commit."""
        proven = isinstance(answer, q.Committed)
        return i.Proven(at, generation) if proven else i.Disproven(at, generation)


class Creation(Message):
    """Creates the own znode."""

    def unanswered(self, at: float, generation: int) -> i.Input:
        """It may have happened."""
        return i.CreateReplyLost(at, generation)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """The name is the last part of the path."""
        if isinstance(answer, q.Committed):
            return i.Created(at, generation, answer.results[0].rpartition("/")[2])
        assert isinstance(answer, q.Refused)
        missing = answer.why == "no node"
        return i.ParentMissing(at, generation) if missing else i.Taken(at, generation)


@dataclass(frozen=True)
class Create(Creation):
    """Create `prefix` under the parent with SEQUENCE and EPHEMERAL."""

    prefix: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One create."""
        path = place.of(self.prefix)
        return (q.Transaction((q.Create(path, place.data, ephemeral=True, sequence=True),)),)


@dataclass(frozen=True)
class Claim(Creation):
    """Create `name` under the parent, EPHEMERAL; answered by Taken where it exists."""

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One create."""
        return (q.Transaction((q.Create(place.of(self.name), place.data, ephemeral=True),)),)


@dataclass(frozen=True)
class MakeParent(Message):
    """Create the parent and what lies above it, and what else its recipe stands on."""

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """All in one flight."""
        return (q.Parents(tuple(f"{place.path.rstrip('/')}{one}" for one in place.stands_on)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Made now or before."""
        return i.ParentMade(at, generation)


@dataclass(frozen=True)
class List(Message):
    """Read the own znode (`name`), and then the children, the acknowledgement of an election's
    leader, and the newest data version where `newest` is asked for. With `watch` the own znode is
    watched, and with `sync` the server catches up first.

    The own znode comes first: what befalls it later fires its watch ahead of the list's answer, and
    what befell it earlier the list shows.
    """

    name: str | None
    newest: bool = False
    watch: bool = True
    sync: bool = False

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """The list and what belongs to it are read at one moment."""
        before = (q.Sync(),) if self.sync else ()
        own = () if self.name is None else (q.Get(place.of(self.name), self.watch),)
        beside: list[q.Read] = [q.Names(place.path)]
        if place.acknowledges:
            beside.append(q.Get(place.acknowledgement))
        if self.newest:
            beside.append(q.Get(place.version))
        return (*before, *(q.Reads((one,)) for one in own), q.Reads(tuple(beside), atomic=True))

    def said(self, at: float, generation: int, *answers: q.Values) -> i.Input:
        """What is not asked for counts as missing."""
        names, *beside = answers[-1].values
        newest = newest_of(beside.pop()) if self.newest else None
        acknowledgement = acknowledgement_of(beside.pop()) if beside else None
        own = None if self.name is None else own_of(answers[-2].values[0])
        return i.Children(at, generation, names, own, acknowledgement, newest)


@dataclass(frozen=True)
class ListWatching(Message):
    """Read the names of the children and nothing else, with a watch on their list."""

    watch: ClassVar[bool] = True

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One read."""
        return (q.Reads((q.Names(place.path, self.watch),)),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """Without anything beside it."""
        return i.Children(at, generation, answer.values[0], None, None)


@dataclass(frozen=True)
class ListNames(ListWatching):
    """Read the names of the children and nothing else."""

    watch: ClassVar[bool] = False


@dataclass(frozen=True)
class Read(Message):
    """Read the predecessor with a watch. getData, not exists: on a missing znode it fails and
    leaves no watch behind.
    """

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """One read."""
        return (q.Reads((q.Get(place.of(self.name), watch=True),)),)

    def said(self, at: float, generation: int, answer: q.Values) -> i.Input:
        """Whether it stands."""
        return i.NodeRead(at, generation, self.name, answer.values[0] is not None)


@dataclass(frozen=True)
class Delete(Message):
    """Delete the own znode; answered by Deleted also where it is gone already."""

    name: str

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """Whatever its version."""
        return (q.Transaction((q.Delete(place.of(self.name)),)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Gone already is as good as deleted."""
        if isinstance(answer, q.Refused) and answer.why != "no node":
            return i.Failed(at, generation, f"cannot delete {self.name}: {answer.why}")
        return i.Deleted(at, generation)


@dataclass(frozen=True)
class Acknowledge(Message):
    """Write the epoch to the acknowledgement znode, together with a check of the own znode.

    `version` is the acknowledgement's as read, None to create it.
    """

    name: str
    epoch: int
    version: int | None

    def requests(self, place: Place) -> tuple[q.Request, ...]:
        """In one transaction: the own znode still stands, and nobody wrote since it was read."""
        said = {"znode": self.name, "epoch": self.epoch, "candidate": place.name}
        path, data = place.acknowledgement, json.dumps(said).encode()
        written = q.Create(path, data) if self.version is None else q.Set(path, data, self.version)
        return (q.Transaction((q.Check(place.of(self.name)), written)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Refused: the acknowledgement, or the own znode, is not as it was read."""
        if isinstance(answer, q.Committed):
            return i.Acknowledged(at, generation)
        return i.AcknowledgementRefused(at, generation)


@dataclass(frozen=True)
class Lead(Command):
    """Begin the leader's work; every write of it carries `epoch`."""

    epoch: int


@dataclass(frozen=True)
class StepDown(Command):
    """End the leader's work at once."""

    reason: str


@dataclass(frozen=True)
class WakeAt(Command):
    """Give a Tick at this time or soon after."""

    at: float


@dataclass(frozen=True)
class Leave(Command):
    """Close the session; the candidate is done."""


# -- what znodes say; anybody may have written them ------------------------------------------------


def own_of(read: q.Node | None) -> i.Own | None:
    """The own znode's owner, and when it was made."""
    return None if read is None else i.Own(read.stat.ephemeralOwner, read.stat.czxid)


def acknowledgement_of(read: q.Node | None) -> i.Acknowledgement | None:
    """Data that is not ours says no epoch, and is written over."""
    if read is None:
        return None
    epoch = said_in(read.data, "epoch", int)
    return i.Acknowledgement(read.stat.version, epoch, read.stat.mzxid)


def newest_of(read: q.Node | None) -> int | None:
    """A decimal number; anything else that stands there says nothing."""
    data = (read.data if read else b"").strip()
    return int(data) if data.isdigit() and len(data) < 16 else None


def said_in(data: bytes | str | None, key: str, kind: type) -> Any:
    """What a JSON object says under `key`, where it is of this kind; else None."""
    try:
        document = json.loads(data or b"null")
        found = document.get(key) if isinstance(document, dict) else None
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, kind) and not isinstance(found, bool) else None
