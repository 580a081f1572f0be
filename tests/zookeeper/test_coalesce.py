"""Summing up a busy tree."""

from __future__ import annotations

from app.zookeeper.publisher import Coalescer


def test_few_changes_are_let_through() -> None:
    coalescer = Coalescer(rate=10)
    assert all(coalescer.admits("created", "/a", at=number) for number in range(100))
    assert coalescer.take() is None


def test_what_overflows_is_counted() -> None:
    coalescer = Coalescer(rate=10)
    admitted = [coalescer.admits("created", f"/a/{n}", at=0.0) for n in range(30)]
    assert admitted == [True] * 10 + [False] * 20
    coalescer.admits("deleted", "/a/1", at=0.0)
    assert coalescer.take() == ("/a", {"created": 20, "deleted": 1, "changed": 0})
    assert coalescer.take() is None


def test_nothing_overtakes_a_summary_that_waits() -> None:
    coalescer = Coalescer(rate=1)
    coalescer.admits("created", "/a", at=0.0)
    assert not coalescer.admits("created", "/b", at=0.0)
    assert not coalescer.admits("created", "/c", at=100.0)
    coalescer.take()
    assert coalescer.admits("created", "/d", at=200.0)


def test_the_prefix_is_what_all_have_in_common() -> None:
    coalescer = Coalescer(rate=0)
    for path in ("/a/b/c/1", "/a/b/d", "/a/bb/c"):
        coalescer.admits("changed", path, at=0.0)
    assert coalescer.take() == ("/a", {"created": 0, "deleted": 0, "changed": 3})
    for path in ("/a/b", "/x/y"):
        coalescer.admits("changed", path, at=0.0)
    summary = coalescer.take()
    assert summary is not None
    assert summary.prefix == "/"
