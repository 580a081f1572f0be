"""An election in which everybody watches the list of children."""

from __future__ import annotations

from collections.abc import Callable

from app.journal.patch import apply, difference
from tests.journal.script import ELECTION, member, session_of, znode_of
from tests.recipes.election.crowd import Crowd, herd

OLD, NEW = znode_of("c1", 1), znode_of("c2", 2)


def dies(script: Crowd) -> None:
    """The leader is killed, and ZooKeeper ends its session."""
    script.is_killed("c1")
    script.at += 4
    script.deleted("c1", 1)


def is_woken(script: Crowd, name: str) -> None:
    """Hears of it, lists all children again, and remembers who leads."""
    script.says(name, "waiting", "notified", watches=None)
    script.hears(name, OLD)
    script.spend(name, reads=1)
    script.waits(name)


def takes_over(script: Crowd) -> None:
    """c2 hears of it, lists, looks at its own znode, leads and says so."""
    script.hears("c2", OLD)
    script.spend("c2", reads=2)
    script.leads("c2", f"{ELECTION}/{NEW}", 1002, step="acknowledge")
    script.spend("c2", writes=1)
    script.leads("c2", f"{ELECTION}/{NEW}", 1002)
    script.acknowledges("c2", NEW, 1002)


def test_who_was_woken_by_another_change_is_not_proven_to_be_woken_by_this_end() -> None:
    script = herd(4)
    script.is_killed("c1")
    script.deleted("c1", 1, zxid=9)
    for name, zxid in (("c2", 9), ("c3", 8), ("c4", None)):
        script.hears(name, OLD, zxid)
    script.leads("c2", f"{ELECTION}/{NEW}", 1002)
    script.acknowledges("c2", NEW, 1002)
    assert (script.last["notifications"], script.last["proven"]) == (3, 1)


def test_the_story_says_how_long_the_handoff_took_to_its_acknowledgement() -> None:
    script = herd(3)
    dies(script)
    script.hears("c2", OLD)
    script.at += 0.25
    script.leads("c2", f"{ELECTION}/{NEW}", 1002, step="acknowledge")
    script.at += 0.5
    script.leads("c2", f"{ELECTION}/{NEW}", 1002)
    assert script.last["phases_ms"]["leading"] == 4250.0
    assert {"ms": 4750.0} in script.election["reason"]


def test_who_reports_after_the_handoff_is_counted_too_and_then_no_more() -> None:
    script = herd(4)
    dies(script)
    is_woken(script, "c3")
    takes_over(script)
    assert (script.last["notifications"], script.last["awaited"]) == (2, 1)
    is_woken(script, "c4")
    assert (script.last["notifications"], script.last["reads"]) == (3, 4)
    assert (script.last["awaited"], script.election["tally"]) == (0, None)
    script.spend("c3", reads=7, notifications=1)
    script.waits("c3")
    assert (script.last["notifications"], script.last["reads"]) == (3, 4)


def test_who_was_told_before_the_deletion_was_seen_is_counted() -> None:
    script = herd(3)
    script.is_killed("c1")
    is_woken(script, "c3")
    script.deleted("c1", 1)
    takes_over(script)
    assert (script.last["notifications"], script.last["awaited"]) == (2, 0)


def test_a_frozen_or_dead_one_is_not_awaited() -> None:
    script = herd(4)
    script.event("candidate.paused", "c4", by="test", session_ends=script.at + 4)
    script.is_killed("c3")
    dies(script)
    takes_over(script)
    assert (script.last["notifications"], script.last["awaited"]) == (1, 0)


def test_the_next_end_is_counted_anew() -> None:
    script = herd(3)
    dies(script)
    takes_over(script)
    is_woken(script, "c3")
    script.event("candidate.stopping", "c2", by="test")
    script.deleted("c2", 2)
    script.hears("c3", NEW)
    script.spend("c3", reads=2)
    script.leads("c3", f"{ELECTION}/{znode_of('c3', 3)}", 1003)
    assert (script.last["from"], script.last["to"]) == ("c2", "c3")
    assert (script.last["notifications"], script.last["reads"]) == (1, 2)
    assert script.election["handoffs"] == 2


def test_a_leader_that_resigns_is_no_witness_of_its_own_end() -> None:
    script = herd(3)
    script.event("candidate.resigning", "c1", by="test")
    script.deleted("c1", 1)
    script.hears("c1", OLD)
    takes_over(script)
    is_woken(script, "c3")
    assert (script.last["notifications"], script.last["awaited"]) == (2, 0)


def test_who_waits_without_a_watch_is_caught_after_a_while() -> None:
    script = herd(3)
    script.waits("c3", watches=None)
    assert script.holds("watches_parent")
    script.at += 1.5
    script.event("invariants.checked", ELECTION)
    assert not script.holds("watches_parent")
    assert "c3 waits" in script.election["violations"][0]["detail"]


def test_a_list_of_data_watches_proves_nothing_of_the_lists_watch() -> None:
    script = herd(3)
    script.at += 2
    told = {"source": "wchp", "complete": True, "asked_at": script.at}
    script.lists_watches("zookeeper", **told, sessions={})
    assert {(one["watches"], one["evidence"]) for one in script.chain} == {(".", "reported")}


def test_a_server_that_lists_it_is_evidence() -> None:
    script = herd(3)
    script.at += 2
    told = {"source": "wchp", "complete": True, "asked_at": script.at}
    sessions = {session_of("c3"): [ELECTION, f"{ELECTION}/{znode_of('c3', 3)}"]}
    script.lists_watches("zookeeper", **told, sessions=sessions)
    assert [one["evidence"] for one in script.chain] == ["reported", "reported", "server"]
    assert script.chain[2]["watches"] == "."


def test_foreign_candidates_watch_it_as_far_as_the_recipe_says() -> None:
    script = Crowd("herd")
    members = [member("x", 1), member("y", 2)]
    script.event("election.found", ELECTION, members=members)
    assert {(one["watches"], one["evidence"]) for one in script.chain} == {(".", "inferred")}
    assert "from the recipe alone" in script.story()


def test_the_story_of_a_herd() -> None:
    script = herd(5)
    assert "c1 leads: its znode is the lowest. Four others wait, all watching" in script.story()
    assert "when anybody comes or goes, all are told" in script.story()
    script.is_killed("c1")
    assert "Then all four others are told at once" in script.story()
    script.at += 4
    script.deleted("c1", 1)
    assert "Four notifications go out at once, to all" in script.story()
    script.hears("c3", OLD)
    assert "1 of 4 has been told" in script.story()
    assert "Only c2 will find that it is the lowest" in script.story()
    script.hears("c2", OLD)
    script.leads("c2", f"{ELECTION}/{NEW}", 1002, step="acknowledge")
    assert "2 were woken for it, 1 of them for nothing" in script.story()
    script.acknowledges("c2", NEW, 1002)
    for name in ("c4", "c5"):
        is_woken(script, name)
    assert "c2 leads" in script.story()
    assert "woke four candidates; one was needed" in script.story()


def test_the_story_of_one_that_dies_in_the_crowd() -> None:
    script = herd(4)
    script.is_killed("c3")
    assert "c3 was killed" in script.story()
    assert "everybody is told, although it changes nothing" in script.story()


def test_a_wake_up_changes_little_of_the_document() -> None:
    """200 of them come at once: none may carry the whole chain along."""
    script = herd(200)
    dies(script)
    changes: list[Callable[[], None]] = [
        lambda: script.says("c9", "waiting", "notified", watches=None),
        lambda: script.hears("c9", OLD),
        lambda: script.waits("c9"),
    ]
    for change in changes:
        before = script.state
        change()
        patch = difference(before, script.state)
        assert apply(before, patch)["elections"] == script.state["elections"]
        assert "chain" not in patch.get("elections", {}).get(ELECTION, {})
