"""A volunteer: whoever holds an ephemeral sequential znode under a parent, whatever for.

Everything that recipes of this kind have in common: the session and its clock, joining under a
GUID, leaving until it is confirmed, and trying again. Rules, by number; each names the failure it
was learnt from.

1. A create whose answer was lost is looked up by its GUID before anything is created again.
2. A znode counts as one's own only if the session that owns it is the current one (CURATOR-498).
4. Suspended is not leading; nor is a session that ran out by the candidate's own clock.
5. After a reconnect list again; never delete and create blindly (CURATOR-644, 645).
7. The own znode deleted by somebody else: give up what it gave, and queue again.
8. The parent deleted: make it again.
9. Leaving is repeated until the own znode is confirmed gone (kazoo #732).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.naming import parse_sequence
from app.recipes.phases import BUSY, LEADING, UNLINKED, Intent, Phase
from app.recipes.session_clock import SessionClock

Commands = list[c.Command]
Handler = Callable[[Any], Commands]

FIRST_RETRY = 0.1
LONGEST_RETRY = 5.0


class IllegalInput(Exception):
    """An input that cannot happen in this phase; the state is as it was."""


class Volunteer(ABC):
    """One volunteer's side of a recipe: `receive` inputs, carry out the commands returned.

    A recipe adds to `transitions` what its znode is good for: `(phase, input) -> method name`.
    """

    anywhere: ClassVar[Mapping[type[i.Input], str]] = {
        i.Restored: "_restored",
        i.Suspended: "_suspended",
        i.Lost: "_lost",
        i.Contact: "_contact",
        i.Tick: "_tick",
        i.Stop: "_stop",
    }
    transitions: ClassVar[Mapping[tuple[Phase, type[i.Input]], str]] = {
        (Phase.CREATING, i.Created): "_created",
        (Phase.CREATING, i.CreateReplyLost): "_create_reply_lost",
        (Phase.CREATING, i.ParentMissing): "_parent_missing",
        (Phase.MAKING_PARENT, i.ParentMade): "_parent_made",
        (Phase.FINDING, i.Children): "_find",
        (Phase.WITHDRAWING, i.Deleted): "_withdrawn",
        **{(phase, i.Failed): "_failed" for phase in BUSY},
    }

    def __init__(self) -> None:
        self.phase = Phase.APART
        self.generation = 0
        self.name: str | None = None
        self.watched: str | None = None
        self.epoch: int | None = None
        self.error: str | None = None
        self.step = "create znode"
        self._clock = SessionClock()
        self.session: int | None = None
        self._guid = ""
        self._intent = Intent.STAY
        self._linked = False
        self._unanswered_create = False
        self._in_queue = False
        self._retry_at: float | None = None
        self._now = 0.0
        self._retries = 0

    @property
    def belief(self) -> str:
        """joining, waiting, leading, suspended or gone: what the candidate holds itself to be."""
        if self._intent is Intent.LEAVE and self.phase in {Phase.LEFT, Phase.WITHDRAWING}:
            return "gone"
        if self.phase in LEADING:
            return "leading"
        if self.phase is Phase.APART and self.session is not None:
            return "suspended"
        return "waiting" if self._in_queue else "joining"

    @property
    def deadline(self) -> float:
        """When the session counts as over by the candidate's own clock."""
        return self._clock.deadline

    def receive(self, given: i.Input) -> Commands:
        """The commands that `given` leads to. Raises IllegalInput and changes nothing where
        `given` cannot happen now.
        """
        if self._is_void(given):
            return self._check_clock(given.at)
        handler = self._handler(given)
        self._now = given.at
        if isinstance(given, i.Contact):
            self._clock.contact(given.sent_at)
        doubts = self._check_clock(given.at)
        return doubts if self._is_void(given) else doubts + handler(given)

    def _is_void(self, given: i.Input) -> bool:
        return isinstance(given, i.Reply) and given.generation != self.generation

    def _handler(self, given: i.Input) -> Handler:
        name = self.anywhere.get(type(given)) or self.transitions.get((self.phase, type(given)))
        if name is None or self.phase is Phase.LEFT:
            raise IllegalInput(f"{type(given).__name__} while {self.phase.value}")
        handler: Handler = getattr(self, name)
        return handler

    # -- the connection and the clock ---------------------------------------------------------

    def _check_clock(self, at: float) -> Commands:
        if self.phase in UNLINKED or not self._clock.ran_out(at):
            return []
        return self._break_off("the session ran out by its own clock")

    def _break_off(self, reason: str) -> Commands:
        """Rule 4. Whatever was under way is void; a create may or may not have happened."""
        stepping_down = self._step_down(reason)
        self._unanswered_create |= self.phase is Phase.CREATING
        self._void_replies()
        self._enter(Phase.APART)
        return stepping_down

    def _suspended(self, given: i.Suspended) -> Commands:
        self._linked = False
        return self._break_off("the connection was lost")

    def _lost(self, given: i.Lost) -> Commands:
        commands = self._suspended(i.Suspended(given.at))
        self.session = None
        self._forget_znode()
        return commands + self._leave() if self._intent is Intent.LEAVE else commands

    def _restored(self, given: i.Restored) -> Commands:
        """Told twice, the second is a new connection like any other: what was under way is void,
        and a create may have happened, which made twice would leave a znode behind (rule 1).
        """
        stepping_down = self._break_off("the connection was made anew")
        if given.session != self.session:
            self._forget_znode()
            self._guid = given.guid
        self.session = given.session
        self._linked = True
        self._clock.start(given.at, given.timeout)
        return [*stepping_down, *self._resume(), c.WakeAt(self.deadline)]

    def _contact(self, given: i.Contact) -> Commands:
        apart = self.phase is Phase.APART and self._linked and not self._clock.ran_out(given.at)
        return self._resume() if apart else []

    def _tick(self, given: i.Tick) -> Commands:
        if self.phase in UNLINKED:
            return []
        if self._retry_at is None:
            return [c.WakeAt(self.deadline)]
        if given.at < self._retry_at:
            return [c.WakeAt(min(self.deadline, self._retry_at))]
        self._retry_at = None
        again = self._look() if self.phase in LEADING else self._resume()
        return [*again, c.WakeAt(self.deadline)]

    def _resume(self) -> Commands:
        """Rules 1, 5 and 9: take up whatever the known facts leave to do."""
        self._void_replies()
        if self._unanswered_create:
            return self._list(Phase.FINDING, None)
        if self._intent is not Intent.STAY:
            return self._withdraw()
        return self._list(Phase.LISTING, self.name) if self.name else self._create()

    # -- joining ------------------------------------------------------------------------------

    def _create(self) -> Commands:
        self.step = "create znode"
        self._enter(Phase.CREATING)
        return [c.Create(f"{self._guid}-n_")]

    def _created(self, given: i.Created) -> Commands:
        self.name = given.name
        return self._resume_or_list()

    def _resume_or_list(self) -> Commands:
        if self._intent is not Intent.STAY:
            return self._withdraw()
        self.step = "list children"
        return self._list(Phase.LISTING, self.name)

    def _create_reply_lost(self, given: i.CreateReplyLost) -> Commands:
        self._unanswered_create = True
        return self._list(Phase.FINDING, None)

    def _parent_missing(self, given: i.ParentMissing) -> Commands:
        self._enter(Phase.MAKING_PARENT)
        return [c.MakeParent()]

    def _parent_made(self, given: i.ParentMade) -> Commands:
        return self._resume()

    def _find(self, given: i.Children) -> Commands:
        """Rule 1; whose znode it is, the next read says (rule 2)."""
        self._unanswered_create = False
        self.name = next((name for name in given.names or () if self._is_mine(name)), None)
        return self._resume()

    def _is_mine(self, name: str) -> bool:
        return name.startswith(f"{self._guid}-n_") and parse_sequence(name) is not None

    def _list(self, phase: Phase, name: str | None) -> Commands:
        self._enter(phase)
        return [c.List(name)]

    def _look(self) -> Commands:
        """A leader lists again, and goes by this answer alone: of two, each would be acted on."""
        self._void_replies()
        return [c.List(self.name)]

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None and own.owner == self.session

    def _znode_gone(self) -> Commands:
        stepping_down = self._step_down("its znode is gone")
        self._forget_znode()
        return stepping_down + self._resume()

    @abstractmethod
    def _step_down(self, reason: str) -> Commands:
        """Give up whatever the znode gave."""

    # -- leaving ------------------------------------------------------------------------------

    def _stop(self, given: i.Stop) -> Commands:
        """A create under way is left to answer first, so that nothing stays behind (rule 9)."""
        self._intent = Intent.LEAVE
        busy = self.phase in {Phase.CREATING, Phase.FINDING, Phase.APART, Phase.WITHDRAWING}
        stepping_down = self._step_down("it was stopped")
        if self.phase is Phase.APART and self.session is None:
            return self._leave()
        return stepping_down if busy else stepping_down + self._withdraw()

    def _withdraw(self) -> Commands:
        self._in_queue = False
        self._void_replies()
        if self.name is None:
            return self._withdrawn(None)
        self._enter(Phase.WITHDRAWING)
        return [c.Delete(self.name)]

    def _withdrawn(self, given: i.Deleted | None) -> Commands:
        self._forget_znode()
        if self._intent is Intent.LEAVE:
            return self._leave()
        self._intent = Intent.STAY
        return self._create()

    def _leave(self) -> Commands:
        self._enter(Phase.LEFT)
        return [c.Leave()]

    # -- trouble ------------------------------------------------------------------------------

    def _failed(self, given: i.Failed) -> Commands:
        """A leader that cannot write its acknowledgement goes on leading, and goes on trying."""
        return (
            self._retry_later(given.reason)
            if self.phase in LEADING
            else self._back_off(given.reason)
        )

    def _back_off(self, reason: str) -> Commands:
        self._void_replies()
        self._enter(Phase.BACKING_OFF)
        return self._retry_later(reason)

    def _retry_later(self, reason: str) -> Commands:
        self.error = reason
        delay = min(FIRST_RETRY * 2**self._retries, LONGEST_RETRY)
        self._retries += 1
        self._retry_at = self._now + delay
        return [c.WakeAt(self._retry_at)]

    def _void_replies(self) -> None:
        """What is still to be answered belongs to a plan given up; so does a watch that is yet to
        fire, for nobody will listen to it, and an attempt that was put off.
        """
        self.generation += 1
        self.watched = self._retry_at = None

    def _enter(self, phase: Phase) -> None:
        self.phase = phase

    def _settle(self, phase: Phase) -> None:
        self._in_queue = True
        self._retries = 0
        self._retry_at = self.error = None
        self._enter(phase)

    def _forget_znode(self) -> None:
        self.name = self.watched = self.epoch = None
        self._unanswered_create = self._in_queue = False
