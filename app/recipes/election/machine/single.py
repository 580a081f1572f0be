"""Leader election as a race for one znode, as a pure state machine.

There is one ephemeral znode, `leader`. Its creator leads; all others watch the parent's
children, and race again when the list changes. The creation wakes them once more.
"""

from __future__ import annotations

from typing import ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.naming import LEADER
from ....participation.participant import FIRST_RETRY, Commands, Table
from ....participation.phases import PLACED, Intent, Phase
from .leading import Leading


class SingleElection(Leading):
    """One candidate's side of an election in which all race to create the same znode."""

    first_step = "list children"
    _sought = LEADER

    def _creation(self) -> c.Command:
        return c.Claim(LEADER)

    # -- racing -------------------------------------------------------------------------------

    def _create(self) -> Commands:
        """List first: nobody creates blindly on joining, for somebody may lead."""
        self.step = "list children"
        self._enter(Phase.LISTING)
        return [c.ListWatching()]

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
        return [c.ListWatching(), *super()._create()]

    def _listed_in_race(self, given: i.Children) -> Commands:
        self.watched = None if given.names is None else i.PARENT
        return []

    def _fired_in_race(self, given: i.WatchFired) -> Commands:
        """Note that somebody has created it; the answer to come says what that means."""
        self.watched = None
        return []

    def _create_failed(self, given: i.Failed) -> Commands:
        """List again: the list may be what failed; the create is looked up (rule 1)."""
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
        return [c.DeleteOwn(LEADER)] if self._owns(given.own) else self._withdrawn(None)

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
        (Phase.LISTING, i.Children): _listed,
        (Phase.CREATING, i.Children): _listed_in_race,
        (Phase.CREATING, i.WatchFired): _fired_in_race,
        (Phase.CREATING, i.Taken): _beaten,
        (Phase.CHECKING, i.Children): _checked,
        (Phase.WITHDRAWING, i.Children): _withdraw_own,
        **dict.fromkeys(((phase, i.WatchFired) for phase in PLACED), _fired),
    }
