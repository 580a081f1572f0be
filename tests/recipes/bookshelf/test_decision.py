"""Where nobody may lead, and a person decides: the state document, by script."""

from __future__ import annotations

import pytest

from app.recipes.bookshelf.model import why_not
from tests.recipes.bookshelf.script import SHELF, ShelfScript, three

EPOCH = 0x300


def without_its_holder() -> ShelfScript:
    """Only n1 had every book: it is dead, and its disk is lost. n2 has seen more than n3."""
    script = three()
    script.in_sync(EPOCH, "n1")
    script.killed(1)
    script.at = 104.1
    for number in (1, 2, 3):
        script.leaves(number)
    script.says("n2", "catching up", 2, "aa", EPOCH, seen=EPOCH)
    script.says("n3", "catching up", 9, "bb", EPOCH, seen=EPOCH - 1)
    assert script.shelf["stranded"] is None
    assert why_not(script.shelf, "n2") == (
        "no decision is needed on who leads /bookshelf: n1 has every acknowledged book"
    )
    script.event("book.wiped", SHELF, node="n1", by="test")
    return script


def decided() -> ShelfScript:
    script = without_its_holder()
    said = {"node": "n2", "epoch": EPOCH, "missing": {"n1": "lost"}, "by": "test"}
    script.event("book.appointed", SHELF, **said)
    script.in_sync(EPOCH, "n2")
    script.read(f"{SHELF}/election", "n_0000000009", "0x2")
    script.says("n2", "leading", 2, "aa", EPOCH + 9, seen=EPOCH + 9)
    script.says("n3", "in sync", 2, "aa", EPOCH + 9)
    return script


def audited(script: ShelfScript, epoch: int, *missing: str) -> None:
    said = {"node": "n2", "epoch": epoch, "acknowledged": 3, "kept": [], "gone": []}
    script.event("book.audited", SHELF, **said, missing=list(missing))


def test_the_latest_epoch_is_proposed_before_the_most_books() -> None:
    script = without_its_holder()
    assert script.shelf["stranded"] == {"missing": {"n1": "lost"}, "choices": ["n2", "n3"]}
    assert "n2 is proposed: it has two books." in script.story()
    script.event("book.stakes", SHELF, acknowledged=3, nodes={"n2": {"missing": 1, "ids": ["kim"]}})
    assert script.story().endswith(
        "n2 is proposed: it has two books, and lacks one of the three books acknowledged here."
    )


@pytest.mark.parametrize(("node", "why"), [("n2", None), ("n1", "start it first")])
def test_only_who_runs_and_waits_can_be_let_lead(node: str, why: str | None) -> None:
    found = why_not(without_its_holder().shelf, node)
    assert found is None if why is None else why in (found or "")


def test_a_frozen_node_is_no_choice_and_nobody_is_where_none_runs() -> None:
    script = without_its_holder()
    script.event("candidate.paused", "c2", by="test", session_ends=108.0)
    assert script.shelf["stranded"]["choices"] == ["n3"]
    script.killed(3)
    assert script.shelf["stranded"]["choices"] == []
    assert "Start a node" in script.story()


def test_a_node_that_starts_on_the_named_disk_ends_it() -> None:
    script = three()
    script.in_sync(EPOCH, "n1")
    script.killed(1)
    for number in (1, 2, 3):
        script.leaves(number)
    script.says("n2", "catching up", 2, "aa", EPOCH)
    script.starts("c4", "n1", "0x4")
    assert (script.shelf["stranded"], script.node("n1")["disk"]) == (None, "here")


def test_an_in_sync_set_of_an_earlier_dashboard_is_of_disks_that_are_not_here() -> None:
    script = ShelfScript()
    script.disks = {"n1": "old-1", "n2": "old-2"}
    script.in_sync(EPOCH, "n1", "n2")
    assert script.shelf["stranded"]["missing"] == {"n1": "elsewhere", "n2": "elsewhere"}
    assert "their disks are not at this dashboard" in script.story()
    script.event("book.disks", SHELF, stores={"n1": "old-1", "n2": "another"})
    assert script.shelf["stranded"] is None
    assert [script.node(name)["disk"] for name in ("n1", "n2")] == ["here", "lost"]


def test_an_in_sync_set_of_nodes_that_live_elsewhere_is_well() -> None:
    script = ShelfScript()
    script.disks = {"n1": "far"}
    script.read(f"{SHELF}/live_nodes", "n1", "0x77")
    script.in_sync(EPOCH, "n1")
    assert script.shelf["stranded"] is None


def test_where_in_sync_is_deleted_a_person_may_decide_too() -> None:
    script = without_its_holder()
    script.goes(SHELF, "in_sync")
    assert script.shelf["stranded"] == {"missing": {}, "choices": ["n2", "n3"]}
    script.event("book.node", SHELF, node="n3", state="registering")
    assert script.shelf["stranded"] is None


def test_the_last_write_is_told_to_be_lost() -> None:
    script = three()
    script.written("kim", "n1", "n1", EPOCH, 1)
    script.event("book.appointed", SHELF, node="n2", epoch=EPOCH, missing={}, by="test")
    audited(script, EPOCH + 9, "kim")
    last = script.shelf["last_write"]
    assert (last["outcome"], last["fate"]) == ("acknowledged", "lost")


def test_what_a_decision_has_cost_is_told_and_stands() -> None:
    script = decided()
    assert script.shelf["stranded"] is None
    assert "Its list is compared now" in script.story()
    audited(script, EPOCH, "emma", "kim")
    assert script.shelf["appointed"].get("lost") is None
    audited(script, EPOCH + 9, "kim")
    done = script.shelf["appointed"]
    assert (done["node"], done["lost"], done["ids"], done["by"]) == ("n2", 1, ["kim"], "test")
    assert (
        "one of the three books that were acknowledged here is lost. “kim” is gone."
        in script.story()
    )
    assert not script.shelf["invariants"]["no_acknowledged_book_lost"]
    assert "A person let n2 lead" in script.shelf["violations"][0]["detail"]
    audited(script, EPOCH + 20)
    assert script.shelf["lost"] == 0
    assert script.shelf["appointed"]["lost"] == 1
    audited(script, EPOCH + 30, "kim", "emma")
    assert script.story().startswith("Two books that were acknowledged are not at the leader")


def test_a_book_that_is_acknowledged_after_it_ends_the_story_of_a_decision() -> None:
    script = decided()
    audited(script, EPOCH + 9)
    assert "it has all of the three books" in script.story()
    script.at += 1
    script.written("walden", "n2", "n2", EPOCH + 9, 1)
    assert "A person" not in script.story()
