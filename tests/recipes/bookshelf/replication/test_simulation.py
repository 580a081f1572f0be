"""Schedules of the replication, drawn from seeds; and whether they find planted mistakes.

`HANDOFF_SHELVES=5000 pytest tests/recipes/replication` plays that many.
"""

from __future__ import annotations

import os

import pytest

from app.recipes.bookshelf.replication.replication import Replication
from tests.recipes.bookshelf.replication import mutants as m
from tests.recipes.bookshelf.replication.decided import Blind, Decided
from tests.recipes.bookshelf.replication.world import Hasty, World, Wrong

SCHEDULES = int(os.environ.get("HANDOFF_SHELVES", "40"))
LOTS = 2
DECISIONS = 9
BLIND = 20

FOUND_WITHIN: dict[type[Replication], int] = {
    m.ServesOutOfSync: 3,
    m.GoesByName: 20,
    m.WritesBlindly: 55,
    m.KeepsTheSilent: 12,
    m.AnswersFirst: 3,
    m.CountsTheAbsent: 3,
    m.AnswersBeforeTheDisk: 3,
    m.TrustsNewcomers: 30,
    m.TakesNewcomersAside: 3,
    m.TakesForeignNews: 55,
    m.SaysNothingWasWritten: 6,
    m.PassesOnHopefully: 6,
}
"""So many schedules find it: those that take more are found by the scripts of test_rules."""
MET_AT: dict[type[Replication], int] = {m.WritesBlindly: 49, m.TakesForeignNews: 49}
"""The seeds that found it last time, where many did not: they are tried first."""


@pytest.mark.parametrize("lot", range(LOTS))
def test_no_acknowledged_book_is_lost_and_all_agree_in_the_end(lot: int) -> None:
    kept = 0
    for seed in range(lot, SCHEDULES, LOTS):
        world = World(seed)
        try:
            world.play()
        except Wrong as wrong:
            course = "\n".join(world.log[-60:])
            raise AssertionError(f"seed {seed}: {wrong}\n{course}") from None
        kept += len(world.kept)
    assert kept > SCHEDULES


def test_what_a_persons_decision_leaves_is_lost_no_more() -> None:
    """11."""
    worlds = [Decided(seed) for seed in range(DECISIONS)]
    for world in worlds:
        world.play()
    assert sum(world.decisions for world in worlds) > DECISIONS / 3
    assert sum(world.refusals for world in worlds) > 0


def test_a_decision_about_what_stands_no_longer_is_found() -> None:
    """11."""
    assert any(_is_wrong(seed, Blind) for seed in range(BLIND))


@pytest.mark.parametrize("mutant", FOUND_WITHIN, ids=lambda one: one.__name__)
def test_a_planted_mistake_is_found(mutant: type[Replication]) -> None:
    seeds = [MET_AT.get(mutant, 0), *range(FOUND_WITHIN[mutant])]
    assert any(_is_wrong(seed, mutant) for seed in seeds)


def _is_wrong(seed: int, mutant: type[Replication] | type[Decided]) -> bool:
    world = mutant(seed) if issubclass(mutant, Decided) else World(seed, mutant)
    try:
        world.play()
    except Wrong:
        return True
    return False


def test_every_mistake_is_looked_for() -> None:
    from tests.recipes.bookshelf.replication.test_rules import SCRIPTS

    assert {*Hasty.__subclasses__()} == {*FOUND_WITHIN, *(one for _, one in SCRIPTS if one)}
