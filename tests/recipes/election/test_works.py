"""The REST interface of the leaders' work."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from app.ensemble.embedded import SandboxServer
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

PATH = "/election"


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Whole]:
    """One on an embedded server of its own."""
    server = SandboxServer()
    server.start()
    with whole(server.hosts) as found:
        yield found
    server.stop()


def election(dashboard: Whole) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["elections"][PATH]
    return found


def kinds(dashboard: Whole) -> list[str]:
    return [event["kind"] for event in dashboard.get("events?limit=10000").json()["events"]]


def test_fencing_is_turned_off_and_on(dashboard: Whole) -> None:
    for on in (False, True):
        answer = dashboard.post("elections/fencing", {"path": PATH, "on": on})
        assert (answer.status_code, answer.json()) == (202, {"path": PATH, "on": on})
        assert election(dashboard)["fencing"] is on
    told = kinds(dashboard).count("work.fencing")
    dashboard.post("elections/fencing", {"path": PATH, "on": True})
    assert kinds(dashboard).count("work.fencing") == told


def test_who_asked_is_journaled(dashboard: Whole) -> None:
    dashboard.post("elections/reset-work", {"path": PATH})
    events = dashboard.get("events?limit=10000").json()["events"]
    told = [(one["subject"], one["data"]) for one in events if one["kind"] == "work.reset"]
    assert told[-1] == (PATH, {"by": "script"})


@pytest.mark.parametrize(
    ("call", "body", "status", "field"),
    [
        ("fencing", {"path": "/nowhere", "on": True}, 404, "path"),
        ("reset-work", {"path": "/nowhere"}, 404, "path"),
        ("rebase-work", {"path": "/nowhere"}, 404, "path"),
        ("rebase-work", {"path": PATH}, 409, "path"),
    ],
)
def test_a_wrong_request_is_refused(
    dashboard: Whole, call: str, body: dict[str, Any], status: int, field: str
) -> None:
    answer = dashboard.post(f"elections/{call}", body)
    assert (answer.status_code, answer.json()["error"]["field"]) == (status, field)


def test_a_leader_works_unless_it_is_not_to(dashboard: Whole) -> None:
    dashboard.post("candidates", {"election": "/idle", "work": False})
    dashboard.post("candidates", {"election": PATH})
    await_until(lambda: election(dashboard)["work"]["accepted"] > 2)
    idle = await_until(lambda: dashboard.state["elections"]["/idle"])
    await_until(lambda: dashboard.state["elections"]["/idle"]["acknowledged"])
    assert idle["work"]["epoch"] is None
    dashboard.post("elections/reset-work", {"path": PATH})
    assert election(dashboard)["work"]["count"] > 2
