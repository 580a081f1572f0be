"""Copies of the tree: what outlives a restart, and what goes from the leader to its follower."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.sandbox.core.paths import parent_of
from app.sandbox.core.tree import Tree, Znode
from app.sandbox.core.watches import Change
from app.zookeeper.wire.codes import EventType


class Transaction(NamedTuple):
    """One step of the leader: the znodes as they are since, None for one that is gone."""

    zxid: int
    znodes: dict[str, Znode | None]


def written(tree: Tree, zxid: int, paths: Iterable[str]) -> Transaction:
    """What the follower is told of a step that has changed these paths, in this order."""
    found = {path or "/": tree.nodes.get(path) for path in paths}
    znodes = {path: znode and _without_children(znode) for path, znode in found.items()}
    return Transaction(zxid, znodes)


def repeated(tree: Tree, transaction: Transaction) -> Iterator[Change]:
    """Carry the step out on a copy of the tree; what it is to those who watch, as it happens."""
    for path, znode in transaction.znodes.items():
        yield from _put(tree, path, znode, transaction.zxid)


def _put(tree: Tree, path: str, znode: Znode | None, zxid: int) -> Iterator[Change]:
    standing = tree.nodes.get(path)
    if standing is not None and (znode is None or znode.czxid != standing.czxid):
        change = _change(tree, EventType.DELETED, path)
        tree.delete(path, zxid)
        standing = None
        yield change
    if znode is None:
        return
    tree.restore(path, znode)
    if standing is None:
        yield _change(tree, EventType.CREATED, path)
    elif znode.mzxid != standing.mzxid:
        yield _change(tree, EventType.DATA_CHANGED, path)


def _change(tree: Tree, kind: EventType, path: str) -> Change:
    return Change(kind, path, tree.nodes[path].acl, tree.nodes[parent_of(path)].acl)


def kept(old: Tree) -> Tree:
    """What a server with a data directory still knows after a restart."""
    tree = Tree()
    for path, znode in old.items():
        if znode.owner == 0:
            tree.restore(path, _without_children(znode))
    return tree


def _without_children(znode: Znode) -> Znode:
    return Znode(
        znode.data, znode.acl, znode.czxid, znode.mzxid, znode.pzxid, znode.ctime, znode.mtime,
        znode.version, znode.creates, znode.aversion, znode.owner,
    )  # fmt: skip
