"""A name service: a provider registers its address under a name, clients look it up.

A name is an ephemeral znode below the service's path; its data says the address. Rules beside those
of a participant and of watching a znode, by number.

1. The znode has a known name: a read shows whether a create or a change whose answer was lost has
   happened.
2. The name is a provider's own only if the session that owns its znode is the current one.
7. If somebody else deletes the own znode, register again.
8. A missing parent is created.
9. Leaving is repeated until the own znode is confirmed gone; otherwise the address would stay until
   the session's end.
14. A name may belong to another provider, or to an earlier session. Only what this very process has
   written may be replaced; otherwise watch it, and wait until it goes: that is a standby.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation import watching as w
from ...participation.messages import Message, message, reading, writing, written
from ...participation.participant import (
    Anywhere,
    Commands,
    Course,
    Courses,
    Participant,
    Table,
    Turn,
)
from ...participation.phases import Intent, Phase
from ...participation.place import Place
from ...zookeeper import operations as o
from .znodes import address_in, incarnation_in

REGISTRATIONS = "-registrations"
"""The suffix of the znode beside the service. Its version counts registrations: a name's own
version does not tell an ephemeral znode from one created in its place.
"""

# -- messages ---------------------------------------------------------------------------------


@message
def find_name(name: str) -> Message:
    """Read the own name with a watch, and how many registrations there have been. The count comes
    first: any later registration changes it. A service without registrations has none.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        path = w.path_of(name, place)
        return (o.Get(f"{place.path}{REGISTRATIONS}"), o.Get(path, watch=True))

    def told(at: float, generation: int, count: o.Node | None, read: o.Node | None) -> i.Input:
        if read is None:
            return w.Missing(at, generation)
        return NameFound(at, generation, w.value_of(read), count.stat.version if count else None)

    return reading(reads, told, fired=w.last_name_fired)


@message
def enter_name(name: str, address: str, counted: bool = True) -> Message:
    """Create the name's znode, EPHEMERAL, with this address, and count the registration where it is
    `counted`; answered as a create is.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        created = o.Create(place.of(name), _said_by(address, place), ephemeral=True)
        count = o.Set(f"{place.path}{REGISTRATIONS}", b"", -1)
        return (created, count) if counted else (created,)

    return c.creating(writes)


@message
def readdress(name: str, address: str, version: int, count: int | None = None) -> Message:
    """Write another address over `version` of the own znode, if nobody has registered since, by
    `count`, None where there is no count. A missing znode is not as it was read either.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        write = o.Set(place.of(name), _said_by(address, place), version)
        return (write, *_unless_registered(count, place))

    return writing(writes)


@message
def remove_name(name: str, version: int, count: int | None = None) -> Message:
    """Delete the own znode as it was read, if nobody has registered since, by `count`, None where
    there is no count. Answered by Deleted, also where it is gone already, or by WriteRefused. The
    delete comes first: its result decides if both are refused.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        return (o.Delete(place.of(name), version), *_unless_registered(count, place))

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        gone = isinstance(answer, o.RequestRefused) and (answer.index, answer.why) == (0, "no node")
        if gone or isinstance(answer, o.Committed):
            return i.Deleted(at, generation)
        return written(at, generation, answer)

    return writing(writes, said)


def _unless_registered(count: int | None, place: Place) -> tuple[o.Write, ...]:
    return () if count is None else (o.Check(f"{place.path}{REGISTRATIONS}", count),)


def _said_by(address: str, place: Place) -> bytes:
    return json.dumps({"address": address, **place.process}).encode()


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Move(i.Input):
    """An order: the provider is found at this address from now on."""

    address: str


@dataclass(frozen=True)
class NameFound(w.Seen):
    """The name as read; `count` registrations had been made before."""

    count: int | None = None


# -- clients ----------------------------------------------------------------------------------


class Lookup(w.Watching):
    """A client of one name. It no longer uses an address whose znode is gone."""

    first_step = again = "look up"
    settled = "use"
    nothing = "no such name"

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Lookup:
        """Make a machine from settings: `name`, the one that it looks up."""
        return cls(settings.get("name", name), settings.get("name", name))

    @property
    def address(self) -> str | None:
        """Return where the name leads to, as far as it knows; None for nowhere."""
        return None if self.value is None or self.missing else address_in(self.value.text)

    def view(self) -> Mapping[str, Any]:
        """Return what the name leads to: what this client believes."""
        seen = self.seen()
        said = None if self.value is None else address_in(self.value.text)
        return {"lookup": {**seen, "value": said, "name": self.target}}


# -- providers --------------------------------------------------------------------------------

_AT_REST = (Phase.WAITING, Phase.RESTING, Phase.BACKING_OFF)
_BUSY = (Phase.LISTING, Phase.CREATING, Phase.MAKING_PARENT, Phase.WITHDRAWING)


class Provider(Participant):
    """A provider found under a name. incarnation: names this process for good.

    address: where it is found, None until its work has said so.
    """

    enters: ClassVar[Courses] = {Course.RESUME: (Phase.LISTING,)}
    first_step = "register"
    stands_on = ("", REGISTRATIONS)

    def __init__(self, target: str, incarnation: str) -> None:
        super().__init__()
        self.target = target
        self.address: str | None = None
        self._incarnation = incarnation
        self._is_registered = False
        self._is_counted = True

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Provider:
        """Make a machine from settings: `name`, under which it is found; `incarnation`, as
        above.
        """
        return cls(settings.get("name", name), settings["incarnation"])

    def view(self) -> Mapping[str, Any]:
        """Return under which name it is found, and where."""
        return {"provider": {"name": self.target, "address": self.address}}

    def _belief(self) -> str:
        return self._believed(super()._belief(), "registered" if self._is_registered else None)

    # -- the own name ---------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read, whatever has happened (rules 1 and 5)."""
        self._void_replies()
        self._enter(Phase.LISTING)
        return [find_name(self.target)]

    def _move(self, given: Move) -> Commands:
        """Take another address; what is under way ends with a look, which finds it."""
        self.address = given.address
        return self._look() if self.phase in _AT_REST else []

    def _seen(self, given: NameFound) -> Commands:
        if given.value.owner != self.session:
            return self._is_anothers(given)
        self.name = self.target
        if self._intent is Intent.LEAVE:
            return self._remove(given, "leave")
        if self.address not in (None, address_in(given.value.text)):
            return self._readdress(given)
        self._is_registered = True
        return self._wait("registered")

    def _wait(self, step: str) -> Commands:
        self.step = step
        self.watched = self.target
        self._settle(Phase.WAITING)
        return []

    def _is_anothers(self, given: NameFound) -> Commands:
        """Remove an earlier own znode, or wait for another's end (rules 2 and 14)."""
        self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._leave()
        if incarnation_in(given.value.text) == self._incarnation:
            return self._remove(given, "taken")
        return self._wait("taken")

    def _missing(self, given: w.Missing) -> Commands:
        self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self.address is None:
            self._enter(Phase.RESTING)
            return []
        self.step = "register"
        self._enter(Phase.CREATING)
        return [enter_name(self.target, self.address, self._is_counted)]

    def _readdress(self, given: NameFound) -> Commands:
        assert self.address is not None
        self.step = "move"
        self._enter(Phase.CREATING)
        return [readdress(self.target, self.address, given.value.version, given.count)]

    def _parent_made(self, given: i.ParentMade) -> Commands:
        self._is_counted = True
        return self._look()

    def _parent_refused(self, given: i.Failed) -> Commands:
        """Go on without a count if nothing may be created beside the service."""
        was_counted, self._is_counted = self._is_counted, False
        return self._look() if was_counted else self._failed(given)

    def _fired(self, given: i.WatchFired) -> Commands:
        """Look again: the own znode fired, or the one that was waited for (rules 7 and 14)."""
        self._is_registered = self._is_registered and given.event != "deleted"
        return self._look()

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again after what is under way; a look that was sent may be older than this."""
        return self._look() if self.phase is Phase.LISTING else []

    # -- leaving --------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered, so that nothing stays behind (rule 9)."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        return self._look() if self.phase in _AT_REST else []

    def _remove(self, given: NameFound, step: str) -> Commands:
        self.step = step
        self._is_registered = False
        self._enter(Phase.WITHDRAWING)
        return [remove_name(self.target, given.value.version, given.count)]

    def _removed(self, given: i.Deleted) -> Commands:
        self._forget_znode()
        return self._leave() if self._intent is Intent.LEAVE else self._look()

    def _end(self, reason: str) -> Commands:
        """End the standing: cut off, it cannot know whether the name still leads to it."""
        self._is_registered = False
        return super()._end(reason)

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self._is_registered = False

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        i.Stop: Turn(_stop, Phase.LEFT, Phase.LISTING),
        Move: Turn(_move, Phase.LISTING),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, NameFound): Turn(
            _seen, Phase.WITHDRAWING, Phase.CREATING, Phase.WAITING, Phase.LEFT
        ),
        (Phase.LISTING, w.Missing): Turn(_missing, Phase.LEFT, Phase.RESTING, Phase.CREATING),
        (Phase.CREATING, i.Created): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.Taken): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.CreateReplyLost): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.CREATING, i.Written): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.WriteRefused): Turn(Participant._look_again, Phase.LISTING),
        (Phase.MAKING_PARENT, i.ParentMade): Turn(_parent_made, Phase.LISTING),
        (Phase.MAKING_PARENT, i.Failed): Turn(_parent_refused, Phase.LISTING, Phase.BACKING_OFF),
        (Phase.WITHDRAWING, i.Deleted): Turn(_removed, Phase.LEFT, Phase.LISTING),
        (Phase.WITHDRAWING, i.WriteRefused): Turn(Participant._look_again, Phase.LISTING),
        (Phase.WAITING, i.WatchFired): Turn(_fired, Phase.LISTING),
        **dict.fromkeys(((phase, i.WatchFired) for phase in _BUSY), Turn(_fired_early)),
    }
