"""Look after the candidates' processes: start, signal, hear and reap them.

One thread listens to all pipes and all exits; another one starts and stops candidates where they
are many.
"""

from __future__ import annotations

import contextlib
import logging
import signal
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..errors import Conflict, LimitReached, NotFound
from ..journal.journal import Journal
from ..journal.state import JournalFact
from ..readmodels import events as e
from ..readmodels.event import event_of
from ..system.limits import open_files
from ..zookeeper.client import session_hex
from ..zookeeper.security import OPEN, Security
from .channel import Report, WorkerTask
from .crowd import Crowd
from .hold_back import AfterMirror, HoldBack
from .joining import JoinOrder
from .launching import launch, preload
from .listener import Listener
from .sessions import end_session
from .work import Role
from .worker import Worker, await_exits

log = logging.getLogger(__name__)

STOP_GRACE = 4.0
GATHERING = 0.005
CLOSE_GRACE = 1.5
CLOSE_GRACE_OF_ONE = 0.01
ENDED = "its process has ended"

Handler = Callable[[str, str, dict[str, Any], float], list[JournalFact]]
Doer = Callable[[str, str], None]


class Supervisor:
    """The supervisor of all candidates of this dashboard. roles: the code that their processes run,
    by recipe.
    """

    def __init__(
        self,
        hosts: str,
        journal: Journal,
        after_mirror: AfterMirror,
        roles: Mapping[str, Role],
        limit: int,
        security: Security = OPEN,
    ) -> None:
        self._hosts, self._security = hosts, security
        self._journal = journal
        self._limit = limit
        self._roles = roles
        preload(roles.values())
        self._cycle = journal.models.candidates
        self._lock = threading.RLock()
        self._workers: dict[str, Worker] = {}
        self._started = 0
        self._handlers: dict[str, Handler] = {}
        self._doers: dict[str, Doer] = {}
        self._recording = threading.Lock()
        self._held_back = HoldBack(after_mirror, self._record)
        self._joining = JoinOrder(lambda name: self.order(name, "join"))
        open_files()
        one_by_one = (self._begin, self._stop_if_any, self._forget)
        self._crowd = Crowd(journal, self._lock, self._joining, *one_by_one)
        self._listener = Listener(self._said, self._looked, self._gathering, journal.tell)

    # -- what a person can do -----------------------------------------------------------------

    def start(
        self,
        count: int,
        path: str,
        recipe: str,
        session_timeout: float,
        by: str,
        settings: Mapping[str, Any] | None = None,
    ) -> list[str]:
        """Start `count` candidates and return their names; `settings` are those of their work.
        Raise LimitReached, and start none, where they would be too many.
        """
        with self._lock:
            if len(self._workers) + count > self._limit:
                raise LimitReached(
                    f"{len(self._workers)} candidates run, and at most {self._limit} may run: "
                    f"{count} more would be too many. Stop some, or raise --candidate-limit.",
                    field="count",
                )
            names = [f"c{self._started + number}" for number in range(1, count + 1)]
            self._started += count
            version = self._journal.state["zookeeper"]["version"]
            more = (settings or {}, version, self._security)
            task = WorkerTask("", self._hosts, path, session_timeout, recipe, *more)
            workers = {
                name: Worker(replace(task, name=name), self._roles[recipe], by) for name in names
            }
            self._workers |= workers
            self._crowd.start(list(workers.values()))
        return names

    def _begin(self, worker: Worker) -> None:
        """Record the start before anything that the process says can be heard."""
        process, pipe = launch(worker.task, worker.role)
        self._journal.append(e.CandidateStarting(worker.task.name, **worker.described))
        worker.begin(process, pipe)
        self._listener.watch(worker.task.name, pipe, process.sentinel)
        self._joining.started(worker.task.name)

    def _forget(self, names: Sequence[str]) -> None:
        for name in names:
            del self._workers[name]

    def act(self, name: str, action: str, by: str) -> None:
        """Do `action` to a candidate. Raise NotFound, or Conflict with the reason."""
        with self._lock:
            worker = self._permitted(name, action)
            if action in _ACTIONS:
                _ACTIONS[action](self, worker, by)
            elif action not in self._doers:
                self._order(worker, action, by)
        if action in self._doers:
            self._doers[action](name, by)
        elif action == "expire" and worker.identity is not None:
            end_session(self._hosts, worker.identity, worker.timeout, security=self._security)

    def on_action(self, action: str, doer: Doer) -> None:
        """Make `doer(candidate, by)` do an action that a recipe has added, and record it. It is
        called if the action makes sense, on the thread that asks for it, and may block.
        """
        self._doers[action] = doer

    def order(self, name: str, word: str, value: Any = None) -> None:
        """Send an order to a candidate's recipe or work, unless it has ended."""
        worker = self._workers.get(name)
        if worker is not None:
            worker.say(word, value)

    def on_report(self, kind: str, handler: Handler) -> None:
        """Make `handler(candidate, path, data, at)` take the reports of this kind. It is called on
        the listener's thread, must not block, and returns the facts to journal.
        """
        self._handlers[kind] = handler

    def _permitted(self, name: str, action: str) -> Worker:
        known = self._journal.state["candidates"].get(name)
        if known is None:
            raise NotFound(f"there is no candidate {name!r}", field="candidate")
        self._cycle.require(name, known, action)
        worker = self._workers.get(name)
        if worker is None:
            raise self._cycle.conflict(name, action, ENDED)
        return worker

    def stop_all(self, by: str, is_meant: Callable[[WorkerTask], bool]) -> list[str]:
        """Stop these candidates cleanly, and wake the frozen ones for it; return their names. The
        background stops many.
        """
        with self._lock:
            workers = [one for one in self._workers.values() if is_meant(one.task)]
            self._crowd.stop(workers, by)
        return [one.task.name for one in workers]

    def _stop_if_any(self, worker: Worker, by: str) -> None:
        for action in ("resume", "stop"):
            with contextlib.suppress(Conflict, NotFound):
                self.act(worker.task.name, action, by)

    def close(self) -> None:
        """Stop all, kill what is left, and reap every process; nobody reads of it any longer."""
        self._crowd.close()
        with self._lock:
            workers = [worker for worker in self._workers.values() if worker.has_begun]
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                worker.signal(signal.SIGCONT)
            worker.release()
            worker.say("stop")
        await_exits(workers, CLOSE_GRACE + len(workers) * CLOSE_GRACE_OF_ONE)
        for worker in workers:
            with contextlib.suppress(ProcessLookupError):
                worker.signal(signal.SIGKILL)
        await_exits(workers, CLOSE_GRACE)
        self._listener.close()

    # -- one function each --------------------------------------------------------------------

    def _stop(self, worker: Worker, by: str) -> None:
        if not worker.has_begun:
            self._crowd.withdraw([worker.task.name], by)
            return
        worker.kill_at = time.monotonic() + STOP_GRACE
        self._order(worker, "stop", by)

    def _pause(self, worker: Worker, by: str) -> None:
        worker.hold()
        try:
            self._signal(worker, "pause", by)
        except Conflict:
            worker.release()
            raise
        self._joining.frozen(worker.task.name)

    def _resume(self, worker: Worker, by: str) -> None:
        self._signal(worker, "resume", by)
        worker.release()

    def _order(self, worker: Worker, action: str, by: str) -> None:
        """Record the action, and give the order that goes with it, if any."""
        change = self._cycle.verbs[action]
        self._journal.append(change.event.told_as(worker.task.name, {"by": by}))
        if change.order is not None:
            worker.say(change.order)

    def _signal(self, worker: Worker, action: str, by: str) -> None:
        """Send a signal, and record it before anything that the process says or does after it.
        Raise Conflict where the process has ended: its exit follows, or has been recorded.
        """
        with self._recording:
            at, ends = self._journal.clock(), worker.session_ends
            try:
                worker.signal(_SIGNALS[action])
            except ProcessLookupError:
                raise self._cycle.conflict(worker.task.name, action, ENDED) from None
            told = {"by": by, "session_ends": ends}
            event = self._cycle.verbs[action].event.told_as(worker.task.name, told)
            self._journal.append(event, at)

    # -- what the processes say, on the listener's thread ---------------------------------------

    def _said(self, name: str, report: Report | None) -> None:
        """Hold back the facts of a report; one that depends on nothing is noted at once."""
        worker = self._workers[name]
        if report is None:
            self._joining.placed(name)
            exited = e.CandidateExited(name, **worker.reap())
            facts = [JournalFact(exited, time.monotonic())]
        elif self._has_noted(worker, report):
            return
        elif report.kind in self._handlers:
            handler = self._handlers[report.kind]
            facts = handler(name, worker.task.path, report.data, report.at)
        else:
            self._note_view(worker, report)
            event = event_of(f"candidate.{report.kind}", name, report.data)
            facts = [JournalFact(event, report.at)]
        for fact in facts:
            self._held_back.add(fact)

    def _has_noted(self, worker: Worker, report: Report) -> bool:
        """Note a report that depends on nothing that ZooKeeper does, so that it waits for no
        mirror; tell whether it is one.
        """
        name, data = worker.task.name, report.data
        if report.kind == "contact":
            worker.contact = max(worker.contact, data["sent_at"])
        elif report.kind == "started":
            self._journal.append(e.CandidateStarted(name, pid=data["pid"]), report.at)
        elif report.kind == "identity":
            worker.identity = (data["session"], data["password"])
            told = {"session": session_hex(worker.identity), "timeout_ms": data["timeout_ms"]}
            self._journal.append(e.CandidateConnected(name, **told), report.at)
            self._joining.connected(name)
        elif report.kind in ("thread.ended", "thread.restarted"):
            told = {**data, "candidate": name}
            self._journal.tell(report.kind, f"{data['thread']} of {name}", told, report.at)
        else:
            return False
        return True

    def _note_view(self, worker: Worker, report: Report) -> None:
        if report.data.get("timeout_ms"):
            worker.timeout = report.data["timeout_ms"] / 1000
        if report.data.get("belief", "joining") != "joining" or report.data.get("znode"):
            self._joining.placed(worker.task.name)

    def _record(self, facts: list[JournalFact]) -> None:
        with self._recording:
            for fact in facts:
                self._journal.append(*fact)
                if isinstance(fact.event, e.CandidateExited):
                    self._workers.pop(fact.event.subject, None)

    def _gathering(self) -> float:
        """Return the seconds for which reports gather. Reading those of a handoff under way takes
        time from the processes and the server; but candidates that join in turn wait for the
        reading.
        """
        return 0.0 if self._joining.size else GATHERING

    def _looked(self, moment: float) -> bool:
        has_later = self._held_back.settle(moment)
        self._housekeeping()
        return has_later

    def _housekeeping(self) -> None:
        """Do what is due, and kill each process that was asked to stop and did not; the listener
        calls this about ten times a second.
        """
        self._held_back.release_overdue()
        self._joining.pass_over_late()
        self._crowd.look()
        now = time.monotonic()
        for worker in list(self._workers.values()):
            if now >= worker.kill_at and not worker.exited.is_set():
                worker.kill_at = float("inf")
                with contextlib.suppress(Conflict):
                    self._signal(worker, "kill", "it did not stop in time")


_SIGNALS = {"kill": signal.SIGKILL, "pause": signal.SIGSTOP, "resume": signal.SIGCONT}

_ACTIONS: dict[str, Callable[[Supervisor, Worker, str], None]] = {
    "stop": Supervisor._stop,
    "kill": lambda supervisor, worker, by: supervisor._signal(worker, "kill", by),
    "pause": Supervisor._pause,
    "resume": Supervisor._resume,
}
