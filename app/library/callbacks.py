"""Call the user's functions on threads of their own, so that none holds up a recipe.

What users of other libraries suffer from, and the remedy here: a callback that blocks
the connection's thread (kazoo, Curator: heartbeats stop and the session is lost) runs elsewhere.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

log = logging.getLogger(__package__)

Job = Callable[[], object]


class CallbackThread:
    """A daemon thread that runs jobs one after the other, and starts with the first, again after
    `close`; `after` is called on it after each.
    """

    def __init__(self, name: str, after: Job = lambda: None) -> None:
        self.name = name
        self._after = after
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._idle = threading.Condition()
        self._pending = 0
        self._thread: threading.Thread | None = None

    @property
    def is_idle(self) -> bool:
        """Tell whether all jobs have returned."""
        return not self._pending

    def do(self, job: Job) -> None:
        """Queue a job; what it raises is logged."""
        with self._idle:
            self._pending += 1
            self._jobs.put(job)
            if self._thread is None:
                run = partial(self._run, self._jobs)
                self._thread = threading.Thread(target=run, name=self.name, daemon=True)
                self._thread.start()

    def await_idle(self, timeout: float | None = None) -> bool:
        """Wait until all jobs have returned, and tell whether they have. On the worker itself
        return at once.
        """
        if threading.current_thread() is self._thread:
            return False
        with self._idle:
            return self._idle.wait_for(lambda: self.is_idle, timeout)

    def close(self) -> None:
        """End the thread after the jobs that are queued."""
        with self._idle:
            self._jobs.put(None)
            self._jobs, self._thread = SimpleQueue(), None

    def _run(self, jobs: SimpleQueue[Job | None]) -> None:
        while (job := jobs.get()) is not None:
            self._do(job)
            del job
            with self._idle:
                self._pending -= 1
                self._idle.notify_all()
            self._after()

    def _do(self, job: Job) -> None:
        try:
            job()
        except BaseException:
            log.exception("%s failed", self.name)
