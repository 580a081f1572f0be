"""Leaders at work: what a test awaits of them and asks about them."""

from __future__ import annotations

import time
from typing import Any

from app.readmodels.document import Data
from tests.processes.rooms import ELECTION, SHORT, TIMEOUT, Rooms
from tests.support.zookeeper import await_until


def start(rooms: Rooms, strategy: str = "predecessor", timeout: float = SHORT) -> list[str]:
    """Start one that works, with a session of `timeout`, and two that wait; their names."""
    begin = rooms.control.volunteers.start
    (leader,) = begin(1, ELECTION, strategy, timeout, "test")
    rooms.await_belief(leader, "leading")
    others = begin(2, ELECTION, strategy, TIMEOUT, "test")
    for name in others:
        rooms.await_belief(name, "waiting")
    await_numbers(rooms, 2)
    return [leader, *others]


def work_of(rooms: Rooms, path: str = ELECTION) -> dict[str, Any]:
    found: dict[str, Any] = rooms.state["elections"][path]["work"]
    return found


def await_numbers(rooms: Rooms, more: int, path: str = ELECTION) -> None:
    """Wait until so many more numbers have been accepted."""
    wanted = work_of(rooms, path)["accepted"] + more
    rooms.await_(lambda: work_of(rooms, path)["accepted"] >= wanted)


def told(rooms: Rooms, kind: str, path: str = ELECTION) -> list[Data]:
    """What is said of all writes of a kind, in order."""
    return [one.data for one in rooms.told(f"work.{kind}", path)]


def assert_unbroken(rooms: Rooms, path: str = ELECTION) -> None:
    """Every number was accepted once, in order, none left out."""
    numbers = [one["number"] for one in told(rooms, "written", path)]
    assert numbers == list(range(1, len(numbers) + 1))


def freeze_past_its_session(rooms: Rooms, leader: str) -> None:
    """Freeze the leader, and wait until somebody else works."""
    rooms.act(leader, "pause")
    rooms.await_(lambda: work_of(rooms)["term"] != leader)
    await_numbers(rooms, 2)


def pass_time(seconds: float) -> None:
    """Nothing is to happen meanwhile, so there is no state to await."""
    until = time.monotonic() + seconds
    await_until(lambda: time.monotonic() > until)


def wake(rooms: Rooms, leader: str) -> None:
    """Wake it, and wait until its late write has arrived and it stands in the queue again."""
    rooms.act(leader, "resume")
    rooms.await_(lambda: work_of(rooms)["stale"] and work_of(rooms)["stale"][-1]["verdict"])
    rooms.await_belief(leader, "waiting")
    await_numbers(rooms, 2)
