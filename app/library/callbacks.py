"""Call the user's functions on threads of their own, so that none holds up a recipe.

What users of other libraries suffer from, and the remedy here: a callback that blocks
the connection's thread (kazoo, Curator: heartbeats stop and the session is lost) runs elsewhere;
a deposition noticed late is told at once, while `on_elected` may still be busy; two terms cannot be
at work in one process, for the next `on_elected` waits until the last one has returned.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from functools import partial
from queue import SimpleQueue

from .term import Term

log = logging.getLogger(__package__)

OnElected = Callable[[Term], object]
OnDeposed = Callable[[Term, str], object]
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


class Callbacks:
    """A caller of the user's functions: for each `on_elected(term)` there is one `on_deposed(term,
    reason)`, and none for a term that was over before its turn came.

    failed: hears, on the thread of `on_elected`, that it raised something; returned: that a
    function has returned.
    """

    def __init__(
        self,
        name: str,
        on_elected: OnElected | None,
        on_deposed: OnDeposed | None,
        failed: Callable[[Term], None],
        returned: Job,
    ) -> None:
        self._on_elected = on_elected
        self._on_deposed = on_deposed
        self._failed = failed
        self._elected = CallbackThread(f"candidate {name}: on_elected", returned)
        self._deposed = CallbackThread(f"candidate {name}: on_deposed", returned)
        self._lock = threading.RLock()
        self._told: Term | None = None

    @property
    def are_done(self) -> bool:
        """Tell whether every function of the user has returned."""
        return self._elected.is_idle and self._deposed.is_idle

    def has_told(self, term: Term) -> bool:
        """Tell whether `on_elected` has been called with this term, which is not over."""
        return self._told is term

    def begin(self, term: Term) -> None:
        """Begin leadership: `on_elected` is next."""
        self._elected.do(lambda: self._tell_elected(term))

    def end(self, term: Term) -> None:
        """End leadership: `on_deposed` now, if its `on_elected` was ever called."""
        with self._lock:
            if self._told is not term:
                return
            self._told = None
            self._deposed.do(lambda: self._tell_deposed(term))

    def finish(self, timeout: float) -> None:
        """Wait for the functions to return, each for `timeout` seconds, after the last term."""
        for worker in (self._elected, self._deposed):
            if not worker.await_idle(timeout):
                log.warning("%s has not returned; its thread is left behind", worker.name)
            worker.close()

    def _tell_elected(self, term: Term) -> None:
        """Call `on_elected`, after `on_deposed` of the last term: what that tidies up may be needed
        again.
        """
        self._deposed.await_idle()
        with self._lock:
            if term.is_over:
                return
            self._told = term
        try:
            if self._on_elected is not None:
                self._on_elected(term)
        except BaseException:
            log.exception("on_elected failed; leadership is given up")
            self._failed(term)

    def _tell_deposed(self, term: Term) -> None:
        if self._on_deposed is not None:
            self._on_deposed(term, term.reason or "")
