"""Machines with a mistake each, to be put before any machine that they fit.

The numbers are those of docs/correctness.md.
"""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import FIRST_RETRY, Commands, Participant
from app.participation.phases import HELD, Intent, Phase
from app.participation.queueing import Queue
from app.participation.volunteer import Volunteer


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
        return [] if self.phase in HELD else super()._suspended(given)


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
        own = given.own or (self._seen_own and self._seen_own[1])
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


class WithoutParent(Participant):
    """8: waits for somebody else to make the parent."""

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._back_off("there is no parent")


class CleaningUpOnce(Volunteer):
    """9: a delete that failed counts as done (kazoo #732)."""

    def _failed(self, given: i.Failed) -> Commands:
        return self._withdrawn(None) if self.phase is Phase.WITHDRAWING else super()._failed(given)


class ForgettingACreate(Volunteer):
    """9: gives back what it has, and forgets the create that is under way."""

    def _give_back(self, intent: Intent, reason: str) -> Commands:
        self._unanswered_create = False
        return super()._give_back(intent, reason)


class MakingANewConnectionTwice(Participant):
    """1: told of one connection twice, creates twice (found by this simulation)."""

    def _break_off(self, reason: str) -> Commands:
        return [] if reason == "the connection was made again" else super()._break_off(reason)

    def _resume(self) -> Commands:
        self._unanswered_create = False
        return super()._resume()  # type: ignore[safe-super]


class VoidWatchRemembered(Participant):
    """11: says that it watches what it no longer listens to (found by this simulation)."""

    def _void_replies(self) -> None:
        watched = self.watched
        super()._void_replies()
        self.watched = watched


class PausingAlike(Participant):
    """Tries again after a tenth of a second, however often it has failed in a row."""

    def _retry_later(self, reason: str) -> Commands:
        self._retry_in = FIRST_RETRY
        return super()._retry_later(reason)
