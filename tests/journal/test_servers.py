"""The fold of what is known of the ZooKeeper servers: two witnesses, the quorum, the story."""

from __future__ import annotations

import pytest

from app.journal.patch import difference
from app.recipes.registry import MODELS
from tests.journal.script import ELECTION, Script, address_of, report_of, three, znode_of


def ensemble(script: Script | None = None) -> Script:
    """Three servers of ours; s1 leads them."""
    script = script or Script()
    script.configured("s1", "s2", "s3")
    script.servers(s1="leader", s2="follower", s3="follower")
    return script


def test_our_servers_are_known_before_they_are_asked() -> None:
    script = Script()
    script.configured("s1", "s2")
    one = script.server("s1")
    assert (one["process"], one["pid"], one["answers"], one["mode"]) == (
        "running", 100, False, None,
    )  # fmt: skip
    assert script.state["zookeeper"]["quorum"] is None
    assert script.state["zookeeper"]["actions"] is True


def test_what_a_server_says_is_kept_beside_what_its_process_does() -> None:
    one = ensemble().server("s1")
    assert (one["id"], one["pid"], one["process"]) == ("s1", 100, "running")
    assert (one["mode"], one["zxid"], one["sessions"]) == ("leader", "0x100000001", ["0xff"])


def test_of_two_that_say_they_lead_the_later_epoch_is_right() -> None:
    """One that was frozen and woken says so until it hears of its successor."""
    script = ensemble()
    old = report_of("s1", "leader") | {"zxid": "0x1ffffffff"}
    new = report_of("s2", "leader") | {"zxid": "0x200000000"}
    script.event("zookeeper.servers", "zookeeper", servers=[old, new, report_of("s3", "follower")])
    assert script.quorum["leader"] == "s2"


def test_of_a_foreign_server_only_what_it_says_is_known() -> None:
    script = Script()
    script.servers(a="leader", b="follower", c="observer")
    one = script.server(address_of("a"))
    assert (one["id"], one["process"], one["pid"], one["allowed"]) == (None, None, None, [])
    quorum = script.quorum
    assert (quorum["leader"], quorum["serving"], quorum["of"]) == (address_of("a"), 2, 2)


@pytest.mark.parametrize(
    ("event", "process", "allowed"),
    [
        ("stopped", "stopped", ["restart"]),
        ("killed", "stopped", ["restart"]),
        ("paused", "paused", ["stop", "kill", "resume", "restart"]),
    ],
)
def test_what_does_not_run_does_not_answer(event: str, process: str, allowed: list[str]) -> None:
    """Not even when a report that was under way still says so."""
    script = ensemble()
    script.at = 105.0
    script.event(f"server.{event}", "s1", by="test")
    script.at = 106.0
    script.servers(s1="leader", s2="follower", s3="follower")
    one = script.server("s1")
    assert (one["process"], one["since"], one["allowed"]) == (process, 105.0, allowed)
    assert (one["answers"], one["mode"], one["zxid"], one["sessions"]) == (False, None, None, None)
    assert one["version"] == "3.8.0"
    assert (one["pid"] is None) == (process == "stopped")
    assert script.quorum["leader"] is None


def test_a_restart_is_under_way_until_it_is_done() -> None:
    script = ensemble()
    script.event("server.killed", "s2", by="test")
    script.event("server.restarting", "s2", by="test")
    two = script.server("s2")
    assert (two["busy"], two["process"], two["allowed"]) == ("restart", "stopped", [])
    script.event("server.restarted", "s2", by="test", pid=4712)
    two = script.server("s2")
    assert (two["busy"], two["process"], two["pid"]) == (None, "running", 4712)
    assert two["answers"] is False
    script.servers(s1="leader", s2="follower", s3="follower")
    assert script.server("s2")["mode"] == "follower"


def test_a_restart_that_fails_says_why() -> None:
    script = ensemble()
    script.event("server.restarting", "s2", by="test")
    script.event("server.failed", "s2", action="restart", reason="no java", runs=False)
    two = script.server("s2")
    assert (two["busy"], two["process"], two["error"]) == (None, "stopped", "no java")
    script.event("server.restarted", "s2", by="test", pid=1)
    assert script.server("s2")["error"] is None


def test_one_that_ended_by_itself_is_told_so() -> None:
    script = ensemble()
    script.event("server.exited", "s3", code=-9)
    three = script.server("s3")
    assert (three["process"], three["pid"], three["allowed"]) == ("stopped", None, ["restart"])
    assert "exit code -9" in three["error"]


def test_why_it_ended_is_told_with_what_to_do() -> None:
    script = ensemble()
    script.event("server.exited", "s3", code=3, reason="its heap is full", advice="give it more")
    three = script.server("s3")
    assert three["error"] == "its process ended by itself (exit code 3: its heap is full)"
    assert three["advice"] == "give it more"
    script.event("server.restarting", "s3", by="test")
    assert (script.server("s3")["error"], script.server("s3")["advice"]) == (None, None)


def test_since_is_when_the_role_changed_and_not_the_zxid() -> None:
    script = ensemble()
    script.at = 110.0
    script.servers(s1="leader", s2="follower", s3="follower")
    assert script.server("s1")["since"] == 100.0
    script.servers(s1="follower", s2="leader", s3="follower")
    assert [script.server(name)["since"] for name in ("s1", "s2", "s3")] == [110.0, 110.0, 100.0]


def test_nothing_can_be_done_to_servers_without_actions() -> None:
    script = Script()
    where = {"source": "embedded", "hosts": address_of("s1"), "chroot": ""}
    servers = [{"id": "s1", "address": address_of("s1"), "pid": 7}]
    script.event("zookeeper.configured", "zookeeper", **where, servers=servers, actions=False)
    script.servers(s1="standalone")
    one = script.server("s1")
    assert (one["id"], one["process"], one["allowed"]) == ("s1", "running", [])
    assert script.state["zookeeper"]["quorum"] is None


def test_the_quorum_is_lost_and_regained() -> None:
    script = ensemble()
    script.at = 105.0
    script.event("server.killed", "s1", by="test")
    quorum = script.quorum
    assert (quorum["serving"], quorum["of"], quorum["needed"], quorum["lost"]) == (2, 3, 2, False)
    script.at = 107.0
    script.event("server.killed", "s2", by="test")
    assert (script.quorum["lost"], script.quorum["since"]) == (True, 107.0)
    script.at = 109.0
    script.servers(s1="leader", s2=None, s3="follower")
    assert script.quorum["lost"], "what was killed does not serve"
    script.event("server.restarted", "s1", by="test", pid=1)
    script.servers(s1="leader", s2=None, s3="follower")
    quorum = script.quorum
    assert (quorum["lost"], quorum["since"], quorum["regained"]) == (False, 109.0, True)


def test_of_a_foreign_ensemble_one_that_serves_proves_a_quorum() -> None:
    """The hosts that were named may be only some of it."""
    script = Script()
    script.servers(a="follower", b=None, c=None)
    assert script.quorum["lost"] is False
    script.servers(a="idle", b=None, c=None)
    assert script.quorum["lost"] is True


def test_the_story_of_a_lost_quorum() -> None:
    script = ensemble(three())
    script.at = 105.0
    script.event("server.killed", "s1", by="test")
    script.event("server.killed", "s2", by="test")
    assert "2 of 3 servers are down: no quorum; nobody may lead" in script.story()
    assert "c1 has not noticed yet" in script.story()
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    for name in ("c1", "c2", "c3"):
        script.reports(name, "suspended")
    assert "until one of them is back" in script.story()
    assert "The last leader has stopped" in script.story()
    script.at = 107.0
    script.event("server.restarted", "s1", by="test", pid=1)
    script.servers(s1="leader", s2=None, s3="follower")
    script.connected()
    script.reports("c1", "leading")
    assert "The quorum came back" in script.story()
    assert script.story().startswith("c1 leads")
    assert "; 2 of 3 servers serve now." in script.story()


def test_one_that_hung_up_is_not_known_to_be_down() -> None:
    """s3 left the quorum just then: it closes its connections without a word, and is up."""
    script = ensemble(three())
    script.event("server.killed", "s1", by="test")
    script.event("server.killed", "s2", by="test")
    script.servers(s1=None, s2=None, s3="hung up")
    assert script.server("s3")["up"] is None
    assert (script.quorum["down"], script.quorum["lost"]) == (2, True)
    assert "2 of 3 servers are down: no quorum; nobody may lead" in script.story()
    script.servers(s1=None, s2=None, s3="idle")
    assert (script.server("s3")["up"], script.quorum["down"]) == (True, 2)


def test_a_quorum_is_not_lost_by_who_has_not_been_heard_yet() -> None:
    script = ensemble(three())
    script.event("server.killed", "s1", by="test")
    script.servers(s1=None, s2="follower", s3="hung up")
    losses = [script.quorum["lost"]]
    script.servers(s1=None, s2="idle", s3="idle")
    losses.append(script.quorum["lost"])
    script.servers(s1=None, s2="hung up", s3="hung up")
    losses.append(script.quorum["lost"])
    assert losses == [False, True, True], "nothing says that it is back"


def test_who_only_does_not_answer_is_not_said_to_be_down() -> None:
    script = three()
    script.servers(a="leader", b="follower", c="follower")
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    script.servers(a="hung up", b="hung up", c="hung up")
    assert script.quorum["down"] == 0
    assert "No server of 3 answers: whether they make a quorum is not known; nobody may" in (
        script.story()
    )


@pytest.mark.parametrize(
    ("events", "up"),
    [
        (["stopped"], False),
        (["killed"], False),
        (["paused"], False),
        (["restarted"], None),
        (["paused", "resumed"], None),
    ],
)
def test_one_that_was_not_asked_since_is_not_known_to_be_up(
    events: list[str], up: bool | None
) -> None:
    script = ensemble()
    for event in events:
        script.event(f"server.{event}", "s1", by="test", pid=1)
    assert script.server("s1")["up"] is up


def test_the_story_of_a_new_quorum_leader() -> None:
    script = ensemble(three())
    script.event("server.killed", "s1", by="test")
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    script.servers(s1=None, s2="idle", s3="idle")
    assert "2 of 3 servers answer, and choose a leader among themselves" in script.story()


def test_the_story_of_a_session_that_moves() -> None:
    script = ensemble(three())
    script.event("server.killed", "s3", by="test")
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    assert "session moves to another one" in script.story()


def test_a_session_proves_the_quorum_before_the_servers_tell() -> None:
    script = ensemble(three())
    script.servers(s1="idle", s2="idle", s3="idle")
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    assert "nobody may lead" in script.story()
    script.at = 101.0
    script.connected()
    assert "nobody may lead" not in script.story()


def test_a_later_handoff_is_more_than_an_old_outage() -> None:
    script = ensemble(three())
    script.servers(s1="idle", s2="idle", s3="idle")
    script.servers(s1="leader", s2="follower", s3="follower")
    assert "came back" in script.story()
    script.at = 103.0
    script.event("candidate.stopping", "c1", by="test")
    script.deleted("c1", 1)
    script.reports("c2", "leading", step="lead")
    assert script.election["handoff"] is None
    assert "came back" not in script.story()


def test_nobody_is_judged_by_what_a_silent_server_said_last() -> None:
    """The dashboard's server is frozen: c2's is not, and has told it that c1 is gone."""
    script = three()
    script.event("mirror.silent", "zookeeper", server="127.0.0.1:2181")
    script.event("candidate.exited", "c1", code=0, signal=None)
    script.reports("c2", "leading", step="lead")
    script.at += 5.0
    script.event("invariants.checked", ELECTION)
    assert script.election["violations"] == []
    script.event("mirror.heard", "zookeeper", server="127.0.0.1:2181")
    (violation,) = script.election["violations"]
    assert (violation["invariant"], violation["since"]) == ("leader_is_lowest", script.at)
    script.deleted("c1", 1)
    assert script.election["violations"] == []


def test_a_new_connection_is_not_silent() -> None:
    script = three()
    script.event("mirror.silent", "zookeeper", server="127.0.0.1:2181")
    assert script.state["zookeeper"]["silent"]
    script.connected()
    assert not script.state["zookeeper"]["silent"]


def test_an_heir_that_led_before_its_predecessors_end_was_seen() -> None:
    """The dashboard had no connection when c1's session ended; c2 had, and listed again."""
    script = three()
    script.event("zookeeper.suspended", "zookeeper", reason="closed")
    script.at = 104.0
    script.reports("c2", "leading", step="lead")
    script.at = 105.0
    script.connected()
    script.deleted("c1", 1)
    data = {"znode": script.chain[0]["znode"], "epoch": 1002, "candidate": "c2"}
    script.event("acknowledgement.read", "/election", **data)
    assert script.election["handoff"] is None
    assert script.election["last_handoff"]["to"] == "c2"
    assert "c2 leads" in script.story()


def test_patches_add_up_to_the_state() -> None:
    script = ensemble(three())
    script.event("server.paused", "s1", by="test")
    script.servers(s1=None, s2="idle", s3="idle")
    script.event("server.resumed", "s1", by="test")
    assert script.patches_add_up()


def test_a_session_that_comes_is_all_that_is_told_of_its_server() -> None:
    script = Script()
    server = {**report_of("s1", "standalone"), "sessions": [f"0x{one:02}" for one in range(60)]}
    script.event("zookeeper.servers", "zookeeper", servers=[server])
    before, more = script.state, [*server["sessions"], "0x60"]
    script.event("zookeeper.servers", "zookeeper", servers=[{**server, "sessions": more}])
    patch = difference(before, script.state, MODELS.lines)
    assert patch["zookeeper"]["servers"] == {address_of("s1"): {"sessions": {"0x60": "0x59"}}}


def alone(keeps: str) -> Script:
    """One server of ours, and three candidates."""
    script = three()
    where = {"source": "embedded", "hosts": address_of("s1"), "chroot": "", "keeps": keeps}
    servers = [{"id": "s1", "address": address_of("s1"), "pid": 7}]
    script.event("zookeeper.configured", "zookeeper", **where, servers=servers, actions=True)
    script.servers(s1="standalone")
    return script


@pytest.mark.parametrize(
    ("event", "data", "said"),
    [
        ("paused", {}, "ZooKeeper is frozen: nobody may lead until it answers again."),
        ("stopping", {}, "ZooKeeper is being stopped: nobody may lead until it runs again."),
        ("killed", {}, "ZooKeeper is down: nobody may lead until it runs again."),
        ("restarting", {}, "ZooKeeper is being restarted: nobody may lead until it answers again."),
        ("exited", {"code": 2}, "ZooKeeper is down: nobody may lead until it runs again."),
    ],
)
def test_the_story_of_the_only_server(event: str, data: dict[str, int], said: str) -> None:
    script = alone("nothing")
    told = script.story()
    script.event(f"server.{event}", "s1", by="test", **data)
    assert script.story().startswith(said)
    assert "c1 has not noticed yet" in script.story()
    script.event("server.restarted", "s1", by="test", pid=8)
    assert script.story() == told


@pytest.mark.parametrize(
    ("keeps", "event", "said"),
    [
        ("nothing", "killed", "All znodes and sessions ended with it"),
        ("znodes", "killed", "All sessions ended with it, and their znodes too"),
        ("everything", "killed", "Meanwhile no session ends, and no ephemeral znode is deleted"),
        ("nothing", "paused", "Meanwhile no session ends, and no ephemeral znode is deleted"),
    ],
)
def test_the_story_says_what_the_end_of_the_only_server_took(
    keeps: str, event: str, said: str
) -> None:
    script = alone(keeps)
    script.event(f"server.{event}", "s1", by="test")
    script.reports("c1", "suspended")
    assert said in script.story()


def test_nobody_is_judged_by_a_chain_that_cannot_be_seen() -> None:
    """c2 has come back to a ZooKeeper begun anew sooner than the dashboard."""
    script = alone("nothing")
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    script.reports("c1", "suspended")
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 0)}")
    script.at += 5
    script.event("invariants.checked", ELECTION)
    assert False not in script.election["invariants"].values()
    script.connected("0xfe")
    script.at += 5
    script.event("invariants.checked", ELECTION)
    assert script.election["invariants"]["leader_is_lowest"] is False
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    assert script.election["invariants"]["leader_is_lowest"] is None, "it was seen before"


def test_who_leads_by_another_znode_ends_no_handoff() -> None:
    """c1 was killed; before its session ended ZooKeeper began anew, and c2 leads in that."""
    script = alone("nothing")
    script.event("candidate.killed", "c1", by="test")
    script.event("zookeeper.suspended", "zookeeper", reason="refused")
    script.reports("c2", "leading", znode=f"{ELECTION}/{znode_of('c2', 0)}")
    script.connected("0xfe")
    for number, name in enumerate(("c1", "c2", "c3"), start=1):
        script.deleted(name, number)
    assert (script.election["handoff"], script.election["handoffs"]) == (None, 0)
