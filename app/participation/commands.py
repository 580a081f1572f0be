"""Commands of a recipe. Names are relative to its parent; the process knows the path."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from ..zookeeper import operations as q
from . import inputs as i
from .messages import Command as Command
from .messages import Message, Reading, Writing
from .place import Place


@dataclass(frozen=True)
class Beat(Message):
    """A command to ask for anything, for the answer keeps the session's clock going; `name` is the
    own znode of a holder. Only a transaction proves that the session lives: a server that is cut
    off from its leader goes on answering reads, and sync needs no quorum (ZOOKEEPER-1675).
    """

    name: str | None
    counts: ClassVar[bool] = False

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return one request; a check changes nothing, and so fires nobody's watch."""
        if self.name is None:
            return (q.Reads((q.Exists("/"),)),)
        return ((q.Check(place.of(self.name)),),)

    def hear(self, at: float, generation: int, answers: tuple[q.Answer, ...]) -> i.Input | None:
        """Note the answer, which is all that a beat is for; a missing own znode is news."""
        answer = answers[0]
        if isinstance(answer, q.RequestFailed) and self.name is not None:
            return i.Unproven(at, generation, answer.reason)
        return i.Disproven(at, generation) if isinstance(answer, q.RequestRefused) else None


@dataclass(frozen=True)
class Prove(Writing):
    """A command to check the own znode in a transaction; answered by Proven, or by Disproven."""

    name: str

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return a beat's check."""
        return (q.Check(place.of(self.name)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the proof, whose moment is that of the commit."""
        proven = isinstance(answer, q.Committed)
        return i.Proven(at, generation) if proven else i.Disproven(at, generation)


class Creation(Writing):
    """A command that creates the own znode."""

    def unanswered(self, at: float, generation: int) -> i.Input:
        """Return that it may have happened."""
        return i.CreateReplyLost(at, generation)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the name, the last part of the path."""
        if isinstance(answer, q.Committed):
            return i.Created(at, generation, answer.results[0].rpartition("/")[2])
        assert isinstance(answer, q.RequestRefused)
        missing = answer.why == "no node"
        return i.ParentMissing(at, generation) if missing else i.Taken(at, generation)


@dataclass(frozen=True)
class CreateOwn(Creation):
    """A command to create `prefix` under the parent with SEQUENCE and EPHEMERAL."""

    prefix: str

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return one create."""
        return (q.Create(place.of(self.prefix), place.data, ephemeral=True, sequence=True),)


@dataclass(frozen=True)
class Claim(Creation):
    """A command to create `name` under the parent, EPHEMERAL; answered by Taken where it exists."""

    name: str

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return one create."""
        return (q.Create(place.of(self.name), place.data, ephemeral=True),)


@dataclass(frozen=True)
class MakeParent(Message):
    """A command to create the parent and what lies above it, and what else its recipe needs."""

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return all, sent in one flight."""
        return (q.Parents(tuple(f"{place.path.rstrip('/')}{one}" for one in place.stands_on)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return that it exists, created now or before."""
        return i.ParentMade(at, generation)


@dataclass(frozen=True)
class List(Message):
    """A command to read the own znode (`name`), and then the children. With `watch` the own znode
    is watched, and with `sync` the server catches up first. A recipe adds what it reads beside the
    children, at the same moment.

    The own znode comes first: a later change of it fires its watch ahead of the list's answer, and
    an earlier one shows in the list.
    """

    name: str | None
    watch: bool = True
    sync: bool = False

    def requests(self, place: Place) -> tuple[q.Operation, ...]:
        """Return the requests."""
        before = (q.Sync(),) if self.sync else ()
        own = () if self.name is None else (q.Reads((q.Get(place.of(self.name), self.watch),)),)
        listed = q.Reads((q.Names(place.path), *self.beside(place)), atomic=True)
        return (*before, *own, listed)

    def beside(self, place: Place) -> tuple[q.Read, ...]:
        """Return what is read at one moment with the list."""
        return ()

    def said(self, at: float, generation: int, *answers: q.Values) -> i.Input:
        """Return the outcome; what was not requested counts as missing."""
        names, *beside = answers[-1].values
        own = None if self.name is None else own_of(answers[-2].values[0])
        return i.Children(at, generation, names, own, self.told_beside(*beside))

    def told_beside(self, *read: q.Node | None) -> Any:
        """Return what the znodes beside the list say."""
        return None


@dataclass(frozen=True)
class ListWatching(Reading):
    """A command to read the names of the children and nothing else, with a watch on their list."""

    watch: ClassVar[bool] = True

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return one read."""
        return (q.Names(place.path, self.watch),)

    def told(self, at: float, generation: int, names: tuple[str, ...] | None) -> i.Input:
        """Return the names alone."""
        return i.Children(at, generation, names, None)


@dataclass(frozen=True)
class ListNames(ListWatching):
    """A command to read the names of the children and nothing else."""

    watch: ClassVar[bool] = False


@dataclass(frozen=True)
class ReadPredecessor(Reading):
    """A command to read the predecessor with a watch: getData, not exists, for on a missing znode
    it fails and leaves no watch behind.
    """

    name: str

    def reads(self, place: Place) -> tuple[q.Read, ...]:
        """Return one read."""
        return (q.Get(place.of(self.name), watch=True),)

    def told(self, at: float, generation: int, read: q.Node | None) -> i.Input:
        """Return whether it is there."""
        return i.NodeRead(at, generation, self.name, read is not None)


@dataclass(frozen=True)
class DeleteOwn(Writing):
    """A command to delete the own znode; answered by Deleted also where it is gone already."""

    name: str

    def writes(self, place: Place) -> tuple[q.Write, ...]:
        """Return a delete of any version."""
        return (q.Delete(place.of(self.name)),)

    def said(self, at: float, generation: int, answer: q.Answer) -> i.Input:
        """Return the outcome: gone already is as good as deleted."""
        if isinstance(answer, q.RequestRefused) and answer.why != "no node":
            return i.Failed(at, generation, f"cannot delete {self.name}: {answer.why}")
        return i.Deleted(at, generation)


@dataclass(frozen=True)
class Begin(Command):
    """A command to begin the work with what is held now; every write of it carries `epoch`."""

    epoch: int


@dataclass(frozen=True)
class End(Command):
    """A command to end that work at once."""

    reason: str


@dataclass(frozen=True)
class WakeAt(Command):
    """A command to give a Tick at this time or soon after."""

    at: float


@dataclass(frozen=True)
class Leave(Command):
    """A command to close the session; the participant is done."""


# -- what znodes say; anybody may have written them ------------------------------------------------


def own_of(read: q.Node | None) -> i.Own | None:
    """Return the own znode's owner, and when it was created."""
    return None if read is None else i.Own(read.stat.ephemeralOwner, read.stat.czxid)
