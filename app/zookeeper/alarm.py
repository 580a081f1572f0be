"""A clock that rings only when it was set: for what must happen even if nothing else does."""

from __future__ import annotations

import threading
from collections.abc import Callable

from app.threads import LastingThread, Tell


class Alarm:
    """Calls `ring`, on a thread of its own called `name`, `delay` seconds after `set()`."""

    def __init__(self, name: str, delay: float, ring: Callable[[], None], tell: Tell) -> None:
        self._delay, self._ring = delay, ring
        self._thread = LastingThread(name, "reminds the mirror of what is due", self._run, tell)
        self._is_set = threading.Event()
        self._stopped = threading.Event()

    def start(self) -> None:
        """Begin to listen for `set()`."""
        self._thread.start()

    def set(self) -> None:
        """Ring once, after the delay; more calls before that change nothing."""
        self._is_set.set()

    def stop(self) -> None:
        """Ring no more."""
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
