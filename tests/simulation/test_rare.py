"""What the recipes make of a server that comes back with another history, of a night without one,
of other session timeouts, and of data that is forged or hidden; and what was found so.
"""

from __future__ import annotations

import pytest

from tests.simulation import rare
from tests.simulation.parts import part_of, parts
from tests.simulation.plan import Fault, Member, Plan
from tests.simulation.schedule import play
from tests.support.proofs import proofs_but, sample

GROWN = "of a session whose timeout grew it beat for the longer one, and counted by the shorter"
NEVER_OLDER = "of a ZooKeeper that was set up anew it took no value, for all are older"

STRIKES_AT, LASTS = 2.0, {"restore": 1.0, "slow handshakes": 6.0, "hide": 1.0}


def plan_of(recipe: str, *faults: Fault, timeout: float = 1.5) -> Plan:
    """An even schedule of two processes."""
    members = (Member(0.0, timeout, 0.0), Member(0.02, 0.8, 0.0))
    return Plan(1, recipe, part_of(recipe).versions, members, 0, 0.0002, 0.0, 0.0, faults)


def fault(kind: str, detail: str = "", whom: str = "", at: float = STRIKES_AT) -> Fault:
    """One of the kinds of `rare.py`, at both or at whom it is meant for."""
    return Fault(at, kind, whom, LASTS.get(kind, 0.0), detail)


FOUND = [
    (plan_of("lock", fault("renegotiate", "longer", "c1"), timeout=0.8), GROWN),
    (plan_of("naming", fault("set up anew")), NEVER_OLDER),
    (
        plan_of(
            "configuration",
            fault("publish", "a value", at=1.0),
            fault("set up anew"),
            fault("publish", "a value", at=3.0),
        ),
        NEVER_OLDER,
    ),
]
"""What broke a recipe, and what was wrong with it."""

ALONE = [
    (recipe, kind, detail)
    for recipe in parts()
    for kind, (_, details) in rare.rare_of(recipe).items()
    for detail in dict.fromkeys(details or ("",))
]
NIGHTS = [(night, one) for night in rare.NIGHTS for one in ("predecessor", "lock", "queue")]
SOME_NIGHTS = sample(NIGHTS, len(NIGHTS), lambda one: one[0])
SOME = sample(ALONE, 8, lambda one: one[0], lambda one: one[1:])
"""Every recipe is struck, and every fault strikes."""
AT_ONE = {"hide", "forge", "renegotiate"}
EARLY = {"ledger": ("c1", 0.01), "item": ("leader", 0.1), "a znode": ("c1", 0.0)}
"""Whom these strike, and when: later they are gone."""
LATE = {("commit", "own znode"): ("leader", 2.5)}
"""Before that no coordinator has a znode of its own."""


@pytest.mark.parametrize(("plan", "mistake"), FOUND)
def test_what_was_found_is_withstood(plan: Plan, mistake: str) -> None:
    assert play(plan).violation is None


@pytest.mark.parametrize("alone", proofs_but(ALONE, SOME.__contains__), ids="-".join)
def test_each_recipe_withstands_each_fault_alone(alone: tuple[str, str, str]) -> None:
    recipe, kind, detail = alone
    usual = ("leader" if kind in AT_ONE else "", STRIKES_AT)
    whom, at = EARLY.get(detail) or LATE.get((recipe, detail), usual)
    verdict = play(plan_of(recipe, fault(kind, detail, whom, at)))
    assert verdict.violation is None
    assert verdict.seen["fault", kind] == 1


@pytest.mark.parametrize("recipe", ["predecessor", "herd", "lock"])
def test_who_may_not_read_its_own_znode_makes_no_other_one(recipe: str) -> None:
    """It looks when it has come back."""
    hidden = fault("hide", "own znode", "c1")
    dropped = fault("drop", "both ends hear of it", "c1", at=2.01)
    verdict = play(plan_of(recipe, hidden, dropped))
    assert verdict.violation is None
    assert verdict.seen["fault", "hide"] == verdict.seen["fault", "drop"] == 1


@pytest.mark.parametrize("recipe", ["predecessor", "herd", "single"])
@pytest.mark.parametrize("detail", ["a far epoch", "a huge epoch", "an epoch in words", "a list"])
def test_the_next_one_leads_whatever_epoch_was_forged(recipe: str, detail: str) -> None:
    forged, killed = fault("forge", detail, "leader"), fault("kill", whom="leader", at=2.1)
    verdict = play(plan_of(recipe, forged, killed))
    assert verdict.violation is None
    assert verdict.seen["fault", "kill"] == 1


@pytest.mark.parametrize(
    "back", [fault("set up anew"), fault("restore", "in its epoch")], ids=lambda one: one.kind
)
def test_who_has_seen_more_than_there_is_begins_a_new_session(back: Fault) -> None:
    verdict = play(plan_of("predecessor", back))
    assert verdict.seen["fault", "another history"] == 2
    assert verdict.settled_in > 8.0


def test_sessions_that_the_server_keeps_are_taken_up() -> None:
    kept = play(plan_of("predecessor", fault("keep sessions", "in a new epoch")))
    assert kept.seen["transition", "predecessor", "apart", "SessionLost"] == 0
    assert kept.seen["transition", "predecessor", "apart", "Restored"] > 2


def test_a_session_that_begins_after_its_handshake_was_given_up_is_closed() -> None:
    slow = fault("slow handshakes", "for five seconds", at=0.0)
    assert play(plan_of("predecessor", slow)).seen["fault", "a late session is closed"]


@pytest.mark.parametrize("of", proofs_but(NIGHTS, SOME_NIGHTS.__contains__), ids="-".join)
def test_a_night_of_failures_ends_in_work(of: tuple[str, str]) -> None:
    night, recipe = of
    at, lasts = rare.NIGHTS[night]
    verdict = play(plan_of(recipe, Fault(at, "night", "", lasts, night)))
    assert verdict.violation is None
    assert verdict.settled_in < 10.0


@pytest.mark.xfail(strict=True, reason="nothing tells a session that it goes on in another history")
def test_a_session_that_outlives_a_restoration_knows_what_it_owns() -> None:
    assert play(plan_of("lock", fault("restore", "with its sessions", at=0.5))).violation is None
