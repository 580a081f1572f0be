"""Write a table for spreadsheets, which run text that looks like a formula."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

_FORMULA = re.compile(
    r'(^|[;,|"\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029])(\s*)(?=[=+\-@＝＋－＠﹦﹢﹣﹫−])'  # noqa: RUF001
)
"""Match what stands before a formula: the beginning of a cell, or a character at which some program
splits.
"""
_SPLITS = re.compile(r'[;,|"\s]')


def as_csv(rows: Iterable[Sequence[Any]]) -> str:
    """Return a table as CSV (RFC 4180). A cell is text, a number or None."""
    return "".join(f"{','.join(map(_cell, row))}\r\n" for row in rows)


def _cell(value: Any) -> str:
    """Return a cell whose parts no spreadsheet runs as formulas, wherever it splits the cell."""
    if not isinstance(value, str):
        return "" if value is None else str(value)
    harmless = _FORMULA.sub(r"\1\2'", value)
    return '"' + harmless.replace('"', '""') + '"' if _SPLITS.search(harmless) else harmless
