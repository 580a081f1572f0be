"""The order in which reports enter the journal, and the order in which candidates join."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from app.journal.state import JournalFact
from app.processes.hold_back import TIMEOUT, HoldBack
from app.processes.joining import JoinOrder
from app.readmodels.event import event_of


class Held:
    """A hold-back whose mirror is the test's, and what it has recorded."""

    def __init__(self, timeout: float = TIMEOUT) -> None:
        self.mirror: list[Callable[[], None]] = []
        self.recorded: list[str] = []
        self.began = time.monotonic()
        self.hold_back = HoldBack(self.mirror.append, self._record, timeout)

    def _record(self, facts: list[JournalFact]) -> None:
        self.recorded.extend(fact.event.subject for fact in facts)

    def add(self, **moments: float) -> None:
        for subject, at in moments.items():
            self.hold_back.add(
                JournalFact(event_of("candidate.reported", subject), self.began + at)
            )

    def settle(self, moment: float) -> bool:
        return self.hold_back.settle(self.began + moment)


@pytest.fixture
def held() -> Held:
    return Held()


def test_what_is_heard_together_is_sorted_by_its_moment(held: Held) -> None:
    held.add(late=2.0, early=1.0)
    held.settle(3.0)
    assert held.recorded == []
    held.mirror[0]()
    assert held.recorded == ["early", "late"]


def test_what_was_said_since_the_look_began_waits_for_the_next_one(held: Held) -> None:
    """What it rests on may be in a pipe that was looked at before."""
    held.add(second=2.0, fourth=4.0)
    assert held.settle(2.5)
    held.mirror[0]()
    assert held.recorded == ["second"]
    held.add(third=3.0)
    assert not held.settle(5.0)
    held.mirror[1]()
    assert held.recorded == ["second", "third", "fourth"]


def test_what_comes_late_is_recorded_before_what_was_said_after_it(held: Held) -> None:
    held.add(second=2.0)
    held.settle(3.0)
    held.add(first=1.0)
    held.mirror[0]()
    assert held.recorded == ["first", "second"]


def test_the_mirror_is_asked_once_for_the_facts_of_one_look(held: Held) -> None:
    held.add(first=1.0, second=2.0)
    for moment in (3.0, 4.0):
        held.settle(moment)
    assert len(held.mirror) == 1


def test_a_mirror_that_is_held_up_holds_nothing_up_for_ever() -> None:
    patient, hasty = Held(), Held(timeout=0.0)
    for held in (patient, hasty):
        held.add(first=0.0)
        held.settle(0.0)
        held.hold_back.release_overdue()
    assert (patient.recorded, hasty.recorded) == ([], ["first"])
    patient.mirror[0]()
    hasty.mirror[0]()
    assert patient.recorded == hasty.recorded == ["first"]


def test_candidates_join_one_after_the_other() -> None:
    told: list[str] = []
    order = JoinOrder(told.append)
    order.started("c1")
    order.started("c2")
    order.started("c3")
    order.connected("c3")
    order.connected("c2")
    assert told == []
    order.connected("c1")
    assert told == ["c1"]
    order.placed("c1")
    assert told == ["c1", "c2"]
    order.placed("c2")
    order.placed("c3")
    assert told == ["c1", "c2", "c3"]


def test_a_frozen_candidate_is_passed_over_and_may_join_when_it_wakes() -> None:
    told: list[str] = []
    order = JoinOrder(told.append)
    order.started("c1")
    order.started("c2")
    order.connected("c2")
    order.frozen("c1")
    assert told == ["c1", "c2"]


def test_one_that_ends_makes_room() -> None:
    told: list[str] = []
    order = JoinOrder(told.append)
    order.started("c1")
    order.started("c2")
    order.connected("c2")
    order.placed("c1")
    assert told == ["c2"]
