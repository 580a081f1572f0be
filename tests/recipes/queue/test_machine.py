"""The two sides of a queue by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation.participant import IllegalInput
from app.recipes.queue import machine as m
from app.recipes.queue.machine import MOST_AT_ONCE, WorkQueue
from tests.participation.playbook import SESSION, TIMEOUT
from tests.recipes.queue.playbook import (
    BEFORE,
    FIRST,
    LEDGER,
    OTHER,
    PLACE,
    SECOND,
    THIRD,
    ConsumerPlay,
    ProducerPlay,
    claiming,
    finishing,
    first_in_line,
    looking,
    producing,
    second_in_line,
    working,
)

LOOK, LOOK_WATCHING = [m.gather_queue(watch=False)], [m.gather_queue(watch=True)]
LOOK_SYNCED = [m.gather_queue(watch=False, sync=True)]
TAKE_FIRST = m.take(FIRST, 0, b"data", None)


# -- a consumer and its items -------------------------------------------------------------------


def test_it_takes_the_lowest_free_item_does_it_and_takes_it_out() -> None:
    play = ConsumerPlay()
    assert play.restored() == [*LOOK_SYNCED, c.WakeAt(TIMEOUT)]
    assert play.gathered(SECOND, THIRD, FIRST, claims=(FIRST,)) == [
        m.inspect_item(SECOND, owner=False)
    ]
    assert play.inspected(SECOND, version=2) == [m.take(SECOND, 2, b"data", None)]
    assert play.claimed() == [c.Begin(3)]
    assert (play.recipe.belief, play.recipe.name) == ("working", f"claims/{SECOND}")
    assert play.complete(SECOND) == [m.finish(SECOND, 3)]
    play.at = 1.0
    assert play.finished() == [m.Done(SECOND), *LOOK]
    assert play.recipe.name is None


def test_what_it_has_just_read_is_good_for_the_next_item() -> None:
    """A list for each item would cost more than the items do."""
    play = finishing()
    assert play.finished() == [m.Done(FIRST), m.inspect_item(SECOND, owner=False)]


def test_an_item_that_somebody_else_took_is_passed_over() -> None:
    play = claiming()
    assert play.claim_refused() == [m.inspect_item(SECOND, owner=False)]
    assert play.inspected(SECOND, version=None) == LOOK


def test_a_claim_that_is_forbidden_is_tried_again_later() -> None:
    play = claiming()
    (wake,) = play.failed()
    assert isinstance(wake, c.WakeAt)
    assert play.tick(wake.at)[0] == LOOK_SYNCED[0]


def test_a_missing_parent_is_made() -> None:
    """8."""
    play = looking()
    assert play.gathered(claims=None) == [c.make_parent()]


def test_suspended_it_holds_nothing_and_takes_up_its_own_claim_again() -> None:
    """1, 2, 4: in the same session the claim still stands."""
    play = working()
    (down,) = play.suspended()
    assert isinstance(down, c.End)
    assert play.recipe.belief == "suspended"
    assert play.restored()[0] == m.inspect_item(FIRST, owner=True, sync=True)
    assert play.inspected(FIRST, version=1, owner=SESSION) == [c.Begin(1)]


def test_in_a_new_session_nothing_is_in_its_hands() -> None:
    """2: with the old one the claim has gone."""
    play = working()
    play.suspended()
    play.lost()
    assert play.restored(OTHER)[0] == LOOK_SYNCED[0]


def test_its_session_ends_by_its_own_clock() -> None:
    """4: it is told before it finishes."""
    play = working()
    (down,) = play.tick(TIMEOUT)
    assert isinstance(down, c.End)
    assert play.complete(FIRST) == []


def test_an_end_whose_answer_was_lost_has_happened_if_the_item_is_gone() -> None:
    """1: in this session nobody else can have taken it out."""
    play = finishing()
    assert play.suspended() == []
    assert play.restored()[0] == m.inspect_item(FIRST, owner=True, sync=True)
    assert play.inspected(FIRST, version=None)[0] == m.Done(FIRST)


def test_an_end_that_did_not_happen_is_asked_for_again() -> None:
    """1."""
    play = finishing()
    play.suspended()
    play.restored()
    assert play.inspected(FIRST, version=1, owner=SESSION) == [m.finish(FIRST, 1)]


def test_an_end_that_did_not_happen_and_whose_claim_is_gone_is_given_up() -> None:
    """13."""
    play = finishing()
    play.suspended()
    play.restored()
    (down, *_) = play.inspected(FIRST, version=2, owner=OTHER)
    assert isinstance(down, c.End)


def test_an_item_that_is_no_longer_its_own_is_not_taken_out() -> None:
    """13: the transaction has failed, and the other one's stands."""
    play = finishing()
    (down, *following) = play.finish_refused()
    assert isinstance(down, c.End)
    assert following == [m.inspect_item(FIRST, owner=True)]
    assert play.inspected(FIRST, version=None) == [m.inspect_item(SECOND, owner=False)]


def test_an_item_that_somebody_has_written_to_is_worked_on_again() -> None:
    """13: found in simulation. With its claim nobody else could ever have taken it."""
    play = finishing()
    play.finish_refused()
    assert play.inspected(FIRST, version=2, owner=SESSION) == [c.Begin(2)]
    play.complete(FIRST)
    assert play.finished()[0] == m.Done(FIRST)


def test_an_end_that_is_forbidden_is_tried_again() -> None:
    play = finishing()
    (wake,) = play.failed()
    assert isinstance(wake, c.WakeAt)
    assert play.tick(wake.at)[0] == m.finish(FIRST, 1)


def test_a_task_that_ends_after_its_item_was_lost_changes_nothing() -> None:
    play = working()
    play.suspended()
    assert play.complete(FIRST) == []


# -- the line -----------------------------------------------------------------------------------


def test_who_finds_nothing_stands_in_the_line_and_the_first_watches_the_items() -> None:
    """6."""
    play = looking()
    assert play.gathered(FIRST, claims=(FIRST,)) == [c.create_own("line/guid-n_")]
    assert play.placed() == LOOK
    assert play.gathered(line=(PLACE,)) == LOOK_WATCHING
    assert play.gathered(line=(PLACE,)) == []
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "line up")
    assert play.recipe.hears("items")
    assert play.recipe.hears("claims")


def test_who_is_not_the_first_watches_the_one_before_it_and_not_the_items() -> None:
    """6: no herd."""
    play = looking()
    play.gathered(line=(BEFORE,))
    play.placed()
    assert play.gathered(line=(PLACE, BEFORE)) == [c.read_predecessor(f"line/{BEFORE}")]
    assert play.read(f"line/{BEFORE}") == []
    assert not play.recipe.hears("items")


def test_a_predecessor_that_is_gone_is_a_reason_to_look_again() -> None:
    """6."""
    play = second_in_line()
    assert play.fired(f"line/{BEFORE}") == LOOK
    other = looking()
    other.gathered(line=(BEFORE,))
    other.placed()
    other.gathered(line=(PLACE, BEFORE))
    assert other.read(f"line/{BEFORE}", exists=False) == LOOK


def test_the_first_in_the_line_leaves_it_together_with_its_claim() -> None:
    """So that the next one is woken exactly then."""
    play = first_in_line()
    assert play.fired("items") == LOOK_WATCHING
    play.gathered(FIRST, line=(PLACE,))
    assert play.inspected(FIRST) == [m.take(FIRST, 0, b"data", f"line/{PLACE}")]
    assert play.claimed() == [c.Begin(1)]


def test_an_item_that_comes_back_wakes_the_first_in_the_line() -> None:
    """The end of a claim: its consumer has died."""
    play = first_in_line()
    assert play.fired("claims") == LOOK_WATCHING
    assert play.recipe.step == "notified"


def test_a_watch_that_fires_before_the_last_list_is_there_is_not_forgotten() -> None:
    """11."""
    play = first_in_line()
    play.fired("items")
    assert play.fired("items") == []
    assert play.gathered(line=(PLACE,)) == LOOK_WATCHING


def test_a_watch_that_fires_while_it_lines_up_or_makes_a_parent_is_no_fault() -> None:
    """Found in simulation."""
    play = first_in_line()
    play.fired("items")
    play.gathered()
    assert play.fired("claims") == []
    other = first_in_line()
    other.fired("items")
    other.gathered(claims=None)
    assert other.fired("items") == []


def test_a_watch_of_an_older_look_is_dropped() -> None:
    """5."""
    play = first_in_line()
    before = play.generation
    play.fired("items")
    play.gathered(line=(PLACE,))
    assert play.fired("claims", generation=before) == []


def test_a_place_deleted_by_somebody_else_is_taken_again() -> None:
    """7."""
    play = first_in_line()
    play.fired("items")
    assert play.gathered() == [c.create_own("line/guid-n_")]


# -- leaving ------------------------------------------------------------------------------------


def test_stopped_with_an_item_in_its_hands_it_leaves_at_once() -> None:
    """9: its session takes the claim along."""
    play = working()
    (down, leave) = play.stop()
    assert isinstance(down, c.End)
    assert leave == c.Leave()
    with pytest.raises(IllegalInput):
        play.tick(1.0)


def test_stopped_while_it_finishes_it_waits_for_the_answer() -> None:
    play = finishing()
    assert play.stop() == []
    assert play.finished() == [m.Done(FIRST), c.Leave()]


# -- a producer ---------------------------------------------------------------------------------


def test_a_producer_puts_what_it_is_given_and_its_ledger_counts_it() -> None:
    play = ProducerPlay()
    assert play.restored()[0] == m.open_ledger(LEDGER)
    assert play.ledger() == []
    assert play.recipe.belief == "producing"
    assert play.offer(b"a") == [m.put((b"a",), LEDGER, 0, 1)]
    assert play.offer(b"b", b"c") == []
    told = play.was_put(FIRST)
    assert told == [m.Stored((FIRST,), 1, 1), m.put((b"b", b"c"), LEDGER, 1, 3)]
    assert play.was_put(SECOND, THIRD) == [m.Stored((SECOND, THIRD), 2, 3)]


def test_many_are_put_in_several_transactions() -> None:
    play = producing()
    (put,) = play.offer(*[b"x"] * (MOST_AT_ONCE + 1))
    assert isinstance(put, c.Message)
    assert put.is_of(m.put)
    assert len(put.arguments["items"]) == MOST_AT_ONCE


def test_an_item_whose_answer_was_lost_is_not_put_twice() -> None:
    """1: the ledger's next version says that it is in."""
    play = producing()
    play.offer(b"a", b"b")
    play.suspended()
    assert play.restored()[0] == m.open_ledger(LEDGER)
    assert play.ledger(version=1, total=2) == [m.Stored((), 2, 2)]


def test_an_item_that_did_not_get_in_is_put_again() -> None:
    """1."""
    play = producing()
    play.offer(b"a")
    play.suspended()
    play.restored()
    assert play.ledger() == [m.put((b"a",), LEDGER, 0, 1)]


def test_a_new_session_changes_nothing_about_what_was_put() -> None:
    """1: the ledger is persistent."""
    play = producing()
    play.offer(b"a")
    play.suspended()
    play.lost()
    play.restored(OTHER)
    assert play.ledger(version=1, total=1) == [m.Stored((), 1, 1)]


def test_a_ledger_that_is_not_as_it_was_read_is_read_again() -> None:
    play = producing()
    play.offer(b"a")
    assert play.refused() == [m.open_ledger(LEDGER)]
    assert play.ledger(version=0, total=0) == [m.put((b"a",), LEDGER, 0, 1)]


def test_a_ledger_that_somebody_else_has_written_says_nothing_about_an_item() -> None:
    """1: found in simulation. What was refused has not happened, whatever the version says."""
    play = producing()
    play.offer(b"a")
    play.refused()
    assert play.ledger(version=1, total=1) == [m.put((b"a",), LEDGER, 1, 2)]
    other = producing()
    other.offer(b"a")
    other.suspended()
    other.restored()
    assert other.ledger(version=1, total=7) == [m.put((b"a",), LEDGER, 1, 8)]


def test_a_producer_that_is_stopped_takes_its_ledger_away() -> None:
    """9."""
    play = producing()
    assert play.stop() == [c.delete_own(LEDGER)]
    assert play.deleted() == [c.Leave()]


def test_a_producer_that_is_stopped_waits_for_what_is_under_way() -> None:
    play = producing()
    play.offer(b"a", b"b")
    assert play.stop() == []
    assert play.was_put(FIRST, SECOND)[-1] == c.delete_own(LEDGER)


def test_the_setting_says_on_which_side_it_is() -> None:
    producer = WorkQueue.made_for("c1", {"role": "producer", "identity": "p1"})
    assert producer.belief == "joining"
    assert type(producer) is not type(WorkQueue.made_for("c2", {"role": "consumer"}))


def test_a_put_that_was_held_back_counts_though_another_one_was_tried_since() -> None:
    """1: it had fewer items (ZOOKEEPER-2886: it may pass once its server has the session again)."""
    play = ProducerPlay()
    play.restored()
    play.ledger()
    play.offer(b"a")
    play.suspended()
    play.restored()
    play.offer(b"b")
    assert play.ledger() == [m.put((b"a", b"b"), LEDGER, 0, 2)]
    play.suspended()
    play.restored()
    assert play.ledger(1, 1) == [m.Stored((), 1, 1), m.put((b"b",), LEDGER, 1, 2)]
