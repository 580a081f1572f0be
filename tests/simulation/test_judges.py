"""What the judges demand, each with a mistake that nothing else catches."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.naming import LEADER
from app.participation.participant import Commands
from app.participation.phases import Phase
from app.recipes.barrier.machine import DoubleBarrier
from app.recipes.bookshelf.replication.leading import BookWrite, ServingTerm
from app.recipes.bookshelf.replication.replication import Replication
from app.recipes.election.machine import HerdElection, Leading, SingleElection
from app.recipes.membership.machine import Membership
from tests.simulation.machine import simulated_machines
from tests.simulation.mutations import MUTATIONS, recipe_of
from tests.simulation.parts import Planting
from tests.simulation.plan import draw
from tests.simulation.planting import astray, instead, mutant
from tests.simulation.process import Process
from tests.simulation.run import run
from tests.simulation.strike import strike
from tests.simulation.world import World
from tests.support.proofs import of_the_commit

SEEDS = of_the_commit("a leader's alarm").sample(range(12), 4)
BLINK, DAWDLE = 0.5, 4.0
MOST = 300

# -- the mistakes -------------------------------------------------------------------------------


class NobodyStands(HerdElection):
    """All watch the list, and wait for a leader."""

    def _volunteer(self) -> Commands:
        return self._take_part()

    def _listed(self, given: i.Children) -> Commands:
        if given.names is None:
            return self._parent_missing(i.ParentMissing(given.at, given.generation))
        self.watched = i.PARENT
        self._settle(Phase.WAITING)
        return []


class Dawdling(Leading):
    """A candidate that could lead thinks about it for a while."""

    _is_ready = False

    def _lead(self, given: i.Children) -> Commands:
        if self._is_ready:
            return super()._lead(given)
        self._is_ready = True
        self._void_replies()
        self._enter(Phase.BACKING_OFF)
        self._retry_at = given.at + DAWDLE
        return [c.WakeAt(self._retry_at)]


class Blinking(Membership):
    """Takes its live znode away and puts it back, now and then."""

    _blinked_at = 0.0

    def _contact(self, given: i.Contact) -> Commands:
        commands = super()._contact(given)
        settled = self.phase is Phase.WAITING and self.belief == "live"
        if not settled or given.at < self._blinked_at + BLINK:
            return commands
        self._blinked_at = given.at
        return [*commands, *self._withdraw()]


class AlwaysLate(DoubleBarrier):
    """Takes each round for one that began without it."""

    def _begun(self, own: str | None, members: tuple[str, ...]) -> Commands:
        return self._too_late(own)


class Evicting(SingleElection):
    """A beaten candidate deletes the znode of the one who leads."""

    def _beaten(self, given: i.Taken) -> Commands:
        self._unanswered_create = False
        self._enter(Phase.WITHDRAWING)
        return [c.delete_own(LEADER)]


def _answer_first(self: Replication, term: ServingTerm, write: BookWrite) -> None:
    """A client is told so when one disk has its book."""
    self._kept(term, write)


OWN: dict[str, tuple[Planting, str]] = {
    "herd: nobody stands": (mutant(NobodyStands, "herd"), "liveness"),
    "predecessor: dawdles": (mutant(Dawdling, "predecessor"), "one_leads"),
    "membership: order for an instant": (mutant(Blinking, "membership"), "liveness"),
    "barrier: always late": (mutant(AlwaysLate, "barrier"), "leaves_nobody_out"),
    "single: evicts who leads": (mutant(Evicting, "single"), "evicts_nobody"),
    "bookshelf: one disk is enough": (
        instead(Replication, "_check_copies", _answer_first), "keeps_what_it_said"
    ),
}  # fmt: skip
BROUGHT = {
    "herd: sits out in its place": "sits_out_without_a_znode",
    "barrier: reads before it watches": "leaves_nobody_out",
    "bookshelf: in_sync without its version": "in_sync_is_the_leaders",
    "bookshelf: in_sync without its own znode": "in_sync_is_the_leaders",
    "membership: a clock 3 % long": "session_clock",
    "lock: the timeout asked for": "session_clock",
}
MET_AT = {"barrier: reads before it watches": 80, "single: evicts who leads": 17}
"""The seeds that drawing met last time, where it took long: they are tried first."""
MISTAKES = OWN | {name: (MUTATIONS[name], invariant) for name, invariant in BROUGHT.items()}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_judge_sees(mistake: str) -> None:
    recipe, (planting, invariant) = recipe_of(mistake), MISTAKES[mistake]
    with astray(planting)():
        seeds = [MET_AT.get(mistake, 0), *range(MOST)]
        found = next(seed for seed in seeds if broken_by(seed, recipe) == invariant)
    assert broken_by(found, recipe) == ""


def broken_by(seed: int, recipe: str) -> str:
    return run([seed], recipe, servers=1).failures.get(seed, "").partition(":")[0]


# -- a leader's alarm ---------------------------------------------------------------------------


def leaders(seed: int, recipe: str) -> Iterator[Process]:
    """Yield those who lead, hold or are inside, after each step; with three servers."""
    plan = draw(seed, recipe, servers=3)
    world = World(plan)
    for number, member in enumerate(plan.members, 1):
        world.start(member, f"c{number}")
    for fault in plan.faults:
        world.at(fault.at, lambda fault=fault: strike(world, fault))  # type: ignore[misc]
    while world.now <= plan.quiet_at:
        world.step()
        yield from world.judge.leaders.values()


@pytest.mark.parametrize("recipe", ["predecessor", "herd", "lock"])
def test_whoever_leads_is_woken_by_its_deadline(recipe: str) -> None:
    """Nothing else stops it where its server answers no transaction and goes on answering reads."""
    with simulated_machines():
        awake = [
            one._wake_at <= one.recipe.deadline
            for seed in SEEDS
            for one in leaders(seed, recipe)
            if one.ought_to_have_run and one.recipe.must_prove and not one._queue
        ]
    assert awake
    assert all(awake)
