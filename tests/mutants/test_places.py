"""Where mistakes are planted, and how their places are found again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.mutants.places import Mutant, find, places_in, planted, probed

FILE = "app/room.py"


def in_function(line: str, head: str = "def f(a, b):") -> str:
    return f"{head}\n    {line}\n"


def mistakes_in(source: str) -> set[tuple[str, str, str]]:
    mutants = [place.mutant for place in places_in(source, FILE)]
    return {(one.kind, one.before, one.after) for one in mutants}


@pytest.mark.parametrize(
    ("line", "mistakes"),
    [
        ("a == b", {("comparison", "a == b", "(a != b)")}),
        ("a < b", {("comparison", "a < b", "(a >= b)")}),
        ("a < len(b)", {("comparison", "a < len(b)", "(a <= len(b))")}),
        ("a is None", {("comparison", "a is None", "(a is not None)")}),
        ("a < b < 'c'", set()),
        ("a and (b or 'c')", {
            ("boolean", "a and (b or 'c')", "(a or (b or 'c'))"),
            ("boolean", "b or 'c'", "(b and 'c')"),
        }),
        ("not (a or b) and c", {
            ("boolean", "not (a or b) and c", "(not (a or b) or c)"),
            ("not", "not (a or b)", "(a or b)"),
            ("boolean", "a or b", "(a and b)"),
        }),
        ("a[-1]", {("constant", "1", "2")}),
        ("a = True", set()),
        ("a(b)", {("deleted", "a(b)", "pass")}),
        ("a.b = 'c'", {("deleted", "a.b = 'c'", "pass")}),
        ("a.b: str = 'c'", {("deleted", "a.b: str = 'c'", "pass")}),
        ("a.b: str", set()),
        ("a += b", {("deleted", "a += b", "pass")}),
        ("a = b", set()),
        ("a if b else 'c'", {("always", "b", "True"), ("never", "b", "False")}),
        ("[c for c in a if b]", {("always", "b", "True"), ("never", "b", "False")}),
    ],
)  # fmt: skip
def test_what_can_be_done_wrong(line: str, mistakes: set[tuple[str, str, str]]) -> None:
    assert mistakes_in(in_function(line)) == mistakes


@pytest.mark.parametrize(
    ("promised", "value", "instead"),
    [
        ("bool", "a", "not (a)"), ("bool", "True", "False"), ("int", "a", "(a) + 1"),
        ("list[str]", "a", "[]"), ("tuple[str, ...]", "a, b", "()"), ("str", "a", '""'),
        ("Room | None", "a", "None"),
    ],
)  # fmt: skip
def test_another_value_is_returned(promised: str, value: str, instead: str) -> None:
    source = in_function(f"return {value}", f"def f(a) -> {promised}:")
    assert mistakes_in(source) == {("returned", value, instead)}


@pytest.mark.parametrize(
    "line",
    [
        "'''What it does in 3 steps.'''", "log.warning('%s', a == b)", "raise ValueError(a == b)",
        "assert a == b", "f'{a == b}'", "a: Literal[1]", "b = a(timeout=3)", "return None",
        "super().__init__(a)", "b = lambda: a == b",
    ],
)  # fmt: skip
def test_what_changes_no_promise_is_left_out(line: str) -> None:
    assert mistakes_in(in_function(line, "def f(a, b) -> list[str]:")) == set()


def test_only_what_functions_do_counts() -> None:
    source = "A = 3\nif TYPE_CHECKING:\n    A = 4\nclass B:\n    c = 5\n    def d(self, e=6): ...\n"
    assert mistakes_in(source) == set()
    assert mistakes_in("class A:\n    def __repr__(self):\n        return str(3)\n") == set()


def test_a_place_is_found_where_lines_have_moved() -> None:
    source = "class A:\n    def b(self, c):\n        return [c == 1,\n            c == 1]\n"
    first, second = (one.mutant for one in places_in(source, FILE) if one.mutant.kind == "constant")
    assert (first.where, first.line) == ("A.b", "return [c == 1,")
    assert (second.where, second.line) == ("A.b", "c == 1]")
    moved = f"import re\n\n\n{source}"
    place = find(moved, second)
    assert place
    assert planted(moved, place) == moved.replace("c == 1]", "c == 2]")
    assert find(source.replace("c == 1]", "c == 3]"), second) is None
    assert find(source.replace("def b", "def e"), second) is None


def test_the_same_text_twice_is_two_places() -> None:
    source = in_function("a[0] = b[0]")
    texts = {planted(source, one) for one in places_in(source, FILE) if one.mutant.before == "0"}
    assert texts == {in_function("a[1] = b[0]"), in_function("a[0] = b[1]")}
    for one in places_in(source, FILE):
        assert find(source, one.mutant) == one


def test_letters_of_more_than_a_byte_are_counted_as_python_counts_them() -> None:
    source = in_function("a('…', b == 'ü')")
    [place] = [one for one in places_in(source, FILE) if one.mutant.kind == "comparison"]
    assert planted(source, place) == in_function("a('…', (b != 'ü'))")


def run(source: str) -> tuple[list[Any], list[str]]:
    """What `f` returns for some numbers, and what its probe has noted."""
    noted: list[str] = []
    names: dict[str, Any] = {"reached": noted.append, "put": lambda kept, one: kept.append(one)}
    exec(source, names)
    function: Callable[[int], Any] = names["f"]
    return [function(number) for number in range(3)], noted


def test_a_probe_tells_and_changes_nothing() -> None:
    source = (
        "def f(a) -> tuple:\n    kept = []\n    if a > 1 and a != 4:\n        put(kept, a)\n"
        "        kept[0] += 3\n    elif not a:\n        return ()\n    return a, *kept\n"
    )
    result, nothing = run(source)
    assert (result, nothing) == ([(), (1,), (2, 5)], [])
    reached = {}
    for place in places_in(source, FILE):
        same, noted = run(probed(source, place, 'reached("here")'))
        assert same == result
        reached[place.mutant.line, place.mutant.before] = len(noted)
    assert reached["if a > 1 and a != 4:", "a > 1"] == 3
    assert reached["if a > 1 and a != 4:", "a != 4"] == 1
    assert reached["put(kept, a)", "put(kept, a)"] == 1
    assert reached["elif not a:", "not a"] == 2
    assert reached["return a, *kept", "a, *kept"] == 2


def test_a_mutant_names_its_file() -> None:
    [place] = places_in(in_function("a(b)"), FILE)
    assert place.mutant == Mutant(FILE, "f", "a(b)", "deleted", "a(b)", "pass")
