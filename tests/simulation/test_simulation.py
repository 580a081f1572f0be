"""The recipes, the process around them and the sandbox's core withstand every schedule played here;
and what is played is worth it.
"""

from __future__ import annotations

from itertools import chain
from pathlib import Path

import pytest

from app.participation import commands as c
from app.participation.phases import HELD
from app.recipes.commit.machine import inspect_transaction
from app.recipes.registry import RECIPES as FOLDERS
from tests.participation.playbook import is_message
from tests.simulation.__main__ import main, replay_command
from tests.simulation.machine import RECIPES as MACHINES
from tests.simulation.machine import simulated_machines
from tests.simulation.mutations import MUTATIONS, recipe_of
from tests.simulation.parts import part_of, parts
from tests.simulation.plan import Member, draw, faults_of
from tests.simulation.rare import rare_of
from tests.simulation.run import Tally, first_failure, run, run_everywhere
from tests.simulation.schedule import play
from tests.simulation.shrink import shrink
from tests.simulation.trace import Trace
from tests.simulation.world import World
from tests.support.proofs import of_the_commit

FOLDER = Path(__file__).parents[1] / "recipes"
SEEDS = range(3000)
NEWCOMERS = [recipe for recipe, part in parts().items() if not part.share]
OF_NEWCOMERS = range(300)
"""They are drawn too seldom by the others' seeds."""
FEW: dict[str | None, tuple[range, int]] = {
    None: (SEEDS, 50),
    **dict.fromkeys(NEWCOMERS, (OF_NEWCOMERS, 8)),
}
"""Recipe, or None for that of the seed -> from which seeds `make test` plays how many: each commit
draws others. `make proofs` plays all, and asks what has happened in them.
"""

UNREACHABLE = {
    ("waiting", "Failed"): "nothing is asked there",
    ("holding", "Failed"): "only its own look again, after a change of its znode's data, can fail, "
    "and what is hidden from it is shown by whoever changes it",
    ("making parent", "Failed"): "nobody forbids to change the root here",
    ("watching", "Failed"): "nobody is forbidden to read another candidate's znode here",
    ("finding", "Deleted"): "a create that comes late takes several servers and luck",
    ("asking", "Deleted"): "a create that comes late takes several servers and luck",
}
UNREAD = {(phase, "Failed") for phase in ("asking", "finding", "listing", "checking")}
"""Where it is left out that the list may not be read (see `parts.Simulated`)."""

REPLAY = "replay: python -m tests.simulation --seed …"

FEW_STRIKE = {("lose request", "create")}
SELDOM_STRUCK = {("lose request", "delete"), ("lose reply", "delete"), ("delete", "predecessor")}


@pytest.fixture(scope="module")
def tally() -> Tally:
    """All seeds, played once, on all processors."""
    total = Tally()
    alone = (run_everywhere(OF_NEWCOMERS, recipe) for recipe in NEWCOMERS)
    for one in chain(run_everywhere(SEEDS), *alone):
        total.add(one)
    assert total.schedules == len(SEEDS) + len(NEWCOMERS) * len(OF_NEWCOMERS)
    return total


@pytest.mark.parametrize("recipe", FEW)
def test_no_schedule_breaks_an_invariant(recipe: str | None) -> None:
    seeds, count = FEW[recipe]
    few = of_the_commit(f"schedules of {recipe}").sample(seeds, count)
    assert run(few, recipe).failures == {}, REPLAY


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_none_of_many_schedules_breaks_an_invariant(tally: Tally) -> None:
    assert tally.failures == {}, REPLAY


def test_every_recipe_brings_what_is_known_of_it() -> None:
    brought = {file.parent.name for file in FOLDER.glob("*/simulated.py")}
    assert brought == {recipe.name for recipe in FOLDERS if recipe.procedures}


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_every_recipe_is_played(tally: Tally) -> None:
    assert 7 * tally.seen["recipe", "predecessor"] >= len(SEEDS)
    assert all(tally.seen["recipe", recipe] for recipe in parts())


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("recipe", parts())
def test_every_fault_has_struck(recipe: str, tally: Tally) -> None:
    faults = faults_of(recipe)
    assert {kind for kind in faults if not tally.seen["fault of", recipe, kind]} == set()
    details = {(kind, detail) for kind, (_, all_of_it) in faults.items() for detail in all_of_it}
    missing = {one for one in details if not tally.seen["detail", recipe, one[0], one[1]]}
    few = FEW_STRIKE if recipe in NEWCOMERS else set()
    assert missing <= SELDOM_STRUCK | few


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_every_rare_fault_has_struck(tally: Tally) -> None:
    kinds = [one for recipe in parts() for one in rare_of(recipe).items()]
    drawn = {(kind, detail) for kind, (_, details) in kinds for detail in details or ("",)}
    struck = {(one[2], one[3]) for one in tally.seen if one[0] == "detail"}
    assert drawn - struck == set()
    assert tally.seen["fault", "night"]
    assert tally.seen["fault", "another history"]
    assert tally.seen["fault", "a late session is closed"]


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("recipe", parts())
def test_every_transition_of_the_recipe_was_taken(recipe: str, tally: Tally) -> None:
    part = part_of(recipe)
    sides = (MACHINES[recipe],) if part.machines is None else part.machines
    table = {(phase.value, given.__name__) for side in sides for phase, given in side.transitions}
    missing = {one for one in table if not tally.seen["transition", recipe, one[0], one[1]]}
    missing = {one for one in missing if one[0] not in part.unentered}
    unread = UNREAD if "everything" in part.unfit else set()
    seldom = {(phase, given) for phase, all_of_it in part.seldom.items() for given in all_of_it}
    assert missing <= UNREACHABLE.keys() | unread | seldom


@pytest.mark.proof
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("recipe", parts())
def test_every_invariant_was_judged(recipe: str, tally: Tally) -> None:
    invariants = World(draw(0, recipe)).judge.invariants
    assert {one for one in invariants if not tally.seen["judged of", recipe, one]} == set()


@pytest.mark.proof
@pytest.mark.timeout(3600)
def test_every_command_was_given(tally: Tally) -> None:
    given = [one for one in vars(c).values() if getattr(one, "__module__", "") == c.__name__]
    kinds = [one for one in given if isinstance(one, type) and issubclass(one, c.Command)]
    names = {one.__name__ for one in [*kinds, *filter(is_message, given)]} - {"beat"}
    assert {one for one in names if not tally.seen["command", one]} == set()


def test_an_order_to_join_is_obeyed_where_the_connection_breaks_before_it_is_heard() -> None:
    with simulated_machines():
        world = World(draw(0, "predecessor", servers=1).keeping([]).calm())
        world.start(Member(0.0, 4.0, 0.0))
        (process,) = world.processes

        def until(leads: bool) -> None:
            while (process.recipe.phase in HELD) is not leads:
                assert world.now < 10
                world.step()

        until(leads=True)
        process.order("join")
        process.connection.broken()
        until(leads=False)
        until(leads=True)


@pytest.mark.parametrize("recipe", parts())
def test_a_seed_plays_the_same_schedule_each_time(recipe: str) -> None:
    first, second = Trace(), Trace()
    play(draw(7, recipe), first)
    play(draw(7, recipe), second)
    assert first.lines == second.lines
    assert len(first.lines) > 20


def test_a_trace_names_what_is_in_a_set_in_one_order() -> None:
    trace, names = Trace(), "hgfedcba"
    trace.commanded(0.0, "c1", inspect_transaction("t", (), frozenset(names)))
    assert "unwatched={a, b, c, d, e, f, g, h}" in trace.lines[0]


@pytest.mark.parametrize(
    "mutation",
    [
        "lock: trusts the read",
        pytest.param("predecessor: trusts the watch", marks=pytest.mark.proof),
        pytest.param("membership: evicts", marks=pytest.mark.proof),
    ],
)
def test_a_failure_shrinks_and_its_command_replays_it(
    mutation: str, capsys: pytest.CaptureFixture[str]
) -> None:
    failure = first_failure(SEEDS, mutation)
    assert failure is not None
    seed, invariant = failure
    plan = draw(seed, recipe_of(mutation))
    with MUTATIONS[mutation]():
        small = shrink(plan)
    assert len(small.faults) < len(plan.faults)
    options = replay_command(small).split()[3:]
    assert main([*options, "--mutation", mutation]) == 1
    assert f"VIOLATION  {invariant}" in capsys.readouterr().out
