"""The invariants of docs/correctness.md, judged after every step.

Truth is what the server holds; the order of the znodes is that of their creation (czxid), which
owes nothing to the code that compares names. A process that has not yet heard of something cannot
act on it: what is demanded of those who know is demanded of whoever has dealt with everything that
the server has said to it so far. Who was robbed (an operator deleted its znode, or ended its
session, or the server forgot all sessions) may believe to lead until it hears of it (it may have
to ask first, where a write of its znode had used up the watch), or until its session has run out
by its own clock; nobody else may.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.phases import LEADING, Phase
from app.sandbox.core.messages import Message, Notification, Request
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import EventType
from tests.simulation import truth
from tests.simulation.truth import Place

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

INVARIANTS = (
    "one_leader", "leader_is_lowest", "watches_predecessor", "one_wakeup", "one_znode",
    "suspended_is_not_leading", "session_clock", "epoch", "fencing", "keeps_its_place", "no_leak",
)  # fmt: skip

LATE = 0.2
"""Seconds after which a thread that nobody keeps from running has run: the main thread and the
in-order one wait up to 0.05 s each, and may lose a turn or two (plan.lag, PREEMPTED).
"""


class Violation(Exception):
    """An invariant does not hold."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant


class Judge:
    """Told of every step; raises Violation at the first one that breaks an invariant."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._zxid = -1
        self._robbed: set[str] = set()
        self._deletions: dict[tuple[str, str], list[int]] = {}
        self._deletion = 0
        self._woken: dict[tuple[str, int], Process] = {}
        self._latest_epoch = 0
        self._acknowledged = (0, "")
        self._standing: tuple[int, str] | None = None
        self._claimed = False
        self.meddling = False
        self.places: list[Place] = []
        self.leaders: dict[str, Process] = {}

    # -- what it is told ----------------------------------------------------------------------

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        """A recipe is about to be told something."""
        phase = process.recipe.phase.value
        if not void:
            self._world.seen["transition", phase, type(given).__name__] += 1
        if isinstance(given, i.WatchFired) and given.event == "deleted":
            told = self._deletions.get((process.name, given.name))
            self._deletion = told.pop(0) if told else 0
        if self._world.trace is not None:
            self._world.trace.given(self._world.now, process.name, given, void, phase)

    def heard(self, process: Process) -> None:
        """A recipe has been told something: from then on its clock counts."""
        recipe = process.recipe
        if recipe.phase in LEADING and process.local_now() >= recipe.deadline:
            raise Violation("session_clock", f"{process.name} leads on after its own deadline")

    def commanded(self, process: Process, command: c.Command) -> None:
        """A recipe asks for something."""
        self._world.seen["command", type(command).__name__] += 1
        if self._world.trace is not None:
            self._world.trace.commanded(self._world.now, process.name, command)
        if isinstance(command, c.Lead):
            self._begins_to_lead(process, command.epoch)
        elif isinstance(command, c.Delete):
            self._gives_up(process, command.name)

    def asked(self, process: Process, request: Request) -> None:
        """The server is about to carry out a request."""
        if self._world.trace is not None:
            self._world.trace.asked(self._world.now, process.name, request)

    def said(self, process: Process, message: Message) -> None:
        """The server answers or notifies."""
        if isinstance(message, Notification) and message.type == EventType.DELETED:
            key = process.name, message.path.rpartition("/")[2]
            self._deletions.setdefault(key, []).append(self._world.server.core.zxid)
        if self._world.trace is not None:
            self._world.trace.said(self._world.now, process.name, message)

    def connected(self, process: Process) -> None:
        """A new connection: what the old one has not delivered is lost."""
        self._deletions = {
            key: told for key, told in self._deletions.items() if key[0] != process.name
        }

    def callback_failed(self, process: Process, error: Exception) -> None:
        """Something was raised where nobody would see it but the log."""
        raise Violation("no_errors", f"{process.name}: {error!r}") from error

    def refused(self, process: Process, reason: str) -> None:
        """The recipe holds an input to be impossible. A person may resign at any time."""
        if not reason.startswith("Resign "):
            raise Violation("no_errors", f"{process.name}: {reason}")

    def woken(self, process: Process, znode: str) -> None:
        """one_wakeup: a recipe acts on the deletion of the znode that it watches."""
        self._judged("one_wakeup")
        first = self._woken.setdefault((znode, self._deletion), process)
        if first is not process:
            names = f"{first.name} and {process.name}"
            raise Violation("one_wakeup", f"the deletion of {znode} woke {names}")

    # -- after a step -------------------------------------------------------------------------

    def process_acted(self, process: Process) -> None:
        """A process has taken a step."""
        if process.recipe.phase in LEADING:
            self.leaders[process.name] = process
            self._suspended(process)
        else:
            self.leaders.pop(process.name, None)
        self._one_leader()
        self._informed(process)

    def served(self) -> None:
        """The server has taken a step."""
        zxid = self._world.server.core.zxid
        if zxid == self._zxid and not self.meddling:
            return
        self._zxid = zxid
        before = {place.name for place in self.places}
        self.places = truth.places(self._world.server)
        if self.meddling:
            self._robbed |= before - {place.name for place in self.places}
        self._one_znode_each()
        self._acknowledgement()
        self._leaks()
        for process in list(self.leaders.values()):
            self._informed(process)

    def expiring(self, session: Session) -> None:
        """The server is about to end a session whose time has come: whoever holds it and
        believes to lead must have stopped by its own clock.
        """
        for process in self.leaders.values():
            if process.recipe.session != session.id:
                continue
            if process.ought_to_have_run and process.local_now() > process.recipe.deadline + LATE:
                raise Violation("session_clock", f"{process.name} has missed its own deadline")
            if self._counts(process):
                left = process.recipe.deadline - process.local_now()
                detail = f"{process.name} leads, by its own clock for {left:.4f} s more"
                raise Violation("session_clock", f"the server ends 0x{session.id:x}; {detail}")
        self._judged("session_clock")

    @contextmanager
    def meddled(self) -> Iterator[None]:
        """Somebody takes away what is not his."""
        self.meddling = True
        try:
            yield
        finally:
            self.meddling = False

    # -- the invariants -----------------------------------------------------------------------

    def _one_leader(self) -> None:
        """Frozen ones count as well."""
        if not self.leaders:
            return
        self._judged("one_leader")
        counting = [process.name for process in self.leaders.values() if self._counts(process)]
        if len(counting) > 1:
            raise Violation("one_leader", f"{' and '.join(counting)} believe to lead")

    def _counts(self, process: Process) -> bool:
        """Whether it believes to lead with a session that lasts by its own clock, and was not
        robbed. A clock may run slow by what the plan says, and no more.
        """
        recipe = process.recipe
        return (
            not process.is_dead
            and recipe.phase in LEADING
            and recipe.name not in self._robbed
            and process.local_now() + process.drift_allowance < recipe.deadline
        )

    def _suspended(self, process: Process) -> None:
        self._judged("suspended_is_not_leading")
        if not process.is_linked:
            detail = f"{process.name} believes to lead without a connection"
            raise Violation("suspended_is_not_leading", detail)

    def _informed(self, process: Process) -> None:
        if process.is_dead or not process.has_heard_all:
            return
        if process.recipe.phase in LEADING:
            self._leader_is_lowest(process)
        elif process.recipe.phase is Phase.WAITING:
            self._watches_predecessor(process)

    def _leader_is_lowest(self, process: Process) -> None:
        self._judged("leader_is_lowest")
        recipe = process.recipe
        if recipe.name in self._robbed and process.awaits_reply:
            return
        lowest = self.places[0] if self.places else None
        if lowest is None or (lowest.name, lowest.owner) != (recipe.name, recipe.session):
            whose = lowest.name if lowest else "there is none"
            detail = f"{process.name} leads with {recipe.name}; the lowest: {whose}"
            raise Violation("leader_is_lowest", detail)
        self._is_guarded(process, [recipe.name])

    def _watches_predecessor(self, process: Process) -> None:
        self._judged("watches_predecessor")
        recipe = process.recipe
        wanted = truth.predecessor(self.places, recipe.name)
        if recipe.watched is None or recipe.watched != wanted:
            detail = f"{process.name} waits, watching {recipe.watched} instead of {wanted}"
            raise Violation("watches_predecessor", detail)
        self._is_guarded(process, [recipe.watched, recipe.name])

    def _is_guarded(self, process: Process, names: list[str]) -> None:
        """The watches that it counts on stand, or are about to."""
        if process.awaits_reply:
            return
        server = self._world.server
        missing = [name for name in names if not truth.watches(server, process, name)]
        if missing:
            detail = f"the server knows no watch of {process.name} on {' and '.join(missing)}"
            raise Violation("watches_predecessor", detail)

    def _one_znode_each(self) -> None:
        self._judged("one_znode")
        owners = [place.owner for place in self.places]
        if len(set(owners)) < len(owners):
            twice = next(owner for owner in owners if owners.count(owner) > 1)
            names = [place.name for place in self.places if place.owner == twice]
            raise Violation("one_znode", f"session 0x{twice:x} owns {' and '.join(names)}")

    def _acknowledgement(self) -> None:
        """The epochs written down only grow, and are those of the lowest znode as they are
        written: this holds with robbed leaders and slow clocks too, for the server sees to it.
        Nor is a later one written over that somebody else has put there.
        """
        standing, self._standing = self._standing, truth.acknowledgement(self._world.server)
        written = self._standing
        if written is None or written == standing:
            return
        if self.meddling:
            self._claimed = True
            return
        self._judged("epoch")
        before, self._acknowledged = self._acknowledged, written
        if written < before or (standing is not None and written[0] < standing[0]):
            raise Violation("epoch", f"acknowledged {written} after {before}, over {standing}")
        if not self.places or (self.places[0].czxid, self.places[0].name) != written:
            raise Violation("epoch", f"acknowledged {written}, which is not the lowest znode")

    def _leaks(self) -> None:
        """No watch stands on a znode that is not there: nobody would ever take it away."""
        self._judged("no_leak")
        leaked = truth.watches_on_nothing(self._world.server)
        if leaked:
            raise Violation("no_leak", f"a watch stands on {leaked[0]}, which is not there")

    def _begins_to_lead(self, process: Process, epoch: int) -> None:
        """Fencing never refuses the rightful leader: nobody has led with a later epoch."""
        self._judged("fencing")
        rightful = bool(self.places) and self.places[0].name == process.recipe.name
        if rightful and epoch < self._latest_epoch:
            detail = f"{process.name} leads with {epoch:#x} after {self._latest_epoch:#x}"
            raise Violation("fencing", detail)
        self._latest_epoch = max(self._latest_epoch, epoch)

    def _gives_up(self, process: Process, znode: str) -> None:
        """Only who was told to, or who has seen a later epoch, deletes its own znode."""
        self._judged("keeps_its_place")
        if not process.may_withdraw and not self._claimed:
            raise Violation("keeps_its_place", f"{process.name} gives up {znode}")

    def _judged(self, invariant: str) -> None:
        self._world.seen["judged", invariant] += 1
