"""Watches: who hears of what, how often, and in which order."""

from __future__ import annotations

import pytest

from app.sandbox.core.messages import Notification, ServerReply
from app.zookeeper.wire.codes import (
    AddMode,
    Code,
    CreateMode,
    EventType,
    Op,
    Permission,
)
from app.zookeeper.wire.records import Acl, Id, PathType, SetWatches2
from tests.sandbox.playbook import Client, Server

CREATED, DELETED = EventType.CREATED, EventType.DELETED
CHANGED, CHILDREN = EventType.DATA_CHANGED, EventType.CHILDREN_CHANGED


@pytest.fixture
def server() -> Server:
    server = Server()
    server.client().create("/a")
    return server


@pytest.fixture
def watcher(server: Server) -> Client:
    return server.client()


@pytest.fixture
def writer(server: Server) -> Client:
    return server.client()


def test_a_data_watch_fires_once(watcher: Client, writer: Client) -> None:
    watcher.read("/a", watch=True)
    writer.write("/a", b"1")
    writer.write("/a", b"2")
    assert watcher.heard() == [(CHANGED, "/a")]


def test_a_read_that_fails_leaves_no_watch(server: Server, watcher: Client) -> None:
    assert watcher.read("/none", watch=True) is Code.NO_NODE
    assert watcher.children("/none", watch=True) is Code.NO_NODE
    assert len(server.core.watches) == 0


def test_a_child_watch_hears_of_children_and_of_the_end(watcher: Client, writer: Client) -> None:
    watcher.children("/a", watch=True)
    writer.write("/a", b"data")
    writer.create("/a/b")
    assert watcher.heard() == [(CHILDREN, "/a")]
    writer.delete("/a/b")
    watcher.children("/a", watch=True)
    writer.delete("/a")
    assert watcher.heard() == [(DELETED, "/a")]


def test_who_watches_data_and_children_hears_of_the_end_once(
    server: Server, watcher: Client, writer: Client
) -> None:
    watcher.read("/a", watch=True)
    watcher.children("/a", watch=True)
    writer.delete("/a")
    assert watcher.heard() == [(DELETED, "/a")]
    assert len(server.core.watches) == 0


def test_the_event_comes_before_the_reply_to_the_change(watcher: Client) -> None:
    watcher.read("/a", watch=True)
    watcher.write("/a", b"mine")
    assert [type(one) for one in watcher.inbox[-2:]] == [Notification, ServerReply]


def test_the_event_comes_before_any_read_that_shows_the_change(
    watcher: Client, writer: Client
) -> None:
    watcher.read("/a", watch=True)
    writer.write("/a", b"new")
    assert watcher.read("/a").data == b"new"
    assert [type(one) for one in watcher.inbox[-2:]] == [Notification, ServerReply]


def test_a_persistent_watch_stays(watcher: Client, writer: Client) -> None:
    watcher.watch("/a", AddMode.PERSISTENT)
    writer.write("/a", b"1")
    writer.create("/a/b")
    writer.write("/a/b", b"unseen")
    writer.delete("/a/b")
    writer.delete("/a")
    writer.create("/a")
    assert watcher.heard() == [
        (CHANGED, "/a"),
        (CHILDREN, "/a"),
        (CHILDREN, "/a"),
        (DELETED, "/a"),
        (CREATED, "/a"),
    ]


def test_a_recursive_watch_hears_of_all_below_and_never_of_lists(
    watcher: Client, writer: Client
) -> None:
    watcher.watch_all("/a")
    writer.create("/ab")
    writer.create("/a/b")
    writer.create("/a/b/c")
    writer.write("/a/b/c", b"data")
    writer.delete("/a/b/c")
    assert watcher.heard() == [
        (CREATED, "/a/b"),
        (CREATED, "/a/b/c"),
        (CHANGED, "/a/b/c"),
        (DELETED, "/a/b/c"),
    ]


def test_a_recursive_watch_and_another_below_it_tell_once(watcher: Client, writer: Client) -> None:
    watcher.watch_all("/")
    watcher.read("/a", watch=True)
    writer.write("/a", b"1")
    writer.write("/a", b"2")
    assert watcher.heard() == [(CHANGED, "/a"), (CHANGED, "/a")]


def test_whoever_may_not_read_a_znode_does_not_hear_of_it(watcher: Client, writer: Client) -> None:
    """CVE-2024-23944."""
    nobody = [Acl(Permission.WRITE, Id("world", "anyone"))]
    watcher.watch_all("/")
    writer.create("/a/secret", acl=nobody)
    writer.write("/a/secret", b"data")
    writer.delete("/a/secret")
    assert watcher.heard() == []
    watcher.watch("/a", AddMode.PERSISTENT)
    writer.create("/a/secret", acl=nobody)
    assert watcher.heard() == [(CHILDREN, "/a")]
    writer.authenticate("digest", b"ada:secret")
    writer.protect("/a", [Acl(Permission.ALL, Id("auth", ""))])
    writer.delete("/a/secret")
    assert watcher.heard() == []


def test_watches_go_with_the_connection(server: Server, watcher: Client) -> None:
    watcher.watch_all("/")
    watcher.read("/a", watch=True)
    watcher.children("/a", watch=True)
    server.core.disconnect(watcher.link)
    assert len(server.core.watches) == 0


@pytest.mark.parametrize("number", [0, 6, -1])
def test_kinds_that_there_are_not(watcher: Client, number: int) -> None:
    assert watcher.ask(Op.REMOVE_WATCHES, PathType("/a", number)) is Code.MARSHALLING_ERROR
    assert watcher.watch("/a", number + 2) in {Code.MARSHALLING_ERROR, (0,)}
    assert watcher.watch("/a", 2) is Code.MARSHALLING_ERROR


def test_set_watches_tells_what_was_missed_and_watches_the_rest(
    server: Server, watcher: Client, writer: Client
) -> None:
    for path in ("/same", "/written", "/parent", "/quiet"):
        writer.create(path)
    seen = server.core.zxid
    writer.write("/written", b"")
    writer.create("/parent/child")
    writer.create("/now")
    watcher.ask(
        Op.SET_WATCHES2,
        SetWatches2(
            seen,
            data=["/same", "/written", "/gone"],
            exist=["/now", "/later"],
            child=["/parent", "/quiet", "/lost"],
            persistent=["/p"],
            persistent_recursive=["/r"],
        ),
    )
    assert watcher.heard() == [
        (CHANGED, "/written"),
        (DELETED, "/gone"),
        (CREATED, "/now"),
        (CHILDREN, "/parent"),
        (DELETED, "/lost"),
    ]
    for path in ("/later", "/p", "/r", "/r/deep", "/quiet/child"):
        writer.create(path)
    writer.write("/same", b"")
    assert watcher.heard() == [
        (CREATED, "/later"),
        (CREATED, "/p"),
        (CREATED, "/r"),
        (CREATED, "/r/deep"),
        (CHILDREN, "/quiet"),
        (CHANGED, "/same"),
    ]


def test_watchers_of_the_parent_hear_after_those_of_the_znode(
    server: Server, watcher: Client, writer: Client
) -> None:
    writer.create("/a/e", flags=CreateMode.EPHEMERAL)
    watcher.children("/a", watch=True)
    watcher.read("/a/e", watch=True)
    writer.ask(Op.CLOSE_SESSION)
    assert watcher.heard() == [(DELETED, "/a/e"), (CHILDREN, "/a")]
