"""Let candidates that start together take their places in the order of their names.

Processes start in no particular order; a class that starts five wants to see c1 first and c5 last.
So each waits, connected, until the one before it has its znode.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

TIMEOUT = 3.0


class JoinOrder:
    """The order in which candidates join: it tells one after the other to join, by `say(name)`.

    A candidate that is frozen, or does not come forward within `TIMEOUT` seconds, holds nobody up:
    it may join as soon as it can.
    """

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._lock = threading.Lock()
        self._queue: deque[str] = deque()
        self._connected: set[str] = set()
        self._next_since = time.monotonic()
        self._told = False

    @property
    def size(self) -> int:
        """Return how many candidates have yet to join."""
        return len(self._queue)

    def started(self, name: str) -> None:
        """Queue a candidate that was started; it may have a session by now."""
        with self._lock:
            if not self._queue:
                self._next_since = time.monotonic()
            self._queue.append(name)
            self._tell()

    def connected(self, name: str) -> None:
        """Note that a candidate has a session and could join."""
        with self._lock:
            self._connected.add(name)
            self._tell()

    def placed(self, name: str) -> None:
        """Note that a candidate has its znode, or has ended."""
        with self._lock:
            self._connected.discard(name)
            if name in self._queue:
                self._pass(name)

    def frozen(self, name: str) -> None:
        """Pass over a candidate that cannot come forward now."""
        with self._lock:
            if name in self._queue:
                self._pass_over(name)

    def pass_over_late(self) -> None:
        """Pass over the next candidate if it takes too long; the owner calls this now and then."""
        with self._lock:
            if self._queue and time.monotonic() - self._next_since > TIMEOUT:
                self._pass_over(self._queue[0])

    def _pass_over(self, name: str) -> None:
        if not (self._told and name == self._queue[0]):
            self._say(name)
        self._pass(name)

    def _pass(self, name: str) -> None:
        if name == self._queue[0]:
            self._told = False
            self._next_since = time.monotonic()
        self._queue.remove(name)
        self._tell()

    def _tell(self) -> None:
        if self._queue and not self._told and self._queue[0] in self._connected:
            self._told = True
            self._say(self._queue[0])
