"""Leaders at work: what a test awaits of them and asks about them."""

from __future__ import annotations

from typing import Any

from tests.support.zookeeper import await_until
from tests.workers.rooms import ELECTION, Rooms

SHORT, LONG = 1.2, 30.0


def start(rooms: Rooms, strategy: str = "predecessor", timeout: float = SHORT) -> list[str]:
    """Start three, and wait until one of them works; their names, the leader first."""
    names = rooms.control.start_candidates(3, ELECTION, strategy, timeout, "test")
    await_until(lambda: set(beliefs(rooms, names)) == {"leading", "waiting"})
    await_numbers(rooms, 2)
    return sorted(names, key=lambda name: rooms.candidate(name)["belief"])


def beliefs(rooms: Rooms, names: list[str]) -> list[str]:
    return [rooms.candidate(name)["belief"] for name in names]


def work_of(rooms: Rooms, path: str = ELECTION) -> dict[str, Any]:
    found: dict[str, Any] = rooms.state["elections"][path]["work"]
    return found


def await_numbers(rooms: Rooms, more: int, path: str = ELECTION) -> None:
    """Wait until so many more numbers have been accepted."""
    wanted = work_of(rooms, path)["accepted"] + more
    await_until(lambda: work_of(rooms, path)["accepted"] >= wanted)


def told(rooms: Rooms, kind: str, path: str = ELECTION) -> list[dict[str, Any]]:
    """What is said of all writes of a kind, in order."""
    events = [one for one in list(rooms.events) if one.kind == f"work.{kind}"]
    return [one.data for one in events if one.subject == path]


def assert_unbroken(rooms: Rooms, path: str = ELECTION) -> None:
    """Every number was accepted once, in order, none left out."""
    numbers = [one["number"] for one in told(rooms, "written", path)]
    assert numbers == list(range(1, len(numbers) + 1))


def freeze_past_its_session(rooms: Rooms, leader: str) -> None:
    """Freeze the leader, and wait until somebody else works."""
    rooms.act(leader, "pause")
    await_until(lambda: work_of(rooms)["term"] != leader)
    await_numbers(rooms, 2)


def wake(rooms: Rooms, leader: str) -> None:
    """Wake it, and wait until its late write has arrived and it stands in the queue again."""
    rooms.act(leader, "resume")
    await_until(lambda: work_of(rooms)["stale"] and work_of(rooms)["stale"][-1]["verdict"])
    await_until(lambda: rooms.candidate(leader)["belief"] == "waiting")
    await_numbers(rooms, 2)
