"""The znodes, and the plain changes to them. Who may do what is not asked here.

Each change can be taken back as long as its multi has not succeeded. Source: DataTree.java.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field

from app.sandbox.core.acl import OPEN, READ_ONLY, AclList
from app.sandbox.core.owners import CONTAINER, is_session, is_ttl
from app.sandbox.core.paths import name_of, parent_of
from app.zookeeper.wire.records import Stat

_FIRST, _LAST = -(1 << 31), (1 << 31) - 1


@dataclass(slots=True, eq=False)
class Znode:
    """One znode. Times are milliseconds since the epoch.

    creates: how many children were ever created here, 32 bits signed, which wrap: the counter of
    sequential names ("overflow when incremented beyond 2147483647 (resulting in a name
    '-2147483648')", ZooKeeper's programmers' guide). owner: the session of an ephemeral, or what
    `owners` says.
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
        """As clients see it: their cversion counts creates and deletes of children alike, and
        only a session shows as owner (DataNode.getClientEphemeralOwner).
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
    """A number as it overflows in 32 bits."""
    return (number - _FIRST) % (1 << 32) + _FIRST


class Tree:
    """All znodes, by path. `nodes[""]` is the root too: Apache looks it up under both names.

    note: called with the path of every znode that is changed, for whoever keeps them.
    """

    def __init__(self, note: Callable[[str], None] = lambda path: None) -> None:
        root = Znode(b"", OPEN)
        self.nodes: dict[str, Znode] = {"": root, "/": root}
        self.ephemerals: dict[int, dict[str, None]] = {}
        self.removable: dict[str, None] = {}
        self.note = note
        self._undo: list[Callable[[], None]] | None = None
        for path, acl in (("/zookeeper", OPEN), ("/zookeeper/quota", OPEN)):
            self.restore(path, Znode(b"", acl))
        self.restore("/zookeeper/config", Znode(b"", READ_ONLY, aversion=-1))

    def __len__(self) -> int:
        """As Apache counts them: the root under both of its names."""
        return len(self.nodes)

    def restore(self, path: str, znode: Znode) -> None:
        """Put a znode as it was into the tree; its parent stands already, and stays as it is."""
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
        self.note(path)
        self.note(parent_of(path))
        if self._undo is not None:
            self._undo.append(lambda: self._uncreate(path, parent, before))

    def delete(self, path: str, zxid: int) -> None:
        """Take a znode without children away."""
        znode, parent = self.nodes[path], self.nodes[parent_of(path)]
        before = parent.creates, parent.pzxid
        parent.pzxid = zxid
        self._remove(path, znode)
        self.note(path)
        self.note(parent_of(path))
        if self._undo is not None:
            self._undo.append(lambda: self._undelete(path, znode, parent, before))

    def write(self, path: str, data: bytes | None, zxid: int, now: int) -> Znode:
        """New data."""
        znode = self.nodes[path]
        before = znode.data, znode.version, znode.mzxid, znode.mtime
        self._set_data(znode, (data, wrapped(znode.version + 1), zxid, now))
        self.note(path)
        if self._undo is not None:
            self._undo.append(lambda: self._set_data(znode, before))
        return znode

    def protect(self, path: str, acl: AclList) -> Znode:
        """A new ACL. (It has no place in a multi, so there is nothing to take back.)"""
        znode = self.nodes[path]
        znode.acl, znode.aversion = acl, wrapped(znode.aversion + 1)
        self.note(path)
        return znode

    def begin(self) -> None:
        """From here on `rollback()` can take everything back."""
        self._undo = []

    def commit(self) -> None:
        """What was done since `begin()` stays."""
        self._undo = None

    def rollback(self) -> None:
        """Take back what was done since `begin()`."""
        steps, self._undo = self._undo or [], None
        for step in reversed(steps):
            step()

    def below(self, path: str) -> int:
        """How many znodes lie anywhere below `path`; the root's own second name is left out."""
        if path == "/":
            return len(self.nodes) - 2
        prefix = f"{path}/"
        return sum(one.startswith(prefix) for one in self.nodes)

    def items(self) -> Iterator[tuple[str, Znode]]:
        """All znodes with their paths, parents before children."""
        return ((path, znode) for path, znode in self.nodes.items() if path)

    def size(self) -> int:
        """Bytes of all paths and data, roughly, as `mntr` tells them."""
        return sum(len(path) + len(znode.data or b"") for path, znode in self.items())

    def kept(self, paths: Iterable[str]) -> dict[str, Znode | None]:
        """What a store has to know of these paths: the znode, or None where it holds nothing
        that outlives the server (it is gone, or it goes with its session).
        """
        found = {path or "/": self.nodes.get(path) for path in paths}
        return {
            path: None if znode is None or is_session(znode.owner) else znode
            for path, znode in found.items()
        }

    def _add(self, path: str, znode: Znode) -> None:
        self.nodes[path] = znode
        self.nodes[parent_of(path)].children[name_of(path)] = None
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
