"""A queue of sequential znodes in which each watches the next lower one: no herd.

Rules beside those of a volunteer, by number.

3. Be the first only after one MultiRead showed the own znode, its owner and no lower one
   (CURATOR-696).
6. A vanished predecessor is a reason to list again, not to be the first.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from typing import ClassVar

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.naming import in_order, predecessor_of
from app.recipes.participant import Commands
from app.recipes.phases import PLACED, Phase
from app.recipes.volunteer import Volunteer


class Queue(Volunteer):
    """One volunteer's place in the queue; `_first` says what its head is good for."""

    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Volunteer.transitions,
        (Phase.LISTING, i.Children): "_listed",
        (Phase.WATCHING, i.NodeRead): "_predecessor_read",
        **{(phase, i.WatchFired): "_fired" for phase in PLACED},
    }

    @abstractmethod
    def _first(self, given: i.Children) -> Commands:
        """Rule 3: `given` showed the own znode, its owner and no lower one, all in one read."""

    def _creation(self) -> c.Command:
        return c.Create(f"{self._guid}-n_")

    def _take_part(self) -> Commands:
        self.step = "list children"
        return self._list(Phase.LISTING, self.name)

    def _listed(self, given: i.Children) -> Commands:
        if not self._owns(given.own):
            return self._znode_gone()
        names = in_order(given.names or ())
        if self.name not in names:
            return self._list(Phase.LISTING, self.name)
        return self._take_place(given, predecessor_of(self.name, names))

    def _take_place(self, given: i.Children, predecessor: str | None) -> Commands:
        if predecessor is None:
            return self._first(given)
        self.step = "watch predecessor"
        self._enter(Phase.WATCHING)
        return [c.Read(predecessor)]

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._list(Phase.LISTING, self.name)
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.name:
            return self._own_fired(given)
        if given.name != self.watched:
            return []
        self.watched = None
        self.step = "notified"
        return self._list_again()

    def _list_again(self) -> Commands:
        return self._list(Phase.LISTING, self.name)
