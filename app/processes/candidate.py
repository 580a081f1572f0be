"""Run a candidate's process: a recipe at work, and a pipe to the dashboard.

Besides the threads of `Runtime`, the main thread listens to the dashboard and keeps time.
"""

from __future__ import annotations

import ctypes
import gc
import os
import signal
import sys
import threading
import time
from multiprocessing import forkserver
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from typing import Any, NamedTuple

from kazoo.protocol.states import KazooState

from ..participation import commands as c
from ..participation import inputs as i
from ..participation.phases import Phase
from ..system.logs import log_to_stderr
from ..zookeeper.client import SESSION_EXPIRED, session_hex
from .channel import Report, WorkerOrder, WorkerTask, own_data
from .runtime import PipedRuntime
from .work import ProcessCode, Role

PR_SET_PDEATHSIG = 1

AWAITING = frozenset(
    {
        Phase.ASKING,
        Phase.CREATING,
        Phase.FINDING,
        Phase.MAKING_PARENT,
        Phase.LISTING,
        Phase.CHECKING,
        Phase.WATCHING,
    }
)
"""The phases in which the next reply decides what happens: a report would wake the dashboard, which
takes its time from the very handoff that it shows (half a millisecond, measured). Reports are kept,
with their moments, until the reply has been dealt with, or until the next heartbeat.
"""


class _Woken(NamedTuple):
    """A watch that fired at `at`, by the change `zxid`; `counters` are those of just before."""

    at: float
    zxid: int | None
    leader: str | None
    counters: dict[str, int]


class CandidateProcess(PipedRuntime):
    """The process of one candidate of the dashboard. `run` returns when it has left."""

    def __init__(self, task: WorkerTask, code: ProcessCode, pipe: Pipe) -> None:
        self._pipe = pipe
        self._sending = threading.Lock()
        self._notifications = 0
        self._reported: dict[str, Any] = {}
        self._counted: dict[str, int] = {}
        self._outbox: list[Report] = []
        self._contact: float | None = None
        self._notice: dict[str, Any] | None = None
        self._woken: _Woken | None = None
        self._asked_to_stop = False
        self._why_lost: str | None = None
        super().__init__(task, own_data(task.name, task.recipe), *code)

    def run(self) -> None:
        """Take part until it is told to stop, or until the dashboard is gone."""
        self._note("started", {"pid": os.getpid()})
        self._flush()
        self._start()
        self._listen()
        self._end()

    # -- main thread: the dashboard and the time ----------------------------------------------

    def _listen(self) -> None:
        while not self._left:
            self._keep_time()
            self._await(self._next() - time.monotonic())
            if self._asked_to_stop:
                self._asked_to_stop = False
                self.obey(WorkerOrder("stop"))

    def stop_soon(self) -> None:
        """Leave cleanly; this is for a signal handler, which must not wait for any lock."""
        self._asked_to_stop = True
        self._rouse()

    def _await(self, timeout: float) -> None:
        for ready in wait([self._pipe, self._wake_reader], max(timeout, 0)):
            if ready is self._pipe:
                self.obey(WorkerOrder(*self._pipe.recv()))
            else:
                os.read(self._wake_reader, 1024)

    # -- kazoo's connection thread --------------------------------------------------------------

    def _overhear(self, state: str) -> None:
        """Note why a session is lost, before the next connection makes kazoo forget it."""
        if state == KazooState.LOST:
            self._why_lost = self._client.handler.reason
        super()._overhear(state)

    # -- in-order thread ----------------------------------------------------------------------

    def _beat(self) -> None:
        """Report the counters that nobody has heard yet, and the reports that were kept."""
        super()._beat()
        if self._counters() != self._counted:
            self._reported = {}
            self._note_view()
        self._flush()

    def _connected_as(self, session: int, password: bytes, timeout_ms: int) -> None:
        told = {"session": session, "password": password, "timeout_ms": timeout_ms}
        self._note("identity", told)
        self._flush()

    def _before(self, given: i.Input) -> None:
        """Note what to report of a watch that fires, once what follows is on its way."""
        if isinstance(given, i.Contact):
            self._contact = given.sent_at
        if isinstance(given, i.SessionLost) and self._why_lost != SESSION_EXPIRED:
            self._note_view(error=self._why_lost)
        if not isinstance(given, i.WatchFired) or not self.recipe.hears(given.name):
            return
        self._notifications += 1
        if given.name == i.PARENT:
            self._woken = _Woken(given.at, given.zxid, self._leader, self._counters())
        else:
            told = {"znode": given.name, "event": given.event, "zxid": given.zxid}
            self._notice = {**told, "counters": self._counters()}

    def _refused(self, reason: str) -> None:
        self._note_view(error=reason)

    def _before_end(self) -> None:
        """Report before the delete that lets a successor lead, so that both are heard in order."""
        self._note_view()
        self._flush()

    def _after(self, commands: list[c.Command], given: i.Input) -> None:
        """Do first what others wait for, then report."""
        is_awaiting = self.recipe.phase in AWAITING
        if not commands and isinstance(given, i.Contact):
            if not is_awaiting:
                self._flush()
            return
        if self._notice is not None:
            self._note("notified", self._notice, given.at)
            self._notice = None
        self._note_leaders_end()
        if self._woken is None:
            self._note_view()
        if not is_awaiting or isinstance(given, i.Created):
            self._flush()

    @property
    def _leader(self) -> str | None:
        """Return the znode that it takes for the leader's, if its recipe remembers one."""
        leader: str | None = self.recipe.view().get("leader")
        return leader

    def _note_leaders_end(self) -> None:
        """Report the leader's end. A watch on the list of children says only that the list has
        changed. Once it is known that the leader went, that was the notification of its end. If the
        leader stayed, the wake-up was for nothing, and a herd has many of these: nothing reports
        them.
        """
        woken = self._woken
        if woken is None or woken.leader == self._leader:
            self._woken = None if self.recipe.phase not in AWAITING else woken
            return
        self._woken = None
        if woken.leader is not None:
            told = {"znode": woken.leader, "event": "children", "zxid": woken.zxid}
            self._note("notified", {**told, "counters": woken.counters}, woken.at)

    def _lead(self, epoch: int) -> None:
        super()._lead(epoch)
        self._note_view()

    # -- reports: noted with their moment, sent when nobody waits for us -------------------------

    def report(self, kind: str, data: dict[str, Any]) -> None:
        """Send a report at once, ahead of those that are kept; any thread may call this."""
        self._send([Report(kind, time.monotonic(), data)])

    def _counters(self) -> dict[str, int]:
        return {"notifications": self._notifications, **self._executor.counters}

    def _note_view(self, error: str | None = None) -> None:
        news = self._view(error)
        told = {key: value for key, value in news.items() if key != "counters"}
        if told != self._reported:
            self._reported = told
            self._counted = news["counters"]
            self._note("reported", news)

    def _view(self, error: str | None) -> dict[str, Any]:
        recipe = self.recipe
        suspended = recipe.belief == "suspended"
        return {
            "belief": recipe.belief,
            "step": recipe.step,
            "znode": self.place.of(recipe.name) if recipe.name else None,
            "watches": recipe.watched,
            "leader": None,
            "epoch": recipe.epoch,
            "data": None,
            "session": session_hex(recipe.session),
            "timeout_ms": round(self._timeout * 1000),
            "session_ends": recipe.deadline if suspended else None,
            "error": error or recipe.error,
            **recipe.view(),
            "counters": self._counters(),
        }

    def _note(self, kind: str, data: dict[str, Any], at: float | None = None) -> None:
        self._outbox.append(Report(kind, time.monotonic() if at is None else at, data))

    def _flush(self) -> None:
        if self._contact is not None:
            self._note("contact", {"sent_at": self._contact})
            self._contact = None
        reports, self._outbox = self._outbox, []
        if reports:
            self._send(reports)

    def _send(self, reports: list[Report]) -> None:
        """Send reports; a dashboard that is gone is no reason to fail here: the main thread sees it
        too.
        """
        try:
            with self._sending:
                self._pipe.send(reports)
        except OSError:
            self._left = True


def main(task: WorkerTask, role: Role, pipe: Pipe) -> None:
    """Run the process. It ends with code 0 after a clean leave, and with 1 when the dashboard is
    gone.
    """
    gc.freeze()
    gc.enable()
    _die_with_dashboard()
    log_to_stderr()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    candidate = CandidateProcess(task, role.load(), pipe)
    signal.signal(signal.SIGTERM, lambda *_: candidate.stop_soon())
    try:
        candidate.run()
    except (EOFError, OSError):
        os._exit(1)


def _die_with_dashboard() -> None:
    """Ask the kernel to end us with the dashboard, which a frozen process cannot notice (Linux).

    The kernel kills it when its parent, the fork server, ends; and the fork server ends once nobody
    holds the pipe that the dashboard holds. multiprocessing hands this pipe to every child too, for
    children that fork in turn: ours do not, and must let go of it.
    """
    alive = forkserver._forkserver._forkserver_alive_fd  # type: ignore[attr-defined]
    os.close(alive)
    if not sys.platform.startswith("linux"):
        return
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == 1:
        sys.exit(1)
