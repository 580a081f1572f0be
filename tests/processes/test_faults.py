"""What happens to candidates from ZooKeeper's side."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl

from app.ensemble.apache.server import ApacheServer
from app.errors import Conflict
from app.processes.sessions import end_session
from app.processes.supervisor import Supervisor
from app.recipes.registry import ROLES
from tests.processes.rooms import ELECTION, SHORT, TIMEOUT, Rooms, deleted_at_once
from tests.support.proxy import FaultyProxy

CREATE = 1


def test_what_an_operator_deletes_is_made_again(rooms: Rooms, operator: KazooClient) -> None:
    """7, 8: the znode of one that waits, the leader's, after its data was changed, which changes
    nothing; and all of the election.
    """
    rooms.allow_overlap()
    rooms.start(3)
    operator.delete(f"{ELECTION}/{rooms.chain[1]['znode']}")
    rooms.await_chain("c1", "c3", "c2")
    assert rooms.election["handoffs"] == 0
    for data in (b"one", b"two"):
        operator.set(f"{ELECTION}/{rooms.chain[0]['znode']}", data)
    operator.delete(f"{ELECTION}/{rooms.chain[0]['znode']}")
    rooms.await_chain("c3", "c2", "c1")
    rooms.await_(lambda: deleted_at_once(operator, ELECTION))
    rooms.await_all("c1", "c2", "c3")


@pytest.mark.proof
def test_a_server_restart_in_the_middle(own_zookeeper: ApacheServer) -> None:
    """4, 5, 11: who led stops at once; the same chain stands again when the server is back."""
    with Rooms(own_zookeeper.hosts) as rooms:
        rooms.start(3)
        own_zookeeper.kill()
        rooms.await_(lambda: rooms.candidate("c1")["belief"] == "suspended")
        rooms.await_(lambda: rooms.state["zookeeper"]["state"] != "connected")
        own_zookeeper.restart()
        rooms.await_chain("c1", "c2", "c3")


def test_a_lost_create_reply_leaves_exactly_one_znode(
    far_rooms: Rooms, proxy: FaultyProxy, operator: KazooClient
) -> None:
    """1: the create has happened, its answer never came."""
    operator.ensure_path(ELECTION)  # before it comes: making this is a create too
    proxy.hold_after = CREATE
    (name,) = far_rooms.control.volunteers.start(
        1, ELECTION, "predecessor", TIMEOUT, among_strangers=True, by="test"
    )
    far_rooms.await_(lambda: operator.get_children(ELECTION))
    proxy.cut()
    proxy.release()
    far_rooms.await_chain(name)
    assert len(operator.get_children(ELECTION)) == 1


def test_a_lost_create_reply_of_a_session_that_died_meanwhile(
    far_rooms: Rooms, proxy: FaultyProxy, operator: KazooClient, hosts: str
) -> None:
    """1, 2: what the old session created is not taken for one's own."""
    operator.ensure_path(ELECTION)
    proxy.hold_after = CREATE
    (name,) = far_rooms.control.volunteers.start(
        1, ELECTION, "predecessor", TIMEOUT, among_strangers=True, by="test"
    )
    (first,) = far_rooms.await_(lambda: operator.get_children(ELECTION))
    proxy.down()
    proxy.release()
    identity = far_rooms._workers[name].identity
    assert identity is not None
    end_session(hosts, identity, TIMEOUT)
    far_rooms.await_(lambda: operator.get_children(ELECTION) == [])
    proxy.up()
    far_rooms.await_chain(name)
    assert operator.get_children(ELECTION) != [first]


def test_a_partitioned_leader_stops_before_its_successor_leads(
    far_rooms: Rooms, proxy: FaultyProxy, hosts: str
) -> None:
    """4: it hears nothing, not even that the connection is gone, and goes by its own clock."""
    far_rooms.allow_overlap()
    far_rooms.start(1, timeout=SHORT)
    near = Supervisor(hosts, far_rooms.journal, far_rooms.mirror.after_sync, ROLES, 10)
    try:
        near._started = 1
        (heir,) = near.start(1, ELECTION, "predecessor", TIMEOUT, "test")
        far_rooms.await_chain("c1", heir)
        proxy.partition()
        far_rooms.await_belief(heir, "leading")
        far_rooms.await_belief("c1", "suspended")
        stopped = far_rooms.told("candidate.reported", "c1", belief="suspended")[0]
        led = far_rooms.moments("candidate.reported", heir, belief="leading")[0]
        assert stopped.data["session_ends"] < led
        proxy.release()
        far_rooms.await_chain(heir, "c1")
    finally:
        near.close()


def test_a_short_loss_of_the_connection_keeps_the_place(
    far_rooms: Rooms, proxy: FaultyProxy
) -> None:
    """4, 5: suspended at once, and back in the same place with the same znode."""
    far_rooms.start(2)
    znodes = [entry["znode"] for entry in far_rooms.chain]
    proxy.cut()
    far_rooms.await_(lambda: far_rooms.moments("candidate.reported", "c1", belief="suspended"))
    far_rooms.await_chain("c1", "c2")
    assert [entry["znode"] for entry in far_rooms.chain] == znodes


def test_joining_and_handing_over_on_a_server_before_3_6(
    hosts: str,
) -> None:
    """No MultiRead there: the own znode is read after the children instead."""
    old = FaultyProxy.before_3_6(hosts)
    root = hosts[hosts.index("/") :]
    try:
        with Rooms(hosts, candidates_by=old.hosts + root) as rooms:
            rooms.start(3)
            rooms.act("c1", "stop")
            rooms.await_chain("c2", "c3")
    finally:
        old.close()


def test_a_forbidden_election_is_told_and_tried_again(rooms: Rooms, operator: KazooClient) -> None:
    """9: an error is never swallowed."""
    operator.create(ELECTION, acl=[make_acl("world", "anyone", read=True, admin=True)])
    rooms.control.volunteers.start(
        1, ELECTION, "predecessor", TIMEOUT, among_strangers=True, by="test"
    )
    rooms.await_(lambda: "no permission" in (rooms.candidate("c1")["error"] or ""))
    operator.set_acls(ELECTION, OPEN_ACL_UNSAFE)
    rooms.await_chain("c1")
    rooms.await_(lambda: rooms.candidate("c1")["error"] is None)


def test_a_missing_chroot_is_said_and_awaited(hosts: str, operator: KazooClient) -> None:
    """8: nobody makes it unasked, be a candidate started before the mirror has looked."""
    with Rooms(f"{hosts}/not/there") as rooms:
        rooms.await_(lambda: "/not/there" in (rooms.state["zookeeper"]["reason"] or ""))
        says = "There is no znode /.*/not/there on this ZooKeeper: create it"
        with pytest.raises(Conflict, match=says):
            rooms.start(1)
        with pytest.raises(Conflict, match=says):
            rooms.control.configurations.publish(
                path="/config", value="value", version=None, by="test"
            )
        rooms.supervisor.start(2, ELECTION, "predecessor", TIMEOUT, "test")
        rooms.await_(lambda: "no znode above it" in (rooms.candidate("c2")["error"] or ""))
        assert operator.exists("/not") is None
        operator.ensure_path("/not/there")
        rooms.await_(lambda: rooms.state["zookeeper"]["reason"] is None)
        rooms.await_all("c1", "c2")
        rooms.start(1)
