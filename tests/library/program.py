"""A program that stands in an election by the library: `app.library` as it is, with its threads,
in virtual time; and the functions of its user.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from app.library import Candidate
from app.library.leadership import Leadership
from app.library.standing import ClientSetting, StandingRuntime, Tell
from app.processes.channel import WorkerOrder
from tests.library.user import Mistake, User
from tests.simulation.judge import LATE, Violation
from tests.simulation.machine import machine, threads
from tests.simulation.process import HOSTS, PREEMPTED, ROUNDING, Process
from tests.simulation.threads import Action, Signal, Thread

if TYPE_CHECKING:
    from tests.library.judge import Terms


class LibraryProcess(Process, StandingRuntime):
    """One program with one `Candidate` of the library's. Its main thread is in `Candidate.run`.

    idle_until: until when the threads of the user's functions get no processor; aside_until: until
    when one that resigns gets none.
    """

    def _begin(self) -> None:
        self.judge: Terms = self.world.judge
        self._turns = self.plan.stream(f"{self.name} library")
        self._ending = Signal(threads)
        self.is_killed = False
        self.idle_until = self.aside_until = 0.0
        self.user = User(self)
        self.candidate = Candidate(
            HOSTS, self.server.scene.path, self.name, self.user.on_elected, self.user.on_deposed,
            strategy=self.plan.played, session_timeout=self.timeout,
        )  # fmt: skip
        self._main_thread = Thread(threads, self._stand)
        self._main_thread.switch()

    def _stand(self) -> None:
        try:
            self.candidate.run()
        except Exception as error:
            self.judge.callback_failed(self, error)
        self.judge.left(self)

    def stand(self, setting: ClientSetting, tell: Tell) -> StandingRuntime:
        """In the place of `Standing(setting, tell)`."""

        def overheard(kind: str, data: dict[str, Any]) -> None:
            try:
                self.judge.told(self, kind, data)
            except Violation as violation:
                self.report_to_scheduler(violation)
            tell(kind, data)

        StandingRuntime.__init__(self, setting, overheard)
        return self

    @property
    def leadership(self) -> Leadership:
        """What the candidate makes terms with."""
        assert self.candidate._leadership is not None
        return self.candidate._leadership

    # -- its threads --------------------------------------------------------------------------

    def lets_run(self, thread: Thread, later: Callable[[], None]) -> bool:
        """The program outlives its session; its main thread keeps time and is not starved."""
        if self.is_killed:
            return False
        if self.is_dead:
            machine.acting = self
            return True
        if thread is not self._main_thread and self.world.now < self.idle_until:
            self.world.at(self.idle_until + self._wait(), later)
            return False
        return self.can_run(later)

    def soon(self, action: Action, at: float | None = None) -> None:
        """After a wait for a turn."""
        sleeps = 0.0 if at is None else (at - self.local_now()) / self._rate + ROUNDING
        self.world.after(max(sleeps, 0.0) + self._wait(), action)

    def _wait(self) -> float:
        return self.plan.lag * self._turns.random()

    def loses_turn(self, thread: Thread) -> float | None:
        """As the in-order thread does; or for long."""
        stalls, thread.stalls = thread.stalls, None
        if stalls is None and self.plan.lag > 0 and self._turns.random() < PREEMPTED:
            return 0.0
        return stalls

    def logged(self, error: BaseException | None) -> None:
        """The library has caught this, and logged it."""
        if not isinstance(error, Exception) or isinstance(error, Mistake):
            return
        try:
            self.judge.callback_failed(self, error)
        except Violation as violation:
            self.report_to_scheduler(violation)

    def report_to_scheduler(self, violation: Violation) -> None:
        """The library catches whatever is raised in a user's function. The first one counts."""
        if threads.running is None:
            raise violation
        threads.running.error = threads.running.error or violation

    # -- the main thread ----------------------------------------------------------------------

    def _plan_main(self) -> None:
        """It waits for itself."""

    def close_session(self) -> None:
        """As `app.zookeeper.client.close`, which waits for a second."""
        self.told_to_leave = True
        self._client.stop()
        self._client.close()
        self._ending.wait_for(lambda: self.is_dead, 1.0)

    def ended(self) -> None:
        """The connection is; the user's functions go on."""
        super().ended()
        self._ending.notify_all()

    # -- what happens to it -------------------------------------------------------------------

    def _heed(self, order: WorkerOrder) -> None:
        term = self.candidate.term
        if order.word == "stop":
            self.candidate.stop()
        elif order.word == "resign" and term is not None:
            self.judge.resigns(self, term)
            term.resign()

    def tell_version(self, version: int) -> None:
        """The library's data has no versions."""

    def kill(self) -> None:
        """SIGKILL."""
        self.is_killed = True
        super().kill()

    def misbehave(self, how: str, seconds: float) -> bool:
        """Now, or the next time that a function of the user's can."""
        if how == "gets no processor":
            self.idle_until = max(self.idle_until, self.world.now + seconds)
        elif how == "resigns aside":
            return self._resign_aside(seconds)
        else:
            self.user.misbehave(how, seconds)
        return how == "gets no processor"

    def _resign_aside(self, seconds: float) -> bool:
        """On one more thread of the user's, which loses its turn in the middle of it."""
        if self.leadership.term is None:
            return False
        machine.acting = self
        Thread(threads, lambda: self._resign_slowly(seconds)).start()
        return True

    def _resign_slowly(self, seconds: float) -> None:
        term, thread = self.candidate.term, threads.running
        assert thread is not None
        if term is not None:
            thread.stalls = seconds
            self.aside_until = self.world.now + seconds
            self.judge.resigns(self, term)
            term.resign()

    @property
    def ought_to_have_told(self) -> bool:
        """Whether nothing keeps its threads from calling the user in time."""
        idle_until = max(self.idle_until, self.aside_until)
        return self.ought_to_have_run and self.world.now > idle_until + LATE
