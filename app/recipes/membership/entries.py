"""The names of new nodes, each taken by its entry in `all_nodes`."""

from __future__ import annotations

import uuid
from collections.abc import Iterable

from ..places import Kept, PlaceService
from .znodes import ALL, known_name


class NodeService(PlaceService[Kept]):
    """The actions on what is built on a group: they start nodes in it."""

    def _new_nodes(self, path: str, known: Iterable[str], count: int) -> dict[str, str]:
        """Return `count` new names for nodes, n1, n2 …, each with the incarnation of its first
        process, which the entry says that takes the name.
        """
        if not count:
            return {}
        group, taken = path.rstrip("/"), dict[str, str]()

        def takes(node: str) -> bool:
            taken[node] = str(uuid.uuid4())
            return self._takes(f"{group}/{known_name(node)}", {"incarnation": taken[node]})

        used = [*known, *self._names_below(f"{group}/{ALL}")]
        return {node: taken[node] for node in self._take_names("n", used, count, takes)}
