"""Leader election with a watch on the predecessor, as a pure state machine.

Rules, by number; each names the failure it was learnt from.

1. A create whose answer was lost is looked up by its GUID before anything is created again.
2. A znode counts as one's own only if the session that owns it is the current one (CURATOR-498).
3. Lead only after one MultiRead showed the own znode, its owner and no lower one (CURATOR-696).
4. Suspended is not leading; nor is a session that ran out by the candidate's own clock.
5. After a reconnect list again; never delete and create blindly (CURATOR-644, 645).
6. A vanished predecessor is a reason to list again, not to lead.
7. The own znode deleted by somebody else: step down and queue again.
8. The election znode deleted: make it again.
9. Leaving is repeated until the own znode is confirmed gone (kazoo #732).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.naming import in_order, parse_sequence, predecessor_of
from app.recipes.session_clock import SessionClock

Commands = list[c.Command]
Handler = Callable[["PredecessorElection", Any], Commands]

FIRST_RETRY = 0.1
LONGEST_RETRY = 5.0


class IllegalInput(Exception):
    """An input that cannot happen in this phase; the state is as it was."""


class Phase(Enum):
    """What the candidate waits for."""

    APART = "apart"
    CREATING = "creating"
    FINDING = "finding"
    MAKING_PARENT = "making parent"
    LISTING = "listing"
    WATCHING = "watching"
    WAITING = "waiting"
    ACKNOWLEDGING = "acknowledging"
    LEADING = "leading"
    WITHDRAWING = "withdrawing"
    BACKING_OFF = "backing off"
    LEFT = "left"


class Intent(Enum):
    """Where the candidate wants to be."""

    STAY = "stay"
    REQUEUE = "requeue"
    LEAVE = "leave"


LEADING = frozenset({Phase.ACKNOWLEDGING, Phase.LEADING})
UNLINKED = frozenset({Phase.APART, Phase.LEFT})


class PredecessorElection:
    """One candidate's side of an election: `receive` inputs, carry out the commands returned."""

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
        return doubts if self._is_void(given) else doubts + handler(self, given)

    def _is_void(self, given: i.Input) -> bool:
        return isinstance(given, i.Reply) and given.generation != self.generation

    def _handler(self, given: i.Input) -> Handler:
        handler = ANYWHERE.get(type(given)) or TRANSITIONS.get((self.phase, type(given)))
        if handler is None or self.phase is Phase.LEFT:
            raise IllegalInput(f"{type(given).__name__} while {self.phase.value}")
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
        self.watched = self._retry_at = None
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
        if given.session != self.session:
            self._forget_znode()
            self._guid = given.guid
        self.session = given.session
        self._linked = True
        self._clock.start(given.at, given.timeout)
        return [*self._resume(), c.WakeAt(self.deadline)]

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
        again: Commands = [c.List(self.name)] if self.phase in LEADING else self._resume()
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

    # -- taking the place in the chain --------------------------------------------------------

    def _list(self, phase: Phase, name: str | None) -> Commands:
        self._enter(phase)
        return [c.List(name)]

    def _listed(self, given: i.Children) -> Commands:
        if not self._owns(given.own):
            return self._znode_gone()
        names = in_order(given.names or ())
        if self.name not in names:
            return self._list(Phase.LISTING, self.name)
        return self._take_place(given, predecessor_of(self.name, names))

    def _take_place(self, given: i.Children, predecessor: str | None) -> Commands:
        if predecessor is None:
            return self._lead(given)
        self.step = "watch predecessor"
        self._enter(Phase.WATCHING)
        return [c.Read(predecessor)]

    def _predecessor_read(self, given: i.NodeRead) -> Commands:
        if not given.exists:
            return self._list(Phase.LISTING, self.name)
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
        return self._list(Phase.LISTING, self.name)

    def _own_fired(self, given: i.WatchFired) -> Commands:
        """Rule 7. A change of data only uses up the watch: the read that re-arms it follows."""
        if given.event == "deleted":
            return self._znode_gone()
        return [c.List(self.name)] if self.phase in LEADING else self._resume()

    def _owns(self, own: i.Own | None) -> bool:
        return own is not None and own.owner == self.session

    def _znode_gone(self) -> Commands:
        stepping_down = self._step_down("its znode is gone")
        self._forget_znode()
        return stepping_down + self._resume()

    # -- leading ------------------------------------------------------------------------------

    def _lead(self, given: i.Children) -> Commands:
        """Rule 3: `given` showed the own znode, its owner and no lower one, all in one read."""
        assert given.own is not None
        if given.acknowledgement and (given.acknowledgement.epoch or 0) > given.own.czxid:
            return self._outdated(given.acknowledgement)
        self.epoch = given.own.czxid
        return [c.Lead(self.epoch), *self._acknowledge(given.acknowledgement)]

    def _outdated(self, acknowledgement: i.Acknowledgement) -> Commands:
        """A later epoch was acknowledged: this znode must not lead; a new one gets a later zxid."""
        self._intent = Intent.REQUEUE
        return self._back_off(f"epoch 0x{acknowledgement.epoch:x}, a later one, is acknowledged")

    def _acknowledge(self, read: i.Acknowledgement | None) -> Commands:
        assert self.name is not None and self.epoch is not None
        self.step = "acknowledge"
        self._settle(Phase.ACKNOWLEDGING)
        return [c.Acknowledge(self.name, self.epoch, read.version if read else None)]

    def _acknowledged(self, given: i.Acknowledged) -> Commands:
        self.step = "lead"
        self._settle(Phase.LEADING)
        return []

    def _check_lead(self, given: i.Children) -> Commands:
        """A look while leading: is the znode still one's own, and the acknowledgement as meant?"""
        if not self._owns(given.own):
            return self._znode_gone()
        later = given.acknowledgement and (given.acknowledgement.epoch or 0) > (self.epoch or 0)
        if given.acknowledgement and later:
            return self._step_down("a later epoch is acknowledged") + self._outdated(
                given.acknowledgement
            )
        waiting = self.phase is Phase.ACKNOWLEDGING
        return self._acknowledge(given.acknowledgement) if waiting else []

    def _refused(self, given: i.AcknowledgementRefused) -> Commands:
        return [c.List(self.name)]

    def _step_down(self, reason: str) -> Commands:
        if self.phase not in LEADING:
            return []
        self.epoch = None
        return [c.StepDown(reason)]

    # -- leaving ------------------------------------------------------------------------------

    def _resign(self, given: i.Resign) -> Commands:
        self._intent = Intent.REQUEUE
        return self._step_down("it resigned") + self._withdraw()

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
        """What is still to be answered belongs to a plan given up."""
        self.generation += 1

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


ANYWHERE: dict[type[i.Input], Handler] = {
    i.Restored: PredecessorElection._restored,
    i.Suspended: PredecessorElection._suspended,
    i.Lost: PredecessorElection._lost,
    i.Contact: PredecessorElection._contact,
    i.Tick: PredecessorElection._tick,
    i.Stop: PredecessorElection._stop,
}

_BUSY = set(Phase) - {Phase.APART, Phase.LEFT, Phase.BACKING_OFF}
_PLACED = {Phase.LISTING, Phase.WATCHING, Phase.WAITING, *LEADING}

TRANSITIONS: dict[tuple[Phase, type[i.Input]], Handler] = {
    (Phase.CREATING, i.Created): PredecessorElection._created,
    (Phase.CREATING, i.CreateReplyLost): PredecessorElection._create_reply_lost,
    (Phase.CREATING, i.ParentMissing): PredecessorElection._parent_missing,
    (Phase.MAKING_PARENT, i.ParentMade): PredecessorElection._parent_made,
    (Phase.FINDING, i.Children): PredecessorElection._find,
    (Phase.LISTING, i.Children): PredecessorElection._listed,
    (Phase.WATCHING, i.NodeRead): PredecessorElection._predecessor_read,
    (Phase.ACKNOWLEDGING, i.Children): PredecessorElection._check_lead,
    (Phase.ACKNOWLEDGING, i.Acknowledged): PredecessorElection._acknowledged,
    (Phase.ACKNOWLEDGING, i.AcknowledgementRefused): PredecessorElection._refused,
    (Phase.LEADING, i.Children): PredecessorElection._check_lead,
    (Phase.WITHDRAWING, i.Deleted): PredecessorElection._withdrawn,
    **{(phase, i.Resign): PredecessorElection._resign for phase in LEADING},
    **{(phase, i.WatchFired): PredecessorElection._fired for phase in _PLACED},
    **{(phase, i.Failed): PredecessorElection._failed for phase in _BUSY},
}
