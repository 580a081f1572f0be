"""Hold back what processes say until the journal may have it.

What a process says rests on what others said before, and on what ZooKeeper did before. The pipes
are read one after the other, and the mirror learns from ZooKeeper over a connection of its own;
without care "c2 leads" could be recorded before "c1 has given up" or "c1's znode is gone". So each
fact waits until, after its moment, all pipes have been read and the mirror has seen what ZooKeeper
did.
"""

from __future__ import annotations

import threading
import time
from bisect import bisect_right
from collections.abc import Callable
from operator import attrgetter

from ..journal.state import JournalFact

AfterMirror = Callable[[Callable[[], None]], object]
"""A function that calls back when the mirror has seen all that ZooKeeper did before the call."""

TIMEOUT = 5.0
"""The seconds after which no fact waits any longer. The mirror gives up a silent ZooKeeper long
before that; this is for a mirror that is itself held up.
"""

_moment = attrgetter("at")


class HoldBack:
    """A buffer that gives facts to `record` in the order of their moments, for any thread."""

    def __init__(
        self,
        after_mirror: AfterMirror,
        record: Callable[[list[JournalFact]], None],
        timeout: float = TIMEOUT,
    ) -> None:
        self._after_mirror = after_mirror
        self._record = record
        self._timeout = timeout
        self._lock = threading.RLock()
        self._held: list[JournalFact] = []
        self._has_new = False
        self._asked: list[float] = []

    def add(self, fact: JournalFact) -> None:
        """Hold this fact back."""
        with self._lock:
            self._held.append(fact)
            self._has_new = True

    def settle(self, moment: float) -> bool:
        """Record the facts up to `moment` as soon as the mirror has seen as much; by now somebody
        has added all that was said until then. Return whether there are facts of later moments.
        """
        with self._lock:
            if not self._has_new:
                return False
            has_later = self._has_new = any(fact.at > moment for fact in self._held)
            self._asked.append(moment)
        self._after_mirror(lambda: self._let_go(moment))
        return has_later

    def release_overdue(self) -> None:
        """Record what has waited for too long; the owner calls this now and then."""
        with self._lock:
            overdue = bisect_right(self._asked, time.monotonic() - self._timeout)
            if overdue:
                self._let_go(self._asked[overdue - 1])

    def _let_go(self, moment: float) -> None:
        with self._lock:
            self._asked = self._asked[bisect_right(self._asked, moment) :]
            self._held.sort(key=_moment)
            count = bisect_right(self._held, moment, key=_moment)
            due, self._held = self._held[:count], self._held[count:]
            if due:
                self._record(due)
