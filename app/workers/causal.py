"""Reports enter the journal in the order of their moments, and no sooner than what they rest on.

A candidate learns from ZooKeeper over its own connection, the mirror over another; without care
"c2 leads" could be recorded before "c1's znode is gone". So reports are gathered for a moment,
sorted, and held until the mirror has seen all that ZooKeeper did up to then.

Gathering also keeps the dashboard out of the handoff that it is to show: what it does at once
takes its time from the processes and the server on the same machine.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Barrier = Callable[[Callable[[], None]], object]

GATHERING = 0.005
PATIENCE = 0.25


class Fact(NamedTuple):
    """An event to be: `at` is the moment at which it happened."""

    kind: str
    subject: str
    data: dict[str, Any]
    at: float


class _Batch:
    def __init__(self, facts: list[Fact]) -> None:
        self.facts = sorted(facts, key=lambda fact: fact.at)
        self.may_go = False
        self.latest = time.monotonic() + PATIENCE


class CausalOrder:
    """Gives facts to `record` in batches, first in, first out, each after `barrier` called back.

    A ZooKeeper that does not answer must not hide what happens to processes: after `PATIENCE`
    seconds a batch goes all the same. `tend` is to be called when `due_in` says so.
    """

    def __init__(self, barrier: Barrier, record: Callable[[list[Fact]], None]) -> None:
        self._barrier = barrier
        self._record = record
        self._lock = threading.RLock()
        self._gathered: list[Fact] = []
        self._gather_until = 0.0
        self._waiting: deque[_Batch] = deque()

    def add(self, facts: Iterable[Fact]) -> None:
        """Take these in."""
        if not self._gathered:
            self._gather_until = time.monotonic() + GATHERING
        self._gathered.extend(facts)

    def due_in(self) -> float:
        """Seconds until `tend` has something to do."""
        now = time.monotonic()
        if self._gathered:
            return max(0.0, self._gather_until - now)
        with self._lock:
            return max(0.0, self._waiting[0].latest - now) if self._waiting else PATIENCE

    def tend(self) -> None:
        """Send on what was gathered for long enough, and let go what has waited for too long."""
        now = time.monotonic()
        if self._gathered and now >= self._gather_until:
            self._send_on()
        with self._lock:
            for batch in self._waiting:
                batch.may_go |= now >= batch.latest
            self._release()

    def _send_on(self) -> None:
        batch = _Batch(self._gathered)
        self._gathered = []
        with self._lock:
            self._waiting.append(batch)
        self._barrier(lambda: self._let_go(batch))

    def _let_go(self, batch: _Batch) -> None:
        with self._lock:
            batch.may_go = True
            self._release()

    def _release(self) -> None:
        while self._waiting and self._waiting[0].may_go:
            self._record(self._waiting.popleft().facts)
