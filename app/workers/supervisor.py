"""Looks after the candidates' processes: starts them, signals them, hears them, reaps them.

One thread listens to all pipes and all exits; another one starts and stops those of a crowd.
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

from app.errors import Conflict, LimitReached, NotFound
from app.insight.lifecycle import refusal
from app.journal.journal import Journal
from app.limits import open_files
from app.security import OPEN, Security
from app.workers.causal import Barrier, CausalOrder, Fact
from app.workers.channel import Report, Task
from app.workers.crowd import Crowd
from app.workers.joining import JoinOrder
from app.workers.launching import launch
from app.workers.listener import Listener
from app.workers.sessions import end_session
from app.workers.worker import Worker, await_exits
from app.zookeeper.client import session_hex

log = logging.getLogger(__name__)

STOP_GRACE = 4.0
GATHERING = 0.005
CLOSE_GRACE = 1.5
CLOSE_GRACE_OF_ONE = 0.01

Handler = Callable[[str, str, dict[str, Any], float], list[Fact]]


class Supervisor:
    """All candidates of this dashboard. `barrier` is the mirror's."""

    def __init__(
        self,
        hosts: str,
        journal: Journal,
        barrier: Barrier,
        limit: int,
        security: Security = OPEN,
    ) -> None:
        self._hosts, self._security = hosts, security
        self._journal = journal
        self._limit = limit
        self._lock = threading.RLock()
        self._workers: dict[str, Worker] = {}
        self._started = 0
        self._handlers: dict[str, Handler] = {}
        self._recording = threading.Lock()
        self._order = CausalOrder(barrier, self._record)
        self._joining = JoinOrder(lambda name: self.order(name, "join"))
        open_files()
        one_by_one = (self._begin, self._stop_if_any, self._forget)
        self._crowd = Crowd(journal, self._lock, self._joining, *one_by_one)
        self._listener = Listener(self._heard, self._housekeeping, self._gathering, journal.append)

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
        Raises LimitReached, having started none.
        """
        with self._lock:
            if len(self._workers) + count > self._limit:
                raise LimitReached(
                    f"{len(self._workers)} candidates run, and at most {self._limit} may: "
                    f"{count} more are too many. Stop some, or raise --candidate-limit.",
                    field="count",
                )
            names = [f"c{self._started + number}" for number in range(1, count + 1)]
            self._started += count
            version = self._journal.snapshot()[1]["zookeeper"]["version"]
            more = (settings or {}, version, self._security)
            task = Task("", self._hosts, path, session_timeout, recipe, *more)
            workers = {name: Worker(replace(task, name=name), by) for name in names}
            self._workers |= workers
            self._crowd.start(list(workers.values()))
        return names

    def _begin(self, worker: Worker) -> None:
        """Nothing that it says is heard before it is known that it starts."""
        process, pipe = launch(worker.task)
        self._append("starting", worker, worker.described)
        worker.begin(process, pipe)
        self._listener.watch(worker.task.name, pipe, process.sentinel)
        self._joining.started(worker.task.name)

    def _forget(self, names: Sequence[str]) -> None:
        for name in names:
            del self._workers[name]

    def act(self, name: str, action: str, by: str) -> None:
        """Do `action` to a candidate. Raises NotFound, or Conflict with the reason."""
        with self._lock:
            worker = self._permitted(name, action)
            _ACTIONS[action](self, worker, by)
        if action == "expire":
            identity = self._identity(worker)
            end_session(self._hosts, identity, worker.timeout, security=self._security)

    def order(self, name: str, word: str, value: Any = None) -> None:
        """Tell a candidate something that is for its recipe or its work; one that has ended
        hears nothing any more.
        """
        worker = self._workers.get(name)
        if worker is not None:
            worker.say(word, value)

    def on_report(self, kind: str, handler: Handler) -> None:
        """Reports of this kind are for `handler(candidate, path, data, at)`, which is called on
        the listener's thread, must not block, and returns what is to be journaled of it.
        """
        self._handlers[kind] = handler

    def _permitted(self, name: str, action: str) -> Worker:
        known = self._journal.snapshot()[1]["candidates"].get(name)
        if known is None:
            raise NotFound(f"there is no candidate {name!r}", field="candidate")
        worker = self._workers.get(name)
        why_not = refusal(known, action)
        if why_not is not None:
            raise Conflict(f"cannot {action} {name}: {why_not}", field="action")
        if worker is None:
            raise _ended(name, action)
        return worker

    def stop_all(self, by: str, is_meant: Callable[[Task], bool]) -> list[str]:
        """Stop these candidates cleanly, in the background where they are many; a frozen one is
        woken for it. Returns their names.
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
        """Stop all, kill what is left, and reap every process; nobody reads of it any more."""
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
        self._append("stopping", worker, {"by": by})
        worker.kill_at = time.monotonic() + STOP_GRACE
        worker.say("stop")

    def _resign(self, worker: Worker, by: str) -> None:
        self._append("resigning", worker, {"by": by})
        worker.say("resign")

    def _kill(self, worker: Worker, by: str) -> None:
        self._signal(worker, "kill", by)

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

    def _expire(self, worker: Worker, by: str) -> None:
        """Only told here: the network part must not hold up the others."""
        self._identity(worker)
        self._append("expired", worker, {"by": by})

    def _identity(self, worker: Worker) -> tuple[int, bytes]:
        if worker.identity is None:
            raise Conflict(f"cannot expire {worker.task.name}: it has no session yet")
        return worker.identity

    def _append(self, what: str, worker: Worker, data: dict[str, Any]) -> None:
        self._journal.append(f"candidate.{what}", worker.task.name, data)

    def _signal(self, worker: Worker, action: str, by: str) -> None:
        """Recorded once it is delivered, and before anything that the process says or does after
        it. Raises Conflict where there is no process any more: its exit follows, or has come.
        """
        number, what = _SIGNALS[action]
        with self._recording:
            at, ends = self._journal.clock(), worker.session_ends
            try:
                worker.signal(number)
            except ProcessLookupError:
                raise _ended(worker.task.name, action) from None
            told = {"by": by} if action == "resume" else {"by": by, "session_ends": ends}
            self._journal.append(f"candidate.{what}", worker.task.name, told, at)

    # -- what the processes say, on the listener's thread ---------------------------------------

    def _heard(self, reports: list[tuple[str, Report]], ended: list[str]) -> None:
        facts = []
        for name, report in reports:
            if report.kind in _AT_ONCE:
                _AT_ONCE[report.kind](self, self._workers[name], report)
            elif report.kind in self._handlers:
                path = self._workers[name].task.path
                facts += self._handlers[report.kind](name, path, report.data, report.at)
            else:
                self._note_view(self._workers[name], report)
                facts.append(Fact(f"candidate.{report.kind}", name, report.data, report.at))
        for name in ended:
            self._joining.placed(name)
            told = self._workers[name].reap()
            facts.append(Fact("candidate.exited", name, told, time.monotonic()))
        if facts:
            self._order.add(facts)
        self._crowd.look()

    def _note_contact(self, worker: Worker, report: Report) -> None:
        worker.contact = max(worker.contact, report.data["sent_at"])

    def _note_start(self, worker: Worker, report: Report) -> None:
        self._journal.append("candidate.started", worker.task.name, report.data, report.at)

    def _note_identity(self, worker: Worker, report: Report) -> None:
        worker.identity = (report.data["session"], report.data["password"])
        told = {"session": session_hex(worker.identity), "timeout_ms": report.data["timeout_ms"]}
        self._journal.append("candidate.connected", worker.task.name, told, report.at)
        self._joining.connected(worker.task.name)

    def _note_thread(self, worker: Worker, report: Report) -> None:
        told = {**report.data, "candidate": worker.task.name}
        subject = f"{report.data['thread']} of {worker.task.name}"
        self._journal.append(report.kind, subject, told, report.at)

    def _note_view(self, worker: Worker, report: Report) -> None:
        if report.data.get("timeout_ms"):
            worker.timeout = report.data["timeout_ms"] / 1000
        if report.data.get("belief", "joining") != "joining" or report.data.get("znode"):
            self._joining.placed(worker.task.name)

    def _record(self, facts: list[Fact]) -> None:
        with self._recording:
            for fact in facts:
                self._journal.append(*fact)
                if fact.kind == "candidate.exited":
                    self._workers.pop(fact.subject, None)

    def _gathering(self) -> float:
        """Reading the reports of a handoff while it goes on takes its time from the processes and
        the server on the same machine; candidates that join one after the other wait for it.
        """
        return 0.0 if self._joining.size else GATHERING

    def _housekeeping(self) -> None:
        """Some ten times a second: kill who was asked to stop and did not."""
        self._order.release_overdue()
        self._joining.pass_over_late()
        self._crowd.look()
        now = time.monotonic()
        for worker in list(self._workers.values()):
            if now >= worker.kill_at and not worker.exited.is_set():
                worker.kill_at = float("inf")
                with contextlib.suppress(Conflict):
                    self._kill(worker, "it did not stop in time")


def _ended(name: str, action: str) -> Conflict:
    return Conflict(f"cannot {action} {name}: its process has ended", field="action")


_SIGNALS: dict[str, tuple[signal.Signals, str]] = {
    "kill": (signal.SIGKILL, "killed"),
    "pause": (signal.SIGSTOP, "paused"),
    "resume": (signal.SIGCONT, "resumed"),
}

_AT_ONCE: dict[str, Callable[[Supervisor, Worker, Report], None]] = {
    "contact": Supervisor._note_contact,
    "started": Supervisor._note_start,
    "identity": Supervisor._note_identity,
    "thread.ended": Supervisor._note_thread,
    "thread.restarted": Supervisor._note_thread,
}
"""Reports that rest on nothing that ZooKeeper does, so that they wait for no mirror."""

_ACTIONS: dict[str, Callable[[Supervisor, Worker, str], None]] = {
    "stop": Supervisor._stop,
    "kill": Supervisor._kill,
    "pause": Supervisor._pause,
    "resume": Supervisor._resume,
    "expire": Supervisor._expire,
    "resign": Supervisor._resign,
}
