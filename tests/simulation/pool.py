"""Work on all processors, in shares, each in a process of its own.

A process that dies, or is at one seed for too long, costs that seed alone: others take up what is
left of its share. The processes do not hear Ctrl+C, whose place is the one that waits for them.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

SHARE = 40
LONGEST = 120.0
"""Seconds that one seed may take."""
LOOK_EVERY = 1.0

PRELOADED = ["tests.simulation.run", "app.processes.forking"]
"""By the server that makes the processes; it makes the candidates of other tests too."""
WARMED = ["tests.simulation.warm", *PRELOADED]
"""The same, where it plays some itself first: that pays when so many are played."""
MANY = 1000

_context = multiprocessing.get_context("forkserver")

T = TypeVar("T")
Player = Callable[[Iterable[int]], T]
Lost = tuple[int, str]
"""A seed that ended its process, and how."""


def shared_out(seeds: range, player: Player[T]) -> Iterator[tuple[T | None, Lost | None]]:
    """What comes of all seeds, share by share, and those that were lost."""
    _context.set_forkserver_preload(WARMED if len(seeds) >= MANY else PRELOADED)
    processors = os.cpu_count() or 1
    shares = deque(_shares(seeds, processors))
    workers: list[_Worker[T]] = []
    try:
        while shares or workers:
            while shares and len(workers) < processors:
                workers.append(_Worker(shares.popleft(), player))
            for worker in _finished(workers):
                workers.remove(worker)
                shares.extendleft(worker.left)
                yield worker.came, worker.lost
    finally:
        for worker in workers:
            worker.kill()


def _shares(seeds: range, processors: int) -> Iterator[range]:
    """Small enough that all processors have something to do until the end."""
    size = max(1, min(SHARE, len(seeds) // (4 * processors)))
    return (seeds[at : at + size] for at in range(0, len(seeds), size))


class _Worker(Generic[T]):
    """A process that names each seed of its share before it plays it, and ends with what came of
    all of them. left: what others have to play.
    """

    def __init__(self, share: range, player: Player[T]) -> None:
        self.came: T | None = None
        self.lost: Lost | None = None
        self.left: list[range] = []
        self._share = share
        self._at = share[0]
        self._heard_at = time.monotonic()
        self.ear, mouth = _context.Pipe(duplex=False)
        self._process = _context.Process(target=_work, args=(mouth, share, player), daemon=True)
        with _without_interrupts():
            self._process.start()
        mouth.close()

    def listen(self) -> bool:
        """Take in what it has said; whether it has ended."""
        try:
            while self.came is None and self.ear.poll():
                self._take(self.ear.recv())
        except (EOFError, OSError):
            self._process.join(LOOK_EVERY)
            self._lose(_ending(self._process.exitcode))
        if time.monotonic() > self._heard_at + LONGEST:
            self._lose(f"no end within {LONGEST:.0f} s")
        return self.came is not None or self.lost is not None

    def kill(self) -> None:
        """End it, whatever it is at."""
        self._process.kill()
        self._process.join()
        self.ear.close()

    def _take(self, said: int | tuple[T]) -> None:
        self._heard_at = time.monotonic()
        if isinstance(said, int):
            self._at = said
        else:
            (self.came,) = said

    def _lose(self, how: str) -> None:
        self.lost = self._at, how
        at = self._share.index(self._at)
        self.left = [share for share in (self._share[at + 1 :], self._share[:at]) if share]


def _finished(workers: list[_Worker[T]]) -> list[_Worker[T]]:
    wait([worker.ear for worker in workers], LOOK_EVERY)
    over = [worker for worker in workers if worker.listen()]
    for worker in over:
        worker.kill()
    return over


def _ending(exit_code: int | None) -> str:
    killed = exit_code is not None and exit_code < 0
    how = signal.Signals(-exit_code).name if killed and exit_code else f"exit code {exit_code}"
    return f"its process died ({how})"


@contextmanager
def _without_interrupts() -> Iterator[None]:
    """Processes that begin within this never get Ctrl+C. The tracker of resources would take the
    mask off where it begins in here.
    """
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _work(mouth: Connection, share: range, player: Player[T]) -> None:
    """It ends before what it leaves behind is worth to be collected."""
    gc.disable()
    mouth.send((player(_named(mouth, share)),))


def _named(mouth: Connection, share: range) -> Iterator[int]:
    for seed in share:
        mouth.send(seed)
        yield seed
