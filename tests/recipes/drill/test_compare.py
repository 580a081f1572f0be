"""Two drills compared: what is the same thing, what differs, and what nobody can say."""

from __future__ import annotations

import csv
import itertools
import json
import math
import random
import statistics
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from scipy.stats import mannwhitneyu

from app.errors import BadRequest, SetupError
from app.recipes.drill.compare import (
    AT_LEAST,
    FASTER,
    FEWER,
    MORE,
    NOT_SHOWN,
    SLOWER,
    SMALL,
    TOO_FEW,
    ComparedRow,
    DrillComparison,
    compared_all,
    holm,
)
from app.recipes.drill.kept import ReadReport, report_from
from app.recipes.drill.rounds import OF_CANDIDATES
from app.recipes.drill.shift import can_differ, p_of, shift_of
from app.recipes.drill.side_by_side import told_of
from tests.recipes.drill.test_figures import rounds_of

PLAN = {"within": 30.0, "candidates": 5, "strategy": "predecessor", "seed": 1}
WHERE = {
    "version": "3.9.5",
    "timeout": 4.0,
    "tick": 0.2,
    "evidence": "candidates and znodes",
    "machine": {"cores": 2, "python": "3.11.7", "platform": "Linux x86_64"},
}
NEVER = math.inf


def document(rounds: Any, plan: Any = PLAN, where: Any = WHERE) -> dict[str, Any]:
    return {
        "schema": "handoff-drill/1",
        "error": None,
        "plan": plan,
        "where": where,
        "rounds": rounds,
    }


def read(*args: Any) -> ReadReport:
    return report_from(json.dumps(document(*args)).encode())


def of(*ms: float | None, within: float = 30.0) -> ReadReport:
    """A report of rounds that took so long until the deletion."""
    return read(rounds_of(*ms), {**PLAN, "within": within})


def compared(a: ReadReport, b: ReadReport, at_least: float = AT_LEAST) -> DrillComparison:
    (found,) = compared_all([(a, b)], at_least)
    return found


def row(a: ReadReport, b: ReadReport, name: str = "detect", at_least: float = 0.0) -> ComparedRow:
    (found,) = (one for one in compared(a, b, at_least).rows if one.name == name)
    return found


def spread(count: int, start: float) -> list[float]:
    return [start + step for step in range(count)]


# -- the same thing -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "where", "fact"),
    [
        ({"candidates": 50}, {}, ("candidates", 5, 50)),
        ({"strategy": "herd"}, {}, ("strategy", "predecessor", "herd")),
        ({}, {"timeout": 6.0}, ("timeout", 4.0, 6.0)),
        ({}, {"version": "3.8.0"}, ("version", "3.9.5", "3.8.0")),
        ({}, {"machine": {"cores": 4}}, ("machine", WHERE["machine"], {"cores": 4})),
    ],
)
def test_what_differs_is_named(
    plan: dict[str, Any], where: dict[str, Any], fact: tuple[Any, ...]
) -> None:
    rounds = rounds_of(*spread(6, 10.0))
    found = compared(read(rounds), read(rounds, {**PLAN, **plan}, {**WHERE, **where}))
    assert [tuple(one) for one in found.differs] == [fact]
    assert found.unknown == []


def test_seed_limits_and_number_of_rounds_may_differ() -> None:
    other = {**PLAN, "seed": 2, "rounds": 7, "limits": ["failed=0"], "within": 20.0}
    found = compared(read(rounds_of(1.0)), read(rounds_of(1.0, 2.0), other))
    assert (found.differs, found.unknown, found.within) == ([], [], 20.0)


def test_what_an_older_report_does_not_tell_is_not_known() -> None:
    older = {name: WHERE[name] for name in ("version", "timeout", "tick")}
    newer = {**PLAN, "target": None}, {**WHERE, "version": None}
    found = compared(read(rounds_of(1.0), PLAN, older), read(rounds_of(1.0), *newer))
    assert found.differs == []
    assert sorted(found.unknown) == ["evidence", "machine", "target", "version"]


def test_what_only_one_report_says_of_its_machine_is_not_known_of_both() -> None:
    rounds = rounds_of(*spread(6, 10.0))
    parts: Any = WHERE["machine"]
    newer = {**WHERE, "machine": {**parts, "memory": 8.0, "kernel": "6.1"}}
    found = compared(read(rounds), read(rounds, PLAN, newer))
    assert found.differs == []
    assert found.unknown == ["machine: kernel", "machine: memory"]


# -- the words ------------------------------------------------------------------------------------


def test_slower_and_faster_by_so_much() -> None:
    a, b = of(*spread(20, 100.0)), of(*spread(20, 150.0))
    later, earlier = row(a, b), row(b, a)
    assert (later.word, later.shift) == (SLOWER, (50.0, 50.0))
    assert (earlier.word, earlier.shift) == (FASTER, (-50.0, -50.0))
    assert later.interval is not None
    assert earlier.interval == tuple(-(end or 0.0) for end in reversed(later.interval))


def test_a_difference_below_the_share_of_the_median_does_not_matter() -> None:
    a, b = of(*spread(60, 1000.0)), of(*spread(60, 1030.0))
    assert row(a, b, at_least=0.02).word == SLOWER
    assert row(a, b, at_least=0.05).word == SMALL
    assert row(b, a, at_least=0.05).word == SMALL


def test_no_difference_is_shown_and_which_would_have_been() -> None:
    """It is: of all of B by so much more."""
    a, b = spread(30, 100.0), spread(30, 101.0)
    found = row(of(*a), of(*b))
    assert found.word == NOT_SHOWN
    assert found.seen is not None
    assert row(of(*a), of(*(ms + found.seen for ms in b))).word == SLOWER


def test_too_few_rounds_show_no_difference_however_large() -> None:
    """Of five lines of time and two of counts."""
    few, more = (row(of(*spread(n, 1.0)), of(*spread(n, 1000.0))) for n in (5, 6))
    assert (few.word, few.interval) == (TOO_FEW, (None, None))
    assert more.word == SLOWER


def test_failed_rounds_are_counted() -> None:
    good, bad = spread(20, 10.0), [None] * 20
    a, b = of(*good), of(*good[:10], *bad[:10])
    assert row(a, b, "failed")[1:4] == (0, 10, (20, 20))
    assert row(a, b, "failed").word == MORE
    assert row(b, a, "failed").word == FEWER
    assert row(of(*good[:3]), of(*good[:3]), "failed").word == TOO_FEW
    assert row(of(*bad), of(*bad), "failed")[-2:] == (None, NOT_SHOWN)
    same = row(a, a, "failed")
    assert (same.word, same.p) == (NOT_SHOWN, 1.0)
    assert same.seen == 8
    shown, less = (row(a, of(*good[: 20 - k], *bad[:k]), "failed") for k in (8, 7))
    assert (shown.word, less.word) == (MORE, NOT_SHOWN)


# -- rounds that were not over --------------------------------------------------------------------


def test_both_are_judged_by_the_smaller_limit() -> None:
    """A round of 12 s is late by 10, and its later phases were not reached."""
    patient = of(*[12_000.0] * 10, *spread(10, 1.0), within=30.0)
    strict = of(*[None] * 10, *spread(10, 1.0), within=10.0)
    for name in ("handoff", "detect", "told"):
        found = row(patient, strict, name)
        assert (found.word, found.p) == (NOT_SHOWN, 1.0)
    assert row(patient, strict, "told").of == (10, 10)
    assert row(patient, strict, "failed")[1:3] == (10, 10)


def test_a_fault_that_lasts_is_waited_for_beside_the_limit() -> None:
    """Else a drill that kept `failed=0` would have failed beside itself."""
    lasting = read(rounds_of(*spread(10, 9_000.0)), {**PLAN, "within": 6.0, "lasts": 8.0})
    assert row(lasting, lasting, "failed").a == 0
    assert compared(lasting, lasting).within == 14.0


def test_a_phase_is_late_by_the_sum_of_those_before() -> None:
    long = [{**one, "ms": {"detect": 6000.0, "told": 6000.0}} for one in rounds_of(1.0)]
    found = row(read(long, {**PLAN, "within": 10.0}), of(1.0, within=10.0), "told")
    assert (found.a, found.b) == (None, 1.0)


def test_a_difference_that_the_limit_hides_is_at_least_so_large() -> None:
    found = row(of(*spread(20, 100.0)), of(*[None] * 20))
    assert found.word == SLOWER
    assert found.shift == (29_890.5, None)
    assert found.interval is not None
    assert found.interval[1] is None
    other_way = row(of(*[None] * 20), of(*spread(20, 100.0)))
    assert (other_way.word, other_way.shift) == (FASTER, (None, -29_890.5))


def test_of_two_that_are_mostly_late_the_difference_is_not_known() -> None:
    found = row(of(*[None] * 10, *spread(40, 1.0)), of(*[None] * 45, *spread(5, 1.0)))
    assert found.word == SLOWER
    both = row(of(*[None] * 20), of(*[None] * 20))
    assert (both.word, both.shift, both.seen) == (NOT_SHOWN, (None, None), None)
    assert told_of(both).shift == "not known"


# -- known answers --------------------------------------------------------------------------------


def test_the_shift_is_that_of_a_textbook() -> None:
    """Hollander and Wolfe, example 4.1: water through 10 and 5 membranes."""
    term = [0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46]
    early = [1.15, 0.88, 0.90, 0.74, 1.21]
    found = shift_of(term, early, 30_000.0, 0.05)
    assert found[1:] == (-0.305, -0.305, -0.76, 0.15)


def test_the_middle_difference_is_found_among_all() -> None:
    draws = random.Random(5)
    for _ in range(20):
        a, b = ([round(draws.expovariate(0.1), 3) for _ in range(n)] for n in (7, 12))
        middle = statistics.median(y - x for x, y in itertools.product(a, b))
        found = shift_of(a, b, 1000.0, 0.05)
        assert found.least == found.most == pytest.approx(middle, abs=1e-3)


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ([1.0, 2.0, 3.0, 4.0, 5.0], [3.0, 4.0, 5.0, 6.0, 7.0]),
        ([1.0, 1.0, 1.0, 2.0], [1.0, 2.0, 2.0, 2.0]),
        ([1.0, 2.0, NEVER], [2.0, NEVER, NEVER]),
    ],
)
def test_the_test_is_the_one_with_ties_corrected(a: list[float], b: list[float]) -> None:
    """By the formula; what is not over ties at the limit."""
    first, second = ([min(one, 9.0) for one in some] for some in (a, b))
    u = sum((y > x) + (y == x) / 2 for x in first for y in second)
    pooled, size, pairs = [*first, *second], len(a) + len(b), len(a) * len(b)
    ties = sum(pooled.count(one) ** 3 - pooled.count(one) for one in {*pooled})
    sigma = math.sqrt(pairs / 12 * (size + 1 - ties / (size * (size - 1))))
    z = (abs(u - pairs / 2) - 0.5) / sigma
    assert p_of(a, b, 9.0) == pytest.approx(2 * statistics.NormalDist().cdf(-z))
    assert p_of(a, b, 9.0) == mannwhitneyu(first, second, method="asymptotic").pvalue


def test_equal_values_are_not_told_apart() -> None:
    assert p_of([3.0] * 9, [3.0] * 9, 10.0) == 1.0
    assert shift_of([3.0] * 9, [3.0] * 9, 10.0, 0.05)[1:] == (0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("level", [0.05, 0.01])
def test_the_interval_has_nought_outside_where_the_test_differs(level: float) -> None:
    draws = random.Random(3)
    told = 0
    for _ in range(200):
        later = draws.choice([0.0, 0.5, 1.0])
        a, b = ([round(draws.gauss(9, 1) + by, 1) for _ in range(15)] for by in (0.0, later))
        found, p = shift_of(a, b, 10.0, level), p_of(a, b, 10.0)
        differs = p <= level
        told += differs
        assert (found.low >= 0 or found.high <= 0) if differs else (found.low <= 0 <= found.high)
    assert told


@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_a_size_can_differ_where_the_largest_difference_does(size: int) -> None:
    for level in (0.05, 0.01):
        p = p_of(spread(size, 1.0), spread(size, 100.0), 1000.0)
        assert can_differ(size, size, level) is (p <= level)


def test_holm_by_hand() -> None:
    found = holm([0.04, 0.001, 0.02, 0.9])
    assert [one.p for one in found] == pytest.approx([0.08, 0.004, 0.06, 0.9])
    assert [one.differs for one in found] == [False, True, False, False]
    assert [one.level for one in found] == pytest.approx([0.05 / 3, 0.05 / 4, 0.05 / 3, 0.05 / 3])


def test_ten_thousand_rounds_are_compared() -> None:
    draws = random.Random(2)
    a, b = (rounds_of(*(round(draws.expovariate(0.01), 3) for _ in range(10_000))) for _ in "ab")
    assert row(read(a), read(b)).word == NOT_SHOWN


# -- its own proof --------------------------------------------------------------------------------


def pool() -> list[dict[str, Any]]:
    """Rounds of `drill --fault stop --rounds 130` with an embedded ZooKeeper, as it has written
    them by `--csv`.
    """
    with (Path(__file__).parent / "pool.csv").open(encoding="utf-8") as file:
        return [
            {
                "outcome": one["outcome"],
                "ms": {phase: float(one[phase]) for phase in OF_CANDIDATES},
                "handoff": float(one["handoff"]),
                "broken": [],
            }
            for one in csv.DictReader(file)
        ]


def halves(rounds: Sequence[Any], draws: random.Random) -> tuple[list[Any], list[Any]]:
    mixed = draws.sample(rounds, len(rounds))
    return mixed[::2], mixed[1::2]


def test_of_200_halves_of_one_drill_at_most_18_are_called_different() -> None:
    """A perfect test at 5 % stays within that 99 times of 100."""
    rounds, draws, different = pool(), random.Random(1), 0
    for _ in range(200):
        a, b = (read(half) for half in halves(rounds, draws))
        different += any(one.word != NOT_SHOWN for one in compared(a, b, 0.0).rows)
    assert different <= 18


def test_a_difference_that_would_have_been_seen_is() -> None:
    """In about 95 of 100 pairs; less the uncertainty of 60 of them."""
    rounds, draws, seen, of_them = pool(), random.Random(2), 0, 60
    for _ in range(of_them):
        a, b = halves(rounds, draws)
        missing = row(read(a), read(b), "handoff").seen or 0.0
        c, d = halves(rounds, draws)
        later = [{**one, "handoff": one["handoff"] + missing} for one in d]
        seen += row(read(c), read(later), "handoff").word == SLOWER
    assert seen / of_them >= 0.8


# -- what cannot be compared ----------------------------------------------------------------------

GOOD = document(rounds_of(1.0))
ROUND = GOOD["rounds"][0]


@pytest.mark.parametrize(
    "hostile",
    [
        [],
        None,
        {**GOOD, "schema": "handoff-drill/2"},
        {**GOOD, "plan": []},
        {**GOOD, "plan": {}},
        {**GOOD, "plan": {"within": "30"}},
        {**GOOD, "plan": {"within": 0}},
        {**GOOD, "plan": {"within": math.nan}},
        {**GOOD, "where": None},
        {**GOOD, "rounds": {}},
        {**GOOD, "rounds": []},
        {**GOOD, "rounds": [[]]},
        {**GOOD, "rounds": [ROUND] * 10_001},
        {**GOOD, "rounds": [{**ROUND, "ms": [1.0]}]},
        {**GOOD, "rounds": [{**ROUND, "ms": {"detect": "1"}}]},
        {**GOOD, "rounds": [{**ROUND, "ms": {"detect": True}}]},
        {**GOOD, "rounds": [{**ROUND, "ms": {"detect": math.nan}}]},
        {**GOOD, "rounds": [{**ROUND, "handoff": math.inf}]},
        {**GOOD, "rounds": [{**ROUND, "handoff": -1.0}]},
        {**GOOD, "rounds": [{**ROUND, "handoff": 10**400}]},
        {**GOOD, "rounds": [{**ROUND, "broken": "one_leader"}]},
    ],
)
def test_what_is_no_report_is_refused(hostile: Any) -> None:
    with pytest.raises(BadRequest, match=r"^(is no report of a drill|has no rounds)"):
        report_from(json.dumps(hostile).encode())


@pytest.mark.parametrize("data", [b"", b"\xff", b"[" * 100_000, b'{"x":' * 100_000])
def test_what_is_no_json_is_refused(data: bytes) -> None:
    with pytest.raises(BadRequest, match=r"^is no report of a drill"):
        report_from(data)


def test_without_scipy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(SetupError, match=r"pip install 'handoff\[compare\]'"):
        compared(of(1.0), of(1.0))
