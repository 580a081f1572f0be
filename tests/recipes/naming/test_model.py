"""Name services in the state document, by scripts of events."""

from __future__ import annotations

from tests.recipes.configuration.script import NAMES, SHOP, NameScript, found


def standings(script: NameScript) -> dict[str, str]:
    return {name: one["standing"] for name, one in script.shop["providers"].items()}


def test_a_move_is_measured_from_what_the_provider_says_although_that_is_heard_late() -> None:
    script = found()
    script.at = 110.004
    mzxid = script.registers("c1", "h:7")
    script.says("c3", "h:7", mzxid, 110.003)
    script.at = 110.0
    script.event("candidate.moving", "c1", address="h:7")
    script.says("c4", "h:7", mzxid, 110.006)
    assert (script.last["asked_at"], script.last["by"]) == (110.0, "c1")
    assert (script.last["within_ms"], script.last["last"]) == (6.0, "c4")
    assert "the last one ms after its provider moved" in script.told()
    assert script.shop["asked"] is None


def test_a_standby_that_moves_changes_nothing() -> None:
    script = found()
    script.event("candidate.moving", "c2", address="h:9")
    assert script.shop["asked"] is None


def test_a_dead_providers_name_still_leads_to_it() -> None:
    script = found()
    script.at = 110.0
    script.event("candidate.killed", "c1", by="test", session_ends=114.0)
    script.event("candidate.exited", "c1", code=None, signal="SIGKILL", session_ends=114.0)
    script.calls("c3", "h:1", None, "refused")
    assert standings(script) == {"c1": "fading", "c2": "standby"}
    assert script.told() == (
        "c1 was killed ago, and “shop” still leads to it. Its znode is deleted when its "
        "session ends in about left. One client's calls are refused."
    )
    script.at = 114.0
    script.goes()
    assert standings(script) == {"c2": "standby"}
    assert "“shop” leads nowhere: two clients await" in script.told()


def test_an_answer_may_come_before_the_dashboard_has_read_the_address() -> None:
    script = found()
    script.at = 110.0
    for name in ("c3", "c4"):
        script.calls(name, "h:1", None, "refused")
    script.goes()
    script.at = 112.0
    for name in ("c3", "c4"):
        script.calls(name, "h:2", "c2")
    script.at = 112.05
    mzxid = script.registers("c2", "h:2")
    for name in ("c3", "c4"):
        script.says(name, "h:2", mzxid, 112.0)
    assert "Before that, calls failed for ms." in script.told()


def test_how_long_calls_failed_is_known_when_all_are_answered_again() -> None:
    script = found()
    script.at = 110.0
    script.calls("c3", "h:1", None, "refused")
    script.at = 110.3
    script.calls("c4", "h:1", None, "no answer")
    assert script.shop["outage"] == {"since": 110.0, "until": None, "ms": None}
    script.goes()
    mzxid = script.registers("c2", "h:2")
    for name, at in (("c3", 112.0), ("c4", 112.5)):
        script.at = at
        script.says(name, "h:2", mzxid, at)
        script.calls(name, "h:2", "c2")
    assert script.shop["outage"] == {"since": 110.0, "until": 112.5, "ms": 2500.0}
    assert "Before that, calls failed for ms." in script.told()
    script.at = 120.0
    script.goes()
    mzxid = script.registers("c1", "h:1")
    for name in ("c3", "c4"):
        script.says(name, "h:1", mzxid, 120.0)
        script.calls(name, "h:1", "c1")
    assert "calls failed" not in script.told()


def test_a_frozen_client_would_call_an_old_address() -> None:
    script = found()
    script.event("candidate.paused", "c3", by="test", session_ends=104.0)
    mzxid = script.registers("c1", "h:7")
    script.says("c4", "h:7", mzxid, 100.0)
    assert script.shop["subscribers"]["c3"]["standing"] == "behind"
    assert script.told().startswith("c3 is frozen, and still has h:1; “shop” leads to h:7 now.")
    script.event("candidate.moving", "c1", address="h:7")
    script.event("candidate.resumed", "c3", by="test")
    script.says("c3", "h:7", mzxid, 120.0)
    assert "Both clients call it there: c3 could not be told at once, the others" in script.told()


def test_one_that_believes_it_is_registered_and_is_not_breaks_an_invariant() -> None:
    """2."""
    script = found()
    script.registers("c2", "h:2")
    script.provides("c1", "registered", "h:1")
    found_wrong = {one["subject"] for one in script.state["names"][NAMES]["violations"]}
    assert found_wrong == {"c1", "c3", "c4"}
    script.at = 110.0
    script.event("invariants.checked", NAMES)
    assert not script.state["names"][NAMES]["invariants"]["owner_answers"]


def test_a_client_with_another_address_than_the_name_breaks_an_invariant_when_that_lasts() -> None:
    script = found()
    script.registers("c1", "h:7")
    assert script.state["names"][NAMES]["invariants"]["address_in_use"]
    script.at = 110.0
    script.event("invariants.checked", NAMES)
    assert not script.state["names"][NAMES]["invariants"]["address_in_use"]


def test_names_of_somebody_else_are_shown_as_they_stand() -> None:
    script = found()
    script.event(
        "member.read", f"{NAMES}/mail", election=NAMES, znode="mail", session="0x99", czxid=7,
        mzxid=7, ctime=1, data="[" * 5000,
    )  # fmt: skip
    mail = script.state["names"][NAMES]["names"]["mail"]
    assert (len(mail["znode"]["value"]), mail["providers"]) == (200, {})
    script.event("znode.deleted", f"{NAMES}/mail")
    assert list(script.state["names"][NAMES]["names"]) == ["shop"]


def test_a_name_without_an_address_leads_nowhere() -> None:
    script = found()
    script.event(
        "member.read", SHOP, election=NAMES, znode="shop", session="0x99", czxid=7, mzxid=99,
        ctime=1, data="",
    )  # fmt: skip
    for name in ("c3", "c4"):
        script.says(name, "", 99, 100.0)
    assert script.told() == "“shop” is registered without an address: it leads nowhere."


def ends(script: NameScript, name: str) -> None:
    script.event("candidate.killed", name, by="test", session_ends=script.at + 4)
    script.event("candidate.exited", name, code=None, signal="SIGKILL")


def test_what_became_of_the_name_of_a_dead_provider_is_told_until_it_leads_elsewhere() -> None:
    script = found()
    script.at = 110.0
    ends(script, "c1")
    script.at = 114.0
    script.goes()
    over = "c1 was killed ago and its session is over: "
    assert script.told().startswith(f"{over}its address is gone, and nobody has its name. “shop”")
    script.registers("c2", "h:2")
    assert script.told().startswith(f"{over}c2 took its name. “shop” leads")
    script.at = 120.0
    script.registers("c2", "h:7")
    assert "killed" not in script.told()


def test_a_provider_that_leaves_deletes_its_name_itself() -> None:
    script = found()
    script.at = 110.0
    script.event("candidate.stopping", "c1", by="test")
    script.at = 110.1
    script.goes()
    script.event("candidate.exited", "c1", code=0, signal=None)
    script.registers("c2", "h:2")
    assert script.told().startswith("c1 left ago: c2 took its name.")


def test_a_standby_and_a_client_that_are_killed_are_told_and_the_name_leads_where_it_led() -> None:
    script = found()
    ends(script, "c2")
    assert script.told().startswith("c2 was killed ago: it stood by, and “shop” leads where it led")
    ends(script, "c4")
    assert script.told().startswith("c4 was killed ago: one client is left. “shop” leads to c1 at")
    script.starts("c5", "lookup")
    assert "killed" not in script.told()
