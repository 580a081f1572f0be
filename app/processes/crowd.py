"""Start and stop many candidates a few at a time, as fast as the machine takes it.

A thousand processes that start at once keep each other, ZooKeeper and the dashboard from running:
sessions end that nobody has ended. So the next process starts when one is in its place, and the
next one stops when one has ended; a thread does the rest in the background.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Sequence

from ..errors import LimitReached
from ..journal.journal import Journal
from ..readmodels.events import (
    CandidatesQueued,
    CandidatesRefused,
    CandidatesStopping,
    CandidatesWithdrawn,
)
from ..system.threads import LastingThread
from .joining import JoinOrder
from .launching import CannotLaunch
from .worker import Worker

AT_A_TIME = 20
"""The number of processes that may be on their way to their places, and as many to their ends."""


class Crowd:
    """The workers that wait for their start, in order, and those that wait for their stop, the last
    first.

    lock: held wherever workers come and go; each method takes it. begin(worker) raises
    CannotLaunch; stop(worker, by) does nothing where it no longer makes sense; gone(names) hears
    which workers will never start.
    """

    def __init__(
        self,
        journal: Journal,
        lock: threading.RLock,
        joining: JoinOrder,
        begin: Callable[[Worker], None],
        stop: Callable[[Worker, str], None],
        gone: Callable[[Sequence[str]], None],
    ) -> None:
        self._journal = journal
        self._lock = lock
        self._joining = joining
        self._begin, self._stop, self._gone = begin, stop, gone
        self._starting: deque[Worker] = deque()
        self._stopping: deque[tuple[Worker, str]] = deque()
        self._told: list[Worker] = []
        self._woken = threading.Event()
        self._closed = False
        does = "starts and stops candidates where they are many"
        self._thread = LastingThread("crowd", does, self._run, journal.tell)
        self._thread.start()

    def look(self) -> None:
        """Wake the thread: a worker may be in its place, or have ended."""
        if self._starting or self._stopping:
            self._woken.set()

    def close(self) -> None:
        """End the thread; nothing starts or stops a worker afterwards."""
        self._closed = True
        self._thread.dismiss()
        self._woken.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            self._woken.wait()
            self._woken.clear()
            while not self._closed and (self._start_one() or self._stop_one()):
                pass

    # -- starting -------------------------------------------------------------------------------

    def start(self, workers: Sequence[Worker]) -> None:
        """Start the first of these workers at once, if few are on their way, and the others in
        their turn.

        Raise LimitReached if the machine refuses one of the first; the workers before it stay.
        """
        with self._lock:
            at_once = 0 if self._starting else AT_A_TIME
            self._starting.extend(workers)
            for _ in range(at_once):
                reason = self._start_next() if self._has_room() else None
                if reason is not None:
                    raise LimitReached(f"not all of them could be started: {reason}", field="count")
            left = [one.task.name for one in workers if one in self._starting]
            if left:
                described, of = workers[0].described, len(workers)
                self._journal.append(
                    CandidatesQueued(described["path"], **described, names=left, of=of)
                )
                self._woken.set()

    def withdraw(self, names: Sequence[str], by: str) -> None:
        """Give up the workers among these that have not been started."""
        with self._lock:
            never = [one.task.name for one in self._starting if one.task.name in set(names)]
            self._starting = deque(one for one in self._starting if one.task.name not in never)
            if never:
                self._gone(never)
                self._journal.append(CandidatesWithdrawn(names=never, by=by))

    def _has_room(self) -> bool:
        return bool(self._starting) and self._joining.size < AT_A_TIME

    def _start_one(self) -> bool:
        with self._lock:
            return self._has_room() and self._start_next() is None

    def _start_next(self) -> str | None:
        """Start one process; return why the machine starts none, or None. The running processes go
        on.
        """
        try:
            self._begin(self._starting[0])
        except CannotLaunch as error:
            never = [one.task.name for one in self._starting]
            self._starting.clear()
            self._gone(never)
            self._journal.append(CandidatesRefused(names=never, reason=str(error)))
            return str(error)
        self._starting.popleft()
        return None

    # -- stopping -------------------------------------------------------------------------------

    def stop(self, workers: Sequence[Worker], by: str) -> None:
        """Stop the last of these workers at once, and the others when those have ended; a worker
        that has not been started never is. Nobody has to take over from a worker that goes before
        those ahead of it. Workers that wait for their stop already go first.
        """
        with self._lock:
            self.withdraw([one.task.name for one in workers], by)
            before = [pair for pair in self._stopping if pair[0] not in workers]
            meant = ((one, by) for one in reversed(workers) if one.has_begun)
            self._stopping = deque([*before, *meant])
            if len(self._stopping) > AT_A_TIME:
                names = [one.task.name for one, _ in self._stopping]
                self._journal.append(CandidatesStopping(names=names, by=by))
            for _ in range(AT_A_TIME):
                self._stop_one()
            self._woken.set()

    def _stop_one(self) -> bool:
        with self._lock:
            self._told = [one for one in self._told if not one.exited.is_set()]
            if not self._stopping or len(self._told) >= AT_A_TIME:
                return False
            worker, by = self._stopping.popleft()
            if not worker.exited.is_set():
                self._told.append(worker)
                self._stop(worker, by)
            return True
