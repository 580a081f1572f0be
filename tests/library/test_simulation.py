"""The library's candidates, and the threads of their users, are played as they are."""

from __future__ import annotations

import threading

import pytest

from app.library.leadership import BUSY, FAILED
from app.library.term import RAN_OUT
from app.recipes.election.strategies import STRATEGIES
from tests.library.judge import Terms
from tests.simulation.machine import simulated_machines
from tests.simulation.mutations import MUTATIONS
from tests.simulation.plan import Fault, Member, Plan, draw
from tests.simulation.run import Tally, run
from tests.simulation.schedule import play

FEW, ENOUGH = 80, 300
SELDOM = (105, 116, 186, 226)
"""Seeds beyond the few at which drawing met last time what is seldom met."""
LATE_BY_ITS_CLOCK = 63
"""The seed at which drawing met last time who acts though its time is over; it is tried first."""
REASONS = {
    "resting": {BUSY, FAILED},
    "stepped_down": {
        BUSY, FAILED, RAN_OUT, "it resigned", "it was stopped", "its znode is gone",
        "the connection was lost", "a later epoch is acknowledged",
    },
}  # fmt: skip

LOST_ITS_TURN = Plan(
    seed=182,
    recipe="library",
    versions=False,
    members=(Member(joins_at=0.0, timeout=2.5, drift=0.0),),
    counter=0,
    latency=0.002,
    jitter=0.0,
    lag=0.0,
    faults=(
        Fault(0.43217, "user", "leader", 2.94696, "resigns aside"),
        Fault(0.9, "drop", "leader", 0.0, "both ends hear of it"),
    ),
)
"""A thread of the user's is stopped while it resigns, and the candidate leads again meanwhile."""


@pytest.fixture(scope="module")
def tally() -> Tally:
    """Some schedules of the library alone; it is drawn with the others in `test_simulation.py`."""
    return run([*range(FEW), *SELDOM], "library")


def test_it_withstands_whatever_its_users_do(tally: Tally) -> None:
    assert tally.failures == {}
    assert {one for one in STRATEGIES if not tally.seen["elected", one]} == set()


@pytest.mark.parametrize("kind", REASONS)
def test_terms_end_and_candidates_rest_for_every_reason(kind: str, tally: Tally) -> None:
    assert {reason for reason in REASONS[kind] if not tally.seen["news", kind, reason]} == set()


@pytest.mark.proof
def test_it_withstands_more_of_what_its_users_do() -> None:
    assert run(range(FEW, ENOUGH), "library").failures == {}


def test_on_deposed_comes_although_who_resigned_has_lost_its_turn() -> None:
    assert play(LOST_ITS_TURN).violation is None
    with MUTATIONS["library: leaves it to another thread"]():
        found = play(LOST_ITS_TURN).violation
    assert found is not None
    assert found.invariant == "each_is_deposed"


def test_who_asks_before_it_acts_is_judged_by_who_leads_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its own clock would tell, if it were not left out here."""
    monkeypatch.setattr(Terms, "_has_time", lambda *_: None)
    seeds = [LATE_BY_ITS_CLOCK, *range(2 * ENOUGH)]
    with MUTATIONS["library: goes by no clock"]():
        found = (play(draw(seed, "library")).violation for seed in seeds)
        assert any(one is not None and "acts while" in str(one) for one in found)


def test_a_schedule_leaves_no_thread_behind() -> None:
    before = set(threading.enumerate())
    with simulated_machines():
        for seed in range(5):
            play(draw(seed, "library"))
            assert set(threading.enumerate()) <= before
