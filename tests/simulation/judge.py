"""What every recipe is judged by, after every step; what is judged of one recipe alone is in its
own folder, in `tests/recipes/NAME/judge.py`.

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
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, ClassVar

from app.participation import commands as c
from app.participation import inputs as i
from app.participation.phases import HELD
from app.sandbox.core.messages import Message, Notification, ServerReply, ServerRequest
from app.sandbox.core.sessions import Session
from app.zookeeper.wire.codes import Code, EventType, Op
from app.zookeeper.wire.multi import Operations
from tests.simulation import truth
from tests.simulation.trace import name_of
from tests.simulation.truth import Place

if TYPE_CHECKING:
    from tests.simulation.process import Process
    from tests.simulation.world import World

LONGEST_PAUSE, MOST_FAILURES = 5.0, 100
"""Seconds after which a request that failed is made again at the latest, and how many fail that
find no reason in the length of a schedule.
"""
READS = {Op.EXISTS, Op.GET_DATA, Op.GET_CHILDREN, Op.GET_CHILDREN2, Op.MULTI_READ}
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

    pauses_grow: ClassVar[bool] = True
    """Whether each pause after a failure is longer than the one before it, up to a limit."""
    invariants: ClassVar[tuple[str, ...]] = (
        "suspended_is_not_leading", "session_clock", "reconnecting_proves_nothing",
        "unread_is_not_absent", "no_leak",
    )  # fmt: skip
    unread: ClassVar[tuple[type[i.Input], ...]] = (i.Failed,)
    """How a recipe is told that it may not read something."""
    only_one: ClassVar[str | None] = None
    """The invariant that no two believe to have what only one can have, where there is one."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._zxid, self._is_another = -1, False
        self._robbed: dict[int, int] = {}
        self.victims: set[int] = set()
        self._deletions: dict[tuple[str, str], list[int]] = {}
        self._deletion = 0
        self._late: set[int] = set()
        self._failed: Counter[str] = Counter()
        self._asked: dict[str, ServerRequest] = {}
        self._unread: dict[str, tuple[str, set[int]]] = {}
        self._proven: float | None = None
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

    def vacancy(self) -> str | None:
        """What nobody has, long after the last fault, and somebody could have."""
        return None

    @property
    def turns(self) -> int | None:
        """How many turns there have been; None where none are to be expected any more."""
        return None

    @property
    def patience(self) -> float:
        """Seconds more than other recipes need until order is back."""
        return 0.0

    def standing(self) -> list[Place]:
        """Return the processes' znodes that stand now, first created first."""
        return truth.places(self._world.server)

    def owners(self) -> list[int]:
        """Whose sessions are struck as leader, successor and tail."""
        return [place.owner for place in self.places]

    def changed(self) -> None:  # noqa: B027  a recipe may have nothing to add
        """The server has changed something."""

    def believes(self, process: Process) -> bool:
        """Whether it holds itself for what at most one may hold itself for."""
        return process.recipe.phase in HELD

    def stake(self, process: Process) -> object:
        """What it is that only one of those can have who hold themselves for it."""
        return None

    def woken(self, process: Process, znode: str) -> None:  # noqa: B027
        """A recipe acts on the deletion of a znode that it watches."""

    # -- what it is told ----------------------------------------------------------------------

    def given(self, process: Process, given: i.Input, void: bool) -> None:
        """A recipe is about to be told something."""
        phase = process.recipe.phase.value
        if isinstance(given, i.Failed):
            self._fails(process)
        if isinstance(given, self.unread) and self._unread.pop(process.name, ("", set()))[0]:
            self.judged("unread_is_not_absent")
        is_known = isinstance(given, i.Restored) and given.session == process.recipe.session
        self._proven = process.recipe._clock.deadline(True) if is_known else None
        if not void:
            recipe = self._world.plan.played
            self._world.seen["transition", recipe, phase, type(given).__name__] += 1
        if isinstance(given, i.WatchFired) and given.event == "deleted":
            told = self._deletions.get((process.name, given.name))
            self._deletion = told.pop(0) if told else 0
        if self._world.trace is not None:
            self._world.trace.given(self._world.now, process.name, given, void, phase)

    def _fails(self, process: Process) -> None:
        """Who may not write for a whole night pauses between its attempts."""
        if not self.pauses_grow:
            return
        self._failed[process.name] += 1
        most = MOST_FAILURES + 2 * self._world.plan.quiet_at / LONGEST_PAUSE
        if self._failed[process.name] > most:
            detail = f"{process.name} has failed {most:.0f} times in {self._world.now:.0f} s"
            raise Violation("pauses", detail)

    def heard(self, process: Process) -> None:
        """A recipe has been told something: from then on its clock counts."""
        if self._proven is not None:
            self._proves_nothing(process, self._proven)
        if self.believes(process):
            self.believes_until(process, process.recipe.deadline)

    def _proves_nothing(self, process: Process, before: float) -> None:
        """That a server takes up a session of before tells nobody how long it lasts: the server may
        be cut off, and of one session the shortest timeout counts.
        """
        self.judged("reconnecting_proves_nothing")
        after = process.recipe._clock.deadline(True)
        if after > before:
            detail = f"{process.name} may lead for {after - before:.4f} s more"
            raise Violation("reconnecting_proves_nothing", f"by a handshake alone {detail}")

    def believes_until(self, process: Process, deadline: float) -> None:
        """Its clock has not run out, and will before the server ends the session, if the two hear
        no more of each other: this does not have to come about to be judged. Who goes by reads
        believes what a follower has heard, which tells it half a tick later; and a connection whose
        news is still in the queue may have been given less time. A watch that fires late proves
        less than it is taken for (docs/correctness.md, "What no client can prevent").
        """
        left = deadline - process.local_now()
        if left <= 0:
            raise Violation("session_clock", f"{process.name} leads on after its own deadline")
        lasts = truth.session_is_kept(process)
        is_misled = process.unheard > 0 or self._world.server.misleads(process)
        if lasts is None or self.goes_by_reads(process) or is_misled:
            return
        self.judged("session_clock")
        if left - process.drift_allowance > lasts:
            detail = f"{process.name} would lead for {left:.4f} s more, and its session may last"
            raise Violation("session_clock", f"{detail} for {lasts:.4f} s")

    def commanded(self, process: Process, command: c.Command) -> None:
        """A recipe asks for something."""
        self._world.seen["command", name_of(command)] += 1
        if self._world.trace is not None:
            self._world.trace.commanded(self._world.now, process.name, command)

    def asked(self, process: Process, request: ServerRequest) -> None:
        """The server is about to carry out a request."""
        self._asked[process.name] = request
        if self._world.trace is not None:
            by = self._world.server.name_for(process)
            knows = self._knows(process)
            self._world.trace.asked(self._world.now, by, process.name, request, knows)

    def said(self, process: Process, message: Message) -> None:
        """The server answers or notifies."""
        if isinstance(message, Notification) and message.type == EventType.DELETED:
            key = process.name, message.path.rpartition("/")[2]
            self._deletions.setdefault(key, []).append(message.zxid)
        if isinstance(message, ServerReply) and _is_kept_from(message):
            self._may_not_read(process, message)
        if self._world.trace is not None:
            by = self._world.server.name_for(process)
            self._world.trace.said(self._world.now, by, process.name, message)

    def _may_not_read(self, process: Process, message: ServerReply) -> None:
        request = self._asked.get(process.name)
        if request is not None and request.xid == message.xid and request.op in READS:
            path = getattr(request.body, "path", "all")
            self._unread[process.name] = path, process.unanswered

    def _knows(self, process: Process) -> str:
        """How far the process's server knows what is committed; nothing where it knows all."""
        zxid, latest = self._world.server.copy_for(process).zxid, self._world.server.core.zxid
        return f" (knowing zxid {zxid:#x} of {latest:#x})" if zxid < latest else ""

    def connected(self, process: Process) -> None:
        """A new connection: what the old one has not delivered is lost."""
        self._unread.pop(process.name, None)
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
        self._suspended(process)
        if self.believes(process):
            self.leaders[process.name] = process
            self._is_to_be_woken(process)
        else:
            self.leaders.pop(process.name, None)
        self._one_only()
        self._inform(process)

    def served(self) -> None:
        """The server has taken a step."""
        zxid = self._world.server.core.zxid
        if zxid == self._zxid and not self.meddling:
            return
        self._zxid = zxid
        before, self.places = self.places, self.standing()
        if self.meddling:
            standing = {place.czxid for place in self.places}
            taken = [place for place in before if place.czxid not in standing]
            self._robbed |= {place.czxid: zxid for place in taken}
            self.victims |= {place.owner for place in taken}
        self.changed()
        self._leaks()
        for process in list(self.leaders.values()):
            self._is_in_time(process)
            self._inform(process)

    def expiring(self, session: Session) -> None:
        """The server is about to end a session whose time has come: a process that holds it and
        believes to lead must have stopped by its own clock.
        """
        for process in self.leaders.values():
            if process.recipe.session != session.id or self._may_be_deceived(process):
                continue
            self.judged("session_clock")
            self._is_in_time(process)
            if self.counts(process):
                left = process.recipe.deadline - process.local_now()
                detail = f"{process.name} leads, by its own clock for {left:.4f} s more"
                raise Violation("session_clock", f"the server ends 0x{session.id:x}; {detail}")

    def _is_in_time(self, process: Process) -> None:
        """A process that believes and can run has stopped by its own clock, whatever it hears."""
        if process.ought_to_have_run and process.local_now() > process.recipe.deadline + LATE:
            raise Violation("session_clock", f"{process.name} has missed its own deadline")

    def _is_to_be_woken(self, process: Process) -> None:
        """Nothing else stops it where its server answers no transaction and goes on answering."""
        is_idle = process.recipe.must_prove and process.ought_to_have_run and not process._queue
        if is_idle and process._wake_at > process.recipe.deadline:
            raise Violation("session_clock", f"nothing wakes {process.name} by its own deadline")

    def goes_by_reads(self, process: Process) -> bool:
        """Whether a follower that is cut off may keep up its belief: it leads and holds nothing."""
        return process.plan.servers > 1 and not process.recipe.must_prove

    def _is_deceived(self, process: Process) -> bool:
        """Whether its session is over, and its server, which is behind, has not told it so."""
        is_over = truth.session_lasts(process) is None
        return is_over and self._may_be_deceived(process) and not process.has_heard_all

    def _may_be_deceived(self, process: Process) -> bool:
        return self.goes_by_reads(process) or self._world.server.misleads(process)

    def comes_late(self, session: int) -> None:
        """A request of a connection long gone is carried out: its client has to find out."""
        self._late.add(session)

    def forget_history(self) -> None:
        """The server is about to come back with another history: its zxids may go back."""
        self._zxid, self._is_another = -1, True

    @contextmanager
    def meddled(self) -> Iterator[None]:
        """Somebody takes away what is not his."""
        self.meddling = True
        try:
            yield
        finally:
            self.meddling = False

    @contextmanager
    def undisturbed(self) -> Iterator[None]:
        """What happens meanwhile is nobody's meddling."""
        meddling, self.meddling = self.meddling, False
        try:
            yield
        finally:
            self.meddling = meddling

    # -- the invariants -----------------------------------------------------------------------

    def _one_only(self) -> None:
        """No two believe to have what only one can have; frozen ones count as well."""
        if self.only_one is None or len(self.leaders) < 2:
            return
        rivals: dict[object, list[Process]] = {}
        for process in self.leaders.values():
            rivals.setdefault(self.stake(process), []).append(process)
        for stake, among in rivals.items():
            if len(among) > 1:
                self._one_of(self.only_one, stake, among)

    def _one_of(self, invariant: str, stake: object, among: list[Process]) -> None:
        self.judged(invariant)
        names = [process.name for process in among if self.counts(process)]
        if len(names) > 1:
            what = "" if stake is None else f" to have {stake}"
            raise Violation(invariant, f"{' and '.join(names)} believe{what}")

    def counts(self, process: Process) -> bool:
        """Whether it believes in what it has with a session that lasts by its own clock, and was
        not robbed. A clock may run slow by what the plan says, and no more.
        """
        return (
            not process.is_dead
            and self.believes(process)
            and not self.is_robbed(process)
            and not self._is_deceived(process)
            and process.local_now() + process.drift_allowance < process.recipe.deadline
        )

    def is_robbed(self, process: Process) -> bool:
        """Whether the znode on which its belief rests was taken from it."""
        return process.recipe.epoch in self._robbed

    def one_znode_each(self, places: list[Place] | None = None) -> None:
        """No session owns two of them, but one whose create came late, of which nobody knows."""
        places = self.places if places is None else places
        if places:
            self.judged("one_znode")
        twice = doubled(places)
        if twice is not None and twice not in self._late:
            names = [place.name for place in places if place.owner == twice]
            raise Violation("one_znode", f"session 0x{twice:x} owns {' and '.join(names)}")

    def _suspended(self, process: Process) -> None:
        believes = self.believes(process)
        if process.is_linked or not (believes or process.name in self.leaders):
            return
        self.judged("suspended_is_not_leading")
        if believes:
            detail = f"{process.name} believes to lead without a connection"
            raise Violation("suspended_is_not_leading", detail)

    def _inform(self, process: Process) -> None:
        if not process.is_dead and process.has_heard_all:
            self._knows_what_it_may_not_read(process)
            self.informed(process)

    def _knows_what_it_may_not_read(self, process: Process) -> None:
        """Of reads NoNode alone means that there is nothing: whatever else comes is a failure."""
        path, together = self._unread.get(process.name, ("", set()))
        if not path or together & process.unanswered:
            return
        detail = f"{process.name} may not read {path}, and does not take it for a failure"
        raise Violation("unread_is_not_absent", detail)

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


def _is_kept_from(reply: ServerReply) -> bool:
    """Whether somebody may not read what it has asked for, or one thing of all that."""
    results = reply.body.operations if isinstance(reply.body, Operations) else ()
    errors = {reply.error, *(body.number for op, body in results if op == Op.ERROR)}
    return Code.NO_AUTH in errors


def doubled(places: list[Place]) -> int | None:
    """A session that owns two of them."""
    owners = [place.owner for place in places]
    return next((owner for owner in owners if owners.count(owner) > 1), None)
