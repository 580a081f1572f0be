"""Each of the classic mistakes, planted into each recipe that it fits, is caught; and what catches
it says nothing against the recipe as it is.
"""

from __future__ import annotations

import pytest

from tests.simulation.first_seeds import FIRST_SEED
from tests.simulation.judge_elections import ElectionJudge
from tests.simulation.judge_lock import LockJudge
from tests.simulation.mutations import MUTATIONS, recipe_of
from tests.simulation.mutations_follower import UNSYNCED
from tests.simulation.plan import RECIPES, Fault, Member, Plan, draw
from tests.simulation.run import first_failure
from tests.simulation.schedule import play

ENOUGH = 600

LAGGING = Plan(
    seed=638,
    recipe="predecessor",
    versions=False,
    members=(Member(joins_at=0.0, timeout=2.5, drift=0.0),),
    counter=0,
    latency=0.02,
    jitter=0.05,
    lag=0.0,
    faults=(
        Fault(0.64079, "resign", "leader", 0.0, ""),
        Fault(0.70186, "starve", "leader", 1.39216, ""),
        Fault(1.51283, "end session", "c1", 0.0, ""),
    ),
)
"""A session ends, and its successor begins, before the in-order thread has dealt with the answer
to a delete: the create that follows was sent in the name of the wrong session."""

NEVER_BEHIND = "predecessor: never behind"


@pytest.mark.parametrize("mutation", sorted(set(MUTATIONS) - set(UNSYNCED) - {NEVER_BEHIND}))
@pytest.mark.timeout(300)
def test_every_mistake_is_caught(mutation: str) -> None:
    first = FIRST_SEED.get(mutation, 0)
    failure = first_failure(range(first, first + ENOUGH), mutation)
    assert failure is not None
    seed, _ = failure
    assert play(draw(seed, recipe_of(mutation))).violation is None


def test_a_thread_that_lags_behind_a_session_leaves_no_znode() -> None:
    assert play(LAGGING).violation is None
    with MUTATIONS[NEVER_BEHIND]():
        found = play(LAGGING).violation
    assert found is not None
    assert found.invariant == "one_znode"


def test_every_recipe_has_its_mistakes() -> None:
    assert {recipe_of(mutation) for mutation in MUTATIONS} == set(RECIPES)
    assert set(FIRST_SEED) <= set(MUTATIONS)


@pytest.mark.parametrize(
    ("judge", "invariant", "mutation", "first", "unjudged"),
    [
        (ElectionJudge, "one_wakeup", "predecessor: watches the first", 0, ["informed"]),
        (
            ElectionJudge,
            "fencing",
            "predecessor: trusts the watch",
            250,
            ["one_only", "informed", "_acknowledgement"],
        ),
        (ElectionJudge, "eligible", "predecessor: blind to newer data", 150, ["trouble"]),
        (LockJudge, "no_lost_update", "lock: confirms itself", 250, []),
    ],
)
@pytest.mark.timeout(300)
def test_an_invariant_behind_others_can_fail_too(
    judge: type,
    invariant: str,
    mutation: str,
    first: int,
    unjudged: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """first: where to begin to look for a schedule that shows it."""
    for check in unjudged:
        monkeypatch.setattr(judge, check, lambda *_: None)
    with MUTATIONS[mutation]():
        seeds = range(first, first + ENOUGH)
        found = (play(draw(seed, recipe_of(mutation))).violation for seed in seeds)
        assert any(one is not None and one.invariant == invariant for one in found)
