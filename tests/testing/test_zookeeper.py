"""The fixtures `zookeeper` and `failover`, on an embedded server."""

from __future__ import annotations

import signal
from collections.abc import Callable
from functools import partial

import psutil
import pytest
from kazoo.client import KazooClient, KazooState
from kazoo.exceptions import NoNodeError

from app.errors import Conflict
from app.testing.failover import Failover
from app.testing.servers import EmbeddedZooKeeper
from tests.support.zookeeper import await_until

Failing = Callable[..., Failover]


def states_of(client: KazooClient) -> list[str]:
    """What the session's states are from now on."""
    heard: list[str] = []
    client.add_listener(heard.append)
    return heard


@pytest.mark.parametrize("_again", range(2))
def test_each_test_has_an_empty_server(zookeeper: EmbeddedZooKeeper, _again: int) -> None:
    client = zookeeper.client()
    assert client.get_children("/") == ["zookeeper"]
    client.create("/left-behind")


def test_a_client_takes_the_arguments_of_kazoo(zookeeper: EmbeddedZooKeeper) -> None:
    zookeeper.client().create("/app")
    zookeeper.client(hosts=f"{zookeeper.hosts}/app", timeout=2.0).create("/below")
    assert zookeeper.client().exists("/app/below")


def test_a_session_expires_with_its_znodes(zookeeper: EmbeddedZooKeeper) -> None:
    client, other = zookeeper.client(), zookeeper.client()
    heard, before = states_of(client), client.client_id
    client.create("/mine", ephemeral=True)
    zookeeper.expire(client)
    assert not other.exists("/mine")
    await_until(lambda: heard[-2:] == [KazooState.LOST, KazooState.CONNECTED])
    assert client.client_id != before


def test_a_session_that_is_over_may_expire_again(zookeeper: EmbeddedZooKeeper) -> None:
    client = zookeeper.client()
    number = client.client_id[0]
    client.stop()
    zookeeper.expire(number)


@pytest.mark.parametrize("by_number", [False, True], ids=["client", "number"])
def test_a_session_that_is_cut_goes_on(zookeeper: EmbeddedZooKeeper, by_number: bool) -> None:
    client = zookeeper.client()
    heard, before = states_of(client), client.client_id
    client.create("/mine", ephemeral=True)
    zookeeper.cut(before[0] if by_number else client)
    await_until(lambda: heard == [KazooState.SUSPENDED, KazooState.CONNECTED])
    assert client.client_id == before
    assert client.exists("/mine")


def test_it_says_which_session_there_is_not(zookeeper: EmbeddedZooKeeper) -> None:
    with pytest.raises(ValueError, match="there is no connection of a session 0x4d"):
        zookeeper.cut(77)
    for strike in (zookeeper.cut, zookeeper.expire):
        with pytest.raises(ValueError, match="this client is not connected: name its"):
            strike(KazooClient(zookeeper.hosts))


def test_a_frozen_server_answers_once_it_is_woken(zookeeper: EmbeddedZooKeeper) -> None:
    client = zookeeper.client()
    zookeeper.freeze()
    await_until(lambda: psutil.STATUS_STOPPED in [one.status() for one in children()])
    asked = client.exists_async("/")
    assert not asked.ready()
    zookeeper.wake()
    assert asked.get(timeout=30)


def children() -> list[psutil.Process]:
    return psutil.Process().children()


def test_a_restart_keeps_persistent_znodes_and_no_session(zookeeper: EmbeddedZooKeeper) -> None:
    client, hosts = zookeeper.client(), zookeeper.hosts
    before = client.client_id
    client.create("/kept", b"data")
    client.create("/mine", ephemeral=True)
    zookeeper.restart()
    after = zookeeper.client()
    assert zookeeper.hosts == hosts
    assert after.get("/kept")[0] == b"data"
    assert not after.exists("/mine")
    await_until(lambda: client.connected and client.client_id != before)


def test_a_test_may_leave_its_server_frozen() -> None:
    left = EmbeddedZooKeeper()
    client = left.client()
    left.freeze()
    left.close()
    assert not client.connected


# -- a round --------------------------------------------------------------------------------------


def queue_of(zookeeper: EmbeddedZooKeeper, count: int) -> list[KazooClient]:
    """Sessions that stand in a queue at /election."""
    clients = [zookeeper.client() for _ in range(count)]
    for client in clients:
        client.create("/election/n-", ephemeral=True, sequence=True, makepath=True)
    return clients


@pytest.mark.parametrize("fault", ["expire", "delete", "called"])
def test_the_next_of_a_queue_leads_at_once(
    zookeeper: EmbeddedZooKeeper, failover: Failing, fault: str
) -> None:
    first, second = queue_of(zookeeper, 2)
    ids = [first.client_id[0], second.client_id[0]]
    shown = failover("/election", first.stop if fault == "called" else fault)
    assert [shown.before.session, shown.after.session] == ids
    assert shown.before.znode == "/election/n-0000000000"
    assert shown.after.znode == "/election/n-0000000001"
    assert shown.before.epoch < shown.after.epoch
    assert shown.detect > 0 == shown.passed
    assert shown.whole == shown.detect


def test_a_key_is_taken_by_the_next(zookeeper: EmbeddedZooKeeper, failover: Failing) -> None:
    first, second = zookeeper.client(), zookeeper.client()
    first.create("/leader", ephemeral=True)
    second.exists("/leader", watch=lambda event: second.create_async("/leader", ephemeral=True))
    number = second.client_id[0]
    shown = failover("/leader", partial(zookeeper.expire, first))
    assert (shown.before.znode, shown.after.znode) == ("/leader", "/leader")
    assert shown.after.session == number
    assert shown.whole == shown.detect + shown.passed


def test_it_says_that_nobody_leads(zookeeper: EmbeddedZooKeeper, failover: Failing) -> None:
    with pytest.raises(LookupError, match="nobody leads at /election: it is no ephemeral znode"):
        failover("/election", "expire")
    zookeeper.client().create("/election/task-", sequence=True, makepath=True)
    with pytest.raises(LookupError, match="has no ephemeral one below it"):
        failover("/election", "expire")


def test_it_says_that_nobody_followed(zookeeper: EmbeddedZooKeeper, failover: Failing) -> None:
    queue_of(zookeeper, 1)
    with pytest.raises(TimeoutError, match=r"nobody leads at /election, 0\.5 s after the fault"):
        failover("/election", "delete", within=0.5)


def test_it_says_who_still_leads(zookeeper: EmbeddedZooKeeper, failover: Failing) -> None:
    queue_of(zookeeper, 2)
    with pytest.raises(TimeoutError, match=r"/election/n-0000000000 still leads at /election, 0"):
        failover("/election", lambda: None, within=0.1)


def test_what_fails_as_the_fault_is_raised(zookeeper: EmbeddedZooKeeper, failover: Failing) -> None:
    queue_of(zookeeper, 2)
    with pytest.raises(NoNodeError):
        failover("/election", lambda: zookeeper.client().delete("/nothing"))
    with pytest.raises(ValueError, match="fault is 'expire', 'delete' or something to call, not"):
        failover("/election", "kill")


def test_a_server_that_has_ended_cannot_be_frozen(zookeeper: EmbeddedZooKeeper) -> None:
    for one in children():
        if zookeeper.hosts.partition(":")[2] in one.cmdline():
            one.send_signal(signal.SIGKILL)
            one.wait()
    with pytest.raises(Conflict, match="its process has just ended"):
        zookeeper.freeze()
