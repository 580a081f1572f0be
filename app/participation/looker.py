"""The base of recipes that look at znodes again and again, and make the parents of theirs.

Rule 8: what is missing is made; somebody may have deleted it.
"""

from __future__ import annotations

from typing import ClassVar

from . import commands as c
from . import inputs as i
from .participant import Commands, Participant, Table
from .phases import Intent, Phase


class Looker(Participant):
    """A participant whose `_resume` begins with a look, whatever has happened."""

    def _look_again(self, given: i.Input) -> Commands:
        return self._resume()

    def _overtaken(self, given: i.Input) -> Commands:
        """Look again once what is under way has ended."""
        return []

    def _believed(self, there: str | None = None) -> str:
        """Return the belief of one that is `there`; it is gone as soon as it wants to leave."""
        believed = super()._belief()
        if believed not in ("joining", "waiting"):
            return believed
        return "gone" if self._intent is Intent.LEAVE else there or believed

    def _make_parents(self) -> Commands:
        self._void_replies()
        self._enter(Phase.MAKING_PARENT)
        return [c.MakeParent()]

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._make_parents()

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.MAKING_PARENT, i.ParentMade): _look_again,
    }
