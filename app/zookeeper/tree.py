"""Keep the tree of znodes in memory, with their names and what we have learned about each. There
are no data here, and no I/O.

A znode takes about 200 bytes: a slotted object, its name, and its place in its parent's dict.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from ..participation.naming import PARENT, by_label, parse_sequence
from .wire.codes import CONTAINER, is_session, is_ttl

_NO_CHILDREN: dict[str, MirroredZnode] = {}


class MirroredZnode:
    """One znode.

    owner: its `ephemeralOwner` as ZooKeeper gives it (signed, 0 for none); None until it is read.
    listed: whether its children are known. denied: whether its ACL forbids listing them. hidden:
    whether its ACL hides the owner. looked_at: the connection on which a row asked for it.
    """

    __slots__ = ("_order", "children", "denied", "hidden", "listed", "looked_at", "owner")

    def __init__(self, listed: bool = False) -> None:
        self.children = _NO_CHILDREN
        self._order: list[str] | None = None
        self.owner: int | None = None
        self.listed = listed
        self.denied = self.hidden = False
        self.looked_at = 0

    def sorted_names(self) -> list[str]:
        """Return the names of the children in order; from the first call on they stay in order."""
        if self._order is None:
            self._order = sorted(self.children, key=by_label)
        return self._order

    def put(self, name: str, child: MirroredZnode) -> None:
        """Add a child that is not there yet."""
        if self.children is _NO_CHILDREN:
            self.children = {}
        self.children[name] = child
        if self._order is not None:
            insort(self._order, name, key=by_label)

    def drop(self, name: str) -> MirroredZnode:
        """Remove a child, with all below it."""
        child = self.children.pop(name)
        if self._order is not None:
            del self._order[bisect_left(self._order, by_label(name), key=by_label)]
        if not self.children:
            self.children, self._order = _NO_CHILDREN, None
        return child


class Match(NamedTuple):
    """The result of a search: the paths, and whether there are more."""

    paths: list[str]
    truncated: bool


class ZnodeTree:
    """The tree of all znodes from "/" on. `root` is None when there is none (a missing chroot)."""

    def __init__(self) -> None:
        self.root: MirroredZnode | None = None
        self.size = 0

    def find(self, path: str) -> MirroredZnode | None:
        """Return the znode at an absolute path, or None."""
        znode = self.root
        if path == "/" or znode is None:
            return znode
        for name in path[1:].split("/"):
            znode = znode.children.get(name)
            if znode is None:
                return None
        return znode

    def add(self, path: str, listed: bool = False) -> MirroredZnode | None:
        """Add a znode; return None when its parent is unknown or it is there already."""
        if path == "/":
            if self.root is not None:
                return None
            self.root = MirroredZnode(listed)
            return self.root
        above, name = split(path)
        parent = self.find(above)
        if parent is None or name in parent.children:
            return None
        child = MirroredZnode(listed)
        parent.put(name, child)
        self.size += 1
        return child

    def count(self, path: str) -> int:
        """Return how many znodes there are at and below `path`."""
        znode = self.find(path)
        return 0 if znode is None else sum(1 for _ in below(path, znode))

    def remove(self, path: str) -> list[str]:
        """Remove a znode with all below it; return the paths that went, children first."""
        znode = self.find(path)
        if znode is None:
            return []
        gone = list(below(path, znode))[::-1]
        if path == "/":
            self.root = None
            self.size = 0
        else:
            above, name = split(path)
            parent = self.find(above)
            assert parent is not None
            parent.drop(name)
            self.size -= len(gone)
        return gone

    def search(self, text: str, under: str = "/", limit: int = 200) -> Match:
        """Return paths below `under` whose own name contains `text`, in any case."""
        start, wanted = self.find(under), text.casefold()
        found: list[str] = []
        for path in below(under, start) if start is not None else ():
            if path != under and wanted in path.rpartition("/")[2].casefold():
                if len(found) == limit:
                    return Match(found, True)
                found.append(path)
        return Match(found, False)


def apply_listing(tree: ZnodeTree, path: str, names: Iterable[str]) -> tuple[list[str], list[str]]:
    """Set the children of `path`, if it is known, to what ZooKeeper has just listed. Return the
    paths that went, children first, and the names that came.
    """
    znode = tree.find(path)
    if znode is None:
        return [], []
    znode.listed, znode.denied = True, False
    listed = set(names)
    missing = [name for name in znode.children if name not in listed]
    gone = [lost for name in missing for lost in tree.remove(join(path, name))]
    came = [name for name in names if name not in znode.children]
    for name in came:
        znode.put(name, MirroredZnode())
    tree.size += len(came)
    return gone, came


def below(path: str, znode: MirroredZnode) -> Iterator[str]:
    """Yield the paths of a znode and of all below it, in the order of their names, without
    recursion.
    """
    stack = [(path, znode)]
    while stack:
        here, current = stack.pop()
        yield here
        names = sorted(current.children, reverse=True)
        stack.extend((join(here, name), current.children[name]) for name in names)


def join(path: str, name: str) -> str:
    """Return the path of a child; PARENT names the path itself."""
    if name == PARENT:
        return path
    return f"/{name}" if path == "/" else f"{path}/{name}"


def split(path: str) -> tuple[str, str]:
    """Return the parent's path and the name; ("", "") for the root."""
    if path == "/":
        return "", ""
    above, _, name = path.rpartition("/")
    return above or "/", name


def ancestors(path: str) -> list[str]:
    """Return all paths above this one, from "/" on, without the path itself."""
    found: list[str] = []
    above = split(path)[0]
    while above:
        found.append(above)
        above = split(above)[0]
    return found[::-1]


def session_of(owner: int | None) -> int | None:
    """Return the session that an `ephemeralOwner` names; None for one that names none."""
    return owner if owner is not None and is_session(owner) else None


def kind_of(name: str, owner: int | None) -> str:
    """Return `persistent`, `ephemeral` (each also `…_sequential`), `container`, `ttl` or `unknown`.

    ZooKeeper does not say whether a znode was created as a sequential one: its name does.
    """
    if owner is None:
        return "unknown"
    if owner == CONTAINER:
        return "container"
    if is_ttl(owner):
        return "ttl"
    kind = "ephemeral" if owner else "persistent"
    return f"{kind}_sequential" if parse_sequence(name) else kind
