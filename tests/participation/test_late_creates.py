"""A create whose answer was lost, and what may come of it later: 1 of docs/correctness.md.

The server that one is connected to next may lag behind the create, so whoever looks syncs first;
and a request of an old connection may arrive later still (ZOOKEEPER-2886), so it looks again after
every reconnect of the session. Of two own znodes the lowest stays (CURATOR-264).
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.naming import LEADER
from app.recipes.barrier import machine as b
from app.recipes.election import messages as m
from app.recipes.election.machine import HerdElection, PredecessorElection, SingleElection
from app.recipes.queue import machine as items
from tests.participation.playbook import CZXID, FIRST, GUID, MINE, SESSION, Play
from tests.recipes.barrier import test_machine as test_barrier
from tests.recipes.lock import test_machine as test_lock
from tests.recipes.queue import playbook as queue_playbook
from tests.recipes.queue.playbook import PLACE

LATE = f"{GUID}-n_0000000012"
WRAPPED = f"{GUID}-n_-2147483648"
SEEK_LEADER = m.list_candidates(LEADER, watch=False, sync=True)
CREATE = [c.create_own(f"{GUID}-n_")]


def election(recipe: type[PredecessorElection] | type[HerdElection]) -> Play:
    play = Play(recipe)
    play.restored()
    return play


def client() -> Play:
    play = test_lock.resting()
    play.acquire()
    return play


QUEUES: dict[str, Callable[[], Play]] = {
    "predecessor": lambda: election(PredecessorElection),
    "herd": lambda: election(HerdElection),
    "lock": client,
}
TAKING_PART = {
    "predecessor": m.list_candidates(MINE),
    "herd": c.list_names(watch=True),
    "lock": c.list_children(MINE),
}


def after_a_lost_reply(name: str) -> Play:
    """Its create is not to be seen; it looks."""
    play = QUEUES[name]()
    play.suspended()
    assert play.restored()[0] == play.seek
    return play


def joined_after_a_lost_reply(name: str) -> Play:
    """It made another one, which was answered."""
    play = after_a_lost_reply(name)
    assert play.children(FIRST, owner=None) == CREATE
    play.created(MINE)
    return play


# -- queues ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", QUEUES)
def test_it_looks_again_after_every_later_reconnect_of_the_session(name: str) -> None:
    play = joined_after_a_lost_reply(name)
    for _ in range(3):
        play.suspended()
        assert play.restored()[0] == play.seek
        assert play.children(FIRST, MINE, owner=None) == [TAKING_PART[name]]
        assert play.recipe.name == MINE


@pytest.mark.parametrize("name", QUEUES)
def test_a_lookup_that_was_not_answered_either_is_made_again(name: str) -> None:
    play = after_a_lost_reply(name)
    play.suspended()
    assert play.restored()[0] == play.seek
    assert play.children(MINE, owner=None) == [TAKING_PART[name]]


@pytest.mark.parametrize("name", QUEUES)
def test_of_two_own_znodes_the_lowest_stays(name: str) -> None:
    """And it looks again until there is one."""
    play = joined_after_a_lost_reply(name)
    play.suspended()
    play.restored()
    assert play.children(LATE, FIRST, MINE, owner=None) == [c.delete_own(LATE)]
    assert play.deleted() == [play.seek]
    assert play.children(FIRST, MINE, owner=None) == [TAKING_PART[name]]


@pytest.mark.parametrize("name", QUEUES)
def test_the_lowest_is_that_of_the_lower_number_across_the_wrap(name: str) -> None:
    """10."""
    play = joined_after_a_lost_reply(name)
    play.suspended()
    play.restored()
    last = f"{GUID}-n_2147483647"
    assert play.children(WRAPPED, last, owner=None) == [c.delete_own(WRAPPED)]


@pytest.mark.parametrize("name", QUEUES)
def test_a_second_one_that_may_not_be_deleted_is_tried_again_before_anything_else(
    name: str,
) -> None:
    """9."""
    play = joined_after_a_lost_reply(name)
    play.suspended()
    play.restored()
    play.children(LATE, MINE, owner=None)
    (wake,) = play.failed()
    assert isinstance(wake, c.WakeAt)
    assert play.tick(wake.at)[0] == play.seek
    assert play.children(LATE, MINE, owner=None) == [c.delete_own(LATE)]


@pytest.mark.parametrize("name", QUEUES)
def test_in_a_new_session_nothing_can_be_late(name: str) -> None:
    """With the old one all of its znodes go, and its requests are refused."""
    play = joined_after_a_lost_reply(name)
    play.lost()
    assert play.restored(SESSION + 1, "other")[0] == c.create_own("other-n_")
    play.created("other-n_0000000009")
    play.suspended()
    assert play.seek not in play.restored(SESSION + 1, "third")


@pytest.mark.parametrize("name", QUEUES)
def test_leaving_takes_both_away(name: str) -> None:
    play = joined_after_a_lost_reply(name)
    play.suspended()
    play.stop()
    assert play.restored()[0] == play.seek
    assert play.children(MINE, LATE, owner=None) == [c.delete_own(LATE)]
    assert play.deleted() == [play.seek]
    assert play.children(MINE, owner=None) == [c.delete_own(MINE)]
    assert play.deleted() == [c.Leave()]


@pytest.mark.parametrize("name", QUEUES)
def test_who_found_its_create_can_leave(name: str) -> None:
    """9: nothing is under way any more that would have to be awaited."""
    play = after_a_lost_reply(name)
    play.children(MINE, owner=None)
    assert play.stop()[-1] == c.delete_own(MINE)


def test_who_was_answered_each_time_looks_for_nothing() -> None:
    """What is certain costs no sync."""
    play = election(PredecessorElection)
    play.created(MINE)
    play.suspended()
    assert play.restored()[0] == m.list_candidates(MINE)


def test_who_resigned_looks_before_it_queues_again() -> None:
    """A late one would stand before it."""
    play = joined_after_a_lost_reply("predecessor")
    play.children(MINE)
    play.acknowledged()
    play.resign()
    assert play.deleted() == [play.seek]
    assert play.children(LATE, owner=None) == [c.delete_own(LATE)]
    assert play.deleted() == [play.seek]
    assert play.children(FIRST, owner=None) == CREATE


@pytest.mark.parametrize("name", ["predecessor", "lock"])
def test_a_late_one_that_stands_before_its_own_is_not_waited_for(name: str) -> None:
    """It would wait for itself."""
    play = joined_after_a_lost_reply(name)
    early = f"{GUID}-n_0000000000"
    assert play.children(early, MINE) == [play.seek]
    assert play.children(early, MINE, owner=None) == [c.delete_own(MINE)]
    assert play.deleted() == [play.seek]
    assert play.children(early, owner=None) == [play.listing(early)]


def test_who_comes_back_from_sitting_out_looks_for_a_late_one() -> None:
    seek = m.list_candidates(None, newest=True, watch=False, sync=True)
    play = joined_after_a_lost_reply("predecessor")
    play.children(FIRST, MINE)
    play.data(1, 2)
    assert play.deleted() == [seek]
    play.children(FIRST, owner=None)
    assert play.data(2, 2) == [seek]
    assert play.children(FIRST, owner=None) == [m.list_candidates(None, newest=True)]
    assert play.children(FIRST, LATE, owner=None, newest=2) == [seek]
    assert play.children(FIRST, LATE, owner=None) == [m.list_candidates(LATE, newest=True)]


def test_who_released_the_lock_looks_before_it_rests() -> None:
    """A late one would hold the lock, and nobody would know of it."""
    play = joined_after_a_lost_reply("lock")
    assert isinstance(play, test_lock.Client)
    play.children(MINE)
    assert play.release()[-1] == c.delete_own(MINE)
    assert play.deleted() == [play.seek]
    assert play.children(LATE, owner=None) == [c.delete_own(LATE)]
    assert play.deleted() == [play.seek]
    assert play.children(FIRST, owner=None) == []
    assert play.recipe.belief == "idle"


def test_a_holder_looks_before_it_holds_again() -> None:
    play = joined_after_a_lost_reply("lock")
    assert play.children(MINE) == [c.Begin(CZXID)]
    play.suspended()
    assert play.restored()[0] == play.seek
    assert play.children(MINE, LATE, owner=None) == [c.delete_own(LATE)]
    play.deleted()
    assert play.children(MINE, owner=None) == [c.list_children(MINE)]
    assert play.children(MINE) == [c.Begin(CZXID)]


# -- the race for one znode ----------------------------------------------------------------------


def racing() -> Play:
    """Its claim's answer is lost, and the claim is not to be seen."""
    play = Play(SingleElection)
    play.restored()
    play.names()
    play.suspended()
    assert play.restored()[0] == SEEK_LEADER
    assert play.children(owner=None) == [c.list_names(watch=True)]
    return play


def test_a_claim_that_came_late_is_found_by_its_owner_after_any_reconnect() -> None:
    """Else it would take its own znode for another's, and wait for itself."""
    play = racing()
    play.names(LEADER)
    assert play.recipe.belief == "waiting"
    for _ in range(2):
        play.suspended()
        assert play.restored()[0] == SEEK_LEADER
        assert play.children(LEADER) == [m.list_candidates(LEADER)]
    assert play.children(LEADER)[0] == c.Begin(CZXID)


def test_who_resigned_looks_for_a_late_claim_before_it_races_again() -> None:
    play = racing()
    play.names()
    play.created(LEADER)
    play.children(LEADER)
    play.acknowledged()
    play.resign()
    play.children(LEADER)
    (wake,) = play.deleted()
    assert isinstance(wake, c.WakeAt)
    assert play.tick(wake.at)[0] == SEEK_LEADER
    assert play.children(LEADER) == [m.list_candidates(LEADER)]


# -- a barrier -----------------------------------------------------------------------------------

SECOND_OF_MINE = "guid_r1-n_0000000008"


def test_a_barrier_syncs_before_it_looks_for_its_create_and_looks_after_every_reconnect() -> None:
    play = test_barrier.coming()
    play.looked(test_barrier.A)
    for _ in range(3):
        play.suspended()
        assert play.restored()[0] == b.look_around(1, None, sync=True)
    assert play.looked(test_barrier.A) == [test_barrier.CREATE]
    play.created()
    play.suspended()
    assert play.restored()[0] == b.look_around(1, test_barrier.MINE, sync=True)


def test_a_barriers_sync_is_repeated_until_it_was_answered() -> None:
    play = test_barrier.coming()
    play.looked(test_barrier.A)
    play.suspended()
    play.restored()
    (wake,) = play.give(i.Failed(play.at, play.generation, "throttled"))
    assert isinstance(wake, c.WakeAt)
    assert play.tick(wake.at)[0] == b.look_around(1, None, sync=True)
    assert play.looked(test_barrier.A) == [test_barrier.CREATE]
    assert play.created() == [b.look_around(1, test_barrier.MINE)]


def test_of_two_own_znodes_in_a_barrier_the_lowest_stays() -> None:
    play = test_barrier.waiting()
    play.fired("ready/round-1")
    names = (SECOND_OF_MINE, test_barrier.A, test_barrier.MINE)
    assert play.looked(*names) == [c.delete_own(f"processes/{SECOND_OF_MINE}")]
    assert play.deleted() == [b.look_around(1, test_barrier.MINE)]
    assert play.looked(test_barrier.A, test_barrier.MINE) == []
    assert play.recipe.belief == "waiting"


def test_a_round_does_not_begin_with_one_process_counted_twice() -> None:
    """Another one's second znode is not there for a third process."""
    twice = (test_barrier.A, "aaaa_r1-n_0000000009", test_barrier.MINE)
    play = test_barrier.waiting()
    play.fired("ready/round-1")
    assert play.looked(*twice) == []
    assert play.recipe.belief == "waiting"
    assert b.standing_for(1, twice) == [test_barrier.A, test_barrier.MINE]
    play.fired("ready/round-1")
    assert play.looked(*twice, test_barrier.LATER) == [
        b.open_round(1, (test_barrier.A, test_barrier.MINE, test_barrier.LATER))
    ]


def test_the_lowest_counts_of_those_that_stand_for_a_round() -> None:
    names = ["b_r2-n_0000000007", "a_r2-n_0000000004", "b_r2-n_0000000003", "a_r1-n_0000000001"]
    assert b.standing_for(2, names) == ["b_r2-n_0000000003", "a_r2-n_0000000004"]
    assert b.standing_for(1, names) == ["a_r1-n_0000000001"]


# -- a queue -------------------------------------------------------------------------------------


def test_a_place_in_the_line_is_looked_for_after_every_reconnect() -> None:
    play = queue_playbook.looking()
    play.gathered()
    for _ in range(3):
        play.suspended()
        assert play.restored()[0] == items.gather_queue(watch=False, sync=True)
    assert play.gathered(line=(PLACE,)) == [items.gather_queue(watch=True)]


def test_of_two_places_in_the_line_the_lowest_stays() -> None:
    """The other one would stop whoever watches it."""
    play = queue_playbook.first_in_line()
    play.suspended()
    play.restored()
    late = "guid-n_0000000011"
    assert play.gathered(line=(late, PLACE)) == [c.delete_own(f"line/{late}")]
    deleted = i.Deleted(play.at, play.generation)
    assert play.give(deleted) == [items.gather_queue(watch=False)]
    assert play.gathered(line=(PLACE,)) == [items.gather_queue(watch=True)]
    assert play.recipe.name == f"line/{PLACE}"


def test_a_claim_whose_answer_was_lost_is_looked_for_after_every_reconnect() -> None:
    """An item that nobody works on would never be done."""
    play = queue_playbook.claiming()
    item = queue_playbook.FIRST
    for _ in range(3):
        play.suspended()
        assert play.restored()[0] == items.inspect_item(item, owner=True, sync=True)
    assert play.inspected(item) == [items.take(item, 0, b"data", None)]
    play.suspended()
    assert play.restored()[0] == items.inspect_item(item, owner=True, sync=True)
    assert play.inspected(item, version=1, owner=SESSION) == [c.Begin(1)]


def test_who_found_the_item_in_other_hands_goes_on() -> None:
    play = queue_playbook.claiming()
    play.suspended()
    play.restored()
    assert play.inspected(queue_playbook.FIRST, version=1, owner=SESSION + 1) == [
        items.inspect_item(queue_playbook.SECOND, owner=False)
    ]
