"""A distributed lock: whoever owns the lowest znode of a queue holds it.

Rules beside those of a queue, by number; the lock is a queue in which nobody stands unasked.

4. Suspended is not holding; nor is a session that ran out by the client's own clock.
7. The own znode deleted by somebody else: the lock is lost with it, and the place in the queue.
16. A lock is lost with its session, and its holder is told before it writes again: by its own clock
    at every input, and by a check of the znode in a transaction, which it asks for right before a
    write: the session of a frozen holder may have been ended sooner than its own clock says. To
    release is idempotent.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.participant import Commands
from app.recipes.phases import Intent, Phase
from app.recipes.queueing import Queue


@dataclass(frozen=True)
class Acquire(i.Input):
    """Get the lock, within so many seconds; None: whenever. Again, while it is wanted: nothing."""

    within: float | None


@dataclass(frozen=True)
class Release(i.Input):
    """Give the lock back, or the place in the queue; nothing where neither is there."""


@dataclass(frozen=True)
class Confirm(i.Input):
    """Ask ZooKeeper whether the lock is held, right before a write; Confirmed is the answer."""


@dataclass(frozen=True)
class Confirmed(c.Command):
    """The lock was held just now: a quorum has seen that the znode stood."""


@dataclass(frozen=True)
class GaveUp(c.Command):
    """The time limit has passed; the lock is wanted no more."""


class DistributedLock(Queue):
    """One client's side of a lock. It begins at rest, and is there whenever it has released."""

    anywhere: ClassVar[Mapping[type[i.Input], str]] = {
        **Queue.anywhere,
        Acquire: "_acquire",
        Release: "_release",
        Confirm: "_confirm",
    }
    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        **Queue.transitions,
        (Phase.LEADING, i.Children): "_looked",
        (Phase.LEADING, i.Proven): "_held",
    }
    words: ClassVar[Mapping[str, str]] = {"leading": "holding", "behind": "idle"}

    def __init__(self) -> None:
        super().__init__()
        self._intent = Intent.REST
        self._within: float | None = None
        self._gives_up_at: float | None = None
        self._must_confirm = False

    def _belief(self) -> str:
        """Without a session nobody is there yet, at rest or not."""
        believed = super()._belief()
        return "joining" if believed == "behind" and self.session is None else believed

    @property
    def gives_up_at(self) -> float | None:
        """When it stops waiting, None for never."""
        return self._gives_up_at

    @property
    def is_wanted(self) -> bool:
        """Whether it has been asked for and neither released nor given up."""
        return self._intent in (Intent.STAY, Intent.REQUEUE)

    # -- wanting the lock ---------------------------------------------------------------------

    def _acquire(self, given: Acquire) -> Commands:
        """What is left of an earlier wish is taken away first, so that nobody jumps the queue."""
        if self._intent is not Intent.REST:
            return []
        self._within = given.within
        self._intent = Intent.REQUEUE if self.name else Intent.STAY
        begun = self._volunteer() if self.phase is Phase.RESTING else []
        return [*begun, *self._limit()]

    def _release(self, given: Release) -> Commands:
        """16: idempotent."""
        if not self.is_wanted:
            return []
        return self._want_no_more("it released the lock", "release")

    def _stop(self, given: i.Stop) -> Commands:
        self._gives_up_at = None
        return super()._stop(given)

    def _want_no_more(self, reason: str, step: str) -> Commands:
        self.step = step
        self._gives_up_at = None
        return self._give_back(Intent.REST, reason)

    # -- the time limit -----------------------------------------------------------------------

    def _limit(self) -> Commands:
        if self._within is None:
            return []
        self._gives_up_at = self._now + self._within
        return [c.WakeAt(self._gives_up_at)]

    def _check_clock(self, at: float) -> Commands:
        """A limit that has passed is looked at first: what comes late is not taken any more."""
        self._now = at
        return [*super()._check_clock(at), *self._check_limit(at)]

    def _check_limit(self, at: float) -> Commands:
        if self._gives_up_at is None or at < self._gives_up_at:
            return []
        return [GaveUp(), *self._want_no_more("it waited for too long", "give up")]

    def _tick(self, given: i.Tick) -> Commands:
        waking = [] if self._gives_up_at is None else [c.WakeAt(self._gives_up_at)]
        return [*super()._tick(given), *waking]

    # -- holding it ---------------------------------------------------------------------------

    def _first(self, own: i.Own, given: i.Children) -> Commands:
        self.epoch = own.czxid
        self.step = "hold"
        self._gives_up_at = None
        self._must_confirm = False
        self._settle(Phase.LEADING)
        return [c.Lead(self.epoch)]

    def _confirm(self, given: Confirm) -> Commands:
        """21: a read would prove nothing, for a server that is cut off answers it as well."""
        if self.phase is not Phase.LEADING:
            return []
        self.step = "confirm"
        self._must_confirm = True
        return self._prove()

    def _prove(self) -> Commands:
        return [c.Prove(self.name)] if self._must_confirm and self.name else []

    def _look(self) -> Commands:
        """What was asked before is void, and the confirmation with it."""
        return [*super()._look(), *self._prove()]

    def _held(self, given: i.Proven) -> Commands:
        """The clock has been looked at when this came: it proves the moment of the commit."""
        confirmed, self._must_confirm = self._must_confirm, False
        return [Confirmed()] if confirmed else []

    def _looked(self, given: i.Children) -> Commands:
        return [] if self._owns(given.own) else self._znode_gone()

    def _step_down(self, reason: str) -> Commands:
        """Who lost the lock and still wants it waits again, and its time limit runs anew."""
        stepping_down = super()._step_down(reason)
        lost = bool(stepping_down) and self._intent is Intent.STAY
        return [*stepping_down, *self._limit()] if lost else stepping_down
