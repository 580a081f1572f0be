"""Which mutants are drawn, and how they are kept."""

from __future__ import annotations

import random

import pytest

from tests.mutants.chosen import ELSEWHERE, FILE, PURE, choose, drawn, read, written

TEXTS = {f"app/{number:02}.py": "def f(a, b):\n    a(b == 1)\n" for number in range(40)}


def test_a_seed_draws_the_same_again_and_another_others() -> None:
    one, again, other = (drawn(TEXTS, 10, random.Random(seed)) for seed in (1, 1, 2))
    assert one == again
    assert one != other


def test_they_are_spread_over_the_files() -> None:
    numbers = [int(one.file[4:6]) for one in drawn(TEXTS, 10, random.Random(1))]
    assert [number // 4 for number in numbers] == list(range(10))


def test_every_kind_is_drawn() -> None:
    kinds = {one.kind for one in drawn(TEXTS, 40, random.Random(1))}
    assert kinds == {"deleted", "comparison", "constant"}


def test_files_without_a_place_do_not_count() -> None:
    with pytest.raises(ValueError, match="2 files are asked for, and 1 have a place"):
        drawn({"app/a.py": "A = 1\n", "app/b.py": TEXTS["app/00.py"]}, 2, random.Random(1))


def test_what_is_drawn_is_kept() -> None:
    mutants = choose(7)
    assert read(written(mutants, 7)) == mutants


def test_the_list_has_those_of_the_issue() -> None:
    mutants = read(FILE.read_text())
    letters = [name[0] for name in mutants]
    assert (letters.count("p"), letters.count("e")) == (PURE, ELSEWHERE)
    assert len({(one.file, one.where) for one in mutants.values()}) == PURE + ELSEWHERE
