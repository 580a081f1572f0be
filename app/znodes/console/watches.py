"""Keep which watches a session has, as ZooKeeper's client does. Source: ZKWatchManager."""

from __future__ import annotations

from typing import NamedTuple

from ...zookeeper.tree import ancestors
from ...zookeeper.wire.codes import Code
from .requests import ConsoleRefused

_ONCE = ("data", "exist", "child")
_STAYING = ("persistent", "recursive")
_MEANT = {
    "children": (("child",), ("child", *_STAYING)),
    "data": (("data", "exist"), ("data", "exist", *_STAYING)),
    "any": ((*_ONCE, *_STAYING), (*_ONCE, *_STAYING)),
}
_FIRED_BY = {
    "NodeCreated": ("data", "exist"),
    "NodeDataChanged": ("data", "exist"),
    "NodeChildrenChanged": ("child",),
    "NodeDeleted": _ONCE,
}
_REMOVED = {"child": "ChildWatchRemoved", "data": "DataWatchRemoved", "exist": "DataWatchRemoved"}


class Again(NamedTuple):
    """All watches, to set again after a reconnect."""

    data: list[str]
    exist: list[str]
    child: list[str]
    persistent: list[str]
    recursive: list[str]


class ConsoleWatches:
    """The watched paths, by kind."""

    def __init__(self) -> None:
        self._paths: dict[str, dict[str, None]] = {kind: {} for kind in (*_ONCE, *_STAYING)}

    def __len__(self) -> int:
        return sum(len(paths) for paths in self._paths.values())

    def add(self, kind: str, path: str) -> None:
        """Add a watch. kind: data, exist, child, persistent, recursive."""
        self._paths[kind][path] = None

    def fire(self, event: str, path: str) -> bool:
        """Tell whether an event concerns one of them; those that fire once are removed then."""
        once = [self._drop(kind, path) for kind in _FIRED_BY.get(event, ())]
        above = self._paths["recursive"].keys() & {path, *ancestors(path)}
        return any(once) or bool(above) or path in self._paths["persistent"]

    def require(self, path: str, kind: str) -> None:
        """Raise ConsoleRefused where there is none of this kind ("children", "data", "any")."""
        if not any(path in self._paths[one] for one in _MEANT[kind][1]):
            raise ConsoleRefused(Code.NO_WATCHER, path)

    def remove(self, path: str, kind: str) -> list[str]:
        """Remove them; return the events that say so. Raise ConsoleRefused where there was none."""
        gone = [one for one in _MEANT[kind][0] if self._drop(one, path)]
        if not gone:
            raise ConsoleRefused(Code.NO_WATCHER, path)
        return sorted({_REMOVED.get(one, "PersistentWatchRemoved") for one in gone})

    def again(self) -> Again:
        return Again(*(list(self._paths[kind]) for kind in (*_ONCE, *_STAYING)))

    def clear(self) -> None:
        """Forget all: the session is over."""
        for paths in self._paths.values():
            paths.clear()

    def _drop(self, kind: str, path: str) -> bool:
        return self._paths[kind].pop(path, path) is None
