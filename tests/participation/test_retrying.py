"""Every recipe's participant keeps trying, however often in a row ZooKeeper has refused it."""

from __future__ import annotations

from typing import Any

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.messages import Message
from app.participation.participant import LONGEST_RETRY, Participant
from app.recipes.barrier.machine import Enter
from app.recipes.bookshelf.machine import Bookshelf, To, of_part
from app.recipes.lock.machine import Acquire
from app.recipes.queue import machine as g
from app.recipes.queue.machine import Producer
from app.recipes.registry import ROLES

SETTINGS = {"incarnation": "i1", "size": 3}
KNOWN = (
    "predecessor", "herd", "single", "lock", "membership", "configuration", "naming", "lookup",
    "barrier", "queue", "bookshelf",
)  # fmt: skip
"""The recipes that begin by themselves, or as `BEGIN` says."""
PLAYED = [*((name, SETTINGS) for name in KNOWN), ("queue", {"role": "producer"})]
BEGIN: dict[str, i.Input] = {"lock": Acquire(0.0, within=None), "barrier": Enter(0.0)}
"""What those are told that rest until somebody calls for them."""
FAILURES = 5_000
"""At one every five seconds, seven hours of a wrong ACL."""


@pytest.mark.parametrize(("name", "settings"), PLAYED)
def test_what_fails_five_thousand_times_in_a_row_is_tried_again(
    name: str, settings: dict[str, Any]
) -> None:
    participant = ROLES[name].load().machine.made_for("c1", settings)
    asked = participant.receive(i.Restored(0.0, session=0x1000, guid="guid", timeout=1e9))
    if name in BEGIN:
        asked = participant.receive(BEGIN[name])
    at = 0.0
    for _ in range(FAILURES):
        woken_at = min(
            one.at for one in _refuse(participant, asked, at) if isinstance(one, c.WakeAt)
        )
        assert at < woken_at <= at + LONGEST_RETRY
        at = woken_at
        asked = participant.receive(i.Tick(at))
    assert not all(map(_wakes, asked)), "nothing is asked for any more"


def _refuse(participant: Participant, asked: list[c.Command], at: float) -> list[c.Command]:
    """Answer with a failure whatever ZooKeeper was asked for; what is asked for then."""
    said: list[c.Command] = []
    for one in asked:
        if isinstance(one, Message) and one.is_of(of_part):
            part, generation = one.arguments["part"], one.arguments["generation"]
            said += participant.receive(To(at, part, i.Failed(at, generation, "no ACL")))
        elif not _wakes(one) and not isinstance(participant, Bookshelf):
            said += participant.receive(i.Failed(at, participant.generation, "no ACL"))
    return said


def _wakes(command: c.Command) -> bool:
    return isinstance(command, c.WakeAt)


def test_a_producer_that_may_not_put_tries_less_and_less_often() -> None:
    """23: that its ledger may be read is no reason to begin at the shortest pause again."""
    producer = Producer("c1")
    producer.receive(i.Restored(0.0, 0x1000, "guid", 1e9))
    producer.receive(g.LedgerRead(0.0, producer.generation, 0, 0))
    producer.receive(g.Offer(0.0, (b"item",)))
    at, puts = 0.0, 0
    while at < 60.0:
        told = producer.receive(i.Failed(at, producer.generation, "no permission (ACL)"))
        at = next(one.at for one in told if isinstance(one, c.WakeAt))
        producer.receive(i.Tick(at))
        told = producer.receive(g.LedgerRead(at, producer.generation, 0, 0))
        puts += any(one.is_of(g.put) for one in told)
    assert 10 < puts < 25
