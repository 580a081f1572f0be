"""What the recipes make of three servers that lag, are cut off, freeze, end and elect."""

from __future__ import annotations

import pytest

from tests.simulation.parts import parts
from tests.simulation.plan import ENSEMBLE_FAULTS
from tests.simulation.run import run

SEEDS = range(40)
HAPPENS = {"stale read", "move", "cut off", "leader change"}


@pytest.mark.proof
@pytest.mark.parametrize("recipe", parts())
def test_a_recipe_withstands_all_that_befalls_an_ensemble(recipe: str) -> None:
    tally = run(SEEDS, recipe, servers=3)
    assert tally.failures == {}
    assert {what for what in HAPPENS if not tally.seen["ensemble", what]} == set()


@pytest.mark.proof
def test_every_fault_of_an_ensemble_strikes() -> None:
    seen = run(range(150), "predecessor", servers=3).seen
    details = {(kind, one) for kind, (_, all_of) in ENSEMBLE_FAULTS.items() for one in all_of}
    missing = {one for one in details if not seen["detail", "predecessor", one[0], one[1]]}
    assert missing == set()
