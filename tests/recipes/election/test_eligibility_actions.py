"""Setting a candidate behind and letting it catch up, by the REST interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from kazoo.client import KazooClient

from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 20.0


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    """One with two candidates, c1 leading."""
    with whole(fresh_hosts) as it:
        it.post("candidates", {"count": 2, "session_timeout": 20.0})
        await_until(lambda: believed(it) == {"c1": "leading", "c2": "waiting"}, WITHIN)
        yield it


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """An operator's session, on the same root."""
    return open_client(fresh_hosts)


def believed(dashboard: Whole) -> dict[str, str]:
    return {name: one["belief"] for name, one in dashboard.state["candidates"].items()}


def events(dashboard: Whole, kind: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dashboard.get("events?limit=10000").json()["events"]
    return [event for event in found if event["kind"] == kind]


def test_set_behind_it_sits_out_and_caught_up_it_queues(
    dashboard: Whole, client: KazooClient
) -> None:
    answer = dashboard.post("candidates/c2/behind")
    assert (answer.status_code, answer.json()) == (202, {"candidate": "c2", "action": "behind"})
    await_until(lambda: believed(dashboard)["c2"] == "behind", WITHIN)
    assert client.get("/election-version")[0] == b"1"
    assert client.get("/election-version")[1].ephemeralOwner == 0
    assert [entry["candidate"] for entry in dashboard.chain()] == ["c1"]
    assert dashboard.post("candidates/c2/catch-up").status_code == 202
    await_until(lambda: believed(dashboard)["c2"] == "waiting", WITHIN)
    (behind,) = events(dashboard, "candidate.behind")
    (updated,) = events(dashboard, "candidate.updated")
    assert behind["data"] == {"version": 0, "newest": 1, "by": behind["data"]["by"]}
    assert updated["data"] == {"version": 1, "newest": 1, "by": behind["data"]["by"]}
    assert behind["data"]["by"]


REFUSED: tuple[Refused, ...] = (
    ("candidates/c1/catch-up", None, 409, "never been behind"),
    ("candidates/c9/behind", None, 404, "no candidate"),
    ("candidates/c1/ahead", None, 400, "catch-up"),
    ("candidates/c3/behind", None, 409, "only candidates of an election"),
)


def test_refusals_and_what_an_operator_wrote_is_left_alone(
    dashboard: Whole, client: KazooClient
) -> None:
    assert dashboard.post("locks", {"path": "/lock", "count": 1}).json()["candidates"] == ["c3"]
    assert_refused(dashboard, REFUSED)
    client.create("/election-version", b"<script>alert(1)</script>")
    answer = dashboard.post("candidates/c1/behind")
    assert answer.status_code == 409
    assert "/election-version does not hold" in answer.json()["error"]["message"]
    assert client.get("/election-version")[0] == b"<script>alert(1)</script>"
    assert believed(dashboard)["c1"] == "leading"
