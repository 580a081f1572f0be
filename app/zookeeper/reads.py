"""Pipeline the reads of one session: bounded, answered in order, dropped when the connection ends.

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

from .batches import batches
from .extension import Then
from .frames import Answer
from .requests import CONNECTION_ERRORS, ProtocolRead, StatOf, as_answer, multi_read, read_one
from .watching import WatchEvent

Stat: TypeAlias = "ZnodeStat | ZookeeperError | None"
_Done: TypeAlias = Callable[[list[Any]], None]
_Job: TypeAlias = Callable[[_Done], None]

# A request costs a byte in kazoo's wake-up pipe, which must never fill: the in-order thread
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
        """Forget all that is under way: its connection has ended."""
        self._generation += 1
        self._queue.clear()
        self._in_flight = 0
        self._answered = self._issued
        self._run_after()

    def after(self, callback: Callable[[], object]) -> None:
        """Run `callback` when all reads requested until now are answered (or dropped), and those
        which their answers led to: without a recursive watch, a list to its new members.
        """
        self._after.append(_Waiting(self._issued, self._issued, callback))
        self._run_after()

    def many(self, reads: Sequence[ProtocolRead], then: Callable[[list[Answer]], None]) -> None:
        """Read all; `then` gets one answer for each, in order, all at once."""
        is_together = self._client.handler.capabilities.multi_reads
        send, size = (self._send_multi, self._batch) if is_together else (self._send, _SINGLES)
        self._enqueue([partial(send, part) for part in _parts(reads, size)], then)

    def one(self, read: ProtocolRead, then: Callable[[Answer], None]) -> None:
        """Read by a request of its own, which may set a watch."""
        self._enqueue([partial(self._send, [read])], lambda answers: then(answers[0]))

    def when_there(self, path: str, there: Callable[[], None]) -> None:
        """Call `there` once there is such a znode, be it now or when it is created."""

        def answered(result: IAsyncResult) -> None:
            if result.exception is None and result.value is not None:
                there()

        def fired(event: WatchEvent) -> None:
            if event.type == EventType.CREATED:
                there()

        read_one(self._client, StatOf(path, fired), answered)

    def stats(self, paths: Sequence[str], then: Callable[[list[Stat]], None]) -> None:
        """Call `exists` for all; None in the answer means a missing znode."""
        parts = _parts([StatOf(path) for path in paths], _SINGLES)
        self._enqueue([partial(self._send, part) for part in parts], then)

    def _enqueue(self, jobs: list[_Job], then: Callable[[list[Any]], None]) -> None:
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

    def _send_multi(self, part: Sequence[ProtocolRead], done: _Done) -> None:
        def replied(result: IAsyncResult) -> None:
            if isinstance(result.exception, UnimplementedError):
                self._on_unimplemented()
            else:
                done([result.exception] * len(part) if result.exception else result.value)

        multi_read(self._client, part, self._while_connected(replied))

    def _send(self, part: Sequence[ProtocolRead], done: _Done) -> None:
        answers: list[Any] = []

        def replied(result: IAsyncResult) -> None:
            answers.append(result.exception or as_answer(result.value))
            if len(answers) == len(part):
                done(answers)

        for read in part:
            read_one(self._client, read, self._while_connected(replied))

    def _while_connected(self, replied: Then) -> Then:
        """Return `replied` for as long as this connection lasts; then nobody is told."""
        generation = self._generation

        def told(result: IAsyncResult) -> None:
            is_lost = isinstance(result.exception, CONNECTION_ERRORS)
            if generation == self._generation and not is_lost:
                replied(result)

        return told


def _parts(reads: Sequence[ProtocolRead], most: int) -> list[list[ProtocolRead]]:
    """Return batches of at most `most`; a request holds 1 MB, so long paths make more."""
    return list(batches(reads, lambda read: len(read.path), most, _BATCH_BYTES))
