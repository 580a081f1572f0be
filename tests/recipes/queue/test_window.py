"""What of a long queue is in the state document, and that every item of it counts exactly once."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from app.journal.recorded import Recorded
from app.participation.naming import in_order
from app.recipes.queue import model
from app.recipes.queue.model import SHOWN, beyond_count, beyond_first, beyond_with, beyond_without
from tests.recipes.queue.test_model import QUEUE, FlowScript, item_of, queue

MANY = 3_000


def members_of(numbers: range) -> list[dict[str, Any]]:
    return [
        {"znode": item_of(one), "session": None, "czxid": 1000 + one, "ctime": 0, "data": f"#{one}"}
        for one in numbers
    ]


def long_queue(count: int = MANY) -> FlowScript:
    """c1 produces, c2 and c3 consume; `count` items are there when the dashboard comes."""
    script = queue()
    members = members_of(range(count))
    script.event("election.found", f"{QUEUE}/items", members=members)
    return script


def waiting_in(script: FlowScript) -> list[str]:
    """The shown ones that wait, in order."""
    items = script.queue["items"]
    return in_order(name for name, one in items.items() if one["state"] == "waiting")


def test_the_first_are_shown_and_the_others_are_numbers() -> None:
    script = long_queue()
    assert script.counts == (MANY, 0, 0, MANY, 0)
    assert waiting_in(script) == [item_of(number) for number in range(SHOWN)]
    assert script.queue["beyond"] == {"item-": [[SHOWN, MANY - 1]]}


def test_the_next_one_takes_the_place_of_one_that_was_taken() -> None:
    script = long_queue()
    script.takes(0, "c2", 9000)
    assert waiting_in(script) == [item_of(number) for number in range(1, SHOWN + 1)]
    assert script.counts == (MANY, 0, 1, MANY - 1, 0)


def test_what_happens_to_one_that_is_not_shown_counts() -> None:
    script = long_queue()
    script.takes(MANY - 1, "c2", 9000)
    script.goes(MANY - 1)
    script.deleted(f"{QUEUE}/claims/{item_of(MANY - 1)}")
    script.event("candidate.finished", "c2", item=item_of(MANY - 1))
    script.goes(MANY - 5)
    assert script.counts == (MANY, 1, 0, MANY - 2, 0)
    assert script.queue["gone"] == 1
    assert script.queue["beyond"]["item-"][1:] == [[MANY - 4, MANY - 2]]


def test_one_that_comes_back_from_far_behind_stays_in_view() -> None:
    script = long_queue()
    script.takes(MANY - 1, "c2", 9000)
    script.deleted(f"{QUEUE}/claims/{item_of(MANY - 1)}")
    assert waiting_in(script)[-1] == item_of(MANY - 1)
    script.takes(MANY - 1, "c3", 9001, times=2)
    assert script.counts == (MANY, 0, 1, MANY - 1, 1)


def test_what_is_there_no_more_after_a_reconnect_has_gone() -> None:
    script = long_queue()
    script.event("election.found", f"{QUEUE}/items", members=members_of(range(MANY - 10)))
    assert script.counts == (MANY, 0, 0, MANY - 10, 0)
    assert script.queue["gone"] == 10


@pytest.mark.parametrize("count", [SHOWN + 50, MANY])
def test_state_and_patches_are_as_small_however_many_wait(count: int) -> None:
    script = long_queue(count)
    events: list[Recorded] = []
    script.journal.subscribe(events.append)
    for number in range(30):
        script.put(count + number)
        script.takes(number, "c2", 9000 + number)
        script.goes(number)
    assert max(len(json.dumps(event.patch)) for event in events) < 700
    assert len(json.dumps(script.queue)) < 50_000


class Chance:
    """Facts as they may come: what a consumer says before or after what is read, or not at all."""

    def __init__(self, seed: int) -> None:
        self.script, self.draw = queue(), random.Random(seed)
        self.there = {0, 1}
        self.held: dict[int, str] = {}

    @property
    def free(self) -> list[int]:
        return sorted(self.there - self.held.keys())

    def happens(self, step: int) -> None:
        deeds = [self.put, self.put, self.take, self.take, self.finish, self.release, self.vanish]
        self.draw.choice(deeds)(step)

    def put(self, step: int) -> None:
        self.there.add(step)
        self.script.put(step)

    def take(self, step: int) -> None:
        if not self.free:
            return
        number = self.draw.choice([self.free[0], self.draw.choice(self.free)])
        name = self.held[number] = self.draw.choice(["c2", "c3"])
        facts = [
            lambda: self.script.claims(number, name, 5000 + step),
            lambda: self.script.says_it_took(number, name),
        ]
        self._tell(facts, self.draw.choice([1, 2]))

    def _tell(self, facts: list[Callable[[], None]], count: int) -> None:
        self.draw.shuffle(facts)
        for fact in facts[:count]:
            fact()

    def finish(self, step: int) -> None:
        if not self.held:
            return
        number, name = self.held.popitem()
        self.there.discard(number)
        said = {"item": item_of(number)}
        facts = [
            lambda: self.script.goes(number),
            lambda: self.script.event("candidate.finished", name, **said),
        ]
        self._tell(facts, 2)

    def release(self, step: int) -> None:
        if self.held:
            self.script.deleted(f"{QUEUE}/claims/{item_of(self.held.popitem()[0])}")

    def vanish(self, step: int) -> None:
        if self.free and self.draw.random() < 0.2:
            last = self.free[-1]
            self.there.discard(last)
            self.script.goes(last)


@pytest.mark.parametrize("seed", range(12))
def test_a_narrow_window_counts_as_a_wide_one_does(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same facts, with all items in view and with three: no number differs."""
    told = []
    for shown in (3, 10_000):
        monkeypatch.setattr(model, "SHOWN", shown)
        chance, counts = Chance(seed), []
        for step in range(2, 250):
            chance.happens(step)
            q = chance.script.queue
            assert q["put"] == q["done"] + q["in_hand"] + q["waiting"] + q["gone"]
            numbers = (*chance.script.counts, q["gone"], q["twice"])
            counts.append((*numbers, q["invariants"]))
        told.append(counts)
    assert told[0] == told[1]


def test_numbers_stay_in_order_over_the_wrap() -> None:
    last, first = (1 << 31) - 1, -(1 << 31)
    script = FlowScript()
    for number in [*range(last - 250, last + 1), *range(first, first + 10)]:
        script.put(number, czxid=number % (1 << 32))
    assert script.queue["waiting"] == 261
    assert script.queue["beyond"] == {"item-": [[last - 50, last], [first, first + 9]]}
    script.goes(last - 250)
    script.goes(first + 3)
    assert script.queue["beyond"]["item-"] == [
        [last - 49, last], [first, first + 2], [first + 4, first + 9]
    ]  # fmt: skip


def test_numbers_are_kept_as_runs_whatever_order_they_come_in() -> None:
    numbers = list(range(40))
    random.Random(7).shuffle(numbers)
    known: Any = {}
    for number in numbers:
        known = beyond_with(known, item_of(number))
    assert known == {"item-": [[0, 39]]}
    assert beyond_first(known) == item_of(0)
    for number in numbers:
        assert beyond_count(known) == 40 - numbers.index(number)
        known = beyond_without(known, item_of(number))
    assert known == {}
