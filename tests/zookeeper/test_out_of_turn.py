"""Answers that come ahead of their turn find the request that they answer."""

from __future__ import annotations

from collections import deque

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import ConnectionLoss, UnimplementedError

from app.ensemble.apache.server import ApacheServer
from app.zookeeper import operations as o
from app.zookeeper.extension import put_first
from app.zookeeper.requests import add_recursive_watch, read_one
from app.zookeeper.wire.codes import Op
from tests.support.mirrored import ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.releases import abilities
from tests.support.zookeeper import Connect, await_until


def test_the_request_that_is_answered_isput_first() -> None:
    pending = deque((name, None, xid) for name, xid in (("a", 1), ("b", 2), ("auth", -4)))
    put_first(pending, -4)
    assert [name for name, _, _ in pending] == ["auth", "a", "b"]
    put_first(pending, 2)
    assert [name for name, _, _ in pending] == ["b", "auth", "a"]
    put_first(pending, 77)
    assert [name for name, _, _ in pending] == ["b", "auth", "a"]


@pytest.mark.parametrize("ahead", [0, 5])
def test_a_server_that_refuses_a_request_ends_no_thread(client: KazooClient, ahead: int) -> None:
    """ZooKeeper 3.4 refuses what it does not know ahead of what was asked before, and hangs up."""
    asked = [client.exists_async("/") for _ in range(ahead)]
    watch = add_recursive_watch(client, "/", lambda event: None)
    await_until(watch.ready)
    refused = isinstance(watch.exception, UnimplementedError)
    assert refused is not abilities().recursive_watches
    await_until(lambda: all(one.ready() for one in asked))
    heard: list[object] = []
    read_one(client, o.Exists("/"), heard.append)
    await_until(lambda: heard)
    assert client.handler.capabilities.recursive_watches is abilities().recursive_watches


def test_credentials_that_are_answered_ahead_harm_nobody(
    fresh_hosts: str, open_client: Connect
) -> None:
    if not abilities().refuses_in_turn:
        pytest.skip("ZooKeeper 3.4 reads who a session is while it adds to it: MarshallingError")
    client = open_client(fresh_hosts)
    for number in range(20):
        made = [client.create_async(f"/n{number}-{one}") for one in range(5)]
        shown = client.add_auth_async("digest", f"user{number}:word")
        assert shown.get(timeout=20) is True
        assert [one.get(timeout=20) for one in made] == [f"/n{number}-{one}" for one in range(5)]


def test_a_request_that_is_passed_over_ends_the_connection_and_no_thread(
    zookeeper: ApacheServer, open_client: Connect, proxy_of: ProxyOf
) -> None:
    """Apache's server does so where the session has moved to another one, and hangs up."""
    proxy = proxy_of(FaultyProxy(zookeeper.hosts))
    client = open_client(proxy.hosts)
    proxy.pass_over = Op.SET_DATA
    asked = client.set_async("/", b""), client.exists_async("/")
    await_until(lambda: all(one.ready() for one in asked))
    assert all(isinstance(one.exception, ConnectionLoss) for one in asked)
    await_until(lambda: client.connected)
    assert client.exists("/") is not None
