"""The tree of znodes in memory: names, and what was learned about each. No data, no I/O.

Some 200 bytes a znode: a slotted object, its name, and its place in its parent's dict.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from app.recipes.naming import by_label, parse_sequence

_CONTAINER_OWNER = -(1 << 63)
_TTL_MARK = 0xFF
_NO_CHILDREN: dict[str, Znode] = {}


class Znode:
    """One znode.

    owner: its `ephemeralOwner` as ZooKeeper gives it (signed, 0 for none), None until read.
    listed: whether its children are known. denied: whether its ACL forbids to list them.
    hidden: whether its ACL hides the owner. looked_at: the connection in which a row asked for it.
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
        """The names of the children in order; kept in order from the first call on."""
        if self._order is None:
            self._order = sorted(self.children, key=by_label)
        return self._order

    def put(self, name: str, child: Znode) -> None:
        """Add a child that is not there yet."""
        if self.children is _NO_CHILDREN:
            self.children = {}
        self.children[name] = child
        if self._order is not None:
            insort(self._order, name, key=by_label)

    def drop(self, name: str) -> Znode:
        """Take a child out, with all below it."""
        child = self.children.pop(name)
        if self._order is not None:
            del self._order[bisect_left(self._order, by_label(name), key=by_label)]
        if not self.children:
            self.children, self._order = _NO_CHILDREN, None
        return child


class Match(NamedTuple):
    """What a search found: paths, and whether there are more."""

    paths: list[str]
    truncated: bool


class Tree:
    """All znodes from "/" on. `root` is None when there is none (a missing chroot)."""

    def __init__(self) -> None:
        self.root: Znode | None = None
        self.size = 0

    def find(self, path: str) -> Znode | None:
        """The znode at an absolute path, or None."""
        znode = self.root
        if path == "/" or znode is None:
            return znode
        for name in path[1:].split("/"):
            znode = znode.children.get(name)
            if znode is None:
                return None
        return znode

    def add(self, path: str, listed: bool = False) -> Znode | None:
        """Add a znode; None when its parent is unknown or it is there already."""
        if path == "/":
            if self.root is not None:
                return None
            self.root = Znode(listed)
            return self.root
        above, name = split(path)
        parent = self.find(above)
        if parent is None or name in parent.children:
            return None
        child = Znode(listed)
        parent.put(name, child)
        self.size += 1
        return child

    def count(self, path: str) -> int:
        """How many znodes there are at and below `path`."""
        znode = self.find(path)
        return 0 if znode is None else sum(1 for _ in below(path, znode))

    def remove(self, path: str) -> list[str]:
        """Take a znode out with all below it; the paths that went, children first."""
        znode = self.find(path)
        if znode is None:
            return []
        gone = list(below(path, znode, children_first=True))
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
        """Paths below `under` whose own name contains `text`, whatever its case."""
        start, wanted = self.find(under), text.casefold()
        found: list[str] = []
        for path in below(under, start) if start is not None else ():
            if path != under and wanted in path.rpartition("/")[2].casefold():
                if len(found) == limit:
                    return Match(found, True)
                found.append(path)
        return Match(found, False)


class Change(NamedTuple):
    """How a listing differs from what was known: paths gone (children first), names that came."""

    gone: list[str]
    came: list[str]


def apply_listing(tree: Tree, path: str, names: Iterable[str]) -> Change:
    """Make the children of `path` what ZooKeeper has just listed; nothing for an unknown path."""
    znode = tree.find(path)
    if znode is None:
        return Change([], [])
    znode.listed, znode.denied = True, False
    listed = set(names)
    missing = [name for name in znode.children if name not in listed]
    gone = [lost for name in missing for lost in tree.remove(join(path, name))]
    came = [name for name in names if name not in znode.children]
    for name in came:
        znode.put(name, Znode())
    tree.size += len(came)
    return Change(gone, came)


def below(path: str, znode: Znode, children_first: bool = False) -> Iterator[str]:
    """The paths of a znode and of all below it, in order of their names; no recursion."""
    found = [(path, znode)]
    stack = [(path, znode)]
    if not children_first:
        yield from _parents_first(stack)
        return
    while stack:
        here, current = stack.pop()
        for name, child in current.children.items():
            found.append((join(here, name), child))
            stack.append(found[-1])
    for here, _ in reversed(found):
        yield here


def _parents_first(stack: list[tuple[str, Znode]]) -> Iterator[str]:
    while stack:
        here, current = stack.pop()
        yield here
        names = sorted(current.children, reverse=True)
        stack.extend((join(here, name), current.children[name]) for name in names)


def join(path: str, name: str) -> str:
    """The path of a child."""
    return f"/{name}" if path == "/" else f"{path}/{name}"


def split(path: str) -> tuple[str, str]:
    """The parent's path and the name; ("", "") for the root."""
    if path == "/":
        return "", ""
    above, _, name = path.rpartition("/")
    return above or "/", name


def ancestors(path: str) -> list[str]:
    """All paths above, from "/" on; the path itself is not among them."""
    found: list[str] = []
    above = split(path)[0]
    while above:
        found.append(above)
        above = split(above)[0]
    return found[::-1]


def session_of(owner: int | None) -> int | None:
    """The session that an `ephemeralOwner` names; None for persistent, container and TTL znodes."""
    if owner is None or owner == 0 or owner == _CONTAINER_OWNER:
        return None
    return None if (owner >> 56) & 0xFF == _TTL_MARK else owner


def kind_of(name: str, owner: int | None) -> str:
    """`persistent`, `ephemeral` (each also `…_sequential`), `container`, `ttl` or `unknown`.

    ZooKeeper does not tell whether a znode was created as a sequential one: its name does.
    """
    if owner is None:
        return "unknown"
    if owner == _CONTAINER_OWNER:
        return "container"
    if (owner >> 56) & 0xFF == _TTL_MARK:
        return "ttl"
    kind = "ephemeral" if owner else "persistent"
    return f"{kind}_sequential" if parse_sequence(name) else kind
