"""The leader's work with real processes, on both kinds of server: gaps, late writes, damage."""

from __future__ import annotations

import pytest

from app.recipes.election.process import PERIOD
from app.recipes.election.strategies import STRATEGIES
from tests.processes.rooms import SHORT, Rooms
from tests.recipes.election.working import (
    assert_unbroken,
    await_heir,
    await_late_write,
    await_numbers,
    pass_time,
    start,
    start_all,
    told,
    work_of,
)
from tests.support.freezing import freeze

FAULTS = ("stop", "kill", "resign", "expire")
UNFENCED = "/unfenced"
ELECTIONS = {**{f"/{strategy}": strategy for strategy in STRATEGIES}, UNFENCED: "predecessor"}


@pytest.mark.on("apache", "embedded")
def test_the_late_write_of_a_leader_that_slept_too_long_is_refused_where_the_store_fences(
    rooms: Rooms,
) -> None:
    """13: it writes before it looks, and its epoch gives it away. Each election has numbers and
    epochs of its own.
    """
    leaders = start_all(rooms, ELECTIONS, SHORT)
    rooms.control.works.fence(UNFENCED, False, by="test")
    for leader in leaders.values():
        rooms.act(leader, "pause")
    heirs = {path: await_heir(rooms, leader, path) for path, leader in leaders.items()}
    for leader in leaders.values():
        assert rooms.candidate(leader)["belief"] == "leading"
        rooms.act(leader, "resume")
    for path, leader in leaders.items():
        await_late_write(rooms, leader, path)
        (woken,) = rooms.moments("candidate.resumed", leader)
        assert max(rooms.moments("candidate.reported", leader, belief="leading")) < woken
    for path in ELECTIONS.keys() - {UNFENCED}:
        assert_refused(rooms, path, leaders[path], heirs[path])
    assert_damaged(rooms, leaders[UNFENCED], heirs[UNFENCED])


def assert_refused(rooms: Rooms, path: str, leader: str, heir: str) -> None:
    """The store has refused the write of a leader, and that is kept."""
    refused, *_ = told(rooms, "refused", path)
    (stale,) = work_of(rooms, path)["stale"]
    assert (refused["candidate"], refused["holder"]) == (leader, heir)
    assert refused["seen"] > refused["epoch"]
    own = [one for one in told(rooms, "written", path) if one["epoch"] == refused["epoch"]]
    assert {one["candidate"] for one in own} == {leader}
    assert refused["number"] == own[-1]["number"] + 1
    assert (stale["candidate"], stale["leader"], stale["verdict"]) == (leader, heir, "refused")
    assert stale["woke"] < stale["noticed"]
    assert stale["woke"] < stale["at"]
    assert (stale["epoch"], stale["seen"]) == (refused["epoch"], refused["seen"])
    work = work_of(rooms, path)
    assert (work["refused"], work["damage"]) == (len(told(rooms, "refused", path)), 0)
    assert_unbroken(rooms, path)


def assert_damaged(rooms: Rooms, leader: str, heir: str) -> None:
    """It has taken the write: a number was handed out twice. That can be begun again."""
    damaged, *more = told(rooms, "damaged", UNFENCED)
    assert damaged["candidate"] == leader
    assert damaged["number"] in [one["number"] for one in told(rooms, "written", UNFENCED)]
    work = work_of(rooms, UNFENCED)
    assert (work["damage"], work["refused"]) == (1 + len(more), 0)
    assert work["stale"][-1]["first"] == heir
    rooms.control.works.reset(UNFENCED, by="test")
    rooms.control.works.fence(UNFENCED, True, by="test")
    election = rooms.state["elections"][UNFENCED]
    assert (election["work"]["damage"], election["fencing"]) == (0, True)
    await_numbers(rooms, 2, UNFENCED)
    assert_unbroken(rooms, UNFENCED)


def test_the_late_write_of_a_leader_that_slept_a_little_is_accepted(rooms: Rooms) -> None:
    leader = start(rooms)
    rooms.act(leader, "pause")
    freeze(rooms.candidate(leader)["pid"])  # where the machine is busy, it went on for a while
    pass_time(2 * PERIOD)  # what it had sent is told
    before = work_of(rooms)["count"]
    pass_time(2 * PERIOD)
    assert work_of(rooms)["count"] == before
    rooms.act(leader, "resume")
    await_numbers(rooms, 4)
    assert {one["candidate"] for one in told(rooms, "written")} == {leader}
    assert (work_of(rooms)["refused"], work_of(rooms)["stale"]) == (0, [])
    assert_unbroken(rooms)


def test_whoever_takes_over_goes_on_with_the_next_number(rooms: Rooms) -> None:
    """Killed in the middle of an item: nobody has that number, and the next leader hands it out.
    Whoever steps down alive breaks its item off: nothing is refused.
    """
    rooms.allow_overlap()
    leaders = start_all(rooms, {f"/{fault}": "predecessor" for fault in FAULTS})
    for fault in FAULTS:
        rooms.act(leaders[f"/{fault}"], fault)
    rooms.end_session(leaders["/kill"])
    for path, leader in leaders.items():
        fault = path[1:]
        await_heir(rooms, leader, path)
        (gap,) = work_of(rooms, path)["gaps"]
        assert (gap["from"], gap["fault"]) == (leader, fault)
        assert gap["ms"] == work_of(rooms, path)["gap_ms"] > 0
        assert_unbroken(rooms, path)
        assert told(rooms, "refused", path) == [] or fault == "expire"
