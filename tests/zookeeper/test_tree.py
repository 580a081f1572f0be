"""The tree in memory."""

from __future__ import annotations

import tracemalloc

import pytest

from app.zookeeper.tree import (
    MirroredZnode,
    ZnodeTree,
    ancestors,
    apply_listing,
    below,
    join,
    kind_of,
    session_of,
    split,
)

CONTAINER, TTL = -(1 << 63), -(1 << 56) | 5000


def the(znode: MirroredZnode | None) -> MirroredZnode:
    """A znode that must be there."""
    assert znode is not None
    return znode


def planted(*paths: str) -> ZnodeTree:
    tree = ZnodeTree()
    for path in ("/", *paths):
        assert tree.add(path) is not None
    return tree


def test_a_znode_needs_its_parent() -> None:
    tree = planted("/a")
    assert tree.add("/none/b") is None
    assert tree.add("/a") is None, "it is there already"
    assert tree.add("/a/b") is not None
    assert tree.size == 2


def test_without_a_root_there_is_nothing() -> None:
    tree = ZnodeTree()
    assert (tree.find("/"), tree.add("/a"), tree.remove("/a")) == (None, None, [])


def test_removing_takes_all_below_children_first() -> None:
    tree = planted("/a", "/a/b", "/a/b/c", "/a/d", "/e")
    gone = tree.remove("/a")
    assert sorted(gone) == ["/a", "/a/b", "/a/b/c", "/a/d"]
    assert gone.index("/a/b/c") < gone.index("/a/b") < gone.index("/a")
    assert (tree.size, list(below("/", the(tree.root)))) == (1, ["/", "/e"])


def test_leaves_share_nothing() -> None:
    tree = planted("/a", "/b")
    tree.add("/a/c")
    assert tree.find("/b/c") is None


def test_a_listing_makes_the_children_what_they_are() -> None:
    tree = planted("/a", "/a/old", "/a/old/deep", "/a/stays")
    gone, came = apply_listing(tree, "/a", ["stays", "new"])
    assert (gone, came) == (["/a/old/deep", "/a/old"], ["new"])
    assert [the(tree.find(path)).listed for path in ("/a", "/a/new")] == [True, False]
    assert tree.size == 3
    assert apply_listing(tree, "/none", ["x"]) == ([], [])


def test_names_stay_in_order() -> None:
    tree = planted("/b", "/d")
    assert the(tree.root).sorted_names() == ["b", "d"]
    for path in ("/c", "/a", "/e"):
        tree.add(path)
    tree.remove("/d")
    assert the(tree.root).sorted_names() == ["a", "b", "c", "e"]
    apply_listing(tree, "/", ["z", "a"])
    assert the(tree.root).sorted_names() == ["a", "z"]


def test_search_finds_names_not_paths() -> None:
    tree = planted("/Locks", "/Locks/a", "/x", "/x/my-lock", "/x/my-lock/b")
    assert tree.search("lock") == (["/Locks", "/x/my-lock"], False)
    assert tree.search("lock", limit=1) == (["/Locks"], True)
    assert tree.search("lock", under="/x").paths == ["/x/my-lock"]
    assert tree.search("lock", under="/none").paths == []


def test_a_deep_tree_needs_no_recursion() -> None:
    tree = ZnodeTree()
    tree.add("/")
    path = "/"
    for _ in range(5000):
        path = join(path, "x")
        tree.add(path)
    assert len(tree.search("x", limit=10_000).paths) == 5000
    assert tree.count("/x") == 5000
    assert len(tree.remove("/x")) == 5000


def test_paths_are_taken_apart_and_put_together() -> None:
    assert [split(path) for path in ("/", "/a", "/a/b")] == [("", ""), ("/", "a"), ("/a", "b")]
    assert (join("/", "a"), join("/a", "b")) == ("/a", "/a/b")
    assert (ancestors("/a/b/c"), ancestors("/")) == (["/", "/a", "/a/b"], [])


@pytest.mark.parametrize(
    ("name", "owner", "kind", "session"),
    [
        ("a", None, "unknown", None),
        ("a", 0, "persistent", None),
        ("a-0000000001", 0, "persistent_sequential", None),
        ("a", 0x1000ABC, "ephemeral", 0x1000ABC),
        ("a-0000000001", 0x1000ABC, "ephemeral_sequential", 0x1000ABC),
        ("a", -0x7F00000000000001, "ephemeral", -0x7F00000000000001),
        ("a", CONTAINER, "container", None),
        ("a", TTL, "ttl", None),
    ],
)
def test_kinds(name: str, owner: int | None, kind: str, session: int | None) -> None:
    assert (kind_of(name, owner), session_of(owner)) == (kind, session)


def test_a_hundred_thousand_znodes_take_less_than_a_kilobyte_each() -> None:
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        tree = planted("/big")
        apply_listing(tree, "/big", [f"n_{number:010d}" for number in range(100_000)])
        the(tree.find("/big")).sorted_names()
        used = tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
    assert used / tree.size < 1000
