"""Whoever has older data than the newest does not volunteer, and does not lead."""

from __future__ import annotations

from app.participation import commands as c
from app.participation.naming import LEADER
from app.participation.phases import Phase
from app.recipes.election import messages as m
from app.recipes.election.machine import SingleElection
from tests.participation import playbook
from tests.participation.playbook import CZXID, MINE, Play


def test_a_waiting_one_that_falls_behind_gives_its_place_back_and_sits_out() -> None:
    play = playbook.waiting()
    assert play.data(1, 2) == [c.delete_own(MINE)]
    assert play.deleted() == []
    assert (play.recipe.phase, play.recipe.belief) == (Phase.RESTING, "behind")
    assert play.recipe.step == "sit out"


def test_a_leader_that_falls_behind_steps_down_before_its_znode_goes() -> None:
    play = playbook.leading()
    assert play.data(1, 2) == [c.End("its data is behind"), c.delete_own(MINE)]


def test_caught_up_it_asks_for_the_newest_version_before_it_creates() -> None:
    play = playbook.waiting()
    play.data(1, 2)
    play.deleted()
    assert play.data(2, 2) == [m.list_candidates(None, newest=True)]
    assert play.children(owner=None, newest=2) == [c.create_own("guid-n_")]


def test_overtaken_meanwhile_it_goes_on_sitting_out() -> None:
    play = playbook.waiting()
    play.data(1, 2)
    play.deleted()
    play.data(2, 2)
    assert play.children(owner=None, newest=3) == []
    assert play.recipe.belief == "behind"


def test_the_lowest_does_not_lead_with_older_data_than_the_newest() -> None:
    play = playbook.joining()
    play.data(2, 2)
    assert play.created() == [m.list_candidates(MINE, newest=True)]
    assert play.children(MINE, newest=3) == [c.delete_own(MINE)]
    play.deleted()
    assert play.recipe.belief == "behind"


def test_without_any_newest_version_nobody_is_behind() -> None:
    play = playbook.joining()
    play.data(2, None)
    play.created()
    assert play.children(MINE, newest=None)[0] == c.Begin(CZXID)


def test_who_keeps_no_versions_never_asks() -> None:
    play = playbook.joining()
    assert play.created() == [m.list_candidates(MINE, newest=False)]


def test_one_whose_create_is_on_its_way_waits_for_the_answer_and_gives_it_back() -> None:
    play = playbook.joining()
    assert play.data(1, 2) == []
    assert play.created() == [c.delete_own(MINE)]


def test_it_sits_out_through_a_broken_connection() -> None:
    play = playbook.waiting()
    play.data(1, 2)
    play.deleted()
    play.suspended()
    assert [type(command) for command in play.restored()] == [c.WakeAt]
    assert play.recipe.belief == "behind"


def test_caught_up_while_apart_it_queues_again_with_the_connection() -> None:
    play = playbook.waiting()
    play.data(1, 2)
    play.deleted()
    play.suspended()
    assert play.data(2, 2) == []
    assert play.restored()[0] == m.list_candidates(None, newest=True)


def test_stopping_while_it_sits_out_leaves_at_once() -> None:
    play = playbook.waiting()
    play.data(1, 2)
    play.deleted()
    assert play.stop() == [c.Leave()]


def test_behind_with_a_failed_lookup_under_way_it_still_finds_its_znode() -> None:
    play = playbook.joining()
    play.suspended()
    play.restored()
    play.failed()
    assert play.data(1, 2) == []
    seek = m.list_candidates(None, newest=True, watch=False, sync=True)
    assert play.tick(play.at + 1.0)[0] == seek
    assert play.children(MINE) == [c.delete_own(MINE)]


def test_a_racer_that_is_behind_does_not_race() -> None:
    play = Play(SingleElection)
    play.restored()
    play.names(LEADER)
    assert play.data(1, 2) == []
    assert play.recipe.belief == "behind"
