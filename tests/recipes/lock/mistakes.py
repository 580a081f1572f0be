"""The mistakes that are planted into a lock. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from app.participation import inputs as i
from app.participation import queueing as queue_module
from app.participation.participant import Commands
from app.participation.phases import HELD, Intent, Phase
from app.recipes.lock.machine import Confirmed, DistributedLock
from tests.simulation import mistakes as usual
from tests.simulation.planting import mutant, mutants


class GivingUpInPlace(DistributedLock):
    """16: its time limit has passed, and its znode stays in the queue."""

    def _stop_wanting(self, reason: str, step: str) -> Commands:
        if step != "give up":
            return super()._stop_wanting(reason, step)
        self.gives_up_at = None
        self._intent = Intent.REST
        self._enter(Phase.RESTING)
        return []


class ForgettingToRelease(DistributedLock):
    """16: releases for itself, and tells nobody."""

    def _withdraw(self) -> Commands:
        if self.phase not in HELD and self.step != "release":
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
        return [Confirmed()] if self.phase is Phase.HOLDING else []


class HoldingTooLate(DistributedLock):
    """4: what it was given before its session was over, it holds on to."""

    def _end(self, reason: str) -> Commands:
        return [] if "clock" in reason else super()._end(reason)


class LimitedWhileHolding(DistributedLock):
    """The time limit of waiting runs on while the lock is held."""

    def _first(self, own: i.Own, given: i.Children) -> Commands:
        limit = self.gives_up_at
        commands = super()._first(own, given)
        self.gives_up_at = limit
        return commands


HOLDERS = {
    "gives up in its place": GivingUpInPlace,
    "forgets to release": ForgettingToRelease,
    "a limit while it holds": LimitedWhileHolding,
    "confirms itself": ConfirmingItself,
}
"""Machines of whoever holds a lock, shared or not."""

MISTAKES = {
    **usual.of_volunteers("lock"),
    **usual.of_order(queue_module),
    **usual.of_queues("lock"),
    **usual.OF_LEADERS,
    **usual.CLOCKS,
    **usual.STARTS,
    **usual.UNREAD,
    **mutants(HOLDERS, "lock"),
    "jumps the queue": mutant(JumpingTheQueue, "lock"),
    "holds too late": mutant(HoldingTooLate, "lock"),
}
