"""The report of a drill in the forms that other programs read: CSV, and JUnit's XML."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree as Xml

from .rounds import GOOD, PHASES

MOST_CASES = 200
"""Rounds that are a case each; of more, only those that failed."""
Report = Mapping[str, Any]


def csv_of(report: Report) -> str:
    """Return a line for each round, milliseconds in each phase: `inf` where it did not end, empty
    where it was not reached.
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["round", "outcome", "victims", "heir", *PHASES, "handoff", "broken"])
    for one in report["rounds"]:
        phases = [_cell(one["ms"], phase) for phase in PHASES]
        whole = _cell(one, "handoff")
        broken = " ".join(one["broken"])
        row = [
            one["number"],
            one["outcome"],
            " ".join(one["victims"]),
            one["heir"] or "",
            *phases,
            whole,
        ]
        table.writerow([*row, broken])
    return text.getvalue()


def _cell(values: Mapping[str, float | None], name: str) -> str:
    value = values.get(name, "")
    return "inf" if value is None else str(value)


def junit_of(report: Report) -> str:
    """Return a case for each limit and for each round. The whole sentence is in each failure: some
    programs show nothing else.
    """
    plan, rounds = report["plan"], report["rounds"]
    suite = Xml.Element("testsuite", name="handoff drill", timestamp=report["at"])
    for limit in report["limits"]:
        says = f"limit {limit['limit']} was missed: {limit['says']}"
        _case(suite, f"limit {limit['limit']}", None, None if limit["kept"] else says)
    shown = rounds if len(rounds) <= MOST_CASES else [*_failed(rounds)]
    for one in shown:
        _case(suite, f"round {one['number']}", one.get("handoff"), _failure(one, plan["within"]))
    if report["error"] is not None:
        says = f"the drill ended after {len(rounds)} of {plan['rounds']} rounds: {report['error']}"
        _case(suite, "all rounds", None, says)
    cases = suite.findall("testcase")
    suite.set("tests", str(len(cases)))
    suite.set("failures", str(sum(case.find("failure") is not None for case in cases)))
    Xml.indent(suite)
    return Xml.tostring(suite, encoding="unicode", xml_declaration=True) + "\n"


def _failed(rounds: Any) -> Iterator[Any]:
    return (one for one in rounds if one["outcome"] not in GOOD)


def _failure(one: Mapping[str, Any], within: float) -> str | None:
    if one["outcome"] in GOOD:
        return None
    who = f"round {one['number']}, after {' and '.join(one['victims']) or 'no fault'}"
    late = one["outcome"] == "not within the limit"
    says = [
        f"not over within {within:g} s" if late else None,
        f"did not hold: {', '.join(one['broken'])}" if one["broken"] else None,
        "what was broken could not be mended" if one["outcome"] == "undo failed" else None,
        one.get("said"),
    ]
    return ": ".join([who, "; ".join(filter(None, says))])


def _case(suite: Xml.Element, name: str, ms: float | None, failure: str | None) -> None:
    case = Xml.SubElement(suite, "testcase", name=name, classname="drill")
    if ms is not None:
        case.set("time", f"{ms / 1000:.6f}")
    if failure is not None:
        Xml.SubElement(case, "failure", message=failure).text = failure
