"""Run a queue of functions in order, by one thread at a time but not always the same one.

Waking another thread for a frame that has been read, and having that one send what follows, takes
longer than most of the work itself. So a thread that puts functions here again and again
may run them itself, when it has the time; a worker runs all that others put. A function has the
time at which its cause came: a thousand of them may wait for each other.
"""

from __future__ import annotations

import logging
import threading
import time
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

_log = logging.getLogger(__name__)

Function = Callable[[], object]


class SerialExecutor:
    """A serial executor. Call `put` from any thread; `work` on the worker's; `run_here` and `leave`
    on the one that runs what it puts by itself; `has_read` and `has_taken_all` on the one that
    reads what it puts functions for.
    """

    def __init__(self) -> None:
        self._functions: deque[tuple[float, Function]] = deque()
        self._reader: tuple[int, float] | None = None
        self._at: float | None = None
        self._turn = threading.Lock()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        self._runs_its_own: int | None = None

    def put(self, function: Function) -> None:
        """Run `function` after all that is here now."""
        thread, read_at = self._reader or (None, 0.0)
        at = read_at if thread == threading.get_ident() else time.monotonic()
        self._functions.append((at, function))
        if self._runs_its_own != threading.get_ident():
            self._bell.put(True)

    def now(self) -> float:
        """Return the time of the function that is running; without one, what the clock says."""
        return time.monotonic() if self._at is None else self._at

    def has_read(self) -> None:
        """Note that bytes have come: what this thread puts now is about them."""
        self._reader = threading.get_ident(), time.monotonic()

    def has_taken_all(self) -> None:
        """Note that nothing is left of those bytes."""
        self._reader = None

    def run_here(self) -> None:
        """Run what is here, and rely on this thread to come again for what it puts."""
        self._runs_its_own = threading.get_ident()
        self._run()

    def leave(self) -> None:
        """Note that the thread of `run_here` does not come again."""
        self._runs_its_own = None
        self._bell.put(True)

    def work(self) -> None:
        """Run what nobody else does, until `end`. It may be called again if it was cut short."""
        self._run()
        while self._bell.get():
            self._run()
        self._run()

    def end(self) -> None:
        """Let `work` return when all that is here has been run."""
        self._bell.put(False)

    def _run(self) -> None:
        """Run all; another thread that is at it does so, for it looks again at the end."""
        while self._functions and self._turn.acquire(blocking=False):
            try:
                while self._functions:
                    self._at, function = self._functions.popleft()
                    _call(function)
            finally:
                self._at = None
                self._turn.release()


def _call(function: Function) -> None:
    try:
        function()
    except BaseException:
        _log.exception("a ZooKeeper callback failed")
