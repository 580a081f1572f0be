"""Each of the classic mistakes, planted into each recipe that it fits, is caught; and what catches
it says nothing against the recipe as it is.
"""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.recipes.election.judge import ElectionJudge
from tests.recipes.lock.judge import LockJudge
from tests.simulation.first_seeds import ENOUGH, known
from tests.simulation.mutations import MUTATIONS, recipe_of, some
from tests.simulation.parts import parts
from tests.simulation.plan import draw
from tests.simulation.run import first_failure
from tests.simulation.schedule import play

KNOWN = known()


@pytest.mark.parametrize("mutation", some())
def test_every_mistake_is_caught(mutation: str) -> None:
    """The seed that drawing met last time is tried first."""
    is_caught([*([KNOWN[mutation]] if mutation in KNOWN else []), *range(ENOUGH)], mutation)


@pytest.mark.proof
@pytest.mark.parametrize("mutation", sorted(MUTATIONS))
def test_drawing_meets_every_mistake(mutation: str) -> None:
    """As every other schedule is drawn: no seed is kept for it."""
    is_caught(range(ENOUGH), mutation)


def is_caught(seeds: Sequence[int], mutation: str) -> None:
    """Assert that one of these shows it, and that the same one finds nothing without it."""
    failure = first_failure(seeds, mutation)
    assert failure is not None
    seed, _ = failure
    assert play(draw(seed, recipe_of(mutation))).violation is None


def test_every_mistake_was_caught_when_the_file_was_written() -> None:
    """One that drawing meets no longer is missing there."""
    assert set(KNOWN) == set(MUTATIONS)


def test_every_recipe_has_its_mistakes() -> None:
    assert {recipe_of(mutation) for mutation in some()} == set(parts())


@pytest.mark.proof
@pytest.mark.parametrize(
    ("judge", "invariant", "mutation", "unjudged"),
    [
        (ElectionJudge, "one_wakeup", "predecessor: watches the first", ["informed"]),
        (
            ElectionJudge,
            "fencing",
            "predecessor: trusts the watch",
            ["_one_only", "informed", "_acknowledgement"],
        ),
        (ElectionJudge, "eligible", "predecessor: blind to newer data", ["trouble"]),
        (LockJudge, "no_lost_update", "lock: confirms itself", []),
    ],
)
def test_an_invariant_behind_others_can_fail_too(
    judge: type,
    invariant: str,
    mutation: str,
    unjudged: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for check in unjudged:
        monkeypatch.setattr(judge, check, lambda *_: None)
    with MUTATIONS[mutation]():
        found = (play(draw(seed, recipe_of(mutation))).violation for seed in range(ENOUGH))
        assert any(one is not None and one.invariant == invariant for one in found)
