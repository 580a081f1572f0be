"""What the simulation has found, by script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation.participant import FIRST_RETRY
from app.recipes.election import messages as m
from tests.participation.playbook import (
    FIRST,
    GUID,
    MINE,
    SECOND,
    TIMEOUT,
    joining,
    leading,
    waiting,
)


def test_a_connection_told_twice_does_not_create_twice() -> None:
    """1: the create under way may happen; it is looked up like one whose answer was lost."""
    play = joining()
    assert play.restored() == [play.seek, c.WakeAt(TIMEOUT)]
    assert play.children(MINE, owner=None) == [m.list_candidates(MINE)]


def test_the_answer_to_a_create_of_the_connection_before_is_void() -> None:
    """5."""
    play = joining()
    old = play.generation
    play.restored()
    assert play.generation > old
    assert play.children(owner=None) == [c.create_own(f"{GUID}-n_")]


def test_a_leader_told_of_another_connection_looks_first() -> None:
    """4, 5."""
    play = leading()
    assert play.restored() == [
        c.End("the connection was made again"),
        m.list_candidates(MINE),
        c.WakeAt(TIMEOUT),
    ]


def test_who_lists_again_says_of_no_watch_that_it_listens_to_it() -> None:
    """11: the predecessor's watch may fire now, and nobody would hear of it."""
    play = waiting()
    assert play.fired(MINE, "changed") == [m.list_candidates(MINE)]
    assert play.recipe.watched is None
    play.children(FIRST, SECOND, MINE)
    play.read(SECOND)
    assert play.recipe.watched == SECOND


def test_a_leader_watches_no_predecessor() -> None:
    """11."""
    play = waiting()
    play.fired(MINE, "changed")
    assert play.children(MINE)[0] == c.Begin(play.recipe.epoch or 0)
    assert play.recipe.watched is None


def test_a_leader_that_may_not_acknowledge_tries_less_and_less_often() -> None:
    """It did so ten times a second, and said each time in between that all was well."""
    play = joining()
    play.created()
    play.children(MINE)
    play.failed("no permission")
    play.tick(FIRST_RETRY)
    play.children(MINE)
    assert play.recipe.error == "no permission"
    assert play.failed("no permission") == [c.WakeAt(FIRST_RETRY + 2 * FIRST_RETRY)]
    play.tick(3 * FIRST_RETRY)
    play.children(MINE)
    play.acknowledged()
    assert play.recipe.error is None


def test_an_attempt_put_off_does_not_repeat_the_create_that_came_in_between() -> None:
    """1, 7: its znode was deleted while it waited to acknowledge again."""
    play = joining()
    play.created()
    play.children(MINE)
    play.failed("no permission")
    assert play.fired(MINE)[-1] == c.create_own(f"{GUID}-n_")
    assert play.tick(FIRST_RETRY) == [c.WakeAt(TIMEOUT)]


def test_a_leader_that_looks_again_acts_on_the_last_look_alone() -> None:
    """Its znode was written to while an attempt was put off: each of two looks acknowledged."""
    play = joining()
    play.created()
    play.children(MINE)
    play.failed("no permission")
    first = play.generation
    assert play.fired(MINE, "changed") == [m.list_candidates(MINE)]
    assert play.generation > first
    assert play.tick(FIRST_RETRY) == [c.WakeAt(TIMEOUT)]
