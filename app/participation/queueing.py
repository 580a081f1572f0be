"""Queue by sequential znodes: each volunteer watches the next lower one alone, so there is no herd.

These rules come besides those of a volunteer; each has its number.

3. Be the first only after a read showed the own znode and its owner (CURATOR-696), and a later list
   showed no lower znode, while nothing happened to the own one.
6. A vanished predecessor is a reason to list again, not to be the first.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from . import commands as c
from . import inputs as i
from .naming import in_order, predecessor_of
from .participant import Commands, Course, Table, Turn
from .phases import PLACED, Phase
from .volunteer import Volunteer


class Queue(Volunteer):
    """A volunteer with a place in the queue; `_first` says what its head is good for."""

    def __init__(self) -> None:
        super().__init__()
        self._seen_own: tuple[int, i.Own] | None = None
        self._trusts = False

    @abstractmethod
    def _first(self, own: i.Own, given: i.Children) -> Commands:
        """Act as the first (rule 3): `own` is the own znode and the session's, and no znode is
        before it. given: the list, with all that belongs to it, unless the own znode was trusted to
        be there.
        """

    def _take_part(self) -> Commands:
        self.step = "list children"
        return self._list_whole()

    def _list_whole(self) -> Commands:
        self._trusts = False
        return self._list(Phase.LISTING, self.name)

    def _listed(self, given: i.Children) -> Commands:
        own = self._seen_own[1] if self._trusts and self._seen_own else given.own
        if own is None or not self._owns(own):
            return self._not_own(own)
        self._seen_own = (given.generation, own)
        names = in_order(given.names or ())
        if self.name not in names:
            return self._list_whole()
        if self._may_have_more and self._found(given) != [self.name]:
            self._void_replies()
            return self._seek()
        predecessor = self._predecessor_in(names)
        if predecessor is None:
            return self._first(own, given)
        self.step = "watch predecessor"
        self._enter(Phase.WATCHING)
        return [c.read_predecessor(predecessor)]

    def _predecessor_in(self, names: list[str]) -> str | None:
        """Return the one among these names, in their order, for which it waits; None where nobody
        is in its way.
        """
        assert self.name is not None
        return predecessor_of(self.name, names)

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._list_whole()
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
        """List again. The own znode need not be read again: it is watched since it was seen to be
        the session's, and ZooKeeper reports its end before anything that is read later.
        """
        if self._seen_own is None or self._seen_own[0] != self.generation:
            return self._list_whole()
        self._trusts = True
        self._enter(Phase.LISTING)
        return [c.list_names()]

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Volunteer.transitions,
        (Phase.LISTING, i.Children): Turn(
            _listed, Phase.WATCHING, Phase.BACKING_OFF, Course.AGAIN, Course.FIRST
        ),
        (Phase.WATCHING, i.NodeRead): Turn(_predecessor_read, Phase.LISTING, Phase.WAITING),
        **dict.fromkeys(
            ((phase, i.WatchFired) for phase in PLACED), Turn(_fired, Phase.LISTING, Course.AGAIN)
        ),
    }
