"""A double barrier: enter together, leave together, round after round.

Names are relative to the barrier; `znodes` says what there is. Rules beside those of a participant,
by number:

1. The list of processes tells whether a create whose answer was lost has happened: the session's
   GUID is in the name.
2. A round's ready znode says who is in it. It is created in one transaction with a check of
   their znodes: so nobody enters before all are there, and all agree on who is in.
5. After a reconnect, look again: the round may have begun, or be over.
7. If somebody else deletes the own znode while it waits, create it again.
8. A missing parent is created; so is, by those who are in it, the ready znode of a round that
   somebody has deleted before all had read it.
11. A waiting process watches the ready znode, which is not there yet (exists): all wake at once.
17. A round's number is in every name: a quick process that already waits for the next round is not
    taken for one that has not left this round.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.messages import Message, message, reading, unheard, writing
from ...participation.naming import in_order
from ...participation.participant import (
    Anywhere,
    Commands,
    Course,
    Courses,
    Participant,
    Table,
    Turn,
)
from ...participation.phases import HELD, Intent, Phase
from ...participation.place import Place
from ...participation.said import said_in
from ...zookeeper import operations as o
from .znodes import PARENTS, PROCESSES, READY, process_name, ready_name, round_of

Names = tuple[str, ...] | None
"""The names in a list, None for a missing one."""


def standing_for(number: int, names: Iterable[str]) -> list[str]:
    """Return the processes that wait for this round, in their order. A process with two znodes,
    because a create of its was late, counts by the lowest.
    """
    lowest: dict[str, str] = {}
    for name in in_order(name for name in names if round_of(name) == number):
        lowest.setdefault(name.rpartition("_")[0], name)
    return list(lowest.values())


def latest_of(ready: Names, processes: Names) -> int | None:
    """Return the latest round that has begun, by the names: a process that waits for round 8 knows
    of round 7, even if somebody has deleted its ready znode. None where one of the lists is
    missing.
    """
    if ready is None or processes is None:
        return None
    begun = [number for name in ready if (number := round_of(name)) is not None]
    ahead = [number - 1 for name in processes if (number := round_of(name)) is not None]
    return max([*begun, *ahead], default=0)


# -- messages to ZooKeeper ---------------------------------------------------------------------


@message
def find_round() -> Message:
    """List the rounds that have begun, and the processes. The latest round has begun if its ready
    znode is there, or if a process waits for the next one.
    """
    return reading(
        lambda place: (o.Names(place.of(READY)), o.Names(place.of(PROCESSES))),
        lambda at, generation, *lists: RoundFound(at, generation, latest_of(*lists)),
    )


@message
def look_around(number: int, own: str | None, sync: bool = False) -> Message:
    """Read the processes, the rounds that have begun, and the ready znode of this round, with a
    watch that fires at its creation and its end; `own`, if given, is the process's own znode, read
    with a watch. With `sync` the server catches up first.

    The own znode comes first: a later change of it fires its watch, and an earlier one shows in the
    list that is read after it. Then exists with a watch, so that the creation is notified too; then
    the data, and the lists. Data that is not ours names nobody.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        watched = (o.Get(place.of(process_name(own)), watch=True),) if own else ()
        ready = place.of(ready_name(number))
        lists = (o.Names(place.of(READY)), o.Names(place.of(PROCESSES)))
        return (*watched, o.Exists(ready, watch=True), o.Get(ready), *lists)

    def told(at: float, generation: int, *values: Any) -> i.Input:
        ready, rounds, names = values[-3:]
        latest = latest_of(rounds, names)
        there, members = None if latest is None else names, None
        if ready is not None:
            members = tuple(str(name) for name in said_in(ready.data, "members", list) or ())
        return Looked(at, generation, there, members, latest or 0)

    return reading(reads, told, sync=sync)


def _opened(number: int, members: tuple[str, ...], place: Place) -> o.Write:
    said = {"members": members, "by": place.name}
    return o.Create(place.of(ready_name(number)), json.dumps(said).encode())


@message
def open_round(number: int, members: tuple[str, ...]) -> Message:
    """Check that all these processes' znodes exist, and create the round's ready znode, which names
    them, unless somebody is faster.
    """

    def writes(place: Place) -> tuple[o.Write, ...]:
        stand = (o.Check(place.of(process_name(name))) for name in members)
        return (*stand, _opened(number, members, place))

    return writing(writes)


@message
def reopen_round(number: int, members: tuple[str, ...]) -> Message:
    """Create again the ready znode of a round that has begun, with the same names. Some of them may
    have left already.
    """
    return writing(lambda place: (_opened(number, members, place),))


@message
def clear_round(number: int) -> Message:
    """Delete the ready znode of a round that is over. Nobody waits for the answer: the process that
    clears the next round tries again.
    """
    return writing(lambda place: (o.Delete(place.of(ready_name(number))),), unheard, failed=unheard)


# -- news for the process's work ----------------------------------------------------------------


@dataclass(frozen=True)
class Out(c.Command):
    """It has left the round, and so have all others."""

    round: int


@dataclass(frozen=True)
class Late(c.Command):
    """The round began without it."""

    round: int


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Enter(i.Input):
    """An order to take part in the next round."""


@dataclass(frozen=True)
class Depart(i.Input):
    """An order to leave, together with all others: the work inside is done."""


@dataclass(frozen=True)
class RoundFound(i.Reply):
    """The latest round known to have begun, 0 for none; None where there is no barrier yet."""

    latest: int | None


@dataclass(frozen=True)
class Looked(i.Reply):
    """The names of all processes, None where a list is missing; the names in the round's ready
    znode, None where there is none; and the latest round known to have begun, 0 for none.
    """

    names: Names
    members: Names
    latest: int


# -- a process ----------------------------------------------------------------------------------

_DEAF = (
    Phase.CREATING,
    Phase.ASKING,
    Phase.MAKING_PARENT,
    Phase.WITHDRAWING,
    Phase.RESTING,
)


class DoubleBarrier(Participant):
    """One process's side of a barrier that `size` processes pass together. In phase HOLDING it is
    inside; in RESTING it wants nothing.
    """

    words: ClassVar[Mapping[str, str]] = {"leading": "inside", "behind": "outside"}
    enters: ClassVar[Courses] = {
        Course.RESUME: (Phase.RESTING, Phase.FINDING, Phase.LISTING),
    }
    first_step = "create znode"
    stands_on = tuple(f"/{one}" for one in PARENTS)

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size = size
        self.round = 0
        self.members: tuple[str, ...] = ()
        self._intent = Intent.REST
        self._takes_part = self._departs = False
        self._is_old = self._must_sync = False

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> DoubleBarrier:
        """Make a machine from settings: `size`, how many pass the barrier together."""
        return cls(int(settings["size"]))

    def _belief(self) -> str:
        believed = super()._belief()
        if believed == "behind" and self.session is None:
            return "joining"
        return "leaving" if self._departs and believed in ("waiting", "joining") else believed

    # -- the round ------------------------------------------------------------------------------

    def _enter_next(self, given: Enter) -> Commands:
        if self._intent is not Intent.REST:
            return []
        self._intent = Intent.STAY
        return self._resume() if self.phase is Phase.RESTING else []

    def _restored(self, given: i.Restored) -> Commands:
        """Look again with a sync: this server may not have seen a create yet (rule 1)."""
        self._must_sync = True
        return super()._restored(given)

    def _resume(self) -> Commands:
        """Look again after a reconnect (rule 5)."""
        self._void_replies()
        if self._intent is Intent.REST:
            self.name = self.watched = None
            self._settle(Phase.RESTING)
            return []
        if not self._takes_part:
            self._enter(Phase.FINDING)
            return [find_round()]
        return self._look()

    def _round_found(self, given: RoundFound) -> Commands:
        if given.latest is None:
            return self._make_parents()
        self.round, self._takes_part = given.latest + 1, True
        return self._look()

    def _look(self) -> Commands:
        self._void_replies()
        self._is_old = False
        self._enter(Phase.LISTING)
        return [look_around(self.round, None if self._departs else self._own, self._must_sync)]

    @property
    def _own(self) -> str | None:
        """Return its own znode."""
        return self.name.rpartition("/")[2] if self.name else None

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again: the first of several reads may be out of date by the last of them."""
        self._is_old = True
        return []

    def _looked(self, given: Looked) -> Commands:
        """Delete first a znode too many: a late create made a second one, of which the lowest
        stays, or the delete of one for another round was lost (rule 1).
        """
        if given.names is None:
            return self._make_parents()
        self._must_sync = False
        asked = self._own
        of_session = [name for name in given.names if name.startswith(f"{self._guid}_r")]
        mine = in_order(name for name in of_session if name.startswith(self._prefix))
        left = [name for name in of_session if not name.startswith(self._prefix)]
        spare = [*mine[1:], *left]
        if spare:
            self._enter(Phase.ASKING)
            return [c.delete_own(process_name(spare[-1]))]
        own = mine[0] if mine else None
        self.name = process_name(own) if own else None
        if self._departs:
            return self._look() if self._is_old else self._leaving(own, given)
        if given.members is not None:
            return self._begun(own, given.members)
        if self._is_old or own not in (None, asked):
            return self._look()  # the list has shown our znode, but no watch is set on it yet
        if given.latest >= self.round:
            self.round = given.latest  # it ended meanwhile: what it left has been cleared
            return self._too_late(own)
        return self._wait(own, given.names)

    @property
    def _prefix(self) -> str:
        return f"{self._guid}_r{self.round}-n_"

    # -- entering -----------------------------------------------------------------------------

    def _wait(self, own: str | None, names: tuple[str, ...]) -> Commands:
        if own is None:
            self.step = "create znode"
            self._enter(Phase.CREATING)
            return [c.create_own(process_name(self._prefix))]
        there = standing_for(self.round, names)
        if len(there) >= self.size:
            self.step = "open"
            self._enter(Phase.ASKING)
            return [open_round(self.round, tuple(there[: self.size]))]
        self.step = "wait for ready"
        self.watched = ready_name(self.round)
        self._settle(Phase.WAITING)
        return []

    def _created(self, given: i.Created) -> Commands:
        self.name = process_name(given.name)
        return self._look()

    def hears(self, name: str) -> bool:
        """Tell whether a watch concerns it: on what it waits for, on its own znode, or, while it
        leaves, on the round's.
        """
        also = ready_name(self.round) if self._departs else self.name
        return super().hears(name) or name == also

    def _fired(self, given: i.WatchFired) -> Commands:
        self.step = "notified"
        return self._look()

    def _begun(self, own: str | None, members: tuple[str, ...]) -> Commands:
        """Take part in the round if the ready znode names it (rule 2)."""
        if own is None or own not in members:
            return self._too_late(own)
        self.members = members
        self.step = "inside"
        self.watched = None
        self.epoch = self.round
        self._settle(Phase.HOLDING)
        return [c.Begin(self.round)]

    def _too_late(self, own: str | None) -> Commands:
        self.step = "too late"
        late = Late(self.round)
        if own is None:
            self.round += 1
            return [late, *self._look()]
        self._enter(Phase.WITHDRAWING)
        return [late, c.delete_own(process_name(own))]

    # -- leaving the round ------------------------------------------------------------------------

    def _depart(self, given: Depart) -> Commands:
        if self.phase is not Phase.HOLDING:
            return []
        self._departs = True
        self._in_queue = False
        self.step = "leave"
        return self._look()

    def _leaving(self, own: str | None, given: Looked) -> Commands:
        """Take steps 1 to 6 of the recipe's second half, among those who are in this round. Without
        its ready znode those who have not read it would wait for ever (rule 8).
        """
        inside = in_order(name for name in given.names or () if name in self.members)
        if not inside:
            return self._out()
        if given.members is None and given.latest <= self.round and inside != [own]:
            self._enter(Phase.ASKING)
            return [reopen_round(self.round, self.members)]
        if inside == [own] or (own in inside and own != inside[0]):
            self.step = "delete znode"
            self._enter(Phase.WITHDRAWING)
            return [c.delete_own(process_name(str(own)))]
        self.step = "wait for the others"
        other = inside[-1] if own == inside[0] else inside[0]
        self._enter(Phase.WATCHING)
        return [c.read_predecessor(process_name(other))]

    def _other_read(self, given: i.NodeRead) -> Commands:
        if self._is_old or not given.exists:
            return self._look()
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _deleted(self, given: i.Deleted) -> Commands:
        """Look who is still inside, if it leaves; otherwise try again."""
        self.name = None
        if not self._departs:
            self.round += 1
        return self._look()

    def _out(self) -> Commands:
        """Leave, and delete what the round before has left."""
        over, self.epoch = self.round, None
        self._takes_part = self._departs = False
        self.members = ()
        self._intent = Intent.REST
        self.step = "out"
        clearing = [clear_round(over - 1)] if over > 1 else []
        return [Out(over), *clearing, *self._resume()]

    # -- trouble, and the end ---------------------------------------------------------------------

    def _forget_znode(self) -> None:
        """Forget its znode: without the session it is out of the round, and nobody waits for it."""
        super()._forget_znode()
        self._takes_part = self._departs = False
        self.members = ()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        Enter: Turn(_enter_next, Phase.FINDING),
        Depart: Turn(_depart, Phase.LISTING),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.FINDING, RoundFound): Turn(_round_found, Phase.MAKING_PARENT, Phase.LISTING),
        (Phase.LISTING, Looked): Turn(
            _looked,
            Phase.MAKING_PARENT,
            Phase.ASKING,
            Phase.CREATING,
            Phase.WAITING,
            Phase.HOLDING,
            Phase.WITHDRAWING,
            Phase.WATCHING,
            Phase.RESTING,
        ),
        (Phase.CREATING, i.Created): Turn(_created, Phase.LISTING),
        (Phase.CREATING, i.CreateReplyLost): Turn(Participant._overtaken),
        (Phase.CREATING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.ASKING, i.Written): Turn(Participant._look_again, Phase.LISTING),
        (Phase.ASKING, i.WriteRefused): Turn(Participant._look_again, Phase.LISTING),
        (Phase.ASKING, i.Deleted): Turn(Participant._look_again, Phase.LISTING),
        (Phase.WATCHING, i.NodeRead): Turn(_other_read, Phase.LISTING, Phase.WAITING),
        (Phase.WITHDRAWING, i.Deleted): Turn(_deleted, Phase.LISTING),
        (Phase.WAITING, i.WatchFired): Turn(_fired, Phase.LISTING),
        (Phase.LISTING, i.WatchFired): Turn(_fired_early),
        (Phase.WATCHING, i.WatchFired): Turn(_fired_early),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in (*HELD, *_DEAF)), Turn(Participant._overtaken)
        ),
    }
