"""A consumer: takes an item, does what it asks for, and takes it out of the queue.

Rules beside those of a participant, by number.

1. Whether a claim, or an item's end, whose answer was lost has happened, a read tells: as long as
   the session is the same, a claim of its own is nobody else's doing.
2. A claim counts as one's own only if the session that owns it is the current one.
6. Who finds nothing stands in the line, and watches the one before it; the first in the line alone
   watches the items. So an item, or one that comes back, wakes one consumer and not all.
8. A missing parent is made.
11. A watch says only that there is something to look at.
13. To claim an item raises its version, in one transaction with the claim; to finish it deletes the
    item of that version together with the claim. So who was frozen, and wakes after its item was
    given to somebody else, changes nothing: its transaction fails, the other's stands.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import ClassVar

from app.recipes import commands as c
from app.recipes import goods as g
from app.recipes import inputs as i
from app.recipes.naming import in_order, predecessor_of
from app.recipes.participant import Commands, Participant
from app.recipes.phases import LEADING, Intent, Phase

KNOWN_FOR = 0.25
"""Seconds for which a list of items is good for more than one claim. One that has come back by then
has a lower number, and has to wait for so long."""

REMEMBERED = 32
_LISTS = (g.ITEMS, g.CLAIMS)


class Consumer(Participant):
    """One consumer's side of a queue. Phase LEADING: an item is in its hands."""

    anywhere: ClassVar[Mapping[type[i.Input], str]] = {
        **Participant.anywhere,
        g.Complete: "_complete",
    }
    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Participant.transitions,
        (Phase.LISTING, g.Surveyed): "_surveyed",
        (Phase.LISTING, i.WatchFired): "_fired_early",
        (Phase.CHECKING, g.Inspected): "_inspected",
        (Phase.CHECKING, i.WatchFired): "_overtaken",
        (Phase.CREATING, g.Claimed): "_claimed",
        (Phase.CREATING, g.ClaimRefused): "_claim_refused",
        (Phase.CREATING, i.Failed): "_claim_failed",
        (Phase.CREATING, i.WatchFired): "_overtaken",
        (Phase.ASKING, i.Created): "_placed",
        (Phase.ASKING, i.Deleted): "_look_again",
        (Phase.ASKING, i.CreateReplyLost): "_overtaken",
        (Phase.ASKING, i.ParentMissing): "_parent_missing",
        (Phase.ASKING, i.WatchFired): "_overtaken",
        (Phase.MAKING_PARENT, i.ParentMade): "_look_again",
        (Phase.MAKING_PARENT, i.WatchFired): "_overtaken",
        (Phase.WATCHING, i.NodeRead): "_predecessor_read",
        (Phase.WATCHING, i.WatchFired): "_look_again",
        (Phase.WAITING, i.WatchFired): "_fired",
        (Phase.ACKNOWLEDGING, g.Finished): "_finished",
        (Phase.ACKNOWLEDGING, g.FinishRefused): "_finish_refused",
        **{(phase, i.WatchFired): "_overtaken" for phase in LEADING},
    }
    words: ClassVar[Mapping[str, str]] = {"leading": "working"}
    first_step = "look"
    stands_on = tuple(f"/{one}" for one in g.PARENTS)

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
        """The first in the line, of both lists; the others of whoever is before them."""
        return super().hears(name) or (self._is_first and name in _LISTS)

    def _resume(self) -> Commands:
        """Rule 1: first what may be in its hands; this server may lag behind what was asked of
        another one. What arrives there later still is refused for the item's version.
        """
        self._void_replies()
        if self.item is not None:
            self._enter(Phase.CHECKING)
            return [g.Inspect(self.item, owner=True, sync=True)]
        if self._intent is Intent.LEAVE:
            return self._leave()
        return self._survey(watch=False, sync=True)

    # -- looking for an item --------------------------------------------------------------------

    def _survey(self, *, watch: bool, sync: bool = False) -> Commands:
        self._void_replies()
        self._is_first = watch
        self._is_old = False
        self._enter(Phase.LISTING)
        return [g.Survey(watch, sync)]

    def _look_again(self, given: i.Input) -> Commands:
        return self._survey(watch=False)

    def _fired_early(self, given: i.WatchFired) -> Commands:
        """Before the last of the lists: what the first of them said is old."""
        self._is_old = True
        return []

    def _overtaken(self, given: i.Input) -> Commands:
        """What is under way ends with looking again."""
        return []

    def _surveyed(self, given: g.Surveyed) -> Commands:
        if given.items is None or given.claims is None or given.line is None:
            self._enter(Phase.MAKING_PARENT)
            return [c.MakeParent()]
        places = self._places_in(given.line)
        self.name = places[0] if places else None
        if len(places) > 1:
            self._enter(Phase.ASKING)
            return [c.Delete(places[-1])]
        claimed = set(given.claims)
        free = in_order(name for name in given.items if name not in claimed)
        self._free = deque(free[:REMEMBERED])
        self._known_until = given.at + KNOWN_FOR
        if self._free:
            return self._try_next()
        return self._survey(watch=self._is_first) if self._is_old else self._wait(given.line)

    def _places_in(self, line: tuple[str, ...]) -> list[str]:
        """Found also where the answer to its creation was lost: the session's GUID is in it. Of
        two, because one was late, the lowest stays.
        """
        own = f"{self._guid}-n_"
        return [f"{g.LINE}/{name}" for name in in_order(line) if name.startswith(own)]

    def _try_next(self) -> Commands:
        self.step = "claim"
        self.item = self._free.popleft()
        self._enter(Phase.CHECKING)
        return [g.Inspect(self.item, owner=False)]

    # -- the line -----------------------------------------------------------------------------

    def _wait(self, line: tuple[str, ...]) -> Commands:
        """6."""
        self.step = "line up"
        if self.name is None:
            self._enter(Phase.ASKING)
            return [c.Create(f"{g.LINE}/{self._guid}-n_")]
        before = predecessor_of(self.name.rpartition("/")[2], in_order(line))
        if before is not None:
            self._is_first = False
            self._enter(Phase.WATCHING)
            return [c.Read(f"{g.LINE}/{before}")]
        return self._stand_first() if self._is_first else self._survey(watch=True)

    def _placed(self, given: i.Created) -> Commands:
        return self._survey(watch=False)

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        self._enter(Phase.MAKING_PARENT)
        return [c.MakeParent()]

    def _stand_first(self) -> Commands:
        self.watched = g.ITEMS
        self._settle(Phase.WAITING)
        return []

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._survey(watch=False)
        self.watched = given.name
        self._settle(Phase.WAITING)
        return []

    def _fired(self, given: i.WatchFired) -> Commands:
        """11: whichever it was."""
        self.step = "notified"
        return self._survey(watch=self._is_first)

    # -- an item ------------------------------------------------------------------------------

    def _inspected(self, given: g.Inspected) -> Commands:
        """Before a claim, or after what has become of one was not told (rules 1 and 2)."""
        if given.owner is not None and given.owner == self.session and given.version is not None:
            return self._take_up(given)
        if self._is_complete:
            return self._after_all(given)
        if given.version is None or given.owner is not None or self._intent is Intent.LEAVE:
            return self._next()
        self.version, self.content = given.version + 1, given.data
        self._enter(Phase.CREATING)
        return [g.Take(given.item, given.version, given.data, self._place)]

    @property
    def _place(self) -> str | None:
        """Its place in the line, where it has one."""
        return self.name if self.name and self.name.startswith(f"{g.LINE}/") else None

    def _take_up(self, given: g.Inspected) -> Commands:
        """The claim is its own: it goes on where it was broken off."""
        assert given.version is not None
        self.version, self.content = given.version, given.data
        return self._finish() if self._is_complete else self._hold()

    def _after_all(self, given: g.Inspected) -> Commands:
        """The answer to the end of its item was lost. In the session of its claim nobody else can
        have taken the item out; if it still stands, the claim was taken away."""
        item, gone = given.item, given.version is None
        told: Commands = [g.Done(item)] if gone else [c.StepDown(_LOST)]
        return [*told, *self._next()]

    def _claimed(self, given: g.Claimed) -> Commands:
        return self._hold()

    def _hold(self) -> Commands:
        if self._intent is Intent.LEAVE:
            return self._leave()
        assert self.item is not None
        self.step = "work"
        self.name = g.claim_name(self.item)
        self._settle(Phase.LEADING)
        self._is_first = False
        self.watched = None
        return [c.Lead(self.version)]

    def _claim_refused(self, given: g.ClaimRefused) -> Commands:
        return self._next()

    def _claim_failed(self, given: i.Failed) -> Commands:
        self.item = None
        return self._failed(given)

    # -- its end --------------------------------------------------------------------------------

    def _complete(self, given: g.Complete) -> Commands:
        if self.phase is not Phase.LEADING or given.item != self.item:
            return []
        self._is_complete = True
        return self._finish()

    def _finish(self) -> Commands:
        """13."""
        assert self.item is not None
        self.step = "finish"
        self._enter(Phase.ACKNOWLEDGING)
        return [g.Finish(self.item, self.version)]

    def _look(self) -> Commands:
        """An end that could not be written is tried again."""
        return self._finish() if self._is_complete else []

    def _finished(self, given: g.Finished) -> Commands:
        self.step = "look"
        return [g.Done(given.item), *self._next()]

    def _finish_refused(self, given: g.FinishRefused) -> Commands:
        self.step = "lost"
        return [c.StepDown(_LOST), *self._next()]

    def _next(self) -> Commands:
        self.item, self._is_complete = None, False
        self.name = self._place
        if self._intent is Intent.LEAVE:
            return self._leave()
        if self._free and self._now < self._known_until:
            return self._try_next()
        return self._survey(watch=False)

    def _step_down(self, reason: str) -> Commands:
        """4. A task that is done already cannot be broken off."""
        works = self.phase is Phase.LEADING
        self._in_queue = False
        return [c.StepDown(reason)] if works else []

    def _forget_znode(self) -> None:
        super()._forget_znode()
        self.item, self._is_complete, self._is_first = None, False, False

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """With the session go the claim and the place, at once. An end under way may answer."""
        self._intent = Intent.LEAVE
        if self.phase is Phase.ACKNOWLEDGING:
            return []
        return [*self._step_down("it was stopped"), *self._leave()]


_LOST = "the item was no longer its own"
