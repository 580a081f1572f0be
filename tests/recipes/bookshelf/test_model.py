"""Bookshelves in the state document, by script."""

from __future__ import annotations

import pytest

from tests.recipes.bookshelf.script import ALL, ELECTION, LIVE, SHELF, ShelfScript, three

CALM = {"no_acknowledged_book_lost": True, "one_leader_serves": True, "in_sync_agree": True}


def test_nobody_is_there_at_first() -> None:
    script = ShelfScript()
    assert script.shelf["nodes"] == {}
    assert script.story().startswith("There is no node yet.")


def test_a_node_that_only_starts_has_its_place() -> None:
    script = ShelfScript()
    script.starts("c1", "n1", "0x1")
    assert (script.node("n1")["state"], script.node("n1")["live"]) == ("registering", False)
    assert script.story().startswith("Nobody leads yet.")


def test_its_own_lists_are_no_elections_and_no_group() -> None:
    script = ShelfScript()
    script.event("election.found", ELECTION, members=[])
    script.event("election.found", LIVE, members=[])
    assert ELECTION not in script.state["elections"]
    assert script.state["groups"] == {}
    known = ShelfScript()
    known.event("election.found", "/other/election", members=[])
    known.event("book.opened", "/other", by="test")
    assert "/other/election" not in known.state["elections"]


def test_the_lowest_znode_is_the_leaders_and_the_set_is_zookeepers_word() -> None:
    script = three()
    assert (script.shelf["leader"], script.shelf["in_sync"]) == ("n1", ["n1", "n2", "n3"])
    assert [script.node(name)["rank"] for name in ("n1", "n2", "n3")] == [0, 1, 2]
    assert script.shelf["in_sync_epoch"] == script.shelf["epoch"]
    assert script.shelf["invariants"] == CALM
    assert (
        script.story() == "n1 leads. Three nodes have the same two books. Add a book at any node."
    )


def test_a_node_with_another_disk_than_the_set_names_is_not_in_sync() -> None:
    script = three()
    script.event("book.node", SHELF, node="n3", store="new", state="catching up", books=0)
    assert not script.node("n3")["in_sync"]
    assert script.shelf["in_sync"] == ["n1", "n2"]
    assert script.story().startswith("n3 catches up: it fetches from n1 what it lacks")


@pytest.mark.parametrize(
    "data", ["", "[1", "[]", '{"nodes": 7}', '{"nodes": {"n1": 7}}', "[" * 900]
)
def test_a_set_that_says_nothing_is_none(data: str) -> None:
    script = three()
    script.read(SHELF, "in_sync", None, data)
    assert (script.shelf["in_sync"], script.shelf["stores"]) == ([], {})


# -- nodes ----------------------------------------------------------------------------------------


def test_a_leader_frozen_past_its_session_believes_on() -> None:
    script = three()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.node("n1")["standing"] == "fading"
    script.at = 104.2
    script.leaves(1)
    assert (script.node("n1")["standing"], script.node("n1")["state"]) == ("stale", "leading")
    assert script.story().startswith("n1 is frozen and believes that it leads; nobody leads yet.")
    script.says("n2", "leading", 2, "aa", script.shelf["epoch"])
    assert "n2 leads now, under a later epoch" in script.story()
    assert script.shelf["invariants"]["one_leader_serves"]


def test_two_that_serve_break_the_invariant_until_one_sessions_end() -> None:
    script = three()
    script.says("n2", "leading", 2, "aa", 9)
    assert not script.shelf["invariants"]["one_leader_serves"]
    assert "n1 and n2 take writes" in script.shelf["violations"][0]["detail"]
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.at = 104.1
    script.event("invariants.checked", SHELF)
    assert script.shelf["invariants"]["one_leader_serves"]


def test_a_node_that_is_down_comes_back_on_its_disk() -> None:
    script = three()
    script.killed(3)
    script.at = 104.1
    script.leaves(3)
    assert script.node("n3")["state"] == "down"
    assert "The next write waits for it" in script.story()
    script.in_sync(script.shelf["epoch"], "n1", "n2")
    assert script.story() == (
        "n3 was killed ago: n1 leads. Writes go on without it; when it returns, it catches up "
        "before it counts. Two nodes have the same two books."
    )
    script.starts("c4", "n3", "0x4")
    assert (script.node("n3")["candidate"], script.node("n3")["state"]) == ("c4", "registering")


def test_of_a_leader_that_ended_it_is_told_who_leads_now_until_the_next_book() -> None:
    script = three()
    script.killed(1)
    script.at = 104.1
    script.leaves(1)
    epoch = script.shelf["epoch"]
    script.says("n2", "leading", 2, "aa", epoch)
    script.in_sync(epoch, "n2", "n3")
    assert script.story().startswith("n1 was killed ago: n2 leads now. Writes go on without it")
    script.says("n3", "in sync", 2, "aa", epoch)
    script.killed(3)
    assert script.story().startswith("n3 was killed ago: n2 leads. n1 is down too. The next write")
    script.at += 1
    script.written("b", "n2", "n2", epoch, 1)
    assert script.story().startswith("n3 and n1 are down.")


def test_a_node_that_is_down_is_listed_as_in_sync_until_the_next_write() -> None:
    script = three()
    for node in ("n1", "n2", "n3"):
        script.says(node, script.node(node)["state"], 0, "aa", script.shelf["epoch"])
    script.killed(3)
    script.at = 104.1
    script.leaves(3)
    assert script.story() == (
        "n3 was killed ago: n1 leads. The next write waits for it, and takes it out of the in-sync "
        "set first. Three are listed as in sync; n3 is one of them, and is down."
    )
    script.in_sync(script.shelf["epoch"], "n1", "n2")
    assert script.story().endswith("Two nodes are in sync.")


def test_a_lost_disk_is_told_and_bare() -> None:
    script = three()
    script.killed(3)
    script.event("book.wiped", SHELF, node="n3", by="test")
    assert (script.node("n3")["books"], script.node("n3")["store"]) == (0, "")
    assert script.shelf["changes"][-1]["what"] == "wiped"
    script.at = 104.1
    script.leaves(3)
    script.in_sync(script.shelf["epoch"], "n1", "n2")
    assert "Nothing is left on the disk of n3." in script.story()


def test_one_that_is_frozen_or_cut_off_is_not_called_down() -> None:
    script = three()
    script.event("candidate.paused", "c3", by="test", session_ends=104.0)
    assert script.story().startswith("n3 is frozen. The next write waits for it")
    cut_off = three()
    for name in ("c2", "c3"):
        cut_off.event("candidate.reported", name, belief="suspended", step="suspended")
    assert cut_off.story().startswith("n2 and n3 have no connection to ZooKeeper. The next write")


def test_who_has_caught_up_is_told_until_the_next_book() -> None:
    script = three()
    script.event("book.synced", SHELF, node="n3", **{"from": "n1"}, books=2, ms=16.0, epoch=7)
    assert script.story().endswith("n3 has caught up: it fetched two books in ms, ago.")
    script.at = 101.0
    script.written("emma", "n1", "n1", script.shelf["epoch"], 3)
    assert "caught up" not in script.story()


def test_only_who_has_all_books_may_lead_and_that_is_said() -> None:
    script = three()
    script.in_sync(script.shelf["epoch"], "n1")
    script.killed(1)
    script.at = 104.1
    script.leaves(1)
    script.leaves(2)
    script.leaves(3)
    assert script.shelf["leader"] is None
    assert script.story().startswith("Nobody leads: n1 had every acknowledged book last")


def nobody_leads() -> ShelfScript:
    """n1 alone had every book; all sessions are over."""
    script = three()
    script.in_sync(script.shelf["epoch"], "n1")
    script.killed(1)
    script.at = 104.1
    for number in (1, 2, 3):
        script.leaves(number)
    for name in ("n2", "n3"):
        script.says(name, "catching up", 2, "aa", 7)
    return script


def test_where_the_last_disk_is_lost_nobody_may_lead() -> None:
    script = nobody_leads()
    script.event("book.wiped", SHELF, node="n1", by="test")
    assert script.shelf["in_sync"] == []
    assert script.story().startswith("Nobody may lead: the disk of n1, which had every")
    script.starts("c4", "n1", "0x4")
    script.event("book.node", SHELF, node="n1", store="new", state="catching up", books=0)
    assert script.story().startswith("Nobody may lead: the disk of n1, which had every")


def test_where_the_set_is_deleted_nobody_may_lead() -> None:
    script = nobody_leads()
    script.goes(SHELF, "in_sync")
    assert script.story().startswith("Nobody may lead: the znode in_sync was deleted")


def stays_apart(script: ShelfScript, name: str) -> None:
    """It says that ZooKeeper was restored under its disk."""
    told = {"state": "catching up", "reason": "another history", "store": f"disk-{name}"}
    script.event("book.node", SHELF, node=name, books=2, **told)


def test_where_all_disks_are_of_another_history_nobody_may_lead() -> None:
    script = three()
    for number in (1, 2, 3):
        stays_apart(script, f"n{number}")
        script.leaves(number)
    assert script.shelf["stranded"]["missing"] == dict.fromkeys(("n1", "n2", "n3"), "apart")
    assert script.story().startswith("Nobody may lead: ZooKeeper was set up again, or restored")
    assert script.shelf["in_sync"] == []


def test_a_disk_of_another_history_is_told_while_others_lead() -> None:
    script = three()
    stays_apart(script, "n3")
    assert script.shelf["stranded"] is None
    assert script.story().startswith("n3 stays apart: its disk knows another state of in_sync")
    assert script.shelf["in_sync"] == ["n1", "n2"]


def test_where_a_node_serves_only_it_says_itself() -> None:
    """Anybody may write into all_nodes, and the dashboard asks the nodes."""
    script = three()
    script.read(ALL, "n1", None, {"address": "192.0.2.1:80"})
    script.read(ALL, "other", None, {"address": "192.0.2.1:80"})
    assert script.node("n1")["address"] == "127.0.0.1:4001"
    assert script.node("other")["address"] is None


def test_books_that_differ_and_stay_so_break_the_invariant() -> None:
    script = three()
    script.says("n3", "in sync", 2, "zz", script.shelf["epoch"])
    assert script.shelf["invariants"]["in_sync_agree"]
    script.at = 102.5
    script.event("invariants.checked", SHELF)
    assert not script.shelf["invariants"]["in_sync_agree"]


def test_copies_that_keep_coming_do_not() -> None:
    """n2 and n3 are behind at every moment, and never for long by the same book."""
    script = three()
    epoch = script.shelf["epoch"]
    for number in range(2, 30):
        script.at += 0.4
        script.says("n1", "leading", number + 1, f"a{number + 1}", epoch)
        for node in ("n2", "n3"):
            script.says(node, "in sync", number, f"a{number}", epoch)
        assert script.shelf["violations"]
        assert script.shelf["invariants"]["in_sync_agree"]


def test_an_acknowledged_book_that_the_leader_has_not_is_lost() -> None:
    script = three()
    audit = {"node": "n2", "epoch": 9, "acknowledged": 2, "kept": [], "gone": []}
    script.event("book.audited", SHELF, **audit, missing=["emma"])
    assert (script.shelf["lost"], script.shelf["invariants"]["no_acknowledged_book_lost"]) == (
        1,
        False,
    )
    assert script.story().startswith("One book that was acknowledged is not at the leader, n2.")
    script.event("book.audited", SHELF, **audit, missing=[])
    assert script.shelf["invariants"] == CALM


def test_without_zookeeper_nobody_is_judged_by_the_set() -> None:
    script = three()
    script.event("zookeeper.suspended", "zookeeper", reason="gone")
    script.says("n3", "in sync", 2, "zz", script.shelf["epoch"])
    script.at = 105.0
    script.event("invariants.checked", SHELF)
    assert script.shelf["violations"] == []
    assert script.story().startswith("ZooKeeper does not answer the dashboard: ")


def test_lists_read_anew_take_away_what_is_missing() -> None:
    script = three()
    script.event("election.found", LIVE, members=[])
    assert script.shelf["live"] == 0
    script.event("election.gone", ELECTION)
    assert (script.shelf["leader"], script.shelf["election"]) == (None, [])
    script.event("election.gone", ALL)
    assert script.shelf["known"] == 0
