"""Groups of real processes, on both kinds of server. Numbers are those of docs/correctness.md."""

from __future__ import annotations

import json

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from tests.processes.rooms import SHORT, TIMEOUT
from tests.recipes.membership.rooms import GROUP, GroupRooms
from tests.support.proxy import FaultyProxy

LIVE, ALL = f"{GROUP}/live_nodes", f"{GROUP}/all_nodes"
CREATE = 1

pytestmark = pytest.mark.rooms_of(made=GroupRooms)


@pytest.mark.on("apache", "embedded")
def test_nodes_register_are_live_and_know_each_other(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    rooms.begin(3)
    assert sorted(operator.get_children(ALL)) == sorted(operator.get_children(LIVE))
    entry, stat = operator.get(f"{ALL}/n2")
    information = json.loads(entry)
    assert (information["pid"], information["candidate"]) == (rooms.process("n2")["pid"], "c2")
    assert information["address"] == "127.0.0.1"
    assert (stat.ephemeralOwner, rooms.group["known"]) == (0, 3)
    assert rooms.changes("n2") == ["new"]
    assert rooms.node("n2")["is_new"]


def test_a_killed_node_is_live_until_its_session_ends_and_known_for_good(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    rooms.begin(3)
    rooms.act("n2", "pause")
    rooms.await_standing("n2", "fading")
    rooms.act("n2", "resume")
    rooms.await_live("n1", "n2", "n3")
    assert rooms.changes("n2") == ["new"]
    rooms.act("n2", "kill")
    rooms.await_standing("n2", "fading")
    rooms.end_session("c2")
    rooms.await_live("n1", "n3")
    assert (rooms.standing("n2"), rooms.changes("n2")) == ("down", ["new", "down"])
    last = rooms.group["changes"][-1]
    assert (last["fault"], sorted(last["told"]), last["of"]) == ("kill", ["c1", "c3"], 2)
    assert operator.exists(f"{ALL}/n2")
    assert rooms.node("n2")["since"] == last["at"]


@pytest.mark.proof
def test_one_frozen_past_its_session_believes_on_and_is_told_when_it_wakes(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    """4, 14: another process has taken its name meanwhile; it neither counts itself live by that
    znode, nor deletes it.
    """
    rooms.begin(2)
    rooms.begin(1, SHORT)
    before = rooms.node("n3")["session"]
    rooms.act("n3", "pause")
    rooms.await_live("n1", "n2")
    rooms.kill("n1")
    rooms.await_live("n2")
    stale = rooms.node("n3")
    assert (stale["belief"], stale["read"]["extra"]) == ("live", ["n1", "n3"])
    operator.create(f"{LIVE}/n3", b"somebody else", ephemeral=True)
    rooms.act("n3", "resume")
    rooms.await_(lambda: rooms.process("n3")["belief"] == "waiting")
    rooms.await_standing("n3", "ghost")
    operator.delete(f"{LIVE}/n3")
    rooms.await_live("n2", "n3")
    assert rooms.node("n3")["session"] != before
    assert rooms.node("n3")["was_down_ms"] is not None


def test_a_node_restarted_while_its_old_session_lives_waits_for_its_end(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    """14: the live znode has the right name and the wrong owner."""
    rooms.begin(2)
    ghost = operator.exists(f"{LIVE}/n2")
    rooms.act("n2", "kill")
    again = rooms.restart("n2")
    rooms.await_belief(again, "waiting")
    assert rooms.standing("n2") == "ghost"
    assert not rooms.node("n2")["owner_is_current"]
    assert rooms.candidate(again)["counters"]["writes"] == 0
    assert operator.exists(f"{LIVE}/n2").czxid == ghost.czxid
    rooms.end_session("c2")
    rooms.await_live("n1", "n2")
    assert rooms.changes("n2") == ["new", "down", "back"]
    assert rooms.node("n2")["candidate"] == again
    assert operator.exists(f"{LIVE}/n2").czxid > ghost.czxid
    information = json.loads(operator.get(f"{ALL}/n2")[0])
    assert information["candidate"] == again


def test_a_restarted_node_replaces_what_its_last_process_left_if_it_knows_it_is_over(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    """14: long before the old session would have run out."""
    rooms.begin(2)
    ghost = operator.exists(f"{LIVE}/n2")
    rooms.act("n2", "kill")
    again = rooms.restart("n2", replace=True)
    rooms.await_live("n1", "n2")
    assert rooms.node("n2")["candidate"] == again
    assert operator.exists(f"{LIVE}/n2").ephemeralOwner != ghost.ephemeralOwner


def test_a_session_a_live_znode_or_an_entry_that_goes_is_replaced(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    """7, 8: its session is ended; an operator deletes its live znode, and its entry."""
    rooms.begin(2)
    before = rooms.node("n1")["session"]
    rooms.act("n1", "expire")
    rooms.await_(lambda: rooms.node("n1")["session"] not in (before, None))
    rooms.await_live("n1", "n2")
    session, told = rooms.node("n1")["session"], len(rooms.changes("n1"))
    operator.delete(f"{LIVE}/n1")
    rooms.await_(lambda: rooms.changes("n1")[told:] == ["down", "back"])
    rooms.await_live("n1", "n2")
    assert rooms.node("n1")["session"] == session
    operator.delete(f"{ALL}/n1")
    rooms.await_(lambda: rooms.changes("n1")[-1] == "forgotten")
    rooms.await_(lambda: operator.exists(f"{ALL}/n1"))
    rooms.await_live("n1", "n2")


@pytest.mark.proof
def test_both_parents_deleted_by_an_operator_are_made_again(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    """8."""
    rooms.begin(3)
    at_once = operator.transaction()
    for parent in (LIVE, ALL):
        for name in ("n1", "n2", "n3"):
            at_once.delete(f"{parent}/{name}")
        at_once.delete(parent)
    assert not [one for one in at_once.commit() if isinstance(one, Exception)]
    rooms.await_(lambda: all("down" in rooms.changes(name) for name in ("n1", "n2", "n3")))
    rooms.await_live("n1", "n2", "n3")
    rooms.await_(lambda: rooms.group["known"] == 3)


def test_a_node_that_is_stopped_leaves_at_once_and_stays_known(rooms: GroupRooms) -> None:
    """9."""
    rooms.begin(2)
    rooms.act("n1", "stop")
    rooms.await_live("n2")
    rooms.await_(lambda: rooms.process("n1")["process"] == "exited")
    assert rooms.process("n1")["exit"]["code"] == 0
    assert rooms.standing("n1") == "down"
    assert rooms.group["changes"][-1]["fault"] == "stop"


def test_nodes_of_somebody_else_are_shown_and_known_to_ours(
    rooms: GroupRooms, operator: KazooClient
) -> None:
    operator.ensure_path(ALL)
    operator.ensure_path(LIVE)
    operator.create(f"{ALL}/web-7", b"rack 4")
    operator.create(f"{LIVE}/web-7", ephemeral=True)
    rooms.control.groups.follow(GROUP, "test")
    rooms.await_(lambda: rooms.standing("web-7") == "live")
    assert rooms.node("web-7")["since"] is None
    rooms.await_(lambda: rooms.node("web-7")["info"] == {"text": "rack 4"})
    rooms.control.groups.start(GROUP, 1, TIMEOUT, "test")
    rooms.await_(lambda: (rooms.node("n1")["read"] or {}).get("count") == 2)
    operator.delete(f"{LIVE}/web-7")
    rooms.await_(lambda: rooms.node("n1")["read"]["count"] == 1)
    rooms.await_standing("web-7", "down")


def test_hostile_names_and_data_are_only_text(rooms: GroupRooms, operator: KazooClient) -> None:
    for name, data in (("<b>", b"[" * 5000), ("e\u0301", b"\xff\xfe"), ("n99", b'{"pid": {}}')):
        operator.create(f"{ALL}/{name}", data, makepath=True)
        operator.create(f"{LIVE}/{name}", data, ephemeral=True, makepath=True)
    rooms.control.groups.follow(GROUP, "test")
    rooms.await_(lambda: rooms.group["live"] == 3)
    rooms.control.groups.start(GROUP, 1, TIMEOUT, "test")
    rooms.await_(lambda: rooms.standing("n100") == "live")


# -- ZooKeeper, or the network, fails -------------------------------------------------------------


def test_a_lost_create_reply_leaves_one_live_znode(
    far_rooms: GroupRooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """1: the create has happened, its answer never came."""
    operator.create(f"{ALL}/n1", b"", makepath=True)
    operator.ensure_path(LIVE)
    far_rooms.control.groups.follow(GROUP, "test")
    far_rooms.await_(lambda: "n1" in far_rooms.group["nodes"])
    proxy.hold_after = CREATE
    far_rooms.control.groups.restart("n1", GROUP, TIMEOUT, by="test")
    far_rooms.await_(lambda: operator.get_children(LIVE))
    created = operator.exists(f"{LIVE}/n1").czxid
    proxy.cut()
    proxy.release()
    far_rooms.await_live("n1")
    assert operator.exists(f"{LIVE}/n1").czxid == created


def test_everybody_registers_again_after_a_restart_of_an_embedded_server_without_a_disk() -> None:
    """8: nothing of before is left, not even the parents."""
    server = SandboxServer()
    server.start()
    try:
        with GroupRooms(server.hosts) as rooms:
            rooms.begin(3)
            sessions = [rooms.node(name)["session"] for name in ("n1", "n2", "n3")]
            server.kill()
            rooms.await_(lambda: rooms.process("n1")["belief"] == "suspended")
            server.restart()
            rooms.await_(lambda: rooms.node("n1")["session"] not in (*sessions, None))
            rooms.await_live("n1", "n2", "n3")
    finally:
        server.stop()


def test_in_an_older_server_too(hosts: str) -> None:
    """Before 3.6 the processes ask znode by znode."""
    old = FaultyProxy.before_3_6(hosts)
    root = hosts[hosts.index("/") :]
    try:
        with GroupRooms(hosts, candidates_by=old.hosts + root) as rooms:
            rooms.begin(2)
            rooms.kill("n2")
            rooms.await_live("n1")
    finally:
        old.close()
