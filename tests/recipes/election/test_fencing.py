"""The leader's work with real processes, on both kinds of server: gaps, late writes, damage."""

from __future__ import annotations

import pytest

from app.recipes.election.process.leading import PERIOD
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms
from tests.recipes.election.working import (
    assert_unbroken,
    await_numbers,
    freeze_past_its_session,
    pass_time,
    start,
    told,
    wake,
    work_of,
)
from tests.support.freezing import freeze


@pytest.mark.parametrize("strategy", ["predecessor", "herd", "single"])
def test_the_late_write_of_a_leader_that_slept_too_long_is_refused(
    rooms: Rooms, strategy: str
) -> None:
    """13: it writes before it looks, and its epoch gives it away."""
    leader, *_ = start(rooms, strategy)
    epoch = rooms.election["epoch"]
    freeze_past_its_session(rooms, leader)
    last = [one["number"] for one in told(rooms, "written") if one["epoch"] == epoch][-1]
    heir = work_of(rooms)["term"]
    wake(rooms, leader)
    refused, *_ = told(rooms, "refused")
    assert (refused["candidate"], refused["epoch"]) == (leader, epoch)
    assert (refused["number"], refused["holder"]) == (last + 1, heir)
    assert refused["seen"] > epoch
    assert work_of(rooms)["refused"] == len(told(rooms, "refused"))
    assert work_of(rooms)["damage"] == 0
    assert_unbroken(rooms)


@pytest.mark.on("apache", "embedded")
def test_what_a_leader_did_that_slept_too_long_is_kept(rooms: Rooms) -> None:
    leader, *_ = start(rooms)
    freeze_past_its_session(rooms, leader)
    heir = work_of(rooms)["term"]
    wake(rooms, leader)
    (stale,) = work_of(rooms)["stale"]
    assert (stale["candidate"], stale["leader"], stale["verdict"]) == (leader, heir, "refused")
    assert stale["woke"] < stale["noticed"]
    assert stale["woke"] < stale["at"]
    assert stale["epoch"] < stale["seen"]


def test_without_fencing_its_late_write_is_taken_and_a_number_handed_out_twice(
    rooms: Rooms,
) -> None:
    leader, *_ = start(rooms)
    rooms.control.works.fence(ELECTION, False, "test")
    freeze_past_its_session(rooms, leader)
    wake(rooms, leader)
    damaged, *more = told(rooms, "damaged")
    assert damaged["candidate"] == leader
    assert damaged["number"] in [one["number"] for one in told(rooms, "written")]
    assert (work_of(rooms)["damage"], work_of(rooms)["refused"]) == (1 + len(more), 0)
    assert work_of(rooms)["stale"][-1]["first"] == work_of(rooms)["term"]
    rooms.control.works.reset(ELECTION, "test")
    rooms.control.works.fence(ELECTION, True, "test")
    assert (work_of(rooms)["damage"], rooms.election["fencing"]) == (0, True)
    await_numbers(rooms, 2)
    assert_unbroken(rooms)


def test_the_late_write_of_a_leader_that_slept_a_little_is_accepted(rooms: Rooms) -> None:
    leader, *_ = start(rooms, timeout=TIMEOUT)
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


@pytest.mark.parametrize("fault", ["stop", "kill", "resign", "expire"])
def test_whoever_takes_over_goes_on_with_the_next_number(rooms: Rooms, fault: str) -> None:
    """Killed in the middle of an item: nobody has that number, and the next leader hands it out.
    Whoever steps down alive breaks its item off: nothing is refused.
    """
    leader, *_ = start(rooms, timeout=TIMEOUT)
    rooms.act(leader, fault)
    if fault == "kill":
        rooms.end_session(leader)
    rooms.await_(lambda: work_of(rooms)["term"] != leader)
    await_numbers(rooms, 2)
    (gap,) = work_of(rooms)["gaps"]
    assert (gap["from"], gap["fault"]) == (leader, fault)
    assert gap["ms"] == work_of(rooms)["gap_ms"] > 0
    assert_unbroken(rooms)
    if fault == "expire":
        rooms.allow_overlap()
    else:
        assert told(rooms, "refused") == []
