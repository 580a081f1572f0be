"""What `make judges` asks at length is asked in short, where a judge's program is installed."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
import yaml
from playwright.sync_api import Browser, expect

from app.web.openapi import describe_api
from tests.browser.pages import USUAL
from tests.judges import promtool, schemathesis
from tests.judges.axe import CORE, findings_of, open_view
from tests.judges.programs import need
from tests.judges.schemathesis import ask, read, why_wrong
from tests.support.forked import forked_dashboard
from tests.support.proofs import drawn, proofs_but
from tests.support.zookeeper import await_until

pytestmark = pytest.mark.real
SCHEMES = ["dark", "light"]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A dashboard with an election. The last test here leaves nothing as it was."""
    with forked_dashboard("--candidate-limit", "8") as dashboard:
        url = dashboard.await_zookeeper().url
        requests.post(f"{url}/api/v1/candidates", json={"count": 2}, timeout=30).raise_for_status()
        await_until(lambda: _beliefs(url) == ["leading", "waiting"], 60)
        yield url


def _beliefs(url: str) -> list[str]:
    candidates = requests.get(f"{url}/api/v1/state", timeout=30).json()["candidates"]
    return sorted(str(one["belief"]) for one in candidates.values())


def test_promtool_finds_nothing(url: str) -> None:
    """Not in names of others either: a znode's may have nearly every character."""
    need("promtool")
    named = {"path": '/a "name" \\n{of="others"} ☃'}
    requests.post(f"{url}/api/v1/elections", json=named, timeout=30).raise_for_status()
    metrics = requests.get(f"{url}/metrics", timeout=30).text
    assert "☃" in metrics
    assert promtool.findings_of(metrics) == []


def test_promtool_finds_a_rule_that_is_there_twice(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It says so, and its exit code is 0, unless it is asked for another."""
    need("promtool")
    for file in promtool.RULES.glob("*.yml"):
        shutil.copy(file, tmp_path)
    file = tmp_path / "alerts.yml"
    rules = yaml.safe_load(file.read_text())
    rules["groups"][0]["rules"] *= 2
    file.write_text(yaml.safe_dump(rules))
    monkeypatch.setattr(promtool, "RULES", tmp_path)
    assert "lint error 4 duplicate rule(s) found." in "\n".join(promtool.findings_of(""))


@pytest.mark.parametrize("scheme", proofs_but(SCHEMES, drawn(SCHEMES, 1).__contains__))
def test_axe_finds_nothing(url: str, browser: Browser, scheme: str) -> None:
    if not CORE.is_dir():
        pytest.skip("axe-core is not installed: see what `sh .ci/setup quick_judges` says")
    context = browser.new_context(**{**USUAL, "color_scheme": scheme})
    page = context.new_page()
    page.goto(url)
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    for view in ("election", "znodes"):
        open_view(page, view)
        assert findings_of(page) == []
    context.close()


def test_schemathesis_finds_nothing(url: str) -> None:
    """It is asked about a few calls, others with each commit."""
    need("schemathesis")
    calls = {
        operation["operationId"]: f"{method.upper()} {path}"
        for path, operations in describe_api()["paths"].items()
        for method, operation in operations.items()
    }
    asked = drawn(sorted(calls), 4)
    told = ask(url, "coverage", *(f"--include-operation-id={one}" for one in asked))
    assert [one for one in told.findings if not why_wrong(one)] == []
    assert {calls[one] for one in asked} <= told.calls.keys()


def test_a_report_of_schemathesis_is_read_to_its_last_finding() -> None:
    case = {"method": "POST", "path": "/api/v1/znodes/import"}
    failure = {"status": "failure", "failure_info": {"failure": {"type": "ServerError"}}}
    scenario = {
        "cases": {
            "a": {"value": case, "is_transition_applied": True, "transition": {"id": "to it"}},
            "b": {"value": case},
        },
        "interactions": {
            "a": {"response": {"status_code": 202, "content": None}},
            "b": {"response": {"status_code": 500, "content": {"$base64": "eyJlIjogMX0="}}},
        },
        "checks": {"a": [{"status": "success"}], "b": [failure]},
    }
    events = [{"ScenarioFinished": {"recorder": scenario}}, {"NonFatalError": {"title": "x"}}]
    told = read(map(json.dumps, events))
    call = "POST /api/v1/znodes/import"
    assert (told.calls[call], told.done[call], told.links) == (2, 1, {"to it"})
    broken, error = told.findings
    assert broken == ("ServerError", call, '500 {"e": 1}', "null")
    assert error.kind == "error"
    assert [why_wrong(one) for one in told.findings] == [None, None]
    known = schemathesis.Finding("RejectedPositiveData", call, "400 document.znodes.0: no entry")
    assert why_wrong(known)
    assert why_wrong(known._replace(answer="500 null: Handoff failed here")) is None
