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

PATIENCE = 5.0
"""Seconds after which nothing waits any longer. The mirror gives a ZooKeeper up that is silent, and
knows that it does, long before; this is for a mirror that is itself held up.
"""


class Fact(NamedTuple):
    """An event to be: `at` is the moment at which it happened."""

    kind: str
    subject: str
    data: dict[str, Any]
    at: float


class _Batch:
    def __init__(self, facts: Sequence[Fact], latest: float) -> None:
        self.facts = sorted(facts, key=lambda fact: fact.at)
        self.may_go = False
        self.latest = latest


class CausalOrder:
    """Gives facts to `record` in batches, first in, first out, each after `barrier` called back,
    or when `release_overdue` finds that it has waited for `patience` seconds.
    """

    def __init__(
        self,
        barrier: Barrier,
        record: Callable[[list[Fact]], None],
        patience: float = PATIENCE,
    ) -> None:
        self._barrier = barrier
        self._record = record
        self._patience = patience
        self._lock = threading.RLock()
        self._waiting: deque[_Batch] = deque()

    def add(self, facts: Sequence[Fact]) -> None:
        """Record these, one batch, when their turn has come."""
        batch = _Batch(facts, time.monotonic() + self._patience)
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
