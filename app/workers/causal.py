"""Reports enter the journal no sooner than what they rest on.

A candidate learns from ZooKeeper over its own connection, the mirror over another; without care
"c2 leads" could be recorded before "c1's znode is gone". So each batch of reports waits until the
mirror has seen all that ZooKeeper did up to now, in the order in which it came.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

Barrier = Callable[[Callable[[], None]], None]

PATIENCE = 0.25


class _Batch:
    def __init__(self, release: Callable[[], None]) -> None:
        self.release = release
        self.may_go = False
        self.latest = time.monotonic() + PATIENCE


class CausalOrder:
    """Releases batches first in, first out, each after `barrier` has called back.

    A ZooKeeper that does not answer must not hide what happens to processes: after `PATIENCE`
    seconds `release_overdue` lets a batch go all the same.
    """

    def __init__(self, barrier: Barrier) -> None:
        self._barrier = barrier
        self._lock = threading.RLock()
        self._waiting: deque[_Batch] = deque()

    def add(self, release: Callable[[], None]) -> None:
        """Call `release` when its turn has come, on whatever thread that is."""
        batch = _Batch(release)
        with self._lock:
            self._waiting.append(batch)
        self._barrier(lambda: self._let_go(batch))

    def release_overdue(self) -> None:
        """Let go what has waited for too long."""
        now = time.monotonic()
        with self._lock:
            for batch in self._waiting:
                batch.may_go |= now >= batch.latest
            self._release()

    def _let_go(self, batch: _Batch) -> None:
        with self._lock:
            batch.may_go = True
            self._release()

    def _release(self) -> None:
        while self._waiting and self._waiting[0].may_go:
            self._waiting.popleft().release()
