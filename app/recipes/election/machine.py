"""Leader election by three strategies, as pure state machines: what a candidate of each does.

Rules beside those of a volunteer, by number.

3. Lead only after a read showed the own znode and its owner (CURATOR-696).
13. A later epoch that was acknowledged forbids leading.

A rule of eligibility: a candidate with older data than the newest neither volunteers nor leads.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.naming import LEADER, in_order
from ...participation.participant import (
    FIRST_RETRY,
    Anywhere,
    Commands,
    Course,
    Courses,
    Participant,
    Table,
    Turn,
)
from ...participation.phases import HELD, PLACED, Intent, Phase
from ...participation.queueing import Queue
from ...participation.volunteer import Volunteer
from . import messages as m
from .strategies import STRATEGIES
from .znodes import is_genuine


class Leading(Volunteer):
    """One candidate's side of an election: the lead, its epoch, its acknowledgement. A strategy
    says how it comes to lead.

    version: that of its data, None where it has none; newest: the newest one, as far as it knows.
    """

    enters: ClassVar[Courses] = {
        Course.RESUME: (*Volunteer.resumes, Phase.CREATING, Phase.ASKING),
        Course.AGAIN: (Phase.FINDING, Phase.CREATING, Phase.ASKING),
        Course.FIRST: (Phase.WITHDRAWING, Phase.BACKING_OFF, Phase.WRITING),
    }
    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {
        **Volunteer.orders,
        "resign": m.Resign,
        "data": m.Data,
    }

    def __init__(self) -> None:
        super().__init__()
        self.leader: str | None = None
        self.version: int | None = None
        self.newest: int | None = None

    def view(self) -> Mapping[str, Any]:
        """Return who leads, as far as it has to know, and the versions of its data."""
        data = {"version": self.version, "newest": self.newest}
        return {"leader": self.leader, "data": None if self.version is None else data}

    def _listing(self, name: str | None, *, watch: bool = True, sync: bool = False) -> c.Message:
        return m.list_candidates(name, watch, sync, newest=self.version is not None)

    def _list_and_watch(self, step: str) -> Commands:
        """List the names of all, and watch that list."""
        self.step = step
        self._enter(Phase.LISTING)
        return [c.list_names(watch=True)]

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.leader = None

    # -- eligibility --------------------------------------------------------------------------

    @property
    def _is_behind(self) -> bool:
        return self.version is not None and self.newest is not None and self.version < self.newest

    def _volunteer(self) -> Commands:
        if self.version is None:
            return self._create()
        return self._list(Phase.ASKING, None)

    def _asked(self, given: i.Children) -> Commands:
        """Look for the znode of a create that was late (rule 1)."""
        if self._may_have_more and self._found(given):
            return self._seek()
        self.newest = given.beside.newest
        return self._sit_out() if self._is_behind else self._create()

    def _sit_out(self) -> Commands:
        self.step = "sit out"
        return self._give_back(Intent.REST, "its data is behind")

    def _data_told(self, given: m.Data) -> Commands:
        self.version, self.newest = given.version, given.newest
        if self._intent is Intent.LEAVE:
            return []
        if self._is_behind:
            return self._sit_out()
        if self._intent is not Intent.REST:
            return []
        self._intent = Intent.STAY
        return self._resume() if self.phase is Phase.RESTING else []

    # -- leading ------------------------------------------------------------------------------

    def _lead(self, given: i.Children) -> Commands:
        """Lead: `given` showed the own znode and its owner, and no znode before it."""
        assert given.own is not None
        self.newest = given.beside.newest
        if self._is_behind:
            return self._sit_out()
        later = self._later(given.beside.acknowledgement, given.own.czxid)
        if later is not None:
            return self._outdated(later)
        self.epoch = given.own.czxid
        return [c.Begin(self.epoch), *self._acknowledge(given.beside.acknowledgement)]

    def _lead_at_once(self, own: i.Own) -> Commands:
        """Lead after reading only the list; the acknowledgement is read while leading."""
        self.epoch = own.czxid
        self.step = "acknowledge"
        self._in_queue = True
        self._retry_at = None
        return [c.Begin(self.epoch), *self._list(Phase.WRITING, self.name)]

    def _later(self, read: m.Acknowledgement | None, epoch: int) -> int | None:
        """Return a later epoch that was acknowledged. An epoch of another ensemble is not believed:
        no new znode would ever get a later zxid.
        """
        if read is None or read.epoch is None or read.epoch <= epoch:
            return None
        if is_genuine(read.epoch, read.mzxid):
            return read.epoch
        self.error = (
            f"the acknowledged epoch 0x{read.epoch:x} is not believed: it is later than the change "
            f"that wrote it (0x{read.mzxid:x}), so it was copied from another ensemble"
        )
        return None

    def _outdated(self, later: int) -> Commands:
        """Give up this znode, which must not lead; a new one gets a later zxid."""
        self._intent, self.step = Intent.REQUEUE, None
        return self._back_off(f"epoch 0x{later:x}, a later one, is acknowledged")

    def _acknowledge(self, read: m.Acknowledgement | None) -> Commands:
        assert self.name is not None
        assert self.epoch is not None
        self.step = "acknowledge"
        self._in_queue = True
        self._retry_at = None
        self._enter(Phase.WRITING)
        return [m.acknowledge(self.name, self.epoch, read.version if read else None)]

    def _acknowledged(self, given: i.Written) -> Commands:
        self.step = "lead"
        self._settle(Phase.HOLDING)
        return []

    def _check_lead(self, given: i.Children) -> Commands:
        """Check while leading: is the znode still its own, and the acknowledgement as expected?"""
        if not self._owns(given.own):
            return self._not_own(given.own)
        later = self._later(given.beside.acknowledgement, self.epoch or 0)
        if later is not None:
            return self._end("a later epoch is acknowledged") + self._outdated(later)
        waiting = self.phase is Phase.WRITING
        return self._acknowledge(given.beside.acknowledgement) if waiting else []

    def _refused(self, given: i.WriteRefused) -> Commands:
        return self._look()

    def _resign(self, given: m.Resign) -> Commands:
        self.step = None
        return self._give_back(Intent.REQUEUE, "it resigned")

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {**Volunteer.anywhere, m.Data: Turn(_data_told, Course.RESUME)}
    transitions: ClassVar[Table] = {
        **Volunteer.transitions,
        (Phase.WITHDRAWING, i.Deleted): Turn(
            Volunteer._withdrawn, Course.AGAIN, Phase.LEFT, Phase.RESTING
        ),
        (Phase.ASKING, i.Children): Turn(_asked, Phase.FINDING, Phase.RESTING, Phase.CREATING),
        (Phase.WRITING, i.Children): Turn(_check_lead, Phase.BACKING_OFF, Course.AGAIN),
        (Phase.WRITING, i.Written): Turn(_acknowledged, Phase.HOLDING),
        (Phase.WRITING, i.WriteRefused): Turn(_refused),
        (Phase.HOLDING, i.Children): Turn(_check_lead, Phase.BACKING_OFF, Course.AGAIN),
        **dict.fromkeys(((phase, m.Resign) for phase in HELD), Turn(_resign, Phase.WITHDRAWING)),
    }


class PredecessorElection(Queue, Leading):
    """One candidate's side of an election in which each watches the next lower one."""

    def _list_again(self) -> Commands:
        """List again, and read the newest version where the candidate's data has one."""
        return super()._list_again() if self.version is None else self._list_whole()

    def _first(self, own: i.Own, given: i.Children) -> Commands:
        return self._lead_at_once(own) if self._trusts else self._lead(given)

    transitions: ClassVar[Table] = {**Queue.transitions, **Leading.transitions}


class HerdElection(Leading):
    """One candidate's side of an election in which all watch the parent's list of children.

    What the recipe warns of: each change of the list wakes all of them ("herd effect"), and each
    reads the whole list again to remember who leads.
    """

    def _take_part(self) -> Commands:
        return self._list_and_watch("list children")

    def _listed(self, given: i.Children) -> Commands:
        """Lead if the own znode is the lowest, and is there: both are looked up."""
        names = in_order(given.names or ())
        self.watched = None if given.names is None else i.PARENT
        self.leader = names[0] if names else None
        if self.leader == self.name or self.name not in names:
            return self._list(Phase.CHECKING, self.name)
        self.step = "remember leader"
        self._settle(Phase.WAITING)
        return []

    def _checked(self, given: i.Children) -> Commands:
        if not self._owns(given.own):
            return self._not_own(given.own)
        is_first = in_order(given.names or ())[:1] == [self.name]
        return self._lead(given) if is_first else self._take_part()

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.name:
            return self._own_fired(given)
        self.watched = None
        if self.phase is not Phase.WAITING:
            return []
        return self._list_and_watch("notified")

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Leading.transitions,
        (Phase.LISTING, i.Children): Turn(_listed, Phase.CHECKING, Phase.WAITING),
        (Phase.CHECKING, i.Children): Turn(
            _checked, Phase.LISTING, Phase.BACKING_OFF, Course.AGAIN, Course.FIRST
        ),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in PLACED), Turn(_fired, Phase.LISTING, Course.AGAIN)
        ),
    }


class SingleElection(Leading):
    """One candidate's side of an election in which all race to create the same znode.

    There is one ephemeral znode, `leader`. Its creator leads; all others watch the parent's
    children, and race again when the list changes. The creation wakes them once more.
    """

    enters: ClassVar[Courses] = {
        Course.RESUME: (*Volunteer.resumes, Phase.ASKING, Phase.CHECKING, Phase.BACKING_OFF),
        Course.AGAIN: (Phase.FINDING, Phase.LISTING, Phase.ASKING),
        Course.FIRST: (Phase.WITHDRAWING, Phase.BACKING_OFF, Phase.WRITING),
    }
    first_step = "list children"
    _sought = LEADER

    def _creation(self) -> c.Command:
        return c.claim(LEADER)

    # -- racing -------------------------------------------------------------------------------

    def _create(self) -> Commands:
        """List first: nobody creates blindly on joining, for somebody may lead."""
        return self._list_and_watch("list children")

    def _listed(self, given: i.Children) -> Commands:
        if given.names is None:
            return self._parent_missing(i.ParentMissing(given.at, given.generation))
        self.watched = i.PARENT
        return self._remember() if LEADER in given.names else super()._create()

    def _remember(self) -> Commands:
        self.leader = LEADER
        self.step = "remember leader"
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        """Race at once, with the watch armed again: where one znode is all there is, a change of
        the list is its end.
        """
        if given.name == LEADER:
            return self._own_fired(given)
        self.watched = None
        if self.phase is not Phase.WAITING:
            return []
        self.leader = None
        return [c.list_names(watch=True), *super()._create()]

    def _listed_in_race(self, given: i.Children) -> Commands:
        self.watched = None if given.names is None else i.PARENT
        return []

    def _fired_in_race(self, given: i.WatchFired) -> Commands:
        """Note that somebody has created it; the answer to come says what that means."""
        self.watched = None
        return []

    def _create_failed(self, given: i.Failed) -> Commands:
        """Back off: the list may be what failed. The create stays unanswered, so that it is looked
        up afterwards (rule 1).
        """
        return self._failed(given)

    def _beaten(self, given: i.Taken) -> Commands:
        """Look whose it is: it may be its own, from a create that was late."""
        self._unanswered_create = False
        if self._may_have_more:
            return self._resume()
        if self._intent is not Intent.STAY:
            return self._withdraw()
        return self._remember() if self.watched else self._create()

    # -- the own znode ------------------------------------------------------------------------

    def _found(self, given: i.Children) -> list[str]:
        """Compare the owner (rules 1 and 2): the name says nothing here."""
        return [LEADER] if self._owns(given.own) else []

    def _take_part(self) -> Commands:
        self.leader = LEADER
        return self._list(Phase.CHECKING, LEADER)

    def _checked(self, given: i.Children) -> Commands:
        return self._lead(given) if self._owns(given.own) else self._znode_gone()

    def _withdraw(self) -> Commands:
        """Delete the znode once it is seen to be its own: all use one name."""
        if self.name is None:
            return super()._withdraw()
        self._in_queue = False
        self._void_replies()
        return self._list(Phase.WITHDRAWING, LEADER)

    def _withdraw_own(self, given: i.Children) -> Commands:
        return [c.delete_own(LEADER)] if self._owns(given.own) else self._withdrawn(None)

    def _withdrawn(self, given: i.Deleted | None) -> Commands:
        """Let the others race first after resigning: it knows before them that the znode is gone,
        and would win.
        """
        if self._intent is not Intent.REQUEUE:
            return super()._withdrawn(given)
        self._forget_znode()
        self._intent = Intent.STAY
        self._void_replies()
        self._enter(Phase.BACKING_OFF)
        self._retry_at = self._now + FIRST_RETRY
        return [c.WakeAt(self._retry_at)]

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Leading.transitions,
        (Phase.ASKING, i.Children): Turn(
            Leading._asked, Phase.FINDING, Phase.RESTING, Phase.LISTING
        ),
        (Phase.LISTING, i.Children): Turn(
            _listed, Phase.MAKING_PARENT, Phase.WAITING, Phase.CREATING
        ),
        (Phase.CREATING, i.Created): Turn(Leading._created, Phase.WITHDRAWING, Phase.CHECKING),
        (Phase.CREATING, i.Children): Turn(_listed_in_race),
        (Phase.CREATING, i.WatchFired): Turn(_fired_in_race),
        (Phase.CREATING, i.Taken): Turn(
            _beaten, Phase.FINDING, Phase.LEFT, Phase.RESTING, Phase.WAITING, Phase.LISTING
        ),
        (Phase.CHECKING, i.Children): Turn(_checked, Course.AGAIN, Course.FIRST),
        (Phase.WITHDRAWING, i.Children): Turn(
            _withdraw_own,
            Phase.LEFT,
            Phase.RESTING,
            Phase.BACKING_OFF,
            Phase.LISTING,
            Phase.ASKING,
        ),
        (Phase.WITHDRAWING, i.Deleted): Turn(
            _withdrawn, Phase.LEFT, Phase.RESTING, Phase.BACKING_OFF, Course.AGAIN
        ),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in PLACED),
            Turn(_fired, Phase.CHECKING, Phase.CREATING, Course.AGAIN),
        ),
    }


ELECTIONS: Mapping[str, type[Participant]] = dict(
    zip(STRATEGIES, (PredecessorElection, HerdElection, SingleElection), strict=True)
)
"""The elections by the names of their strategies."""
