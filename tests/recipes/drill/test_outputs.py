"""The report of a drill as CSV and as JUnit's XML."""

from __future__ import annotations

import csv
import io
from typing import Any
from xml.etree import ElementTree as Xml

from app.recipes.drill.outputs import MOST_CASES, csv_of, junit_of
from tests.recipes.drill.test_figures import rounds_of
from tests.recipes.drill.test_limits import BROKEN, LOST


def report_of(rounds: list[Any], **more: Any) -> dict[str, Any]:
    return {
        "at": "2026-01-01T00:00:00+00:00",
        "plan": {"rounds": len(rounds), "within": 30.0},
        "error": None,
        "limits": [{"limit": "failed=0", "kept": False, "says": "1 of 2 rounds failed"}],
        "rounds": rounds,
        **more,
    }


def test_a_table_has_every_round() -> None:
    found = [*csv.DictReader(io.StringIO(csv_of(report_of(rounds_of(10.0, None)))))]
    assert [one["outcome"] for one in found] == ["handed over", "not within the limit"]
    assert [one["detect"] for one in found] == ["10.0", "inf"]
    assert [one["told"] for one in found] == ["1.0", ""]
    assert [one["handoff"] for one in found] == ["13.0", "inf"]


def test_a_table_has_the_books_that_were_lost() -> None:
    """A round that looked for none has no number, which is not 0."""
    rounds = [*LOST, *rounds_of(10.0)]
    found = [*csv.DictReader(io.StringIO(csv_of(report_of(rounds))))]
    assert [one["lost"] for one in found] == ["0", "2", "1", ""]


def failures_in(report: dict[str, Any]) -> dict[str, str]:
    suite = Xml.fromstring(junit_of(report))
    assert int(suite.attrib["tests"]) == len(suite)
    failed = [case for case in suite if case.find("failure") is not None]
    assert int(suite.attrib["failures"]) == len(failed)
    return {case.attrib["name"]: case.findtext("failure") or "" for case in failed}


def test_a_failure_says_all_in_a_sentence() -> None:
    assert failures_in(report_of(rounds_of(10.0, None))) == {
        "limit failed=0": "limit failed=0 was missed: 1 of 2 rounds failed",
        "round 2": "round 2, after c1: not over within 30 s",
    }
    assert failures_in(report_of(BROKEN, limits=[])) == {
        "round 1": "round 1, after c1: did not hold: one_leader"
    }


def test_a_failure_says_what_did_not_hold_and_what_a_command_printed() -> None:
    (late,) = rounds_of(None)
    broken = {**late, "broken": ["two_leaders"], "said": "exited with 7: no such host"}
    says = "not over within 30 s; did not hold: two_leaders; exited with 7: no such host"
    unmended = {**broken, "outcome": "undo failed", "broken": []}
    failed = "what was broken could not be mended; exited with 7: no such host"
    for one, said in ((broken, says), (unmended, failed)):
        found = failures_in(report_of([one], limits=[]))
        assert found == {"round 1": f"round 1, after c1: {said}"}


def test_a_drill_that_ended_early_is_a_failure() -> None:
    report = report_of(rounds_of(10.0), limits=[], error="ZooKeeper was out of reach")
    says = "the drill ended after 1 of 1 rounds: ZooKeeper was out of reach"
    assert failures_in(report) == {"all rounds": says}


def test_of_many_rounds_only_those_that_failed_are_a_case() -> None:
    many = rounds_of(*([10.0] * MOST_CASES), None)
    suite = Xml.fromstring(junit_of(report_of(many)))
    assert [case.attrib["name"] for case in suite] == ["limit failed=0", f"round {MOST_CASES + 1}"]
