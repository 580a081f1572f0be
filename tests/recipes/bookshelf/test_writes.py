"""The writes to a bookshelf in the state document, by script."""

from __future__ import annotations

from tests.recipes.bookshelf.script import SHELF, halfway, three


def test_a_write_is_told_step_by_step() -> None:
    script = three()
    epoch = script.shelf["epoch"]
    script.asked("emma", "n3")
    assert script.shelf["write"]["stage"] == "asked"
    assert script.story() == "n3 was asked to add “emma”, and passes it on to the leader, n1."
    script.stored("emma", "n1", epoch, "n2", "n3")
    assert script.shelf["write"]["copies"] == {"n2": "waiting", "n3": "waiting"}
    script.copy("sent", "emma", "n1", "n2", epoch)
    script.copy("copied", "emma", "n1", "n2", epoch)
    assert script.shelf["write"]["copies"] == {"n2": "stored", "n3": "waiting"}
    assert "n2 has it, n3 waits for it." in script.story()
    script.copy("sent", "emma", "n1", "n3", epoch)
    script.copy("copied", "emma", "n1", "n3", epoch)
    script.written("emma", "n3", "n1", epoch, 3)
    assert (script.shelf["write"], script.shelf["acknowledged"]) == (None, 1)
    last = script.shelf["last_write"]
    assert (last["outcome"], last["copies"]) == ("acknowledged", {"n2": "stored", "n3": "stored"})
    assert [book["id"] for book in script.shelf["last_books"]] == ["emma"]
    assert script.story().endswith("“emma” was added at n3 ago: 3 of 3 have it.")


def test_a_book_that_was_there_already_is_not_counted_twice() -> None:
    script = three()
    epoch = script.shelf["epoch"]
    script.written("emma", "n1", "n1", epoch, 3, new=True)
    script.asked("emma", "n2")
    script.written("emma", "n2", "n1", epoch, 3, new=False)
    assert (script.shelf["acknowledged"], len(script.shelf["last_books"])) == (1, 1)


def test_one_that_was_unknown_counts_when_it_is_acknowledged_after_all() -> None:
    script = halfway()
    epoch = script.shelf["epoch"]
    script.event("book.failed", SHELF, id="emma", node="n3", why="unknown", ms=5)
    assert (script.shelf["last_write"]["outcome"], script.shelf["acknowledged"]) == ("unknown", 0)
    script.asked("emma", "n3")
    script.written("emma", "n3", "n1", epoch, 3, new=False)
    assert (script.shelf["acknowledged"], script.shelf["open_writes"]) == (1, [])


def test_a_kill_in_the_middle_leaves_it_open_and_the_next_leader_says_what_stays() -> None:
    script = halfway()
    script.killed(1)
    last = script.shelf["last_write"]
    assert (last["outcome"], last["fate"], script.shelf["write"]) == ("cut", None, None)
    assert "n1 ended in the middle of “emma”" in script.story()
    assert "n2 had a copy, and nobody was told" in script.story()
    assert "Its session is over in about left" in script.story()
    script.at = 104.1
    script.leaves(1)
    assert script.shelf["leader"] == "n2"
    epoch = script.shelf["epoch"]
    script.says("n2", "leading", 3, "bb", epoch)
    script.event(
        "book.audited", SHELF, node="n2", epoch=epoch, acknowledged=0, missing=[], kept=["emma"],
        gone=[],
    )  # fmt: skip
    assert script.shelf["last_write"]["fate"] == "kept"
    assert script.story().endswith("n2 leads now and has it: it stays, and all in sync have it.")


def test_what_only_the_dead_one_had_is_dropped() -> None:
    script = three()
    script.asked("emma", "n1")
    script.stored("emma", "n1", script.shelf["epoch"], "n2", "n3")
    script.killed(1)
    script.at = 104.1
    script.leaves(1)
    epoch = script.shelf["epoch"]
    script.says("n2", "leading", 2, "aa", epoch)
    script.event("book.dropped", SHELF, ids=["emma"], node="n1", epoch=epoch)
    assert script.shelf["last_write"]["fate"] == "dropped"
    assert script.shelf["changes"][-1]["ids"] == ["emma"]
    assert "it is gone. Nothing was promised." in script.story()


def test_an_answer_told_right_before_the_kill_counts() -> None:
    script = halfway()
    script.killed(1)
    script.written("emma", "n3", "n1", 7, 3)
    assert (script.shelf["last_write"]["outcome"], script.shelf["acknowledged"]) == (
        "acknowledged",
        1,
    )


def test_a_stale_leaders_copy_is_refused_and_told_once() -> None:
    script = halfway()
    old = script.shelf["epoch"]
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert "n1 was frozen in the middle of copying “emma”" in script.story()
    script.at = 104.2
    script.leaves(1)
    new = script.shelf["epoch"]
    script.says("n2", "leading", 3, "bb", new)
    script.event("candidate.resumed", "c1", by="test")
    script.copy("refused", "emma", "n1", "n3", old, seen=new, why="epoch")
    script.copy("refused", "emma", "n1", "n3", old, seen=new, why="epoch")
    assert [(one["from"], one["to"]) for one in script.shelf["refused"]] == [("n1", "n3")]
    script.event("book.failed", SHELF, id="emma", node="n3", why="unknown", ms=5)
    assert script.shelf["last_write"]["outcome"] == "refused"
    said = f"n1 sent “emma” under epoch {hex(old)}, and n3 refused it ago: it had seen epoch "
    assert script.story().startswith(f"{said}{hex(new)}.")
    for number in (1, 2, 3):
        script.killed(number)
        script.leaves(number)
    assert script.story().startswith("No node runs. The books are on the disks")


def test_a_node_that_is_yet_to_be_brought_up_refuses_nobody_stale() -> None:
    script = halfway()
    script.copy("refused", "emma", "n1", "n3", 7, seen=None, why="term")
    assert script.shelf["refused"] == []
    assert script.shelf["write"]["copies"]["n3"] == "refused"


def test_who_does_not_answer_is_taken_out_before_anybody_is_told() -> None:
    script = halfway()
    epoch = script.shelf["epoch"]
    script.copy("unanswered", "emma", "n1", "n3", epoch)
    assert "n3 does not answer, and is taken out of the in-sync set" in script.story()
    script.in_sync(epoch, "n1", "n2")
    assert script.shelf["changes"][-1] == {"at": 100.0, "node": "n3", "what": "out"}
    script.written("emma", "n3", "n1", epoch, 2)
    assert script.shelf["last_books"][-1]["copies"] == 2


def test_without_a_leader_a_write_is_refused_for_the_time_being() -> None:
    script = three()
    script.killed(1)
    assert "Writers get 503" in script.story()
    script.event("book.failed", SHELF, id="kim", node="n2", why="no leader", ms=5)
    assert script.shelf["last_write"]["outcome"] == "unavailable"


def test_copies_that_are_equally_far_are_told_together() -> None:
    script = three()
    epoch = script.shelf["epoch"]
    script.asked("emma", "n1")
    script.stored("emma", "n1", epoch, "n2", "n3", "n4")
    assert f"under epoch {hex(epoch)}. n2, n3 and n4 wait for it. The client" in script.story()
