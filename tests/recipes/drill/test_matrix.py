"""A matrix of drills: its cells, its report in all forms, and two of them compared."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as Xml

import pytest

from app.errors import BadRequest
from app.recipes.drill.compare import compared_all, pairs_of
from app.recipes.drill.kept import side_from, whole_report_from
from app.recipes.drill.limits import limit_of
from app.recipes.drill.matrix import MOST_CELLS, DrillMatrix, matrix_of, same_sessions
from app.recipes.drill.matrix_page import html_of_matrix, verdict_of_matrix
from app.recipes.drill.outputs import csv_of_matrix, junit_of_matrix
from app.recipes.drill.plan import DrillPlan
from app.recipes.drill.rounds import figures_of
from app.recipes.drill.state import SCHEMA
from tests.recipes.drill.test_compare import WHERE, spread
from tests.recipes.drill.test_figures import rounds_of

MISSED = {"limit": "failed=0", "kept": False, "says": "1 of 2 rounds <failed>"}


def cells_of(**values: Sequence[Any]) -> DrillMatrix:
    return matrix_of(DrillPlan(rounds=2), values)


TWO_BY_TWO = cells_of(candidates=[3, 50], session_timeout=[4.0, 10.5], fault=["kill"])


def report_of(plan: DrillPlan, *taken: float | None, **more: Any) -> dict[str, Any]:
    rounds = rounds_of(*taken)
    counts: dict[str, int] = {"rounds": len(rounds), "planned": plan.rounds}
    for one in rounds:
        counts[one["outcome"]] = counts.get(one["outcome"], 0) + 1
    return {
        "schema": SCHEMA, "handoff": "1", "at": "2026-01-01T00:00:00+00:00", "cause": "done",
        "error": None, "plan": plan.shown,
        "where": {"source": "embedded", "servers": 1, **WHERE, "timeout": plan.session_timeout},
        "window": None, "counts": counts, "figures": figures_of(rounds), "limits": [],
        "rounds": rounds, **more,
    }  # fmt: skip


def document(
    *cells: Mapping[str, Any],
    matrix: DrillMatrix = TWO_BY_TWO,
    cause: str = "done",
    error: str | None = None,
) -> dict[str, Any]:
    return matrix.report(cells, cause, error, handoff="1", at="2026-01-01T00:00:00+00:00")


def all_of(matrix: DrillMatrix = TWO_BY_TWO, slower: float = 0.0, **more: Any) -> dict[str, Any]:
    """A report in which each cell took longer than the one before, by so much more."""
    cells = [
        report_of(plan, *spread(20, 100.0 * place + slower), **more)
        for place, plan in enumerate(matrix.plans, 1)
    ]
    return document(*cells, matrix=matrix)


# -- the cells ------------------------------------------------------------------------------------


def test_a_cell_is_a_combination_and_is_named_by_what_varies() -> None:
    assert [TWO_BY_TWO.name(plan) for plan in TWO_BY_TWO.plans] == [
        "candidates 3, session-timeout 4 s",
        "candidates 3, session-timeout 10.5 s",
        "candidates 50, session-timeout 4 s",
        "candidates 50, session-timeout 10.5 s",
    ]
    assert {plan.fault for plan in TWO_BY_TWO.plans} == {"kill"}


def test_one_value_of_each_is_one_drill() -> None:
    matrix = cells_of(candidates=[7], fault=["stop"])
    assert matrix == DrillMatrix([DrillPlan(rounds=2, candidates=7, fault="stop")], {})


def test_too_many_cells_are_refused() -> None:
    assert len(cells_of(candidates=range(2, 2 + MOST_CELLS)).plans) == MOST_CELLS
    with pytest.raises(BadRequest, match="at most 60 cells"):
        cells_of(candidates=range(2, 3 + MOST_CELLS))


def test_a_cell_that_cannot_be_is_named() -> None:
    with pytest.raises(BadRequest, match=r"^strategy single, target tail: single has no tail"):
        cells_of(strategy=["predecessor", "single"], target=["leader", "tail"])
    plan = DrillPlan(rounds=2, limits=[limit_of("p50:handoff=1s")])
    with pytest.raises(BadRequest, match=r"^candidates 3: .* needs at least 5 rounds"):
        matrix_of(plan, {"candidates": [3, 4]})


@pytest.mark.parametrize(
    ("granted", "says"),
    [
        ({4.0: 4.0, 10.5: 10.5}, None),
        ({4.0: 20.0}, None),
        ({}, None),
        ({4.0: 20.0, 10.5: 20.0}, "sessions of 20 s. Ask for session timeouts of at least 20 s."),
        ({4.0: 3.0, 10.5: 3.0}, "sessions of 3 s. Ask for session timeouts of at most 3 s."),
    ],
)
def test_two_cells_with_the_same_sessions_are_told(
    granted: dict[float, float], says: str | None
) -> None:
    found = same_sessions(TWO_BY_TWO, granted)
    if says is None:
        assert found is None
    else:
        assert found is not None
        assert found.startswith(
            "cell 1 (candidates 3, session-timeout 4 s) and cell 2 (candidates 3, "
            "session-timeout 10.5 s) are one and the same: "
        )
        assert found.endswith(says)


# -- the report -----------------------------------------------------------------------------------


def test_the_verdict_is_over_all_cells() -> None:
    kept = [{**MISSED, "kept": True}]
    first, second, *_ = TWO_BY_TWO.plans
    assert verdict_of_matrix(all_of()) == (
        "Done", "4 of 4 cells ran. 80 of 80 rounds went as they should.",
    )  # fmt: skip
    assert verdict_of_matrix(all_of(limits=kept)) == (
        "Kept", "All 4 cells kept every limit. 80 of 80 rounds went as they should.",
    )  # fmt: skip
    some = document(report_of(first, 1.0, limits=kept), report_of(second, None, limits=[MISSED]))
    assert verdict_of_matrix(some) == (
        "Missed", "1 of 2 cells missed a limit: candidates 3, session-timeout 10.5 s. "
        "1 of 2 rounds went as they should.",
    )  # fmt: skip
    _, says = verdict_of_matrix(all_of(limits=[MISSED]))
    assert says.startswith("4 of 4 cells missed a limit: candidates 3, ")
    assert "; …. 80 of 80 rounds" in says
    early = document(report_of(first, 1.0), cause="stopped", error="it was stopped")
    assert verdict_of_matrix(early) == (
        "Incomplete", "1 of 4 cells ran: it was stopped. 1 of 1 rounds went as they should.",
    )  # fmt: skip
    assert verdict_of_matrix(document(error="ZooKeeper was out of reach"))[0] == "Incomplete"
    word, says = verdict_of_matrix(all_of(error="5 rounds have failed"))
    assert word == "Incomplete"
    assert says.startswith("4 of 4 cells ended early, as candidates 3, session-timeout 4 s: 5 r")


def test_a_table_tells_the_cells() -> None:
    first, *_, last = TWO_BY_TWO.plans
    found = document(report_of(first, 10.0, None), report_of(last, 30.0))
    table = [*csv.DictReader(io.StringIO(csv_of_matrix(found)))]
    assert [(one["cell"], one["round"], one["detect"]) for one in table] == [
        ("1", "1", "10.0"), ("1", "2", "inf"), ("2", "1", "30.0"),
    ]  # fmt: skip
    assert table[2] | {
        "strategy": "predecessor", "candidates": "50", "fault": "kill", "target": "leader",
        "session_timeout": "10.5", "granted": "10.5",
    } == table[2]  # fmt: skip


def test_each_cell_is_a_suite_and_one_that_is_missing_fails() -> None:
    first, second, *_ = TWO_BY_TWO.plans
    whole = Xml.fromstring(
        junit_of_matrix(document(report_of(first, 1.0), report_of(second, None, limits=[MISSED])))
    )
    assert {suite.attrib["name"]: suite.attrib["failures"] for suite in whole} == {
        "handoff drill, candidates 3, session-timeout 4 s": "0",
        "handoff drill, candidates 3, session-timeout 10.5 s": "2",
    }
    assert whole.attrib["tests"] == "3"
    assert whole.attrib["failures"] == "2"
    names = {case.attrib["classname"] for case in whole.iter("testcase")}
    assert "drill, candidates 3, session-timeout 4 s" in names
    early = Xml.fromstring(
        junit_of_matrix(document(report_of(first, 1.0), cause="stopped", error="it was stopped"))
    )
    assert [one.text for one in early.iter("failure")] == ["1 of 4 cells ran: it was stopped"]


def test_a_page_has_each_cell_with_all_of_it_on_one_scale() -> None:
    page = html_of_matrix(all_of(limits=[MISSED]))
    assert page.count("<details>") == page.count("</details>") == 4
    assert "<b>candidates 50, session-timeout 10.5 s</b>" in page
    assert "Every cell is drawn from 87 ms to 438 ms" in page
    assert "1 of 2 rounds &lt;failed&gt;" in page
    assert "<failed>" not in page
    assert page.count("<h2>What was drilled</h2>") == 4
    assert "<script" not in page
    assert "repeat(2,minmax" in page


def test_a_cell_that_has_measured_nothing_is_shown_without_a_drawing() -> None:
    first, second, *_ = TWO_BY_TWO.plans
    page = html_of_matrix(document(report_of(first), report_of(second, 5.0, None)))
    assert "nothing was measured" in page
    assert page.count("rounds are distributed") == 1
    assert "1 not within the limit" in page
    assert html_of_matrix(document(error="it was stopped")).endswith("</body></html>\n")


def test_a_report_is_read_with_all_that_it_has() -> None:
    found = all_of()
    assert whole_report_from(json.dumps(found).encode()) == found
    wrongs: list[dict[str, Any]] = [
        {"axes": {}},
        {"axes": {"lunch": [1, 2]}},
        {"cells": [{}]},
        {"planned": "x"},
    ]
    for wrong in wrongs:
        with pytest.raises(BadRequest, match=r"^is no report of a drill"):
            whole_report_from(json.dumps({**found, **wrong}).encode())


# -- two of them ----------------------------------------------------------------------------------


def sides(*documents: Mapping[str, Any]) -> Any:
    return (side_from(json.dumps(one).encode()) for one in documents)


def test_cells_that_both_have_are_compared() -> None:
    other = cells_of(candidates=[50, 3, 7], session_timeout=[4.0])
    pairs = pairs_of(*sides(all_of(), all_of(other)))
    assert [*pairs] == [
        "candidates 3, session-timeout 4 s",
        "candidates 50, session-timeout 4 s",
    ]
    words = [one.rows[0].word for one in compared_all(pairs.values())]
    assert words == ["slower", "faster"]


def test_more_cells_need_a_clearer_difference() -> None:
    """Holm's method is over the lines of all cells."""
    pair = pairs_of(*sides(all_of(), all_of(slower=9.0)))["candidates 3, session-timeout 4 s"]
    (alone,), (among, *_) = compared_all([pair]), compared_all([pair] * 4)
    assert alone.rows[0].p is not None
    assert among.rows[0].p == pytest.approx(alone.rows[0].p * 4)


def test_cells_without_rounds_are_not_compared() -> None:
    first, second, *_ = TWO_BY_TWO.plans
    found = document(report_of(first, 1.0), report_of(second), cause="stopped", error="stopped")
    assert [*pairs_of(*sides(found, found))] == ["candidates 3, session-timeout 4 s"]


def test_what_cannot_be_compared_is_refused() -> None:
    one, other = report_of(TWO_BY_TWO.plans[0], 1.0), all_of(cells_of(candidates=[8, 9]))
    for a, b in ((one, other), (other, one)):
        with pytest.raises(BadRequest, match="give two of a kind"):
            pairs_of(*sides(a, b))
    with pytest.raises(BadRequest, match="no cell in common"):
        pairs_of(*sides(all_of(), other))
    with pytest.raises(BadRequest, match=r"^is no report of a drill"):
        [*sides({**other, "cells": [{"rounds": [1]}]})]
