"""The base of the actions of recipes whose members are nodes, named in the entries of a list."""

from __future__ import annotations

import uuid
from abc import abstractmethod
from typing import Any, ClassVar

from ..errors import LimitReached, NotFound
from ..zookeeper.paths import check_path
from .places import Kept, PlaceService


class NodesService(PlaceService[Kept]):
    """Groups of one kind. A node has an entry, which outlives its processes.

    entries: the list of these, below the path. most: how many nodes there may be; None: any number.
    """

    entries: ClassVar[str]
    most: ClassVar[int | None] = None

    @abstractmethod
    def follow(self, path: str, by: str) -> None:
        """Show the group at `path`, whether it has nodes or not."""

    @abstractmethod
    def _settings(self, path: str, node: str) -> dict[str, Any]:
        """Return the settings of a node's process besides its name and its incarnation."""

    def start(self, path: str, count: int, session_timeout: float, by: str) -> list[str]:
        """Start `count` new nodes, n1, n2 …, and return the names of their processes.

        session_timeout is in seconds. Raise LimitReached, having started none.
        """
        self._check(path)
        if count:
            self._require_connection()
            self._require_room(count)
        self.follow(path, by)
        with self._changing:
            known: Any = self._known(path)
            entries = f"{path.rstrip('/')}/{self.entries}"
            below = self._names_below(entries) if count else ()
            used = {*known["nodes"], *known["runs"].values(), *below}
            if self.most is not None and len(used) + count > self.most:
                raise LimitReached(
                    f"{path} has {len(used)} nodes, and at most {self.most} are allowed",
                    field="count",
                )
            incarnations: dict[str, str] = {}

            def takes(node: str) -> bool:
                incarnations[node] = str(uuid.uuid4())
                return self._takes(f"{entries}/{node}", {"incarnation": incarnations[node]})

            return [
                self._run(path, node, incarnations[node], session_timeout, by)
                for node in self._take_names("n", used, count, takes)
            ]

    def _check(self, path: str) -> None:
        """Raise BadRequest, Forbidden or Conflict where there cannot be such a group at `path`."""
        check_path(path, "path")
        for parent in self.model.lists_of(path):
            self._require_no_other_use(parent, "path", (self.model.section, self._of_found))

    def _run(
        self,
        path: str,
        node: str,
        incarnation: str,
        session_timeout: float,
        by: str,
        **others: Any,
    ) -> str:
        """Start a process of a node; return its name. others: settings than the usual ones."""
        settings = {
            "node": node,
            "incarnation": incarnation,
            **self._settings(path, node),
            **others,
        }
        recipe = self.model.recipes[0]
        (name,) = self._supervisor.start(1, path, recipe, session_timeout, by, settings)
        return name

    def _require_node(self, path: str, node: str) -> Any:
        """Return what the state says of a node. Raise NotFound where there is none."""
        known: Any = self._known(check_path(path))
        if node not in known["nodes"]:
            raise NotFound(f"{path} has no node {node!r}", field="node")
        return known["nodes"][node]
