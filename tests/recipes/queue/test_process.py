"""A queue with real processes, on both kinds of server; the numbers are those of correctness.md."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient

from app.errors import Conflict
from app.recipes.queue.znodes import PARENTS
from tests.processes.rooms import SHORT, deleted_at_once
from tests.recipes.queue.rooms import QUEUE, FlowRooms

QUICK, TASK, LONG = 0.02, 1.0, 120.0
"""Seconds of work on an item: at once; long enough to be struck in the middle of it; and for no
test to wait for.
"""


pytestmark = pytest.mark.rooms_of(made=FlowRooms)


@pytest.mark.on("apache", "embedded")
def test_what_goes_in_comes_out_and_nobody_is_left_with_anything(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    producers, consumers = rooms.produce(2, 15), rooms.consume(3, QUICK)
    rooms.await_done(30)
    rooms.await_(lambda: sum(rooms.queue["consumers"][name]["done"] for name in consumers) == 30)
    rooms.await_(lambda: [rooms.queue["producers"][n]["put"] for n in producers] == [15, 15])
    assert rooms.queue["again"] == 0
    rooms.await_(lambda: len(rooms.queue["line"]) == 3)
    rooms.control.candidates.stop_all(by="test")
    rooms.await_(lambda: all(not operator.get_children(f"{QUEUE}/{name}") for name in PARENTS))


def test_an_item_in_the_hands_of_a_killed_consumer_is_done_by_another_one(
    rooms: FlowRooms,
) -> None:
    """The point of it all."""
    rooms.consume(1, LONG)
    rooms.produce(1, 3)
    dead, item = rooms.strike("kill")
    rooms.consume(1, QUICK)
    rooms.await_(lambda: rooms.queue["done"] == 2)
    rooms.end_session(dead)
    rooms.await_done(3)
    assert rooms.count("finished", dead, item=item) == 0
    assert rooms.queue["again"] == 1
    assert rooms.queue["items"][item]["times"] == 2
    rooms.await_(lambda: rooms.queue["items"][item]["ended_by"] not in (None, dead))


def test_a_frozen_consumer_that_wakes_too_late_changes_nothing(rooms: FlowRooms) -> None:
    """13."""
    rooms.consume(1, TASK, SHORT)
    rooms.produce(1, 1)
    frozen, item = rooms.strike("pause")
    rooms.consume(1, QUICK)
    rooms.await_(lambda: rooms.queue["items"][item]["ended_by"])
    rooms.await_done(1)
    assert rooms.candidate(frozen)["belief"] == "working"
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("dropped", frozen) == 1)
    assert rooms.count("finished", frozen, item=item) == 0
    assert rooms.queue["again"] == 1


def test_a_consumer_whose_claim_is_taken_away_finds_its_transaction_refused(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    """13: it believes on until then, and its session lasts."""
    (one,) = rooms.consume(1, TASK)
    rooms.produce(1, 1)
    _, item = rooms.await_(rooms._held)
    operator.delete(f"{QUEUE}/claims/{item}")
    rooms.await_(lambda: rooms.count("dropped", one) == 1)
    rooms.await_done(1)
    assert rooms.queue["again"] == 1


def test_one_item_wakes_one_consumer_and_not_all(rooms: FlowRooms) -> None:
    """6."""
    consumers = rooms.consume(4, QUICK)
    rooms.await_(lambda: [one["candidate"] for one in rooms.queue["line"]] and _in_line(rooms, 4))
    order = [one["candidate"] for one in rooms.queue["line"]]
    before = {name: rooms.count("took", name) for name in consumers}
    rooms.produce(1, 1)
    rooms.await_done(1)
    rooms.await_(lambda: _taken_by(rooms, before))
    assert _taken_by(rooms, before) == {order[0]}, rooms.account()
    assert all(rooms.count("notified", name) == 0 for name in order[2:]), rooms.account()


def _taken_by(rooms: FlowRooms, before: dict[str, int]) -> set[str]:
    return {name for name, count in before.items() if rooms.count("took", name) > count}


def _in_line(rooms: FlowRooms, count: int) -> bool:
    waiting = [one for one in rooms.state["candidates"].values() if one["belief"] == "waiting"]
    return len(rooms.queue["line"]) == len(waiting) == count


@pytest.mark.proof
def test_the_queue_deleted_under_its_consumers_is_made_again(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    """8."""
    rooms.consume(2, QUICK)
    rooms.await_(lambda: _in_line(rooms, 2))
    rooms.await_(lambda: deleted_at_once(operator, QUEUE))
    rooms.produce(1, 2)
    rooms.await_done(2)


def test_items_that_an_operator_deletes_are_told_as_lost(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    rooms.produce(1, 2)
    rooms.await_(lambda: rooms.queue["waiting"] == 2)
    operator.delete(f"{QUEUE}/items/{min(rooms.queue['items'])}")
    rooms.await_(lambda: rooms.queue["invariants"]["none_lost"] is False)
    assert (rooms.queue["gone"], rooms.queue["waiting"]) == (1, 1)
    rooms.verdicts.allow("none_lost")


def test_a_producer_puts_more_when_it_is_told_to(rooms: FlowRooms) -> None:
    (producer,) = rooms.produce(1, 0)
    rooms.await_(lambda: rooms.candidate(producer)["belief"] == "producing")
    forgotten_meanwhile = "c99"
    assert rooms.control.queues._running((forgotten_meanwhile, producer), "producing") == producer
    assert rooms.control.queues.put(QUEUE, 150, by="test") == producer
    rooms.await_(lambda: rooms.queue["waiting"] == 150)
    rooms.control.queues.pace(QUEUE, every=0.05, items=2, by="test")
    rooms.await_(lambda: rooms.queue["put"] == 152)
    with pytest.raises(Conflict, match="at most"):
        rooms.control.queues.put(QUEUE, 900, by="test")
