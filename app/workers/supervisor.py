"""Looks after the candidates' processes: starts them, signals them, hears them, reaps them.

The processes are forked from a fork server that has kazoo loaded already, so a hundred of them
start in a second and share their memory. One thread listens to all pipes and all exits.
"""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from app.errors import Conflict, LimitReached, NotFound
from app.insight.lifecycle import refusal
from app.journal.journal import Journal
from app.security import OPEN, Security
from app.workers import candidate
from app.workers.causal import Barrier, CausalOrder, Fact
from app.workers.channel import Report, Task
from app.workers.joining import JoinOrder
from app.workers.listener import Listener
from app.workers.sessions import end_session
from app.workers.worker import Worker
from app.zookeeper.client import session_hex

log = logging.getLogger(__name__)

STOP_GRACE = 4.0
GATHERING = 0.005
CLOSE_GRACE = 1.5

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload([candidate.__name__])


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
        self._order = CausalOrder(barrier, self._record)
        self._joining = JoinOrder(lambda name: self.order(name, "join"))
        self._listener = Listener(self._heard, self._housekeeping, self._gathering)

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
            described: dict[str, Any] = {
                "recipe": recipe,
                "path": path,
                "settings": dict(settings or {}),
                "session_timeout_ms": round(session_timeout * 1000),
                "by": by,
            }
            version = self._journal.snapshot()[1]["zookeeper"]["version"]
            task = Task(
                "", self._hosts, path, session_timeout, recipe, settings or {}, version,
                self._security,
            )  # fmt: skip
            for name in names:
                self._journal.append("candidate.starting", name, dict(described))
                self._launch(replace(task, name=name))
                self._joining.started(name)
        return names

    def _launch(self, task: Task) -> None:
        ours, theirs = _context.Pipe()
        process = _context.Process(
            target=candidate.main, args=(task, theirs), name=f"handoff {task.name}", daemon=True
        )
        process.start()
        theirs.close()
        worker = Worker(task, process, ours)
        self._workers[task.name] = worker
        self._listener.watch(task.name, ours, process.sentinel)

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
        why_not = refusal(known, action) or (None if worker else "its process has ended")
        if why_not or worker is None:
            raise Conflict(f"cannot {action} {name}: {why_not}", field="action")
        return worker

    def stop_all(self, by: str) -> list[str]:
        """Stop every candidate cleanly; a frozen one is woken for it."""
        with self._lock:
            names = list(self._workers)
            for name in names:
                for action in ("resume", "stop"):
                    with contextlib.suppress(Conflict, NotFound):
                        self.act(name, action, by)
        return names

    def close(self) -> None:
        """Stop all, kill what is left, and reap every process."""
        self.stop_all("the dashboard's end")
        deadline = time.monotonic() + CLOSE_GRACE
        workers = list(self._workers.values())
        for worker in workers:
            worker.exited.wait(max(0.0, deadline - time.monotonic()))
        for worker in workers:
            if not worker.exited.is_set():
                self._signal(worker, signal.SIGKILL)
        for worker in workers:
            worker.exited.wait(CLOSE_GRACE)
        self._listener.close()

    # -- one function each --------------------------------------------------------------------

    def _stop(self, worker: Worker, by: str) -> None:
        self._append("stopping", worker, {"by": by})
        worker.kill_at = time.monotonic() + STOP_GRACE
        worker.say("stop")

    def _resign(self, worker: Worker, by: str) -> None:
        self._append("resigning", worker, {"by": by})
        worker.say("resign")

    def _kill(self, worker: Worker, by: str) -> None:
        self._append("killed", worker, {"by": by, "session_ends": worker.session_ends})
        self._signal(worker, signal.SIGKILL)

    def _pause(self, worker: Worker, by: str) -> None:
        worker.hold()
        self._signal(worker, signal.SIGSTOP)
        self._append("paused", worker, {"by": by, "session_ends": worker.session_ends})
        self._joining.frozen(worker.task.name)

    def _resume(self, worker: Worker, by: str) -> None:
        self._append("resumed", worker, {"by": by})
        self._signal(worker, signal.SIGCONT)
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

    def _signal(self, worker: Worker, number: signal.Signals) -> None:
        """A process that ended this very moment is told apart by its exit, which follows."""
        if worker.process.pid is not None and not worker.exited.is_set():
            try:
                os.kill(worker.process.pid, number)
            except ProcessLookupError:
                log.debug("%s had ended already", worker.task.name)

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
            facts.append(Fact("candidate.exited", name, self._reap(name), time.monotonic()))
        if facts:
            self._order.add(facts)

    def _note_contact(self, worker: Worker, report: Report) -> None:
        worker.contact = max(worker.contact, report.data["sent_at"])

    def _note_start(self, worker: Worker, report: Report) -> None:
        self._journal.append("candidate.started", worker.task.name, report.data, report.at)

    def _note_identity(self, worker: Worker, report: Report) -> None:
        worker.identity = (report.data["session"], report.data["password"])
        session = {
            "session": session_hex(worker.identity),
            "timeout_ms": report.data["timeout_ms"],
        }
        self._journal.append("candidate.connected", worker.task.name, session, report.at)
        self._joining.connected(worker.task.name)

    def _note_view(self, worker: Worker, report: Report) -> None:
        if report.data.get("timeout_ms"):
            worker.timeout = report.data["timeout_ms"] / 1000
        if report.data.get("belief", "joining") != "joining" or report.data.get("znode"):
            self._joining.placed(worker.task.name)

    def _reap(self, name: str) -> dict[str, Any]:
        worker = self._workers[name]
        self._joining.placed(name)
        worker.process.join()
        worker.pipe.close()
        code = worker.process.exitcode
        worker.exited.set()
        killed_by = signal.Signals(-code).name if code is not None and code < 0 else None
        return {"code": code, "signal": killed_by, "session_ends": worker.session_ends}

    def _record(self, facts: list[Fact]) -> None:
        for fact in facts:
            self._journal.append(*fact)
            if fact.kind == "candidate.exited":
                self._workers.pop(fact.subject, None)

    def _gathering(self) -> float:
        """Reading the reports of a handoff while it goes on takes its time from the processes and
        the server on the same machine; candidates that join one after the other wait for it.
        """
        return 0.0 if self._joining.is_busy else GATHERING

    def _housekeeping(self) -> None:
        """Some ten times a second: kill who was asked to stop and did not."""
        self._order.release_overdue()
        self._joining.pass_over_late()
        now = time.monotonic()
        for worker in list(self._workers.values()):
            if now >= worker.kill_at and not worker.exited.is_set():
                worker.kill_at = float("inf")
                self._kill(worker, "it did not stop in time")


_AT_ONCE: dict[str, Callable[[Supervisor, Worker, Report], None]] = {
    "contact": Supervisor._note_contact,
    "started": Supervisor._note_start,
    "identity": Supervisor._note_identity,
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
