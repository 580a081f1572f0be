"""What the recipes make of a server that lags behind its leader, or is cut off from it."""

from __future__ import annotations

import pytest

from tests.simulation.__main__ import main
from tests.simulation.mutations_follower import UNSYNCED
from tests.simulation.plan import FOLLOWER_FAULTS, RECIPES
from tests.simulation.run import first_failure, plan_for, run
from tests.simulation.schedule import play

LOOKS_BEHIND = "after a lost reply it looks in a tree that is behind, and creates again"
LOOKS_ONCE = "it looks for a lost create once, and never again"
COUNTS_TWICE = "who opens the round counts a process twice that has two znodes"
READS_AS_PROOF = "a follower that is cut off, or behind, answers reads when the session is over"
REMOVES = "it deletes by a version that the znode of another one has too"

FOUND = [
    ("--recipe predecessor --seed 15 --faults 2,6 --members 3 --calm", LOOKS_BEHIND),
    ("--recipe predecessor --seed 12 --faults 3,5 --members 2 --calm", LOOKS_BEHIND),
    ("--recipe herd --seed 15 --faults 2,6 --members 3 --calm", LOOKS_BEHIND),
    ("--recipe single --seed 59 --faults 0 --members 2 --calm", LOOKS_BEHIND),
    ("--recipe lock --seed 0 --faults 1 --members 5 --calm", LOOKS_BEHIND),
    ("--recipe lock --seed 5 --faults 2 --members 4 --calm", LOOKS_BEHIND),
    ("--recipe queue --seed 12 --faults 1 --members 4 --calm", LOOKS_BEHIND),
    ("--recipe queue --seed 127 --faults 1,10 --members 2 --calm", LOOKS_BEHIND),
    ("--recipe barrier --seed 12 --faults 1 --members 3 --calm", LOOKS_BEHIND),
    ("--recipe bookshelf --seed 111 --faults 4,5,6 --members 3 --calm", LOOKS_BEHIND),
    ("--recipe predecessor --seed 182 --faults 0,2 --members 3", LOOKS_ONCE),
    ("--recipe herd --seed 204 --faults 0 --members 3 --calm", LOOKS_ONCE),
    ("--recipe lock --seed 177 --faults 0 --members 3 --calm", LOOKS_ONCE),
    ("--recipe queue --seed 66 --faults 0,7 --members 2", LOOKS_ONCE),
    ("--recipe barrier --seed 119 --faults 1,2 --members 4", COUNTS_TWICE),
    ("--recipe predecessor --seed 1 --faults 2 --members 1 --calm", READS_AS_PROOF),
    ("--recipe herd --seed 1 --faults 2 --members 1 --calm", READS_AS_PROOF),
    ("--recipe single --seed 5 --faults 4 --members 1 --calm", READS_AS_PROOF),
    ("--recipe lock --seed 230 --faults 4,6 --members 3 --calm", READS_AS_PROOF),
    ("--recipe lock --seed 86 --faults 1,5 --members 2 --calm", READS_AS_PROOF),
    ("--recipe naming --seed 219 --faults 2,5,6,7 --members 3 --calm", REMOVES),
]
"""What replays a schedule, and what was wrong with the recipe that broke in it."""

SEEDS = range(40)


@pytest.mark.parametrize(("options", "mistake"), FOUND)
def test_what_was_found_with_a_follower_is_withstood(options: str, mistake: str) -> None:
    assert main([*options.split(), "--follower"]) == 0


@pytest.mark.timeout(300)
@pytest.mark.parametrize("recipe", RECIPES)
def test_a_recipe_withstands_a_server_that_lags(recipe: str) -> None:
    assert run(SEEDS, recipe, follower=True).failures == {}


@pytest.mark.timeout(300)
@pytest.mark.parametrize("mutation", UNSYNCED)
def test_every_mistake_with_a_follower_is_caught(mutation: str) -> None:
    failure = first_failure(SEEDS, mutation)
    assert failure is not None
    seed, _ = failure
    assert play(plan_for(seed, mutation)).violation is None


def test_every_fault_of_a_follower_strikes() -> None:
    seen = run(SEEDS, "lock", follower=True).seen
    assert {kind for kind in FOLLOWER_FAULTS if not seen["fault", kind]} == set()
    assert seen["fault", "let go"]
