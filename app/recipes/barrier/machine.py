"""A double barrier: enter together, leave together, round after round.

Rules beside those of a participant, by number:

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

from collections.abc import Mapping
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.naming import in_order
from ...participation.participant import Anywhere, Commands, Participant, Table
from ...participation.phases import HELD, Intent, Phase
from . import messages as m
from .znodes import PARENTS, process_name, ready_name

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

    def _enter_next(self, given: m.Enter) -> Commands:
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
            return self._rest()
        if not self._takes_part:
            self._enter(Phase.FINDING)
            return [m.FindRound()]
        return self._look()

    def _rest(self) -> Commands:
        self.name = self.watched = None
        self._settle(Phase.RESTING)
        return []

    def _round_found(self, given: m.RoundFound) -> Commands:
        if given.latest is None:
            return self._make_parents()
        self.round, self._takes_part = given.latest + 1, True
        return self._look()

    def _look(self) -> Commands:
        self._void_replies()
        self._is_old = False
        self._enter(Phase.LISTING)
        return [m.LookAround(self.round, None if self._departs else self._own, self._must_sync)]

    @property
    def _own(self) -> str | None:
        """Return its own znode."""
        return self.name.rpartition("/")[2] if self.name else None

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again: the first of several reads may be out of date by the last of them."""
        self._is_old = True
        return []

    def _looked(self, given: m.Looked) -> Commands:
        if given.names is None:
            return self._make_parents()
        self._must_sync = False
        asked = self._own
        mine = in_order(name for name in given.names if self._is_mine(name))
        spare = [*mine[1:], *(name for name in given.names if self._is_left(name))]
        if spare:
            return self._take_away(spare[-1])
        own = mine[0] if mine else None
        self.name = process_name(own) if own else None
        if self._departs:
            return self._look() if self._is_old else self._leaving(own, given)
        if given.members is not None:
            return self._begun(own, given.members)
        if self._is_old or own not in (None, asked):
            return self._look()  # the list has shown our znode, but no watch is set on it yet
        if given.latest >= self.round:
            return self._missed(own, given.latest)
        return self._wait(own, given.names)

    def _take_away(self, name: str) -> Commands:
        """Delete a znode too many: a late create made a second one, of which the lowest stays, or
        the delete of one for another round was lost (rule 1).
        """
        self._enter(Phase.ASKING)
        return [c.DeleteOwn(process_name(name))]

    @property
    def _prefix(self) -> str:
        return f"{self._guid}_r{self.round}-n_"

    def _is_mine(self, name: str) -> bool:
        return name.startswith(self._prefix)

    def _is_left(self, name: str) -> bool:
        return name.startswith(f"{self._guid}_r") and not self._is_mine(name)

    # -- entering -----------------------------------------------------------------------------

    def _wait(self, own: str | None, names: tuple[str, ...]) -> Commands:
        if own is None:
            self.step = "create znode"
            self._enter(Phase.CREATING)
            return [c.CreateOwn(process_name(self._prefix))]
        there = m.standing_for(self.round, names)
        if len(there) >= self.size:
            self.step = "open"
            self._enter(Phase.ASKING)
            return [m.Open(self.round, tuple(there[: self.size]))]
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

    def _missed(self, own: str | None, latest: int) -> Commands:
        """Give up a round that ended meanwhile: what it left has been cleared."""
        self.round = latest
        return self._too_late(own)

    def _too_late(self, own: str | None) -> Commands:
        self.step = "too late"
        late = m.Late(self.round)
        if own is None:
            self.round += 1
            return [late, *self._look()]
        self._enter(Phase.WITHDRAWING)
        return [late, c.DeleteOwn(process_name(own))]

    # -- leaving the round ------------------------------------------------------------------------

    def _depart(self, given: m.Depart) -> Commands:
        if self.phase is not Phase.HOLDING:
            return []
        self._departs = True
        self._in_queue = False
        self.step = "leave"
        return self._look()

    def _leaving(self, own: str | None, given: m.Looked) -> Commands:
        """Take steps 1 to 6 of the recipe's second half, among those who are in this round."""
        inside = in_order(name for name in given.names or () if name in self.members)
        if not inside:
            return self._out()
        if given.members is None and given.latest <= self.round and inside != [own]:
            return self._put_back()
        if inside == [own] or (own in inside and own != inside[0]):
            self.step = "delete znode"
            self._enter(Phase.WITHDRAWING)
            return [c.DeleteOwn(process_name(str(own)))]
        self.step = "wait for the others"
        other = inside[-1] if own == inside[0] else inside[0]
        self._enter(Phase.WATCHING)
        return [c.ReadPredecessor(process_name(other))]

    def _put_back(self) -> Commands:
        """Create the ready znode again: those who have not read it would wait for ever (rule 8)."""
        self._enter(Phase.ASKING)
        return [m.Reopen(self.round, self.members)]

    def _other_read(self, given: i.NodeRead) -> Commands:
        if self._is_old or not given.exists:
            return self._look()
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _deleted(self, given: i.Deleted) -> Commands:
        """Look who is still inside, if it leaves; otherwise try again."""
        self.name = None
        if self._departs:
            return self._look()
        self.round += 1
        return self._look()

    def _out(self) -> Commands:
        """Leave, and delete what the round before has left."""
        over, self.epoch = self.round, None
        self._takes_part = self._departs = False
        self.members = ()
        self._intent = Intent.REST
        self.step = "out"
        clearing = [m.Clear(over - 1)] if over > 1 else []
        return [m.Out(over), *clearing, *self._resume()]

    # -- trouble, and the end ---------------------------------------------------------------------

    def _forget_znode(self) -> None:
        """Forget its znode: without the session it is out of the round, and nobody waits for it."""
        super()._forget_znode()
        self._takes_part = self._departs = False
        self.members = ()

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        m.Enter: _enter_next,
        m.Depart: _depart,
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.FINDING, m.RoundFound): _round_found,
        (Phase.LISTING, m.Looked): _looked,
        (Phase.CREATING, i.Created): _created,
        (Phase.CREATING, i.CreateReplyLost): Participant._overtaken,
        (Phase.CREATING, i.ParentMissing): Participant._parent_missing,
        (Phase.ASKING, i.Written): Participant._look_again,
        (Phase.ASKING, i.WriteRefused): Participant._look_again,
        (Phase.ASKING, i.Deleted): Participant._look_again,
        (Phase.WATCHING, i.NodeRead): _other_read,
        (Phase.WITHDRAWING, i.Deleted): _deleted,
        (Phase.WAITING, i.WatchFired): _fired,
        (Phase.LISTING, i.WatchFired): _fired_early,
        (Phase.WATCHING, i.WatchFired): _fired_early,
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in (*HELD, *_DEAF)), Participant._overtaken
        ),
    }
