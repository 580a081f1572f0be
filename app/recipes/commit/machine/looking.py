"""The base of coordinators and sites: each looks at znodes, and watches each of them once.

Rules beside those of a participant, by number.

8. A missing place is made.
11. A watch says only that there is something to look at. One that stands is not set again, so that
    a change wakes its watcher once. What fires before the last of several reads is answered makes
    the first of them old: look again.
19. After a reconnect the server catches up before it is asked: it may lag behind a write of this
    session's whose answer was lost.
"""

from __future__ import annotations

from typing import ClassVar

from ....participation import inputs as i
from ....participation.participant import Commands, Participant, Table
from ....participation.phases import Phase
from .. import inputs as h
from .. import messages as m
from .. import znodes as z


class Looking(Participant):
    """One process at a place. Within one connection nothing is asked twice at the same time."""

    first_step = "look"

    def __init__(self) -> None:
        super().__init__()
        self._armed: set[str] = set()
        self._spent: set[str] = set()
        self._must_sync = False

    def hears(self, name: str) -> bool:
        """Tell whether it watches this znode: each bears on a transaction."""
        return name in self._armed

    def _restored(self, given: i.Restored) -> Commands:
        """Take a connection (rule 19)."""
        self._must_sync = True
        return super()._restored(given)

    def _void_replies(self) -> None:
        super()._void_replies()
        self._armed.clear()
        self._spent.clear()

    # -- looking --------------------------------------------------------------------------------

    def _resume(self) -> Commands:
        """Read the place's data, whatever has happened (rule 5)."""
        self.watched = None
        self._enter(Phase.LISTING)
        return [m.Find(z.LATEST not in self._armed, self._must_sync)]

    def _found(self, given: h.PlaceFound) -> Commands:
        """Go by the latest transaction; watches on an earlier one do not count any more."""
        if self._is_old(z.LATEST):
            return self._resume()
        self._must_sync = False
        named = (z.LATEST, given.latest.name)
        self._armed = {one for one in self._armed if one.partition("/")[0] in named}
        return self._go_by(given.latest)

    def _go_by(self, latest: z.Latest) -> Commands:
        """Make something of the latest transaction."""
        raise NotImplementedError

    def _is_old(self, *names: str) -> bool:
        """Note that these are watched; tell whether a watch has fired since they were read."""
        self._armed |= {*names} - self._spent
        was_early = bool(self._spent)
        self._spent.clear()
        return was_early

    def _rest(self, step: str, watched: str) -> Commands:
        self.step = step
        self.watched = watched
        self._settle(Phase.WAITING)
        return []

    # -- watches --------------------------------------------------------------------------------

    def _fired(self, given: i.WatchFired) -> Commands:
        self._armed.discard(given.name)
        self.step = "notified"
        return self._resume()

    def _fired_early(self, given: i.WatchFired) -> Commands:
        self._spent.add(given.name)
        return self._overtaken(given)

    def _overtaken(self, given: i.Input) -> Commands:
        """Forget the watch that fired; what is under way ends with looking again."""
        assert isinstance(given, i.WatchFired)
        self._armed.discard(given.name)
        return []

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, h.PlaceFound): _found,
        (Phase.LISTING, i.ParentMissing): Participant._parent_missing,
        (Phase.WAITING, i.WatchFired): _fired,
        (Phase.LISTING, i.WatchFired): _fired_early,
        (Phase.CHECKING, i.WatchFired): _fired_early,
        (Phase.ASKING, i.WatchFired): _overtaken,
        (Phase.CREATING, i.WatchFired): _overtaken,
        (Phase.MAKING_PARENT, i.WatchFired): _overtaken,
    }
