"""The requests that kazoo lacks, against a real server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import NoAuthError, NoNodeError, UnimplementedError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType
from kazoo.security import make_acl

from app.zookeeper import operations as o
from app.zookeeper.requests import (
    DataStat,
    add_recursive_watch,
    multi_read,
)
from tests.support.mirrored import ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until


@pytest.mark.needs("multi_reads")
def test_multi_read_answers_each_read_in_order(client: KazooClient) -> None:
    client.create("/a/b", b"data", makepath=True)
    client.create("/shut", acl=[make_acl("digest", "nobody:x", all=True)])
    reads: list[o.Read] = [
        o.Names("/"),
        o.Get("/a/b"),
        o.Get("/none"),
        o.Names("/shut"),
        o.Names("/a/b"),
    ]

    names, data, missing, shut, empty = multi_read(client, reads).get(timeout=60)

    assert sorted(names) == ["a", "shut"]
    assert isinstance(data, DataStat)
    assert (data.data, data.stat.dataLength) == (b"data", 4)
    assert isinstance(missing, NoNodeError)
    assert isinstance(shut, NoAuthError)
    assert empty == []


@pytest.mark.needs("recursive_watches")
def test_recursive_watch_hears_everything_below_in_order(
    fresh_hosts: str, open_client: Connect
) -> None:
    watching, acting, events = open_client(fresh_hosts), open_client(fresh_hosts), []
    acting.create("/outside")
    acting.create("/in")
    add_recursive_watch(watching, "/in", lambda e: events.append((e.type, e.path))).get(timeout=60)

    acting.create("/in/a/b", makepath=True)
    acting.create("/in-law")
    acting.set("/outside", b"x")
    acting.set("/in/a", b"x")
    acting.delete("/in", recursive=True)

    await_until(lambda: len(events) >= 6)
    assert events == [
        (EventType.CREATED, "/in/a"),
        (EventType.CREATED, "/in/a/b"),
        (EventType.CHANGED, "/in/a"),
        (EventType.DELETED, "/in/a/b"),
        (EventType.DELETED, "/in/a"),
        (EventType.DELETED, "/in"),
    ]


@pytest.mark.needs("recursive_watches")
def test_recursive_watch_leaves_other_watches_alone(client: KazooClient) -> None:
    recursive, own = [], []
    for path in ("/in/a", "/in-law"):
        client.create(path, makepath=True)
        client.get(path, watch=lambda event: own.append(event.path))
    add_recursive_watch(client, "/in", lambda event: recursive.append(event.path)).get(timeout=60)

    client.set("/in/a", b"1")
    client.set("/in-law", b"1")
    client.set("/in/a", b"2")

    await_until(lambda: len(recursive) >= 2)
    assert (recursive, own) == (["/in/a", "/in/a"], ["/in/a", "/in-law"])


@pytest.mark.parametrize(
    "ask",
    [
        lambda client: add_recursive_watch(client, "/", lambda event: None),
        lambda client: multi_read(client, [o.Names("/")]),
    ],
)
def test_an_old_server_says_unimplemented(
    ask: Callable[[KazooClient], IAsyncResult],
    fresh_hosts: str,
    open_client: Connect,
    proxy_of: ProxyOf,
) -> None:
    proxy = proxy_of(FaultyProxy.before_3_6(fresh_hosts))
    with pytest.raises(UnimplementedError):
        ask(open_client(proxy.hosts)).get(timeout=60)
