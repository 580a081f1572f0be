"""A distributed lock: the owner of the lowest znode of a queue holds it.

A `Queue` creates an ephemeral, sequential znode, lists the children, and watches the next lower
one; when that is gone, it lists again. It calls `_first` once no znode is lower than its own. The
lock adds that nobody joins unasked: a client rests until `Acquire`, and after `Release` again.
To hold is the phase HOLDING; `Begin` tells it to the process, and `End` its end.

Rules beside those of a queue, with the numbers of docs/correctness.md.

4. Suspended is not holding; nor is a session that ran out by the client's own clock.
7. If somebody else deletes the own znode, the lock is lost with it, and the place in the queue.
16. A lock is lost with its session, and its holder is told before it writes again: by its own clock
    at every input, and by a check of the znode in a transaction, which it asks for right before a
    write: the session of a frozen holder may have been ended sooner than its own clock says. To
    release is idempotent.
21. A read proves nothing, for a server that is cut off answers it as well: a quorum has to commit
    the check.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from ...participation import commands as c
from ...participation import inputs as i
from ...participation.participant import Anywhere, Commands, Course, Courses, Table, Turn
from ...participation.phases import Intent, Phase
from ...participation.queueing import Queue


@dataclass(frozen=True)
class Acquire(i.Input):
    """A command to get the lock, within so many seconds; None: no limit. While it is wanted, a
    repeat does nothing.
    """

    within: float | None


@dataclass(frozen=True)
class Release(i.Input):
    """A command to give back the lock, or the place in the queue, if there is one."""


@dataclass(frozen=True)
class Confirm(i.Input):
    """A command to ask ZooKeeper, right before a write, whether the lock is held."""


@dataclass(frozen=True)
class Confirmed(c.Command):
    """The lock was held just now: a quorum has seen that the znode is there."""


@dataclass(frozen=True)
class GaveUp(c.Command):
    """The time limit has passed; the lock is no longer wanted."""


class DistributedLock(Queue):
    """One client's side of a lock. It begins at rest, and rests whenever it has released.

    gives_up_at: when it stops waiting, None for never.
    """

    words: ClassVar[Mapping[str, str]] = {"leading": "holding", "behind": "idle"}
    enters: ClassVar[Courses] = {
        Course.RESUME: (*Queue.resumes, Phase.CREATING),
        Course.AGAIN: (Phase.FINDING, Phase.CREATING),
        Course.FIRST: (Phase.HOLDING,),
    }
    by_clock = Queue.by_clock | {Phase.WITHDRAWING, Phase.RESTING}
    """The phases that the time limit ends in, besides."""

    def __init__(self) -> None:
        super().__init__()
        self._intent = Intent.REST
        self._within: float | None = None
        self.gives_up_at: float | None = None
        self._must_confirm = False

    def _belief(self) -> str:
        """Return its belief; without a session it is not there yet, at rest or not."""
        believed = super()._belief()
        return "joining" if believed == "behind" and self.session is None else believed

    @property
    def is_wanted(self) -> bool:
        """Tell whether the lock has been asked for and neither released nor given up."""
        return self._intent in (Intent.STAY, Intent.REQUEUE)

    # -- asking for it, and giving it back -----------------------------------------------------

    def _acquire(self, given: Acquire) -> Commands:
        """Ask for the lock. A znode that is left of an earlier attempt is removed first: with it,
        this client would jump the queue.
        """
        if self._intent is not Intent.REST:
            return []
        self._within = given.within
        self._intent = Intent.REQUEUE if self.name else Intent.STAY
        begun = self._volunteer() if self.phase is Phase.RESTING else []
        return [*begun, *self._limit()]

    def _release(self, given: Release) -> Commands:
        """Release the lock; a repeat does nothing (rule 16)."""
        if not self.is_wanted:
            return []
        return self._stop_wanting("it released the lock", "release")

    def _stop(self, given: i.Stop) -> Commands:
        self.gives_up_at = None
        return super()._stop(given)

    def _stop_wanting(self, reason: str, step: str) -> Commands:
        self.step = step
        self.gives_up_at = None
        return self._give_back(Intent.REST, reason)

    # -- the time limit -----------------------------------------------------------------------

    def _limit(self) -> Commands:
        if self._within is None:
            return []
        self.gives_up_at = self._now + self._within
        return [c.WakeAt(self.gives_up_at)]

    def _check_clock(self, at: float) -> Commands:
        """Check the time limit first: a lock that comes late is not taken any more."""
        self._now = at
        doubts = super()._check_clock(at)
        if self.gives_up_at is None or at < self.gives_up_at:
            return doubts
        return [*doubts, GaveUp(), *self._stop_wanting("it waited for too long", "give up")]

    def _tick(self, given: i.Tick) -> Commands:
        waking = [] if self.gives_up_at is None else [c.WakeAt(self.gives_up_at)]
        return [*super()._tick(given), *waking]

    # -- holding it ---------------------------------------------------------------------------

    def _first(self, own: i.Own, given: i.Children) -> Commands:
        """Hold the lock: no znode is lower than the own one. The epoch is when that was created."""
        self.epoch = own.czxid
        self.step = "hold"
        self.gives_up_at = None
        self._must_confirm = False
        self._settle(Phase.HOLDING)
        return [c.Begin(self.epoch)]

    def _confirm(self, given: Confirm) -> Commands:
        """Confirm the lock by a transaction (rules 16 and 21)."""
        if self.phase is not Phase.HOLDING:
            return []
        self.step = "confirm"
        self._must_confirm = True
        return self._prove()

    def _prove(self) -> Commands:
        return [c.prove(self.name)] if self._must_confirm and self.name else []

    def _look(self) -> Commands:
        """Look again; an earlier request is void, and the confirmation with it."""
        return [*super()._look(), *self._prove()]

    def _take_proof(self, given: i.Proven) -> Commands:
        """Confirm: the clock was checked when this came, and it proves the moment of the commit."""
        confirmed, self._must_confirm = self._must_confirm, False
        return [Confirmed()] if confirmed else []

    def _looked(self, given: i.Children) -> Commands:
        """Go on holding if the own znode is there and of this session (rule 7)."""
        return [] if self._owns(given.own) else self._znode_gone()

    def _end(self, reason: str) -> Commands:
        """End the lock; a client that still wants the lock waits again, with a fresh limit."""
        ended = super()._end(reason)
        lost = bool(ended) and self._intent is Intent.STAY
        return [*ended, *self._limit()] if lost else ended

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        **Queue.anywhere,
        Acquire: Turn(_acquire, Phase.CREATING),
        Release: Turn(_release, Phase.WITHDRAWING, Phase.RESTING),
        Confirm: Turn(_confirm),
    }
    transitions: ClassVar[Table] = {
        **Queue.transitions,
        (Phase.HOLDING, i.Children): Turn(_looked, Course.AGAIN),
        (Phase.HOLDING, i.Proven): Turn(_take_proof),
    }
