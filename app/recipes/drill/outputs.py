"""The report of a drill, or of a matrix, in the forms that other programs read: CSV, and JUnit's
XML.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as Xml

from .matrix import AXES, name_of
from .rounds import GOOD, HANDOFF, LATE, PHASES

SUITE = "handoff drill"
COLUMNS = ("round", "outcome", "victims", "heir", *PHASES, HANDOFF, "broken", "lost")
MOST_CASES = 200
"""Rounds that are a case each; of more, only those that failed."""
Report = Mapping[str, Any]


def csv_of(report: Report) -> str:
    """Return a line for each round, milliseconds in each phase: `inf` where it did not end, empty
    where it was not reached. lost: the books, of a bookshelf.
    """
    return _csv(COLUMNS, _rows(report))


def csv_of_matrix(matrix: Report) -> str:
    """Return the same of all cells, with columns that tell them apart."""
    lines = (
        [number, *(cell["plan"][axis] for axis in AXES), cell["where"]["timeout"], *row]
        for number, cell in enumerate(matrix["cells"], 1)
        for row in _rows(cell)
    )
    return _csv(("cell", *AXES, "granted", *COLUMNS), lines)


def _csv(head: Sequence[str], lines: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([head, *lines])
    return text.getvalue()


def _rows(report: Report) -> Iterator[list[Any]]:
    for one in report["rounds"]:
        yield [
            one["number"],
            one["outcome"],
            " ".join(one["victims"]),
            one["heir"] or "",
            *(_cell(one["ms"], phase) for phase in PHASES),
            _cell(one, HANDOFF),
            " ".join(one["broken"]),
            one.get("lost", ""),
        ]


def _cell(values: Mapping[str, float | None], name: str) -> str:
    value = values.get(name, "")
    return "inf" if value is None else str(value)


def junit_of(report: Report) -> str:
    """Return a case for each limit and for each round. The whole sentence is in each failure: some
    programs show nothing else.
    """
    return _xml(_suite(report, SUITE))


def junit_of_matrix(matrix: Report) -> str:
    """Return a suite for each cell, and one that fails where not all of them ran."""
    suites = Xml.Element("testsuites", name=SUITE)
    for cell in matrix["cells"]:
        suites.append(_suite(cell, f"{SUITE}, {name_of(matrix['axes'], cell['plan'])}"))
    if matrix["error"] is not None:
        done = f"{len(matrix['cells'])} of {matrix['planned']} cells ran"
        suite = Xml.SubElement(suites, "testsuite", name=SUITE, timestamp=matrix["at"])
        _case(suite, "all cells", None, f"{done}: {matrix['error']}")
        _count(suite)
    _count(suites)
    return _xml(suites)


def _suite(report: Report, name: str) -> Xml.Element:
    plan, rounds = report["plan"], report["rounds"]
    suite = Xml.Element("testsuite", name=name, timestamp=report["at"])
    for limit in report["limits"]:
        says = f"limit {limit['limit']} was missed: {limit['says']}"
        _case(suite, f"limit {limit['limit']}", None, None if limit["kept"] else says)
    shown = rounds if len(rounds) <= MOST_CASES else [*_failed(rounds)]
    for one in shown:
        _case(suite, f"round {one['number']}", one.get("handoff"), _failure(one, plan["within"]))
    if report["error"] is not None:
        says = f"the drill ended after {len(rounds)} of {plan['rounds']} rounds: {report['error']}"
        _case(suite, "all rounds", None, says)
    _count(suite)
    return suite


def _count(suite: Xml.Element) -> None:
    """Write on a suite, or on all of them, how many cases there are, and how many failed."""
    cases = [*suite.iter("testcase")]
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))


def _xml(root: Xml.Element) -> str:
    Xml.indent(root)
    return Xml.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _failed(rounds: Any) -> Iterator[Any]:
    return (one for one in rounds if one["outcome"] not in GOOD)


def _failure(one: Mapping[str, Any], within: float) -> str | None:
    if one["outcome"] in GOOD:
        return None
    who = f"round {one['number']}, after {' and '.join(one['victims']) or 'no fault'}"
    late = one["outcome"] == LATE
    says = [
        f"not over within {within:g} s" if late else None,
        f"did not hold: {', '.join(one['broken'])}" if one["broken"] else None,
        "what was broken could not be mended" if one["outcome"] == "undo failed" else None,
        one.get("said"),
    ]
    return ": ".join([who, "; ".join(filter(None, says))])


def _case(suite: Xml.Element, name: str, ms: float | None, failure: str | None) -> None:
    classname = suite.get("name", SUITE).removeprefix("handoff ")
    case = Xml.SubElement(suite, "testcase", name=name, classname=classname)
    if ms is not None:
        case.set("time", f"{ms / 1000:.6f}")
    if failure is not None:
        Xml.SubElement(case, "failure", message=failure).text = failure
