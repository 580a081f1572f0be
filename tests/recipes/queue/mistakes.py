"""The mistakes that are planted into a queue. The numbers are those of docs/correctness.md."""

from __future__ import annotations

from typing import Any

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.participant import Commands
from app.participation.place import Place
from app.recipes.queue import machine as m
from app.recipes.queue.machine import Consumer, Producer
from app.recipes.queue.znodes import CLAIMS, ITEMS, item_name
from app.zookeeper import operations as q
from tests.simulation import mistakes as usual
from tests.simulation.parts import Planting
from tests.simulation.planting import asking, instead, without


class PuttingBlindly(Producer):
    """1: what was not answered is put again."""

    def _ledger_read(self, given: m.LedgerRead) -> Commands:
        self._tried.clear()
        return super()._ledger_read(given)


class BelievingInAnyLedger(Producer):
    """1: what was not answered is taken for put."""

    def _ledger_read(self, given: m.LedgerRead) -> Commands:
        told = self._entered((), self._tried[-1]) if self._tried else []
        self._tried.clear()
        return [*told, *super()._ledger_read(given)]


class RememberingOnePut(Producer):
    """1: of several puts without an answer it knows the last one alone."""

    def _ledger_read(self, given: m.LedgerRead) -> Commands:
        del self._tried[:-1]
        return super()._ledger_read(given)


class LastComeFirst(Consumer):
    """Takes the newest of the items that are free."""

    def _try_next(self) -> Commands:
        self._free.rotate(1)
        return super()._try_next()


class ForgettingItsItem(Consumer):
    """1: after a reconnect knows nothing of what it holds."""

    def _resume(self) -> Commands:
        self.item, self._is_complete = None, False
        return super()._resume()


class FinishingAnyway(Consumer):
    """13: whose item it is now does not matter to it."""

    def _finish_refused(self, given: i.WriteRefused) -> Commands:
        return [m.Done(str(self.item)), *self._next()]


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
        return super()._fired(given) if given.name in (ITEMS, CLAIMS) else []


class WorkingWhileSuspended(Consumer):
    """4: goes on while the connection is lost."""

    def _suspended(self, given: i.Suspended) -> Commands:
        return []


class OwnerUnread(Consumer):
    """2: a claim on the item is its own."""

    def _inspected(self, given: m.InspectedItem) -> Commands:
        if given.owner is not None and self.session is not None:
            owner = self.session
            said = (given.at, given.generation, given.item, given.version, given.data, owner)
            return super()._inspected(m.InspectedItem(*said))
        return super()._inspected(given)


def _unversioned(message: c.Message, place: Place) -> tuple[q.Operation, ...]:
    """13: takes the item out whatever its version is, and leaves the claim to itself."""
    return ((q.Delete(place.of(item_name(message.arguments["item"]))),),)


def _side(mistake: Any) -> Planting:
    name = "Consumer" if issubclass(mistake, Consumer) else "Producer"
    return instead(m, name, mistake)


MISTAKES = {
    **usual.LOST_CREATES,
    **usual.CLOCKS,
    **usual.UNREAD,
    "puts blindly": _side(PuttingBlindly),
    "believes in any ledger": _side(BelievingInAnyLedger),
    "remembers one put": _side(RememberingOnePut),
    "last come, first served": _side(LastComeFirst),
    "keeps its place in the line": without(m.take, q.Delete),
    "puts without the ledger": without(m.put, q.Set),
    "forgets its item": _side(ForgettingItsItem),
    "finishes anyway": _side(FinishingAnyway),
    "finishes without the version": asking(m.finish, _unversioned),
    "does not look again": _side(NotLookingAgain),
    "first without a look": _side(FirstWithoutALook),
    "deaf in the line": _side(DeafInTheLine),
    "works while suspended": _side(WorkingWhileSuspended),
    "owner unread": _side(OwnerUnread),
}
