"""`GET /metrics`: what Prometheus is told of a real handoff, and what the examples ask for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
import requests
from prometheus_client.parser import text_string_to_metric_families

from app.ensemble.embedded import SandboxServer
from app.history.history import History
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

EXAMPLES = Path(__file__).parents[2] / "docs" / "prometheus"
ELECTION = {"path": "/election"}
Samples = dict[str, list[tuple[dict[str, str], float]]]


@pytest.fixture(scope="module")
def passed(sandbox: SandboxServer) -> Iterator[Whole]:
    """A dashboard on which leadership has passed once."""
    root = f"{sandbox.hosts}/metrics"
    with closing(History(None)) as history, whole(root, history=history) as dashboard:
        dashboard.post("candidates", {"count": 2})
        await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading", "waiting"])
        dashboard.post(f"candidates/{dashboard.chain()[0]['candidate']}/stop")
        await_until(lambda: dashboard.state["elections"]["/election"]["last_handoff"])
        history.await_kept(dashboard.state["seq"])  # what has happened is counted by then
        yield dashboard


def samples(dashboard: Whole) -> Samples:
    """Name -> its samples, each with its labels."""
    text = requests.get(f"{dashboard.url}/metrics", timeout=30).text
    found: Samples = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def test_a_handoff_is_counted_and_measured(passed: Whole) -> None:
    found = samples(passed)
    assert found["handoff_handoffs_total"] == [({**ELECTION, "fault": "stop"}, 1.0)]
    phases = {labels["phase"]: seconds for labels, seconds in found["handoff_phase_seconds_sum"]}
    assert phases.keys() == {"deleted", "notified", "leading", "acknowledged"}
    assert 0 < phases["deleted"] <= phases["leading"] <= phases["acknowledged"] < 60


def test_what_is_so_now_is_told(passed: Whole) -> None:
    found = samples(passed)
    assert found["handoff_zookeeper_up"] == [({}, 1.0)]
    assert found["handoff_leaders"] == [(ELECTION, 1.0)]
    assert any(labels == {"process": "running"} for labels, _ in found["handoff_candidates"])
    assert ({**ELECTION, "invariant": "one_leader"}, 1.0) in found["handoff_invariant_holds"]
    (_, events), *_ = found["handoff_events_total"]
    assert 10 < events <= passed.state["seq"]


def test_how_far_the_mirror_is_behind_is_measured(passed: Whole) -> None:
    found = samples(passed)
    ((_, count),) = found["handoff_mirror_sync_seconds_count"]
    ((_, seconds),) = found["handoff_mirror_sync_seconds_sum"]
    assert count > 0
    assert 0 < seconds < 60 * count


def test_each_metric_is_described(passed: Whole) -> None:
    documented = set(re.findall(r"`(handoff_\w+)`", (EXAMPLES.parent / "time.md").read_text()))
    text = requests.get(f"{passed.url}/metrics", timeout=30).text
    kinds = {family.name: family.type for family in text_string_to_metric_families(text)}
    served = {f"{name}_total" if kind == "counter" else name for name, kind in kinds.items()}
    assert served <= documented


@pytest.mark.parametrize("file", ["alerts.yml", "grafana.json"])
def test_the_examples_ask_for_what_there_is(passed: Whole, file: str) -> None:
    asked = set(re.findall(r"handoff_\w+", (EXAMPLES / file).read_text()))
    assert asked
    assert asked <= samples(passed).keys()
