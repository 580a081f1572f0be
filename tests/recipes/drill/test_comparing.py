"""`POST /drills/compare`: two reports, and what is refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from app.recipes.drill.actions.drills import LARGEST_REPORT
from tests.recipes.drill.test_compare import PLAN, WHERE, document, spread
from tests.recipes.drill.test_figures import rounds_of
from tests.support.app import running_dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

A = document(rounds_of(*spread(20, 100.0)))
B = document(rounds_of(*spread(20, 150.0)))


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """Of a dashboard's drills."""
    with forked_dashboard() as dashboard:
        yield f"{dashboard.url}/api/v1/drills"


def ask(url: str, **body: Any) -> requests.Response:
    return requests.post(f"{url}/compare", json=body, timeout=60)


def error_of(answer: requests.Response) -> dict[str, Any]:
    error: dict[str, Any] = answer.json()["error"]
    return error


def test_the_answer_has_what_the_command_prints(url: str) -> None:
    found = ask(url, a=A, b=B).json()
    assert found["schema"] == "handoff-compare/1"
    assert found["verdict"] == "B is slower in handoff, detect"
    assert found["differs"] == []
    (detect,) = (row for row in found["rows"] if row["name"] == "detect")
    assert detect["shift"] == [50.0, 50.0]
    told = detect["told"]
    assert [told["a"], told["b"], told["p"], told["word"]] == [
        "109 ms", "159 ms", "<0.001", "slower",
    ]  # fmt: skip
    assert ask(url, a=B, b=A).json()["verdict"] == "B is faster in handoff, detect"
    small = ask(url, a=A, b=B, at_least=0.5).json()
    assert small["verdict"] == "B differs too little to matter in handoff, detect"


def test_what_differs_of_a_machine_is_named_part_by_part(url: str) -> None:
    machine: dict[str, Any] = WHERE["machine"]  # type: ignore[assignment]
    place = {**WHERE, "machine": {**machine, "cores": 8}}
    other = document(A["rounds"], {**PLAN, "strategy": "herd"}, place)
    found = ask(url, a=A, b=other).json()
    assert [one["says"] for one in found["differs"]] == [
        "machine: cores 2 | cores 8",
        "strategy: predecessor | herd",
    ]


@pytest.mark.parametrize(
    ("body", "field", "says"),
    [
        ({"a": A, "b": {}}, "b", "b.schema is missing."),
        ({"a": {**A, "schema": "x"}, "b": B}, "a", "A is no report of a drill (handoff-drill/1)"),
        ({"a": {**A, "rounds": []}, "b": B}, "a", "A has no rounds"),
        ({"a": {**A, "rounds": [{}]}, "b": B}, "a", "`$.rounds[0]`"),
        ({"a": A, "b": {**B, "rounds": B["rounds"] * 501}}, "b", "Expected `array` of length"),
        ({"a": A, "b": {**B, "plan": {"within": 0}}}, "b", "Expected `float`"),
        ({"a": [], "b": B}, "a", "a must be of type object."),
        ({"a": A, "b": B, "at_least": -1}, "at_least", "at_least must be from 0 to 10."),
    ],
)
def test_what_is_no_report_is_refused_in_words(
    body: dict[str, Any], field: str, says: str, url: str
) -> None:
    answer = ask(url, **body)
    assert answer.status_code == 400
    error = error_of(answer)
    assert error["field"].split(".")[0] == field
    assert says in error["message"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("{", "The body is not JSON."),
        ('{"a": {"within": NaN}}', "The body is not JSON."),
        ('{"a": ' + "[" * 200 + "]" * 200 + "}", "The body is not JSON."),
        ('{"a": {}, "a": {}}', "a is given more than once; give it once."),
    ],
)
def test_what_is_no_json_is_refused(text: str, says: str, url: str) -> None:
    answer = requests.post(f"{url}/compare", text, timeout=60)
    assert answer.status_code == 400
    assert error_of(answer)["message"] == says


def test_a_report_that_is_too_large_is_refused_with_the_bound(url: str) -> None:
    large = {**A, "more": "x" * (2 * LARGEST_REPORT)}
    answer = ask(url, a=large, b=B)
    assert answer.status_code == 413
    assert error_of(answer)["message"] == "The body is too large: at most 20972544 bytes."
    fits = {**A, "more": "x" * (LARGEST_REPORT - 100_000)}
    assert ask(url, a=fits, b=fits).status_code == 200


def test_the_last_drill_here_is_compared_where_one_is_left_out(url: str) -> None:
    answer = ask(url, a=A)
    assert answer.status_code == 404
    assert error_of(answer)["message"] == "no drill has run here"
    plan = {"fault": "stop", "rounds": 6, "candidates": 2, "session_timeout": 2}
    requests.post(url, json=plan, timeout=60).raise_for_status()
    running = ask(url, a=A)
    assert error_of(running)["message"].startswith("a drill is running: comparing would disturb")
    state = f"{url.removesuffix('drills')}state"
    await_until(lambda: requests.get(state, timeout=60).json()["drill"]["cause"], 60.0)
    own = requests.get(f"{url}/report", timeout=60).json()
    found = ask(url, a=own).json()
    assert found["differs"] == []
    assert json.dumps(found["rows"][0]["a"]) == json.dumps(found["rows"][0]["b"])


def test_without_scipy_it_says_what_to_install(tmp_path: Path) -> None:
    (tmp_path / "scipy.py").write_text("raise ImportError", "utf-8")
    with running_dashboard(env={"PYTHONPATH": str(tmp_path)}) as dashboard:
        answer = ask(f"{dashboard.url}/api/v1/drills", a=A, b=B)
    assert answer.status_code == 409
    assert error_of(answer)["code"] == "no_scipy"
    assert error_of(answer)["message"] == (
        "Comparing needs scipy, which is not installed: pip install 'handoff[compare]'."
    )
