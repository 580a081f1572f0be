"""Reads the whole tree, breadth first, in pipelined batches, while it goes on changing.

All of it runs on the in-order thread, in between the events of a recursive watch that was set
before. So a listing is exact at the moment of its reply, and the events after it apply to it. A
znode created meanwhile under a parent not listed yet comes with that parent's listing; one that
is deleted before its turn answers NoNode, after the event that told so.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Protocol

from kazoo.exceptions import NoNodeError

from app.zookeeper.frames import Answer
from app.zookeeper.reads import Reads
from app.zookeeper.requests import ChildrenOf
from app.zookeeper.tree import join

_BATCH = 500
_BATCHES_AHEAD = 4


class Listener(Protocol):
    """What is made of the answers."""

    def listed(self, path: str, names: list[str]) -> None:
        """These are the children of `path` now."""

    def denied(self, path: str) -> None:
        """The ACL of `path` forbids to list its children."""

    def vanished(self, path: str, zxid: int | None = None) -> None:
        """There is no `path` now. zxid: of its deletion, where an event told it."""


class Loader:
    """One walk at a time over everything below "/"; `done` is called at its end."""

    def __init__(self, reads: Reads, listener: Listener, done: Callable[[], None]) -> None:
        self._reads, self._listener, self._done = reads, listener, done
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
                self._take(path, answer)
            self._ask()
            if not self._asked:
                self._done()

        return take

    def _take(self, path: str, answer: Answer) -> None:
        tell(self._listener, path, answer)
        if isinstance(answer, list):
            self._queue.extend(join(path, name) for name in answer)


def tell(listener: Listener, path: str, answer: Answer) -> None:
    """Hand the answer to a listing to the listener."""
    if isinstance(answer, list):
        listener.listed(path, answer)
    elif isinstance(answer, NoNodeError):
        listener.vanished(path)
    else:
        listener.denied(path)
