"""Drills of ZooKeeper servers: what ends with them, and who leads on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from app.errors import BadRequest
from app.recipes.drill.plan import DrillPlan, checked
from tests.browser.rest import Rest
from tests.recipes.drill.test_run import drilled
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

SHORT = 2.0
"""Seconds of a session that a server is away for longer than."""


@pytest.fixture(scope="module")
def single() -> Iterator[Rest]:
    with forked_dashboard() as dashboard:
        yield from _rest(dashboard)


@pytest.fixture(scope="module")
def ensemble() -> Iterator[Rest]:
    with forked_dashboard("--ensemble", "3") as dashboard:
        yield from _rest(dashboard)


def _rest(dashboard: Dashboard) -> Iterator[Rest]:
    rest = Rest(dashboard.url)
    yield rest
    rest.close()


def processes(rest: Rest) -> list[str]:
    return [one["process"] for one in rest.state()["zookeeper"]["servers"]]


def serve(rest: Rest) -> bool:
    return all(one["mode"] for one in rest.state()["zookeeper"]["servers"])


@pytest.mark.parametrize("fault", ["restart-after", "quorum-lost-for"])
def test_the_sessions_of_an_embedded_server_end_with_it(single: Rest, fault: str) -> None:
    report = drilled(single, fault=fault, lasts=1.0, limits=["failed=0", "max:serves=60s"])
    assert report["error"] is None
    assert report["counts"] == {"rounds": 2, "planned": 2, "handed over": 2}
    assert [one["kept"] for one in report["limits"]] == [True, True]
    for one in report["rounds"]:
        assert one["victims"] == ["s1"]
        assert one["ms"]["serves"] >= 1000
        assert one["handoff"] >= one["ms"]["serves"]
        assert "detect" not in one["ms"]
    assert processes(single) == ["running"]


def test_a_server_that_was_frozen_past_its_sessions_ends_them_as_it_wakes(single: Rest) -> None:
    report = drilled(single, fault="frozen-for", lasts=2 * SHORT, session_timeout=SHORT)
    assert report["error"] is None
    assert report["counts"]["handed over"] == 2
    assert [one["away"] > 0 for one in report["rounds"]] == [True, True]
    assert processes(single) == ["running"]


def test_a_server_that_was_frozen_for_a_moment_ends_none(single: Rest) -> None:
    report = drilled(single, fault="frozen-for", lasts=0.2, session_timeout=10.0, rounds=1)
    assert report["error"] is None
    assert report["counts"] == {"rounds": 1, "planned": 1, "led on": 1}


def test_a_lock_whose_sessions_end_with_the_server_has_another_holder(single: Rest) -> None:
    limits = ["failed=0", "max:serves=60s", "max:handoff=60s"]
    report = drilled(single, recipe="lock", fault="restart-after", lasts=1.0, limits=limits)
    assert report["error"] is None
    assert report["counts"] == {"rounds": 2, "planned": 2, "handed over": 2}
    assert [one["kept"] for one in report["limits"]] == [True] * 3
    for one in report["rounds"]:
        assert one["handoff"] >= one["ms"]["serves"] >= 1000
        assert one["away"] > 0


def test_a_bookshelf_outlives_a_server_that_is_frozen(single: Rest) -> None:
    """Past its sessions, which end as it wakes, unless the leader is heard first."""
    report = drilled(
        single, recipe="bookshelf", fault="frozen-for", lasts=2 * SHORT, session_timeout=SHORT,
        limits=["failed=0", "lost=0"],
    )  # fmt: skip
    assert report["error"] is None
    assert [one["kept"] for one in report["limits"]] == [True, True]
    assert report["books"]["acknowledged"] > 0
    for one in report["rounds"]:
        assert one["ms"]["serves"] >= 2000 * SHORT
        assert one["away"] > 0


def test_a_bookshelf_does_not_outlive_an_embedded_server(single: Rest) -> None:
    asked = {"recipe": "bookshelf", "fault": "restart-after"}
    with pytest.raises(AssertionError, match="waits for a person: give frozen-for, or start Apach"):
        single.call("POST", "drills", asked)


def test_the_only_server_is_not_taken_away_for_good(single: Rest) -> None:
    with pytest.raises(AssertionError, match="without its only server ZooKeeper is away"):
        single.call("POST", "drills", {"fault": "kill", "target": "quorum-leader"})
    assert single.state()["drill"]["running"] is None


def test_only_a_fault_that_lasts_has_a_length(single: Rest) -> None:
    """The bound is that of the command."""
    asked = {"fault": "kill", "lasts": 2.0}
    answer = requests.post(f"{single.url}/api/v1/drills", json=asked, timeout=60)
    assert answer.status_code == 400
    error = answer.json()["error"]
    assert error["field"] == "lasts"
    assert error["message"].startswith("only restart-after, frozen-for and quorum-lost-for last ")
    with pytest.raises(AssertionError, match=r"lasts must be from 0\.1 to 3600"):
        single.call("POST", "drills", {"fault": "frozen-for", "lasts": 3601})
    single.call("POST", "drills", {"fault": "frozen-for", "lasts": 3600})
    single.call("DELETE", "drills")
    await_until(lambda: single.state()["drill"]["cause"] == "stopped", 60.0)
    assert single.state()["drill"]["plan"]["lasts"] == 3600.0


def test_a_drill_that_is_stopped_has_its_servers_run_again(single: Rest) -> None:
    single.call("POST", "drills", {"fault": "frozen-for", "lasts": 600.0, "rounds": 3})
    await_until(lambda: processes(single) == ["paused"], 60.0)
    single.call("DELETE", "drills")
    await_until(lambda: single.state()["drill"]["cause"] == "stopped", 60.0)
    assert processes(single) == ["running"]


def test_a_server_that_somebody_else_has_run_again_ends_it(single: Rest) -> None:
    single.call("POST", "drills", {"fault": "frozen-for", "lasts": 2.0, "session_timeout": 20.0})
    await_until(lambda: processes(single) == ["paused"], 60.0)
    single.call("POST", "servers/s1/resume")
    await_until(lambda: single.state()["drill"]["cause"] == "unsettled", 60.0)
    report = single.call("GET", "drills/report")
    assert report["error"] == "somebody else had a struck server run again meanwhile"
    assert processes(single) == ["running"]
    assert {one["process"] for one in single.of(report["plan"]["path"])} == {"exited"}


def test_a_drill_that_is_stopped_while_it_mends_goes_on_mending(ensemble: Rest) -> None:
    """An Apache server takes some seconds until it serves again."""
    ensemble.call("POST", "drills", {"fault": "quorum-lost-for", "lasts": 0.5, "candidates": 2})
    await_until(lambda: "stopped" in processes(ensemble), 60.0)
    await_until(lambda: "stopped" not in processes(ensemble), 60.0)
    assert not serve(ensemble), "those that run again do not serve yet"
    ensemble.call("DELETE", "drills")
    await_until(lambda: ensemble.state()["drill"]["cause"] == "stopped", 90.0)
    assert processes(ensemble) == ["running"] * 3
    assert serve(ensemble)
    assert ensemble.call("GET", "drills/report")["rounds"] == []


@pytest.mark.parametrize(
    ("plan", "outcome", "struck"),
    [
        ({"fault": "kill", "target": "quorum-leader"}, "led on", 1),
        ({"fault": "stop", "target": "leaders-server"}, "led on", 1),
        ({"fault": "quorum-lost-for", "lasts": 1.0}, "led on", 2),
        ({"fault": "kill", "target": "leader+server"}, "handed over", 2),
        ({"recipe": "lock", "fault": "kill", "target": "leader+server"}, "handed over", 2),
        ({"recipe": "lock", "fault": "freeze", "target": "leader+server"}, "handed over", 2),
        ({"recipe": "lock", "fault": "kill", "target": "quorum-leader"}, "led on", 1),
        ({"recipe": "bookshelf", "fault": "kill", "target": "leader+server"}, "handed over", 2),
        ({"recipe": "bookshelf", "fault": "freeze", "target": "leader+server"}, "handed over", 2),
        ({"recipe": "bookshelf", "fault": "quorum-lost-for", "lasts": 1.0}, "led on", 2),
    ],
)
def test_an_ensemble_keeps_its_sessions(
    ensemble: Rest, plan: dict[str, Any], outcome: str, struck: int
) -> None:
    report = drilled(ensemble, **plan, session_timeout=4.0, limits=["failed=0"])
    assert report["error"] is None
    assert report["counts"] == {"rounds": 2, "planned": 2, outcome: 2}
    assert {len(one["victims"]) for one in report["rounds"]} == {struck}
    assert [limit["kept"] for limit in report["limits"]] == [True]
    assert processes(ensemble) == ["running"] * 3


def test_servers_of_others_are_left_alone(zookeeper: ApacheServer) -> None:
    with forked_dashboard("--zookeeper", zookeeper.hosts) as dashboard:
        rest = Rest(dashboard.url)
        with pytest.raises(AssertionError, match="only servers that this dashboard started"):
            rest.call("POST", "drills", {"fault": "frozen-for"})
        rest.close()


@pytest.mark.parametrize(
    ("fault", "target", "why"),
    [
        ("restart-after", "leader", "is of servers: give the target leaders-server"),
        ("expire", "quorum-leader", "is of candidates, not of servers"),
        ("kill", "majority", "quorum-lost-for strikes the majority"),
        ("quorum-lost-for", "quorum-leader", "quorum-lost-for strikes the majority"),
    ],
)
def test_a_fault_strikes_what_it_is_for(fault: str, target: str, why: str) -> None:
    with pytest.raises(BadRequest, match=why):
        checked(DrillPlan(fault=fault, target=target))
