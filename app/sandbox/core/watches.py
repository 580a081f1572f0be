"""Track who watches what. Source: WatchManager.java and DataTree.java of ZooKeeper 3.9.5.

There are two tables, one for data watches and one for child watches; a persistent watch is in both.
A table holds the modes of each connection and path. If the imitated server keeps but one, a later
watch on the same path replaces an earlier one, and a recursive watch is in both tables (3.8.0).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple, TypeAlias

from ...zookeeper.wire.capabilities import Capabilities
from ...zookeeper.wire.codes import AddMode, EventType, Permission, WatcherType
from .acl import AclList, permits
from .sessions import Link
from .tree import parent_of


class TreeChange(NamedTuple):
    """A created, deleted or written znode, with its ACL and its parent's as they were then."""

    kind: EventType
    path: str
    acl: AclList
    parent_acl: AclList


Modes: TypeAlias = int
"""How long the watches of one connection on one path last and how far they see, as bits."""
ONCE, PERSISTENT, RECURSIVE = 1, 2, 4
EVERY = ONCE | PERSISTENT | RECURSIVE


class WatchTable:
    """A table of path -> the links that watch it, each with all its modes, or the latest."""

    def __init__(self, *, keeps_modes: bool) -> None:
        self.by_path: dict[str, dict[Link, Modes]] = {}
        self.by_link: dict[Link, dict[str, None]] = {}
        self._keeps_modes = keeps_modes
        self._recursive = 0

    def __len__(self) -> int:
        """Count each link once per path, however many modes it has."""
        return sum(map(len, self.by_path.values()))

    def add(self, path: str, link: Link, mode: Modes = ONCE) -> None:
        watchers = self.by_path.setdefault(path, {})
        before = watchers.get(link, 0)
        after = before | mode if self._keeps_modes else mode
        watchers[link] = after
        self._recursive += (after >= RECURSIVE) - (before >= RECURSIVE)
        self.by_link.setdefault(link, {})[path] = None

    def has(self, path: str, link: Link, modes: Modes = EVERY) -> bool:
        """Tell whether the link watches exactly this path in one of these modes."""
        return self.by_path.get(path, {}).get(link, 0) & modes != 0

    def remove(self, path: str, link: Link, modes: Modes = EVERY) -> bool:
        """Stop watching `path` in these modes; return False where it was not watched so."""
        watchers = self.by_path.get(path, {})
        before = watchers.get(link, 0)
        if not before & modes:
            return False
        after = before & ~modes
        self._recursive += (after >= RECURSIVE) - (before >= RECURSIVE)
        if after:
            watchers[link] = after
        else:
            self._drop(path, link)
        return True

    def forget(self, link: Link) -> None:
        for path in list(self.by_link.get(link, ())):
            self.remove(path, link)

    def trigger(self, path: str, event: EventType) -> list[Link]:
        """Return those whose watches the event fires, each once; one-shot watches are used up."""
        heard: dict[Link, None] = {}
        if self._recursive and event is not EventType.CHILDREN_CHANGED:
            self._trigger_recursive(path, heard)
        for link, modes in list(self.by_path.get(path, {}).items()):
            if modes != RECURSIVE:
                heard[link] = None
            if modes & ONCE:
                self.remove(path, link, ONCE)
        return list(heard)

    def _trigger_recursive(self, path: str, heard: dict[Link, None]) -> None:
        for above in _from_here_up(path):
            for link, modes in self.by_path.get(above, {}).items():
                if modes & RECURSIVE:
                    heard[link] = None

    def _drop(self, path: str, link: Link) -> None:
        watchers, paths = self.by_path[path], self.by_link[link]
        del watchers[link], paths[path]
        if not watchers:
            del self.by_path[path]
        if not paths:
            del self.by_link[link]


class Watches:
    """Both tables, and what each change of the tree fires."""

    def __init__(self, can: Capabilities) -> None:
        self.data = WatchTable(keeps_modes=can.keeps_watch_modes)
        self.child = WatchTable(keeps_modes=can.keeps_watch_modes)
        self._deep = [self.data] if can.counts_recursive_once else [self.data, self.child]
        self.kinds = self._kinds(can.keeps_watch_modes)
        """The meaning of each watcher type in checkWatches and removeWatches."""
        self.fired: dict[EventType, int] = dict.fromkeys(EventType, 0)
        """How many watches each kind of event has fired, as `mntr` sums them up."""

    def __len__(self) -> int:
        return len(self.data) + len(self.child)

    def add(self, path: str, link: Link, mode: AddMode) -> None:
        """Add a persistent watch, by addWatch."""
        recursive = mode is AddMode.PERSISTENT_RECURSIVE
        for table in self._deep if recursive else (self.data, self.child):
            table.add(path, link, RECURSIVE if recursive else PERSISTENT)

    def has(self, path: str, link: Link, kind: int) -> bool:
        """Tell whether the link has a watch of one of these `kinds` on exactly this path."""
        return any(table.has(path, link, modes) for table, modes in self.kinds[kind])

    def remove(self, path: str, link: Link, kind: int) -> bool:
        """Remove a watch; return whether there was one."""
        removed = [table.remove(path, link, modes) for table, modes in self.kinds[kind]]
        return any(removed)

    def forget(self, link: Link) -> None:
        self.data.forget(link)
        self.child.forget(link)

    def told(self, change: TreeChange) -> Iterator[tuple[Link, EventType, str]]:
        """Yield who hears what of a change, in order.

        A client that may not read a znode hears nothing (CVE-2024-23944), yet its watch is used up.
        """
        tell = {EventType.CREATED: self._created, EventType.DELETED: self._deleted}
        for link, event, path in tell.get(change.kind, self._changed)(change.path):
            acl = change.parent_acl if event is EventType.CHILDREN_CHANGED else change.acl
            if permits(acl, Permission.READ, link.identities):
                yield link, event, path

    def _created(self, path: str) -> Iterator[tuple[Link, EventType, str]]:
        yield from self._tell(self.data, EventType.CREATED, path)
        yield from self._tell(self.child, EventType.CHILDREN_CHANGED, parent_of(path))

    def _deleted(self, path: str) -> Iterator[tuple[Link, EventType, str]]:
        """Report a deletion once to a client that watches data and children."""
        told = list(self._tell(self.data, EventType.DELETED, path))
        yield from told
        links = {link for link, _, _ in told}
        yield from self._tell(self.child, EventType.DELETED, path, links)
        yield from self._tell(self.child, EventType.CHILDREN_CHANGED, parent_of(path))

    def _changed(self, path: str) -> Iterator[tuple[Link, EventType, str]]:
        yield from self._tell(self.data, EventType.DATA_CHANGED, path)

    def _tell(
        self, table: WatchTable, event: EventType, path: str, told: Container[Link] = ()
    ) -> Iterator[tuple[Link, EventType, str]]:
        """Report to those that have not `told` of it already: the watches of others are used up and
        counted all the same.
        """
        heard = table.trigger(path, event)
        self.fired[event] += len(heard)
        return ((link, event, path) for link in heard if link not in told)

    def _kinds(self, by_mode: bool) -> dict[int, list[tuple[WatchTable, Modes]]]:
        data, child, plain = self.data, self.child, ONCE if by_mode else EVERY
        kinds: dict[int, list[tuple[WatchTable, Modes]]] = {
            WatcherType.DATA: [(data, plain)],
            WatcherType.CHILDREN: [(child, plain)],
            WatcherType.ANY: [(data, EVERY), (child, EVERY)],
        }
        if by_mode:
            kinds[WatcherType.PERSISTENT] = [(data, PERSISTENT), (child, PERSISTENT)]
            kinds[WatcherType.PERSISTENT_RECURSIVE] = [(data, RECURSIVE)]
        return kinds


def _from_here_up(path: str) -> Iterator[str]:
    """Yield the path, its parent, and so on to the root."""
    yield path
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path
