"""Recipes with a mistake each, to be put before any recipe that they fit.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.leading import Leading
from app.recipes.lock import Confirmed, DistributedLock
from app.recipes.participant import Commands, Participant
from app.recipes.phases import LEADING, Intent, Phase
from app.recipes.queueing import Queue
from app.recipes.single import LEADER, SingleElection
from app.recipes.volunteer import Volunteer


class WithoutLookingUp(Volunteer):
    """1: a create whose answer was lost is simply done again."""

    def _found(self, given: i.Children) -> list[str]:
        return []


class OwnerUnread(Volunteer):
    """2, 3: whatever bears its name counts as its own (with one GUID for life)."""

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None


class LeadingWhileSuspended(Participant):
    """4: goes on leading while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return [] if self.phase in LEADING else super()._suspended(given)


class WithoutDeadline(Participant):
    """4: believes in its session until a server says otherwise."""

    def _check_clock(self, at: float) -> Commands:
        return []

    def _tick(self, given: i.Tick) -> Commands:
        return super()._tick(given) if given.at < self.deadline else []


class WithoutListingAgain(Participant):
    """5, 11: after a reconnect waits on, for a watch that has gone with the connection."""

    _last_step: str | None = None

    def _break_off(self, reason: str) -> Commands:
        self._last_step = self.step or self._last_step
        return super()._break_off(reason)

    def _restored(self, given: i.Restored) -> Commands:
        waited = self._in_queue and self._last_step in ("watch predecessor", "remember leader")
        same = given.session == self.session
        commands = super()._restored(given)
        if waited and same:
            self.phase = Phase.WAITING
            return [one for one in commands if isinstance(one, c.WakeAt)]
        return commands


class CreatingAnew(Volunteer):
    """5: deletes and creates after a reconnect (CURATOR-644, 645)."""

    def _restored(self, given: i.Restored) -> Commands:
        if given.session == self.session and self.name and self._intent is Intent.STAY:
            self._intent = Intent.REQUEUE
        return super()._restored(given)


class StaleReplies(Participant):
    """5: acts on what belongs to a plan given up."""

    def _is_void(self, given: i.Input) -> bool:
        return False


class TrustingTheWatch(Queue):
    """6: is the first when the predecessor's watch fires."""

    _last: i.Children

    def _own_of(self, given: i.Children) -> i.Own:
        own = given.own or (self._proven and self._proven[1])
        assert own is not None
        return own

    def _listed(self, given: i.Children) -> Commands:
        self._last = given
        return super()._listed(given)

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.watched and given.event == "deleted":
            self.watched = None
            return self._first(self._own_of(self._last), self._last)
        return super()._fired(given)


class TrustingTheRead(TrustingTheWatch):
    """6: is the first when the predecessor is gone before it could be watched."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return super(TrustingTheWatch, self)._fired(given)

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        return (
            super()._predecessor_read(given)
            if given.exists
            else self._first(self._own_of(self._last), self._last)
        )


class BlindToItsOwnEnd(Volunteer):
    """7: does not hear that its own znode was deleted."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "deleted" else super()._own_fired(given)


class WatchNotRearmed(Volunteer):
    """7, 11: does not watch its own znode again after a change of its data."""

    def _own_fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "changed" else super()._own_fired(given)


class WithoutParent(Volunteer):
    """8: waits for somebody else to make the parent."""

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._back_off("there is no parent")


class CleaningUpOnce(Volunteer):
    """9: a delete that failed counts as done (kazoo #732)."""

    def _failed(self, given: i.Failed) -> Commands:
        return self._withdrawn(None) if self.phase is Phase.WITHDRAWING else super()._failed(given)


class DeafToLaterEpochs(Leading):
    """13: leads although a later epoch is acknowledged."""

    def _lead(self, given: i.Children) -> Commands:
        read = given.acknowledgement
        unsaid = read and i.Acknowledgement(read.version, None, read.mzxid)
        return super()._lead(i.Children(given.at, given.generation, given.names, given.own, unsaid))


class BlindToNewerData(Leading):
    """Volunteers, and leads, whatever its data is."""

    @property
    def _is_behind(self) -> bool:
        return False


class ResignedForGood(Leading):
    """Sits out, and does not come back when its data is the newest again."""

    def _data_told(self, given: i.Data) -> Commands:
        rests = self._intent is Intent.REST
        commands = super()._data_told(given)
        if rests:
            self._intent = Intent.REST
        return [] if rests else commands


class MakingANewConnectionTwice(Participant):
    """1: told of one connection twice, creates twice (found by this simulation)."""

    def _break_off(self, reason: str) -> Commands:
        return [] if reason == "the connection was made anew" else super()._break_off(reason)

    def _resume(self) -> Commands:
        self._unanswered_create = False
        return super()._resume()  # type: ignore[safe-super]


class VoidWatchRemembered(Participant):
    """11: says that it watches what it no longer listens to (found by this simulation)."""

    def _void_replies(self) -> None:
        watched = self.watched
        super()._void_replies()
        self.watched = watched


# -- of those that watch the list -----------------------------------------------------------------


class TrustingTheList(Leading):
    """3: leads by the list alone, without a look at its own znode and its owner."""

    def _list(self, phase: Phase, name: str | None) -> Commands:
        if phase is not Phase.CHECKING or self.session is None:
            return super()._list(phase, name)
        self.name = name
        own = i.Own(self.session, 1)
        return self._lead(i.Children(self._now, self.generation, (), own, None))


class ListUnwatched(Leading):
    """11: reads the list again, and does not watch it again."""

    def _fired(self, given: i.WatchFired) -> Commands:
        fired: Commands = super()._fired(given)  # type: ignore[misc]
        return [c.List(None) if isinstance(one, c.ListWatching) else one for one in fired]


class DeafWhileItLists(Leading):
    """11: leaves a notification unheard."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.name == i.PARENT else super()._fired(given)  # type: ignore[misc]


# -- of the race for one znode --------------------------------------------------------------------


class DeletingByName(SingleElection):
    """2: gives back `leader`, whosever it is by now."""

    def _withdraw(self) -> Commands:
        return super(SingleElection, self)._withdraw()


class TakingTheTaken(SingleElection):
    """2: a `leader` that is there already is taken for its own."""

    def _beaten(self, given: i.Taken) -> Commands:
        return self._created(i.Created(given.at, given.generation, LEADER))

    def _checked(self, given: i.Children) -> Commands:
        return self._lead(given)


class RacingOnce(SingleElection):
    """11: who was beaten waits, though its watch is used up."""

    def _beaten(self, given: i.Taken) -> Commands:
        self._unanswered_create = False
        return self._remember()


# -- of the lock ----------------------------------------------------------------------------------


class GivingUpInPlace(DistributedLock):
    """16: its time limit has passed, and its znode stays in the queue."""

    def _want_no_more(self, reason: str, step: str) -> Commands:
        if step != "give up":
            return super()._want_no_more(reason, step)
        self._gives_up_at = None
        self._intent = Intent.REST
        self._enter(Phase.RESTING)
        return []


class ForgettingToRelease(DistributedLock):
    """16: releases for itself, and tells nobody."""

    def _withdraw(self) -> Commands:
        if self.phase not in LEADING and self.step != "release":
            return super()._withdraw()
        self._void_replies()
        return self._withdrawn(None)


class JumpingTheQueue(DistributedLock):
    """16: wants it again while its old place still stands."""

    def _withdrawn(self, given: i.Deleted | None) -> Commands:
        return self._take_part() if given is None else super()._withdrawn(given)


class ConfirmingItself(DistributedLock):
    """16: asks nobody whether it holds the lock, right before it writes."""

    def _confirm(self, given: i.Input) -> Commands:
        return [Confirmed()] if self.phase is Phase.LEADING else []


class HoldingTooLate(DistributedLock):
    """4: what it was given before its session was over, it holds on to."""

    def _step_down(self, reason: str) -> Commands:
        return [] if "clock" in reason else super()._step_down(reason)
