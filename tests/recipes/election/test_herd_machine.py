"""The herd as a script: everybody watches the list, and reads it again when it changes."""

from __future__ import annotations

from app.participation import commands as c
from app.participation import inputs as i
from app.recipes.election import messages as m
from app.recipes.election.machine import HerdElection
from tests.participation.playbook import CZXID, FIRST, MINE, SECOND, SESSION, Play


def joined() -> Play:
    """Its znode stands."""
    play = Play(HerdElection)
    play.restored()
    play.created()
    return play


def waiting() -> Play:
    """It waits behind FIRST and SECOND."""
    play = joined()
    play.names(FIRST, SECOND, MINE)
    return play


def leading() -> Play:
    """It leads, and has acknowledged it."""
    play = joined()
    play.names(MINE)
    play.children(MINE)
    play.acknowledged()
    return play


def test_joining_creates_lists_with_a_watch_and_remembers_who_is_lowest() -> None:
    play = Play(HerdElection)
    assert play.restored()[0] == c.create_own("guid-n_")
    assert play.created() == [c.list_names(watch=True)]
    assert play.names(FIRST, SECOND, MINE) == []
    assert (play.recipe.belief, play.recipe.leader) == ("waiting", FIRST)
    assert play.recipe.watched == i.PARENT


def test_each_change_of_the_list_makes_it_read_the_whole_list_again() -> None:
    play = waiting()
    assert play.list_changed() == [c.list_names(watch=True)]
    assert play.names(SECOND, MINE) == []
    assert play.recipe.leader == SECOND


def test_the_lowest_leads_only_after_one_read_showed_that_and_its_owner() -> None:
    play = waiting()
    play.list_changed()
    assert play.names(MINE) == [m.list_candidates(MINE)]
    assert play.children(MINE) == [c.Begin(CZXID), m.acknowledge(MINE, CZXID, None)]


def test_does_not_lead_with_a_znode_of_another_session() -> None:
    play = joined()
    play.names(MINE)
    assert play.children(MINE, owner=SESSION + 1) == [c.create_own("guid-n_")]


def test_one_that_came_in_lower_meanwhile_means_remembering_again() -> None:
    play = joined()
    play.names(MINE)
    assert play.children(FIRST, MINE) == [c.list_names(watch=True)]


def test_its_own_znode_deleted_it_queues_again() -> None:
    play = waiting()
    play.list_changed()
    assert play.names(FIRST, SECOND) == [m.list_candidates(MINE)]
    assert play.children(FIRST, SECOND, owner=None) == [c.create_own("guid-n_")]


def test_a_leader_does_not_care_who_else_comes_and_goes() -> None:
    play = leading()
    assert play.list_changed() == []
    assert play.recipe.belief == "leading"


def test_a_leader_hears_of_its_own_znodes_end() -> None:
    play = leading()
    commands = play.fired(MINE)
    assert commands == [c.End("its znode is gone"), c.create_own("guid-n_")]


def test_a_list_from_before_the_connection_broke_is_not_acted_upon() -> None:
    play = waiting()
    play.list_changed()
    play.suspended()
    stale = i.Children(play.at, play.generation - 1, (MINE,), None)
    assert play.give(stale) == []
    assert play.restored()[0] == c.list_names(watch=True)


def test_a_missing_election_is_made_again() -> None:
    play = waiting()
    play.list_changed()
    gone = i.Children(play.at, play.generation, None, None, m.ReadBeside())
    assert play.give(gone) == [m.list_candidates(MINE)]
    assert play.recipe.watched is None
    assert play.children(owner=None) == [c.create_own("guid-n_")]
    assert play.give(i.ParentMissing(play.at, play.generation)) == [c.make_parent()]


def test_stopping_deletes_and_leaves() -> None:
    play = waiting()
    assert play.stop() == [c.delete_own(MINE)]
    assert play.deleted() == [c.Leave()]
