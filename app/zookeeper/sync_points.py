"""Run a callback when the mirror has seen everything that ZooKeeper did before now."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TypeAlias

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.serialization import Sync

from .extension import send
from .reads import ReadQueue
from .requests import CONNECTION_ERRORS, rooted

Callback: TypeAlias = Callable[[], object]
MOST_TICKS = 10
"""The ticks after which an unanswered sync shows that ZooKeeper is silent. We count them, and do
not time them: while this process itself stands still, nobody has been silent.
"""
_IN_FLIGHT = 2


class SyncPoints:
    """Callbacks that wait for a `sync` that is issued after they came in; many share one.

    Replies and events arrive in the order of the wire, so at the reply to a sync all events of
    earlier transactions have been handled. The callbacks also wait for the reads to which those
    events led (who owns a new member). Callbacks always run first in, first out. They run at once
    where nobody can say what ZooKeeper does: while there is no connection, and while it
    `is_silent`, from the `MOST_TICKS`th tick of a sync on until that is answered. `tell` hears when
    this silence begins and ends; `took` hears, for each sync that is answered, how many seconds it
    took until all that came before it was handled.
    """

    def __init__(
        self,
        client: KazooClient,
        reads: ReadQueue,
        tell: Callable[[bool], object],
        took: Callable[[float], object],
        clock: Callable[[], float],
    ) -> None:
        self._client, self._reads, self._tell = client, reads, tell
        self._took, self._clock = took, clock
        self._is_open = False
        self.is_silent = False
        self._waiting: list[Callback] = []
        self._issued: deque[_Batch] = deque()

    @property
    def is_waiting(self) -> bool:
        """Tell whether any callback has not run yet."""
        return bool(self._waiting or self._issued)

    def open(self) -> None:
        """Note that there is a connection."""
        self._is_open = True

    def close(self) -> None:
        """Note that there is no connection: run all callbacks that wait."""
        self._is_open = self.is_silent = False
        self._release()

    def add(self, callback: Callback) -> None:
        """Run `callback` after everything that happened before now."""
        self._waiting.append(callback)
        if self._is_open and not self.is_silent:
            self._issue()
        else:
            self._release()

    def tick(self) -> None:
        """Count a tick; the owner calls this every tenth of a second while `is_waiting`."""
        if not self._issued:
            return
        self._issued[0].ticks += 1
        if self._issued[0].ticks >= MOST_TICKS:
            self.is_silent = True
            self._tell(True)
            self._release()

    def _release(self) -> None:
        batches = [*self._issued, _Batch(self._waiting)]
        self._issued, self._waiting = deque(), []
        for batch in batches:
            batch.run()

    def _issue(self) -> None:
        if not self._waiting or len(self._issued) >= _IN_FLIGHT:
            return
        batch = _Batch(self._waiting, sent_at=self._clock())
        self._waiting = []
        self._issued.append(batch)
        request = Sync(rooted(self._client, "/"))
        send(self._client, request, partial(self._replied, batch))

    def _replied(self, batch: _Batch, result: IAsyncResult) -> None:
        is_heard = not isinstance(result.exception, CONNECTION_ERRORS)
        self._reads.after(lambda: self._finish(batch, is_heard))

    def _finish(self, batch: _Batch, is_heard: bool) -> None:
        if self.is_silent and is_heard:
            self.is_silent = False
            self._tell(False)
        if is_heard:
            self._took(self._clock() - batch.sent_at)
        if batch in self._issued:
            self._issued.remove(batch)
            batch.run()
            self._issue()


@dataclass(slots=True, eq=False)
class _Batch:
    """Callbacks that share one sync, when it was sent, and for how many ticks it has not been
    answered.
    """

    callbacks: list[Callback]
    sent_at: float = 0.0
    ticks: int = 0

    def run(self) -> None:
        for callback in self.callbacks:
            callback()
