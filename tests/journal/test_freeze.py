"""The fold of what became of the sessions when the server that ends them was frozen."""

from __future__ import annotations

from typing import Any

import pytest

from tests.journal.script import Script, text_of, three


def ensemble() -> Script:
    """Three servers of ours, s1 leads them; c1, c2 and c3 have sessions, as the dashboard has."""
    script = three()
    script.configured("s1", "s2", "s3")
    script.servers(s1="leader", s2="follower", s3="follower")
    for name in ("c1", "c2", "c3"):
        script.event("candidate.connected", name, session=f"0x{name}", timeout_ms=4000)
    return script


def freeze_of(script: Script) -> dict[str, Any]:
    found: dict[str, Any] = script.state["zookeeper"]["freeze"]
    return found


def told(script: Script) -> str:
    return text_of(freeze_of(script)["story"])


def freeze(script: Script, seconds: float, *, server: str = "s1") -> None:
    script.event("server.paused", server, by="test")
    script.at += seconds
    script.event("server.resumed", server, by="test")


def settle(script: Script, server: str = "s1") -> None:
    script.at += 1.0
    script.event("server.awake", server)
    script.servers(s1="leader", s2="follower", s3="follower")


def loses_its_session(script: Script, name: str) -> None:
    script.reports(name, "joining", session=None)
    script.event("candidate.connected", name, session=f"0x{name}again", timeout_ms=4000)


def test_a_short_freeze_ends_nobody() -> None:
    script = ensemble()
    freeze(script, 1.0)
    assert told(script) == "", "who survives is not known yet"
    settle(script)
    assert told(script) == "s1 led and was frozen for 1.0 s: no session ended."
    assert freeze_of(script)["ended"] == []


def test_who_has_another_session_was_ended_on_waking() -> None:
    script = ensemble()
    freeze(script, 6.04)
    loses_its_session(script, "c1")
    script.reports("c3", "joining", session=None)
    settle(script)
    assert freeze_of(script)["ended"] == ["c1", "c3"]
    assert told(script) == (
        "s1 led and was frozen for 6.0 s: on waking it ended the sessions of c1 and c3, for their"
        " time was over before it heard of them; the sessions of c2 and the dashboard survived."
    )


def test_with_a_new_leader_all_live_on() -> None:
    script = ensemble()
    script.event("server.paused", "s1", by="test")
    script.at += 20.0
    script.servers(s1=None, s2="idle", s3="idle")
    script.event("server.resumed", "s1", by="test")
    script.at += 1.0
    script.event("server.awake", "s1")
    assert told(script) == "", "nobody has told yet who leads"
    script.servers(s1="follower", s2="leader", s3="follower")
    assert told(script) == (
        "s1 led and was frozen for 20 s: s2 leads now; all 4 sessions live on, for a new leader"
        " begins every session's time again."
    )
    loses_its_session(script, "c2")
    assert "s2 leads now; the session of c2 ended all the same; the sessions of c1" in told(script)


@pytest.mark.parametrize("deed", ["stopping", "killed", "paused", "expired", "exited"])
def test_whom_somebody_did_something_to_is_not_judged(deed: str) -> None:
    script = ensemble()
    script.event("server.paused", "s1", by="test")
    script.event(f"candidate.{deed}", "c2", by="test", code=0)
    script.at += 6.0
    script.event("server.resumed", "s1", by="test")
    loses_its_session(script, "c2")
    settle(script)
    assert "c2" not in freeze_of(script)["sessions"]
    assert freeze_of(script)["ended"] == []


def test_what_ends_much_later_ended_for_another_reason() -> None:
    script = ensemble()
    freeze(script, 6.0)
    settle(script)
    before = told(script)
    script.at += 10.0
    loses_its_session(script, "c1")
    assert told(script) == before


def test_the_dashboard_has_a_session_too() -> None:
    script = ensemble()
    freeze(script, 12.0)
    script.event("zookeeper.lost", "zookeeper", reason="expired")
    settle(script)
    assert freeze_of(script)["ended"] == ["dashboard"]
    script.connected("0xfe")
    assert "it ended the session of the dashboard" in told(script)


def test_a_frozen_follower_ends_nobody() -> None:
    script = ensemble()
    freeze(script, 6.0, server="s2")
    assert freeze_of(script) is None


def test_the_only_server_ends_sessions_too() -> None:
    script = three()
    script.configured("s1")
    script.servers(s1="standalone")
    script.event("candidate.connected", "c1", session="0xc1", timeout_ms=4000)
    freeze(script, 6.0)
    loses_its_session(script, "c1")
    script.at += 1.0
    script.event("server.awake", "s1")
    assert told(script).startswith("s1 was frozen for 6.0 s: on waking it ended the session of c1,")


@pytest.mark.parametrize("event", ["killed", "stopping", "restarting", "exited"])
def test_it_is_told_until_something_is_done_to_a_server(event: str) -> None:
    script = ensemble()
    freeze(script, 6.0)
    settle(script)
    script.event(f"server.{event}", "s2", by="test", code=1)
    assert freeze_of(script) is None
    freeze(script, 1.0)
    script.event(f"server.{event}", "s1", by="test", code=1)
    assert freeze_of(script) is None


def test_of_many_a_few_are_named() -> None:
    script = ensemble()
    for number in range(4, 12):
        script.joins(f"c{number}", number)
    freeze(script, 6.0)
    for number in range(1, 10):
        loses_its_session(script, f"c{number}")
    settle(script)
    assert "the sessions of c1, c2, c3, c4, c5 and 4 others" in told(script)


def test_patches_add_up_to_the_state() -> None:
    script = ensemble()
    freeze(script, 6.0)
    loses_its_session(script, "c1")
    settle(script)
    assert script.patches_add_up()


def test_of_one_alone_is_spoken_as_of_one() -> None:
    """A newcomer freezes a server before anybody is at work."""
    script = Script()
    script.configured("s1", "s2", "s3")
    script.servers(s1="leader", s2="follower", s3="follower")
    script.event("candidate.connected", "c1", session="0xc1", timeout_ms=4000)
    freeze(script, 9.0)
    script.at += 1.0
    script.event("server.awake", "s1")
    script.servers(s2="leader", s1="follower", s3="follower")
    assert told(script).endswith(
        "the session of the dashboard lives on, for a new leader begins every session's time again."
    )
