"""Queues and barriers with a mistake each. The numbers are those of the recipes."""

from __future__ import annotations

from dataclasses import replace

from app.recipes import gate
from app.recipes import goods as g
from app.recipes import inputs as i
from app.recipes.barrier import DoubleBarrier
from app.recipes.consumer import Consumer
from app.recipes.participant import Commands
from app.recipes.producer import Producer


class PuttingBlindly(Producer):
    """1: what was not answered is put again."""

    def _ledger_read(self, given: g.LedgerRead) -> Commands:
        self._under_way = 0
        return super()._ledger_read(given)


class BelievingInAnyLedger(Producer):
    """1: what was not answered is taken for put."""

    def _ledger_read(self, given: g.LedgerRead) -> Commands:
        told = self._entered((), self._under_way) if self._under_way else []
        self._under_way = 0
        return [*told, *super()._ledger_read(given)]


class ForgettingItsItem(Consumer):
    """1: after a reconnect knows nothing of what it holds."""

    def _resume(self) -> Commands:
        self.item, self._is_complete = None, False
        return super()._resume()


class FinishingAnyway(Consumer):
    """13: whose item it is now does not matter to it."""

    def _finish_refused(self, given: g.FinishRefused) -> Commands:
        return [g.Done(given.item), *self._next()]


class NotLookingAgain(Consumer):
    """6: stays in the line when the one before it has gone."""

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        return super()._predecessor_read(i.NodeRead(given.at, given.generation, given.name, True))


class FirstWithoutALook(Consumer):
    """6, 11: is the first, and has not looked since its watches stand."""

    def _fired_early(self, given: i.WatchFired) -> Commands:
        return []


class DeafInTheLine(Consumer):
    """11: leaves a notification unheard."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return super()._fired(given) if given.name in (g.ITEMS, g.CLAIMS) else []


class WorkingWhileSuspended(Consumer):
    """4: goes on while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return []


class OwnerUnread(Consumer):
    """2: a claim on the item is its own."""

    def _inspected(self, given: g.Inspected) -> Commands:
        if given.owner is not None and self.session is not None:
            owner = self.session
            said = (given.at, given.generation, given.item, given.version, given.data, owner)
            return super()._inspected(g.Inspected(*said))
        return super()._inspected(given)


class EnteringAlone(DoubleBarrier):
    """2: is in, when all are there by its own count."""

    def _wait(self, own: str | None, names: tuple[str, ...]) -> Commands:
        commands = super()._wait(own, names)
        if own is None or not any(isinstance(one, gate.Open) for one in commands):
            return commands
        return self._begun(own, (own,))


class LeavingAlone(DoubleBarrier):
    """Leaves without waiting for the others."""

    def _leaving(self, own: str | None, given: gate.Looked) -> Commands:
        return super()._leaving(own, given) if own is not None else self._out()


class LeavingReadyAway(DoubleBarrier):
    """Does not put back what somebody has taken away."""

    def _leaving(self, own: str | None, given: gate.Looked) -> Commands:
        return super()._leaving(own, replace(given, members=self.members))


class NotLookingAgainInside(DoubleBarrier):
    """Waits for one who has left already."""

    def _other_read(self, given: i.NodeRead) -> Commands:
        return super()._other_read(i.NodeRead(given.at, given.generation, given.name, True))


class WithoutRounds(DoubleBarrier):
    """17: whoever stands there is taken for one of this round."""

    def _looked(self, given: gate.Looked) -> Commands:
        renamed = given.names and tuple(_of_round(name, self.round) for name in given.names)
        said = (given.at, given.generation, renamed, given.members, given.latest)
        return super()._looked(gate.Looked(*said))


def _of_round(name: str, number: int) -> str:
    guid, _, place = name.rpartition("-n_")
    return f"{guid.rpartition('_r')[0]}_r{number}-n_{place}"


class DeafAtTheGate(DoubleBarrier):
    """11: does not hear that the round has begun."""

    def _fired(self, given: i.WatchFired) -> Commands:
        return [] if given.event == "created" else super()._fired(given)


class InsideWhileSuspended(DoubleBarrier):
    """4: goes on while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return []
