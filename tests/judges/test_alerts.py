"""The example alerts, on the metrics of what happens: an outage, an election that nobody has, a
failover.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from prometheus_client.samples import Sample

from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.web.metrics import PresentMetrics
from tests.journal.script import ELECTION, Script, three, znode_of
from tests.judges.programs import need, run
from tests.judges.promtool import RULES

EVERY = 10
"""Seconds between two looks of Prometheus."""

Happens = Callable[[Script], None]


def series(script: Script, *happens: Happens, looks: int = 12) -> list[dict[str, str]]:
    """The metrics of a script as Prometheus sees them; each thing happens before one more look."""
    seen: list[dict[str, float]] = []
    for look in range(looks):
        for happen in happens[look : look + 1]:
            happen(script)
        journal = Journal(MODELS, script.state, clock=lambda: script.at)
        families = PresentMetrics(journal).collect()
        seen.append({_named(one): one.value for family in families for one in family.samples})
        script.at += EVERY
        script.event("invariants.checked", ELECTION)
    names = sorted({name for look in seen for name in look})
    return [
        {"series": name, "values": " ".join(str(look.get(name, "_")) for look in seen)}
        for name in names
    ]


def _named(sample: Sample) -> str:
    labels = (f"{key}={json.dumps(value)}" for key, value in sample.labels.items())
    return f"{sample.name}{{{','.join(labels)}}}"


def fired(tmp_path: Path, given: Sequence[dict[str, str]], at: int) -> set[str]:
    """The alerts that promtool finds firing after so many seconds: each with its path."""
    return {
        f"{name} {path}".strip()
        for name, path in (
            ("NobodyLeads", ELECTION),
            ("InvariantBroken", ELECTION),
            ("ZooKeeperDown", ""),
        )
        if _fires(tmp_path, given, at, name)
    }


def _fires(tmp_path: Path, given: Sequence[dict[str, str]], at: int, name: str) -> bool:
    """Tell whether an alert fires: a test that expects none of it fails."""
    expected = {"eval_time": f"{at}s", "alertname": name, "exp_alerts": []}
    test = {"interval": f"{EVERY}s", "input_series": given, "alert_rule_test": [expected]}
    document = {
        "rule_files": [str(RULES / "alerts.yml")],
        "evaluation_interval": f"{EVERY}s",
        "tests": [test],
    }
    file = tmp_path / "alerts.test.json"
    file.write_text(json.dumps(document))
    said = run("promtool", "test", "rules", str(file))
    output = said.stdout + said.stderr
    assert said.returncode == 0 or "exp:[" in output.replace(" ", ""), output
    return said.returncode != 0


def _nothing(script: Script) -> None:
    pass


def _outage(script: Script) -> None:
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    for name in ("c1", "c2", "c3"):
        script.reports(name, "suspended")


def _failover(script: Script) -> None:
    """c1 is killed, and its znode goes; c2 leads."""
    script.event("candidate.killed", "c1", by="test", session_ends=script.at + 4)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL")
    script.deleted("c1", 1, zxid=2000)
    script.notified("c2", znode_of("c1", 1), zxid=2000)
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 2)}", watches=None)


CASES: dict[str, tuple[Callable[[], Script], Sequence[Happens], set[str]]] = {
    "an outage": (three, (_nothing, _outage), {f"NobodyLeads {ELECTION}", "ZooKeeperDown"}),
    "an election that nobody has": (Script, (), set()),
    "a failover": (three, (_nothing, _failover), set()),
}


@pytest.mark.parametrize("case", CASES)
def test_the_alerts_tell_what_is_so(case: str, tmp_path: Path) -> None:
    need("promtool")
    script, happens, expected = CASES[case]
    given: Any = series(script(), *happens)
    assert fired(tmp_path, given, 20) == set()
    assert fired(tmp_path, given, 100) == expected
