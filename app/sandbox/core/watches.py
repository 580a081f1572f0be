"""Who waits for what. Source: WatchManager.java and DataTree.java of ZooKeeper 3.8.0.

There are two tables, one for data watches and one for child watches; a persistent watch stands in
both. A table holds one mode for each connection and path, so that a later watch on the same path
takes the place of an earlier one (in Apache until ZOOKEEPER-4466).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from enum import Enum
from typing import NamedTuple

from app.sandbox.core.acl import AclList, permits
from app.sandbox.core.paths import parent_of
from app.sandbox.core.sessions import Link
from app.zookeeper.wire.codes import AddMode, EventType, Permission, WatcherType


class Change(NamedTuple):
    """What has happened to a znode: created, deleted or data changed; with its ACL, and its
    parent's, as they were then.
    """

    kind: EventType
    path: str
    acl: AclList
    parent_acl: AclList


class Mode(Enum):
    """How long a watch lasts and how far it sees."""

    ONCE = "once"
    PERSISTENT = "persistent"
    RECURSIVE = "recursive"


class WatchTable:
    """path -> the links that watch it, each with its mode."""

    def __init__(self) -> None:
        self.by_path: dict[str, dict[Link, Mode]] = {}
        self.by_link: dict[Link, dict[str, None]] = {}
        self._recursive = 0

    def __len__(self) -> int:
        return sum(map(len, self.by_path.values()))

    def add(self, path: str, link: Link, mode: Mode = Mode.ONCE) -> None:
        """Watch `path`."""
        watchers = self.by_path.setdefault(path, {})
        self._count(watchers.get(link), -1)
        self._count(mode, 1)
        watchers[link] = mode
        self.by_link.setdefault(link, {})[path] = None

    def has(self, path: str, link: Link) -> bool:
        """Whether the link watches exactly this path."""
        return link in self.by_path.get(path, ())

    def remove(self, path: str, link: Link) -> bool:
        """Watch `path` no more; False where it was not watched."""
        watchers = self.by_path.get(path, {})
        if link not in watchers:
            return False
        self._count(watchers.pop(link), -1)
        if not watchers:
            del self.by_path[path]
        paths = self.by_link[link]
        del paths[path]
        if not paths:
            del self.by_link[link]
        return True

    def forget(self, link: Link) -> None:
        """The connection is gone, and its watches with it."""
        for path in list(self.by_link.get(link, ())):
            self.remove(path, link)

    def trigger(self, path: str, event: EventType) -> list[Link]:
        """Those whose watches the event sets off, each once; one-shot watches are used up."""
        heard: dict[Link, None] = {}
        if self._recursive and event is not EventType.CHILDREN_CHANGED:
            self._trigger_recursive(path, heard)
        for link, mode in list(self.by_path.get(path, {}).items()):
            if mode is not Mode.RECURSIVE:
                heard[link] = None
            if mode is Mode.ONCE:
                self.remove(path, link)
        return list(heard)

    def _trigger_recursive(self, path: str, heard: dict[Link, None]) -> None:
        for above in _from_here_up(path):
            for link, mode in self.by_path.get(above, {}).items():
                if mode is Mode.RECURSIVE:
                    heard[link] = None

    def _count(self, mode: Mode | None, by: int) -> None:
        if mode is Mode.RECURSIVE:
            self._recursive += by


class Watches:
    """Both tables, and what each change of the tree sets off."""

    def __init__(self) -> None:
        self.data, self.child = WatchTable(), WatchTable()
        self.fired: dict[EventType, int] = dict.fromkeys(EventType, 0)
        """How many watches each kind of event has set off, as `mntr` sums them up."""

    def __len__(self) -> int:
        return len(self.data) + len(self.child)

    def add(self, path: str, link: Link, mode: AddMode) -> None:
        """A persistent watch, by addWatch."""
        recursive = mode is AddMode.PERSISTENT_RECURSIVE
        for table in (self.data, self.child):
            table.add(path, link, Mode.RECURSIVE if recursive else Mode.PERSISTENT)

    def has(self, path: str, link: Link, kind: WatcherType) -> bool:
        """Whether the link has such a watch on exactly this path."""
        return any(table.has(path, link) for table in self._tables(kind))

    def remove(self, path: str, link: Link, kind: WatcherType) -> bool:
        """Whether there was such a watch; it is gone now."""
        removed = [table.remove(path, link) for table in self._tables(kind)]
        return any(removed)

    def forget(self, link: Link) -> None:
        """The connection is gone."""
        self.data.forget(link)
        self.child.forget(link)

    def told(self, change: Change) -> Iterator[tuple[Link, EventType, str]]:
        """Who hears what of a change, in order.

        Whoever may not read a znode does not hear of it (CVE-2024-23944); a one-shot watch is
        used up all the same.
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
        """Whoever watches its data and its children hears it once."""
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
        """`told` have heard of it already: their watches are used up and counted all the same."""
        heard = table.trigger(path, event)
        self.fired[event] += len(heard)
        return ((link, event, path) for link in heard if link not in told)

    def _tables(self, kind: WatcherType) -> list[WatchTable]:
        tables = {WatcherType.DATA: [self.data], WatcherType.CHILDREN: [self.child]}
        return tables.get(kind, [self.data, self.child])


def _from_here_up(path: str) -> Iterator[str]:
    """The path, its parent, and so on to the root."""
    yield path
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path
