"""The leader's work and its store, with real processes: what is late, slow, or not wanted."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest

from app.sandbox.process import SandboxServer
from app.workers.causal import Fact
from app.workers.leading_work import PERIOD, UNANSWERED
from tests.support.zookeeper import await_until
from tests.workers.rooms import ELECTION, Rooms
from tests.workers.working import (
    LONG,
    assert_unbroken,
    await_numbers,
    freeze_past_its_session,
    start,
    told,
    wake,
    work_of,
)


@pytest.fixture(scope="module")
def hosts() -> Iterator[str]:
    """A server for the tests of this module."""
    server = SandboxServer()
    server.start()
    yield server.hosts
    server.stop()


@pytest.fixture
def fresh_hosts(hosts: str) -> str:
    """A part of the tree that only one test uses."""
    return f"{hosts}/work-{time.monotonic_ns()}"


def test_a_leader_that_cannot_learn_the_count_does_not_write(rooms: Rooms) -> None:
    """The store's answer is late; another election does not wait for it."""
    asked: list[tuple[str, str, dict[str, Any], float]] = []

    def keep(name: str, path: str, data: dict[str, Any], at: float) -> list[Fact]:
        if path != ELECTION:
            return rooms.control.works._store.count(name, path, data, at)
        asked.append((name, path, data, at))
        return []

    rooms.supervisor.on_report("count", keep)
    rooms.control.start_candidates(1, ELECTION, "predecessor", LONG, "test")
    rooms.control.start_candidates(1, "/other", "predecessor", LONG, "test")
    await_until(lambda: asked)
    await_until(lambda: "/other" in rooms.state["elections"])
    await_numbers(rooms, 3, "/other")
    assert told(rooms, "written") == []
    for fact in rooms.control.works._store.count(*asked[0]):
        rooms.journal.append(*fact)
    await_numbers(rooms, 2)
    assert_unbroken(rooms)
    assert_unbroken(rooms, "/other")


def test_a_dashboard_that_reads_late_slows_the_work_and_loses_nothing(rooms: Rooms) -> None:
    start(rooms, timeout=LONG)
    store, may_read = rooms.control.works._store, threading.Event()
    sent: list[float] = []

    def late(name: str, path: str, data: dict[str, Any], at: float) -> list[Fact]:
        sent.append(at)
        may_read.wait(20)
        return store.write(name, path, data, at)

    rooms.supervisor.on_report("write", late)
    await_until(lambda: sent)
    until = time.monotonic() + (UNANSWERED + 2) * PERIOD
    await_until(lambda: time.monotonic() > until)
    read = time.monotonic()
    may_read.set()
    await_until(lambda: len(sent) > UNANSWERED)
    assert sum(at < read for at in sent) == UNANSWERED
    await_numbers(rooms, 2)
    assert told(rooms, "refused") == []
    assert_unbroken(rooms)


def test_elections_have_their_own_numbers_and_epochs(rooms: Rooms) -> None:
    leader, *_ = start(rooms)
    rooms.control.start_candidates(1, "/other", "single", LONG, "test")
    await_until(lambda: rooms.state["elections"].get("/other", {}).get("work", {}).get("accepted"))
    rooms.control.works.fence("/other", False, "test")
    freeze_past_its_session(rooms, leader)
    wake(rooms, leader)
    await_numbers(rooms, 2, "/other")
    assert (work_of(rooms)["refused"], work_of(rooms, "/other")["refused"]) == (1, 0)
    assert_unbroken(rooms)
    assert_unbroken(rooms, "/other")


def test_candidates_may_lead_without_working(rooms: Rooms) -> None:
    settings = {"work": False}
    names = rooms.control.start_candidates(2, ELECTION, "predecessor", LONG, "test", settings)
    rooms.await_chain(*names)
    assert not [one for one in rooms.events if one.kind.startswith("work.")]
