"""Drills of real candidates on an embedded ZooKeeper."""

from __future__ import annotations

import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from app.recipes.drill.actions.run import draws_of, waits_of
from app.recipes.drill.actions.stage import DrillSetting
from app.recipes.drill.faults import FAULTS
from app.recipes.drill.plan import DrillPlan
from tests.browser.rest import Rest
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

TIMEOUT = 1.0
"""Seconds of a session."""
TICK, GAP = 0.2, TIMEOUT / 8


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    with forked_dashboard() as dashboard:
        yield dashboard


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    rest = Rest(dashboard.url)
    yield rest
    rest.close()


def drilled(rest: Rest, **plan: Any) -> Any:
    """Run a drill to its end; return its report."""
    rest.call("POST", "drills", {"session_timeout": TIMEOUT, "candidates": 3, "rounds": 2, **plan})
    await_until(lambda: rest.state()["drill"]["cause"], 120.0)
    return rest.call("GET", "drills/report")


@pytest.mark.parametrize("fault", [one for one in FAULTS if one != "none"])
def test_each_fault_hands_over_and_is_mended(rest: Rest, fault: str) -> None:
    report = drilled(rest, fault=fault, limits=["failed=0", "max:handoff=30s"])
    assert report["schema"] == "handoff-drill/1"
    assert report["cause"] == "done"
    assert report["counts"] == {"rounds": 2, "planned": 2, "handed over": 2}
    assert [one["kept"] for one in report["limits"]] == [True, True]
    for one in report["rounds"]:
        assert one["victims"] != [one["heir"]]
        assert set(one["ms"]) == {"detect", "told", "claims", "acknowledged"}
        assert one["handoff"] == pytest.approx(sum(one["ms"].values()), abs=0.01)
        assert (sum(one["waited"]) > 0) == FAULTS[fault].found_by_timeout
    assert report["window"] == ([875.0, 1200.0] if FAULTS[fault].found_by_timeout else None)
    everybody = rest.state()["candidates"].values()
    here = [one for one in everybody if one["election"] == report["plan"]["path"]]
    assert {one["process"] for one in here} == {"exited"}


@pytest.mark.parametrize(
    ("target", "phases"),
    [("successor", ["detect", "told"]), ("middle", ["detect", "told"]), ("tail", ["detect"])],
)
def test_the_leader_leads_on_where_another_one_is_struck(
    rest: Rest, target: str, phases: list[str]
) -> None:
    report = drilled(rest, fault="expire", target=target, limits=["failed=0", "max:detect=30s"])
    assert report["counts"] == {"rounds": 2, "planned": 2, "led on": 2}
    assert [[*one["ms"]] for one in report["rounds"]] == [phases, phases]
    assert [one for one in report["rounds"] if "handoff" in one] == []


def test_two_are_struck_at_once(rest: Rest) -> None:
    report = drilled(rest, fault="kill", target="leader+successor")
    assert report["counts"]["handed over"] == 2
    for one in report["rounds"]:
        assert len({*one["victims"], one["heir"]}) == 3
        assert one["handoff"] > 0


def test_one_of_them_is_drawn_by_the_seed(rest: Rest) -> None:
    report = drilled(rest, fault="stop", target="random", rounds=6, candidates=4, seed=3)
    outcomes = [one["outcome"] for one in report["rounds"]]
    assert {*outcomes} == {"handed over", "led on"}
    assert report["figures"]["handoff"]["counted"] == outcomes.count("handed over")


def test_a_drill_of_no_fault_sees_none(rest: Rest) -> None:
    report = drilled(rest, fault="none", limits=["failed=0"])
    assert report["counts"] == {"rounds": 2, "planned": 2, "led on": 2}
    assert [one["victims"] for one in report["rounds"]] == [[], []]


@pytest.mark.parametrize("strategy", ["herd", "single"])
def test_each_strategy_is_drilled(rest: Rest, strategy: str) -> None:
    report = drilled(rest, strategy=strategy, fault="stop")
    assert report["counts"]["handed over"] == 2


def test_a_round_that_is_not_over_in_time_counts_as_infinite(rest: Rest) -> None:
    """Sessions last longer than the round may take."""
    report = drilled(rest, rounds=1, limit=0.2, limits=["late=0", "max:handoff=60s"])
    assert report["counts"] == {"rounds": 1, "planned": 1, "not within the limit": 1}
    (one,) = report["rounds"]
    assert one["ms"] == {"detect": None}
    assert one["handoff"] is None
    assert [limit["kept"] for limit in report["limits"]] == [False, False]


def test_prometheus_is_told_of_the_last_drill(rest: Rest) -> None:
    report = drilled(rest, fault="stop")
    half = report["figures"]["handoff"]["quantiles"]["p50"][0]
    with urllib.request.urlopen(f"{rest.url}/metrics") as answer:
        lines = answer.read().decode().splitlines()
    assert 'handoff_drill_rounds{outcome="good"} 2.0' in lines
    assert f'handoff_drill_handoff_seconds{{quantile="p50"}} {half / 1000}' in lines


def test_so_many_failed_rounds_end_it(rest: Rest) -> None:
    report = drilled(rest, rounds=3, limit=0.2, abort_after=1)
    assert report["cause"] == "aborted"
    assert report["counts"]["rounds"] == 1


def test_a_drill_is_stopped_and_its_report_says_so(rest: Rest) -> None:
    rest.call("POST", "drills", {"session_timeout": TIMEOUT, "rounds": 1000, "fault": "stop"})
    with pytest.raises(AssertionError, match="a drill is running"):
        rest.call("POST", "drills", {})
    await_until(lambda: rest.state()["drill"]["count"] > 1, 60.0)
    rest.call("DELETE", "drills")
    await_until(lambda: rest.state()["drill"]["cause"] == "stopped", 60.0)
    report = rest.call("GET", "drills/report")
    assert report["cause"] == "stopped"
    assert 1 < report["counts"]["rounds"] < 1000
    with pytest.raises(AssertionError, match="no drill is running"):
        rest.call("DELETE", "drills")


def test_a_candidate_that_somebody_else_has_woken_ends_it(rest: Rest) -> None:
    """The round would count as late: what it shows is not of the fault."""
    asked = {"fault": "freeze", "session_timeout": 20.0, "candidates": 2, "limit": 0.5}
    rest.call("POST", "drills", asked)

    def frozen() -> list[str]:
        everybody = rest.state()["candidates"].items()
        return [name for name, one in everybody if one["process"] == "paused"]

    await_until(frozen, 60.0)
    (name,) = frozen()
    rest.call("POST", f"candidates/{name}/resume")
    await_until(lambda: rest.state()["drill"]["cause"], 60.0)
    report = rest.call("GET", "drills/report")
    assert report["cause"] == "unsettled"
    assert report["error"] == f"somebody else woke or ended {name}, which was frozen"
    assert report["rounds"] == []
    assert {one["process"] for one in rest.of("/drill/predecessor")} == {"exited"}


def test_a_drill_ends_where_zookeeper_goes(rest: Rest) -> None:
    rest.call("POST", "drills", {"session_timeout": TIMEOUT, "rounds": 1000, "fault": "stop"})
    await_until(lambda: rest.state()["drill"]["count"] > 0, 60.0)
    rest.call("POST", "servers/s1/kill")
    await_until(lambda: rest.state()["drill"]["cause"] == "unreached", 120.0)
    rest.call("POST", "servers/s1/restart")
    await_until(lambda: rest.state()["zookeeper"]["state"] == "connected", 60.0)
    assert drilled(rest, fault="stop")["counts"]["handed over"] == 2


def farthest(draws: list[float], most: float) -> float:
    """The distance of what was drawn from an even distribution, as Kolmogorov and Smirnov have
    it.
    """
    ranked = sorted(draw / most for draw in draws)
    return max(abs(one - place / len(ranked)) for place, one in enumerate(ranked))


def test_faults_strike_evenly_between_heartbeats_and_between_ticks() -> None:
    plan, rounds = DrillPlan(fault="kill", seed=5), 2000
    beats, ticks = zip(*(drawn(plan, number) for number in range(rounds)), strict=True)
    one_in_a_hundred = 1.63 / rounds**0.5
    assert farthest([*beats], GAP) < one_in_a_hundred
    assert farthest([*ticks], TICK) < one_in_a_hundred
    assert drawn(plan, 7) == drawn(plan, 7)
    assert drawn(DrillPlan(seed=6), 7) != drawn(plan, 7)


def drawn(plan: DrillPlan, number: int) -> tuple[float, float]:
    return waits_of(plan, draws_of(plan, number), DrillSetting(TIMEOUT, TICK, 1, GAP))


@pytest.mark.proof
def test_detect_is_spread_as_heartbeats_and_ticks_together_are(rest: Rest) -> None:
    """A session ends a timeout after its last heartbeat, at the next tick. Neither the heartbeats
    nor the ticks know of the fault: the sum of two even distributions. A machine may be late.
    """
    report = drilled(rest, rounds=60, seed=7)
    found = sorted(one["ms"]["detect"] / 1000 for one in report["rounds"])
    one_in_a_hundred = 1.63 / len(found) ** 0.5
    assert min(misfit(found, late / 1000) for late in range(0, 50, 5)) < one_in_a_hundred


def misfit(found: list[float], late: float) -> float:
    """The distance from the expected distribution, as Kolmogorov and Smirnov have it."""
    shares = [expected_by(one - late) for one in found]
    return max(
        max(share - place / len(found), (place + 1) / len(found) - share)
        for place, share in enumerate(shares)
    )


def expected_by(moment: float, steps: int = 500) -> float:
    """The share of the sessions that have ended by then, over all points between two heartbeats."""
    since = [(step + 0.5) / steps * GAP for step in range(steps)]
    return sum(min(1.0, max(0.0, (moment + one - TIMEOUT) / TICK)) for one in since) / steps
