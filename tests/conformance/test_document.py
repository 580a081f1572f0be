"""docs/conformance.md says what is tested."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.conformance.kazoo_suite import EXPECTED, LEFT_OUT, left_out_of

ROOT = Path(__file__).parents[2]
DOCUMENT = (ROOT / "docs" / "conformance.md").read_text()


@pytest.mark.parametrize("module", EXPECTED)
def test_a_line_of_the_table_is_what_must_pass(module: str) -> None:
    passed = f"{EXPECTED[module]} passed"
    assert f"| `{module}` | {len(left_out_of(module))} | {passed} | {passed} |" in DOCUMENT


def test_the_sum_is_right() -> None:
    total = sum(EXPECTED.values())
    left_out = sum(map(len, map(left_out_of, EXPECTED)))
    assert f"| all | {left_out} | {total} passed | {total} passed |" in DOCUMENT
    assert f"the {total} tests" in DOCUMENT


def test_what_is_left_out_is_listed_with_the_reason() -> None:
    listed = re.findall(r"^\| `(test_[\w:]+)` \| ([^|]+) \|$", DOCUMENT, re.MULTILINE)
    assert listed == [(entry.name, entry.why) for entry in LEFT_OUT]


def test_every_test_that_is_named_exists() -> None:
    code = "\n".join(path.read_text() for path in Path(__file__).parent.glob("test_*.py"))
    proofs = DOCUMENT.partition("## kazoo's tests")[0]
    for name in re.findall(r"`(test_\w+)`", proofs):
        assert f"def {name}(" in code, name
    for name in re.findall(r"`(tests/[\w/.]+)`", DOCUMENT):
        assert (ROOT / name).exists(), name
