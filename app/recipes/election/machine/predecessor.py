"""Leader election with a watch on the predecessor, as a pure state machine."""

from __future__ import annotations

from typing import ClassVar

from ....participation import inputs as i
from ....participation.participant import Commands, Table
from ....participation.queueing import Queue
from .leading import Leading


class PredecessorElection(Queue, Leading):
    """One candidate's side of an election in which each watches the next lower one."""

    def _list_again(self) -> Commands:
        """List again, and read the newest version where the candidate's data has one."""
        return super()._list_again() if self.data is None else self._list_whole()

    def _first(self, own: i.Own, given: i.Children) -> Commands:
        return self._lead_at_once(own) if self._trusts else self._lead(given)

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Leading.transitions,
        **Queue.transitions,
    }
