"""Ring a timer that runs only when it was set, for what must happen even if nothing else does."""

from __future__ import annotations

import threading
from collections.abc import Callable

from ..system.threads import LastingThread, Tell


class Timer:
    """A timer that calls `ring`, on a thread called `name`, `delay` seconds after `set()`. does:
    what the ring is good for.
    """

    def __init__(
        self, name: str, does: str, delay: float, ring: Callable[[], None], tell: Tell
    ) -> None:
        self._delay, self._ring = delay, ring
        self._thread = LastingThread(name, does, self._run, tell)
        self._is_set = threading.Event()
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin to wait for `set()`."""
        self._thread.start()

    def set(self) -> None:
        """Call `ring` once, after the delay; more calls before that change nothing."""
        self._is_set.set()

    def stop(self) -> None:
        """End the timer; `ring` is no longer called."""
        self._thread.dismiss()
        self._stopped.set()
        self._is_set.set()

    def _run(self) -> None:
        while not self._stopped.is_set():
            self._is_set.wait()
            if self._stopped.wait(self._delay):
                return
            self._is_set.clear()
            self._ring()
