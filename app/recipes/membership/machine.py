"""Membership in a group: who is known, who is live, and telling every member of it.

A node takes part under an identity that outlives its processes; an incarnation is one
process of it. Rules beside those of a participant, by number.

1. Its znodes have names that it knows: a read shows whether a create whose answer was lost has
   happened.
2. A live znode counts as one's own only if the session that owns it is the current one.
7. If somebody else deletes the own live znode, announce again.
8. A missing parent is created, also while the node is a member.
9. Leaving is repeated until the live znode is confirmed gone, or another process of this node has
   announced itself: its live znode has the same name. The entry in `all_nodes` stays.
11. A watch says only that there is something to read; both lists are read again with new watches.
14. A live znode of the own name may be that of an earlier session (KAFKA-7165). Only one that was
    written by an earlier incarnation known to be over may be replaced; for any other, watch it, and
    wait until ZooKeeper has ended its session: its process may be alive.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
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
from ...participation.said import said_in
from ...zookeeper import operations as o
from .znodes import ALL, LIVE, PARENTS, known_name, live_name

# -- messages ---------------------------------------------------------------------------------


@message
def gather(identity: str) -> Message:
    """Read both lists, each with a watch, and the own two znodes, the live one with a watch. Those
    that find something set a watch.
    """

    def reads(place: Place) -> tuple[o.Read, ...]:
        lists = (o.Names(place.of(parent), watch=True) for parent in PARENTS)
        live = o.Get(place.of(live_name(identity)), watch=True)
        return (*lists, live, o.Get(place.of(known_name(identity))))

    def told(at: float, generation: int, *values: Any) -> i.Input:
        known, live, own, entry = values
        standing = own and LiveStanding(own.stat.ephemeralOwner, _incarnation_in(own))
        noted = entry and OwnEntry(entry.stat.version, _incarnation_in(entry))
        return Gathered(at, generation, known, live, standing, noted)

    return reading(reads, told)


@message
def read_list(parent: str) -> Message:
    """Read one of the two lists again, with a watch; on a missing parent it sets none."""
    return reading(
        lambda place: (o.Names(place.of(parent), watch=True),),
        lambda at, generation, names: ListRead(at, generation, parent, names),
    )


@message
def register(identity: str, version: int | None) -> Message:
    """Write this process's information into its entry in `all_nodes`: which process it is, its
    machine's address as ZooKeeper sees it, and since when it runs.

    `version` is the entry's as read, None to create it. A missing entry was not as it was read; if
    there was none, a parent is missing.
    """

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        if isinstance(answer, o.Committed):
            return Registered(at, generation, 0 if version is None else version + 1)
        refused = written(at, generation, answer)
        assert isinstance(refused, i.WriteRefused)
        is_homeless = version is None and refused.why == "no node"
        return i.ParentMissing(at, generation) if is_homeless else refused

    return writing(lambda place: (_entry_of(identity, version, place),), said)


def _appearing(identity: str, writes: Callable[[Place], tuple[o.Write, ...]]) -> Message:
    """Return a message that creates the live znode after other writes. Refused: another is there,
    or something is not as it was read.
    """

    def said(at: float, generation: int, answer: o.Answer) -> i.Input:
        if isinstance(answer, o.Committed):
            return i.Created(at, generation, identity)
        return i.Taken(at, generation)

    def all_writes(place: Place) -> tuple[o.Write, ...]:
        path, data = place.of(live_name(identity)), json.dumps(place.process).encode()
        return (*writes(place), o.Create(path, data, ephemeral=True))

    return c.creating(all_writes, said)


@message
def announce(identity: str, version: int) -> Message:
    """Let the entry, as read at `version`, take this process's information, and create its live
    znode. Two processes of one identity cannot both do that.
    """
    return _appearing(identity, lambda place: (_entry_of(identity, version, place),))


@message
def replace_live(identity: str, version: int) -> Message:
    """Check that the entry is as read at `version`, delete the live znode that an earlier process
    of this identity has left, and create its own. An ephemeral znode created a second time has
    version 0 again, so its own version would not tell the two apart. A process that announces
    itself meanwhile changes the entry's version.
    """
    return _appearing(identity, lambda place: _eviction(identity, version, place))


@message
def evict(identity: str, version: int) -> Message:
    """Check that the entry is as read at `version`, and delete the live znode that an earlier
    process of this identity has left. Answered by Deleted, gone or not: a look follows.
    """
    return writing(
        lambda place: _eviction(identity, version, place),
        lambda at, generation, answer: i.Deleted(at, generation),
    )


def _eviction(identity: str, version: int, place: Place) -> tuple[o.Write, ...]:
    check = o.Check(place.of(known_name(identity)), version)
    return (check, o.Delete(place.of(live_name(identity))))


def _entry_of(identity: str, version: int | None, place: Place) -> o.Write:
    path, data = place.of(known_name(identity)), json.dumps({**place.process, **place.about})
    if version is None:
        return o.Create(path, data.encode())
    return o.Set(path, data.encode(), version)


def _incarnation_in(read: o.Node) -> str | None:
    """Return the incarnation in the data; anybody may have written the znode."""
    found: str | None = said_in(read.data, "incarnation", str)
    return found


# -- inputs -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class LiveStanding:
    """The live znode under the own name as read: whose session owns it, and which process (its
    `incarnation`) wrote it; None where its data says none.
    """

    owner: int
    incarnation: str | None


@dataclass(frozen=True)
class OwnEntry:
    """The own entry in `all_nodes` as read."""

    version: int
    incarnation: str | None


@dataclass(frozen=True)
class Gathered(i.Reply):
    """Both lists, None for a missing parent, and the own znodes, None for a missing one.

    They are read one after the other: only each list agrees with its own watch.
    """

    known: tuple[str, ...] | None
    live: tuple[str, ...] | None
    standing: LiveStanding | None
    entry: OwnEntry | None


@dataclass(frozen=True)
class ListRead(i.Reply):
    """One of the two lists, None where its parent is missing."""

    parent: str
    names: tuple[str, ...] | None


@dataclass(frozen=True)
class Registered(i.Reply):
    """The entry in `all_nodes` has this process's information, and this version."""

    version: int = 0


# -- the member -----------------------------------------------------------------------------

_SETTLED = (Phase.WAITING, Phase.CHECKING)
_IN_VIEW = {"known": ALL, "live": LIVE}
_AT_REST = (*_SETTLED, Phase.BACKING_OFF)
_DEAF = (Phase.CREATING, Phase.MAKING_PARENT, Phase.WITHDRAWING)


class Membership(Participant):
    """One node's side of a group.

    incarnation: names this process for good, whatever its sessions. over: the incarnation of this
    node's last process, if that is certain to have ended; None where nobody can say.
    """

    enters: ClassVar[Courses] = {Course.RESUME: (Phase.LISTING,)}
    first_step = "register"
    stands_on = tuple(f"/{one}" for one in PARENTS)
    registers = True

    def __init__(self, identity: str, incarnation: str, over: str | None = None) -> None:
        super().__init__()
        self.identity = identity
        self.lists: dict[str, tuple[str, ...]] = {}
        self.read_at: float | None = None
        self._is_live = False
        self._entry: int | None = None
        self._mine = {incarnation, over} - {None}
        self._incarnation = incarnation
        self._unread: set[str] = set()

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Membership:
        """Make a machine from settings: `node`, its identity; `incarnation` and `over`, as
        above.
        """
        return cls(settings.get("node", name), settings["incarnation"], settings.get("over"))

    def view(self) -> Mapping[str, Any]:
        """Return the lists as last read: what this node believes."""
        lists = {name: list(self.lists.get(parent, ())) for name, parent in _IN_VIEW.items()}
        return {"group": {"node": self.identity, **lists, "at": self.read_at}}

    def hears(self, name: str) -> bool:
        """Tell whether a watch concerns it: on both lists, and on the znode that it waits for."""
        return name in PARENTS or super().hears(name)

    def _belief(self) -> str:
        return self._believed(super()._belief(), "live" if self._is_live else None)

    # -- taking the place in the group ------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read everything that matters, whatever has happened (rules 1, 5 and 11)."""
        self._void_replies()
        self._unread.clear()
        self._enter(Phase.LISTING)
        return [gather(self.identity)]

    def _gathered(self, given: Gathered) -> Commands:
        self._learn(given)
        if self._owns(given.standing):
            self.name = live_name(self.identity)
        else:
            self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._withdraw()
        if given.known is None or given.live is None:
            return self._make_parents()
        return self._take_place(given)

    def _learn(self, given: Gathered) -> None:
        self.lists = {ALL: given.known or (), LIVE: given.live or ()}
        self.read_at = given.at
        self._entry = given.entry.version if given.entry else None

    def _owns(self, standing: LiveStanding | None) -> bool:
        return standing is not None and standing.owner == self.session

    def _take_place(self, given: Gathered) -> Commands:
        if self._owns(given.standing):
            return self._live(given.entry)
        if given.standing and given.standing.incarnation not in self._mine:
            return self._wait_for_earlier()
        if given.entry is None:
            return self._create("register", register(self.identity, None))
        if given.standing is None:
            return self._announce(given.entry.version)
        return self._replace(given.entry.version)

    def _create(self, step: str, creating: Message) -> Commands:
        self.step = step
        self._in_queue = False
        self._enter(Phase.CREATING)
        return [creating]

    def _announce_next(self, given: Registered) -> Commands:
        return self._look() if self._intent is Intent.LEAVE else self._announce(given.version)

    def _announce(self, version: int) -> Commands:
        return self._create("announce", announce(self.identity, version))

    # -- rule 14 ----------------------------------------------------------------------------------

    def _replace(self, version: int) -> Commands:
        """Replace the live znode: its writer was an incarnation of this node that is over, or this
        very process in an earlier session, and nobody else represents it.
        """
        return self._create("earlier session", replace_live(self.identity, version))

    def _wait_for_earlier(self) -> Commands:
        self.step = "earlier session"
        self._settle(Phase.WAITING)
        self.watched = live_name(self.identity)
        return self._read_unread()

    # -- a member ---------------------------------------------------------------------------------

    def _live(self, entry: OwnEntry | None) -> Commands:
        self.step = "watch members"
        self._is_live = True
        self.watched = LIVE
        if entry is not None and entry.incarnation == self._incarnation:
            self._settle(Phase.WAITING)
            return self._read_unread()
        self._enter(Phase.WAITING)
        registering = register(self.identity, entry.version if entry else None)
        return [registering, *self._read_unread()]

    def _entry_written(self, given: Registered) -> Commands:
        self._entry = given.version
        self._settle(self.phase)
        return []

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Read again: a watch fired before the last answer, so the first are out of date."""
        if given.name not in PARENTS:
            return self._look()
        self._unread.add(given.name)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name not in PARENTS:
            return self._own_fired(given)
        self.step = "notified" if self._is_live else self.step
        self._unread.add(given.name)
        self._enter(Phase.CHECKING)
        return [read_list(given.name)]

    def _read_unread(self) -> Commands:
        if self._unread:
            self._enter(Phase.CHECKING)
        return [read_list(parent) for parent in sorted(self._unread)]

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Look again: the own live znode fired, or the one that was waited for (rules 7 and 14)."""
        if given.event == "deleted":
            self._forget_znode()
        return self._look()

    def _list_read(self, given: ListRead) -> Commands:
        """Take a list (rule 8); if a live node is missing from it, look closer."""
        if given.names is None:
            return self._make_parents()
        self.lists = {**self.lists, given.parent: given.names}
        self.read_at = given.at
        if self._is_live and self.identity not in given.names:
            return self._look()
        self._unread.discard(given.parent)
        if not self._unread:
            self.step = "watch members" if self._is_live else self.step
            self._enter(Phase.WAITING)
        return []

    # -- leaving ----------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop once what is under way has answered, so that nothing stays behind (rule 9)."""
        self._intent = Intent.LEAVE
        if self.session is None:
            return self._leave()
        return self._withdraw() if self.phase in _AT_REST else []

    def _withdraw(self) -> Commands:
        """Delete the live znode, unless the entry says that another process has announced itself
        since (rule 14): both have the same name. What is left of its own goes with its session.
        """
        self.step = "leave"
        self._void_replies()
        if self.name is None:
            return self._leave()
        self._enter(Phase.WITHDRAWING)
        if self._entry is None:
            return [c.delete_own(self.name)]
        return [evict(self.identity, self._entry)]

    def _withdrawn(self, given: i.Deleted) -> Commands:
        self._forget_znode()
        return self._leave() if self._intent is Intent.LEAVE else self._look()

    # -- trouble ----------------------------------------------------------------------------------

    def _failed(self, given: i.Failed) -> Commands:
        """Stay a member that cannot write its entry, and keep trying."""
        stays = self._is_live and self.phase in _SETTLED
        return self._retry_later(given.reason) if stays else self._back_off(given.reason)

    def _end(self, reason: str) -> Commands:
        """End the belief alone: membership gives nothing that has to be given up."""
        self._is_live = False
        return super()._end(reason)

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self._is_live = False

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        i.Stop: Turn(_stop, Phase.LEFT, Phase.WITHDRAWING),
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, Gathered): Turn(
            _gathered,
            Phase.WITHDRAWING,
            Phase.LEFT,
            Phase.MAKING_PARENT,
            Phase.WAITING,
            Phase.CHECKING,
            Phase.CREATING,
        ),
        (Phase.CREATING, Registered): Turn(_announce_next, Phase.LISTING),
        (Phase.CREATING, i.WriteRefused): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.Created): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.Taken): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.CreateReplyLost): Turn(Participant._look_again, Phase.LISTING),
        (Phase.CREATING, i.ParentMissing): Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        (Phase.CHECKING, ListRead): Turn(
            _list_read, Phase.MAKING_PARENT, Phase.LISTING, Phase.WAITING
        ),
        **dict.fromkeys(((phase, Registered) for phase in _SETTLED), Turn(_entry_written)),
        **dict.fromkeys(
            ((phase, i.WriteRefused) for phase in _SETTLED),
            Turn(Participant._look_again, Phase.LISTING),
        ),
        **dict.fromkeys(
            ((phase, i.ParentMissing) for phase in _SETTLED),
            Turn(Participant._parent_missing, Phase.MAKING_PARENT),
        ),
        (Phase.WITHDRAWING, i.Deleted): Turn(_withdrawn, Phase.LEFT, Phase.LISTING),
        (Phase.LISTING, i.WatchFired): Turn(_fired_early),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in _SETTLED),
            Turn(_fired, Phase.LISTING, Phase.CHECKING),
        ),
        **dict.fromkeys(((phase, i.WatchFired) for phase in _DEAF), Turn(Participant._overtaken)),
    }
