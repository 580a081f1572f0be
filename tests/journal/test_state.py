"""The fold, by scripts of events."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import pytest

from app.journal.patch import difference
from app.journal.znode_facts import FOLLOWED_UNASKED
from app.readmodels.lines import places
from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, Script, member, session_of, three, znode_of


def test_patches_add_up_to_the_state() -> None:
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL")
    script.deleted("c1", 1)
    assert script.patches_add_up()


def test_a_patch_removes_keys_in_the_order_of_the_document() -> None:
    """And so the same events make the same bytes in every process."""
    names = [f"c{number}" for number in range(30, 0, -1)]
    assert [*difference(dict.fromkeys(names, 1), {})] == names


def test_who_comes_and_goes_costs_the_same_among_many() -> None:
    script = Script()
    for number in range(1, 31):
        script.joins(f"c{number}", number)

    def change(what: Callable[[], None]) -> set[str]:
        """Do something; return the members that the patch of it carries."""
        before = script.state
        what()
        patch = difference(before, script.state, MODELS.lines)
        return set(patch["elections"][ELECTION]["chain"])

    assert change(lambda: script.joins("c31", 31)) == {znode_of("c31", 31)}
    assert change(lambda: script.deleted("c9", 9)) == {znode_of("c9", 9), znode_of("c10", 10)}
    assert change(lambda: script.deleted("c1", 1)) == {znode_of("c1", 1), znode_of("c2", 2)}
    assert script.patches_add_up()


def test_a_member_keeps_its_place_while_others_come_and_go() -> None:
    def places_of(*known: float | None) -> list[float]:
        return places([{} if place is None else {"place": place} for place in known])

    assert places_of(None, None, None) == [0, 1, 2]
    assert places_of(0, 2, None) == [0, 2, 3]
    assert places_of(0, None, 1) == [0, 0.5, 1]
    assert places_of(None, 0) == [-0.5, 0]
    assert places_of(3, 1, 2) == [3, 4, 5]
    crowded = math.nextafter(1.0, 2.0)
    assert places_of(1, None, crowded) == [0, 1, 2]


def test_a_deletion_seen_late_is_set_no_later_than_its_notification() -> None:
    script = three()
    script.event("candidate.stopping", "c1", by="test")
    script.at = 100.010
    script.deleted("c1", 1)
    script.at = 100.009
    script.notified("c2", znode_of("c1", 1))
    script.reports("c2", "leading", step="lead")
    phases = script.election["last_handoff"]["phases_ms"]
    assert phases["deleted"] == phases["notified"] == 9.0


def test_a_frozen_leader_that_wakes_in_time_hands_nothing_over() -> None:
    script = three()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.candidate("c1")["process"] == "paused"
    assert script.election["handoff"]["fault"] == "pause"
    script.event("candidate.resumed", "c1", by="test")
    assert script.election["handoff"] is None
    assert script.candidate("c1")["session_ends"] is None


def test_an_heir_that_dies_too_is_passed_over() -> None:
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.event("candidate.killed", "c2", by="test", session_ends=104.0)
    script.deleted("c1", 1)
    script.deleted("c2", 2)
    assert script.election["handoff"]["to"] == "c3"
    script.notified("c3", znode_of("c2", 2))
    script.reports("c3", "leading", step="lead")
    last = script.election["last_handoff"]
    assert (last["from"], last["to"], last["notifications"]) == ("c1", "c3", 1)


def test_each_of_two_ends_in_one_handoff_has_fired_its_own_notification() -> None:
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1, zxid=7)
    script.notified("c2", znode_of("c1", 1), zxid=7)
    script.event("candidate.killed", "c2", by="test", session_ends=104.0)
    script.deleted("c2", 2, zxid=9)
    script.notified("c3", znode_of("c2", 2), zxid=9)
    script.reports("c3", "leading", step="lead")
    last = script.election["last_handoff"]
    assert (last["notifications"], last["proven"]) == (2, 2)
    assert (last["earlier"], last["zxids"]) == ([7], {"deleted": 9, "notified": 9})


def test_a_notification_by_another_change_is_not_proven() -> None:
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1, zxid=7)
    script.notified("c2", znode_of("c1", 1), zxid=6)
    handoff = script.election["handoff"]
    assert (handoff["notifications"], handoff["proven"]) == (1, 0)
    assert script.election["woken"] == {"znode": znode_of("c1", 1), "zxid": 7, "candidates": []}


def test_a_middle_candidate_going_is_no_handoff() -> None:
    script = three()
    script.event("candidate.killed", "c2", by="test", session_ends=104.0)
    script.event("candidate.exited", "c2", code=-9, signal="SIGKILL")
    assert "c2 was killed" in script.story()
    assert "Then c3, which watches it, is told" in script.story()
    script.deleted("c2", 2)
    assert script.election["handoff"] is None
    assert script.election["leader"] == znode_of("c1", 1)


def test_a_foreign_leader_going_is_a_handoff_of_which_the_deletion_is_known() -> None:
    script = Script()
    script.event("election.found", "/locks/a", members=[member("x", 1), member("y", 2)])
    script.at += 7
    script.event("znode.deleted", f"/locks/a/{znode_of('x', 1)}")
    last = script.state["elections"]["/locks/a"]["last_handoff"]
    assert last["to_znode"] == znode_of("y", 2)
    assert last["led_ms"] == 7000
    assert (last["fault"], last["phases_from"]) == (None, "deleted")
    assert set(last["phases_ms"].values()) == {None}


def test_evidence_of_foreign_watches() -> None:
    script = Script()
    script.event("election.found", "/locks/a", members=[member("x", 1), member("y", 2)])
    assert chain_of(script, "/locks/a")[1]["evidence"] == "inferred"
    listed = {session_of("y"): [f"/locks/a/{znode_of('x', 1)}", f"/locks/a/{znode_of('y', 2)}"]}
    script.lists_watches("server", source="wchp", complete=True, asked_at=100.0, sessions=listed)
    second = chain_of(script, "/locks/a")[1]
    assert (second["watches"], second["evidence"]) == (znode_of("x", 1), "server")


def chain_of(script: Script, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = script.state["elections"][path]["chain"]
    return found


def test_a_server_list_older_than_the_report_proves_nothing() -> None:
    script = three()
    script.lists_watches("server", source="wchp", complete=True, asked_at=99.0, sessions={})
    assert script.chain[1]["evidence"] == "reported"
    script.at = 102.0
    script.lists_watches("server", source="wchp", complete=True, asked_at=101.0, sessions={})
    assert (script.chain[1]["evidence"], script.chain[1]["watches"]) == ("server", None)


def test_two_that_believe_they_lead_are_caught_at_once() -> None:
    script = three()
    script.reports("c2", "leading")
    assert not holds(script, "one_leader")
    assert "c1 and c2" in script.election["violations"][0]["detail"]


def holds(script: Script, invariant: str) -> bool:
    return bool(script.election["invariants"][invariant])


def test_a_frozen_believer_counts_until_its_session_ran_out_by_its_clock() -> None:
    script = three()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1)
    script.reports("c2", "leading")
    assert not holds(script, "one_leader")
    script.at = 104.0
    script.event("invariants.checked", ELECTION)
    assert holds(script, "one_leader")
    assert "still believes it is the leader" in script.story()


def test_a_frozen_believer_has_lost_its_znode_and_not_always_its_session() -> None:
    """Somebody else may have deleted it."""
    script = three()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1)
    script.reports("c2", "leading")
    assert "Its znode is gone, and ZooKeeper says that c2 leads" in script.story()
    assert "session is over" not in script.story()


def test_leading_without_the_lowest_znode_is_broken_after_it_had_time_to_hear() -> None:
    script = three()
    script.event("member.read", znode_of("x", 0), election=ELECTION, **member("x", 0))
    assert script.election["invariants"]["leader_is_lowest"] is None
    script.at += 1.5
    script.event("invariants.checked", ELECTION)
    assert script.election["invariants"]["leader_is_lowest"] is False


def test_watching_somebody_else_is_broken_after_it_had_time_to_hear() -> None:
    script = three()
    script.reports("c3", "waiting", znode=f"{ELECTION}/{znode_of('c3', 3)}", watches="c1guid")
    script.at += 1.5
    script.event("invariants.checked", ELECTION)
    assert not holds(script, "watches_predecessor")


def test_a_deletion_that_wakes_two_is_caught() -> None:
    script = three()
    script.deleted("c1", 1)
    script.notified("c2", znode_of("c1", 1))
    assert holds(script, "one_wakeup")
    script.notified("c3", znode_of("c1", 1))
    assert not holds(script, "one_wakeup")


def test_members_missing_from_a_reading_are_gone() -> None:
    script = three()
    script.event("election.found", ELECTION, members=[member("c2", 2), member("c3", 3)])
    assert [entry["candidate"] for entry in script.chain] == ["c2", "c3"]
    handoff = script.election["handoff"]
    assert (handoff["fault"], handoff["from"], handoff["to"]) == (None, "c1", "c2")


def test_a_reading_without_leader_and_heir_hands_over_to_who_is_left() -> None:
    script = three()
    script.event("election.found", ELECTION, members=[member("c3", 3)])
    handoff = script.election["handoff"]
    assert (handoff["from"], handoff["to"]) == ("c1", "c3")


def test_a_reading_without_any_of_them_hands_nothing_over() -> None:
    script = three()
    script.event("election.found", ELECTION, members=[])
    assert script.election["handoff"] is None
    assert script.election["leader"] is None


def test_whose_znode_it_was_stays_known_when_the_candidate_has_a_new_session() -> None:
    script = three()
    script.event("candidate.connected", "c1", session="0xnew", timeout_ms=4000)
    first = script.chain[0]
    assert (first["candidate"], first["belief"], first["watches"]) == ("c1", "gone", None)


def test_a_candidate_is_known_in_the_chain_from_its_session_on() -> None:
    script = Script()
    script.starting("c1")
    script.event("candidate.connected", "c1", session=session_of("c1"), timeout_ms=4000)
    script.event("election.found", ELECTION, members=[member("c1", 1)])
    assert script.chain[0]["candidate"] == "c1"


def test_the_session_of_a_killed_one_may_end_before_its_exit_is_known() -> None:
    """So it is where the only server, which keeps nothing, is restarted right after the kill."""
    script = three()
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.deleted("c1", 1)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL", session_ends=104.0)
    dead = script.candidate("c1")
    assert (dead["process"], dead["znode"], dead["session_ends"]) == ("exited", None, None)


def test_a_found_election_that_vanishes_is_dropped_and_an_asked_for_one_stays() -> None:
    script = Script()
    script.event("election.found", "/locks/a", members=[member("x", 1)])
    script.event("election.gone", "/locks/a")
    script.event("election.gone", ELECTION)
    assert list(script.state["elections"]) == [ELECTION]


def test_too_many_found_elections_are_offered_and_not_followed() -> None:
    script = Script()
    for number in range(FOLLOWED_UNASKED + 1):
        script.event("election.found", f"/locks/{number}", members=[member("x", 1)])
    assert len(script.state["elections"]) == FOLLOWED_UNASKED
    assert len(script.state["found"]) == 2
    first = next(iter(script.state["found"]))
    script.event("election.followed", first, strategy="predecessor", by="test")
    assert first in script.state["elections"]
    assert first not in script.state["found"]


def test_how_far_the_mirror_is_behind_is_known_until_it_has_caught_up() -> None:
    script = three()
    script.at = 130.0
    script.event("mirror.behind", "zookeeper", ms=2500)
    assert script.state["zookeeper"]["behind"] == {"ms": 2500, "at": 130.0}
    script.event("mirror.caught_up", "zookeeper")
    assert script.state["zookeeper"]["behind"] is None


def with_found(count: int) -> Script:
    """So many found paths where one member stands."""
    script = Script()
    for number in range(count):
        script.event("election.found", f"/locks/{number}", members=[member("x", 1)])
    return script


def test_a_found_path_where_somebody_stands_is_shown_in_place_of_a_free_one() -> None:
    script = with_found(FOLLOWED_UNASKED - 1)
    for script.at, number in ((110.0, 3), (111.0, 1)):
        script.event("znode.deleted", f"/locks/{number}/{znode_of('x', 1)}")
    script.event("election.found", "/locks/live", members=[member("y", 1), member("z", 2)])
    assert len(script.state["elections"]["/locks/live"]["chain"]) == 2
    assert script.state["found"] == {"/locks/3": {"members": 0}}, "it was left first"
    assert ELECTION in script.state["elections"], "somebody has asked for it"


def test_what_is_counted_at_a_found_path_lives() -> None:
    script = with_found(FOLLOWED_UNASKED)
    (path,) = script.state["found"]
    script.event("znode.created", f"{path}/{znode_of('y', 2)}")
    script.event("znode.created", f"{path}/config")
    assert script.state["found"][path] == {"members": 2}
    for name in (znode_of("y", 2), znode_of("x", 1), "config"):
        script.event("znode.deleted", f"{path}/{name}")
    assert script.state["found"][path] == {"members": 0}


def test_who_comes_to_a_free_path_has_it_shown_where_there_is_room() -> None:
    script = with_found(FOLLOWED_UNASKED)
    (path,) = script.state["found"]
    script.event("znode.deleted", f"{path}/{znode_of('x', 1)}")
    script.event("znode.created", f"{path}/{znode_of('x', 2)}")
    assert script.state["found"] == {path: {"members": 1}}, "there is no room"
    script.event("znode.deleted", f"{path}/{znode_of('x', 2)}")
    script.event("znode.deleted", f"/locks/0/{znode_of('x', 1)}")
    script.event("znode.created", f"{path}/{znode_of('x', 3)}")
    assert [one["znode"] for one in script.state["elections"][path]["chain"]] == [znode_of("x", 3)]
    assert script.state["found"] == {"/locks/0": {"members": 0}}


def test_a_path_that_is_followed_no_longer_is_in_no_list() -> None:
    script = with_found(FOLLOWED_UNASKED)
    (path,) = script.state["found"]
    script.event("znode.deleted", f"/locks/0/{znode_of('x', 1)}")
    for free in (path, "/locks/0", "/locks/1", ELECTION):
        script.event("election.forgotten", free)
    assert not script.state["found"]
    assert not {path, "/locks/0"} & set(script.state["elections"])
    assert {"/locks/1", ELECTION} < set(script.state["elections"]), (
        "somebody stands there, or asked"
    )


def test_a_lost_connection_is_told_with_its_reason_and_since_when() -> None:
    script = three()
    script.at = 120.0
    script.event("zookeeper.suspended", "zookeeper", reason="connection refused")
    script.at = 125.0
    script.event("zookeeper.suspended", "zookeeper", reason="connection refused")
    zookeeper = script.state["zookeeper"]
    assert (zookeeper["state"], zookeeper["since"]) == ("suspended", 120.0)
    assert zookeeper["reason"] == "connection refused"
    assert "does not answer" in script.story()


@pytest.mark.parametrize("count", [0, 1, 2])
def test_the_story_says_who_leads_and_who_would_be_told(count: int) -> None:
    script = Script()
    for number in range(1, count + 1):
        script.joins(f"c{number}", number)
    expected = ("no candidates", "c1 leads", "c2 waits")[count]
    assert expected in script.story()


def test_the_story_says_no_more_of_foreign_watches_than_is_known() -> None:
    script = Script()
    members = [member("x", 1), member("y", 2), member("z", 3)]
    script.event("election.found", ELECTION, members=members)
    assert "should lead" in script.story()
    assert "follow from the order alone" in script.story()
    listed = {session_of("y"): [f"{ELECTION}/{znode_of('x', 1)}"]}
    data = {"source": "wchp", "asked_at": 102.0, "sessions": listed}
    script.lists_watches("zookeeper", complete=True, **data)
    assert "one of them does not watch the one before it" in script.story()


def test_long_ended_candidates_are_forgotten() -> None:
    script = Script()
    for number in range(1, 151):
        script.starting(f"c{number}")
        script.event("candidate.exited", f"c{number}", code=0, signal=None)
    assert "c1" not in script.state["candidates"]
    assert "c150" in script.state["candidates"]


@pytest.mark.parametrize(
    ("data", "strategy"),
    [
        ('{"candidate": "1", "host": "h", "pid": 3, "recipe": "herd"}', "herd"),
        ('{"candidate": "1", "host": "h", "pid": 3}', "predecessor"),
        ('{"recipe": "lock"}', "predecessor"),
        ('{"recipe": ["herd"]}', "predecessor"),
        ("[" * 100_000, "predecessor"),
    ],
)
def test_strangers_are_shown_by_the_strategy_that_their_znodes_say(
    data: str, strategy: str
) -> None:
    script = Script()
    stranger = {**member("x", 1), "data": data}
    script.event("member.read", f"{ELECTION}/x", election=ELECTION, **stranger)
    assert script.election["strategy"] == strategy


def test_another_strategy_leaves_the_store_and_the_data_as_they_are() -> None:
    """The store knows nothing of strategies: it goes on as it was told."""
    script = Script()
    script.event("election.followed", ELECTION, strategy="predecessor", by="test")
    script.event("work.fencing", ELECTION, on=False, by="test")
    script.event("version.read", ELECTION, newest=3)
    script.event("election.followed", ELECTION, strategy="herd", by="test")
    assert script.election["strategy"] == "herd"
    assert script.election["fencing"] is False
    assert script.election["data"] == {"newest": 3}


def test_an_epoch_of_another_ensemble_is_told_until_it_is_written_over() -> None:
    script = three()
    copied = {"znode": "n_7", "epoch": 1 << 60, "candidate": "c7", "believed": False}
    script.event("acknowledgement.read", ELECTION, **copied)
    assert "names the epoch 0x1000000000000000" in script.story()
    own = {"znode": script.chain[0]["znode"], "epoch": 1001, "candidate": "c1", "believed": True}
    script.event("acknowledgement.read", ELECTION, **own)
    assert "another ensemble" not in script.story()


def test_a_leader_that_the_store_refuses_is_told_until_it_begins() -> None:
    script = three()
    epoch = script.chain[0]["czxid"]
    asked = {"candidate": "c1", "epoch": epoch, "count": 7, "seen": epoch + 9, "holder": "c9"}
    script.event("work.refused", ELECTION, number=None, **asked)
    assert "the store refuses its work" in script.story()
    script.event("work.begun", ELECTION, number=None, **{**asked, "seen": 0, "holder": None})
    assert "refuses" not in script.story()


def test_a_found_key_that_is_not_shown_is_counted_and_shown_once_there_is_room() -> None:
    """The path of such a key is its own: it stays when its owner goes."""
    script = with_found(FOLLOWED_UNASKED - 1)
    one = {"znode": ".", "session": "0x9", "czxid": 9, "mzxid": 9, "ctime": 0, "data": "n1"}
    script.event("election.found", "/controller", strategy="single", members=[one])
    assert script.state["found"] == {"/controller": {"members": 1}}
    script.event("znode.deleted", "/controller")
    assert script.state["found"] == {"/controller": {"members": 0}}
    script.event("znode.deleted", f"/locks/3/{znode_of('x', 1)}")
    script.event("znode.created", "/controller", zxid=12)
    script.event("election.found", "/controller", strategy="single", members=[one])
    shown = script.state["elections"]["/controller"]
    assert (shown["leader"], shown["chain"][0]["label"]) == (".", "controller")
    assert script.patches_add_up()


def test_a_followed_key_that_has_become_persistent_is_an_election_again() -> None:
    script = Script()
    script.event("election.followed", "/byhand", strategy="predecessor", by="test")
    key = {"znode": ".", "session": "0x9", "czxid": 9, "mzxid": 9, "ctime": 0, "data": "n1"}
    script.event("election.found", "/byhand", strategy="single", members=[key])
    script.event("znode.deleted", "/byhand")
    script.event("znode.created", "/byhand", zxid=12)
    script.event("election.found", "/byhand", members=[])
    script.event("znode.created", f"/byhand/{znode_of('x', 1)}")
    one = script.state["elections"]["/byhand"]
    assert (one["itself"], one["strategy"], one["leader"]) == (
        False,
        "predecessor",
        znode_of("x", 1),
    )
    assert (one["vacant"], one["handoffs"]) == (None, 0)
    assert script.patches_add_up()


def test_a_member_that_is_also_followed_as_a_key_goes_from_both() -> None:
    script = Script()
    script.event("election.found", ELECTION, members=[member("x", 1), member("y", 2)])
    path, key = f"{ELECTION}/{znode_of('x', 1)}", {**member("x", 1), "znode": "."}
    script.event("election.followed", path, strategy="predecessor", by="test")
    script.event("election.found", path, strategy="single", members=[key])
    script.event("znode.deleted", path)
    assert script.state["elections"][ELECTION]["leader"] == znode_of("y", 2)
    assert script.state["elections"][path]["leader"] is None


def test_what_no_counter_has_given_leaves_without_a_handoff() -> None:
    script = Script()
    code = "host1-9092-1719412345"
    script.event("znode.created", f"{ELECTION}/{code}")
    script.event("election.found", ELECTION, members=[], uncounted=[code])
    election = script.state["elections"][ELECTION]
    assert (election["chain"], election["vacant"], election["leader"]) == ([], None, None)
    script.event("znode.created", f"{ELECTION}/{znode_of('x', 1)}")
    script.event(
        "member.read", f"{ELECTION}/{znode_of('x', 1)}", election=ELECTION, **member("x", 1)
    )
    assert script.state["elections"][ELECTION]["handoffs"] == 0
