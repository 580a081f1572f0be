"""Work on a thread at once when woken, and then not again within an interval."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

from ..system.threads import LastingThread, Tell


class Throttle:
    """A throttle: it serves the first of many wake-ups at once, and those that follow within
    `interval` seconds together at its end.

    work: called on the throttle's own thread, which `does` that; returns the seconds after which it
    wants another call unasked, or None. The thread also calls it at its start: unfinished work of
    an ended thread does not wait.
    """

    def __init__(
        self, name: str, does: str, interval: float, work: Callable[[], float | None], tell: Tell
    ) -> None:
        self._interval = interval
        self._work = work
        self._condition = threading.Condition()
        self._woken = False
        self._closed = False
        self._thread = LastingThread(name, does, self._run, tell)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Ask for work, and return at once; any thread may call this, under any lock."""
        with self._condition:
            self._woken = True
            self._condition.notify_all()

    def close(self) -> None:
        """End the thread, and wait until its work is done."""
        self._thread.dismiss()
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        again: float | None = 0.0
        while self._wait(again):
            began = time.monotonic()
            again = self._work()
            self._rest(began + self._interval)

    def _wait(self, timeout: float | None) -> bool:
        with self._condition:
            self._condition.wait_for(lambda: self._woken or self._closed, timeout)
            self._woken = False
            return not self._closed

    def _rest(self, until: float) -> None:
        with self._condition:
            self._condition.wait_for(lambda: self._closed, max(0.0, until - time.monotonic()))
