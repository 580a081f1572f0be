"""A lock in the state document, by scripts of events."""

from __future__ import annotations

import pytest

from app.readmodels.violations import UNREACHED
from tests.journal.script import member, znode_of
from tests.recipes.lock.script import LOCK, LockScript, two


def test_a_hand_over_by_release_whatever_is_heard_first() -> None:
    """The dashboard may see the deletion before it hears why."""
    for deletion_first in (True, False):
        script = two()
        script.at = 101.0
        script.writes("c1", 0)
        if deletion_first:
            script.at = 101.003
            script.goes("c1", 1)
        script.at = 101.001
        script.says("c1", "idle", znode=None)
        if not deletion_first:
            script.at = 101.003
            script.goes("c1", 1)
        script.at = 101.004
        script.holds("c2", 2)
        handover = script.lock["handover"]
        told = {key: handover[key] for key in ("from", "to", "fault", "last_ms")}
        assert told == {"from": "c1", "to": "c2", "fault": "release", "last_ms": 3.0}
        assert script.lock["waits"]["c2"]["last_ms"] == 1004.0


def handovers_of(script: LockScript) -> list[tuple[str, str, str, float]]:
    """Return the hand-over that the lock shows, as a list to which more are added."""
    one = script.lock["handover"]
    return [] if one is None else [(one["from"], one["to"], one["fault"], one["last_ms"])]


def test_a_claim_that_is_heard_late_follows_the_term_before_it_and_not_a_later_one() -> None:
    """The processes' words come late, the mirror does not: c1 has held again, and its second znode
    is gone, before c2's claim of the term between is heard.
    """
    script = two()
    script.at = 101.0
    script.says("c1", "idle", znode=None)
    script.at = 101.001
    script.goes("c1", 1)
    script.at = 102.0
    script.queues("c1", 3)
    script.at = 103.0
    script.goes("c2", 2)
    script.at = 115.0
    script.goes("c1", 3)
    heard = []
    for at, name, number in ((101.004, "c2", 2), (103.002, "c1", 3)):
        script.at = at
        script.holds(name, number)
        heard += handovers_of(script)
        script.at = 102.999 if name == "c2" else 114.999
        script.says(name, "idle", znode=None)
    assert heard == [("c1", "c2", "release", 4.0), ("c2", "c1", "release", 3.0)]
    assert script.lock["ending"]["from"] == "c1"
    assert (script.lock["ending"]["fault"], script.lock["unclaimed"]) == ("release", [])


def test_what_is_done_to_a_client_that_had_let_go_hands_nothing_over() -> None:
    """All that the dashboard hears is late: it kills c1 as the holder that it no longer is."""
    script = two()
    script.at = 114.0
    script.event("candidate.killed", "c1", by="test", session_ends=118.0)
    script.at = 114.1
    script.goes("c1", 1)
    script.at = 100.1
    script.says("c1", "idle", znode=None)
    script.at = 100.104
    script.holds("c2", 2)
    assert handovers_of(script) == [("c1", "c2", "release", 4.0)]


def test_a_loss_that_is_told_after_another_has_held_the_lock_hands_nothing_over_again() -> None:
    script = two()
    script.begins("c3")
    script.queues("c3", 3)
    script.at = 101.0
    script.event("candidate.paused", "c1", by="test", session_ends=105.0)
    script.at = 105.0
    script.goes("c1", 1)
    script.holds("c2", 2)
    script.at = 106.0
    script.event("candidate.resumed", "c1", by="test")
    script.says("c1", "suspended", znode=None)
    assert script.lock["ending"] is None
    script.at = 107.0
    script.event("candidate.killed", "c2", by="test", session_ends=111.0)
    script.at = 111.0
    script.goes("c2", 2)
    script.holds("c3", 3)
    assert handovers_of(script) == [("c2", "c3", "kill", 4000.0)]


def test_who_takes_its_session_back_for_a_moment_still_loses_the_lock_by_expiry() -> None:
    script = two()
    script.at = 101.0
    script.event("candidate.expired", "c1", by="test")
    for belief in ("suspended", "holding", "suspended"):
        script.at += 0.01
        script.says("c1", belief, znode=f"{LOCK}/{znode_of('c1', 1)}", epoch=1001)
    script.at = 101.1
    script.goes("c1", 1)
    script.holds("c2", 2)
    handover = script.lock["handover"]
    assert (handover["fault"], handover["last_ms"]) == ("expire", 100.0)


@pytest.mark.parametrize(("kind", "fault"), [("killed", "kill"), ("paused", "pause")])
def test_one_that_cannot_take_its_turn_hands_over_from_then_on(kind: str, fault: str) -> None:
    """It is hit while it waits: nobody holds the lock while its session lasts."""
    script = two()
    script.begins("c3")
    script.queues("c3", 3)
    script.at = 101.0
    script.event(f"candidate.{kind}", "c2", by="test", session_ends=105.0)
    if fault == "kill":
        script.event("candidate.exited", "c2", code=-9, signal="SIGKILL")
    deed = "c2 was killed" if fault == "kill" else "c2 was frozen"
    assert f"{deed} while it waited, and is next" in script.tale()
    script.at = 102.0
    script.says("c1", "idle", znode=None)
    script.goes("c1", 1)
    assert f"{deed} while it waited; now it is its turn, and nobody holds" in script.tale()
    assert script.lock["untaken"]
    assert "Then c3 is next" in script.tale()
    script.at = 105.0
    script.goes("c2", 2)
    script.at = 105.2
    script.holds("c3", 3)
    handover = script.lock["handover"]
    told = {key: handover[key] for key in ("from", "to", "fault", "last_ms")}
    assert told == {"from": "c2", "to": "c3", "fault": fault, "last_ms": 3200.0}


def test_a_hand_over_by_an_operators_delete_begins_with_it() -> None:
    script = two()
    script.at = 101.0
    script.goes("c1", 1)
    script.at = 101.002
    script.holds("c2", 2)
    assert script.lock["handovers"]["deleted"]["last_ms"] == 2.0


def test_a_free_lock_is_not_handed_over() -> None:
    """Who asks when it is free waits for nobody."""
    script = LockScript()
    for name in ("c1", "c2"):
        script.begins(name)
    script.queues("c1", 1)
    script.holds("c1", 1)
    script.at = 101.0
    script.says("c1", "idle", znode=None)
    script.goes("c1", 1)
    script.at = 102.0
    script.queues("c2", 2)
    script.holds("c2", 2)
    assert script.lock["handover"] is None
    assert script.lock["handovers"] == {}


def test_a_holder_that_wakes_in_time_hands_nothing_over() -> None:
    script = two()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.lock["ending"]["fault"] == "pause"
    assert "was frozen in its task" in script.tale()
    script.event("candidate.resumed", "c1", by="test")
    assert script.lock["ending"] is None
    assert script.lock["tasks"]["c1"]["stopped"] is None


def test_frozen_past_its_session_it_believes_in_vain() -> None:
    """16. No verdict is broken: its session is over by its own clock."""
    script = two()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.at = 104.5
    script.goes("c1", 1)
    script.holds("c2", 2)
    assert "c1 is frozen and still believes that it holds the lock" in script.tale()
    assert all(script.lock["invariants"].values())
    assert script.lock["holds"] == {"c1": 100.0, "c2": 104.5}


def test_two_that_believe_at_the_same_time_are_told() -> None:
    script = two()
    script.holds("c2", 2)
    assert script.lock["invariants"]["one_holder"] is False
    assert "c1 and c2 believe" in script.lock["violations"][0]["detail"]


def test_who_is_passed_over_is_told() -> None:
    script = two()
    script.begins("c3")
    script.queues("c3", 3)
    script.says("c1", "idle", znode=None)
    script.goes("c1", 1)
    script.holds("c3", 3)
    script.at = 102.0
    script.event("invariants.checked", LOCK)
    assert script.lock["invariants"]["fifo"] is False
    assert script.lock["fairness"]["overtaken"] == 1
    details = [one["detail"] for one in script.lock["violations"]]
    assert "c3 got the lock before c2, which came first" in details


def test_while_zookeeper_is_out_of_reach_nobody_can_tell_whether_anybody_overtakes() -> None:
    """Half of the rule is about the line, which may be another one by now."""
    script = two()
    script.event("zookeeper.suspended", "zookeeper", reason="silence")
    assert script.lock["doubts"] == [{"invariant": "fifo", "detail": UNREACHED}]
    assert script.lock["invariants"] == {"one_holder": True, "fifo": None, "no_lost_update": True}


def test_a_holder_whose_znode_is_gone_has_yet_to_say_so() -> None:
    """It deleted it, and has asked anew; its word about that is on its way."""
    script = two()
    script.goes("c1", 1)
    path = f"{LOCK}/{znode_of('c1', 3)}"
    script.event("member.read", path, election=LOCK, **member("c1", 3))
    script.at += 3.0
    script.event("invariants.checked", LOCK)
    assert all(script.lock["invariants"].values())
    script.holds("c2", 2)
    assert script.lock["invariants"]["one_holder"] is False


def test_a_client_whose_old_znode_still_stands_is_not_passed_over() -> None:
    """It released and asked again before its deletion was seen."""
    script = two()
    script.says("c1", "idle", znode=None, watches=None)
    script.queues("c1", 3)
    script.holds("c2", 2)
    assert script.lock["fairness"]["overtaken"] == 0
    assert script.lock["passed_over"] is None


def test_a_holder_whose_znode_is_not_read_yet_passes_over_nobody_behind_it() -> None:
    script = two()
    script.begins("c3")
    script.says("c1", "idle", znode=None)
    script.goes("c1", 1)
    script.holds("c2", 2)
    script.queues("c1", 4)
    script.says("c2", "idle", znode=None)
    script.goes("c2", 2)
    script.holds("c3", 3)
    assert script.lock["fairness"]["overtaken"] == 0
    assert script.lock["passed_over"] is None


@pytest.mark.parametrize("late", [True, False])
def test_writes_count_by_their_moments_and_not_by_their_arrival(late: bool) -> None:
    script = two()
    moments = [(101.0, "c1", 0), (102.0, "c2", 1)]
    for script.at, name, read in reversed(moments) if late else moments:
        script.writes(name, read)
    file = script.lock["file"]
    assert (file["value"], file["finished"], file["lost"], file["by"]) == (2, 2, 0, "c2")


def test_a_write_that_nobody_told_of_is_known_by_the_next_one() -> None:
    """Killed between its write and its report."""
    script = two()
    script.writes("c1", 0)
    script.at = 101.0
    script.writes("c2", 2)
    assert (script.lock["file"]["finished"], script.lock["file"]["lost"]) == (3, 0)


def test_without_the_lock_a_frozen_client_does_not_work_on_the_file() -> None:
    script = two()
    script.event("lock.switched", LOCK, on=False, file="number-2", by="test")
    assert "Both clients work on the file at once." in script.tale()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert "Only one client works on the file." in script.tale()
    script.event("candidate.paused", "c2", by="test", session_ends=104.0)
    assert "No client works on the file now." in script.tale()
    script.event("candidate.resumed", "c1", by="test")
    script.event("candidate.exited", "c2", code=None, signal="SIGKILL")
    assert "The only client works on the file." in script.tale()
    script.writes("c1", 0, file="number-2")
    lost = "The lock is taken away: one task finished, the file says 1, and no updates are lost."
    assert script.tale().startswith(lost)


def test_the_switch_begins_a_fresh_file_and_late_writes_do_not_count() -> None:
    script = two()
    script.writes("c1", 0)
    script.event("lock.switched", LOCK, on=False, file="number-2", by="test")
    assert script.lock["before"] == {"locking": True, "value": 1, "finished": 1, "lost": 0}
    assert "The lock is taken away" in script.tale()
    script.writes("c2", 1)
    assert script.lock["file"]["finished"] == 0
    for _ in range(3):
        script.writes("c2", 0, file="number-2")
    assert script.lock["file"]["lost"] == 2
    script.event("lock.switched", LOCK, on=True, file="number-3", by="test")
    assert script.lock["before"]["lost"] == 2
    assert script.lock["invariants"]["no_lost_update"] is True


def test_who_gave_up_is_counted() -> None:
    script = two()
    script.event("candidate.gave_up", "c2", within=2.0)
    assert script.lock["waits"]["c2"]["gave_up"] == 1
    assert "c2" not in script.lock["asks"]


def test_between_a_deletion_and_the_next_hold_the_lowest_has_its_turn() -> None:
    script = two()
    assert not script.lock["untaken"]
    script.says("c1", "idle", znode=None)
    script.goes("c1", 1)
    assert script.lock["untaken"]
    assert script.tale() == (
        "c2 has its turn: its znode is the lowest, and it is about to hold the lock."
    )
    script.holds("c2", 2)
    assert not script.lock["untaken"]


def test_one_that_dies_in_its_task_has_the_lock_until_its_session_ends() -> None:
    script = two()
    script.event("candidate.killed", "c1", by="test", session_ends=105.0)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL")
    assert "it holds the lock until ZooKeeper ends its session" in script.tale()
    assert not script.lock["untaken"]
