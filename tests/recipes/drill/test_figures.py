"""What rounds add up to: quantiles with their bounds, and rounds that never end."""

from __future__ import annotations

import math
import random

import pytest

from app.recipes.drill.figures import SHARES, SURE, bound_rank, least_rounds, quantile
from app.recipes.drill.rounds import DrillRound, figures_of, is_outside, phases_of, window_of

LEAST = {"p50": 5, "p90": 29, "p95": 59, "p99": 299}


def rounds_of(*taken: float | None) -> list[DrillRound]:
    """Rounds that took so many milliseconds until the deletion, and one more for each later phase;
    None: the znode was not deleted.
    """
    return [
        {
            "number": number,
            "outcome": "handed over" if ms is not None else "not within the limit",
            "victims": ["c1"],
            "heir": "c2",
            "waited": [0.0, 0.0],
            "ms": {"detect": ms, **({} if ms is None else dict.fromkeys(AFTER, 1.0))},
            "handoff": None if ms is None else ms + 3,
            "broken": [],
            "seq": number,
        }
        for number, ms in enumerate(taken, 1)
    ]


AFTER = ("told", "claims", "acknowledged")


@pytest.mark.parametrize(("name", "least"), LEAST.items())
def test_a_bound_needs_so_many_rounds(name: str, least: int) -> None:
    share = SHARES[name]
    assert least_rounds(share) == least
    assert bound_rank(least, share) == least
    assert bound_rank(least - 1, share) is None


@pytest.mark.parametrize("share", SHARES.values())
def test_a_bound_holds_in_95_of_100_drills(share: float) -> None:
    """Of many drills of uniform values, whose quantile is known."""
    draws, drills = random.Random(7), 2000
    rounds = least_rounds(share) + 20
    held = 0
    for _ in range(drills):
        found = quantile([draws.random() for _ in range(rounds)], share)
        assert found is not None
        assert found.bound is not None
        held += found.bound >= share
    assert held / drills >= SURE - 3 * math.sqrt(SURE * (1 - SURE) / drills)


def test_a_round_that_does_not_end_is_infinite_and_is_not_left_out() -> None:
    figures = figures_of(rounds_of(10.0, 20.0, 30.0, None))
    assert figures["detect"]["counted"] == 4
    assert figures["detect"]["infinite"] == 1
    assert figures["detect"]["quantiles"]["p50"][0] == 20.0
    assert figures["detect"]["quantiles"]["p90"] == [None]
    assert figures["detect"]["max"] is None
    assert figures["handoff"]["max"] is None
    assert figures["told"]["counted"] == 3
    assert figures["told"]["not_reached"] == 1
    assert figures["told"]["max"] == 1.0


def test_no_round_has_no_figures() -> None:
    assert figures_of([])["handoff"]["quantiles"] == {}
    assert figures_of([])["handoff"]["max"] is None


def test_a_phase_lasts_from_the_end_of_the_one_before() -> None:
    at = {"fault": 1.0, "deleted": 5.0, "notified": 5.001, "leading": 5.004, "acknowledged": 5.01}
    found = phases_of(at, 30.0)
    assert found == {"detect": 4000.0, "told": 1.0, "claims": 3.0, "acknowledged": 6.0}


def test_what_comes_after_a_phase_that_did_not_end_was_not_reached() -> None:
    at = {"fault": 1.0, "deleted": 5.0, "notified": None, "leading": None, "acknowledged": None}
    assert phases_of(at, 30.0) == {"detect": 4000.0, "told": None}
    assert phases_of(at, 3.0) == {"detect": None}


def test_a_phase_that_nobody_observed_is_left_out() -> None:
    at = {"fault": 1.0, "deleted": 5.0, "notified": None, "leading": 5.004, "acknowledged": 5.01}
    assert phases_of(at, 30.0) == {"detect": 4000.0, "acknowledged": 6.0}


def test_a_witness_that_is_late_makes_no_phase_negative() -> None:
    at = {"fault": 1.0, "deleted": 5.0, "notified": 4.999, "leading": 5.1, "acknowledged": 5.2}
    assert phases_of(at, 30.0)["told"] == 0.0


@pytest.mark.parametrize(
    ("setting", "window"),
    [
        ((4.0, 0.2, 1, 0.5), (3500.0, 4200.0)),
        ((4.0, 2.0, 3, 4.0 / 3), (2666.667, 7000.0)),
        ((4.0, 2.0, 1, None), (None, 6000.0)),
        ((4.0, None, 1, 0.5), (3500.0, None)),
    ],
)
def test_what_is_expected_of_a_session(
    setting: tuple[float, float | None, int, float | None],
    window: tuple[float | None, float | None],
) -> None:
    found = window_of(*setting)
    assert found == window
    inside, before, after = rounds_of(4000.0, 2000.0, 8000.0)
    assert is_outside(inside, found) is False
    assert is_outside(before, found) is (window[0] is not None)
    assert is_outside(after, found) is (window[1] is not None)


def test_what_never_ended_and_what_nobody_expects_is_no_outlier() -> None:
    assert [is_outside(one, window_of(4.0, 0.2, 1, 0.5)) for one in rounds_of(None)] == [False]
    assert [is_outside(one, None) for one in rounds_of(1.0)] == [False]
