"""A double barrier with real processes, on both kinds of server."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient

from tests.processes.rooms import SHORT, deleted_at_once
from tests.recipes.queue.rooms import BARRIER, FlowRooms
from tests.support.proxy import FaultyProxy

CREATE, GET_CHILDREN = 1, 8
TASK, LONG = 1.5, 120.0
"""Seconds inside: long enough to be struck meanwhile; and for no test to wait for."""


pytestmark = pytest.mark.rooms_of(made=FlowRooms)


@pytest.mark.on("apache", "embedded")
def test_nobody_enters_before_all_are_there_and_nobody_leaves_before_all_are_done(
    rooms: FlowRooms,
) -> None:
    first = rooms.gather(2, size=3)
    rooms.await_(lambda: len(rooms.barrier["processes"]) == 2)
    assert rooms.barrier["round"] == 0
    (last,) = rooms.gather(1)
    rooms.await_rounds([*first, last], 2)
    for number, one in enumerate(rooms.barrier["rounds"][:2]):
        came = [rooms.moments("candidate.enters", name)[number] for name in (*first, last)]
        assert max(came) < min(one["in"].values())
        assert max(one["done"].values()) < min(one["out"].values())
    assert rooms.barrier["late"] == 0


def test_one_too_many_is_too_late_and_takes_part_in_the_next_round(rooms: FlowRooms) -> None:
    """The round's ready znode names three."""
    names = rooms.gather(4, size=3)
    rooms.await_(lambda: rooms.barrier["late"] > 0)
    rooms.await_rounds(names)
    ready = list(rooms.barrier["ready"].values())
    assert all(len(one["members"]) == 3 for one in ready)


def test_one_killed_inside_is_waited_for_until_its_session_ends(rooms: FlowRooms) -> None:
    (dead,) = rooms.gather(1, size=3, task=LONG)
    others = rooms.gather(2)
    rooms.await_(lambda: rooms.barrier["people"][dead]["stage"] == "inside")
    number = rooms.barrier["people"][dead]["round"]
    rooms.act(dead, "kill")
    rooms.await_(lambda: all(rooms.stage(name) == "leaving" for name in others))
    assert all(rooms.count("left", name, round=number) == 0 for name in others)
    rooms.end_session(dead)
    rooms.await_(lambda: all(rooms.count("left", name, round=number) == 1 for name in others))
    rooms.await_(lambda: len(rooms.barrier["processes"]) == 2)
    assert rooms.barrier["round"] == number
    rooms.gather(1)
    rooms.await_rounds(others)


@pytest.mark.proof
def test_one_frozen_inside_past_its_session_is_told_and_takes_part_again(
    rooms: FlowRooms,
) -> None:
    """4."""
    (frozen,) = rooms.gather(1, size=2, task=TASK, timeout=SHORT)
    (other,) = rooms.gather(1)
    rooms.await_(lambda: rooms.stage(frozen) == "inside")
    rooms.act(frozen, "pause")
    rooms.await_rounds([other])
    rooms.act(frozen, "resume")
    rooms.await_(lambda: rooms.count("fell_out", frozen) == 1)
    rooms.await_rounds([frozen, other])


@pytest.mark.proof
def test_what_is_deleted_under_those_who_wait_is_made_again(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    """7, 8: one's znode; and all of the barrier."""
    first = rooms.gather(2, size=3)
    rooms.await_(lambda: len(rooms.barrier["processes"]) == 2)
    deleted, *_ = rooms.barrier["processes"]
    operator.delete(f"{BARRIER}/processes/{deleted}")
    rooms.await_(lambda: len({*rooms.barrier["processes"]} - {deleted}) == 2)
    before = operator.exists(f"{BARRIER}/processes").czxid
    rooms.await_(lambda: deleted_at_once(operator, BARRIER))
    made = rooms.await_(lambda: operator.exists(f"{BARRIER}/processes"))
    assert made.czxid > before
    last = rooms.gather(1)
    rooms.await_rounds([*first, *last])


def test_a_ready_znode_that_is_taken_away_is_put_back_by_those_who_leave(
    rooms: FlowRooms, operator: KazooClient
) -> None:
    """8: the one that has not read it yet would wait for it, and all others for that one."""
    (frozen,) = rooms.gather(1, size=3)
    rooms.await_(lambda: rooms.barrier["processes"])
    rooms.act(frozen, "pause")
    others = rooms.gather(2)
    rooms.await_(lambda: all(rooms.stage(name) == "leaving" for name in others))
    ready = f"{BARRIER}/ready/round-1"
    taken_away = operator.get(ready)[1].czxid
    operator.delete(ready)
    put_back = rooms.await_(lambda: operator.exists(ready))
    assert put_back.czxid > taken_away
    rooms.act(frozen, "resume")
    rooms.await_rounds([frozen, *others])


def test_one_whose_znode_goes_while_it_looks_creates_it_again(
    far_rooms: FlowRooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """7: the list has shown it, and what is read behind the list waits."""
    processes = f"{BARRIER}/processes"
    operator.ensure_path(processes)
    operator.ensure_path(f"{BARRIER}/ready")
    proxy.partition_after = (CREATE, GET_CHILDREN)
    far_rooms.gather(1, size=2)
    far_rooms.await_(lambda: not proxy.partition_after)
    (name,) = operator.get_children(processes)
    operator.delete(f"{processes}/{name}")
    proxy.release()
    far_rooms.await_(lambda: operator.get_children(processes))


def test_old_rounds_are_cleared(rooms: FlowRooms, operator: KazooClient) -> None:
    names = rooms.gather(2, task=0.05, pause=0.05, rounds=4)
    rooms.await_rounds(names, 4)
    rooms.await_(lambda: operator.get_children(f"{BARRIER}/ready") == ["round-4"])
    rooms.await_(lambda: operator.get_children(f"{BARRIER}/processes") == [])
