"""`GET /metrics`: what Prometheus is told of a real handoff and of an outage, what it is told of
states, and what the examples ask for.
"""

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
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.web.metrics import PresentMetrics
from tests.journal.script import ELECTION as PATH
from tests.journal.script import Script, member, report_of, three, znode_of
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
    for what, data, behind in (("behind", {"ms": 1500}, 1.5), ("caught_up", {}, 0.0)):
        passed.journal.append(f"mirror.{what}", "zookeeper", data)
        assert samples(passed)["handoff_mirror_behind_seconds"] == [({}, behind)]


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


def test_in_an_outage_nobody_leads_as_soon_as_all_are_cut_off() -> None:
    server = SandboxServer()
    server.start()
    with whole(server.hosts, source="embedded", servers={"s1": server}) as dashboard:
        dashboard.post("candidates", {"count": 2, "session_timeout": 4})
        await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading", "waiting"])
        assert samples(dashboard)["handoff_leaders"] == [(ELECTION, 1.0)]
        dashboard.post("servers/s1/kill")
        await_until(lambda: samples(dashboard)["handoff_leaders"] == [(ELECTION, 0.0)])
        found = samples(dashboard)
        assert found["handoff_zookeeper_up"] == [({}, 0.0)]
        assert "handoff_sessions" not in found
    server.stop()


# -- of a state -------------------------------------------------------------------------------


def told(script: Script) -> Samples:
    """Name -> its samples of what is so in a script."""
    journal = Journal(MODELS, script.state, clock=lambda: script.at)
    found: Samples = {}
    for family in PresentMetrics(journal).collect():
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def leaders(script: Script) -> dict[str, float]:
    return {labels["path"]: value for labels, value in told(script).get("handoff_leaders", [])}


def cut_off(script: Script) -> None:
    script.event("zookeeper.suspended", "zookeeper", reason="refused")


def of_strangers() -> Script:
    script = Script()
    script.event("election.found", PATH, members=[member("x", 1), member("y", 2)])
    return script


def test_while_zookeeper_is_out_of_reach_a_leader_is_known_by_its_own_word() -> None:
    script = three()
    cut_off(script)
    assert leaders(script) == {PATH: 1.0}, "it has a connection of its own"
    script.event("candidate.paused", "c1", by="test", session_ends=script.at + 4)
    script.at += 5
    assert leaders(script) == {}, "c2 waits, and may know more than the dashboard"
    for name in ("c2", "c3"):
        script.reports(name, "suspended")
    assert leaders(script) == {PATH: 0.0}


def test_of_strangers_that_cannot_be_seen_nothing_is_told() -> None:
    script = of_strangers()
    assert leaders(script) == {PATH: 1.0}
    cut_off(script)
    assert leaders(script) == {}
    script.event("zookeeper.connected", "zookeeper", session="0xff", version="3.8.0")
    assert leaders(script) == {}, "they are yet to be read again"
    script.event("mirror.loaded", "zookeeper", znodes=2, mode="recursive")
    assert leaders(script) == {PATH: 1.0}


def test_an_election_that_nobody_has_is_not_told_of() -> None:
    script = Script()
    assert leaders(script) == {}
    script.starting("c1")
    assert leaders(script) == {PATH: 0.0}
    script.event("candidate.exited", "c1", code=0)
    assert leaders(script) == {}


def test_an_election_of_strangers_has_no_leader_once_the_last_has_gone() -> None:
    script = of_strangers()
    for name, number in (("x", 1), ("y", 2)):
        script.deleted(name, number)
    assert leaders(script) == {PATH: 0.0}


@pytest.mark.parametrize("kind", ["lock-", "lease-", "__READ__"])
def test_a_lock_that_is_free_lacks_no_leader(kind: str) -> None:
    script, lock = Script(), "/locks/a"
    znode = f"_c_3f2a1b4c-1111-2222-3333-444455556666-{kind}0000000001"
    script.event("election.found", lock, members=[{**member("x", 1), "znode": znode}])
    assert leaders(script).get(lock) != 0.0
    script.event("znode.deleted", f"{lock}/{znode}")
    assert lock not in leaders(script)


def test_nothing_goes_on_telling_what_was_read_last() -> None:
    script = three()
    report = {**report_of("s1", "standalone"), "round_trip_ms": 2.0}
    script.event("zookeeper.servers", "zookeeper", servers=[report])
    names = {"handoff_sessions", "handoff_zookeeper_round_trip_seconds"}
    assert names <= told(script).keys()
    assert told(script)["handoff_zookeeper_up"] == [({}, 1.0)]
    script.event("mirror.silent", "zookeeper", server="s1")
    assert not names & told(script).keys()
    assert told(script)["handoff_zookeeper_up"] == [({}, 0.0)]
    verdicts = [labels["invariant"] for labels, _ in told(script)["handoff_invariant_holds"]]
    assert verdicts == ["one_leader"]


def test_who_has_ended_has_no_session_in_line() -> None:
    script = three()
    assert told(script)["handoff_sessions"] == [({}, 3.0)]
    script.event("candidate.exited", "c3", code=0)
    script.event("znode.deleted", f"{PATH}/{znode_of('c3', 3)}")
    assert told(script)["handoff_sessions"] == [({}, 2.0)]
