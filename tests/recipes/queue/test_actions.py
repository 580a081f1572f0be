"""Queues and barriers by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.support.zookeeper import await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0


@pytest.fixture(scope="module")
def dashboard(zookeeper: Any) -> Iterator[Whole]:
    """One for the tests of this module; each takes a queue of its own."""
    with whole(f"{zookeeper.hosts}/web-queues") as it:
        yield it


def one_of(dashboard: Whole, section: str, path: str) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state[section][path]
    return found


def test_items_go_through_a_queue(dashboard: Whole) -> None:
    body = {"path": "/through", "producers": 1, "consumers": 1, "items": 2, "every": 0.1, "task": 0}
    answer = dashboard.post("queues", body)
    assert answer.status_code == 201
    producer, consumer = answer.json()["candidates"]
    await_until(lambda: one_of(dashboard, "queues", "/through")["done"] == 2, WITHIN)
    answer = dashboard.post("queues/items", {"path": "/through", "count": 3})
    assert (answer.status_code, answer.json()) == (202, {"candidate": producer, "count": 3})
    answer = dashboard.post("queues/pace", {"path": "/through", "every": 0.1, "items": 1})
    assert (answer.status_code, answer.json()) == (202, {"path": "/through"})
    await_until(lambda: one_of(dashboard, "queues", "/through")["done"] == 6, WITHIN)
    queue = one_of(dashboard, "queues", "/through")
    assert (queue["put"], queue["waiting"], queue["in_hand"], queue["again"]) == (6, 0, 0, 0)
    await_until(lambda: all(one_of(dashboard, "queues", "/through")["invariants"].values()), WITHIN)
    assert dashboard.state["candidates"][consumer]["recipe"] == "queue"
    assert not any(path.startswith("/through") for path in dashboard.state["elections"])


def test_a_queue_has_defaults_for_all(dashboard: Whole) -> None:
    answer = dashboard.post("queues", {})
    assert answer.status_code == 201
    names = answer.json()["candidates"]
    queue = one_of(dashboard, "queues", "/queue")
    assert [*queue["producers"], *queue["consumers"]] == names
    assert (len(queue["producers"]), len(queue["consumers"])) == (2, 3)
    await_until(lambda: one_of(dashboard, "queues", "/queue")["done"] >= 1, WITHIN)


def test_processes_pass_a_barrier(dashboard: Whole) -> None:
    body = {"path": "/passed", "count": 2, "task": 0.1, "pause": 0.1, "rounds": 2}
    answer = dashboard.post("barriers", body)
    assert answer.status_code == 201
    names = answer.json()["candidates"]
    await_until(
        lambda: (
            [
                one_of(dashboard, "barriers", "/passed")["people"].get(name, {}).get("rounds")
                for name in names
            ]
            == [2, 2]
        ),
        WITHIN,
    )
    barrier = one_of(dashboard, "barriers", "/passed")
    assert (barrier["size"], barrier["round"]) == (2, 2)
    await_until(
        lambda: all(one_of(dashboard, "barriers", "/passed")["invariants"].values()), WITHIN
    )
    assert not any(path.startswith("/passed") for path in dashboard.state["elections"])


REFUSED: tuple[Refused, ...] = (
    ("queues", {"path": "/q", "producers": 200, "consumers": 200}, 409, "count"),
    ("queues", {"path": "/passed", "producers": 1}, 409, "path"),
    ("queues/items", {"path": "/nowhere"}, 404, "path"),
    ("queues/pace", {"path": "/nowhere"}, 404, "path"),
    ("barriers", {"path": "/passed", "size": 3}, 409, "size"),
    ("candidates", {"election": "/through/line"}, 409, "election"),
    ("queues/items", {"path": "/taken-out"}, 409, "no producer"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(dashboard: Whole) -> None:
    dashboard.post("queues", {"path": "/taken-out", "producers": 0, "consumers": 1})
    assert_refused(dashboard, REFUSED)


def test_as_many_items_as_may_be_in_a_queue_are_asked_for_however_quickly(
    dashboard: Whole,
) -> None:
    dashboard.post("queues", {"path": "/asked", "producers": 1, "consumers": 0, "items": 0})
    await_until(lambda: dashboard.post("queues/items", {"path": "/asked"}).status_code == 202)
    body = {"path": "/asked", "count": 500}
    answers = [dashboard.post("queues/items", body).status_code for _ in range(6)]
    assert answers.count(202) == 1
    await_until(lambda: one_of(dashboard, "queues", "/asked")["put"] == 505, WITHIN)


ALL_STARTS: dict[str, dict[str, Any]] = {
    "queues": {"producers": 1},
    "barriers": {"count": 1},
    "names": {},
    "bookshelves": {"count": 1},
    "configurations": {},
    "configurations/publish": {"value": "x"},
    "locks": {},
    "groups": {},
}


def test_nothing_is_built_among_zookeepers_own_znodes(zookeeper: Any) -> None:
    with whole(zookeeper.hosts) as dashboard:
        for call, body in ALL_STARTS.items():
            answer = dashboard.post(call, {"path": "/zookeeper/quota", **body})
            assert (answer.status_code, answer.json()["error"]["code"]) == (403, "guarded"), call
