"""A person deletes a leader's znode: that is told as what befell it, and of no other znode."""

from __future__ import annotations

import pytest

from tests.journal.script import ELECTION, znode_of
from tests.recipes.election.crowd import LEADER
from tests.recipes.election.test_foreign_handoffs import Key, strangers


def deletes(key: Key, zxid: int | None) -> None:
    key.event("workbench.deleted", LEADER, by="page", version=0, znodes=1, zxid=zxid)


@pytest.mark.parametrize("told", ["before", "after", "late"])
def test_a_key_that_was_deleted_by_hand(told: str) -> None:
    """Its end is seen before that is told, or after, or when the next one owns it already."""
    key = Key()
    key.owns("pg1", 1001)
    if told == "before":
        deletes(key, 1500)
    key.loses()
    if told == "after":
        deletes(key, 1500)
        assert "pg1 had its znode deleted by a person" in key.story()
        assert key.election["vacant"]["by"] == "page"
    key.owns("pg2", 1600)
    if told == "late":
        deletes(key, 1500)
    known = key.last
    assert (known["fault"], known["by"]) == ("deleted", "page")
    key.loses()
    key.owns("pg3", 1700)
    after = key.last
    assert (after["from_name"], after["fault"], after["by"]) == ("pg2", None, None)


def test_a_later_key_of_the_same_name_is_another_one() -> None:
    key = Key()
    key.owns("pg1", 1001)
    key.loses()
    key.owns("pg2", 1600)
    deletes(key, 1700)
    assert key.last["fault"] is None
    key.loses()
    key.owns("pg3", 1800)
    assert key.last["from_name"] == "pg2"
    assert key.last["by"] == "page"


def test_another_deletion_than_that_by_hand_ended_it() -> None:
    """The mirror is behind: the znode of the same name that was deleted by hand came after it."""
    key = Key()
    key.owns("pg1", 1001)
    deletes(key, 1500)
    key.loses(zxid=1100)
    key.owns("pg3", 1600)
    assert (key.last["from_name"], key.last["fault"]) == ("pg1", None)


def test_what_does_not_say_which_znode_of_that_name_it_was_is_not_joined() -> None:
    key = Key()
    key.owns("pg1", 1001)
    deletes(key, None)
    key.loses()
    key.owns("pg2", 1600)
    assert key.last["fault"] is None


def test_a_line_of_a_console_is_a_person_too() -> None:
    line = strangers("x", "y", "z")
    for name, number in (("x", 1), ("y", 2)):
        path = f"{ELECTION}/{znode_of(name, number)}"
        line.deleted(name, number, zxid=2000 + number)
        said = {"prompt": "$ ", "line": f"delete {path}", "output": [], "left_out": 0}
        gone = [{"path": path, "zxid": 2001}]
        line.event("console.said", "k1", **said, deleted=gone)
    assert (line.last["from_name"], line.last["fault"]) == ("y", None), "that was another change"
    line.event("console.said", "k1", **said, deleted=[{"path": path, "zxid": None}])
    assert (line.last["fault"], line.last["by"]) == ("deleted", "console k1")
    assert "Nobody here saw why" not in line.story()
