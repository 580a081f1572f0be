"""What takes longer: work on a thread of its own, with progress, a result, and a way to stop it."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any

from app.errors import Conflict, HandoffError, LimitReached, NotFound
from app.journal.journal import Journal

MOST_JOBS = 4
TOLD_EVERY = 0.1
_CLOSE_GRACE = 1.0
log = logging.getLogger(__name__)

Work = Callable[["Job"], Any]


class Cancelled(Conflict):
    """The job was cancelled before it was done; what is done stays done."""

    default_code = "cancelled"


class Job:
    """`done` of `of` (None: not known) so far; `result` or `error` in the end.

    `check()` belongs between two steps of the work: it raises Cancelled.
    """

    def __init__(self, name: str, journal: Journal, of: int | None) -> None:
        self.name, self._journal = name, journal
        self.done, self.of = 0, of
        self.result: Any = None
        self.error: HandoffError | None = None
        self._over, self._cancelled = threading.Event(), threading.Event()
        self._told_at = journal.clock()

    def check(self) -> None:
        """Raises Cancelled where somebody has cancelled the job."""
        if self._cancelled.is_set():
            raise Cancelled(f"The job was cancelled: {self.done} done.")

    def cancel(self) -> None:
        """Stop at the next step."""
        self._cancelled.set()

    def progress(self, done: int, of: int | None = None) -> None:
        """So far; told ten times a second at most."""
        self.done, self.of = done, self.of if of is None else of
        if self._journal.clock() - self._told_at >= TOLD_EVERY:
            self._told_at = self._journal.clock()
            self._append("job.progressed")

    def wait(self, within: float | None = None) -> bool:
        """Whether it is over within so many seconds."""
        return self._over.wait(within)

    def run(self, work: Work) -> None:
        """Do it, here. Nothing is raised: `error` says what went wrong."""
        try:
            self.result = work(self)
        except HandoffError as error:
            self.error = error
        except Exception:
            log.exception("the job %s failed", self.name)
            self.error = HandoffError("Handoff made a mistake here; its log says which.",
                                      code="internal")  # fmt: skip

    def end(self) -> None:
        """Tell that it is over."""
        self._append("job.ended", state=_state_of(self.error), error=_brief(self.error))
        self._over.set()

    def _append(self, kind: str, **more: Any) -> None:
        self._journal.append(kind, self.name, {"done": self.done, "of": self.of, **more})


class Jobs:
    """The jobs of a dashboard, j1, j2 …; at most `MOST_JOBS` at a time."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._lock = journal, threading.Lock()
        self._numbers = itertools.count(1)
        self._running: dict[str, Job] = {}

    def start(self, kind: str, path: str, by: str, work: Work, of: int | None = None) -> Job:
        """Begin a job on a thread of its own. Raises LimitReached."""
        job = self._new(kind, path, by, of)
        threading.Thread(target=self._run, args=(job, work), name=job.name, daemon=True).start()
        return job

    def do(self, kind: str, path: str, by: str, work: Work) -> Any:
        """Do it on this thread, shown and cancelled like any other; returns its result."""
        job = self._new(kind, path, by, None)
        self._run(job, work)
        return result_of(job)

    def cancel(self, name: str) -> None:
        """Raises NotFound where no such job runs."""
        with self._lock:
            job = self._running.get(name)
        if job is None:
            raise NotFound(f"no job {name!r} runs", field="job")
        job.cancel()

    def close(self) -> None:
        """Cancel all, and give them a moment to end."""
        with self._lock:
            running = list(self._running.values())
        for job in running:
            job.cancel()
        for job in running:
            job.wait(_CLOSE_GRACE)

    def _new(self, kind: str, path: str, by: str, of: int | None) -> Job:
        with self._lock:
            if len(self._running) >= MOST_JOBS:
                raise LimitReached(f"{MOST_JOBS} jobs run: wait for one of them, or cancel it.")
            job = Job(f"j{next(self._numbers)}", self._journal, of)
            self._running[job.name] = job
        begun = {"kind": kind, "path": path, "of": of, "by": by}
        self._journal.append("job.started", job.name, begun)
        return job

    def _run(self, job: Job, work: Work) -> None:
        """Who hears that it is over may begin another one in its place."""
        try:
            job.run(work)
        finally:
            with self._lock:
                del self._running[job.name]
            job.end()


def result_of(job: Job) -> Any:
    """What it came to. Raises its error."""
    if job.error is not None:
        raise job.error
    return job.result


def _state_of(error: HandoffError | None) -> str:
    if error is None:
        return "done"
    return "cancelled" if isinstance(error, Cancelled) else "failed"


def _brief(error: HandoffError | None) -> dict[str, Any] | None:
    return None if error is None else {"code": error.code, "message": error.message}
