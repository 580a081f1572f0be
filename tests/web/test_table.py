"""Tables for spreadsheets: whatever a name holds, no program runs a part of it as a formula."""

from __future__ import annotations

import csv
import io
import re
import unicodedata

import pytest

from app.web.table import as_csv

FORMULAS = ("=", "+", "-", "@")
HOSTILE = (
    "=1+1", "+1", "-1", "@SUM(1)", " =1+1", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1", "＠a",  # noqa: RUF001
    "﹦1", "﹢1", "﹣1", "﹫a", "x;=1+1", "x; =1+1", "x,=1", "x\t=1", "x\n=1", "x\r\n ＝1", "x|=1",  # noqa: RUF001
    'x"=1', 'x";=1', "x\x85=1", "x\u2028=1", "x\v=1", ";;=1", "=;=",
)  # fmt: skip


def cells_as_split(text: str, separator: str) -> list[str]:
    """Return the cells that a program finds: one that knows quotes, and one that does not."""
    knowing = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    bare = re.split(f'[{re.escape(separator)}"\\t-\\r\\x85\\u2028]', text)
    return [*(cell for row in knowing for cell in row), *bare]


@pytest.mark.parametrize(
    "separator", [",", ";", "\t", "|"], ids=["comma", "semicolon", "tab", "bar"]
)
@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_no_part_of_a_name_is_a_formula(name: str, separator: str) -> None:
    text = as_csv([["from", "to"], [name, f"n{name}"]])
    for cell in cells_as_split(text, separator):
        assert not unicodedata.normalize("NFKC", cell).strip().startswith(FORMULAS)


def test_what_is_no_formula_stays_as_it_is() -> None:
    """Numbers stay numbers, also below zero; a name is quoted where some program splits it."""
    row = [-1.5, 7, None, "/election", "a - b", "n_-5", "x;y", 'a,"b"', "two\nlines"]
    text = as_csv([row])
    assert text == '-1.5,7,,/election,"a - b",n_-5,"x;y","a,""b""","two\nlines"\r\n'
    assert next(csv.reader(io.StringIO(text, newline="")))[3:] == row[3:]
