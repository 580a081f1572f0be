"""Play a participant: one process with one session in any recipe.

Here is what all recipes have in common: the connection, the session and its clock, and trying
again. Its rules have numbers; each names the failure that taught it.

4. Suspended is not holding; nor is a session that ran out by the participant's own clock.
5. After a reconnect look again; never delete and create blindly (CURATOR-644, 645).
8. What is missing is made; somebody may have deleted it.
"""

from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import Enum
from functools import cache
from itertools import chain
from typing import Any, ClassVar

from . import commands as c
from . import inputs as i
from .messages import Message
from .phases import BUSY, HELD, UNLINKED, Intent, Phase
from .place import Place
from .session_clock import SessionClock

Commands = list[c.Command]
Method = Callable[..., Commands]


class Course(Enum):
    """A course that the tables of several recipes name; each recipe says which phases it enters.

    RESUME: calls `_resume`. AGAIN: looks for the own znode, or volunteers. FIRST: becomes the
    first.
    """

    RESUME = "resume"
    AGAIN = "again"
    FIRST = "first"


Courses = Mapping[Course, tuple[Phase, ...]]


class Turn:
    """The method that takes an input, which a subclass may override, and the phases that it may
    enter besides its own.
    """

    def __init__(self, method: Method, *following: Phase | Course) -> None:
        self.method, self.following = method, following


Anywhere = Mapping[type[i.Input], Turn]
Table = Mapping[tuple[Phase, type[i.Input]], Turn]
"""The turns that take inputs in a phase; those of `Anywhere` take them at any time."""

FIRST_RETRY = 0.1
LONGEST_RETRY = 5.0


class IllegalInput(Exception):
    """An input that cannot happen in this phase; the state is as it was."""


class UnforeseenPhase(RuntimeWarning):
    """A phase was entered that its turn does not name: our mistake. The tests and the simulation
    raise it. A process logs it and goes on, for an error would drop commands such as `End`.
    """


class Participant(ABC):
    """One process's side of a recipe: `receive` takes an input, and returns commands to carry out.

    `step` is the line of the recipe that it carries out, None if there is none; `belief` and `step`
    belong to the same moment.

    A recipe adds to `transitions` what its znode is good for: `(phase, input) -> turn`, and to
    `anywhere` the inputs that can come at any time. `enters` says which phases its courses enter,
    `by_clock` which phases time alone enters. `words` are its own words for `belief`.
    """

    words: ClassVar[Mapping[str, str]] = {}
    enters: ClassVar[Courses]
    by_clock: ClassVar[frozenset[Phase]] = frozenset({Phase.APART})
    first_step: ClassVar[str]
    stands_on: ClassVar[tuple[str, ...]] = ("",)
    """The znodes that it needs, each by what follows the recipe's path."""
    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {"stop": i.Stop}
    """The orders of the dashboard, each with what makes an input of a time and some values."""
    registers: ClassVar[bool] = False
    """Whether a permanent entry says where its process runs."""

    def __init__(self) -> None:
        self.phase = Phase.APART
        self._may_enter = self.by_clock
        self.generation = 0
        self.session: int | None = None
        self.name: str | None = None
        self.watched: str | None = None
        self.epoch: int | None = None
        self.error: str | None = None
        self.step: str | None = self.first_step
        self._clock = SessionClock()
        self._guid = ""
        self._intent = Intent.STAY
        self._linked = False
        self._in_queue = False
        self._retry_at: float | None = None
        self._now = 0.0
        self._retry_in = FIRST_RETRY

    @classmethod
    def made_for(cls, name: str, settings: Mapping[str, Any]) -> Participant:
        """Return the participant of the process `name`; `settings` are those it was started
        with.
        """
        return cls()

    @classmethod
    def placed(cls, place: Place) -> Place:
        """Return the place of the recipe, given the place of the process."""
        return replace(place, stands_on=cls.stands_on)

    def share_clock(self, clock: SessionClock) -> None:
        """Go by this clock, as all others on the same session do."""
        self._clock = clock

    def view(self) -> Mapping[str, Any]:
        """Return what a recipe reports of itself besides what all recipes report."""
        return {}

    def hears(self, name: str) -> bool:
        """Tell whether the recipe waits for the watch on this znode."""
        return name == self.watched

    @property
    def belief(self) -> str:
        """Return what the participant believes it is: joining, waiting, leading, suspended, behind,
        gone, or what its recipe calls these.
        """
        believed = self._belief()
        return self.words.get(believed, believed)

    def _belief(self) -> str:
        leaves = self._intent is Intent.LEAVE and self.phase is Phase.WITHDRAWING
        if leaves or self.phase is Phase.LEFT:
            return "gone"
        if self.phase in HELD:
            return "leading"
        if self.phase is Phase.APART and self.session is not None:
            return "suspended"
        if self._intent is Intent.REST:
            return "behind"
        return "waiting" if self._in_queue else "joining"

    def _believed(self, believed: str, there: str | None = None) -> str:
        """Return the belief of one that is `there`; it is gone as soon as it wants to leave."""
        if believed not in ("joining", "waiting"):
            return believed
        return "gone" if self._intent is Intent.LEAVE else there or believed

    @property
    def must_prove(self) -> bool:
        """Tell whether it takes a transaction to keep the session's clock going: for a leader or
        holder, and for a process that has a znode and cannot know whether it is still there.
        """
        return self.phase in HELD or (self.phase is Phase.APART and self.name is not None)

    @property
    def timeout(self) -> float:
        """Return the shortest timeout that the session was given, in seconds; 0 before the first
        one.
        """
        return self._clock.timeout

    @property
    def deadline(self) -> float:
        """Return when the session counts as over by the participant's own clock."""
        return self._clock.deadline(self.must_prove)

    def beat(self) -> Message:
        """Return the message that keeps the session's clock going; the process sends one now and
        then.
        """
        return c.beat(self.name if self.must_prove else None)

    def receive(self, given: i.Input) -> Commands:
        """Return the commands that `given` leads to. Raise IllegalInput and change nothing where
        `given` cannot happen now.
        """
        if self._is_void(given):
            return self._check_clock(given.at)
        turn = self._turn(given)
        self._now = given.at
        if isinstance(given, i.Contact):
            self._clock.contact(given.sent_at, given.at, given.proven)
        elif isinstance(given, i.WatchFired):
            self._clock.notified()
        doubts = self._check_clock(given.at)
        return doubts if self._is_void(given) else doubts + self._act(turn, given)

    def _act(self, turn: Turn, given: i.Input) -> Commands:
        """Act (rule 4). A participant does not begin by a clock that has run out already: the
        command to begin is dropped, and it waits for a proof that the session lives.
        """
        had_it = self.phase in HELD
        self._may_enter = self.following(turn) | {self.phase}
        try:
            commands: Commands = getattr(self, turn.method.__name__)(given)
        finally:
            self._may_enter = self.by_clock
        if had_it or self.phase not in HELD:
            return commands
        late = self._check_clock(given.at)
        if self.phase in HELD:
            return commands
        return [one for one in late if not isinstance(one, c.End)]

    def _is_void(self, given: i.Input) -> bool:
        return isinstance(given, i.Reply) and given.generation != self.generation

    def _turn(self, given: i.Input) -> Turn:
        turn = self.anywhere.get(type(given)) or self.transitions.get((self.phase, type(given)))
        if turn is None or self.phase is Phase.LEFT:
            raise IllegalInput(f"{type(given).__name__} while {self.phase.value}")
        return turn

    @classmethod
    @cache
    def following(cls, turn: Turn) -> frozenset[Phase]:
        """Return the phases that a turn names, with those of this recipe's courses."""
        named = (cls.enters[one] if isinstance(one, Course) else (one,) for one in turn.following)
        return frozenset(chain.from_iterable(named))

    # -- the connection and the clock ---------------------------------------------------------

    def _check_clock(self, at: float) -> Commands:
        if self.phase in UNLINKED or not self._clock.ran_out(at, self.must_prove):
            return []
        return self._break_off("the session ran out by its own clock")

    def _break_off(self, reason: str) -> Commands:
        """Break off: whatever was under way is void (rule 4)."""
        ended = self._end(reason)
        self._void_replies()
        self.step = None
        self._enter(Phase.APART)
        return ended

    def _suspended(self, given: i.Suspended) -> Commands:
        self._linked = False
        return self._break_off("the connection was lost")

    def _lost(self, given: i.SessionLost) -> Commands:
        commands = self._suspended(i.Suspended(given.at))
        self.session = None
        self._forget_znode()
        return commands + self._leave() if self._intent is Intent.LEAVE else commands

    def _restored(self, given: i.Restored) -> Commands:
        """Take a connection. A second report tells of a new connection like any other: what was
        under way is void. A create may have happened, and a second create would leave a znode
        behind (rule 1).
        """
        ended = self._break_off("the connection was made again")
        is_new = given.session != self.session
        if is_new:
            self._forget_znode()
            self._guid = given.guid
        self.session = given.session
        self._linked = True
        offered_at = given.at if given.offered_at is None else given.offered_at
        self._clock.start(offered_at, given.timeout, is_new)
        return [*ended, *self._resume_in_time()]

    def _resume_in_time(self) -> Commands:
        """Resume in time: nothing wakes a suspended participant, so its clock needs an alarm
        again.
        """
        return [*self._resume(), c.WakeAt(self.deadline)]

    def _contact(self, given: i.Contact) -> Commands:
        """Resume once the clock says that the session lives (rule 4)."""
        apart = self.phase is Phase.APART and self._linked
        lives = not self._clock.ran_out(given.at, self.must_prove)
        return self._resume_in_time() if apart and lives else []

    def _disproven(self, given: i.Disproven) -> Commands:
        """Forget the znode that a proof was for: what no longer exists needs no proof."""
        if self.phase is not Phase.APART:
            return []
        self.name = None
        return self._resume_in_time()

    def _unproven(self, given: i.Unproven) -> Commands:
        """Report why there is no proof; the clock will decide (rule 4)."""
        self.error = given.reason
        return []

    def _tick(self, given: i.Tick) -> Commands:
        if self.phase in UNLINKED:
            return []
        if self._retry_at is None:
            return [c.WakeAt(self.deadline)]
        if given.at < self._retry_at:
            return [c.WakeAt(min(self.deadline, self._retry_at))]
        self._retry_at = None
        again = self._look() if self.phase in HELD else self._resume()
        return [*again, c.WakeAt(self.deadline)]

    # -- what a recipe says ---------------------------------------------------------------------

    @abstractmethod
    def _resume(self) -> Commands:
        """Take up whatever the known facts leave to do; no earlier request is under way."""

    def _look(self) -> Commands:
        """Look again at what leadership rests on."""
        return self._resume()

    def _look_again(self, given: i.Input) -> Commands:
        return self._resume()

    def _overtaken(self, given: i.Input) -> Commands:
        """Do nothing: it looks again once what is under way has ended."""
        return []

    def _make_parents(self) -> Commands:
        """Make what is missing (rule 8): somebody may have deleted it."""
        self._void_replies()
        self._enter(Phase.MAKING_PARENT)
        return [c.make_parent()]

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._make_parents()

    def _end(self, reason: str) -> Commands:
        """Give up whatever the znode gave (rule 4)."""
        had_it = self.phase in HELD
        self._in_queue = False
        self.epoch = None
        return [c.End(reason)] if had_it else []

    def _stop(self, given: i.Stop) -> Commands:
        """Leave at once: its znodes go with its session."""
        return [*self._end("it was stopped"), *self._leave()]

    def _forget_znode(self) -> None:
        """Forget the znode: it is over, or the session that owned it is."""
        self.name = self.watched = self.epoch = None
        self._in_queue = False

    def _leave(self) -> Commands:
        self.step = None
        self._enter(Phase.LEFT)
        return [c.Leave()]

    # -- trouble ------------------------------------------------------------------------------

    def _failed(self, given: i.Failed) -> Commands:
        """Try again later; a leader that cannot write its acknowledgement goes on leading, and goes
        on trying.
        """
        again = self._retry_later if self.phase in HELD else self._back_off
        return again(given.reason)

    def _back_off(self, reason: str) -> Commands:
        self._void_replies()
        self._enter(Phase.BACKING_OFF)
        return self._retry_later(reason)

    def _retry_later(self, reason: str) -> Commands:
        self.error = reason
        self._retry_at = self._now + self._retry_in
        self._retry_in = min(2 * self._retry_in, LONGEST_RETRY)
        return [c.WakeAt(self._retry_at)]

    def _void_replies(self) -> None:
        """Void open answers, which belong to a plan that was given up. So do a watch that has yet
        to fire, for nobody will listen to it, and an attempt that was put off.
        """
        self.generation += 1
        self.watched = self._retry_at = None

    def _enter(self, phase: Phase) -> None:
        if phase not in self._may_enter:
            step = f"{type(self).__name__}: {self.phase.value} to {phase.value}"
            warnings.warn(step, UnforeseenPhase, stacklevel=2)
        self.phase = phase

    def _settle(self, phase: Phase) -> None:
        self._in_queue = True
        self._retry_in = FIRST_RETRY
        self._retry_at = self.error = None
        self._enter(phase)

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        i.Restored: Turn(_restored, Phase.APART, Course.RESUME),
        i.Suspended: Turn(_suspended, Phase.APART),
        i.SessionLost: Turn(_lost, Phase.APART, Phase.LEFT),
        i.Contact: Turn(_contact, Course.RESUME),
        i.Tick: Turn(_tick, Course.RESUME),
        i.Stop: Turn(_stop, Phase.LEFT),
        i.Disproven: Turn(_disproven, Course.RESUME),
        i.Unproven: Turn(_unproven),
    }
    transitions: ClassVar[Table] = {
        **dict.fromkeys(
            ((phase, i.Failed) for phase in BUSY - HELD), Turn(_failed, Phase.BACKING_OFF)
        ),
        **dict.fromkeys(((phase, i.Failed) for phase in HELD), Turn(_failed)),
        (Phase.MAKING_PARENT, i.ParentMade): Turn(_look_again, Course.RESUME),
    }
