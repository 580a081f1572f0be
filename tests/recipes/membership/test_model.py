"""Groups in the state document, by script."""

from __future__ import annotations

import json
from typing import Any

import pytest

from app.journal.patch import difference
from app.recipes.registry import MODELS
from tests.recipes.membership.script import ALL, GROUP, LIVE, GroupScript, empty, killed, two


def test_a_node_that_only_starts_has_its_place() -> None:
    script = empty()
    script.starts("c1", "n1", "0x1")
    assert script.node("n1")["standing"] == "joining"
    assert script.story() == "One node is on the way into the group."


def test_who_was_there_before_is_not_new_and_since_when_is_not_known() -> None:
    script = GroupScript()
    script.found(ALL, a=None, b=None)
    script.found(LIVE, a="0x9")
    assert (script.node("a")["standing"], script.node("b")["standing"]) == ("live", "down")
    assert [script.node(name)["since"] for name in "ab"] == [None, None]
    assert not script.node("a")["is_new"]
    assert script.group["changes"] == []


def test_who_has_read_of_a_change_before_the_mirror_saw_it_is_told() -> None:
    script = killed()
    script.says("c1", "live", "n1")
    script.at = 114.0
    script.goes(LIVE, "n2")
    assert (script.last["told"], script.last["untold"], script.last["told_ms"]) == (["c1"], [], 0.0)


def test_who_has_read_no_list_yet_is_told_of_nothing_by_what_it_says() -> None:
    """One that is asked to leave as soon as it is live."""
    script = two()
    script.starts("c3", "n3", "0x3")
    script.read(ALL, "n3", None)
    script.read(LIVE, "n3", "0x3")
    script.goes(LIVE, "n2")
    unread: dict[str, object] = {"node": "n3", "known": [], "live": [], "at": None}
    script.event("candidate.reported", "c3", group=unread, belief="live", session="0x3")
    assert script.last["what"] == "down"
    assert "c3" in script.last["untold"]


def test_one_restarted_too_early_meets_its_ghost() -> None:
    """14."""
    script = killed()
    script.starts("c3", "n2", "0x3")
    script.says("c3", "waiting", "n1", "n2")
    node = script.node("n2")
    assert (node["standing"], node["owner_is_current"]) == ("ghost", False)
    assert (node["candidate"], node["holder"], node["session"]) == ("c3", "c2", "0x2")
    assert script.story().startswith("n2 is back as process c3, but the live znode of its name")
    script.at = 114.0
    script.goes(LIVE, "n2")
    assert script.node("n2")["standing"] == "joining"
    script.at = 114.5
    script.read(LIVE, "n2", "0x3")
    script.says("c3", "live", "n1", "n2")
    node = script.node("n2")
    assert (node["standing"], node["was_down_ms"], node["lives"]) == ("live", 500.0, 2)
    assert (script.last["what"], node["is_new"]) == ("back", False)


def test_one_frozen_past_its_session_is_down_and_believes_otherwise() -> None:
    script = two()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.node("n1")["standing"] == "fading"
    script.at = 104.0
    script.goes(LIVE, "n1")
    node = script.node("n1")
    assert (node["standing"], node["belief"], node["process"]) == ("down", "live", "paused")
    assert node["read"]["extra"] == ["n1"]
    assert script.story().startswith("n1 is frozen and still believes that it is live.")
    script.says("c2", "live", "n2")
    script.at = 120.0
    script.event("invariants.checked", GROUP)
    assert script.group["invariants"] == {"live_is_true": True, "all_are_told": True}


@pytest.mark.parametrize(
    ("session", "whose"),
    [(None, "is not in the live list"), ("0x99", "is there by another session")],
)
def test_a_process_that_believes_it_is_live_and_is_not_breaks_the_invariant(
    session: str | None, whose: str
) -> None:
    script = two()
    script.goes(LIVE, "n1")
    if session is not None:
        script.read(LIVE, "n1", session)
    assert script.group["invariants"]["live_is_true"]
    detail = script.group["violations"][0]["detail"]
    assert detail == f"c1 believes that n1 is live, and it {whose}"
    script.at = 101.5
    script.event("invariants.checked", GROUP)
    assert not script.group["invariants"]["live_is_true"]


def test_who_has_left_in_order_and_is_listed_still_breaks_it() -> None:
    script = two()
    script.event("candidate.exited", "c2", code=0, signal=None, session_ends=104.0)
    script.at = 101.5
    script.event("invariants.checked", GROUP)
    assert script.group["violations"][0]["subject"] == "n2"
    assert not script.group["invariants"]["live_is_true"]


def test_a_member_whose_list_stays_wrong_breaks_the_other_one() -> None:
    script = two()
    script.read(LIVE, "elsewhere", "0x77")
    assert script.node("n1")["read"]["missing"] == []
    script.at = 101.5
    script.event("invariants.checked", GROUP)
    assert script.node("n1")["read"]["missing"] == ["elsewhere"]
    assert script.group["violations"][0]["detail"] == (
        "the live lists of c1 and c2 are wrong about elsewhere"
    )
    assert not script.group["invariants"]["all_are_told"]
    script.says("c1", "live", "n1", "n2", "elsewhere")
    script.says("c2", "live", "n1", "n2", "elsewhere")
    assert script.group["invariants"] == {"live_is_true": True, "all_are_told": True}


def test_a_znode_replaced_while_nobody_looked_is_another_life() -> None:
    script = two()
    script.found(LIVE, n1="0x1", n2="0x22")
    assert (script.node("n2")["session"], script.node("n2")["lives"]) == ("0x22", 2)


def test_parents_that_go_take_all_with_them() -> None:
    script = two()
    script.event("election.gone", LIVE)
    assert (script.group["live"], script.group["known"]) == (0, 2)
    script.event("election.gone", ALL)
    assert (script.group["known"], list(script.group["nodes"])) == (0, ["n1", "n2"])


def test_information_of_any_kind_is_kept_as_text() -> None:
    script = empty()
    for name, data in {"a": "[1", "b": "[1]", "c": '{"pid": {}}', "d": "", "e": "[" * 900}.items():
        script.read(ALL, name, None, data)
    script.read(ALL, "f", None, '{"pid": 7, "host": "h", "more": 1}')
    infos = [script.node(name)["info"] for name in "abcdef"]
    assert infos[:4] == [{"text": "[1"}, {"text": "[1]"}, {"text": '{"pid": {}}'}, {}]
    assert infos[5] == {"host": "h", "pid": 7}


@pytest.mark.parametrize("pid", ['"7"', '"<b>"', "0", "-1", "4294967296", "7.5", "true", "NaN"])
def test_a_process_number_that_is_none_is_not_told(pid: str) -> None:
    script = empty()
    script.read(ALL, "a", None, f'{{"host": "h", "pid": {pid}, "started": 1e999, "address": 7}}')
    assert script.node("a")["info"] == {"host": "h"}


def test_only_the_last_changes_are_kept() -> None:
    script = two()
    for _ in range(30):
        script.goes(LIVE, "n1")
        script.read(LIVE, "n1", "0x1")
    assert len(script.group["changes"]) == 10


def test_of_those_who_were_told_a_few_are_named_and_all_are_counted() -> None:
    script = empty()
    names = [f"n{number}" for number in range(1, 31)]
    for name in names:
        script.stands(f"c{name}", name, f"0x{name}")
    script.goes(LIVE, "n1")
    for name in names[1:]:
        script.says(f"c{name}", "live", *names[1:])
    change = script.group["changes"][-1]
    assert (len(change["told"]), change["told_count"], change["of"]) == (12, 29, 29)
    assert change["untold"] == []


def test_one_leave_costs_the_others_no_more_than_their_names() -> None:
    """Who has not been told yet is named, 16 bytes each; nothing else is said of each of them."""
    few, many = (_patch_of_a_leave(count) for count in (5, 30))
    assert len(many["violations"]) == len(few["violations"]) == 1
    assert list(many["nodes"]) == ["n1"]
    assert len(json.dumps(many)) - len(json.dumps(few)) < 16 * 25


def _patch_of_a_leave(count: int) -> Any:
    """What the end of one live znode changes in a group of so many processes."""
    script = empty()
    names = [f"n{number}" for number in range(1, count + 1)]
    for name in names:
        script.stands(f"c{name[1:]}", name, f"0x{name}")
    for name in names:
        script.says(f"c{name[1:]}", "live", *names)
    script.event("candidate.stopping", "c1", by="test")
    before: Any = script.state
    script.goes(LIVE, "n1")
    return difference(before, script.state, MODELS.lines)["groups"][GROUP]


def test_nodes_of_an_earlier_life_are_left_alone_and_come_back() -> None:
    """However many there are, an event about somebody else does not touch them."""
    script = empty()
    for number in range(50):
        script.read(ALL, f"old{number}", None, "{}")
    script.stands("c1", "n1", "0x1")
    before = script.node("old7")
    script.goes(LIVE, "n1")
    assert script.node("old7") is before
    assert (before["standing"], script.group["known"]) == ("down", 51)
    script.stands("c2", "old7", "0x2")
    assert script.node("old7")["standing"] == "live"
    script.goes(LIVE, "old7")
    assert script.node("old7")["candidate"] == "c2"
