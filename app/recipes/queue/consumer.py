"""A consumer: takes an item, does what it asks for, and takes it out of the queue.

Rules beside those of a participant, by number.

1. A read shows whether a claim, or an item's end, whose answer was lost has happened: as long as
   the session is the same, nobody else can have made or removed its claim.
2. A claim is a consumer's own only if the session that owns it is the current one.
6. A consumer without an item joins the line, and watches the one before it; only the first in the
   line watches the items. So an item, or one that comes back, wakes one consumer and not all.
8. A missing parent is created.
11. A watch says only that there is something to look at.
13. To claim an item raises its version, in one transaction with the claim; to finish it deletes the
    item of that version together with the claim. So a consumer that was frozen, and wakes after its
    item was given to another, changes nothing: its transaction fails, the other's succeeds. A
    refused consumer looks whose the item is: with a claim of its own it goes on with what is there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.naming import in_order, predecessor_of
from ...participation.participant import Anywhere, Commands, Participant, Table
from ...participation.phases import HELD, Intent, Phase
from . import messages as m
from .znodes import CLAIMS, ITEMS, LINE, PARENTS, claim_name

KNOWN_FOR = 0.25
"""Seconds for which a list of items is good for more than one claim. An item that has come back by
then has a lower number, and has to wait for so long.
"""

REMEMBERED = 32
_LISTS = (ITEMS, CLAIMS)


class Consumer(Participant):
    """One consumer's side of a queue. In phase HOLDING it has an item in its hands."""

    words: ClassVar[Mapping[str, str]] = {"leading": "working"}
    first_step = "look"
    stands_on = tuple(f"/{one}" for one in PARENTS)

    def __init__(self) -> None:
        super().__init__()
        self.item: str | None = None
        self.version = 0
        self.content = b""
        self._free: deque[str] = deque()
        self._known_until = 0.0
        self._is_complete = False
        self._is_first = False
        self._is_old = False

    def hears(self, name: str) -> bool:
        """Tell whether a watch concerns it: on both lists for the first in the line, on the one
        before for the others.
        """
        return super().hears(name) or (self._is_first and name in _LISTS)

    def _resume(self) -> Commands:
        """Look first for what may be in its hands (rule 1); this server may lag behind requests to
        another one. A request that arrives there later is refused by the item's version.
        """
        self._void_replies()
        if self.item is not None:
            self._enter(Phase.CHECKING)
            return [m.InspectItem(self.item, owner=True, sync=True)]
        if self._intent is Intent.LEAVE:
            return self._leave()
        return self._gather(watch=False, sync=True)

    # -- looking for an item --------------------------------------------------------------------

    def _gather(self, *, watch: bool, sync: bool = False) -> Commands:
        self._void_replies()
        self._is_first = watch
        self._is_old = False
        self._enter(Phase.LISTING)
        return [m.GatherQueue(watch, sync)]

    def _look_again(self, given: i.Input) -> Commands:
        return self._gather(watch=False)

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Look again: a watch fired before the last of the lists, so the first are out of date."""
        self._is_old = True
        return []

    def _gathered(self, given: m.GatheredQueue) -> Commands:
        if given.items is None or given.claims is None or given.line is None:
            return self._make_parents()
        places = self._places_in(given.line)
        self.name = places[0] if places else None
        if len(places) > 1:
            self._enter(Phase.ASKING)
            return [c.DeleteOwn(places[-1])]
        claimed = set(given.claims)
        free = in_order(name for name in given.items if name not in claimed)
        self._free = deque(free[:REMEMBERED])
        self._known_until = given.at + KNOWN_FOR
        if self._free:
            return self._try_next()
        return self._gather(watch=self._is_first) if self._is_old else self._wait(given.line)

    def _places_in(self, line: tuple[str, ...]) -> list[str]:
        """Return its places, also where the answer to the creation was lost: the session's GUID is
        in the name. Of two, because one was late, the lowest stays.
        """
        own = f"{self._guid}-n_"
        return [f"{LINE}/{name}" for name in in_order(line) if name.startswith(own)]

    def _try_next(self) -> Commands:
        self.step = "claim"
        self.item = self._free.popleft()
        self._enter(Phase.CHECKING)
        return [m.InspectItem(self.item, owner=False)]

    # -- the line -----------------------------------------------------------------------------

    def _wait(self, line: tuple[str, ...]) -> Commands:
        """Join the line and wait (rule 6)."""
        self.step = "line up"
        if self.name is None:
            self._enter(Phase.ASKING)
            return [c.CreateOwn(f"{LINE}/{self._guid}-n_")]
        before = predecessor_of(self.name.rpartition("/")[2], in_order(line))
        if before is not None:
            self._is_first = False
            self._enter(Phase.WATCHING)
            return [c.ReadPredecessor(f"{LINE}/{before}")]
        return self._stand_first() if self._is_first else self._gather(watch=True)

    def _placed(self, given: i.Created) -> Commands:
        return self._gather(watch=False)

    def _stand_first(self) -> Commands:
        self.watched = ITEMS
        self._settle(Phase.WAITING)
        return []

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._gather(watch=False)
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        """Look again, whichever watch fired (rule 11)."""
        self.step = "notified"
        return self._gather(watch=self._is_first)

    # -- an item ------------------------------------------------------------------------------

    def _inspected(self, given: m.InspectedItem) -> Commands:
        """Take what a read shows, before a claim or after a lost answer (rules 1 and 2)."""
        if given.owner is not None and given.owner == self.session and given.version is not None:
            return self._take_up(given)
        if self._is_complete:
            return self._after_all(given)
        if given.version is None or given.owner is not None or self._intent is Intent.LEAVE:
            return self._next()
        self.version, self.content = given.version + 1, given.data
        self._enter(Phase.CREATING)
        return [m.Take(given.item, given.version, given.data, self._place)]

    @property
    def _place(self) -> str | None:
        """Return its place in the line, if it has one."""
        return self.name if self.name and self.name.startswith(f"{LINE}/") else None

    def _take_up(self, given: m.InspectedItem) -> Commands:
        """Go on with an item whose claim is its own, from where it was broken off."""
        assert given.version is not None
        self.version, self.content = given.version, given.data
        return self._finish() if self._is_complete else self._hold()

    def _after_all(self, given: m.InspectedItem) -> Commands:
        """Finish after all: the answer to the end of its item was lost. In the session of its claim
        nobody else can have taken the item out; if it is still there, the claim was deleted.
        """
        item, gone = given.item, given.version is None
        told: Commands = [m.Done(item)] if gone else [c.End(_LOST)]
        return [*told, *self._next()]

    def _claimed(self, given: i.Written) -> Commands:
        return self._hold()

    def _hold(self) -> Commands:
        if self._intent is Intent.LEAVE:
            return self._leave()
        assert self.item is not None
        self.step = "work"
        self.name = claim_name(self.item)
        self._settle(Phase.HOLDING)
        self._is_first = False
        self.watched = None
        return [c.Begin(self.version)]

    def _claim_refused(self, given: i.WriteRefused) -> Commands:
        return self._next()

    def _claim_failed(self, given: i.Failed) -> Commands:
        self.item = None
        return self._failed(given)

    # -- its end --------------------------------------------------------------------------------

    def _complete(self, given: m.Complete) -> Commands:
        if self.phase is not Phase.HOLDING or given.item != self.item:
            return []
        self._is_complete = True
        return self._finish()

    def _finish(self) -> Commands:
        """Finish the item (rule 13)."""
        assert self.item is not None
        self.step = "finish"
        self._enter(Phase.WRITING)
        return [m.Finish(self.item, self.version)]

    def _look(self) -> Commands:
        """Try again an end that could not be written."""
        return self._finish() if self._is_complete else []

    def _finished(self, given: i.Written) -> Commands:
        assert self.item is not None
        self.step = "look"
        return [m.Done(self.item), *self._next()]

    def _finish_refused(self, given: i.WriteRefused) -> Commands:
        """Look again after a refused end (rule 13). The claim may still be its own, and then nobody
        else can take the item: somebody has written to it, and what it says now must be done.
        """
        assert self.item is not None
        self.step = "lost"
        self._is_complete = False
        self._enter(Phase.CHECKING)
        return [c.End(_LOST), m.InspectItem(self.item, owner=True)]

    def _next(self) -> Commands:
        self.item, self._is_complete = None, False
        self.name = self._place
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self._free and self._now < self._known_until:
            return self._try_next()
        return self._gather(watch=False)

    def _end(self, reason: str) -> Commands:
        """End the task; one that is done already cannot be broken off (rule 4)."""
        works = self.phase is Phase.HOLDING
        self._in_queue = False
        return [c.End(reason)] if works else []

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.item, self._is_complete, self._is_first = None, False, False

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """Stop: claim and place go with the session, at once. An end under way may answer."""
        self._intent = Intent.LEAVE
        return [] if self.phase is Phase.WRITING else super()._stop(given)

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Participant.anywhere,
        m.Complete: _complete,
    }
    transitions: ClassVar[Table] = {
        **Participant.transitions,
        (Phase.LISTING, m.GatheredQueue): _gathered,
        (Phase.LISTING, i.WatchFired): _fired_early,
        (Phase.CHECKING, m.InspectedItem): _inspected,
        (Phase.CHECKING, i.WatchFired): Participant._overtaken,
        (Phase.CREATING, i.Written): _claimed,
        (Phase.CREATING, i.WriteRefused): _claim_refused,
        (Phase.CREATING, i.Failed): _claim_failed,
        (Phase.CREATING, i.WatchFired): Participant._overtaken,
        (Phase.ASKING, i.Created): _placed,
        (Phase.ASKING, i.Deleted): _look_again,
        (Phase.ASKING, i.CreateReplyLost): Participant._overtaken,
        (Phase.ASKING, i.ParentMissing): Participant._parent_missing,
        (Phase.ASKING, i.WatchFired): Participant._overtaken,
        (Phase.MAKING_PARENT, i.WatchFired): Participant._overtaken,
        (Phase.WATCHING, i.NodeRead): _predecessor_read,
        (Phase.WATCHING, i.WatchFired): _look_again,
        (Phase.WAITING, i.WatchFired): _fired,
        (Phase.WRITING, i.Written): _finished,
        (Phase.WRITING, i.WriteRefused): _finish_refused,
        **dict.fromkeys(((phase, i.WatchFired) for phase in HELD), Participant._overtaken),
    }


_LOST = "the item was no longer its own"
