"""Run `python -m app drill compare`: whether one drill is slower than another, beyond chance."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import click

from ...errors import HandoffError
from ...recipes.drill.compare import (
    AT_LEAST,
    COMPARE_MATRIX_SCHEMA,
    TOO_FEW,
    WORSE,
    DrillComparison,
    compared_all,
    pairs_of,
    unpaired_of,
)
from ...recipes.drill.kept import ComparedSide, side_from
from ...recipes.drill.side_by_side import document_of, same_thing, table, verdict
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
    """Compare two reports, or two matrices by their cells; return the exit code: 0 where B is not
    shown to be worse, 1 where it is, 2 where they are not of the same thing, 3 where too few rounds
    can say.
    """
    options: CompareOptions = read(command, words, os.environ)
    try:
        a, b = (read_at(path, side_from) for path in (options.a, options.b))
        pairs = pairs_of(a, b)
        found = dict(zip(pairs, compared_all(pairs.values(), options.at_least), strict=True))
    except HandoffError as error:
        return refuse(error.message)
    facts = dict.fromkeys(line for one in found.values() for line in same_thing(one))
    unpaired = unpaired_of(a, b)
    alone = [
        f"only {side} has rounds of the cell {name}"
        for side, names in unpaired.items()
        for name in names
    ]
    for line in (_head("A", options.a, a), _head("B", options.b, b), *alone, *facts):
        say(line)
    if any(one.differs for one in found.values()) and not options.anyway:
        return refuse("these are not two drills of the same thing; --anyway compares them")
    for name, one in found.items():
        for line in (*([name] if name else []), *table(one), verdict(one)):
            say(line)
    code = code_of_comparison(found.values())
    return code if _kept(found, unpaired, options.json) else UNWRITTEN


def code_of_comparison(found: Iterable[DrillComparison]) -> int:
    """Return the exit code of a comparison of some pairs."""
    words = [[row.word for row in one.rows] for one in found]
    if any(word in WORSE for of_pair in words for word in of_pair):
        return MISSED
    return UNSAID if any(first == TOO_FEW for first, *_ in words) else 0


def _head(name: str, path: Path, side: ComparedSide) -> str:
    early = f", ended early: {side.error}" if side.error else ""
    cells = side.cells
    size = f"{len(cells[0]['rounds'])} rounds" if side.axes is None else f"{len(cells)} cells"
    return f"{name}  {path}: {size}{early}"


def _kept(
    found: Mapping[str, DrillComparison], unpaired: Mapping[str, Sequence[str]], path: Path | None
) -> bool:
    """Write a comparison as JSON; return False where that cannot be."""
    if path is None:
        return True
    documents = {name: document_of(one) for name, one in found.items()}
    document = documents.get("") or {
        "schema": COMPARE_MATRIX_SCHEMA, "cells": documents, "unpaired": unpaired,
    }  # fmt: skip
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
def command(**values: Any) -> CompareOptions:
    """Compare the reports of two drills, or of two matrices cell by cell: whether B is slower than
    A, beyond chance.
    """
    return CompareOptions(**values)
