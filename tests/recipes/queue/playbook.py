"""Plays inputs to the two sides of a queue and compares the commands, in the manner of a script."""

from __future__ import annotations

from app.participation import commands as c
from app.recipes.queue import machine as m
from app.recipes.queue.machine import Consumer, Producer
from tests.participation.playbook import Event, Script

OTHER = 0x2000
FIRST, SECOND, THIRD = (f"item-{number:010d}" for number in (3, 4, 5))
PLACE = "guid-n_0000000007"
BEFORE = "aaaa-n_0000000006"
LEDGER = "producers/p1"


class ConsumerPlay(Script[Consumer]):
    """One consumer and the time; every method gives one input and returns the commands."""

    own = PLACE
    event: Event = "children"
    claimed = finished = Script.written
    claim_refused = finish_refused = Script.refused
    placed = Script.created

    def __init__(self) -> None:
        super().__init__(Consumer())

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

    def complete(self, item: str) -> list[c.Command]:
        return self.give(m.Complete(self.at, item))


class ProducerPlay(Script[Producer]):
    """One producer and the time."""

    def __init__(self) -> None:
        super().__init__(Producer("p1"))

    def ledger(self, version: int = 0, total: int = 0) -> list[c.Command]:
        return self.give(m.LedgerRead(self.at, self.generation, version, total))

    def offer(self, *items: bytes) -> list[c.Command]:
        return self.give(m.Offer(self.at, items))

    def was_put(self, *names: str) -> list[c.Command]:
        return self.give(m.WasPut(self.at, self.generation, names))


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
