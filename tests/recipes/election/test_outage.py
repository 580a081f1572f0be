"""A leader through an outage: all sessions end, all come again, and another one leads."""

from __future__ import annotations

import pytest

from tests.journal.script import ELECTION, Script, member, three, znode_of

CUT = 105.0
BACK = 112.0


def away(script: Script, *names: str) -> None:
    """These cannot reach ZooKeeper from `CUT` on, and neither can the dashboard."""
    script.at = CUT
    for name in names:
        script.reports(name, "suspended")
    script.event("zookeeper.suspended", "zookeeper", reason="no answer")


def all_are_gone(script: Script) -> None:
    """ZooKeeper is back, and has ended every session."""
    script.at = BACK
    script.connected("0xfe")
    for entry in list(script.chain):
        path = f"{ELECTION}/{entry['znode']}"
        script.event("znode.deleted", path, zxid=None, found_gone=True)
    assert not script.chain


def comes_again(script: Script, name: str, number: int, belief: str) -> None:
    """With a new session, of which its own report is told after what is seen in ZooKeeper."""
    znode = znode_of(name, number)
    script.event("znode.created", f"{ELECTION}/{znode}")
    read = {**member(name, number), "session": f"0x{name}2"}
    script.event("member.read", f"{ELECTION}/{znode}", election=ELECTION, **read)
    script.reports(name, "joining", znode=None, session=f"0x{name}2")
    script.reports(name, belief, znode=f"{ELECTION}/{znode}", session=f"0x{name}2")


@pytest.mark.parametrize("heir", ["c2", "c1"])
def test_who_leads_after_an_outage_has_followed_the_leader_before_it(heir: str) -> None:
    """Nobody led since the old one could not reach ZooKeeper, also where the same one leads."""
    script = three()
    away(script, "c1", "c2", "c3")
    all_are_gone(script)
    assert (script.election["handoffs"], script.election["vacant"]["from"]) == (0, "c1")
    comes_again(script, heir, 7, "leading")
    last = script.election["last_handoff"]
    assert script.election["handoffs"] == 1
    assert (last["from"], last["to"], last["fault"]) == ("c1", heir, "cut")
    assert last["at"]["fault"] == CUT
    assert (last["phases_from"], last["phases_ms"]["leading"]) == ("fault", 7000.0)
    assert last["phases_ms"]["deleted"] is None, "nobody knows when its znode went"
    assert "stood" not in last
    assert "c1 was cut off from ZooKeeper" not in script.story()
    assert script.patches_add_up()


def test_who_is_first_is_not_known_while_zookeeper_is_read() -> None:
    """A list names them in no order; they had led and waited before it was read."""
    script = three()
    away(script, "c1", "c2", "c3")
    script.at = BACK
    for name, number, belief in (("c1", 7, "leading"), ("c2", 8, "waiting")):
        again = {"znode": f"{ELECTION}/{znode_of(name, number)}", "session": f"0x{name}2"}
        script.reports(name, "joining", znode=None, session=again["session"])
        script.reports(name, belief, **again)
    script.event("zookeeper.connected", "zookeeper", session="0xfe", version="3.8.0")
    script.event("mirror.loading", "zookeeper", mode="recursive")
    for entry in list(script.chain):
        path = f"{ELECTION}/{entry['znode']}"
        script.event("znode.deleted", path, zxid=None, found_gone=True)
    members = [{**member(name, number), "session": f"0x{name}2"}
               for name, number in (("c2", 8), ("c1", 7))]  # fmt: skip
    for one in members:
        script.event("znode.created", f"{ELECTION}/{one['znode']}", zxid=None, found=True)
    script.event("election.found", ELECTION, members=members)
    acknowledged = {"znode": znode_of("c1", 7), "epoch": 1007, "candidate": "c1", "believed": True}
    script.event("acknowledgement.read", ELECTION, **acknowledged)
    script.event("mirror.loaded", "zookeeper", znodes=2, mode="recursive")
    last = script.election["last_handoff"]
    assert (last["from"], last["to"], last["fault"]) == ("c1", "c1", "cut")
    assert script.election["handoff"] is None
    assert last["phases_ms"]["leading"] == 7000.0


def test_who_comes_first_while_the_old_ones_are_still_found_gone_leads() -> None:
    """ZooKeeper was set up again, and counts from zero: one that is read later stands first."""
    script = three()
    away(script, "c1", "c2", "c3")
    script.at = BACK
    for name, number, belief in (("c1", 0, "leading"), ("c2", 1, "waiting")):
        again = {"znode": f"{ELECTION}/{znode_of(name, number)}", "session": f"0x{name}2"}
        script.reports(name, "joining", znode=None, session=again["session"])
        script.reports(name, belief, **again)
    script.connected("0xfe")
    second, first = ({**member(name, number), "session": f"0x{name}2"}
                     for name, number in (("c2", 1), ("c1", 0)))  # fmt: skip
    gone = [f"{ELECTION}/{entry['znode']}" for entry in script.chain]
    script.event("znode.deleted", gone[0], zxid=None, found_gone=True)
    script.event("znode.created", f"{ELECTION}/{second['znode']}")
    script.event("member.read", f"{ELECTION}/{second['znode']}", election=ELECTION, **second)
    for path in gone[1:]:
        script.event("znode.deleted", path, zxid=None, found_gone=True)
    script.event("znode.created", f"{ELECTION}/{first['znode']}")
    acknowledged = {"znode": first["znode"], "epoch": 1000, "candidate": "c1", "believed": True}
    script.event("acknowledgement.read", ELECTION, **acknowledged)
    script.event("member.read", f"{ELECTION}/{first['znode']}", election=ELECTION, **first)
    last = script.election["last_handoff"]
    assert script.election["handoff"] is None
    assert (last["from"], last["to"], last["fault"]) == ("c1", "c1", "cut")


def test_who_is_started_after_a_lone_leader_has_ended_has_followed_nobody() -> None:
    script = Script()
    script.joins("c1", 1)
    script.event("candidate.killed", "c1", by="test", session_ends=104.0)
    script.event("candidate.exited", "c1", code=-9, signal="SIGKILL", session_ends=104.0)
    script.deleted("c1", 1)
    script.joins("c2", 2)
    assert (script.election["handoffs"], script.election["vacant"]) == (0, None)


def test_a_leader_that_is_back_in_time_was_not_cut_off() -> None:
    script = three()
    away(script, "c1")
    script.at = BACK
    script.connected("0xfe")
    script.reports("c1", "leading")
    assert script.election["cut"] is None
    script.event("candidate.killed", "c1", by="test", session_ends=BACK)
    script.deleted("c1", 1)
    assert script.election["handoff"]["fault"] == "kill"


def test_of_a_leader_that_is_cut_off_alone_it_is_the_cause() -> None:
    script = three()
    script.at = CUT
    script.reports("c1", "suspended")
    script.at = BACK
    script.deleted("c1", 1)
    assert "c1 was cut off from ZooKeeper" in script.story()
    assert script.election["handoff"]["at"]["fault"] == CUT


def test_of_strangers_that_have_all_ended_none_has_followed_another() -> None:
    """The list that is read again shows one after the other gone."""
    script = Script()
    members = [member(name, number) for number, name in enumerate("xyz", 1)]
    script.event("election.found", ELECTION, members=members)
    away(script)
    script.at = BACK
    script.event("zookeeper.connected", "zookeeper", session="0xfe", version="3.8.0")
    script.event("mirror.loading", "zookeeper", mode="recursive")
    for entry in list(script.chain):
        path = f"{ELECTION}/{entry['znode']}"
        script.event("znode.deleted", path, zxid=None, found_gone=True)
    script.event("mirror.loaded", "zookeeper", znodes=2, mode="recursive")
    assert (script.election["handoffs"], script.election["vacant"]["from_znode"]) == (
        0,
        znode_of("x", 1),
    )
