"""A participant: one process with one session in any recipe.

What all recipes have in common: the connection, the session and its clock, and trying again.
Rules, by number; each names the failure it was learnt from.

4. Suspended is not holding; nor is a session that ran out by the participant's own clock.
5. After a reconnect look again; never delete and create blindly (CURATOR-644, 645).
8. What is missing is made; somebody may have deleted it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from . import commands as c
from . import inputs as i
from .messages import Message
from .phases import BUSY, HELD, UNLINKED, Intent, Phase
from .place import Place
from .session_clock import SessionClock

Commands = list[c.Command]
Handler = Callable[[Any], Commands]
Method = Callable[..., Commands]
Anywhere = Mapping[type[i.Input], Method]
Table = Mapping[tuple[Phase, type[i.Input]], Method]
"""The methods that take inputs: at any time, and in a phase. A subclass may override them."""

FIRST_RETRY = 0.1
LONGEST_RETRY = 5.0


class IllegalInput(Exception):
    """An input that cannot happen in this phase; the state is as it was."""


class Participant(ABC):
    """One process's side of a recipe: `receive` inputs, carry out the commands returned.

    `step` is the line of the recipe that it carries out, None if there is none: `belief` and `step`
    are of one moment.

    A recipe adds to `transitions` what its znode is good for: `(phase, input) -> method`, and to
    `anywhere` the inputs that can come at any time. `words` are its own for `belief`.
    """

    words: ClassVar[Mapping[str, str]] = {}
    first_step: ClassVar[str]
    stands_on: ClassVar[tuple[str, ...]] = ("",)
    """The znodes that it needs, by what follows the recipe's path."""
    orders: ClassVar[Mapping[str, Callable[..., i.Input]]] = {"stop": i.Stop}
    """What the dashboard may order, and the input that this makes of a time and some values."""
    registers: ClassVar[bool] = False
    """Whether a permanent entry says where its process runs."""

    def __init__(self) -> None:
        self.phase = Phase.APART
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
        """Return the recipe's place, given that of the process."""
        return replace(place, stands_on=cls.stands_on)

    def share_clock(self, clock: SessionClock) -> None:
        """Go by this clock, as all others on the same session do."""
        self._clock = clock

    def view(self) -> Mapping[str, Any]:
        """Return what a recipe reports of itself besides what all report."""
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
        """Return what keeps the session's clock going, now and then."""
        return c.Beat(self.name if self.must_prove else None)

    def receive(self, given: i.Input) -> Commands:
        """Return the commands that `given` leads to. Raise IllegalInput and change nothing where
        `given` cannot happen now.
        """
        if self._is_void(given):
            return self._check_clock(given.at)
        handler = self._handler(given)
        self._now = given.at
        if isinstance(given, i.Contact):
            self._clock.contact(given.sent_at, given.at, given.proven)
        elif isinstance(given, i.WatchFired):
            self._clock.notified()
        doubts = self._check_clock(given.at)
        return doubts if self._is_void(given) else doubts + self._act(handler, given)

    def _act(self, handler: Handler, given: i.Input) -> Commands:
        """Act (rule 4). Nobody begins by a clock that has run out already: the command to begin is
        dropped, and it waits for a proof that the session lives.
        """
        had_it = self.phase in HELD
        commands = handler(given)
        if had_it or self.phase not in HELD:
            return commands
        late = self._check_clock(given.at)
        if self.phase in HELD:
            return commands
        return [one for one in late if not isinstance(one, c.End)]

    def _is_void(self, given: i.Input) -> bool:
        return isinstance(given, i.Reply) and given.generation != self.generation

    def _handler(self, given: i.Input) -> Handler:
        method = self.anywhere.get(type(given)) or self.transitions.get((self.phase, type(given)))
        if method is None or self.phase is Phase.LEFT:
            raise IllegalInput(f"{type(given).__name__} while {self.phase.value}")
        handler: Handler = getattr(self, method.__name__)
        return handler

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
        """Take a connection. A second report is a new connection like any other: what was under way
        is void, and a create may have happened; a second one would leave a znode behind (rule 1).
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
        """Forget a proof: what no longer exists need not be proven."""
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
        """Take up whatever the known facts leave to do; nothing of before is under way."""

    def _look(self) -> Commands:
        """Look again at what leadership rests on."""
        return self._resume()

    def _look_again(self, given: i.Input) -> Commands:
        return self._resume()

    def _overtaken(self, given: i.Input) -> Commands:
        """Look again once what is under way has ended."""
        return []

    def _make_parents(self) -> Commands:
        """Make what is missing (rule 8): somebody may have deleted it."""
        self._void_replies()
        self._enter(Phase.MAKING_PARENT)
        return [c.MakeParent()]

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        return self._make_parents()

    def _end(self, reason: str) -> Commands:
        """Give up whatever the znode gave (rule 4)."""
        had_it = self.phase in HELD
        self._in_queue = False
        self.epoch = None
        return [c.End(reason)] if had_it else []

    def _stop(self, given: i.Stop) -> Commands:
        """Leave at once: what it has goes with its session."""
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
        """Try again later; a leader that cannot write its acknowledgement goes on leading, and
        trying.
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
        """Void open answers: they belong to a plan given up; so does a watch that has yet to fire,
        for nobody will listen to it, and an attempt that was put off.
        """
        self.generation += 1
        self.watched = self._retry_at = None

    def _enter(self, phase: Phase) -> None:
        self.phase = phase

    def _settle(self, phase: Phase) -> None:
        self._in_queue = True
        self._retry_in = FIRST_RETRY
        self._retry_at = self.error = None
        self._enter(phase)

    # -- what it hears, and when -----------------------------------------------------------------

    anywhere: ClassVar[Anywhere] = {
        i.Restored: _restored,
        i.Suspended: _suspended,
        i.SessionLost: _lost,
        i.Contact: _contact,
        i.Tick: _tick,
        i.Stop: _stop,
        i.Disproven: _disproven,
        i.Unproven: _unproven,
    }
    transitions: ClassVar[Table] = {
        **dict.fromkeys(((phase, i.Failed) for phase in BUSY), _failed),
        (Phase.MAKING_PARENT, i.ParentMade): _look_again,
    }
