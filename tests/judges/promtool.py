"""promtool: what /metrics serves, and the example rules for Prometheus."""

from __future__ import annotations

import subprocess

import requests

from tests.judges.place import Place
from tests.judges.programs import program, run, version_of
from tests.judges.verdict import Verdict, clean
from tests.support.app import ROOT

RULES = ROOT / "docs" / "prometheus"


def judge(place: Place) -> Verdict:
    """Have it check the metrics of a dashboard with every recipe at work, and test the rules."""
    answer = requests.get(f"{place.url}/metrics", timeout=30)
    answer.raise_for_status()
    metrics = answer.text
    looked_at = f"{len(metrics.splitlines())} lines of /metrics, the rules and their tests"
    return clean("promtool", version_of("promtool"), looked_at, tuple(findings_of(metrics)))


def findings_of(metrics: str) -> list[str]:
    """Return what it finds in these metrics, and in the rules."""
    checked = subprocess.run([program("promtool"), "check", "metrics"], input=metrics,
                             capture_output=True, text=True)  # fmt: skip
    found = [line for line in (checked.stdout + checked.stderr).splitlines() if line.strip()]
    for command in (("check", "rules", "--lint-fatal", "alerts.yml"),
                    ("test", "rules", "alerts.test.yml")):  # fmt: skip
        said = run("promtool", *command, cwd=RULES)
        if said.returncode:
            found += (said.stdout + said.stderr).splitlines()
    return found
