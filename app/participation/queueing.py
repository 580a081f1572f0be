"""A queue of sequential znodes in which each watches the next lower one: no herd.

Rules beside those of a volunteer, by number.

3. Be the first only after a read showed the own znode and its owner (CURATOR-696), and a list that
   was read after it, while nothing happened to that znode, no lower one.
6. A vanished predecessor is a reason to list again, not to be the first.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from . import commands as c
from . import inputs as i
from .naming import in_order, predecessor_of
from .participant import Commands, Table
from .phases import PLACED, Phase
from .volunteer import Volunteer


class Queue(Volunteer):
    """One volunteer's place in the queue; `_first` says what its head is good for."""

    def __init__(self) -> None:
        super().__init__()
        self._proven: tuple[int, i.Own] | None = None
        self._trusts = False

    @abstractmethod
    def _first(self, own: i.Own, given: i.Children) -> Commands:
        """Act as the first (rule 3): `own` is the own znode and the session's, and no znode is
        before it. given: the list, with all that belongs to it, unless the own znode was trusted to
        be there.
        """

    def _creation(self) -> c.Command:
        return c.CreateOwn(f"{self._guid}-n_")

    def _take_part(self) -> Commands:
        self.step = "list children"
        return self._list_whole()

    def _list_whole(self) -> Commands:
        self._trusts = False
        return self._list(Phase.LISTING, self.name)

    def _listed(self, given: i.Children) -> Commands:
        own = self._proven[1] if self._trusts and self._proven else given.own
        if own is None or not self._owns(own):
            return self._not_own(own)
        self._proven = (given.generation, own)
        names = in_order(given.names or ())
        if self.name not in names:
            return self._list_whole()
        if self._may_have_more and self._found(given) != [self.name]:
            self._void_replies()
            return self._seek()
        return self._take_place(own, given, predecessor_of(self.name, names))

    def _take_place(self, own: i.Own, given: i.Children, predecessor: str | None) -> Commands:
        if predecessor is None:
            return self._first(own, given)
        self.step = "watch predecessor"
        self._enter(Phase.WATCHING)
        return [c.ReadPredecessor(predecessor)]

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
        if self._proven is None or self._proven[0] != self.generation:
            return self._list_whole()
        self._trusts = True
        self._enter(Phase.LISTING)
        return [c.ListNames()]

    # -- what it hears, and when -----------------------------------------------------------------

    transitions: ClassVar[Table] = {
        **Volunteer.transitions,
        (Phase.LISTING, i.Children): _listed,
        (Phase.WATCHING, i.NodeRead): _predecessor_read,
        **dict.fromkeys(((phase, i.WatchFired) for phase in PLACED), _fired),
    }
