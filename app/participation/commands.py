"""Make the commands of a recipe. Names are relative to its parent; the process knows the path."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..zookeeper import operations as o
from . import inputs as i
from .messages import Command as Command
from .messages import Message as Message
from .messages import Said, asking, message, reading, unheard, writing
from .place import Place


@message
def beat(name: str | None) -> Message:
    """Ask for anything, for the answer keeps the session's clock going. name: a holder's own znode,
    whose end is news. Only a transaction proves that the session lives: a server that is cut off
    from its leader goes on answering reads, and sync needs no quorum (ZOOKEEPER-1675). A check
    changes nothing, and so fires nobody's watch.
    """
    if name is None:
        read = o.Reads((o.Exists("/"),))
        return asking(lambda place: (read,), unheard, failed=unheard, counts=False)

    def said(at: float, generation: int, answer: o.Answer) -> i.Input | None:
        return i.Disproven(at, generation) if isinstance(answer, o.RequestRefused) else None

    return writing(lambda place: (o.Check(place.of(name)),), said, failed=i.Unproven, counts=False)


@message
def prove(name: str) -> Message:
    """Check the own znode in a transaction; the moment of a proof is that of the commit."""

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        proven = isinstance(answer, o.Committed)
        return i.Proven(at, generation) if proven else i.Disproven(at, generation)

    return writing(lambda place: (o.Check(place.of(name)),), said)


def created(at: float, generation: int, answer: o.Answer) -> i.Input:
    """Return the name of what was created, the last part of the path."""
    if isinstance(answer, o.Committed):
        return i.Created(at, generation, answer.results[0].rpartition("/")[2])
    assert isinstance(answer, o.RequestRefused)
    missing = answer.why == "no node"
    return i.ParentMissing(at, generation) if missing else i.Taken(at, generation)


def creating(writes: Callable[[Place], tuple[o.Write, ...]], said: Said = created) -> Message:
    """Return a message that creates the own znode; if no answer comes, the create may have
    happened.
    """
    return writing(writes, said, unanswered=i.CreateReplyLost)


@message
def create_own(prefix: str) -> Message:
    """Create `prefix` under the parent with SEQUENCE and EPHEMERAL."""
    return creating(
        lambda place: (o.Create(place.of(prefix), place.data, ephemeral=True, sequence=True),)
    )


@message
def claim(name: str) -> Message:
    """Create `name` under the parent, EPHEMERAL; the answer is Taken where it exists."""
    return creating(lambda place: (o.Create(place.of(name), place.data, ephemeral=True),))


@message
def make_parent() -> Message:
    """Create the parent, what lies above it, and whatever else its recipe needs."""
    return asking(
        lambda place: (
            o.Parents(tuple(f"{place.path.rstrip('/')}{one}" for one in place.stands_on)),
        ),
        lambda at, generation, answer: i.ParentMade(at, generation),
    )


def own_of(read: o.Node | None) -> i.Own | None:
    """Return the owner of the own znode, and when that was created."""
    return None if read is None else i.Own(read.stat.ephemeralOwner, read.stat.czxid)


def listing(
    name: str | None,
    watch: bool,
    sync: bool,
    beside: Callable[[Place], tuple[o.Read, ...]] = lambda place: (),
    told: Callable[..., Any] = lambda: None,
    own_of: Callable[[o.Node | None], i.Own | None] = own_of,
) -> Message:
    """Read the own znode (`name`), and then the children, with what is `beside` them at the same
    moment. With `watch` it sets a watch on the own znode, and with `sync` the server catches up
    first. What was not requested counts as missing. told, own_of: what the recipe hears of both.

    The own znode comes first: a later change of it fires its watch ahead of the list's answer, and
    an earlier one shows in the list.
    """

    def requests(place: Place) -> tuple[o.Operation, ...]:
        before = (o.Sync(),) if sync else ()
        own = () if name is None else (o.Reads((o.Get(place.of(name), watch),)),)
        return (*before, *own, o.Reads((o.Names(place.path), *beside(place)), atomic=True))

    def said(at: float, generation: int, *answers: o.Values) -> i.Input:
        names, *read = answers[-1].values
        own = None if name is None else own_of(answers[-2].values[0])
        return i.Children(at, generation, names, own, told(*read))

    return asking(requests, said)


@message
def list_children(name: str | None, watch: bool = True, sync: bool = False) -> Message:
    """List the children, and read nothing beside them."""
    return listing(name, watch, sync)


@message
def list_names(watch: bool = False) -> Message:
    """Read the names of the children and nothing else; `watch`: with a watch on their list."""
    return reading(
        lambda place: (o.Names(place.path, watch),),
        lambda at, generation, names: i.Children(at, generation, names, None),
    )


@message
def read_predecessor(name: str) -> Message:
    """Read the predecessor with a watch, by getData and not by exists: on a missing znode getData
    fails, and leaves no watch behind.
    """
    return reading(
        lambda place: (o.Get(place.of(name), watch=True),),
        lambda at, generation, read: i.NodeRead(at, generation, name, read is not None),
    )


@message
def delete_own(name: str) -> Message:
    """Delete the own znode, whatever its version; one that is gone already counts as deleted."""

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        if isinstance(answer, o.RequestRefused) and answer.why != "no node":
            return i.Failed(at, generation, f"cannot delete {name}: {answer.why}")
        return i.Deleted(at, generation)

    return writing(lambda place: (o.Delete(place.of(name)),), said)


@dataclass(frozen=True)
class Begin(Command):
    """A command to begin the work with what the recipe gives now; every write of the work carries
    `epoch`.
    """

    epoch: int


@dataclass(frozen=True)
class End(Command):
    """A command to end that work at once."""

    reason: str


@dataclass(frozen=True)
class WakeAt(Command):
    """A command to give the recipe a Tick at this time or soon after."""

    at: float


@dataclass(frozen=True)
class Leave(Command):
    """A command to close the session; the participant is done."""
