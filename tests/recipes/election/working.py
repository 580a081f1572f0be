"""Leaders at work: what a test awaits of them and asks about them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from itertools import chain
from typing import Any

from app.readmodels.document import Data
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms
from tests.support.zookeeper import await_until


def start(rooms: Rooms) -> str:
    """Start one that works, and two that wait; the leader's name."""
    return start_all(rooms, {ELECTION: "predecessor"})[ELECTION]


def start_all(
    rooms: Rooms, elections: Mapping[str, str], timeout: float = TIMEOUT
) -> dict[str, str]:
    """The same in elections by their strategies, with a session of `timeout` for who leads; the
    leaders.
    """
    begin = rooms.control.volunteers.start
    leaders = {path: begin(1, path, of, timeout, by="test")[0] for path, of in elections.items()}
    for leader in leaders.values():
        rooms.await_belief(leader, "leading")
    others = [begin(2, path, of, TIMEOUT, by="test") for path, of in elections.items()]
    for name in chain.from_iterable(others):
        rooms.await_belief(name, "waiting")
    rooms.await_(lambda: all(work_of(rooms, path)["accepted"] > 1 for path in elections))
    return leaders


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


def await_heir(rooms: Rooms, leader: str, path: str = ELECTION) -> str:
    """Wait until somebody else works; its name."""
    rooms.await_(lambda: work_of(rooms, path)["term"] != leader)
    await_numbers(rooms, 2, path)
    return str(work_of(rooms, path)["term"])


def pass_time(seconds: float) -> None:
    """Nothing is to happen meanwhile, so there is no state to await."""
    until = time.monotonic() + seconds
    await_until(lambda: time.monotonic() > until)


def await_late_write(rooms: Rooms, leader: str, path: str = ELECTION) -> None:
    """Wait until the write of one that has woken has arrived, and it stands in the queue again."""
    rooms.await_(lambda: [one for one in work_of(rooms, path)["stale"][-1:] if one["verdict"]])
    rooms.await_belief(leader, "waiting")
    await_numbers(rooms, 2, path)
