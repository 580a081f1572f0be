"""A coordinator by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

import pytest

from app.participation import commands as c
from app.participation.participant import IllegalInput
from app.participation.phases import Phase
from app.recipes.commit import machine as m
from app.recipes.commit import znodes as z
from tests.participation.playbook import CZXID, SESSION, TIMEOUT
from tests.recipes.commit.playbook import (
    ABORTED,
    COMMITTED,
    DEED,
    DONE,
    EMPTY,
    FREE,
    LATEST,
    NEXT,
    NO,
    OPEN,
    OTHER,
    SITES,
    YES,
    CoordinatorPlay,
    beginning,
    coordinating,
    deciding,
    free,
    standing_by,
)

OWN = "tx-1/coordinator"
VOTES = tuple(f"tx-1/{site}" for site in SITES)
FIND = m.find_latest(watch=False)
BEGIN = m.begin_transaction(FREE, "tx-1", DEED)
TWO = SITES[:2]
LATER = z.Latest(6, 70, "tx-2", SITES, (("id2", "tx-2"), ("id1", "tx-1")))
ALL_YES = dict.fromkeys(SITES, YES)


def look(*unwatched: str) -> list[c.Command]:
    """A look at what it coordinates; what is watched already is not watched again."""
    return [m.inspect_transaction("tx-1", ("coordinator", *SITES), frozenset(unwatched))]


def unanswered() -> CoordinatorPlay:
    """It has come back, and does not know whether it has begun tx-1."""
    play = free()
    play.order()
    play.found(FREE)
    play.suspended()
    assert play.restored()[0] == m.find_latest(sync=True)
    return play


# -- beginning ------------------------------------------------------------------------------------


def test_it_waits_for_an_order_and_begins_in_one_write() -> None:
    play = CoordinatorPlay()
    assert play.restored() == [m.find_latest(sync=True), c.WakeAt(TIMEOUT)]
    assert play.found(FREE) == []
    assert play.recipe.belief == "standing by"
    assert play.order() == [FIND]
    assert play.found(FREE) == [BEGIN]
    assert play.begun() == [m.OrderTaken(DEED, "tx-1"), m.find_earlier("tx-1"), FIND]


def test_the_place_is_made_where_it_is_missing() -> None:
    """8."""
    play = CoordinatorPlay()
    play.restored()
    assert play.nothing_there() == [c.make_parent()]
    assert play.made() == [m.find_latest(sync=True)]


def test_an_order_waits_until_what_is_undecided_is_over() -> None:
    play = standing_by()
    assert play.order(NEXT) == [FIND]
    play.found()
    assert play.inspected(owner=OTHER) == []
    play.fired("tx-1")
    play.found()
    begun = play.inspected(COMMITTED, None, (DONE, DONE, YES))
    assert begun == [m.begin_transaction(LATEST, "tx-2", NEXT)]


@pytest.mark.parametrize(
    ("done", "sites", "asked", "told"),
    [
        (SITES[1:], SITES, SITES, []),
        (SITES, SITES, SITES, [m.clear_transaction("tx-0", SITES)]),
        (TWO, TWO, SITES, [m.survey("tx-0", TWO)]),
        (TWO, TWO, TWO, [m.clear_transaction("tx-0", TWO)]),
        ((), (), SITES, []),
        ((), (), (), []),
    ],
    ids=["one is late", "all have", "read of others", "its own sites", "no transaction", "nobody"],
)
def test_who_has_begun_one_clears_those_before_it_that_all_have_carried_out(
    done: tuple[str, ...], sites: tuple[str, ...], asked: tuple[str, ...], told: list[c.Command]
) -> None:
    play = beginning()
    assert play.earlier("tx-0") == [m.survey("tx-0", SITES)]
    assert play.surveyed("tx-0", done, sites, asked) == told


def test_the_last_few_before_one_are_the_earlier_ones() -> None:
    names = [f"tx-{number}" for number in range(1, 41)]
    found = z.earlier("tx-31", ["other", *names])
    assert found == tuple(f"tx-{number}" for number in range(30, 10, -1))


def test_a_beginning_without_an_answer_is_looked_up_and_not_made_twice() -> None:
    """1."""
    play = unanswered()
    told = play.found()
    assert told[0] == m.OrderTaken(DEED, "tx-1")
    assert play.inspected(owner=SESSION)[0] == c.Begin(CZXID)


@pytest.mark.parametrize(
    ("latest", "first"),
    [
        (LATER, m.OrderTaken(DEED, "tx-1")),
        (FREE, BEGIN),
        (z.Latest(6, 70), m.OrderTaken(DEED, None)),
    ],
    ids=["behind a later one", "nothing was written", "nobody can say"],
)
def test_a_beginning_without_an_answer_is_found_made_again_or_given_up(
    latest: z.Latest, first: c.Command
) -> None:
    """1: where nobody can say whether it happened, the money would move twice."""
    assert unanswered().found(latest)[0] == first


def test_one_that_was_late_is_found_behind_its_second_attempt() -> None:
    """1: nothing was there at the first look (ZOOKEEPER-2886)."""
    play = unanswered()
    play.found(FREE)
    play.begin_refused()
    assert play.found()[0] == m.OrderTaken(DEED, "tx-1")


def test_a_refused_beginning_is_made_again_after_what_somebody_else_has_begun() -> None:
    play = free()
    play.order(NEXT)
    play.found(FREE)
    assert play.begin_refused() == [FIND]
    play.found()
    assert play.inspected(owner=OTHER) == []
    play.fired("tx-1")
    play.found()
    assert play.inspected(ABORTED, None)[0] == m.begin_transaction(LATEST, "tx-2", NEXT)


def test_a_name_that_is_taken_is_left_out() -> None:
    play = free()
    play.order()
    play.found(FREE)
    play.begin_refused(taken=True)
    assert play.found(FREE) == [m.begin_transaction(FREE, "tx-2", DEED)]


# -- the votes ------------------------------------------------------------------------------------


def test_who_coordinates_watches_each_vote_once() -> None:
    play = beginning()
    watched = ("latest", "tx-1", OWN)
    assert play.inspected() == [c.Begin(CZXID), *look(*watched)]
    assert play.inspected() == []
    assert (play.recipe.belief, play.recipe.step) == ("coordinating", "collect votes")
    assert play.fired("tx-1/s2") == look(*watched, "tx-1/s1", "tx-1/s3")


def test_a_vote_that_comes_during_a_look_makes_it_look_again() -> None:
    """11."""
    play = coordinating()
    play.fired("tx-1/s2")
    assert play.fired("tx-1/s3") == []
    again = play.inspected(votes=(EMPTY, YES, EMPTY))
    assert again == look("latest", "tx-1", OWN, "tx-1/s1", "tx-1/s2")


def test_all_votes_lead_to_a_commit_after_a_pause() -> None:
    play = coordinating()
    play.fired("tx-1/s3")
    assert play.inspected(votes=(YES, YES, YES)) == [m.VotesIn("tx-1", z.COMMIT)]
    assert play.recipe.step == "decide"
    assert play.conclude() == look("latest", "tx-1", OWN, *VOTES)
    decided = [m.decide(OPEN, z.COMMIT, ALL_YES)]
    assert play.inspected(votes=(YES, YES, YES)) == decided
    assert play.decided() == [m.Concluded("tx-1", z.COMMIT), FIND]


def test_one_no_is_enough() -> None:
    play = coordinating()
    play.fired("tx-1/s3")
    assert play.inspected(votes=(EMPTY, EMPTY, NO)) == [m.VotesIn("tx-1", z.ABORT)]


def test_a_missing_vote_aborts_after_the_deadline_and_not_before() -> None:
    play = coordinating()
    play.fired("tx-1/s3")
    assert play.inspected(votes=(YES, EMPTY, YES)) == []
    assert len(play.overdue()) == 1
    assert play.inspected(votes=(YES, EMPTY, YES)) == [m.VotesIn("tx-1", z.ABORT)]


def test_a_vote_that_comes_before_the_decision_is_written_counts() -> None:
    """13: the deadline is over, and the checks of the votes refuse the decision."""
    play = coordinating()
    play.overdue()
    play.inspected(votes=(YES, EMPTY, YES))
    play.conclude()
    votes = {"s1": YES, "s2": EMPTY, "s3": YES}
    decided = play.inspected(votes=(YES, EMPTY, YES))
    assert decided == [m.decide(OPEN, z.ABORT, votes)]
    assert len(play.decide_refused()) == 1
    assert play.inspected(votes=(YES, YES, YES)) == [m.decide(OPEN, z.COMMIT, ALL_YES)]


def test_the_sites_are_those_that_the_transaction_names() -> None:
    """The place's data may have been written by anybody."""
    play = CoordinatorPlay()
    play.restored()
    play.found(z.Latest(5, 60, "tx-1", ("s1",)))
    commands = play.inspected(OPEN)
    look = commands[-1]
    assert isinstance(look, c.Message)
    assert look.is_of(m.inspect_transaction)
    assert look.arguments["below"] == ("coordinator", *SITES)


def test_a_decision_of_somebody_else_stands() -> None:
    """13."""
    play = deciding()
    play.decide_refused()
    assert play.inspected(ABORTED, None) == [c.End("it is decided"), FIND]
    play.found()
    play.inspected(ABORTED, None)
    assert play.recipe.belief == "standing by"


# -- who coordinates ------------------------------------------------------------------------------


def test_who_stands_by_watches_no_vote() -> None:
    play = CoordinatorPlay()
    play.restored()
    (inspect,) = play.found()
    assert isinstance(inspect, c.Message)
    assert inspect.is_of(m.inspect_transaction)
    assert inspect.arguments["unwatched"] == {"latest", *VOTES}
    assert play.inspected(owner=OTHER) == []
    assert play.recipe.watched == OWN


def test_who_stands_by_takes_over_when_the_coordinator_has_gone() -> None:
    play = standing_by()
    assert play.fired(OWN) == [FIND]
    assert play.recipe.step == "notified"
    play.found()
    assert play.inspected(owner=None) == [c.claim(OWN)]
    play.created()
    play.found()
    assert play.inspected()[0] == c.Begin(CZXID)
    assert play.inspected(votes=(YES, YES, YES)) == [m.VotesIn("tx-1", z.COMMIT)]


def test_the_znode_of_its_last_session_is_not_its_own() -> None:
    """2."""
    play = coordinating()
    play.lost()
    play.restored(OTHER)
    play.found()
    assert play.inspected(owner=SESSION) == []
    assert play.recipe.belief == "standing by"


def test_who_is_cut_off_stands_down_and_takes_up_again_what_is_its_own() -> None:
    """4, 5."""
    play = coordinating()
    assert play.suspended() == [c.End("the connection was lost")]
    assert play.recipe.belief == "suspended"
    assert play.restored()[0] == m.find_latest(sync=True)
    play.found()
    assert play.inspected()[0] == c.Begin(CZXID)


def test_who_wakes_after_its_session_has_run_out_decides_nothing() -> None:
    """4: by its own clock; and a Conclude that comes then changes nothing."""
    play = coordinating()
    assert play.tick(TIMEOUT) == [c.End("the session ran out by its own clock")]
    assert play.conclude() == []


def test_who_misses_the_end_of_its_transaction_finds_the_later_one() -> None:
    """It was cut off, and the place's data has changed while it still believed."""
    play = coordinating()
    play.fired("latest")
    assert play.inspected(None, None, (None, None, None)) == [
        c.End("it is decided"),
        m.find_latest(),
    ]


def test_a_coordinators_znode_that_was_taken_away_is_made_again() -> None:
    play = coordinating()
    play.fired(OWN)
    assert play.inspected(owner=None) == [c.End("its znode is gone"), FIND]
    play.found()
    assert play.inspected(owner=None) == [c.claim(OWN)]


def test_a_decision_that_may_not_be_written_is_tried_again() -> None:
    play = deciding()
    assert play.failed() == [c.WakeAt(0.1)]
    assert play.recipe.error == "no permission"
    assert play.tick(0.1)[0].is_of(m.inspect_transaction)


def test_it_leaves_at_once_and_its_session_ends_with_it() -> None:
    play = coordinating()
    assert play.stop() == [c.End("it was stopped"), c.Leave()]


def test_what_cannot_happen_is_refused() -> None:
    play = free()
    with pytest.raises(IllegalInput):
        play.decided()
    assert play.recipe.phase is Phase.WAITING
