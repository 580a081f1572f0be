"""A person deletes a leader's znode: that is told as what befell it, and of no other znode."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journal.script import ELECTION, Script, three, znode_of
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


def frozen() -> Script:
    """Three of ours, the leader frozen; its session ends at 104."""
    script = three()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    return script


def frozen_and_deleted(by_hand: int) -> dict[str, Any]:
    """The handoff after its znode went in transaction 2001, and a person deleted one in another."""
    script = frozen()
    script.at = 105.0
    path = f"{ELECTION}/{znode_of('c1', 1)}"
    script.event("workbench.deleted", path, by="page", version=0, znodes=1, zxid=by_hand)
    script.deleted("c1", 1, zxid=2001)
    handoff: dict[str, Any] = script.election["handoff"]
    return handoff


@pytest.mark.parametrize(("at", "ended"), [(102.9, "deleted"), (103.0, None)])
def test_what_went_before_its_session_can_have_run_out_was_deleted(
    at: float, ended: str | None
) -> None:
    """What a server heard just before it died, ZooKeeper's leader never did: the session may run
    out a quarter of its timeout before its owner's own clock says so.
    """
    script = frozen()
    script.at = at
    script.deleted("c1", 1)
    handoff = script.election["handoff"]
    assert (handoff["fault"], handoff["ended"]) == ("pause", ended)


def test_a_frozen_leaders_znode_that_a_person_deleted_went_by_that() -> None:
    """Also after its session is over by its own clock: the server may have it a tick longer."""
    handoff = frozen_and_deleted(by_hand=2001)
    assert (handoff["fault"], handoff["by"], handoff["ended"]) == ("pause", None, "deleted")


def test_a_deletion_by_hand_of_another_znode_says_nothing_about_a_frozen_leader() -> None:
    handoff = frozen_and_deleted(by_hand=2002)
    assert (handoff["fault"], handoff["ended"]) == ("pause", None)


def test_a_frozen_leaders_session_that_was_expired_did_not_run_out() -> None:
    script = frozen()
    script.event("candidate.expired", "c1", by="test")
    script.deleted("c1", 1)
    assert script.election["handoff"]["ended"] == "expire"


def test_the_znode_of_a_session_before_was_deleted_by_nobody_that_is_known() -> None:
    """When the session that the frozen one has now runs out says nothing about it."""
    script = three()
    script.reports("c1", "joining", session="0xlater", timeout_ms=4000)
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.chain[0]["session_ends"] is None
    script.deleted("c1", 1)
    assert script.election["handoff"]["ended"] is None


def test_a_leader_that_leaves_and_is_killed_too_has_deleted_its_znode_by_itself() -> None:
    script = three()
    script.event("candidate.stopping", "c1", by="test")
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1)
    handoff = script.election["handoff"]
    assert (handoff["fault"], handoff["ended"]) == ("stop", None)
