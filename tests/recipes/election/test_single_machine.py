"""The race for one znode as a script."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.naming import LEADER
from app.participation.participant import FIRST_RETRY
from app.participation.phases import Phase
from app.recipes.election import messages as m
from app.recipes.election.machine import SingleElection
from tests.participation.playbook import CZXID, SESSION, Play

LOOK = m.list_candidates(LEADER, watch=False, sync=True)
SEEK = m.list_candidates(LEADER, watch=False, sync=True)


def joining() -> Play:
    """It has asked who leads."""
    play = Play(SingleElection)
    play.restored()
    return play


def waiting() -> Play:
    """Somebody else leads."""
    play = joining()
    play.names(LEADER)
    return play


def racing() -> Play:
    """The leader has gone; its list and its create are on the way."""
    play = waiting()
    play.list_changed()
    return play


def leading() -> Play:
    """It leads, and has acknowledged it."""
    play = joining()
    play.names()
    play.created(LEADER)
    play.children(LEADER)
    play.acknowledged()
    return play


def test_whoever_finds_a_leader_remembers_it_and_creates_nothing() -> None:
    play = Play(SingleElection)
    assert play.restored()[0] == c.list_names(watch=True)
    assert play.names(LEADER) == []
    assert (play.recipe.belief, play.recipe.leader) == ("waiting", LEADER)
    assert play.recipe.watched == i.PARENT


def test_who_finds_none_races_and_leads_once_its_znode_is_seen_to_be_its_own() -> None:
    play = joining()
    assert play.names() == [c.claim(LEADER)]
    assert play.created(LEADER) == [m.list_candidates(LEADER)]
    assert play.children(LEADER) == [c.Begin(CZXID), m.acknowledge(LEADER, CZXID, None)]
    play.acknowledged()
    assert play.recipe.belief == "leading"


def test_a_change_of_the_list_arms_the_watch_again_and_races_at_once() -> None:
    play = waiting()
    assert play.list_changed() == [c.list_names(watch=True), c.claim(LEADER)]
    assert play.recipe.leader is None


def test_beaten_with_the_watch_armed_it_waits_for_the_next_end() -> None:
    play = racing()
    assert play.names(LEADER) == []
    assert play.taken() == []
    assert (play.recipe.belief, play.recipe.leader) == ("waiting", LEADER)


def test_woken_by_the_winners_create_it_arms_the_watch_once_more() -> None:
    play = racing()
    play.names()
    assert play.list_changed() == []
    assert play.taken() == [c.list_names(watch=True)]
    assert play.names(LEADER) == []
    assert play.recipe.watched == i.PARENT


def test_a_winner_is_woken_by_its_own_create_and_leads_all_the_same() -> None:
    play = racing()
    play.names()
    assert play.list_changed() == []
    assert play.created(LEADER) == [m.list_candidates(LEADER)]


def test_a_lost_create_reply_is_looked_up_by_its_owner_before_creating_again() -> None:
    play = racing()
    play.names()
    assert play.give(i.CreateReplyLost(play.at, play.generation)) == [SEEK]
    assert play.children(LEADER) == [m.list_candidates(LEADER)]
    assert play.children(LEADER)[0] == c.Begin(CZXID)


def test_a_list_that_fails_in_the_race_leaves_the_create_to_be_looked_up() -> None:
    """1: an ACL may forbid to read the list and allow the create. The znode is its own then, and
    whoever took it for another's would wait for itself.
    """
    play = racing()
    void = play.generation
    play.failed()
    play.give(i.Created(play.at, void, LEADER))
    assert play.tick(play.at + 0.2)[0] == SEEK
    assert play.children(LEADER) == [m.list_candidates(LEADER)]
    assert play.children(LEADER)[0] == c.Begin(CZXID)


def test_a_lost_create_reply_while_somebody_else_was_faster_means_waiting() -> None:
    play = racing()
    play.suspended()
    assert play.restored()[0] == SEEK
    assert play.children(LEADER, owner=SESSION + 1) == [c.list_names(watch=True)]
    assert play.names(LEADER) == []
    assert play.recipe.belief == "waiting"


def test_the_znode_of_its_own_dying_session_is_somebody_elses() -> None:
    play = leading()
    play.suspended()
    play.lost()
    assert play.restored(SESSION + 1, "other")[0] == c.list_names(watch=True)
    assert play.names(LEADER) == []
    assert play.recipe.belief == "waiting"


def test_stopping_deletes_only_what_is_seen_to_be_its_own() -> None:
    play = leading()
    assert play.stop() == [c.End("it was stopped"), LOOK]
    assert play.children(LEADER) == [c.delete_own(LEADER)]
    assert play.deleted() == [c.Leave()]


def test_stopping_leaves_alone_what_somebody_else_has_made_since() -> None:
    play = leading()
    play.stop()
    assert play.children(LEADER, owner=SESSION + 1) == [c.Leave()]


def test_resigning_gives_the_znode_back_and_lets_the_others_race_first() -> None:
    play = leading()
    assert play.resign() == [c.End("it resigned"), LOOK]
    assert play.children(LEADER) == [c.delete_own(LEADER)]
    assert play.deleted() == [c.WakeAt(FIRST_RETRY)]
    assert play.tick(FIRST_RETRY)[0] == c.list_names(watch=True)
    assert play.names(LEADER) == []
    assert play.recipe.belief == "waiting"


def test_its_znode_deleted_by_an_operator_it_steps_down_and_asks_again() -> None:
    play = leading()
    assert play.fired(LEADER) == [c.End("its znode is gone"), c.list_names(watch=True)]


def test_a_missing_parent_is_made() -> None:
    play = joining()
    gone = i.Children(play.at, play.generation, None, None)
    assert play.give(gone) == [c.make_parent()]
    assert play.give(i.ParentMade(play.at, play.generation)) == [c.list_names(watch=True)]


def test_leaving_in_the_middle_of_a_race_awaits_the_answer() -> None:
    play = racing()
    assert play.stop() == []
    assert play.recipe.phase is Phase.CREATING
    play.names()
    assert play.created(LEADER) == [LOOK]
    assert play.children(LEADER) == [c.delete_own(LEADER)]


def test_told_to_stop_in_the_middle_of_a_race_that_it_loses_it_leaves() -> None:
    play = racing()
    play.names(LEADER)
    play.stop()
    assert play.taken() == [c.Leave()]


def test_fallen_behind_in_the_middle_of_a_race_that_it_loses_it_sits_out() -> None:
    play = racing()
    play.names(LEADER)
    play.data(1, 2)
    assert play.taken() == []
    assert play.recipe.belief == "behind"
