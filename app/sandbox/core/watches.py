"""Who waits for what. Source: WatchManager.java and DataTree.java of ZooKeeper 3.9.5.

There are two tables, one for data watches and one for child watches; a persistent watch stands in
both. A table holds the modes of each connection and path. Where the server that is stood for keeps
but one, a later watch on the same path takes the place of an earlier one, and a recursive watch
stands in both tables (3.8.0).
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import NamedTuple, TypeAlias

from app.sandbox.core.acl import AclList, permits
from app.sandbox.core.paths import parent_of
from app.sandbox.core.sessions import Link
from app.zookeeper.wire.capabilities import Capabilities
from app.zookeeper.wire.codes import AddMode, EventType, Permission, WatcherType


class Change(NamedTuple):
    """What has happened to a znode: created, deleted or data changed; with its ACL, and its
    parent's, as they were then.
    """

    kind: EventType
    path: str
    acl: AclList
    parent_acl: AclList


Modes: TypeAlias = int
"""How long the watches of one connection on one path last and how far they see, as bits."""
ONCE, PERSISTENT, RECURSIVE = 1, 2, 4
EVERY = ONCE | PERSISTENT | RECURSIVE


class WatchTable:
    """path -> the links that watch it, each with its modes: all of them, or the latest only."""

    def __init__(self, *, keeps_modes: bool) -> None:
        self.by_path: dict[str, dict[Link, Modes]] = {}
        self.by_link: dict[Link, dict[str, None]] = {}
        self._keeps_modes = keeps_modes
        self._recursive = 0

    def __len__(self) -> int:
        """However many modes a link has on a path, they count once."""
        return sum(map(len, self.by_path.values()))

    def add(self, path: str, link: Link, mode: Modes = ONCE) -> None:
        """Watch `path`."""
        watchers = self.by_path.setdefault(path, {})
        before = watchers.get(link, 0)
        after = before | mode if self._keeps_modes else mode
        watchers[link] = after
        self._recursive += (after >= RECURSIVE) - (before >= RECURSIVE)
        self.by_link.setdefault(link, {})[path] = None

    def has(self, path: str, link: Link, modes: Modes = EVERY) -> bool:
        """Whether the link watches exactly this path in one of these modes."""
        return self.by_path.get(path, {}).get(link, 0) & modes != 0

    def remove(self, path: str, link: Link, modes: Modes = EVERY) -> bool:
        """Watch `path` no more in these modes; False where it was not watched so."""
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
        """The connection is gone, and its watches with it."""
        for path in list(self.by_link.get(link, ())):
            self.remove(path, link)

    def trigger(self, path: str, event: EventType) -> list[Link]:
        """Those whose watches the event sets off, each once; one-shot watches are used up."""
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
    """Both tables, and what each change of the tree sets off."""

    def __init__(self, can: Capabilities) -> None:
        self.data = WatchTable(keeps_modes=can.keeps_watch_modes)
        self.child = WatchTable(keeps_modes=can.keeps_watch_modes)
        self._deep = [self.data] if can.counts_recursive_once else [self.data, self.child]
        self.kinds = self._kinds(can.keeps_watch_modes)
        """What checkWatches and removeWatches mean by each type that there is."""
        self.fired: dict[EventType, int] = dict.fromkeys(EventType, 0)
        """How many watches each kind of event has set off, as `mntr` sums them up."""

    def __len__(self) -> int:
        return len(self.data) + len(self.child)

    def add(self, path: str, link: Link, mode: AddMode) -> None:
        """A persistent watch, by addWatch."""
        recursive = mode is AddMode.PERSISTENT_RECURSIVE
        for table in self._deep if recursive else (self.data, self.child):
            table.add(path, link, RECURSIVE if recursive else PERSISTENT)

    def has(self, path: str, link: Link, kind: int) -> bool:
        """Whether the link has a watch of this one of `kinds` on exactly this path."""
        return any(table.has(path, link, modes) for table, modes in self.kinds[kind])

    def remove(self, path: str, link: Link, kind: int) -> bool:
        """Whether there was such a watch; it is gone now."""
        removed = [table.remove(path, link, modes) for table, modes in self.kinds[kind]]
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
    """The path, its parent, and so on to the root."""
    yield path
    while path != "/":
        path = path.rpartition("/")[0] or "/"
        yield path
