"""Groups of real processes whose ZooKeeper, or network, fails."""

from __future__ import annotations

from app.apache.server import ApacheServer
from app.sandbox.process import SandboxServer
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until, classpath
from tests.workers.group_rooms import GROUP, LONG, GroupRooms

CREATE = 1
LIVE, ALL = f"{GROUP}/live_nodes", f"{GROUP}/all_nodes"


def test_a_lost_create_reply_leaves_one_live_znode(fresh_hosts: str, open_client: Connect) -> None:
    """1: the create has happened, its answer never came."""
    proxy = FaultyProxy(fresh_hosts)
    root = fresh_hosts[fresh_hosts.index("/") :]
    rooms = GroupRooms(fresh_hosts, candidates_by=proxy.hosts + root)
    operator = open_client(fresh_hosts)
    try:
        operator.create(f"{ALL}/n1", b"", makepath=True)
        operator.ensure_path(LIVE)
        rooms.control.groups.follow(GROUP, "test")
        rooms.await_(lambda: "n1" in rooms.group["nodes"])
        proxy.hold_after = CREATE
        rooms.control.groups.restart(GROUP, "n1", LONG, "test")
        await_until(lambda: operator.get_children(LIVE))
        created = operator.exists(f"{LIVE}/n1").czxid
        proxy.cut()
        proxy.release()
        rooms.await_live("n1")
        assert operator.exists(f"{LIVE}/n1").czxid == created
        assert rooms.broken == []
    finally:
        proxy.release()
        rooms.close()
        proxy.close()


def test_sessions_outlive_a_restart_of_apache(own_zookeeper: ApacheServer) -> None:
    """4, 5, 11: cut off, nobody calls itself live; back, the same znodes stand."""
    rooms = GroupRooms(own_zookeeper.hosts)
    try:
        rooms.begin(3, LONG)
        sessions = [rooms.node(name)["session"] for name in ("n1", "n2", "n3")]
        own_zookeeper.kill()
        rooms.await_(lambda: rooms.process("n1")["belief"] == "suspended")
        own_zookeeper.restart()
        rooms.await_live("n1", "n2", "n3", timeout=30)
        assert [rooms.node(name)["session"] for name in ("n1", "n2", "n3")] == sessions
        assert rooms.broken == []
    finally:
        rooms.close()


def test_everybody_registers_anew_after_a_restart_of_an_embedded_server_without_a_disk() -> None:
    """8: nothing of before is left, not even the parents."""
    server = SandboxServer()
    server.start()
    rooms = GroupRooms(server.hosts)
    try:
        rooms.begin(3)
        sessions = [rooms.node(name)["session"] for name in ("n1", "n2", "n3")]
        server.kill()
        rooms.await_(lambda: rooms.process("n1")["belief"] == "suspended")
        server.restart()
        rooms.await_(lambda: rooms.node("n1")["session"] not in (*sessions, None), 30)
        rooms.await_live("n1", "n2", "n3", timeout=30)
        assert rooms.broken == []
    finally:
        rooms.close()
        server.stop()


def test_in_an_older_server_too(open_client: Connect) -> None:
    """Before 3.6 the mirror asks znode by znode."""
    server = ApacheServer(classpath())
    server.start()
    old = FaultyProxy.before_3_6(server.hosts)
    rooms = GroupRooms(server.hosts, candidates_by=old.hosts)
    try:
        rooms.begin(2)
        rooms.do("n2", "kill")
        rooms.await_live("n1")
        assert rooms.broken == []
    finally:
        rooms.close()
        old.close()
        server.stop()
