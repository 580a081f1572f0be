"""Copies of the tree: what outlives a restart, and what goes from a leader to its followers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from typing import NamedTuple

from app.sandbox.core.tree import Tree, Znode, parent_of
from app.sandbox.core.watches import TreeChange
from app.zookeeper.wire.codes import EventType

_FIELDS = tuple(field.name for field in fields(Znode) if field.name != "children")


class Transaction(NamedTuple):
    """One step of the leader: the znodes as they are since, None for one that is gone."""

    zxid: int
    znodes: dict[str, Znode | None]


def written(tree: Tree, zxid: int, paths: Iterable[str]) -> Transaction:
    """What followers are told of a step that has changed these paths, in this order; but a step may
    delete a znode together with all that is below it, which goes first.
    """
    known = list(dict.fromkeys(path or "/" for path in paths))
    gone = iter(sorted((one for one in known if one not in tree.nodes), key=_depth, reverse=True))
    found = {
        one: tree.nodes.get(one) for one in (p if p in tree.nodes else next(gone) for p in known)
    }
    znodes = {path: znode and _without_children(znode) for path, znode in found.items()}
    return Transaction(zxid, znodes)


def _depth(path: str) -> int:
    return path.count("/")


def repeated(tree: Tree, transaction: Transaction) -> Iterator[TreeChange]:
    """Carry the step out on a copy of the tree; what it is to those who watch, as it happens."""
    for path, znode in transaction.znodes.items():
        yield from _put(tree, path, znode, transaction.zxid)


def _put(tree: Tree, path: str, znode: Znode | None, zxid: int) -> Iterator[TreeChange]:
    standing = tree.nodes.get(path)
    if standing is not None and (znode is None or znode.czxid != standing.czxid):
        change = _change(tree, EventType.DELETED, path)
        tree.delete(path, zxid)
        standing = None
        yield change
    if znode is None:
        return
    if standing is None:
        tree.restore(path, _without_children(znode))
        yield _change(tree, EventType.CREATED, path)
        return
    is_written = znode.mzxid != standing.mzxid
    for name in _FIELDS:
        setattr(standing, name, getattr(znode, name))
    if is_written:
        yield _change(tree, EventType.DATA_CHANGED, path)


def _change(tree: Tree, kind: EventType, path: str) -> TreeChange:
    return TreeChange(kind, path, tree.nodes[path].acl, tree.nodes[parent_of(path)].acl)


def kept(old: Tree) -> Tree:
    """What a server with a data directory still knows after a restart."""
    return copied(old, lambda znode: znode.owner == 0)


def copied(old: Tree, keeps: Callable[[Znode], bool] = lambda znode: True) -> Tree:
    """Another tree of the same znodes, or of those that it `keeps`."""
    tree = Tree()
    for path, znode in old.items():
        if keeps(znode):
            tree.restore(path, _without_children(znode))
    return tree


def _without_children(znode: Znode) -> Znode:
    return Znode(*(getattr(znode, name) for name in _FIELDS))
