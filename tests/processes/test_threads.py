"""A thread in a candidate's process that ends unasked: the dashboard is told, and it runs again."""

from __future__ import annotations

from typing import Any

from tests.processes.rooms import ELECTION, TIMEOUT, Rooms
from tests.recipes.election.working import assert_unbroken, await_numbers, work_of

THREAD = "work of c1"


def at_work(rooms: Rooms) -> dict[str, Any]:
    """c1 leads and works; its work as the state shows it."""
    rooms.control.volunteers.start(1, ELECTION, None, TIMEOUT, by="test")
    rooms.await_belief("c1", "leading")
    await_numbers(rooms, 1)
    return work_of(rooms)


def poison(rooms: Rooms) -> None:
    """A count that is no number, with which its thread can do nothing."""
    rooms.supervisor.order("c1", "count", {"term": 1, "count": "poison"})
    rooms.await_(lambda: THREAD in rooms.state["threads"])


def test_it_is_told_and_works_again(rooms: Rooms) -> None:
    at_work(rooms)
    poison(rooms)
    assert "TypeError" in rooms.state["threads"][THREAD]["reason"]
    health = rooms.control.servers.health()
    assert health["status"] == "unavailable"
    assert health["reason"] is not None
    assert f"the thread {THREAD}, which hands out numbers, has ended (TypeError" in health["reason"]
    rooms.supervisor.order("c1", "count", {"term": 1, "count": work_of(rooms)["count"]})
    rooms.await_(lambda: not rooms.state["threads"])
    await_numbers(rooms, 2)
    assert_unbroken(rooms)
    assert rooms.control.servers.health()["status"] == "ok"


def test_it_is_no_trouble_any_more_when_its_process_has_ended(rooms: Rooms) -> None:
    at_work(rooms)
    poison(rooms)
    rooms.act("c1", "kill")
    rooms.await_(lambda: rooms.candidate("c1")["process"] == "exited")
    rooms.await_(lambda: not rooms.state["threads"])
