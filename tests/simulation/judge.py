"""What every recipe is judged by, after every step; what is judged of one recipe alone is beside
it, in `judge_*.py`.

Truth is what the server holds; the order of the znodes is that of their creation (czxid), which
owes nothing to the code that compares names. A process that has not yet heard of something cannot
act on it: what is demanded of those who know is demanded of whoever has dealt with everything that
the server has said to it so far. Who was robbed (an operator deleted its znode, or ended its
session, or the server forgot all sessions) may believe in what it has lost until it hears of it (it
may have to ask first, where a write of its znode had used up the watch), or until its session has
run out by its own clock; nobody else may.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from app.recipes import commands as c
from app.recipes import inputs as i
from app.recipes.phases import LEADING
from app.sandbox.core.messages import Message, Notification, Request
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import EventType
from tests.simulation import truth
from tests.simulation.truth import Place

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LATE = 0.2
"""Seconds after which a thread that nobody keeps from running has run: the main thread and the
in-order one wait up to 0.05 s each, and may lose a turn or two (plan.lag, PREEMPTED).
"""


class Violation(Exception):
    """An invariant does not hold."""

    def __init__(self, invariant: str, detail: str) -> None:
        super().__init__(f"{invariant}: {detail}")
        self.invariant = invariant


class Judge(ABC):
    """Told of every step; raises Violation at the first one that breaks an invariant.

    invariants: those that a recipe is judged by, beside that nothing is raised unseen
    (`no_errors`) and that order comes back (`liveness`).
    """

    invariants: ClassVar[tuple[str, ...]] = ("suspended_is_not_leading", "session_clock", "no_leak")

    def __init__(self, world: World) -> None:
        self._world = world
        self._zxid = -1
        self._robbed: dict[int, int] = {}
        self._deletions: dict[tuple[str, str], list[int]] = {}
        self._deletion = 0
        self._late: set[int] = set()
        self.meddling = False
        self.places: list[Place] = []
        self.leaders: dict[str, Process] = {}

    # -- what a recipe adds -------------------------------------------------------------------

    @abstractmethod
    def informed(self, process: Process) -> None:
        """Judge what a process makes of all that it was told, which is all there is to be told."""

    @abstractmethod
    def trouble(self, process: Process) -> str | None:
        """What is still not as it should be with this one, long after the last fault."""

    @property
    def patience(self) -> float:
        """Seconds more than other recipes need until order is back."""
        return 0.0

    def owners(self) -> list[int]:
        """Whose sessions are struck as leader, successor and tail."""
        return [place.owner for place in self.places]

    def changed(self) -> None:  # noqa: B027  a recipe may have nothing to add
        """The server has changed something."""

    def believes(self, process: Process) -> bool:
        """Whether it holds itself for what at most one may hold itself for."""
        return process.recipe.phase in LEADING

    def woken(self, process: Process, znode: str) -> None:  # noqa: B027
        """A recipe acts on the deletion of a znode that it watches."""

    # -- what it is told ----------------------------------------------------------------------

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        """A recipe is about to be told something."""
        phase = process.recipe.phase.value
        if not void:
            recipe = self._world.plan.recipe
            self._world.seen["transition", recipe, phase, type(given).__name__] += 1
        if isinstance(given, i.WatchFired) and given.event == "deleted":
            told = self._deletions.get((process.name, given.name))
            self._deletion = told.pop(0) if told else 0
        if self._world.trace is not None:
            self._world.trace.given(self._world.now, process.name, given, void, phase)

    def heard(self, process: Process) -> None:
        """A recipe has been told something: from then on its clock counts."""
        recipe = process.recipe
        if self.believes(process) and process.local_now() >= recipe.deadline:
            raise Violation("session_clock", f"{process.name} leads on after its own deadline")

    def commanded(self, process: Process, command: c.Command) -> None:
        """A recipe asks for something."""
        self._world.seen["command", type(command).__name__] += 1
        if self._world.trace is not None:
            self._world.trace.commanded(self._world.now, process.name, command)

    def asked(self, process: Process, request: Request) -> None:
        """The server is about to carry out a request."""
        if self._world.trace is not None:
            by = self._world.server.name_for(process, request.op)
            self._world.trace.asked(self._world.now, by, process.name, request)

    def said(self, process: Process, message: Message) -> None:
        """The server answers or notifies."""
        if isinstance(message, Notification) and message.type == EventType.DELETED:
            key = process.name, message.path.rpartition("/")[2]
            self._deletions.setdefault(key, []).append(message.zxid)
        if self._world.trace is not None:
            by = self._world.server.name_for(process)
            self._world.trace.said(self._world.now, by, process.name, message)

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

    # -- after a step -------------------------------------------------------------------------

    def process_acted(self, process: Process) -> None:
        """A process has taken a step."""
        if self.believes(process):
            self.leaders[process.name] = process
            self._suspended(process)
        else:
            self.leaders.pop(process.name, None)
        self.one_only()
        self._inform(process)

    def served(self) -> None:
        """The server has taken a step."""
        zxid = self._world.server.core.zxid
        if zxid == self._zxid and not self.meddling:
            return
        self._zxid = zxid
        before = {place.czxid for place in self.places}
        self.places = truth.places(self._world.server)
        if self.meddling:
            taken = before - {place.czxid for place in self.places}
            self._robbed |= dict.fromkeys(taken, zxid)
        self.changed()
        self._leaks()
        for process in list(self.leaders.values()):
            self._inform(process)

    def expiring(self, session: Session) -> None:
        """The server is about to end a session whose time has come: a process that holds it and
        believes to lead must have stopped by its own clock.
        """
        for process in self.leaders.values():
            if process.recipe.session != session.id or self.goes_by_reads(process):
                continue
            if process.ought_to_have_run and process.local_now() > process.recipe.deadline + LATE:
                raise Violation("session_clock", f"{process.name} has missed its own deadline")
            if self.counts(process):
                left = process.recipe.deadline - process.local_now()
                detail = f"{process.name} leads, by its own clock for {left:.4f} s more"
                raise Violation("session_clock", f"the server ends 0x{session.id:x}; {detail}")
        self.judged("session_clock")

    def goes_by_reads(self, process: Process) -> bool:
        """Whether a follower that is cut off may keep up its belief: it leads and holds nothing."""
        return process.plan.has_follower and not process.recipe.must_prove

    def is_spare(self, process: Process, znode: str) -> bool:
        """Whether it is not the first that the process's session owns: it may go."""
        session = process.recipe.session
        owned = [place.name for place in self.places if place.owner == session]
        return znode in owned[1:]

    def comes_late(self, session: Session) -> None:
        """A request of a connection long gone is carried out: its client has to find out."""
        self._late.add(session.id)

    @contextmanager
    def meddled(self) -> Iterator[None]:
        """Somebody takes away what is not his."""
        self.meddling = True
        try:
            yield
        finally:
            self.meddling = False

    # -- the invariants -----------------------------------------------------------------------

    def one_only(self) -> None:  # noqa: B027
        """Judge that no two believe to have what only one can have."""

    def counts(self, process: Process) -> bool:
        """Whether it believes in what it has with a session that lasts by its own clock, and was
        not robbed. A clock may run slow by what the plan says, and no more.
        """
        return (
            not process.is_dead
            and self.believes(process)
            and not self.is_robbed(process)
            and process.local_now() + process.drift_allowance < process.recipe.deadline
        )

    def is_robbed(self, process: Process) -> bool:
        """Whether the znode on which its belief rests was taken from it."""
        return process.recipe.epoch in self._robbed

    def one_znode_each(self, places: list[Place] | None = None) -> None:
        """No session owns two of them, but one whose create came late, of which nobody knows."""
        self.judged("one_znode")
        places = self.places if places is None else places
        twice = doubled(places)
        if twice is not None and twice not in self._late:
            names = [place.name for place in places if place.owner == twice]
            raise Violation("one_znode", f"session 0x{twice:x} owns {' and '.join(names)}")

    def _suspended(self, process: Process) -> None:
        self.judged("suspended_is_not_leading")
        if not process.is_linked:
            detail = f"{process.name} believes to lead without a connection"
            raise Violation("suspended_is_not_leading", detail)

    def _inform(self, process: Process) -> None:
        if not process.is_dead and process.has_heard_all:
            self.informed(process)

    def is_guarded(self, process: Process, names: list[str]) -> None:
        """The watches that it counts on stand, or are about to."""
        if process.awaits_reply:
            return
        server = self._world.server
        missing = [name for name in names if not truth.watches(server, process, name)]
        if missing:
            detail = f"the server knows no watch of {process.name} on {' and '.join(missing)}"
            raise Violation("watches", detail)

    def _leaks(self) -> None:
        """No watch stands on a znode that is not there: nobody would ever take it away."""
        self.judged("no_leak")
        leaked = truth.watches_on_nothing(self._world.server)
        for path in leaked:
            raise Violation("no_leak", f"a watch stands on {path}, which is not there")

    def judged(self, invariant: str) -> None:
        """Count that it has been looked at."""
        self._world.seen["judged", invariant] += 1
        self._world.seen["judged of", self._world.plan.recipe, invariant] += 1


def doubled(places: list[Place]) -> int | None:
    """A session that owns two of them."""
    owners = [place.owner for place in places]
    return next((owner for owner in owners if owners.count(owner) > 1), None)
