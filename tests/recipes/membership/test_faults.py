"""Groups of real processes whose ZooKeeper, or network, fails."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient

from app.ensemble.embedded import SandboxServer
from tests.processes.rooms import TIMEOUT
from tests.recipes.membership.rooms import GROUP, GroupRooms
from tests.support.proxy import FaultyProxy

CREATE = 1
LIVE, ALL = f"{GROUP}/live_nodes", f"{GROUP}/all_nodes"

pytestmark = pytest.mark.rooms_of(made=GroupRooms)


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
