"""The example alerts and the example board, on the metrics of what happens: an outage and its end,
an election that nobody has, a failover, a broken invariant, a first handoff.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from subprocess import CompletedProcess
from typing import Any

import pytest
from prometheus_client.samples import Sample

from app.journal.journal import Journal
from app.recipes.registry import MODELS
from app.web.metrics import PresentMetrics
from tests.journal.script import ELECTION, Script, member, three, znode_of
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
    said = _tested(tmp_path, given, alert_rule_test=[expected])
    output = said.stdout + said.stderr
    assert said.returncode == 0 or "exp:[" in output.replace(" ", ""), output
    return said.returncode != 0


def _tested(
    tmp_path: Path, given: Sequence[dict[str, str]], **expected: Any
) -> CompletedProcess[str]:
    """What promtool says of a test on these series."""
    test = {"interval": f"{EVERY}s", "input_series": given, **expected}
    document = {
        "rule_files": [str(RULES / "alerts.yml")],
        "evaluation_interval": f"{EVERY}s",
        "tests": [test],
    }
    file = tmp_path / "alerts.test.json"
    file.write_text(json.dumps(document))
    return run("promtool", "test", "rules", str(file))


def _nothing(script: Script) -> None:
    pass


def _outage(script: Script) -> None:
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    for name in ("c1", "c2", "c3"):
        script.reports(name, "suspended")


def _outage_of_strangers(script: Script) -> None:
    script.event("election.found", "/theirs", members=[member("x", 1)])
    script.event("zookeeper.suspended", "zookeeper", reason="refused")


def _end_of_outage(script: Script) -> None:
    script.connected("0xfe")
    for name, belief in (("c1", "leading"), ("c2", "waiting"), ("c3", "waiting")):
        script.reports(name, belief)


def _second_leader(script: Script) -> None:
    """c2 leads too, without an order to."""
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 2)}", watches=None)


def _failover(script: Script) -> None:
    """c1 is killed, and its znode goes; c2 leads."""
    script.event("candidate.killed", "c1", by="test", session_ends=script.at + 4)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL")
    script.deleted("c1", 1, zxid=2000)
    script.notified("c2", znode_of("c1", 1), zxid=2000)
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 2)}", watches=None)


_WHILE = (_nothing,) * 4

CASES: dict[str, tuple[Callable[[], Script], Sequence[Happens], set[str]]] = {
    "an outage": (three, (_nothing, _outage), {f"NobodyLeads {ELECTION}", "ZooKeeperDown"}),
    "an outage of strangers": (Script, (_nothing, _outage_of_strangers), {"ZooKeeperDown"}),
    "an outage that has ended": (three, (_nothing, _outage, *_WHILE, _end_of_outage), set()),
    "an election that nobody has": (Script, (), set()),
    "a failover": (three, (_nothing, _failover), set()),
    "two leaders": (three, (*_WHILE, _second_leader), {f"InvariantBroken {ELECTION}"}),
}


@pytest.mark.parametrize("case", CASES)
def test_the_alerts_tell_what_is_so(case: str, tmp_path: Path) -> None:
    need("promtool")
    script, happens, expected = CASES[case]
    given: Any = series(script(), *happens)
    assert fired(tmp_path, given, 20) == set()
    assert fired(tmp_path, given, 100) == expected


BOARD = {
    "Who leads": 1,
    "Handoffs in ten minutes": 1,
    "Time until the next leader is acknowledged, 95 %": 0.4875,
    "Invariants that do not hold": 0,
    "Sessions in line": 3,
    "Events a second": 0.5,
}
"""Title of a panel -> what it shows five minutes after the first handoff."""


def test_each_panel_of_the_board_shows_what_is_so(tmp_path: Path) -> None:
    need("promtool")
    path, late = 'path="/e"', "_x390 1x60"
    phase = f'{path},phase="acknowledged"'
    given = {
        f"handoff_leaders{{{path}}}": "1x450",
        f'handoff_handoffs_total{{{path},fault="kill"}}': late,
        f'handoff_phase_seconds_bucket{{{phase},le="0.25"}}': "_x390 0x60",
        f'handoff_phase_seconds_bucket{{{phase},le="0.5"}}': late,
        f'handoff_phase_seconds_bucket{{{phase},le="+Inf"}}': late,
        f'handoff_invariant_holds{{{path},invariant="one_leader"}}': "1x419 0x30",
        "handoff_sessions": "3x450",
        "handoff_events_total": "0+5x450",
    }
    panels = json.loads((RULES / "grafana.json").read_text())["panels"]
    shown = {panel["title"]: panel["targets"][0]["expr"] for panel in panels}
    assert shown.keys() == BOARD.keys()
    expected = [
        {
            "expr": f"sum({shown[title]})",
            "eval_time": f"{420 * EVERY}s",
            "exp_samples": [{"labels": "{}", "value": value}],
        }
        for title, value in BOARD.items()
    ]
    series = [{"series": name, "values": values} for name, values in given.items()]
    said = _tested(tmp_path, series, promql_expr_test=expected)
    assert said.returncode == 0, said.stdout + said.stderr
