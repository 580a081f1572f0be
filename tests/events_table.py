"""The fields of each kind of event in docs/contract.md, as its class has them.

`python -m tests.events_table` writes them again; the other columns are the document's own. Where
the kinds of a row differ, each has its fields after a semicolon.
"""

from __future__ import annotations

import re
from dataclasses import MISSING
from pathlib import Path

from app.readmodels.event import KINDS, Event
from app.recipes.registry import MODELS

FILE = Path(__file__).parents[1] / "docs" / "contract.md"
ROW = re.compile(r"^\| (`[^|]*) \| ([^|]*) \| ([^|]*) \|(.*)$")
KIND = re.compile(r"`([a-z_]+\.[a-z_]+)`")
NOT_KEPT = ("watches.listed", "sessions")
"""A field that is folded, and then no longer there: the state says it."""


def written(text: str) -> str:
    """Return the document with the fields of all typed events."""
    assert MODELS, "which declare the events of the recipes"
    head, title, rest = text.partition("\n## Events\n")
    table, end, after = rest.partition("\nWhat `at` and `wall`")
    rows = [_row(line) for line in table.split("\n")]
    return "".join((head, title, "\n".join(rows), end, after))


def _row(line: str) -> str:
    found = ROW.match(line)
    kinds = [KINDS[kind] for kind in KIND.findall(found[1])] if found else []
    if not found:
        return line
    each = dict.fromkeys(map(_fields, kinds))
    fields = "; ".join(one or "nothing" for one in each) if len(each) > 1 else next(iter(each))
    return f"| {found[1]} | {found[2]} |{f' {fields} ' if fields else ' '}|{found[4]}"


def _fields(kind: type[Event]) -> str:
    """Name the keys of its data; one that may be left out has a question mark."""
    keys = (
        "…" if name == kind._rest else f"`{key}`" if default is MISSING else f"`{key}`?"
        for name, key, default in kind._keys
        if (kind.kind, key) != NOT_KEPT
    )
    return ", ".join(keys)


if __name__ == "__main__":
    FILE.write_text(written(FILE.read_text()))
