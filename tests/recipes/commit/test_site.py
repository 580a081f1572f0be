"""A site by script; the numbers are those of docs/correctness.md."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from app.participation import commands as c
from app.participation.phases import Phase
from app.recipes.commit import machine as m
from app.recipes.commit import znodes as z
from tests.participation.playbook import TIMEOUT
from tests.recipes.commit.playbook import (
    ABORTED,
    COMMITTED,
    DEED,
    DONE,
    EMPTY,
    FREE,
    NEXT,
    NO,
    OPEN,
    YES,
    SitePlay,
    in_doubt,
    looking,
    voting,
)

FIND = m.find_latest(watch=False)


def look(*watched: str, sync: bool = False) -> c.Message:
    """A look at the transaction and its own vote, which is not watched."""
    return m.inspect_transaction("tx-1", ("s1",), frozenset({"tx-1/s1", *watched}), sync)


LOOK = look("latest", "tx-1")


# -- the vote -------------------------------------------------------------------------------------


def test_first_it_asks_its_own_ledger_what_it_is_prepared_for() -> None:
    play = SitePlay()
    assert play.restored() == [m.Recall(), c.WakeAt(TIMEOUT)]
    assert play.recalled() == [m.find_latest(sync=True)]
    assert play.found(FREE) == []
    assert play.recipe.watched == "latest"


def test_it_votes_once_its_ledger_is_prepared() -> None:
    play = looking()
    assert play.found() == [look("latest")]
    assert play.looked() == [m.Prepare("tx-1", DEED)]
    assert play.recipe.step == "vote"
    assert play.prepared() == [m.cast_vote(OPEN, "s1", z.COMMIT, 0)]
    assert play.written() == [LOOK]
    assert play.looked(own=YES) == []
    assert (play.recipe.belief, play.recipe.step) == ("in doubt", "in doubt")


def test_it_may_vote_no_and_is_in_no_doubt_then() -> None:
    play = voting()
    assert play.prepared(z.ABORT) == [m.cast_vote(OPEN, "s1", z.ABORT, 0)]
    play.written()
    play.found()
    play.looked(own=NO)
    assert (play.recipe.belief, play.recipe.step) == ("waiting", "wait")


def test_a_transaction_without_it_is_none_of_its_business() -> None:
    play = looking()
    play.found()
    others = replace(OPEN, deed=z.Deed("id1", {"s2": 1, "s3": -1}))
    assert play.looked(others, None) == []
    assert play.recipe.step == "look"


def test_a_vote_that_comes_too_late_is_refused_and_then_the_decision_counts() -> None:
    """13: it was frozen, and wakes after the deadline."""
    play = voting()
    play.prepared()
    assert play.refused() == [LOOK]
    assert play.looked(ABORTED, EMPTY) == [m.CarryOut("tx-1", z.ABORT)]


def test_a_vote_without_an_answer_is_looked_up() -> None:
    """1."""
    play = voting()
    play.prepared()
    play.suspended()
    assert play.restored()[0] == look(sync=True)
    assert play.looked(own=YES) == []
    assert play.recipe.belief == "in doubt"


def test_a_vote_that_never_arrived_is_cast_again() -> None:
    """1: its ledger knows how it votes."""
    play = voting()
    play.prepared()
    play.suspended()
    play.restored()
    assert play.looked(own=EMPTY) == [m.cast_vote(OPEN, "s1", z.COMMIT, 0)]


def test_its_ledger_may_be_prepared_while_it_is_cut_off() -> None:
    play = voting()
    play.suspended()
    assert play.prepared() == []
    assert play.restored()[0] == look(sync=True)


def test_what_it_has_carried_out_it_waits_for_the_next_one_only_with_a_watch() -> None:
    """Its vote's znode was taken away: it has not read the place's data since it came back."""
    play = SitePlay()
    play.restored()
    play.recalled(("tx-1", "id1"))
    play.looked(COMMITTED, None)
    assert play.carried_out() == [m.find_latest()]


# -- in doubt -------------------------------------------------------------------------------------


def test_in_doubt_it_carries_out_nothing_before_it_has_read_the_decision() -> None:
    play = in_doubt()
    assert play.fired("tx-1") == [look("latest")]
    assert play.looked(own=YES) == []
    assert play.recipe.belief == "in doubt"
    play.fired("tx-1")
    assert play.looked(COMMITTED, YES) == [m.CarryOut("tx-1", z.COMMIT)]


@pytest.mark.parametrize("what", ["suspended", "lost", "out of time"])
def test_in_doubt_it_waits_whatever_becomes_of_its_session(what: str) -> None:
    play = in_doubt()
    happens: dict[str, Callable[[], list[c.Command]]] = {
        "suspended": play.suspended,
        "lost": play.lost,
        "out of time": lambda: play.tick(TIMEOUT),
    }
    assert happens[what]() == []
    assert play.restored()[0] == look(sync=True)
    play.looked(own=YES)
    assert play.recipe.belief == "in doubt"


def test_one_that_comes_back_goes_by_its_ledger() -> None:
    play = SitePlay()
    play.restored()
    assert play.recalled(("tx-1", "id1")) == [look(sync=True)]
    assert play.looked(COMMITTED, YES) == [m.CarryOut("tx-1", z.COMMIT)]


@pytest.mark.parametrize("there", [None, replace(COMMITTED, deed=NEXT)])
def test_a_transaction_that_was_taken_away_leaves_it_in_doubt(
    there: z.TransactionZnode | None,
) -> None:
    """Also where somebody has put another one into its place."""
    play = in_doubt()
    play.fired("tx-1")
    assert play.looked(there, YES if there else None) == [c.WakeAt(0.1)]
    assert play.recipe.belief == "in doubt"
    assert play.recipe.error == "tx-1 is gone: nobody can say what was decided"
    assert play.tick(0.1)[0] == look()


# -- the decision ---------------------------------------------------------------------------------


def test_it_says_in_its_own_znode_what_it_has_carried_out() -> None:
    play = in_doubt()
    play.fired("tx-1")
    play.looked(COMMITTED, YES)
    assert play.carried_out() == [m.acknowledge_decision("tx-1", "s1", YES, z.COMMIT)]
    assert play.written() == [FIND]
    play.found()
    assert play.looked(COMMITTED, DONE) == []
    assert (play.recipe.belief, play.recipe.watched) == ("waiting", "latest")


def test_who_voted_no_has_nothing_to_carry_out_and_says_so_too() -> None:
    play = looking()
    play.found()
    assert play.looked(ABORTED, NO) == [m.acknowledge_decision("tx-1", "s1", NO, z.ABORT)]


def test_what_is_carried_out_is_not_carried_out_again() -> None:
    """1: that it says so was not answered."""
    play = in_doubt()
    play.fired("tx-1")
    play.looked(COMMITTED, YES)
    play.carried_out()
    play.suspended()
    assert play.restored()[0] == m.find_latest(sync=True)
    play.found()
    assert play.looked(COMMITTED, YES) == [m.acknowledge_decision("tx-1", "s1", YES, z.COMMIT)]


def test_a_ledger_that_knows_nothing_of_its_vote_is_told_of() -> None:
    """A disk was lost: to say that it is carried out would be a lie."""
    play = looking()
    play.found()
    assert play.looked(COMMITTED, YES) == []
    assert play.recipe.error == "the ledger knows nothing of tx-1, for which it has voted"


def test_it_leaves_at_once() -> None:
    play = in_doubt()
    assert play.stop() == [c.Leave()]
    assert play.recipe.phase is Phase.LEFT
