"""Reports enter the journal in the order of their moments, and no sooner than what they rest on.

A candidate learns from ZooKeeper over its own connection, the mirror over another; without care
"c2 leads" could be recorded before "c1's znode is gone". So what was heard together is sorted, and
held until the mirror has seen all that ZooKeeper did up to then.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

Barrier = Callable[[Callable[[], None]], object]

PATIENCE = 0.25


class Fact(NamedTuple):
    """An event to be: `at` is the moment at which it happened."""

    kind: str
    subject: str
    data: dict[str, Any]
    at: float


class _Batch:
    def __init__(self, facts: Sequence[Fact]) -> None:
        self.facts = sorted(facts, key=lambda fact: fact.at)
        self.may_go = False
        self.latest = time.monotonic() + PATIENCE


class CausalOrder:
    """Gives facts to `record` in batches, first in, first out, each after `barrier` called back.

    A ZooKeeper that does not answer must not hide what happens to processes: after `PATIENCE`
    seconds `release_overdue` lets a batch go all the same.
    """

    def __init__(self, barrier: Barrier, record: Callable[[list[Fact]], None]) -> None:
        self._barrier = barrier
        self._record = record
        self._lock = threading.RLock()
        self._waiting: deque[_Batch] = deque()

    def add(self, facts: Sequence[Fact]) -> None:
        """Record these, one batch, when their turn has come."""
        batch = _Batch(facts)
        with self._lock:
            self._waiting.append(batch)
        self._barrier(lambda: self._let_go(batch))

    def release_overdue(self) -> None:
        """Let go what has waited for too long; to be called now and then."""
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
            self._record(self._waiting.popleft().facts)
