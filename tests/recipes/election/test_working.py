"""The leader's work and its store, with real processes: what is late, slow, or not wanted."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest

from app.journal.state import JournalFact
from app.recipes.election.process import PERIOD, UNANSWERED
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms
from tests.recipes.election.working import (
    assert_unbroken,
    await_numbers,
    pass_time,
    start,
    told,
)

pytestmark = pytest.mark.on("embedded")


def test_a_leader_that_cannot_learn_the_count_does_not_write(rooms: Rooms) -> None:
    """The store's answer is late; another election does not wait for it."""
    asked: list[tuple[str, str, dict[str, Any], float]] = []

    def keep(name: str, path: str, data: dict[str, Any], at: float) -> list[JournalFact]:
        if path != ELECTION:
            return rooms.control.works._store.count(name, path, data, at)
        asked.append((name, path, data, at))
        return []

    rooms.supervisor.on_report("count", keep)
    rooms.control.volunteers.start(1, ELECTION, "predecessor", TIMEOUT, by="test")
    rooms.control.volunteers.start(1, "/other", "predecessor", TIMEOUT, by="test")
    rooms.await_(lambda: asked)
    rooms.await_(lambda: "/other" in rooms.state["elections"])
    await_numbers(rooms, 3, "/other")
    assert told(rooms, "written") == []
    for fact in rooms.control.works._store.count(*asked[0]):
        rooms.journal.append(*fact)
    await_numbers(rooms, 2)
    assert_unbroken(rooms)
    assert_unbroken(rooms, "/other")


def test_a_dashboard_that_reads_late_slows_the_work_and_loses_nothing(rooms: Rooms) -> None:
    start(rooms)
    store, may_read = rooms.control.works._store, threading.Event()
    sent: list[float] = []

    def late(name: str, path: str, data: dict[str, Any], at: float) -> list[JournalFact]:
        sent.append(at)
        may_read.wait(20)
        return store.write(name, path, data, at)

    rooms.supervisor.on_report("write", late)
    rooms.await_(lambda: sent)
    pass_time((UNANSWERED + 2) * PERIOD)
    read = time.monotonic()
    may_read.set()
    rooms.await_(lambda: len(sent) > UNANSWERED)
    assert sum(at < read for at in sent) <= UNANSWERED
    await_numbers(rooms, 2)
    assert told(rooms, "refused") == []
    assert_unbroken(rooms)


def test_candidates_may_lead_without_working(rooms: Rooms) -> None:
    names = rooms.control.volunteers.start(
        2, ELECTION, "predecessor", TIMEOUT, work=False, by="test"
    )
    rooms.await_chain(*names)
    assert not [one for one in rooms.events if one.kind.startswith("work.")]
