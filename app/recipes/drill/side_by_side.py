"""What a comparison of two drills shows: as lines for a terminal, and as a document."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .compare import (
    COMPARE_SCHEMA,
    COUNTED,
    FASTER,
    FEWER,
    MORE,
    NOT_SHOWN,
    SLOWER,
    SMALL,
    ComparedRow,
    Difference,
    DrillComparison,
)
from .page import ms_of

WIDTH = 34
"""Of the column of the differences."""
PHRASES = {
    SLOWER: "is slower in",
    MORE: "has more rounds",
    FASTER: "is faster in",
    FEWER: "has fewer rounds",
    SMALL: "differs too little to matter in",
}
"""What B does where a line has this word."""


class ToldRow(NamedTuple):
    """A row in words. shift: by how much B is later, with its interval; empty for a count."""

    a: str
    b: str
    shift: str
    p: str
    word: str


def same_thing(found: DrillComparison) -> Iterator[str]:
    """Yield whether both are runs of the same thing."""
    for one in found.differs:
        yield f"NOT THE SAME  {_difference(one)}"
    if found.unknown:
        yield f"not known of both, and not compared: {', '.join(found.unknown)}"


def _difference(one: Difference) -> str:
    """Word a difference; of a fact with parts, those that differ."""
    a, b = one.a, one.b
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        names = [name for name in a if name in b and a[name] != b[name]]
        a, b = ({name: said[name] for name in names} for said in (a, b))
    return f"{one.fact}: {_fact(a)} | {_fact(b)}"


def _fact(said: Any) -> str:
    if isinstance(said, Mapping):
        return ", ".join(f"{name} {_fact(one)}" for name, one in said.items())
    return said if isinstance(said, str) else json.dumps(said)


def table(found: DrillComparison) -> Iterator[str]:
    """Yield the table: a line for each phase and each count."""
    yield f"{'':<14}{'A':>12}{'B':>12}  {'B - A':<{WIDTH}}{'p':>7}"
    for row in found.rows:
        told = told_of(row)
        yield (
            f"{row.name:<14}{told.a:>12}{told.b:>12}  {told.shift:<{WIDTH}}{told.p:>7}  {told.word}"
        )
    yield (
        "(medians; the typical difference and its interval; p by Holm over all lines; a round not "
        f"over within {found.within:g} s counts as that)"
    )


def verdict(found: DrillComparison) -> str:
    """Return what it comes to, in a line."""
    names = {
        phrase: ", ".join(row.name for row in found.rows if row.word == word)
        for word, phrase in PHRASES.items()
    }
    said = [f"{phrase} {which}" for phrase, which in names.items() if which]
    return f"B {'; '.join(said)}" if said else found.rows[0].word


def told_of(row: ComparedRow) -> ToldRow:
    """Return a row in words."""
    p = "" if row.p is None else "<0.001" if row.p < 0.001 else f"{row.p:.3f}"
    word = f"{row.word}{_seen(row)}"
    if row.name in COUNTED:
        a, b = (f"{hits:g} of {of}" for hits, of in zip((row.a, row.b), row.of, strict=True))
        return ToldRow(a, b, "", p, word)
    return ToldRow(ms_of(row.a), ms_of(row.b), _shift(row), p, word)


def document_of(found: DrillComparison) -> dict[str, Any]:
    """Return the comparison as JSON, with what it says in words."""
    return {
        "schema": COMPARE_SCHEMA,
        **found._asdict(),
        "differs": [{**one._asdict(), "says": _difference(one)} for one in found.differs],
        "rows": [{**row._asdict(), "told": told_of(row)._asdict()} for row in found.rows],
        "verdict": verdict(found),
    }


def _shift(row: ComparedRow) -> str:
    """Word the estimate and its interval, in one unit."""
    ends = [*(row.shift or ()), *(row.interval or ())]
    unit, each = ("s", 1000) if any(abs(ms or 0) >= 1000 for ms in ends) else ("ms", 1)
    estimate, interval = (
        _range(*(None if ms is None else f"{ms / each:+.3g}" for ms in pair))
        for pair in (ends[:2], ends[2:])
    )
    if not estimate:
        return "not known"
    return f"{estimate} ({interval}) {unit}" if interval else f"{estimate} {unit}"


def _range(low: str | None, high: str | None) -> str:
    if low is None or high is None:
        return f"at least {low}" if low else f"at most {high}" if high else ""
    return low if low == high else f"{low} … {high}"


def _seen(row: ComparedRow) -> str:
    if row.seen is None or row.word != NOT_SHOWN:
        return ""
    if row.name in COUNTED:
        return f" ({row.seen:g} of {row.of[1]} would have been seen)"
    return f" (one of {ms_of(row.seen)} would have been seen)"
