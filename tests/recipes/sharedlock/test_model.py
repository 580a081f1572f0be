"""A shared lock in the state document, by scripts of events."""

from __future__ import annotations

import pytest

from tests.recipes.sharedlock.script import LOCK, SharedScript, readers_before_a_writer

KAZOO = "0123456789abcdef0123456789abcdef"


# -- the line ------------------------------------------------------------------------------------


def test_when_the_writer_is_gone_the_readers_up_to_the_next_writer_have_their_turn() -> None:
    script = SharedScript()
    script.stands("c1", 1, "write")
    script.stands("c2", 2, "read")
    script.stands("c3", 3, "read")
    script.stands("c4", 4, "write")
    script.stands("c5", 5, "read")
    script.goes("c1")
    assert script.lock["holders"] == [script.znodes["c2"], script.znodes["c3"]]
    assert script.entry("c5")["waits_for"] == script.znodes["c4"]


def test_a_list_that_is_read_whole_takes_away_who_is_missing() -> None:
    script = readers_before_a_writer()
    script.event("election.found", LOCK, members=[], data=None)
    assert script.lock["chain"] == []


# -- what must hold ------------------------------------------------------------------------------


def test_a_writer_beside_a_reader_is_told_at_once() -> None:
    script = readers_before_a_writer()
    script.holds("c3")
    assert script.broken == {"writer_alone"}
    (violation,) = script.lock["violations"]
    assert violation["detail"] == "c3 writes, and c1 and c2 hold the lock at the same time"


def test_two_writers_are_told_too_and_readers_are_not() -> None:
    script = SharedScript()
    script.stands("c1", 1, "write")
    script.stands("c2", 2, "write")
    script.holds("c1")
    assert script.broken == set()
    script.holds("c2")
    assert script.broken == {"writer_alone"}


def test_a_frozen_reader_whose_session_is_over_is_in_nobodys_way() -> None:
    script = readers_before_a_writer()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.at = 104.5
    script.goes("c1")
    script.says("c2", "idle", znode=None)
    script.goes("c2")
    script.holds("c3")
    assert script.broken == set()
    assert "c1 is frozen and still believes that it holds the lock" in script.tale()


def test_a_reader_that_waits_before_the_first_writer_is_told_after_a_while() -> None:
    script = SharedScript()
    script.stands("c1", 1, "read")
    script.stands("c2", 2, "read")
    script.holds("c1")
    script.waits("c2", "c1")
    assert script.broken == set()
    script.checks(0.5)
    assert script.broken == set()
    script.checks(1.0)
    assert script.broken == {"readers_together"}


@pytest.mark.parametrize("watched", ["c1", None])
def test_who_watches_another_one_or_nothing_is_told_after_a_while(watched: str | None) -> None:
    script = readers_before_a_writer()
    script.waits("c4", watched)
    assert script.broken == set()
    script.checks(1.5)
    assert script.broken == {"watches_the_right_one"}


def test_a_frozen_one_cannot_set_its_watch() -> None:
    script = readers_before_a_writer()
    script.waits("c4", None)
    script.event("candidate.paused", "c4", by="test", session_ends=None)
    script.checks(5.0)
    assert script.broken == set()


def test_while_zookeeper_is_silent_nobodys_place_is_judged() -> None:
    script = readers_before_a_writer()
    script.event("zookeeper.suspended", "zookeeper", reason="silence")
    script.waits("c4", None)
    script.checks(5.0)
    assert script.broken == set()


# -- the file ------------------------------------------------------------------------------------


def test_a_write_over_another_one_is_lost() -> None:
    script = readers_before_a_writer()
    script.writes("c3", 0)
    script.writes("c3", 0)
    assert (script.lock["file"]["value"], script.lock["file"]["lost"]) == (1, 1)
    assert script.broken == {"no_lost_update"}


def test_the_switch_begins_a_fresh_file_and_keeps_the_account_of_the_one_before() -> None:
    script = readers_before_a_writer()
    script.event("shared_lock.switched", LOCK, on=False, file="number-2", by="test")
    assert not script.lock["before"]
    script.has_read("c1", 0, 0, "number-1")
    assert script.lock["file"]["reads"] == 0
    script.has_read("c1", 0, 1, "number-2")
    script.event("shared_lock.switched", LOCK, on=True, file="number-3", by="test")
    kept = dict(script.lock["before"])
    assert (kept["locking"], kept["reads"], kept["torn"]) == (False, 1, 1)
    assert script.broken == set()


def test_a_task_stands_still_with_its_process_and_goes_with_its_znode() -> None:
    script = readers_before_a_writer()
    script.event("candidate.killed", "c1", by="test", session_ends=105.0)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL")
    assert script.lock["tasks"]["c1"]["stopped"] == 100.0
    assert "c1" not in script.lock["holds"]
    script.goes("c1")
    assert "c1" not in script.lock["tasks"]


# -- revoked ---------------------------------------------------------------------------------------


def test_who_is_asked_is_known_by_what_its_znode_says() -> None:
    script = readers_before_a_writer()
    assert not script.entry("c1")["revoked"]
    script.reads(script.znodes["c1"], script.entry("c1")["session"], "unlock", 1001)
    assert script.entry("c1")["revoked"]
    assert script.entry("c1")["name"] == "c1"
    assert "c1 was asked to give the lock back: it leaves its task undone." in script.tale()


def test_a_persons_request_is_known_before_it_is_read_and_goes_with_the_znode() -> None:
    script = readers_before_a_writer()
    script.event("shared_lock.revoking", LOCK, znode=script.znodes["c1"], by="test")
    assert script.entry("c1")["revoked"]
    script.goes("c1")
    assert script.lock["revoking"] == {}


def test_a_request_that_could_not_be_written_was_none() -> None:
    script = readers_before_a_writer()
    script.event("shared_lock.revoking", LOCK, znode=script.znodes["c1"], by="test")
    script.event("shared_lock.unrevoked", LOCK, znode=script.znodes["c1"], by="test")
    assert not script.entry("c1")["revoked"]


def test_what_became_of_each_ones_turns_is_counted() -> None:
    script = readers_before_a_writer()
    script.has_read("c1", 7, 7)
    script.event("candidate.revoked", "c2")
    script.event("candidate.abandoned", "c2", reason="it was asked to give the lock back")
    script.event("candidate.gave_up", "c3", within=1.0)
    turns = script.lock["turns"]
    assert (turns["c1"]["held"], turns["c1"]["finished"]) == (1, 1)
    assert (turns["c2"]["gave_back"], turns["c2"]["abandoned"]) == (1, 1)
    assert turns["c3"]["gave_up"] == 1


# -- strangers -----------------------------------------------------------------------------------


def test_strangers_are_shown_for_what_they_are_and_not_judged() -> None:
    script = SharedScript()
    script.appears(f"{KAZOO}__rlock__0000000001", "0xaa", "kazoo", 500)
    script.appears(f"{KAZOO}__lock__0000000002", "0xbb", "kazoo", 501)
    script.stands("c1", 3, "read")
    first, second, own = script.lock["chain"]
    assert [(e["mode"], e["truth"], e["belief"]) for e in (first, second)] == [
        ("read", None, "unknown"),
        ("write", None, "unknown"),
    ]
    assert own["waits_for"] == second["znode"]
    script.waits("c1", second["znode"])
    script.checks(5.0)
    assert script.broken == set()
    assert "Only clients of other programs have their turn" in script.tale()


# -- the story -----------------------------------------------------------------------------------


def test_the_story_of_a_writer_alone() -> None:
    script = readers_before_a_writer()
    for name in ("c1", "c2"):
        script.says(name, "idle", znode=None)
        script.goes(name)
    script.holds("c3")
    script.works("c3", 7)
    assert script.tale() == (
        "c3 writes, alone: it has read 7, and will write 8. c4 waits for it to end."
    )


def test_the_story_of_a_holder_that_is_cut_off() -> None:
    script = readers_before_a_writer()
    script.says("c1", "suspended", znode=f"{LOCK}/{script.znodes['c1']}", session_ends=104.0)
    assert "c1 cannot reach ZooKeeper, and has stopped its work" in script.tale()


def test_the_story_of_a_frozen_writer_that_is_asked() -> None:
    script = SharedScript()
    script.stands("c1", 1, "write")
    script.holds("c1")
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.event("shared_lock.revoking", LOCK, znode=script.znodes["c1"], by="test")
    assert "c1 was frozen and holds the lock until ZooKeeper ends its session" in script.tale()
    assert "asking needs a process that can answer" in script.tale()


def test_the_story_without_the_lock() -> None:
    script = readers_before_a_writer()
    script.event("shared_lock.switched", LOCK, on=False, file="number-2", by="test")
    script.has_read("c1", 0, 1, "number-2")
    script.writes("c3", 0, "number-2")
    assert "One read, one torn; one write, none lost." in script.tale()


def test_without_the_lock_a_frozen_client_does_not_work_on_the_file() -> None:
    script = readers_before_a_writer()
    script.event("shared_lock.switched", LOCK, on=False, file="number-2", by="test")
    assert "All four clients work on the file at once." in script.tale()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert "Three of four clients work on the file at once." in script.tale()


def test_the_story_of_nobody_and_of_a_lost_connection() -> None:
    assert SharedScript().tale().startswith("Nobody wants this lock. Start three readers")
    script = readers_before_a_writer()
    script.event("zookeeper.suspended", "zookeeper", reason="silence")
    assert "nobody gets the lock" in script.tale()
