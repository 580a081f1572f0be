"""What happens to candidates from ZooKeeper's side."""

from __future__ import annotations

from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl

from app.apache.server import ApacheServer
from app.workers.supervisor import Supervisor
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until
from tests.workers.rooms import ELECTION, TIMEOUT, Rooms

CREATE = 1


def test_the_leaders_znode_deleted_by_an_operator(rooms: Rooms, fresh_client: KazooClient) -> None:
    """7: it steps down and queues again."""
    rooms.start(3, timeout=30)
    fresh_client.delete(f"{ELECTION}/{rooms.chain[0]['znode']}")
    rooms.await_chain("c2", "c3", "c1")
    rooms.allow_overlap()


def test_a_waiting_ones_znode_deleted_by_an_operator(
    rooms: Rooms, fresh_client: KazooClient
) -> None:
    """7."""
    rooms.start(3, timeout=30)
    fresh_client.delete(f"{ELECTION}/{rooms.chain[1]['znode']}")
    rooms.await_chain("c1", "c3", "c2")
    assert rooms.election["handoffs"] == 0


def test_the_election_deleted_by_an_operator(rooms: Rooms, fresh_client: KazooClient) -> None:
    """8: it is made again."""
    rooms.start(2, timeout=30)
    at_once = fresh_client.transaction()
    for entry in rooms.chain:
        at_once.delete(f"{ELECTION}/{entry['znode']}")
    at_once.delete(ELECTION)
    assert at_once.commit() == [True] * 3
    rooms.await_all("c1", "c2")
    rooms.allow_overlap()


def test_a_leaders_data_changed_by_an_operator_changes_nothing(
    rooms: Rooms, fresh_client: KazooClient
) -> None:
    rooms.start(2, timeout=30)
    for data in (b"one", b"two"):
        fresh_client.set(f"{ELECTION}/{rooms.chain[0]['znode']}", data)
    fresh_client.delete(f"{ELECTION}/{rooms.chain[0]['znode']}")
    rooms.await_chain("c2", "c1")
    rooms.allow_overlap()


def test_a_server_restart_in_the_middle(own_zookeeper: ApacheServer) -> None:
    """4, 5, 11: who led stops at once; the same chain stands again when the server is back."""
    rooms = Rooms(own_zookeeper.hosts)
    try:
        rooms.start(3, timeout=20)
        own_zookeeper.kill()
        await_until(lambda: rooms.candidate("c1")["belief"] == "suspended")
        await_until(lambda: rooms.state["zookeeper"]["state"] != "connected")
        own_zookeeper.restart()
        rooms.await_chain("c1", "c2", "c3", timeout=30)
        assert rooms.broken == []
    finally:
        rooms.close()


def test_a_lost_create_reply_leaves_exactly_one_znode(
    far_rooms: Rooms, proxy: FaultyProxy, fresh_client: KazooClient
) -> None:
    """1: the create has happened, its answer never came."""
    fresh_client.ensure_path(ELECTION)  # before it comes: making this is a create too
    proxy.hold_after = CREATE
    (name,) = far_rooms.control.start_candidates(1, ELECTION, "predecessor", 10.0, "test")
    await_until(lambda: fresh_client.get_children(ELECTION))
    proxy.cut()
    proxy.release()
    far_rooms.await_chain(name)
    assert len(fresh_client.get_children(ELECTION)) == 1


def test_a_lost_create_reply_of_a_session_that_died_meanwhile(
    far_rooms: Rooms, proxy: FaultyProxy, fresh_client: KazooClient
) -> None:
    """1, 2: what the old session created is not taken for one's own."""
    fresh_client.ensure_path(ELECTION)
    proxy.hold_after = CREATE
    (name,) = far_rooms.control.start_candidates(1, ELECTION, "predecessor", 0.8, "test")
    (first,) = await_until(lambda: fresh_client.get_children(ELECTION))
    proxy.down()
    proxy.release()
    await_until(lambda: fresh_client.get_children(ELECTION) == [])
    proxy.up()
    far_rooms.await_chain(name)
    assert fresh_client.get_children(ELECTION) != [first]


def test_a_partitioned_leader_stops_before_its_successor_leads(
    far_rooms: Rooms, proxy: FaultyProxy, fresh_hosts: str
) -> None:
    """4: it hears nothing, not even that the connection is gone, and goes by its own clock."""
    far_rooms.start(1)
    near = Supervisor(fresh_hosts, far_rooms.journal, far_rooms.mirror.barrier, 10)
    try:
        near._started = 1
        (heir,) = near.start(1, ELECTION, "predecessor", TIMEOUT, "test")
        far_rooms.await_chain("c1", heir)
        proxy.partition()
        await_until(lambda: far_rooms.candidate(heir)["belief"] == "leading")
        await_until(lambda: far_rooms.candidate("c1")["belief"] == "suspended")
        stopped = far_rooms.moments("candidate.reported", "c1", belief="suspended")[0]
        led = far_rooms.moments("candidate.reported", heir, belief="leading")[0]
        assert stopped < led
        proxy.release()
        far_rooms.await_chain(heir, "c1")
    finally:
        near.close()
        far_rooms.allow_overlap()


def test_a_short_loss_of_the_connection_keeps_the_place(
    far_rooms: Rooms, proxy: FaultyProxy
) -> None:
    """4, 5: suspended at once, and back in the same place with the same znode."""
    far_rooms.start(2, timeout=20)
    znodes = [entry["znode"] for entry in far_rooms.chain]
    proxy.cut()
    await_until(lambda: far_rooms.moments("candidate.reported", "c1", belief="suspended"))
    far_rooms.await_chain("c1", "c2")
    assert [entry["znode"] for entry in far_rooms.chain] == znodes


def test_joining_and_handing_over_on_a_server_before_3_6(
    fresh_hosts: str, fresh_client: KazooClient
) -> None:
    """No MultiRead there: the own znode is read after the children instead."""
    old = FaultyProxy.before_3_6(fresh_hosts)
    root = fresh_hosts[fresh_hosts.index("/") :]
    rooms = Rooms(fresh_hosts, candidates_by=old.hosts + root)
    try:
        rooms.start(3, timeout=20)
        rooms.act("c1", "stop")
        rooms.await_chain("c2", "c3")
        assert rooms.broken == []
    finally:
        rooms.close()
        old.close()


def test_a_forbidden_election_is_told_and_tried_again(
    rooms: Rooms, fresh_client: KazooClient
) -> None:
    """9: an error is never swallowed."""
    fresh_client.create(ELECTION, acl=[make_acl("world", "anyone", read=True, admin=True)])
    rooms.control.start_candidates(1, ELECTION, "predecessor", 20.0, "test")
    await_until(lambda: "no permission" in (rooms.candidate("c1")["error"] or ""))
    fresh_client.set_acls(ELECTION, OPEN_ACL_UNSAFE)
    rooms.await_chain("c1")
    await_until(lambda: rooms.candidate("c1")["error"] is None)


def test_a_missing_chroot_is_made(fresh_hosts: str) -> None:
    """8: the mirror, which follows it, sees it come."""
    rooms = Rooms(f"{fresh_hosts}/not/there")
    try:
        rooms.start(2, timeout=20)
        assert rooms.broken == []
    finally:
        rooms.close()
