"""The order in which reports enter the journal, and the order in which candidates join."""

from __future__ import annotations

from collections.abc import Callable

from app.workers.causal import PATIENCE, CausalOrder, Fact
from app.workers.joining import JoinOrder


class Order:
    """A causal order whose barriers the test lets go, and what it has recorded."""

    def __init__(self, patience: float = PATIENCE) -> None:
        self.barriers: list[Callable[[], None]] = []
        self.recorded: list[str] = []
        self.order = CausalOrder(self.barriers.append, self._record, patience)

    def _record(self, facts: list[Fact]) -> None:
        self.recorded.extend(fact.subject for fact in facts)


def reported(subject: str, at: float) -> Fact:
    return Fact("candidate.reported", subject, {}, at)


def test_what_is_heard_together_is_sorted_by_its_moment() -> None:
    it = Order()
    it.order.add([reported("late", 2.0), reported("early", 1.0)])
    assert it.recorded == []
    it.barriers[0]()
    assert it.recorded == ["early", "late"]


def test_what_may_go_first_waits_for_what_came_before_it() -> None:
    it = Order()
    it.order.add([reported("first", 1.0)])
    it.order.add([reported("second", 2.0)])
    it.barriers[1]()
    assert it.recorded == []
    it.barriers[0]()
    assert it.recorded == ["first", "second"]


def test_a_mirror_that_is_held_up_holds_nothing_up_for_ever() -> None:
    patient, hasty = Order(), Order(patience=0.0)
    for it in (patient, hasty):
        it.order.add([reported("first", 1.0)])
        it.order.release_overdue()
    assert (patient.recorded, hasty.recorded) == ([], ["first"])


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
