"""Configurations in the state document, by scripts of events."""

from __future__ import annotations

from tests.recipes.configuration.script import CONFIG, ConfigScript, two


def test_what_stood_before_anybody_looked_is_no_change() -> None:
    script = two()
    assert script.config["changes"] == {}
    assert script.config["znode"]["mzxid"] == 10
    assert {one["standing"] for one in script.config["subscribers"].values()} == {"current"}
    assert script.told() == (
        "The configuration says “a”. Both subscribers have it, and a watch on it. "
        "Publish another value."
    )


def test_an_answer_that_comes_before_the_change_is_seen_waits_for_it() -> None:
    script = two()
    script.publishes()
    script.event("configuration.published", CONFIG, mzxid=12, version=2, by="test")
    script.at = 101.0
    script.reads("b", 12, 2)
    assert (script.last["asked_at"], script.last["by"]) == (100.0, "test")
    assert script.config["asked"] is None


def test_somebody_elses_change_meanwhile_is_not_taken_for_ours() -> None:
    script = two()
    script.publishes()
    script.reads("theirs", 11, 1)
    script.reads("ours", 12, 2)
    script.event("configuration.published", CONFIG, mzxid=12, version=2, by="test")
    theirs, ours = script.config["changes"].values()
    assert (theirs["by"], theirs["asked_at"]) == (None, None)
    assert (ours["by"], ours["asked_at"]) == ("test", 100.0)


def test_a_refused_one_leaves_no_trace() -> None:
    script = two()
    script.publishes()
    script.event("configuration.refused", CONFIG, by="test")
    script.reads("b", 11, 1)
    assert script.last["asked_at"] is None


def test_one_whose_answer_was_lost_is_known_by_the_next_change() -> None:
    script = two()
    script.publishes()
    script.event("configuration.unanswered", CONFIG, by="test")
    script.reads("b", 11, 1)
    assert (script.last["by"], script.last["asked_at"]) == ("test", 100.0)
    script.reads("c", 12, 2)
    assert script.last["by"] is None


def test_a_frozen_one_lags_and_does_not_count_in_the_time() -> None:
    script = two()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    script.publishes()
    script.reads("b", 11, 1)
    script.says("c2", "b", 11, 100.002)
    assert script.config["subscribers"]["c1"]["standing"] == "behind"
    assert (script.last["slept"], script.last["within_ms"]) == ({"c1": True}, 2.0)
    assert script.told().startswith("c1 is frozen and keeps “a”. The other one has the newe")
    script.at = 120.0
    script.event("candidate.resumed", "c1", by="test")
    script.says("c1", "b", 11, 120.0)
    assert script.config["subscribers"]["c1"]["standing"] == "current"
    assert (script.last["within_ms"], sorted(script.last["told"])) == (2.0, ["c1", "c2"])
    assert script.told().endswith(
        "Both subscribers have it: c1 could not be told at once, the others had it within ms of "
        "the write."
    )


def test_a_frozen_one_that_has_the_newest_hears_of_no_change() -> None:
    script = two()
    script.event("candidate.paused", "c1", by="test", session_ends=104.0)
    assert script.told() == (
        "The configuration says “a”. c1 is frozen: it hears of no change until it wakes."
    )
    script.event("candidate.paused", "c2", by="test", session_ends=104.0)
    assert script.told().endswith("c1 and c2 are frozen: they hear of no change until they wake.")


def test_one_that_finds_a_later_value_has_passed_the_earlier_one_over() -> None:
    script = two()
    script.reads("b", 11, 1)
    script.reads("c", 12, 2)
    script.says("c1", "c", 12, 100.0)
    first, second = script.config["changes"].values()
    assert (first["passed"], first["told"]) == ({"c1": True}, {})
    assert list(second["told"]) == ["c1"]


def test_a_version_that_begins_again_is_said() -> None:
    """17."""
    script = two()
    script.reads("b", 12, 0, czxid=12)
    assert script.last["recreated"]
    for name in ("c1", "c2"):
        script.says(name, "b", 12, 100.0)
    assert "Its version is 0 again: only the mzxid" in script.told()


def test_the_first_value_is_no_change_of_another_one() -> None:
    script = ConfigScript("c1")
    script.reads(None)
    script.says("c1", None, None, 99.0, missing=True)
    script.reads("a", 11)
    assert script.told().startswith("The configuration was created, and says “a”: 0 of 1")
    script.says("c1", "a", 11, 100.0)
    assert script.told().startswith("The configuration was created, and says “a”. The only")


def test_a_deletion_is_told_and_what_they_have_stays() -> None:
    script = two()
    script.publishes("deleted")
    script.reads(None)
    script.event("configuration.removed", CONFIG, by="test")
    assert (script.last["what"], script.last["asked_at"]) == ("deleted", 100.0)
    assert script.config["subscribers"]["c1"]["standing"] == "behind"
    for name in ("c1", "c2"):
        script.says(name, "a", 10, 100.002, missing=True)
    assert (sorted(script.last["told"]), script.last["within_ms"]) == (["c1", "c2"], 2.0)
    assert "keep what they have" in script.told()
    assert script.config["invariants"]["newest_in_use"]


def test_one_that_watches_and_is_behind_breaks_an_invariant_when_that_lasts() -> None:
    script = two()
    script.reads("b", 11, 1)
    assert [one["subject"] for one in script.config["violations"]] == ["c1", "c2"]
    assert script.config["invariants"]["newest_in_use"]
    script.at = 103.0
    script.event("invariants.checked", CONFIG)
    assert not script.config["invariants"]["newest_in_use"]


def test_nobody_is_judged_while_zookeeper_is_out_of_reach() -> None:
    script = two()
    script.reads("b", 11, 1)
    script.event("zookeeper.suspended", "zookeeper", reason="gone")
    script.at = 110.0
    script.event("invariants.checked", CONFIG)
    assert script.config["invariants"]["newest_in_use"] is None
    (doubt,) = script.config["doubts"]
    assert "does not reach ZooKeeper" in doubt["detail"]


def test_going_back_to_an_older_value_is_a_violation_for_good() -> None:
    script = two()
    script.says("c1", "old", 9, 100.0)
    assert not script.config["invariants"]["never_backwards"]
    script.says("c1", "a", 10, 100.0)
    assert not script.config["invariants"]["never_backwards"]


def test_who_starts_while_a_change_spreads_is_not_waited_for() -> None:
    script = two()
    script.publishes()
    script.reads("b", 11, 1)
    script.starts("c3")
    for name in ("c1", "c2"):
        script.says(name, "b", 11, 100.001)
    assert script.config["spread"]["count"] == 1
    script.says("c3", "b", 11, 140.0)
    assert script.last["within_ms"] == 1.0


def test_a_watch_that_the_server_lists_is_evidence_until_the_next_look() -> None:
    script = two()
    script.event("candidate.connected", "c1", session="0x1", timeout_ms=4000)
    listed = {"source": "wchp", "complete": True, "sessions": {"0x1": [CONFIG], "0x2": ["/x"]}}
    script.lists_watches("h", asked_at=98.0, **listed)
    assert not script.config["subscribers"]["c1"]["listed"]
    script.lists_watches("h", asked_at=99.5, **listed)
    assert script.config["subscribers"]["c1"]["listed"]
    assert not script.config["subscribers"]["c2"]["listed"]
    script.says("c1", "a", 10, 100.0)
    assert not script.config["subscribers"]["c1"]["listed"]


def test_who_comes_after_a_change_has_not_been_told_of_it() -> None:
    script = two()
    script.reads("b", 11, 1)
    script.at = 105.0
    script.starts("c3")
    script.says("c3", "b", 11, 106.0)
    for name in ("c1", "c2"):
        script.says(name, "b", 11, 100.001)
    assert sorted(script.last["told"]) == ["c1", "c2"]
    assert script.last["within_ms"] == 1.0


def test_data_that_is_no_text_is_a_value_too() -> None:
    script = two()
    script.event("value.read", CONFIG, mzxid=11, czxid=1, version=1, value=None, length=2)
    assert script.last["value"] == ""


def test_only_the_latest_changes_are_kept() -> None:
    script = ConfigScript("c1")
    for number in range(1, 31):
        script.reads(f"v{number}", number, number)
    assert len(script.config["changes"]) == 12
    assert script.last["mzxid"] == 30
    assert script.config["counted"] == 29


def ends(script: ConfigScript, name: str) -> None:
    script.event("candidate.killed", name, by="test", session_ends=script.at + 4)
    script.event("candidate.exited", name, code=-9, signal="SIGKILL")


def test_who_was_killed_is_told_until_the_next_change_or_the_next_start() -> None:
    for change in (True, False):
        script = two()
        ends(script, "c1")
        assert script.told() == (
            "c1 was killed ago: one subscriber is left. The configuration says “a”. The only "
            "subscriber has it, and a watch on it. Publish another value."
        )
        script.at += 1
        if change:
            script.reads("b", 11, 1)
        else:
            script.starts("c3")
        assert "killed" not in script.told()


def test_who_left_is_not_called_killed() -> None:
    script = two()
    script.event("candidate.stopping", "c2", by="test")
    script.event("candidate.exited", "c2", code=0, signal=None)
    assert script.told().startswith("c2 left ago: one subscriber is left.")
    script.event("candidate.stopping", "c1", by="test")
    script.event("candidate.exited", "c1", code=0, signal=None)
    assert "Nobody subscribes to it" in script.told()
    assert "left" not in script.told()
