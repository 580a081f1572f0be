"""Run what takes longer on a thread of its own, with progress, a result, and a way to stop it."""

from __future__ import annotations

import itertools
import logging
import threading
from collections.abc import Callable
from typing import Any

from ...errors import Conflict, HandoffError, LimitReached, NotFound
from ...journal.journal import Journal
from ..events import JobEnded, JobError, JobProgressed, JobStarted

MOST_JOBS = 4
TOLD_EVERY = 0.1
_CLOSE_GRACE = 1.0
log = logging.getLogger(__name__)

Work = Callable[["Job"], Any]


class JobCancelled(Conflict):
    """The job was cancelled before it was done; what is done stays done."""

    default_code = "cancelled"


class Job:
    """A job: `done` of `of` (None: not known) so far; `result` or `error` in the end.

    `check()` belongs between two steps of the work: it raises JobCancelled.
    """

    def __init__(self, name: str, journal: Journal) -> None:
        self.name, self._journal = name, journal
        self.done = 0
        self.of: int | None = None
        self.result: Any = None
        self.error: HandoffError | None = None
        self._over, self._cancelled = threading.Event(), threading.Event()
        self._told_at = journal.clock()

    def check(self) -> None:
        """Raise JobCancelled where somebody has cancelled the job."""
        if self._cancelled.is_set():
            raise JobCancelled(f"The job was cancelled: {self.done} done.")

    def cancel(self) -> None:
        """Stop at the next step."""
        self._cancelled.set()

    def progress(self, done: int, of: int | None = None) -> None:
        """Note progress; reported ten times a second at most."""
        self.done, self.of = done, self.of if of is None else of
        if self._journal.clock() - self._told_at >= TOLD_EVERY:
            self._told_at = self._journal.clock()
            self._journal.append(JobProgressed(self.name, done=done, of=self.of))

    def wait(self, within: float | None = None) -> bool:
        """Wait so many seconds; tell whether it is over."""
        return self._over.wait(within)

    def end(self) -> None:
        """Report that it is over."""
        error = self.error
        state = "cancelled" if isinstance(error, JobCancelled) else "failed" if error else "done"
        brief: JobError | None = None
        if error:
            brief = {"code": error.code, "message": error.message}
        ended = JobEnded(self.name, done=self.done, of=self.of, state=state, error=brief)
        self._journal.append(ended)
        self._over.set()


class Jobs:
    """The jobs of a dashboard, j1, j2 …; at most `MOST_JOBS` at a time."""

    def __init__(self, journal: Journal) -> None:
        self._journal, self._lock = journal, threading.Lock()
        self._numbers = itertools.count(1)
        self._running: dict[str, Job] = {}

    def start(self, kind: str, path: str, by: str, work: Work) -> Job:
        """Begin a job on a thread of its own. Raise LimitReached."""
        job = self._new(kind, path, by)
        threading.Thread(target=self._run, args=(job, work), name=job.name, daemon=True).start()
        return job

    def do(self, kind: str, path: str, by: str, work: Work) -> Any:
        """Do it on this thread, shown and cancelled like any other; return its result."""
        job = self._new(kind, path, by)
        self._run(job, work)
        return result_of(job)

    def cancel(self, name: str) -> None:
        """Cancel a job. Raise NotFound where no such job runs."""
        with self._lock:
            job = self._running.get(name)
        if job is None:
            raise NotFound(f"there is no running job {name!r}", field="job")
        job.cancel()

    def close(self) -> None:
        """Cancel all, and give them a moment to end."""
        with self._lock:
            running = list(self._running.values())
        for job in running:
            job.cancel()
        for job in running:
            job.wait(_CLOSE_GRACE)

    def _new(self, kind: str, path: str, by: str) -> Job:
        with self._lock:
            if len(self._running) >= MOST_JOBS:
                raise LimitReached(
                    f"{MOST_JOBS} jobs are running: wait for one of them, or cancel it."
                )
            job = Job(f"j{next(self._numbers)}", self._journal)
            self._running[job.name] = job
        self._journal.append(JobStarted(job.name, does=kind, path=path, of=None, by=by))
        return job

    def _run(self, job: Job, work: Work) -> None:
        """Run it. Nothing is raised: its `error` says what went wrong. A listener that hears of the
        end may begin another one in its place.
        """
        try:
            job.result = work(job)
        except HandoffError as error:
            job.error = error
        except Exception:
            log.exception("the job %s failed", job.name)
            job.error = HandoffError("Handoff failed here; see its log.", code="internal")
        finally:
            with self._lock:
                del self._running[job.name]
            job.end()


def result_of(job: Job) -> Any:
    """Return its result. Raise its error."""
    if job.error is not None:
        raise job.error
    return job.result
