"""The recipe, the candidate around it and the sandbox's core withstand every schedule played here;
and what is played is worth it.
"""

from __future__ import annotations

import pytest

from app.recipes import commands as c
from app.recipes.predecessor import PredecessorElection
from tests.simulation.__main__ import main, replay_command
from tests.simulation.judge import INVARIANTS, Judge
from tests.simulation.mutations import MUTATIONS
from tests.simulation.plan import FAULTS, Fault, Member, Plan, draw
from tests.simulation.run import Tally, first_failure, run_everywhere
from tests.simulation.schedule import play
from tests.simulation.shrink import shrink
from tests.simulation.trace import Trace

SEEDS = range(2000)
ENOUGH_FOR_A_MISTAKE = range(600)

UNREACHABLE = {
    ("creating", "CreateReplyLost"): "kazoo tells of the suspension first, which voids the reply",
    ("waiting", "Failed"): "nothing is asked there",
    ("leading", "Failed"): "only its own look again, after a change of its znode's data, can fail",
    ("making parent", "Failed"): "nobody forbids to change the root here",
    ("watching", "Failed"): "nobody forbids to read a candidate's znode here",
}

LAGGING = Plan(
    seed=638,
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


@pytest.fixture(scope="module")
def tally() -> Tally:
    """All seeds, played once."""
    total = Tally()
    for one in run_everywhere(SEEDS):
        total.add(one)
    return total


@pytest.mark.timeout(300)
def test_no_schedule_breaks_an_invariant(tally: Tally) -> None:
    assert tally.schedules == len(SEEDS)
    assert tally.failures == {}, "replay: python -m tests.simulation --seed …"


@pytest.mark.timeout(300)
def test_every_fault_has_struck(tally: Tally) -> None:
    assert {kind for kind in FAULTS if not tally.seen["fault", kind]} == set()
    details = {(kind, detail) for kind, (_, all_of_it) in FAULTS.items() for detail in all_of_it}
    assert {one for one in details if not tally.seen["detail", one[0], one[1]]} == set()


@pytest.mark.timeout(300)
def test_every_transition_of_the_recipe_was_taken(tally: Tally) -> None:
    table = {(phase.value, given.__name__) for phase, given in PredecessorElection.transitions}
    missing = {one for one in table if not tally.seen["transition", one[0], one[1]]}
    assert missing == set(UNREACHABLE)


@pytest.mark.timeout(300)
def test_every_command_was_given_and_every_invariant_judged(tally: Tally) -> None:
    commands = {command.__name__ for command in c.Command.__subclasses__()}
    assert {one for one in commands if not tally.seen["command", one]} == set()
    assert {one for one in INVARIANTS if not tally.seen["judged", one]} == set()


@pytest.mark.parametrize("mutation", sorted(set(MUTATIONS) - {"never behind"}))
@pytest.mark.timeout(300)
def test_every_mistake_is_caught(mutation: str, tally: Tally) -> None:
    """`tally` has played the same seeds without it."""
    assert not tally.failures.keys() & set(ENOUGH_FOR_A_MISTAKE)
    assert first_failure(ENOUGH_FOR_A_MISTAKE, mutation) is not None


def test_a_thread_that_lags_behind_a_session_leaves_no_znode() -> None:
    assert play(LAGGING).violation is None
    with MUTATIONS["never behind"]():
        found = play(LAGGING).violation
    assert found is not None
    assert found.invariant == "one_znode"


def test_a_seed_plays_the_same_schedule_each_time() -> None:
    first, second = Trace(), Trace()
    play(draw(7), first)
    play(draw(7), second)
    assert first.lines == second.lines
    assert len(first.lines) > 50


def test_a_failure_shrinks_and_its_command_replays_it(capsys: pytest.CaptureFixture[str]) -> None:
    mutation = "trusts the watch"
    failure = first_failure(ENOUGH_FOR_A_MISTAKE, mutation)
    assert failure is not None
    seed, invariant = failure
    with MUTATIONS[mutation]():
        small = shrink(draw(seed))
    assert len(small.faults) < len(draw(seed).faults)
    options = replay_command(small).split()[3:]
    assert main([*options, "--mutation", mutation]) == 1
    assert f"VIOLATION  {invariant}" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("invariant", "mutation", "unjudged"),
    [
        ("one_wakeup", "watches the leader", ["_watches_predecessor"]),
        ("fencing", "trusts the watch", ["_one_leader", "_leader_is_lowest", "_acknowledgement"]),
    ],
)
def test_an_invariant_behind_others_can_fail_too(
    invariant: str, mutation: str, unjudged: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for check in unjudged:
        monkeypatch.setattr(Judge, check, lambda *_: None)
    with MUTATIONS[mutation]():
        found = (play(draw(seed)).violation for seed in ENOUGH_FOR_A_MISTAKE)
        assert any(one is not None and one.invariant == invariant for one in found)
