"""Shared locks by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.ensemble.apache.server import ApacheServer
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0
LASTING = {"session_timeout": 20.0}


@pytest.fixture(scope="module")
def dashboard(zookeeper: ApacheServer) -> Iterator[Whole]:
    """One for the tests of this module; each takes a lock of its own."""
    with whole(f"{zookeeper.hosts}/web-shared-locks") as it:
        yield it


def lock_of(dashboard: Whole, path: str) -> dict[str, Any]:
    """What the state says of it; nothing is known of one that nobody has opened."""
    found: dict[str, Any] = dashboard.state["shared_locks"].get(path, {"chain": [], "holds": {}})
    return found


def test_readers_and_writers_take_turns_with_a_file(dashboard: Whole) -> None:
    body = {"path": "/turns", "readers": 2, "writers": 1, "task": 0.1, **LASTING}
    answer = dashboard.post("shared-locks", body)
    assert answer.status_code == 201
    names = answer.json()["candidates"]
    assert answer.json()["path"] == "/turns"
    recipes = [dashboard.state["candidates"][name]["recipe"] for name in names]
    assert recipes == ["reader", "reader", "writer"]
    await_until(lambda: lock_of(dashboard, "/turns")["file"]["finished"] > 2, WITHIN)
    await_until(lambda: lock_of(dashboard, "/turns")["file"]["reads"] > 2, WITHIN)
    await_until(lambda: all(lock_of(dashboard, "/turns")["invariants"].values()), WITHIN)
    assert "/turns" not in dashboard.state["elections"]


def line_of(dashboard: Whole) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = lock_of(dashboard, "/asked")["chain"]
    return found


def test_a_holder_is_asked_for_the_lock(dashboard: Whole) -> None:
    body = {"path": "/asked", "readers": 0, "writers": 1, "task": 60.0, **LASTING}
    (name,) = dashboard.post("shared-locks", body).json()["candidates"]
    await_until(lambda: name in lock_of(dashboard, "/asked")["holds"], WITHIN)
    znode = await_until(lambda: line_of(dashboard), WITHIN)[0]["znode"]
    answer = dashboard.post("shared-locks/revoke", {"path": "/asked", "znode": znode})
    assert (answer.status_code, answer.json()) == (202, {"path": "/asked", "znode": znode})
    await_until(lambda: lock_of(dashboard, "/asked")["turns"][name]["gave_back"] == 1, WITHIN)
    await_until(lambda: [one["znode"] for one in line_of(dashboard)] not in ([], [znode]), WITHIN)
    await_until(lambda: name in lock_of(dashboard, "/asked")["holds"], WITHIN)


@pytest.mark.parametrize(
    ("call", "body", "status", "field"),
    [
        ("shared-locks", {"readers": 9_000, "writers": 9_000}, 409, "count"),
        ("shared-locks/revoke", {"path": "/nothing", "znode": "read-0000000001"}, 404, "path"),
        ("shared-locks/revoke", {"path": "/asked", "znode": "read-0000000099"}, 404, "znode"),
        ("locks", {"path": "/asked"}, 409, "path"),
        ("shared-locks/locking", {"path": "/nothing", "on": False}, 404, "path"),
    ],
)
def test_what_makes_no_sense_is_refused(
    dashboard: Whole, call: str, body: dict[str, Any], status: int, field: str
) -> None:
    answer = dashboard.post(call, body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (status, field)
