"""The order in which reports enter the journal, and the order in which candidates join."""

from __future__ import annotations

from collections.abc import Callable

from app.workers.causal import CausalOrder
from app.workers.joining import JoinOrder
from tests.support.zookeeper import await_until


def test_what_may_go_first_waits_for_what_came_before_it() -> None:
    barriers: list[Callable[[], None]] = []
    recorded: list[str] = []
    order = CausalOrder(barriers.append)
    order.add(lambda: recorded.append("first"))
    order.add(lambda: recorded.append("second"))
    barriers[1]()
    assert recorded == []
    barriers[0]()
    assert recorded == ["first", "second"]


def test_a_mirror_that_does_not_answer_holds_nothing_up_for_long() -> None:
    recorded: list[str] = []
    order = CausalOrder(lambda _: None)
    order.add(lambda: recorded.append("first"))
    order.release_overdue()
    assert recorded == []

    def released() -> bool:
        order.release_overdue()
        return bool(recorded)

    await_until(released)


def test_candidates_join_one_after_the_other() -> None:
    told: list[str] = []
    order = JoinOrder(told.append)
    order.started(["c1", "c2", "c3"])
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
    order.started(["c1", "c2"])
    order.connected("c2")
    order.frozen("c1")
    assert told == ["c1", "c2"]


def test_one_that_ends_makes_room() -> None:
    told: list[str] = []
    order = JoinOrder(told.append)
    order.started(["c1", "c2"])
    order.connected("c2")
    order.placed("c1")
    assert told == ["c2"]
