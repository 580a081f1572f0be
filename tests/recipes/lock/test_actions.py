"""Locks by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.zookeeper import await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0


@pytest.fixture(scope="module")
def dashboard(fresh_root: str) -> Iterator[Whole]:
    """One for the tests of this module; each takes a lock of its own."""
    with whole(fresh_root) as it:
        yield it


@pytest.fixture(scope="module")
def fresh_root(zookeeper: Any) -> str:
    """A part of the tree that nobody else uses."""
    return f"{zookeeper.hosts}/web-locks"


def lock_of(dashboard: Whole, path: str) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["locks"][path]
    return found


def test_clients_take_turns_with_a_file(dashboard: Whole) -> None:
    body = {"path": "/turns", "count": 2, "task": 0.1, "within": 30.0, "session_timeout": 20.0}
    answer = dashboard.post("locks", body)
    assert answer.status_code == 201
    names = answer.json()["candidates"]
    assert len(names) == 2
    await_until(lambda: lock_of(dashboard, "/turns")["file"]["finished"] > 3, WITHIN)
    await_until(lambda: set(lock_of(dashboard, "/turns")["waits"]) == set(names), WITHIN)
    await_until(lambda: all(lock_of(dashboard, "/turns")["invariants"].values()), WITHIN)
    lock = lock_of(dashboard, "/turns")
    assert lock["locking"] is True
    assert lock["file"]["lost"] == 0
    assert "/turns" not in dashboard.state["elections"]
    assert dashboard.state["candidates"][names[0]]["recipe"] == "lock"


def test_the_lock_is_taken_away_and_given_back(dashboard: Whole) -> None:
    dashboard.post("locks", {"path": "/away", "count": 3, "task": 0.1})
    await_until(lambda: lock_of(dashboard, "/away")["file"]["finished"] > 1, WITHIN)
    answer = dashboard.post("locks/locking", {"path": "/away", "on": False})
    assert (answer.status_code, answer.json()) == (202, {"path": "/away", "on": False})
    await_until(lambda: lock_of(dashboard, "/away")["file"]["lost"] > 3, WITHIN)
    await_until(
        lambda: lock_of(dashboard, "/away")["invariants"]["no_lost_update"] is False, WITHIN
    )
    assert dashboard.post("locks/locking", {"path": "/away", "on": True}).status_code == 202
    await_until(lambda: lock_of(dashboard, "/away")["file"]["finished"] > 1, WITHIN)
    lock = lock_of(dashboard, "/away")
    assert (lock["file"]["lost"], lock["before"]["locking"]) == (0, False)
    assert lock["before"]["lost"] > 3


REFUSED: tuple[Refused, ...] = (
    ("locks/locking", {"path": "/nowhere", "on": True}, 404, "path"),
    ("locks", {"path": "/stood-for"}, 409, "another recipe"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(dashboard: Whole) -> None:
    """Where an election is stood for, there is no lock."""
    dashboard.post("candidates", {"count": 1, "election": "/stood-for"})
    assert_refused(dashboard, REFUSED)
