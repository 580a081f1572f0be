"""Each checker finds what it is there for: every mistake here is planted in a short history."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.judges.history import checkers
from tests.judges.history.operation import Operation, Outcome


def op(
    kind: str,
    begins: float,
    ends: float = math.inf,
    value: Any = None,
    outcome: Outcome = "ok",
    by: str = "p1",
) -> Operation:
    return Operation(by, kind, begins, value, ends, outcome)


def unknown(kind: str, begins: float, value: Any = None, by: str = "p1") -> Operation:
    return op(kind, begins, math.inf, value, "unknown", by)


def books(*names: str) -> frozenset[str]:
    return frozenset(names)


# -- set-full -----------------------------------------------------------------------------------

SHELF = [
    op("add", 0, 1, "a"),
    op("add", 2, 5, "b"),
    unknown("add", 2, "c"),
    op("add", 3, 4, "d", "fail"),
    op("read", 2, 3, books("a")),
    op("read", 6, 7, books("a", "b", "c")),
    op("last", 9, 10, books("a", "b")),
]


def test_a_set_whose_reads_have_all_that_was_kept_before_them() -> None:
    found = checkers.set_full(SHELF)
    assert (found.kept, found.reads, found.lost, found.stale) == (2, 2, [], 0)
    assert not found.broken


def test_a_read_may_have_what_is_under_way_and_need_not() -> None:
    for seen in (books("a"), books("a", "b"), books("a", "c")):
        assert not checkers.set_full([*SHELF, op("read", 3, 4, seen)]).broken


@pytest.mark.parametrize(
    ("mistake", "lost", "stale", "words"),
    [
        (op("last", 9, 10, books("b")), ["a"], 0, "a was kept, and is lost"),
        (op("read", 6, 7, books("b")), [], 1, "lacked 1 that had been kept: a"),
        (op("read", 1.5, 7, books()), [], 1, "lacked 1 that had been kept: a"),
        (op("read", 6, 7, books("a", "b", "d")), [], 0, "d was read"),
        (op("last", 9, 10, books("a", "b", "z")), [], 0, "z was read"),
        (op("read", 1.1, 1.5, books("a", "b")), [], 0, "b was read"),
    ],
)
def test_planted_in_a_set(mistake: Operation, lost: list[str], stale: int, words: str) -> None:
    found = checkers.set_full([*SHELF, mistake])
    assert (found.lost, found.stale) == (lost, stale)
    assert any(words in line for line in found.broken), found.broken


# -- counter ------------------------------------------------------------------------------------

COUNTED = [
    op("add", 0, 1, 1),
    op("add", 1, 3, 2, by="p2"),
    unknown("add", 3, 3),
    op("add", 4, 5, 4, "fail"),
    op("add", 6, 7, 4, by="p2"),
    op("read", 8, 9, 4),
]


def test_a_counter_that_counts_every_update() -> None:
    found = checkers.counter(COUNTED)
    assert (found.updates, found.lost, found.broken) == (3, 0, [])


def test_an_unknown_update_may_have_happened_or_not() -> None:
    done = [op("add", 0, 1, 1), unknown("add", 2, 2)]
    for value in (1, 2):
        assert not checkers.counter([*done, op("read", 3, 4, value)]).broken


@pytest.mark.parametrize(
    ("mistake", "lost", "words"),
    [
        (op("add", 0.5, 1.5, 1, by="p2"), 1, "made 1 again"),
        (op("add", 3.5, 8, 2, by="p3"), 1, "made 2 again"),
        (op("add", 7.5, 8, 3, by="p3"), 1, "made 3 again"),
        (op("read", 8, 9, 2), 1, "read 2"),
        (op("read", 8, 9, 5), 0, "read 5"),
        (op("add", 7.5, 8, 6), 0, "nobody made the numbers [5]"),
    ],
)
def test_planted_in_a_counter(mistake: Operation, lost: int, words: str) -> None:
    found = checkers.counter([*COUNTED, mistake])
    assert found.lost == lost
    assert any(words in line for line in found.broken), found.broken


# -- total-queue --------------------------------------------------------------------------------

QUEUE = [
    op("put", 0, 1, "a"),
    op("put", 0, 1, "b"),
    op("put", 0, 1, "c"),
    op("put", 0, 1, "d"),
    unknown("put", 2),
    op("take", 2, 2, "a"),
    op("take", 4, 4, "a", by="p2"),
    op("done", 2, 3, "a", "fail"),
    op("done", 4, 5, "a", by="p2"),
    unknown("done", 5, "b"),
    op("done", 6, 7, "c"),
    op("done", 8, 9, "nobody has told of its putting"),
    op("left", 10, 11, books("d")),
]


def test_a_queue_whose_items_are_done_once() -> None:
    found = checkers.total_queue(QUEUE)
    assert (found.items, found.done, found.again, found.done_twice) == (5, 3, 1, 0)
    assert not found.broken


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        (op("put", 0, 1, "lost"), "lost was put in, and is neither"),
        (op("done", 6, 8, "a", by="p3"), "a was done 2 times"),
        (op("put", 2, 3, "a"), "a was put in 2 times"),
        (op("done", 9, 10, "z"), "came, and only 1"),
    ],
)
def test_planted_in_a_queue(mistake: Operation, words: str) -> None:
    found = checkers.total_queue([*QUEUE, mistake])
    assert any(words in line for line in found.broken), found.broken
    assert found.done_twice == ("done 2 times" in words)


def test_what_was_put_in_without_telling_its_name_must_come_too() -> None:
    told = [op("put", 0, 1), op("put", 0, 1), op("done", 2, 3, "a")]
    assert "1 items that were put in" in checkers.total_queue(told).broken[0]
    assert not checkers.total_queue([*told, op("done", 2, 3, "b")]).broken


# -- barrier ------------------------------------------------------------------------------------

ROUND = [
    *(op("wait", 0, 1 + late, 7, by=f"p{late}") for late in range(3)),
    *(op("inside", 1 + late, 4 + late, 7, by=f"p{late}") for late in range(3)),
    *(op("leave", 4 + late, 7, 7, by=f"p{late}") for late in range(3)),
]


def test_a_round_that_all_enter_and_leave_together() -> None:
    found = checkers.barrier(ROUND, 3)
    assert (found.rounds, found.left_early, found.entered_alone, found.broken) == (1, 0, 0, [])


@pytest.mark.parametrize(
    ("mistake", "words"),
    [
        (op("leave", 4, 5, 7, by="p0"), "p0 left round 7 before p2"),
        (op("inside", 8, 9, 7, by="late"), "left round 7 before late"),
        (unknown("inside", 3, 7, by="slow"), "left round 7 before slow"),
        (op("inside", 0, 1, 8), "round 8 began with 3 of 4"),
    ],
)
def test_planted_in_a_barrier(mistake: Operation, words: str) -> None:
    is_alone = "began with" in words
    found = checkers.barrier([*ROUND, mistake], 4 if is_alone else 3)
    assert any(words in line for line in found.broken), found.broken
    assert bool(found.entered_alone) == is_alone
    assert bool(found.left_early) != is_alone


def test_who_has_lost_its_session_is_waited_for_no_longer() -> None:
    fell = op("inside", 2, 6.5, 7, "unknown", by="p9")
    assert not checkers.barrier([*ROUND, fell], 3).broken
