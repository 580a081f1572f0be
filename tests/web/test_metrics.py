"""`GET /metrics`: what Prometheus is told of real handoffs, of a broken invariant and of an outage,
what it is told of states, and what the examples ask for.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient
from prometheus_client import Metric
from prometheus_client.openmetrics import parser as openmetrics
from prometheus_client.parser import text_string_to_metric_families

from app.ensemble.embedded import SandboxServer
from app.history.history import History
from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.web.metrics import PresentMetrics
from tests.journal.script import ELECTION as PATH
from tests.journal.script import Script, member, report_of, three, znode_of
from tests.support.app import ROOT
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

EXAMPLES = ROOT / "docs" / "prometheus"
STRANGERS = '/a "name" \\n{of="others"} ☃'
OPEN = {"Accept": "application/openmetrics-text;version=1.0.0"}
Samples = dict[str, list[tuple[dict[str, str], float]]]


@pytest.fixture(scope="module")
def passed(sandbox: SandboxServer) -> Iterator[Whole]:
    """A dashboard on which leadership has passed twice, and once among strangers."""
    root = f"{sandbox.hosts}/metrics"
    with closing(History(None)) as history, whole(root, history=history) as dashboard:
        dashboard.post("candidates", {"count": 3, "session_timeout": 2})
        for handoffs, action in enumerate(("stop", "kill"), start=1):
            await_until(lambda: dashboard.chain()[1]["belief"] == "waiting")
            dashboard.post(f"candidates/{dashboard.chain()[0]['candidate']}/{action}")
            await_until(partial(has_passed, dashboard, PATH, handoffs))
        pass_among_strangers(root, dashboard)
        yield dashboard


def has_passed(dashboard: Whole, path: str, handoffs: int) -> bool:
    return bool(dashboard.state["elections"][path]["handoffs"] == handoffs)


def pass_among_strangers(root: str, dashboard: Whole) -> None:
    client = KazooClient(root)
    client.start()
    client.ensure_path(STRANGERS)
    first, second = (
        client.create(f"{STRANGERS}/n_", ephemeral=True, sequence=True) for _ in range(2)
    )
    dashboard.post("elections", {"path": STRANGERS})
    await_until(lambda: len(dashboard.state["elections"][STRANGERS]["chain"]) == 2)
    client.delete(first)
    await_until(lambda: has_passed(dashboard, STRANGERS, 1))
    client.delete(second)
    await_until(lambda: not dashboard.state["elections"][STRANGERS]["chain"])
    client.stop()
    client.close()


def samples(dashboard: Whole) -> Samples:
    """Name -> its samples, each with its labels."""
    return by_name(text_string_to_metric_families(text_of(dashboard)))


def text_of(dashboard: Whole, **options: Any) -> str:
    return requests.get(f"{dashboard.url}/metrics", timeout=30, **options).text


def by_name(families: Iterable[Metric]) -> Samples:
    found: Samples = {}
    for family in families:
        for sample in family.samples:
            found.setdefault(sample.name, []).append((sample.labels, sample.value))
    return found


def values(found: Samples, name: str, *labels: str) -> dict[tuple[str, ...], float]:
    """The values of these labels -> the value of the sample."""
    told = found.get(f"handoff_{name}", [])
    return {tuple(named[label] for label in labels): value for named, value in told}


def test_what_is_counted_is_what_the_interface_lists(passed: Whole) -> None:
    found, handoffs = samples(passed), passed.get("handoffs").json()["handoffs"]
    by_fault = Counter((one["path"], one["fault"] or "unknown") for one in handoffs)
    assert by_fault == {(PATH, "stop"): 1, (PATH, "kill"): 1, (STRANGERS, "unknown"): 1}
    assert values(found, "handoffs_total", "path", "fault") == by_fault
    took = [
        ((one["path"], phase), ms / 1000)
        for one in handoffs
        if one["phases_from"] in ("fault", "lost")
        for phase, ms in one["phases_ms"].items()
    ]
    measured = Counter(place for place, _ in took)
    assert measured[PATH, "acknowledged"] == 2
    assert values(found, "phase_seconds_count", "path", "phase") == measured
    sums = {place: sum(s for where, s in took if where == place) for place in measured}
    assert values(found, "phase_seconds_sum", "path", "phase") == pytest.approx(sums)


def test_what_is_so_now_is_told(passed: Whole) -> None:
    await_until(lambda: passed.chain()[0]["belief"] == "leading")
    before, found, after = passed.state["seq"], samples(passed), passed.state["seq"]
    assert values(found, "zookeeper_up") == {(): 1.0}
    assert values(found, "leaders", "path") == {(PATH,): 1.0, (STRANGERS,): 0.0}
    assert values(found, "candidates", "process") == {("running",): 1.0, ("exited",): 2.0}
    assert values(found, "sessions") == {(): 1.0}
    assert values(found, "invariant_holds", "path", "invariant")[PATH, "one_leader"] == 1.0
    assert before <= values(found, "events_total")[()] <= after


def test_both_formats_tell_the_same(passed: Whole) -> None:
    """Prometheus asks for the one that is not for people."""
    text = text_of(passed, headers=OPEN)
    opened = by_name(openmetrics.text_string_to_metric_families(text))  # type: ignore[no-untyped-call]
    found = samples(passed)
    assert opened.keys() == found.keys()
    for name in ("handoffs_total", "phase_seconds_bucket", "leaders"):
        assert opened[f"handoff_{name}"] == found[f"handoff_{name}"]


def test_how_far_the_mirror_is_behind_is_measured(passed: Whole) -> None:
    found = samples(passed)
    count = values(found, "mirror_sync_seconds_count")[()]
    seconds = values(found, "mirror_sync_seconds_sum")[()]
    assert count > 0
    assert 0 < seconds < 60 * count
    for what, data, behind in (("behind", {"ms": 1500}, 1.5), ("caught_up", {}, 0.0)):
        passed.journal.tell(f"mirror.{what}", "zookeeper", data)
        assert values(samples(passed), "mirror_behind_seconds") == {(): behind}


def test_each_metric_is_described(passed: Whole) -> None:
    documented = set(re.findall(r"`(handoff_\w+)`", (EXAMPLES.parent / "time.md").read_text()))
    families = list(text_string_to_metric_families(text_of(passed)))
    kinds = {family.name: family.type for family in families}
    served = {f"{name}_total" if kind == "counter" else name for name, kind in kinds.items()}
    assert served == documented
    assert all(family.documentation for family in families)


@pytest.mark.parametrize("file", ["alerts.yml", "grafana.json"])
def test_the_examples_ask_for_what_there_is(passed: Whole, file: str) -> None:
    asked = set(re.findall(r"handoff_\w+", (EXAMPLES / file).read_text()))
    assert asked
    assert asked <= samples(passed).keys()


def test_a_broken_invariant_is_told_and_counted_each_time(sandbox: SandboxServer) -> None:
    kept, broken = ("/taken", "one_holder"), ("/taken", "no_lost_update")
    hosts = f"{sandbox.hosts}/broken"
    with closing(History(None)) as history, whole(hosts, history=history) as dashboard:
        dashboard.post("locks", {"path": "/taken", "count": 3, "task": 0.1})
        await_until(lambda: dashboard.state["locks"]["/taken"]["file"]["finished"] > 1)
        for times in (1, 2):
            found = samples(dashboard)
            assert values(found, "invariant_holds", "path", "invariant")[broken] == 1.0
            dashboard.post("locks/locking", {"path": "/taken", "on": False})
            await_until(lambda: verdicts_of(dashboard)["no_lost_update"] is False)
            found = samples(dashboard)
            assert values(found, "invariant_holds", "path", "invariant")[broken] == 0.0
            counted = values(found, "violations_total", "path", "invariant")
            assert counted[broken] == times
            dashboard.post("locks/locking", {"path": "/taken", "on": True})
            await_until(lambda: verdicts_of(dashboard)["no_lost_update"])
        assert kept not in counted
        moments = dashboard.get("moments?what=violation").json()["moments"]
        assert len(moments) == sum(counted.values())


def verdicts_of(dashboard: Whole) -> dict[str, bool | None]:
    found: dict[str, bool | None] = dashboard.state["locks"]["/taken"]["invariants"]
    return found


def test_in_an_outage_nobody_leads_as_soon_as_all_are_cut_off() -> None:
    server = SandboxServer()
    server.start()
    names = {"handoff_sessions", "handoff_zookeeper_round_trip_seconds"}
    with whole(server.hosts, source="embedded", servers={"s1": server}) as dashboard:
        dashboard.post("candidates", {"count": 2, "session_timeout": 4})
        await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading", "waiting"])
        assert values(samples(dashboard), "leaders", "path") == {(PATH,): 1.0}
        dashboard.post("servers/s1/kill")
        await_until(lambda: values(samples(dashboard), "leaders", "path") == {(PATH,): 0.0})
        found = samples(dashboard)
        assert values(found, "zookeeper_up") == {(): 0.0}
        assert not names & found.keys()
        dashboard.post("servers/s1/restart")
        await_until(lambda: values(samples(dashboard), "leaders", "path") == {(PATH,): 1.0})
        await_until(lambda: values(samples(dashboard), "sessions") == {(): 2.0})
        found = await_until(lambda: all_with(names, samples(dashboard)))
        assert values(found, "zookeeper_up") == {(): 1.0}
        assert 0 < values(found, "zookeeper_round_trip_seconds")[()] < 60
    server.stop()


def all_with(names: set[str], found: Samples) -> Samples | None:
    return found if names <= found.keys() else None


# -- of a state -------------------------------------------------------------------------------


def told(script: Script) -> Samples:
    """Name -> its samples of what is so in a script."""
    journal = Journal(MODELS, script.state, clock=lambda: script.at)
    return by_name(PresentMetrics(journal).collect())


def leaders(script: Script) -> dict[str, float]:
    return {path: value for (path,), value in values(told(script), "leaders", "path").items()}


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


def test_a_path_that_is_followed_no_longer_is_not_told_of() -> None:
    script, path = Script(), "/theirs"
    script.event("election.found", path, members=[member("x", 1)])
    assert leaders(script) == {path: 1.0}
    script.event("znode.deleted", f"{path}/{znode_of('x', 1)}")
    script.event("election.forgotten", path)
    assert path not in {labels.get("path") for one in told(script).values() for labels, _ in one}


@pytest.mark.parametrize("then", ["silent", "unasked"])
def test_nothing_goes_on_telling_what_was_read_last(then: str) -> None:
    """Where ZooKeeper does not answer, nor where no server answers a question any longer."""
    script, is_silent = three(), then == "silent"
    script.event("zookeeper.servers", "zookeeper", servers=[asked("standalone", 2.0)])
    assert values(told(script), "sessions") == {(): 3.0}
    assert values(told(script), "zookeeper_round_trip_seconds") == {(): 0.002}
    assert values(told(script), "zookeeper_up") == {(): 1.0}
    if is_silent:
        script.event("mirror.silent", "zookeeper", server="s1")
    else:
        script.event("zookeeper.servers", "zookeeper", servers=[asked("hung up", None)])
    found = told(script)
    assert "handoff_zookeeper_round_trip_seconds" not in found
    assert ("handoff_sessions" in found) is not is_silent
    assert values(found, "zookeeper_up") == {(): 0.0 if is_silent else 1.0}
    verdicts = values(found, "invariant_holds", "invariant")
    assert (verdicts.keys() == {("one_leader",)}) is is_silent


def asked(mode: str, round_trip_ms: float | None) -> dict[str, Any]:
    return {**report_of("s1", mode), "round_trip_ms": round_trip_ms}


@pytest.mark.parametrize("why", ["hidden", "unread"])
def test_where_nobody_knows_whose_a_znode_is_sessions_are_not_counted(why: str) -> None:
    script, path = three(), "/theirs"
    shut = {"znode": znode_of("x", 1), "session": None, "czxid": None, "data": None, why: True}
    script.event("election.found", path, members=[shut, member("y", 2)])
    assert "handoff_sessions" not in told(script)
    script.event("znode.deleted", f"{path}/{znode_of('x', 1)}")
    assert values(told(script), "sessions") == {(): 4.0}
    persistent = {**member("z", 3), "session": None}
    script.event("member.read", f"{path}/{znode_of('z', 3)}", election=path, **persistent)
    assert values(told(script), "sessions") == {(): 4.0}


def test_who_has_ended_has_no_session_in_line() -> None:
    script = three()
    assert told(script)["handoff_sessions"] == [({}, 3.0)]
    script.event("candidate.exited", "c3", code=0)
    script.event("znode.deleted", f"{PATH}/{znode_of('c3', 3)}")
    assert told(script)["handoff_sessions"] == [({}, 2.0)]
    script.event("candidate.paused", "c1", by="test", session_ends=script.at + 4)
    assert told(script)["handoff_sessions"] == [({}, 2.0)]
    script.at += 5
    assert told(script)["handoff_sessions"] == [({}, 2.0)], "ZooKeeper still has its znode"
    script.deleted("c1", 1)
    assert told(script)["handoff_sessions"] == [({}, 1.0)], "c1 sleeps, and does not know it"
