"""Which watches a session has, as ZooKeeper's client keeps them. Source: ZKWatchManager."""

from __future__ import annotations

from typing import NamedTuple

from app.console.asks import Refused
from app.console.complaints import NO_WATCHER

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
    """All watches, to be set again after a reconnect."""

    data: list[str]
    exist: list[str]
    child: list[str]
    persistent: list[str]
    recursive: list[str]


class Watches:
    """By kind, the watched paths."""

    def __init__(self) -> None:
        self._paths: dict[str, dict[str, None]] = {kind: {} for kind in (*_ONCE, *_STAYING)}

    def __len__(self) -> int:
        return sum(len(paths) for paths in self._paths.values())

    def add(self, kind: str, path: str) -> None:
        """kind: data, exist, child, persistent, recursive."""
        self._paths[kind][path] = None

    def fire(self, event: str, path: str) -> bool:
        """Whether an event concerns one of them; those that fire once are over then."""
        once = [self._drop(kind, path) for kind in _FIRED_BY.get(event, ())]
        stays = path in self._paths["persistent"]
        return any(once) or stays or any(above in self._paths["recursive"] for above in _up(path))

    def require(self, path: str, kind: str) -> None:
        """Raises Refused where there is none of this kind ("children", "data", "any")."""
        if not any(path in self._paths[one] for one in _MEANT[kind][1]):
            raise Refused(NO_WATCHER, path)

    def remove(self, path: str, kind: str) -> list[str]:
        """Take them out; the events that tell so. Raises Refused where there was none."""
        gone = [one for one in _MEANT[kind][0] if self._drop(one, path)]
        if not gone:
            raise Refused(NO_WATCHER, path)
        return sorted({_REMOVED.get(one, "PersistentWatchRemoved") for one in gone})

    def again(self) -> Again:
        """All of them."""
        return Again(*(list(self._paths[kind]) for kind in (*_ONCE, *_STAYING)))

    def clear(self) -> None:
        """The session is over."""
        for paths in self._paths.values():
            paths.clear()

    def _drop(self, kind: str, path: str) -> bool:
        return self._paths[kind].pop(path, path) is None


def _up(path: str) -> list[str]:
    """The path and all above it."""
    parts = path.split("/")
    return ["/".join(parts[:end]) or "/" for end in range(len(parts), 0, -1)]
