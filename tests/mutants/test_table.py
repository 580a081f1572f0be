"""What is told of the verdicts, and when a run counts as worse than the one before."""

from __future__ import annotations

import json

from tests.mutants.judging import Verdict
from tests.mutants.places import Mutant
from tests.mutants.table import fell, kept, table

ONE = Mutant("app/a.py", "f", "a(b)", "deleted", "a(\n        b)", "pass")
MUTANTS = {"p001": ONE, "p002": ONE, "e001": ONE}
KILLED, SURVIVED = (
    Verdict("killed", "tests/test_a.py::test_b", "KeyError: 'c'", 2.5),
    Verdict("survived"),
)


def test_each_has_a_line_and_each_room_its_sum() -> None:
    told = table(MUTANTS, {"p001": KILLED, "p002": SURVIVED, "e001": KILLED}, {})
    assert told.splitlines() == [
        "e001 killed       2.5 s  app/a.py f: deleted: a( b) -> pass",
        "      by tests/test_a.py::test_b: KeyError: 'c'",
        "p001 killed       2.5 s  app/a.py f: deleted: a( b) -> pass",
        "      by tests/test_a.py::test_b: KeyError: 'c'",
        "p002 survived     0.0 s  app/a.py f: deleted: a( b) -> pass",
        "in pure rooms: 1 killed, 1 survived",
        "elsewhere: 1 killed",
    ]


def test_what_is_no_longer_found_is_named() -> None:
    before = {"p001": KILLED, "p002": SURVIVED}
    now = {"p001": SURVIVED, "p002": KILLED}
    last = table(MUTANTS, now, before).splitlines()[-1]
    assert last == "killed before, now survived: p001 app/a.py f: deleted: a( b) -> pass"
    assert not fell(now, before)


def test_fewer_killed_is_worse() -> None:
    before = {"p001": KILLED, "p002": SURVIVED, "e001": KILLED}
    assert fell({"p001": SURVIVED, "p002": SURVIVED}, before)
    assert not fell({"p001": KILLED}, before), "those that were not judged yet do not count"
    assert not fell({"p001": Verdict("gone")}, before), "nor do those whose code has changed"


def test_what_is_kept_is_short() -> None:
    assert json.loads(kept({"p001": KILLED})) == {
        "p001": {"verdict": "killed", "test": "tests/test_a.py::test_b"}
    }
