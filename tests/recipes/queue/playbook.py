"""Plays inputs to the two sides of a queue and compares the commands, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.queue import messages as m
from app.recipes.queue.consumer import Consumer
from app.recipes.queue.producer import Producer

SESSION, OTHER = 0x1000, 0x2000
TIMEOUT = 4.0
GUID = "guid"
FIRST, SECOND, THIRD = (f"item-{number:010d}" for number in (3, 4, 5))
PLACE = "guid-n_0000000007"
BEFORE = "aaaa-n_0000000006"
LEDGER = "producers/p1"


class ConsumerPlay:
    """One consumer and the time; every method gives one input and returns the commands."""

    def __init__(self) -> None:
        self.recipe = Consumer()
        self.at = 0.0

    def give(self, given: i.Input) -> list[c.Command]:
        return self.recipe.receive(given)

    @property
    def generation(self) -> int:
        return self.recipe.generation

    def restored(self, session: int = SESSION) -> list[c.Command]:
        return self.give(i.Restored(self.at, session, GUID, TIMEOUT))

    def gathered(
        self,
        *items: str,
        claims: tuple[str, ...] | None = (),
        line: tuple[str, ...] = (),
    ) -> list[c.Command]:
        return self.give(m.GatheredQueue(self.at, self.generation, items, claims, line))

    def inspected(
        self, item: str, version: int | None = 0, owner: int | None = None
    ) -> list[c.Command]:
        return self.give(m.InspectedItem(self.at, self.generation, item, version, b"data", owner))

    def claimed(self) -> list[c.Command]:
        return self.give(i.Written(self.at, self.generation))

    def claim_refused(self) -> list[c.Command]:
        return self.give(i.WriteRefused(self.at, self.generation))

    def complete(self, item: str) -> list[c.Command]:
        return self.give(m.Complete(self.at, item))

    def finished(self) -> list[c.Command]:
        return self.give(i.Written(self.at, self.generation))

    def finish_refused(self) -> list[c.Command]:
        return self.give(i.WriteRefused(self.at, self.generation))

    def placed(self) -> list[c.Command]:
        return self.give(i.Created(self.at, self.generation, PLACE))

    def read(self, name: str, *, exists: bool = True) -> list[c.Command]:
        return self.give(i.NodeRead(self.at, self.generation, name, exists))

    def fired(self, name: str, generation: int | None = None) -> list[c.Command]:
        of = self.generation if generation is None else generation
        return self.give(i.WatchFired(self.at, of, name, "children"))

    def suspended(self) -> list[c.Command]:
        return self.give(i.Suspended(self.at))

    def lost(self) -> list[c.Command]:
        return self.give(i.SessionLost(self.at))

    def tick(self, at: float) -> list[c.Command]:
        self.at = at
        return self.give(i.Tick(at))

    def failed(self) -> list[c.Command]:
        return self.give(i.Failed(self.at, self.generation, "no permission"))

    def stop(self) -> list[c.Command]:
        return self.give(i.Stop(self.at))


class ProducerPlay:
    """One producer and the time."""

    def __init__(self) -> None:
        self.recipe = Producer("p1")
        self.at = 0.0

    def give(self, given: i.Input) -> list[c.Command]:
        return self.recipe.receive(given)

    @property
    def generation(self) -> int:
        return self.recipe.generation

    def restored(self, session: int = SESSION) -> list[c.Command]:
        return self.give(i.Restored(self.at, session, GUID, TIMEOUT))

    def ledger(self, version: int = 0, total: int = 0) -> list[c.Command]:
        return self.give(m.LedgerRead(self.at, self.generation, version, total))

    def offer(self, *items: bytes) -> list[c.Command]:
        return self.give(m.Offer(self.at, items))

    def was_put(self, *names: str) -> list[c.Command]:
        return self.give(m.WasPut(self.at, self.generation, names))

    def refused(self) -> list[c.Command]:
        return self.give(i.WriteRefused(self.at, self.generation))

    def suspended(self) -> list[c.Command]:
        return self.give(i.Suspended(self.at))

    def lost(self) -> list[c.Command]:
        return self.give(i.SessionLost(self.at))

    def deleted(self) -> list[c.Command]:
        return self.give(i.Deleted(self.at, self.generation))

    def stop(self) -> list[c.Command]:
        return self.give(i.Stop(self.at))


def looking() -> ConsumerPlay:
    """It reads the queue for the first time."""
    play = ConsumerPlay()
    play.restored()
    return play


def claiming() -> ConsumerPlay:
    """Its claim on FIRST is under way; there is SECOND, too."""
    play = looking()
    play.gathered(FIRST, SECOND)
    play.inspected(FIRST)
    return play


def working() -> ConsumerPlay:
    """FIRST is in its hands, given out for the first time."""
    play = claiming()
    play.claimed()
    return play


def finishing() -> ConsumerPlay:
    """The end of FIRST is under way."""
    play = working()
    play.complete(FIRST)
    return play


def first_in_line() -> ConsumerPlay:
    """Nothing is there; it watches the items."""
    play = looking()
    play.gathered()
    play.placed()
    play.gathered(line=(PLACE,))
    play.gathered(line=(PLACE,))
    return play


def second_in_line() -> ConsumerPlay:
    """Nothing is there, and somebody came before it."""
    play = looking()
    play.gathered(line=(BEFORE,))
    play.placed()
    play.gathered(line=(PLACE, BEFORE))
    play.read(f"line/{BEFORE}")
    return play


def producing() -> ProducerPlay:
    """Its ledger is open."""
    play = ProducerPlay()
    play.restored()
    play.ledger()
    return play
