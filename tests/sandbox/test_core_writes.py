"""Creating, deleting, writing, and multi: what changes, what is counted, what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.zookeeper.wire.codes import Code, CreateMode, EventType, Op
from app.zookeeper.wire.records import (
    CreateRequest,
    CreateTtlRequest,
    Number,
    PathOnly,
    PathVersion,
    PathWatch,
    SetDataRequest,
)
from tests.sandbox.playbook import OPEN, Server

SEQUENTIAL = CreateMode.PERSISTENT_SEQUENTIAL
BAD_PATHS = [
    "", "a", "/a/", "//", "/a//b", "/.", "/..", "/./a", "/a/../b", "/a\0b", "/\x01", "/\x7f",
    "/\ud800", "/\ue000", "/\ufff0", "/\U0001f600",
]  # fmt: skip


def test_a_new_znode_knows_when_it_was_made() -> None:
    server = Server()
    client = server.client()
    client.create("/a", b"data")
    data, stat = client.read("/a")
    assert data == b"data"
    assert (stat.czxid, stat.mzxid, stat.pzxid) == (server.core.zxid,) * 3
    assert (stat.ctime, stat.mtime) == (server.now,) * 2
    assert (stat.version, stat.cversion, stat.aversion) == (0, 0, 0)
    assert (stat.data_length, stat.children, stat.ephemeral_owner) == (4, 0, 0)


def test_the_parent_counts_creates_and_deletes() -> None:
    client = Server().client()
    client.create("/a")
    client.create("/a/b")
    client.create("/a/c")
    client.delete("/a/b")
    stat = client.exists("/a").stat
    assert (stat.cversion, stat.children) == (3, 1)


def test_writing_counts_versions() -> None:
    client = Server().client()
    client.create("/a")
    assert client.write("/a", b"one", 0).stat.version == 1
    assert client.write("/a", b"two", 0) is Code.BAD_VERSION
    assert client.write("/a", None).stat.data_length == 0
    assert client.read("/a").data is None


def test_sequence_numbers_are_never_used_twice() -> None:
    client = Server().client()
    client.create("/a")
    assert client.create("/a/n_", flags=SEQUENTIAL) == "/a/n_0000000000"
    client.delete("/a/n_0000000000")
    client.create("/a/plain")
    assert client.create("/a/n_", flags=SEQUENTIAL) == "/a/n_0000000002"
    assert client.create("/a/", flags=SEQUENTIAL) == "/a/0000000003"


def test_sequence_numbers_wrap() -> None:
    server = Server()
    client = server.client()
    client.create("/a")
    server.core.tree.nodes["/a"].creates = 2**31 - 1
    assert client.create("/a/n_", flags=SEQUENTIAL) == "/a/n_2147483647"
    assert client.create("/a/n_", flags=SEQUENTIAL) == "/a/n_-2147483648"
    assert client.create("/a/n_", flags=SEQUENTIAL) == "/a/n_-2147483647"


@pytest.mark.parametrize("path", BAD_PATHS)
def test_paths_that_cannot_be_are_refused(path: str) -> None:
    server = Server()
    client = server.client()
    before = server.snapshot()
    assert client.create(path) in {Code.BAD_ARGUMENTS, Code.NO_NODE}
    assert client.write(path, b"") is Code.BAD_ARGUMENTS
    assert server.snapshot() == before


@pytest.mark.parametrize("flags", [-1, 4, 5, 6, 7, 99])
def test_flags_decide_or_are_refused(flags: int) -> None:
    client = Server().client()
    made = client.create("/a", flags=flags)
    if flags == CreateMode.CONTAINER:
        assert client.exists(made).stat.ephemeral_owner == 0
    else:
        assert made is Code.BAD_ARGUMENTS


def test_creating_is_refused_with_the_code_that_says_why() -> None:
    client = Server().client()
    client.create("/e", flags=CreateMode.EPHEMERAL)
    assert client.create("/e") is Code.NODE_EXISTS
    assert client.create("/e/child") is Code.NO_CHILDREN_FOR_EPHEMERALS
    assert client.create("/nobody/home") is Code.NO_NODE
    assert client.create("/") is Code.NODE_EXISTS


def test_deleting_is_refused_with_the_code_that_says_why() -> None:
    client = Server().client()
    client.create("/a")
    client.create("/a/b")
    assert client.delete("/a") is Code.NOT_EMPTY
    assert client.delete("/a/b", 7) is Code.BAD_VERSION
    assert client.delete("/a/c") is Code.NO_NODE
    assert client.delete("/c/d") is Code.NO_NODE
    for path in ("/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config", "plain"):
        assert client.delete(path) is Code.BAD_ARGUMENTS


def test_a_container_goes_once_it_has_been_emptied() -> None:
    server = Server()
    client, other = server.client(10_000), server.client(10_000)
    client.create("/box", op=Op.CREATE_CONTAINER, flags=CreateMode.CONTAINER)
    server.wait(3000)
    assert client.exists("/box") is not Code.NO_NODE
    client.create("/box/a")
    server.wait(3000)
    client.delete("/box/a")
    other.exists("/box", watch=True)
    server.wait(1000)
    assert client.exists("/box") is Code.NO_NODE
    assert other.heard() == [(EventType.DELETED, "/box")]


def test_a_time_to_live_counts_from_the_last_write_and_spares_parents() -> None:
    server = Server()
    client = server.client(10_000)
    client.create_ttl("/short", 2000)
    client.create_ttl("/parent", 2000)
    client.create("/parent/child")
    server.wait(1800)
    client.write("/short", b"again")
    server.wait(1800)
    assert client.exists("/short") is not Code.NO_NODE
    server.wait(2000)
    assert client.exists("/short") is Code.NO_NODE
    assert client.exists("/parent") is not Code.NO_NODE


@pytest.mark.parametrize(("ttl", "flags"), [(0, 5), (-1, 5), (2**40, 6), (5, 0), (5, 1)])
def test_a_time_to_live_must_be_one(ttl: int, flags: int) -> None:
    assert Server().client().create_ttl("/a", ttl, flags) is Code.BAD_ARGUMENTS


def test_a_multi_does_all_at_one_zxid_and_its_parts_see_each_other() -> None:
    server = Server()
    client, other = server.client(), server.client()
    other.watch_all("/")
    results = client.multi(
        (Op.CREATE, CreateRequest("/a", b"", OPEN, 0)),
        (Op.CREATE2, CreateRequest("/a/n_", b"", OPEN, SEQUENTIAL)),
        (Op.CHECK, PathVersion("/a/n_0000000000", 0)),
        (Op.SET_DATA, SetDataRequest("/a", b"data", 0)),
        (Op.DELETE, PathVersion("/a/n_0000000000", -1)),
    )
    assert [one.op for one in results] == [Op.CREATE, Op.CREATE2, Op.CHECK, Op.SET_DATA, Op.DELETE]
    assert results[0].body == PathOnly("/a")
    stat = client.exists("/a").stat
    assert stat.czxid == stat.mzxid == stat.pzxid == server.core.zxid
    assert other.heard() == [
        (EventType.CREATED, "/a"),
        (EventType.CREATED, "/a/n_0000000000"),
        (EventType.DATA_CHANGED, "/a"),
        (EventType.DELETED, "/a/n_0000000000"),
    ]


def test_in_a_multi_the_flags_say_what_is_created() -> None:
    client = Server().client()
    box, plain = client.multi(
        (Op.CREATE, CreateRequest("/box", b"", OPEN, CreateMode.CONTAINER)),
        (Op.CREATE_TTL, CreateTtlRequest("/plain", b"", OPEN, 0, 5)),
    )
    assert (box.op, box.body.path, plain) == (15, "/box", (Op.CREATE, PathOnly("/plain")))
    ttl = (Op.CREATE, CreateRequest("/t", b"", OPEN, CreateMode.PERSISTENT_TTL))
    assert client.multi((Op.DELETE, PathVersion("/plain", -1)), ttl) is Code.MARSHALLING_ERROR
    assert client.exists("/plain") is not Code.NO_NODE


def test_a_failed_multi_says_of_each_part_why() -> None:
    client = Server().client()
    results = client.multi(
        (Op.CREATE, CreateRequest("/a", b"", OPEN, 0)),
        (Op.CHECK, PathVersion("/none", -1)),
        (Op.DELETE, PathVersion("/a", -1)),
    )
    codes = [Code.OK, Code.NO_NODE, Code.RUNTIME_INCONSISTENCY]
    assert [(one.op, one.body) for one in results] == [(Op.ERROR, Number(code)) for code in codes]


NAMES = st.sampled_from(["/a", "/b", "/a/x", "/a/y", "/b/x", "/a/x/z"])
PARTS = st.one_of(
    st.builds(
        lambda path, flags: (Op.CREATE, CreateRequest(path, b"new", OPEN, flags)),
        NAMES,
        st.sampled_from([0, 1, 2, 3]),
    ),
    st.builds(lambda path: (Op.DELETE, PathVersion(path, -1)), NAMES),
    st.builds(lambda path: (Op.SET_DATA, SetDataRequest(path, b"other", -1)), NAMES),
)


@settings(max_examples=200, deadline=None)
@given(before=st.lists(PARTS, max_size=8), parts=st.lists(PARTS, max_size=8))
def test_a_failed_multi_leaves_everything_as_it_was(before: list[Any], parts: list[Any]) -> None:
    server = Server()
    client, other = server.client(), server.client()
    for op, body in before:
        client.ask(op, body)
    other.watch_all("/")
    standing = server.snapshot()
    ephemerals = {owner: sorted(paths) for owner, paths in server.core.tree.ephemerals.items()}
    results = client.multi(*parts, (Op.CHECK, PathVersion("/nobody", -1)))
    assert results[-1].op == Op.ERROR
    assert server.snapshot() == standing
    assert ephemerals == {
        owner: sorted(paths) for owner, paths in server.core.tree.ephemerals.items()
    }
    assert other.heard() == []


def test_a_multi_read_answers_for_each_and_sets_no_watch() -> None:
    server = Server()
    client = server.client()
    client.create("/a", b"data")
    results = client.multi(
        (Op.GET_DATA, PathWatch("/a", True)),
        (Op.GET_CHILDREN, PathWatch("/none", True)),
        (Op.GET_CHILDREN, PathWatch("/", True)),
        op=Op.MULTI_READ,
    )
    assert results[0].body.data == b"data"
    assert results[1] == (Op.ERROR, Number(Code.NO_NODE))
    assert "a" in results[2].body.children
    assert len(server.core.watches) == 0


def test_what_must_be_kept_is_told_once() -> None:
    server = Server(keep=True)
    client = server.client()
    client.create("/a")
    client.create("/a/e_", flags=CreateMode.EPHEMERAL_SEQUENTIAL)
    znodes = server.core.take_changes()
    assert znodes["/a/e_0000000000"] is None
    kept = znodes["/a"]
    assert kept is not None
    assert kept.creates == 1
    client.delete("/a/e_0000000000")
    client.delete("/a")
    assert server.core.take_changes()["/a"] is None
    assert server.core.take_changes() == {}
