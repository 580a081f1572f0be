"""Pipeline the reads of one session: bound them, answer them in order, and drop them when the
connection ends.

All methods belong to the in-order thread.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeAlias

from kazoo.client import KazooClient
from kazoo.exceptions import UnimplementedError, ZookeeperError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import EventType, ZnodeStat

from . import operations as o
from .extension import Then
from .requests import (
    CONNECTION_ERRORS,
    Answer,
    as_answer,
    batches,
    multi_read,
    read_one,
)

Stat: TypeAlias = "ZnodeStat | ZookeeperError | None"
_Done: TypeAlias = Callable[[list[Any]], None]
_Job: TypeAlias = Callable[[_Done], None]

# A request costs a byte in kazoo's wake-up pipe, which must never fill. The in-order thread
# would wait there for a connection that is gone.
_SINGLES = 50
_BATCH_BYTES = 256 << 10


@dataclass(slots=True)
class _Waiting:
    """A callback that waits for the reads up to number `until`; `asked` of them came before it."""

    asked: int
    until: int
    callback: Callable[[], object]


class ReadQueue:
    """A queue of reads, `depth` batches of it on their way at a time.

    batch: how many reads share one round trip. To a server without multi-reads each goes on its
    own; `on_unimplemented` is called when a server turns out to be one.
    """

    def __init__(
        self,
        client: KazooClient,
        on_unimplemented: Callable[[], None],
        *,
        batch: int = 500,
        depth: int = 4,
    ) -> None:
        self._client, self._batch, self._depth = client, batch, depth
        self._on_unimplemented = on_unimplemented
        self._generation = 0
        self._queue: deque[Callable[[], None]] = deque()
        self._in_flight = 0
        self._issued = self._answered = 0
        self._after: deque[_Waiting] = deque()

    def restart(self) -> None:
        """Forget all reads under way: their connection has ended."""
        self._generation += 1
        self._queue.clear()
        self._in_flight = 0
        self._answered = self._issued
        self._run_after()

    def after(self, callback: Callable[[], object]) -> None:
        """Run `callback` once all reads requested until now are answered or dropped, and also those
        to which their answers led: without a recursive watch, a list leads to its new members.
        """
        self._after.append(_Waiting(self._issued, self._issued, callback))
        self._run_after()

    def many(
        self,
        reads: Sequence[o.Read],
        then: Callable[[list[Answer]], None],
        watcher: o.Watcher | None = None,
    ) -> None:
        """Read all of these; `then` gets one answer for each, in order, all at once."""
        is_together = self._client.handler.capabilities.multi_reads and watcher is None
        if is_together:
            jobs = [partial(self._send_multi, part) for part in _parts(reads, self._batch)]
        else:
            jobs = [partial(self._send, part, watcher) for part in _parts(reads, _SINGLES)]
        self._enqueue(jobs, then)

    def names(
        self, path: str, then: Callable[[Answer], None], watcher: o.Watcher | None = None
    ) -> None:
        """Read the names of a znode's children by a request of its own."""
        job = partial(self._send, [o.Names(path)], watcher)
        self._enqueue([job], lambda answers: then(answers[0]))

    def when_there(self, path: str, there: Callable[[], None]) -> None:
        """Call `there` once there is such a znode: now, or when somebody creates it."""

        def answered(result: IAsyncResult) -> None:
            if result.exception is None and result.value is not None:
                there()

        def fired(event: o.WatchEvent) -> None:
            if event.type == EventType.CREATED:
                there()

        read_one(self._client, o.Exists(path), answered, fired)

    def stats(self, paths: Sequence[str], then: Callable[[list[Stat]], None]) -> None:
        """Call `exists` for all; None in the answer means a missing znode."""
        parts = _parts([o.Exists(path) for path in paths], _SINGLES)
        self._enqueue([partial(self._send, part, None) for part in parts], then)

    def _enqueue(self, jobs: Sequence[_Job], then: Callable[[list[Any]], None]) -> None:
        gathered: list[Any] = []
        for number, job in enumerate(jobs, start=1):
            self._issued += 1
            self._queue.append(self._ready(job, gathered, then if number == len(jobs) else None))
        self._pump()

    def _ready(
        self, job: _Job, gathered: list[Any], then: Callable[[list[Any]], None] | None
    ) -> Callable[[], None]:
        def answered(answers: list[Any]) -> None:
            self._in_flight -= 1
            self._answered += 1
            gathered.extend(answers)
            if then is not None:
                self._follow(then, gathered)
            self._pump()
            self._run_after()

        return lambda: job(answered)

    def _follow(self, then: Callable[[list[Any]], None], gathered: list[Any]) -> None:
        before = self._issued
        then(gathered)
        if self._issued > before:
            for waiting in self._after:
                if self._answered <= waiting.asked:
                    waiting.until = self._issued

    def _pump(self) -> None:
        while self._queue and self._in_flight < self._depth:
            self._in_flight += 1
            self._queue.popleft()()

    def _run_after(self) -> None:
        while self._after and self._after[0].until <= self._answered:
            self._after.popleft().callback()

    def _send_multi(self, part: Sequence[o.Read], done: _Done) -> None:
        def replied(result: IAsyncResult) -> None:
            if isinstance(result.exception, UnimplementedError):
                self._on_unimplemented()
            else:
                done([result.exception] * len(part) if result.exception else result.value)

        multi_read(self._client, part, self._while_connected(replied))

    def _send(self, part: Sequence[o.Read], watcher: o.Watcher | None, done: _Done) -> None:
        answers: list[Any] = []

        def replied(result: IAsyncResult) -> None:
            answers.append(result.exception or as_answer(result.value))
            if len(answers) == len(part):
                done(answers)

        for read in part:
            read_one(self._client, read, self._while_connected(replied), watcher)

    def _while_connected(self, replied: Then) -> Then:
        """Return a function that calls `replied` for as long as this connection lasts, and nobody
        afterwards.
        """
        generation = self._generation

        def told(result: IAsyncResult) -> None:
            is_lost = isinstance(result.exception, CONNECTION_ERRORS)
            if generation == self._generation and not is_lost:
                replied(result)

        return told


def _parts(reads: Sequence[o.Read], most: int) -> list[list[o.Read]]:
    """Return batches of at most `most` reads; a request holds 1 MB, so long paths make more
    batches.
    """
    return list(batches(reads, lambda read: len(read.path), most, _BATCH_BYTES))
