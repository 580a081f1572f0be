"""Run `python -m app drill compare`: whether one drill is slower than another, beyond chance."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from ...errors import HandoffError
from ...recipes.drill.compare import (
    AT_LEAST,
    COMPARE_SCHEMA,
    TOO_FEW,
    WORSE,
    DrillComparison,
    ReadReport,
    compared,
    report_from,
)
from ...recipes.drill.side_by_side import same_thing, table, verdict
from ..arguments import Option, ValueType, as_folder, read
from ..serve import say
from .conclusion import MISSED, UNSAID, UNWRITTEN, refuse
from .files import read_at


class CompareOptions(NamedTuple):
    """The options of `drill compare`: two reports, and how they are compared."""

    a: Path
    b: Path
    anyway: bool
    at_least: float
    json: Path | None


def compare(words: Sequence[str]) -> int:
    """Compare two reports; return the exit code: 0 where B is not shown to be worse, 1 where it is,
    2 where they are not of the same thing, 3 where too few rounds can say.
    """
    options: CompareOptions = read(_compare, words, os.environ)
    try:
        a, b = (read_at(path, report_from) for path in (options.a, options.b))
        found = compared(a, b, options.at_least)
    except HandoffError as error:
        return refuse(error.message)
    for line in (_head("A", options.a, a), _head("B", options.b, b), *same_thing(found)):
        say(line)
    if found.differs and not options.anyway:
        return refuse("these are not two drills of the same thing; --anyway compares them")
    for line in (*table(found), verdict(found)):
        say(line)
    return code_of_comparison(found) if _kept(found, options.json) else UNWRITTEN


def code_of_comparison(found: DrillComparison) -> int:
    """Return the exit code of a comparison."""
    if any(row.word in WORSE for row in found.rows):
        return MISSED
    return UNSAID if found.rows[0].word == TOO_FEW else 0


def _head(name: str, path: Path, report: ReadReport) -> str:
    early = f", ended early: {report['error']}" if report["error"] else ""
    return f"{name}  {path}: {len(report['rounds'])} rounds{early}"


def _kept(found: DrillComparison, path: Path | None) -> bool:
    """Write a comparison as JSON; return False where that cannot be."""
    if path is None:
        return True
    parts = {name: [one._asdict() for one in getattr(found, name)] for name in ("differs", "rows")}
    document = {"schema": COMPARE_SCHEMA, **found._asdict(), **parts}
    try:
        path.write_text(json.dumps(document, indent=1) + "\n", "utf-8")
    except OSError as error:
        refuse(f"the comparison cannot be written to {path}: {error.strerror}")
        return False
    return True


def _share(text: str) -> float:
    found = re.fullmatch(r"([0-9]{1,3}(?:\.[0-9]{1,6})?)%", text)
    if found is None:
        raise ValueError("must be a share such as 5%")
    return float(found[1]) / 100


@click.command(
    "drill compare",
    params=[
        *(click.Argument([name], type=ValueType(as_folder), metavar=f"{name.upper()}.json")
          for name in "ab"),
        Option("anyway", bool, "compare even what is not the same thing", variable=False),
        Option("at-least", _share, "of A's median: a smaller difference does not matter", "SHARE",
               f"{AT_LEAST:.0%}", variable=False),
        Option("json", as_folder, "where to write the comparison", "FILE", variable=False),
    ],
)  # fmt: skip
def _compare(**values: Any) -> CompareOptions:
    """Compare the reports of two drills: whether B is slower than A, beyond chance."""
    return CompareOptions(**values)
