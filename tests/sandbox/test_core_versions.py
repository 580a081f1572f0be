"""What the sandbox does otherwise as another release of Apache's (wire/capabilities.py)."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.zookeeper.wire.codes import (
    NO_ZXID,
    AddMode,
    Code,
    CreateMode,
    EventType,
    Op,
    Permission,
    WatcherType,
)
from app.zookeeper.wire.records import (
    Acl,
    CreateRequest,
    Id,
    PathOnly,
    PathType,
    PathVersion,
    SetDataRequest,
    SetWatches2,
)
from tests.sandbox.playbook import OPEN, TICK, Client, Server

OLD, NEW = "3.8.0", "3.9.5"
CREATED, CHANGED, CHILDREN = EventType.CREATED, EventType.DATA_CHANGED, EventType.CHILDREN_CHANGED
SECRET = [Acl(Permission.ALL - Permission.READ, Id("world", "anyone"))]

both = pytest.mark.parametrize("version", [OLD, NEW])


def pair(version: str) -> tuple[Server, Client, Client]:
    """A server with a znode /a, one who watches, and one who writes."""
    server = Server(version)
    server.client().create("/a")
    return server, server.client(), server.client()


class TestExists:
    def test_needs_read_since_3_9_2(self) -> None:
        server, watcher, writer = pair(NEW)
        writer.create("/a/secret", acl=SECRET)
        assert watcher.exists("/a/secret", watch=True) is Code.NO_AUTH
        assert len(server.core.watches) == 0

    @pytest.mark.parametrize("version", [OLD, "3.9.1"])
    def test_needs_nothing_before(self, version: str) -> None:
        server, watcher, writer = pair(version)
        writer.create("/a/secret", acl=SECRET)
        assert watcher.exists("/a/secret", watch=True).stat.data_length == 0
        assert len(server.core.watches) == 1

    @both
    def test_of_what_is_missing_needs_nothing(self, version: str) -> None:
        _, watcher, writer = pair(version)
        writer.protect("/a", SECRET)
        assert watcher.exists("/a/new", watch=True) is Code.NO_NODE
        writer.create("/a/new")
        assert watcher.heard() == [(CREATED, "/a/new")]


class TestZxidsOfEvents:
    def told(
        self, version: str, change: Callable[[Server, Client], object]
    ) -> tuple[set[int], int]:
        """The zxids of the events of a change, and the one that the server is at then."""
        server, watcher, writer = pair(version)
        watcher.watch_all("/")
        watcher.children("/a", watch=True)
        change(server, writer)
        return set(watcher.zxids_heard()), server.core.zxid

    @pytest.mark.parametrize(
        "change",
        [
            lambda server, writer: writer.create("/a/b"),
            lambda server, writer: writer.write("/a", b"new"),
            lambda server, writer: writer.delete("/a"),
            lambda server, writer: writer.multi(
                (Op.CREATE, CreateRequest("/a/b", b"", OPEN, 0)),
                (Op.SET_DATA, SetDataRequest("/a", b"", -1)),
                (Op.DELETE, PathVersion("/a/b", -1)),
            ),
        ],
        ids=["create", "write", "delete", "multi"],
    )
    def test_are_those_of_the_change_since_3_9(
        self, change: Callable[[Server, Client], object]
    ) -> None:
        zxids, now = self.told(NEW, change)
        assert zxids == {now}
        assert self.told(OLD, change)[0] == {NO_ZXID}

    def test_are_those_of_the_end_of_the_session(self) -> None:
        server, watcher, writer = pair(NEW)
        for name in ("/a/one", "/a/two"):
            writer.create(name, flags=CreateMode.EPHEMERAL)
        watcher.watch_all("/a")
        writer.ask(Op.CLOSE_SESSION)
        assert watcher.zxids_heard() == [server.core.zxid] * 2

    def test_are_those_of_the_clearing_away(self) -> None:
        server, watcher, writer = pair(NEW)
        writer.create("/box", op=Op.CREATE_CONTAINER, flags=CreateMode.CONTAINER)
        writer.create("/box/x")
        writer.delete("/box/x")
        before = server.core.zxid
        watcher.watch_all("/box")
        server.wait(server.core.limits.container_check + TICK)
        assert watcher.zxids_heard() == [before + 1]

    @both
    def test_are_not_told_of_what_was_missed(self, version: str) -> None:
        _, watcher, _ = pair(version)
        watches = SetWatches2(0, ["/a", "/gone"], ["/a"], ["/a"], [], [])
        watcher.ask(Op.SET_WATCHES2, watches)
        assert watcher.zxids_heard() == [NO_ZXID] * 4


class TestWatchModes:
    """ZOOKEEPER-4466."""

    @pytest.mark.parametrize(("version", "told"), [(OLD, 1), (NEW, 2)])
    def test_a_one_shot_watch_leaves_a_recursive_one_on_its_path(
        self, version: str, told: int
    ) -> None:
        """Before 3.9 it takes its place."""
        _, watcher, writer = pair(version)
        watcher.watch_all("/a")
        watcher.read("/a", watch=True)
        writer.write("/a", b"1")
        writer.write("/a", b"2")
        assert watcher.heard() == [(CHANGED, "/a")] * told

    @pytest.mark.parametrize("version", [OLD, NEW])
    def test_a_persistent_and_a_recursive_watch(self, version: str) -> None:
        """Of both on one path each tells what it sees; before 3.9 the later one alone."""
        _, watcher, writer = pair(version)
        watcher.watch("/a", AddMode.PERSISTENT)
        watcher.watch_all("/a")
        writer.create("/a/b")
        writer.write("/a", b"1")
        seen = [(CREATED, "/a/b"), (CHILDREN, "/a"), (CHANGED, "/a")]
        assert watcher.heard() == (seen if version == NEW else [seen[0], seen[2]])

    def test_are_removed_each_by_its_type_since_3_9(self) -> None:
        server, watcher, writer = pair(NEW)
        watcher.read("/a", watch=True)
        watcher.children("/a", watch=True)
        watcher.watch("/a", AddMode.PERSISTENT)
        watcher.watch_all("/a")
        assert len(server.core.watches) == 2, "modes on one path count once for each table"
        order = ("DATA", "CHILDREN", "PERSISTENT", "PERSISTENT_RECURSIVE")
        for kind in (WatcherType[name] for name in order):
            assert watcher.ask(Op.CHECK_WATCHES, PathType("/a", kind)) is None
            assert watcher.ask(Op.REMOVE_WATCHES, PathType("/a", kind)) is None
            assert watcher.ask(Op.CHECK_WATCHES, PathType("/a", kind)) is Code.NO_WATCHER
            assert watcher.ask(Op.REMOVE_WATCHES, PathType("/a", kind)) is Code.NO_WATCHER
            writer.write("/a", b"")
            told = [] if kind is WatcherType.PERSISTENT_RECURSIVE else [(CHANGED, "/a")]
            assert watcher.heard() == told
        assert len(server.core.watches) == 0

    def test_any_removes_all(self) -> None:
        server, watcher, _ = pair(NEW)
        watcher.read("/a", watch=True)
        watcher.watch("/a", AddMode.PERSISTENT)
        watcher.watch_all("/a")
        assert watcher.ask(Op.REMOVE_WATCHES, PathType("/a", WatcherType.ANY)) is None
        assert len(server.core.watches) == 0

    def test_have_no_types_of_their_own_before_3_9(self) -> None:
        """A plain type means persistent ones too."""
        server, watcher, _ = pair(OLD)
        watcher.watch_all("/a")
        assert len(server.core.watches) == 2, "a recursive watch counts twice"
        for number in (WatcherType.PERSISTENT, WatcherType.PERSISTENT_RECURSIVE):
            for op in (Op.CHECK_WATCHES, Op.REMOVE_WATCHES):
                assert watcher.ask(op, PathType("/a", number)) is Code.MARSHALLING_ERROR
        for kind in (WatcherType.DATA, WatcherType.CHILDREN):
            assert watcher.ask(Op.REMOVE_WATCHES, PathType("/a", kind)) is None
        assert len(server.core.watches) == 0

    def test_a_recursive_watch_counts_once_since_3_9(self) -> None:
        server, watcher, writer = pair(NEW)
        watcher.watch_all("/a")
        assert len(server.core.watches) == 1
        writer.delete("/a")
        assert server.core.watches.fired[EventType.DELETED] == 1


class TestMulti:
    """ZOOKEEPER-4026."""

    @pytest.mark.parametrize("version", ["3.8.2", NEW])
    def test_tells_the_stat_of_a_create2(self, version: str) -> None:
        server, _, writer = pair(version)
        plain, told, box = writer.multi(
            (Op.CREATE, CreateRequest("/plain", b"", OPEN, 0)),
            (Op.CREATE2, CreateRequest("/told", b"12", OPEN, 0)),
            (Op.CREATE_CONTAINER, CreateRequest("/box", b"", OPEN, 0)),
        )
        assert plain == (Op.CREATE, PathOnly("/plain"))
        stat = told.body.stat
        assert (told.op, stat.czxid, stat.data_length) == (Op.CREATE2, server.core.zxid, 2)
        assert box.op == Op.CREATE2
        assert "/box" in server.core.tree.removable

    @pytest.mark.parametrize("version", [OLD, "3.8.1"])
    def test_told_none_before(self, version: str) -> None:
        server, _, writer = pair(version)
        told = writer.multi(
            (Op.CREATE2, CreateRequest("/told", b"12", OPEN, 0)),
            (Op.CREATE_CONTAINER, CreateRequest("/box", b"", OPEN, 0)),
        )
        assert told == [(Op.CREATE, PathOnly("/told")), (Op.CREATE, PathOnly("/box"))]
        assert "/box" not in server.core.tree.removable

    @both
    def test_with_flags_that_there_are_not(self, version: str) -> None:
        _, _, writer = pair(version)
        results = writer.multi(
            (Op.DELETE, PathVersion("/none", -1)),
            (Op.CREATE, CreateRequest("/b", b"", OPEN, 100)),
        )
        if version == NEW:
            assert results is Code.MARSHALLING_ERROR
        else:
            assert [one.body.number for one in results] == [Code.NO_NODE, -2]


class TestRequests:
    @pytest.mark.parametrize(("version", "zxids"), [(OLD, 1), (NEW, 0)])
    def test_a_write_that_cannot_be_read(self, version: str, zxids: int) -> None:
        server, _, writer = pair(version)
        before = server.core.zxid
        assert writer.ask(Op.SET_DATA) is Code.MARSHALLING_ERROR
        assert server.core.zxid == before + zxids

    @pytest.mark.parametrize("version", ["3.8.5", NEW])
    def test_a_check_alone_is_no_request(self, version: str) -> None:
        server, _, writer = pair(version)
        before = server.core.zxid
        assert writer.ask(Op.CHECK, PathVersion("/a", -1)) is Code.UNIMPLEMENTED
        assert writer.is_closed
        assert server.core.zxid == before

    @pytest.mark.parametrize("version", [OLD, "3.9.2"])
    def test_a_check_alone_was_one(self, version: str) -> None:
        _, _, writer = pair(version)
        assert writer.ask(Op.CHECK, PathVersion("/a", 7)) is Code.BAD_VERSION
        assert not writer.is_closed
