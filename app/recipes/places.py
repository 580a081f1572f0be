"""The base of all recipes' actions: each acts on what is at a path."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

from ..actions.service import Context, Service
from ..errors import Conflict, NotFound
from ..readmodels.document import CandidateState
from ..readmodels.event import Event
from ..readmodels.model import Model
from ..zookeeper import operations as o
from ..zookeeper.members import Children
from ..zookeeper.subtree import TIMEOUT

Kept = TypeVar("Kept")
"""The document of a path."""


class PlaceService(Service, Generic[Kept]):
    """The actions on one section of the state document, which has a document for each path.

    model: of that section. _changing: held while something is started or changed at any of the
    paths.
    """

    model: ClassVar[type[Model[Any]]]

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._changing = threading.Lock()

    def _known(self, path: str) -> Kept:
        """Return what the state says of what is at `path`. Raise NotFound where there is none."""
        known: Kept | None = self.model.of(self._state).get(path)
        if known is None:
            raise NotFound(f"there is no {self.model.thing} at {path!r}", field="path")
        return known

    @property
    def _of_found(self) -> str:
        """Return the section of what is found in the tree, which gives way to what is opened."""
        return self._journal.models.of_found.section

    def _require_free(self, path: str, *others: str) -> None:
        """Raise BadRequest, Forbidden or Conflict where this cannot be at `path`. others: sections
        that may have something there too.
        """
        self._require_place(self.model.thing, path, (self.model.section, *others))

    def _open(self, path: str, event: Event, children: Children = "every") -> Kept:
        """Show what is at `path`, unless it is shown already; return what the state says of it.

        event: that it was opened. children: those of its lists that matter.
        """
        if path not in self.model.of(self._state):
            self._journal.append(event)
            for parent in self.model.lists_of(path):
                self._mirror.follow(parent, children=children)
        return self._known(path)

    def _names_below(self, path: str) -> list[str]:
        """Return the names below a znode as ZooKeeper has them now: another dashboard's are not in
        the state before they have been read.
        """
        return [*(self._mirror.lane.ask(o.Names(path), TIMEOUT) or ())]

    def _take_names(
        self, letter: str, used: Iterable[str], count: int, takes: Callable[[str], bool]
    ) -> list[str]:
        """Return `count` new names after the highest one in use, s1, s2 …, each of which `takes`
        has taken: another dashboard may take some at the same time.
        """
        known, names = {*used}, list[str]()
        while len(names) < count:
            (name,) = next_names(letter, known, 1)
            known.add(name)
            if takes(name):
                names.append(name)
        return names

    def _takes(self, path: str, data: Mapping[str, Any]) -> bool:
        """Create this znode, and tell whether that was done: it may be there."""
        said = json.dumps(data).encode()
        try:
            self._mirror.lane.make(o.Create(path, said), TIMEOUT)
        except Conflict as refusal:
            if refusal.code != "exists":
                raise
            return False
        return True

    def _running(self, names: Iterable[str], belief: str) -> str | None:
        """Return the first of these processes that runs and believes this, if one does. What was
        never started may be forgotten since the names were read.
        """
        known = self._state["candidates"]
        for name in names:
            one = known.get(name)
            if one is not None and (one["lifecycle"], one["belief"]) == ("running", belief):
                return name
        return None

    def _require_ended(self, name: str, candidate: str | None, field: str) -> CandidateState | None:
        """Return the last process of what is called `name`, if any. Raise Conflict, naming
        `field`, where that has not ended.
        """
        last = self._state["candidates"].get(candidate or "")
        if last is not None and last["process"] != "exited":
            raise Conflict(
                f"{name} has a process, {candidate}, which has not ended: wake it, or kill it"
                " first",
                field=field,
            )
        return last


def next_names(letter: str, known: Iterable[str], count: int) -> list[str]:
    """Return `count` new names after the highest one in use, n1, n2 …: one that was forgotten is
    not used again.
    """
    numbers = (re.fullmatch(rf"{letter}([0-9]{{1,9}})", name) for name in known)
    highest = max((int(found[1]) for found in numbers if found), default=0)
    return [f"{letter}{highest + number}" for number in range(1, count + 1)]
