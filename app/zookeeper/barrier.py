"""Barriers: run a callback when everything that ZooKeeper did before now has been seen."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult

from app.zookeeper.reads import Reads
from app.zookeeper.requests import sync

Callback: TypeAlias = Callable[[], object]
PATIENCE = 1.0
"""Seconds after which a barrier is given up."""
_IN_FLIGHT = 2


class Barriers:
    """Callbacks that wait for a `sync` issued after they came in; many share one.

    Replies and events arrive in the order of the wire, so at the reply to a sync all events of
    earlier transactions have been handled. The reads which those events led to (who owns a new
    member) are awaited too. While `is_open` is False, and when a sync fails or takes longer than
    `patience` seconds, callbacks run at once: first in, first out, always.
    """

    def __init__(
        self,
        client: KazooClient,
        reads: Reads,
        clock: Callable[[], float],
        patience: float = PATIENCE,
    ) -> None:
        self._client, self._reads = client, reads
        self._clock, self._patience = clock, patience
        self.is_open = False
        self._waiting: list[Callback] = []
        self._issued: deque[_Batch] = deque()

    @property
    def is_waiting(self) -> bool:
        """Whether a callback has not run yet."""
        return bool(self._waiting or self._issued)

    def add(self, callback: Callback) -> None:
        """Run `callback` after everything that happened before now."""
        self._waiting.append(callback)
        if self.is_open:
            self._issue()
        else:
            self.release()

    def release(self) -> None:
        """Run all that wait, now."""
        batches, self._issued = self._issued, deque()
        waiting, self._waiting = self._waiting, []
        for batch in batches:
            batch.run()
        for callback in waiting:
            callback()

    def tick(self) -> None:
        """Release all when the oldest sync has gone unanswered for too long."""
        if self._issued and self._clock() - self._issued[0].at > self._patience:
            self.release()

    def _issue(self) -> None:
        if not self._waiting or len(self._issued) >= _IN_FLIGHT:
            return
        batch = _Batch(self._waiting, self._clock())
        self._waiting = []
        self._issued.append(batch)
        sync(self._client, lambda result: self._replied(batch, result))

    def _replied(self, batch: _Batch, _result: IAsyncResult) -> None:
        if batch in self._issued:
            self._reads.after(lambda: self._finish(batch))

    def _finish(self, batch: _Batch) -> None:
        if batch not in self._issued:
            return
        self._issued.remove(batch)
        batch.run()
        self._issue()


class _Batch:
    """Callbacks that share one sync, and when it was issued."""

    def __init__(self, callbacks: list[Callback], at: float) -> None:
        self._callbacks, self.at = callbacks, at

    def run(self) -> None:
        for callback in self._callbacks:
            callback()
