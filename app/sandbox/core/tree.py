"""Keep the znodes, and make the plain changes to them. Permissions are not checked here.

Each change can be taken back as long as its multi has not succeeded. Source: DataTree.java.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from ...zookeeper.paths import PATHS
from ...zookeeper.wire.codes import CONTAINER, Code, is_session, is_ttl
from ...zookeeper.wire.records import Stat
from .acl import OPEN, READ_ONLY, AclList
from .refusals import Refused

_is_path = re.compile(PATHS).fullmatch
SPECIAL = frozenset({"/", "/zookeeper", "/zookeeper/quota", "/zookeeper/config"})
"""Paths that can never be deleted."""


def check_path(path: str) -> None:
    """Raise Refused(BAD_ARGUMENTS) unless `path` may name a znode."""
    if not _is_path(path):
        raise Refused(Code.BAD_ARGUMENTS)


def parent_of(path: str) -> str:
    """Return the parent's path, "/" for the top. Raise Refused without a slash, and for a NUL."""
    above, slash, _ = path.rpartition("/")
    if not slash or "\0" in path:
        raise Refused(Code.BAD_ARGUMENTS)
    return above or "/"


def name_of(path: str) -> str:
    """Return what follows the last slash."""
    return path.rpartition("/")[2]


_FIRST, _LAST = -(1 << 31), (1 << 31) - 1


@dataclass(slots=True, eq=False)
class Znode:
    """One znode. Times are milliseconds since the epoch.

    creates: how many children were ever created here, 32 bits signed, which wrap: the counter of
    sequential names ("overflow when incremented beyond 2147483647 (resulting in a name
    '-2147483648')", ZooKeeper's programmers' guide). owner: see `wire.owners`.
    """

    data: bytes | None
    acl: AclList
    czxid: int = 0
    mzxid: int = 0
    pzxid: int = 0
    ctime: int = 0
    mtime: int = 0
    version: int = 0
    creates: int = 0
    aversion: int = 0
    owner: int = 0
    children: dict[str, None] = field(default_factory=dict)

    def stat(self) -> Stat:
        """Return the stat as clients see it: their cversion counts creates and deletes of children
        alike, and only a session shows as owner (DataNode.getClientEphemeralOwner).
        """
        count = len(self.children)
        return Stat(
            self.czxid,
            self.mzxid,
            self.ctime,
            self.mtime,
            self.version,
            wrapped(self.creates * 2 - count),
            self.aversion,
            self.owner if is_session(self.owner) else 0,
            0 if self.data is None else len(self.data),
            count,
            self.pzxid,
        )


def wrapped(number: int) -> int:
    """Return a number as it overflows in 32 bits."""
    return (number - _FIRST) % (1 << 32) + _FIRST


class Tree:
    """All znodes, by path. `nodes[""]` is the root too: Apache looks it up under both names.

    note: called with the path of every znode that is changed, so that it can be kept.
    """

    def __init__(self) -> None:
        root = Znode(b"", OPEN)
        self.nodes: dict[str, Znode] = {"": root, "/": root}
        self.ephemerals: dict[int, dict[str, None]] = {}
        self.removable: dict[str, None] = {}
        self.note: Callable[[str], None] = lambda path: None
        self._undo: list[Callable[[], None]] | None = None
        for path in ("/zookeeper", "/zookeeper/quota"):
            self.restore(path, Znode(b"", OPEN))
        self.restore("/zookeeper/config", Znode(b"", READ_ONLY, aversion=-1))

    def __len__(self) -> int:
        """Count as Apache does: the root under both of its names."""
        return len(self.nodes)

    def find(self, path: str) -> Znode:
        """Return the znode at `path`. Raise Refused(NO_NODE)."""
        znode = self.nodes.get(path)
        if znode is None:
            raise Refused(Code.NO_NODE)
        return znode

    def restore(self, path: str, znode: Znode) -> None:
        """Put a znode into the tree as it was; its parent is there already, and stays as it is."""
        if path == "/":
            znode.children = self.nodes["/"].children
            self.nodes[""] = self.nodes["/"] = znode
            return
        standing = self.nodes.get(path)
        if standing is not None:
            znode.children = standing.children
        self._add(path, znode)

    def create(self, path: str, znode: Znode, zxid: int) -> None:
        """Add a znode below its parent, which counts it."""
        parent = self.nodes[parent_of(path)]
        before = parent.creates, parent.pzxid
        parent.creates, parent.pzxid = wrapped(parent.creates + 1), zxid
        self._add(path, znode)
        self._changed(lambda: self._uncreate(path, parent, before), path, parent_of(path))

    def delete(self, path: str, zxid: int) -> None:
        """Remove a znode without children."""
        znode, parent = self.nodes[path], self.nodes[parent_of(path)]
        before = parent.creates, parent.pzxid
        parent.pzxid = zxid
        self._remove(path, znode)
        self._changed(lambda: self._undelete(path, znode, parent, before), path, parent_of(path))

    def write(self, path: str, data: bytes | None, zxid: int, now: int) -> Znode:
        znode = self.nodes[path]
        before = znode.data, znode.version, znode.mzxid, znode.mtime
        self._set_data(znode, (data, wrapped(znode.version + 1), zxid, now))
        self._changed(lambda: self._set_data(znode, before), path)
        return znode

    def protect(self, path: str, acl: AclList) -> Znode:
        """Set a new ACL. (It cannot be part of a multi, so it need not be undone.)"""
        znode = self.nodes[path]
        znode.acl, znode.aversion = acl, wrapped(znode.aversion + 1)
        self.note(path)
        return znode

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Undo what was done in the block where it ends in an error."""
        undo: list[Callable[[], None]] = []
        self._undo = undo
        try:
            yield
        except BaseException:
            for step in reversed(undo):
                step()
            raise
        finally:
            self._undo = None

    def below(self, path: str) -> int:
        """Return how many znodes lie below `path`, without the root's own second name."""
        if path == "/":
            return len(self.nodes) - 2
        prefix = f"{path}/"
        return sum(one.startswith(prefix) for one in self.nodes)

    def items(self) -> Iterator[tuple[str, Znode]]:
        """Return all znodes with their paths, parents before children."""
        return ((path, znode) for path, znode in self.nodes.items() if path)

    def size(self) -> int:
        """Return the bytes of all paths and data, roughly, as `mntr` reports them."""
        return sum(len(path) + len(znode.data or b"") for path, znode in self.items())

    def kept(self, paths: Iterable[str]) -> dict[str, Znode | None]:
        """Return what a store has to know of these paths: the znode, or None if it holds nothing
        that outlives the server (it is gone, or it goes with its session).
        """
        found = {path or "/": self.nodes.get(path) for path in paths}
        return {
            path: None if znode is None or is_session(znode.owner) else znode
            for path, znode in found.items()
        }

    def _changed(self, undo: Callable[[], None], *paths: str) -> None:
        for path in paths:
            self.note(path)
        if self._undo is not None:
            self._undo.append(undo)

    def _add(self, path: str, znode: Znode) -> None:
        self.nodes[parent_of(path)].children[name_of(path)] = None
        self.nodes[path] = znode
        if is_session(znode.owner):
            self.ephemerals.setdefault(znode.owner, {})[path] = None
        elif znode.owner == CONTAINER or is_ttl(znode.owner):
            self.removable[path] = None

    def _remove(self, path: str, znode: Znode) -> None:
        del self.nodes[path]
        del self.nodes[parent_of(path)].children[name_of(path)]
        self.removable.pop(path, None)
        owned = self.ephemerals.get(znode.owner)
        if owned is not None:
            owned.pop(path, None)
            if not owned:
                del self.ephemerals[znode.owner]

    def _uncreate(self, path: str, parent: Znode, before: tuple[int, int]) -> None:
        self._remove(path, self.nodes[path])
        parent.creates, parent.pzxid = before

    def _undelete(self, path: str, znode: Znode, parent: Znode, before: tuple[int, int]) -> None:
        self._add(path, znode)
        parent.creates, parent.pzxid = before

    @staticmethod
    def _set_data(znode: Znode, values: tuple[bytes | None, int, int, int]) -> None:
        znode.data, znode.version, znode.mzxid, znode.mtime = values
