"""Read the whole tree, breadth first, in pipelined batches, while it goes on changing.

All of it runs on the in-order thread, in between the events of a recursive watch that was set
before. So a listing is exact at the moment of its reply, and the events after it apply to it. A
znode created meanwhile under a parent not listed yet comes with that parent's listing; one that
is deleted before its turn answers NoNode, after the event that reported it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TypeAlias

from .frames import Answer
from .reads import ReadQueue
from .requests import ChildrenOf
from .tree import join

Answered: TypeAlias = Callable[[str, Answer], None]
"""Takes a path and the answer to a listing of it."""

_BATCH = 500
_BATCHES_AHEAD = 4


class Loader:
    """One walk at a time over everything below "/"; `done` is called at its end."""

    def __init__(self, reads: ReadQueue, answered: Answered, done: Callable[[], None]) -> None:
        self._reads, self._answered, self._done = reads, answered, done
        self._queue: deque[str] = deque()
        self._asked = 0

    def start(self) -> None:
        """Walk from the root on, forgetting a walk that was under way."""
        self._queue = deque(("/",))
        self._asked = 0
        self._ask()

    def stop(self) -> None:
        """Forget the walk: its connection has ended."""
        self._queue.clear()

    def _ask(self) -> None:
        while self._queue and self._asked < _BATCHES_AHEAD:
            batch = [self._queue.popleft() for _ in range(min(_BATCH, len(self._queue)))]
            self._asked += 1
            self._reads.many([ChildrenOf(path) for path in batch], self._taker(batch))

    def _taker(self, batch: list[str]) -> Callable[[list[Answer]], None]:
        def take(answers: list[Answer]) -> None:
            self._asked -= 1
            for path, answer in zip(batch, answers, strict=True):
                self._answered(path, answer)
                if isinstance(answer, list):
                    self._queue.extend(join(path, name) for name in answer)
            self._ask()
            if not self._asked:
                self._done()

        return take
