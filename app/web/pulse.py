"""A thread that works when woken, at once, and then not again within an interval."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

log = logging.getLogger(__name__)


class Pulse:
    """Leading-edge batching: the first of many wake-ups is served at once, what follows within
    `interval` seconds is served together at its end.

    work: called on the pulse's own thread; returns after how many seconds it wants to be called
    again unasked, or None. An exception in it is logged, and the pulse goes on.
    """

    def __init__(self, name: str, interval: float, work: Callable[[], float | None]) -> None:
        self._interval = interval
        self._work = work
        self._condition = threading.Condition()
        self._woken = False
        self._closed = False
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def wake(self) -> None:
        """Ask for work; returns at once, callable from any thread and under any lock."""
        with self._condition:
            self._woken = True
            self._condition.notify_all()

    def close(self) -> None:
        """End the thread, and wait until what it does is done."""
        with self._condition:
            self._closed = True
            self._condition.notify_all()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout=5)

    def _run(self) -> None:
        again: float | None = None
        while self._wait(again):
            began = time.monotonic()
            again = self._guarded_work()
            self._rest(began + self._interval)

    def _wait(self, timeout: float | None) -> bool:
        with self._condition:
            self._condition.wait_for(lambda: self._woken or self._closed, timeout)
            self._woken = False
            return not self._closed

    def _rest(self, until: float) -> None:
        with self._condition:
            self._condition.wait_for(lambda: self._closed, max(0.0, until - time.monotonic()))

    def _guarded_work(self) -> float | None:
        try:
            return self._work()
        except Exception:
            log.exception("%s failed", self._thread.name)
            return None
