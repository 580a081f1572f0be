"""Leader election in which everybody watches everything, as a pure state machine.

What the recipe warns of: each change of the list wakes all of them ("herd effect"), and each
reads the whole list again to remember who leads.
"""

from __future__ import annotations

from typing import ClassVar

from ....participation import commands as c
from ....participation import inputs as i
from ....participation.naming import in_order
from ....participation.participant import Commands, Table
from ....participation.phases import PLACED, Phase
from .leading import Leading


class HerdElection(Leading):
    """One candidate's side of an election in which all watch the parent's list of children."""

    def _creation(self) -> c.Command:
        return c.CreateOwn(f"{self._guid}-n_")

    def _take_part(self) -> Commands:
        self.step = "list children"
        self._enter(Phase.LISTING)
        return [c.ListWatching()]

    def _listed(self, given: i.Children) -> Commands:
        """Lead if the own znode is the lowest, and is there: both are looked up."""
        names = in_order(given.names or ())
        self.watched = None if given.names is None else i.PARENT
        self.leader = names[0] if names else None
        if self.leader == self.name or self.name not in names:
            return self._list(Phase.CHECKING, self.name)
        self.step = "remember leader"
        self._settle(Phase.WAITING)
        return []

    def _checked(self, given: i.Children) -> Commands:
        if not self._owns(given.own):
            return self._not_own(given.own)
        is_first = in_order(given.names or ())[:1] == [self.name]
        return self._lead(given) if is_first else self._take_part()

    def _fired(self, given: i.WatchFired) -> Commands:
        if given.name == self.name:
            return self._own_fired(given)
        self.watched = None
        if self.phase is not Phase.WAITING:
            return []
        self.step = "notified"
        self._enter(Phase.LISTING)
        return [c.ListWatching()]

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Leading.transitions,
        (Phase.LISTING, i.Children): _listed,
        (Phase.CHECKING, i.Children): _checked,
        **dict.fromkeys(((phase, i.WatchFired) for phase in PLACED), _fired),
    }
