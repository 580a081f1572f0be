"""The hand-over of a lock: its holder releases it, the next in the queue holds it.

Measured on one server of each kind in turns (a round of each, again and again), after rounds of
warm-up that do not count, on one clock: the monotonic clock of the machine, which all processes
share. Three processes want the lock, each with a session of ten seconds; on demand the holder
releases it, and asks for it again when the next one has it: a create on its way would hold up the
next one's read, in both. From the moment at which it is told to release to the moment at which the
next one holds the lock, each by its own clock and on the thread on which it is done.

- **Handoff's lock**: `app.recipes.lock.machine` in the process in which candidates live; Begin is
  the hold. The znode is the current session's and the lowest by one read, so much has been checked
  by then.
- **kazoo's `Lock`**: `release()`, and the return of `acquire()`, in processes of the same kind.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from statistics import median
from typing import Any

from kazoo.client import KazooClient

from app.participation import inputs as i
from app.processes.channel import WorkerTask
from app.processes.runtime import PipedRuntime
from app.processes.work import Host, Work
from app.recipes.lock.machine import Acquire, DistributedLock, Release
from benchmarks.clean_handoff import Contest, take_turns
from benchmarks.measure import Figure, percentile
from benchmarks.processes import Ending, Peer
from benchmarks.rivals import QUIET, SESSION_TIMEOUT, STANDING
from benchmarks.servers import both

KINDS = {"sandbox": "the sandbox", "apache": "Apache"}


def measure() -> list[Figure]:
    """Both servers, each rival on each."""
    with both() as servers, ExitStack() as stack:
        contests: list[Contest] = [
            stack.enter_context(Turns(entry, server.hosts))
            for server in servers.values()
            for entry in (hold_ours, hold_kazoos)
        ]
        taken = take_turns(contests)
    figures: list[Figure] = []
    for place, kind in enumerate(servers):
        figures += _figures(KINDS[kind], taken[2 * place], taken[2 * place + 1])
    return figures


class Turns(Ending):
    """A queue of processes that want one lock; each round the first one releases it, and asks
    again at the queue's end. `entry` says when it holds, and, asked to release, when it began to.
    """

    def __init__(self, entry: Callable[..., None], hosts: str) -> None:
        super().__init__()
        self._entry, self._hosts = entry, hosts
        self._queue: list[Peer] = []

    def __enter__(self) -> Turns:
        for _ in range(STANDING):
            self._queue.append(self.stack.enter_context(Peer(self._entry, self._hosts)))
            self._queue[-1].hear()
            time.sleep(QUIET)
        self._queue[0].hear()
        return self

    def round(self) -> float:
        """One hand-over."""
        time.sleep(2 * QUIET)
        holder = self._queue.pop(0)
        released: float = holder.ask("release")
        held: float = self._queue[0].hear()
        holder.say("acquire")
        self._queue.append(holder)
        return held - released


# -- ours -------------------------------------------------------------------------------------


class _Client(PipedRuntime):
    """Asks for the lock at once and whenever it has been released; runs until the pipe ends."""

    def __init__(self, task: WorkerTask, pipe: Pipe) -> None:
        self._told = pipe
        self._began = 0.0
        super().__init__(task, b"", DistributedLock, _Holding)

    def run(self) -> None:
        self._may_join = True
        self._start()
        while True:
            self._keep_time()
            left = self._next() - time.monotonic()
            for ready in wait([self._told, self._wake_reader], max(0.0, left)):
                if ready is self._told:
                    self._obey_bench()
                else:
                    os.read(self._wake_reader, 1024)

    def _obey_bench(self) -> None:
        if self._told.recv() == "release":
            self.post(self._release)
        else:
            self.post(lambda: self.give(Acquire(time.monotonic(), None)))

    def _release(self) -> None:
        self._began = time.monotonic()
        self.give(Release(self._began))

    def _before(self, given: i.Input) -> None:
        """Its release is told when it is confirmed, as kazoo's returns."""
        if isinstance(given, i.Deleted):
            self._told.send(self._began)

    def report(self, kind: str, data: dict[str, Any]) -> None:
        self._told.send(data["at"])


class _Holding(Work):
    """Says when the lock is held."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._has_asked = False

    def begin(self, epoch: int) -> None:
        self.host.report("held", {"at": time.monotonic()})

    def changed(self) -> None:
        if not self._has_asked:
            self._has_asked = True
            self.host.report("ready", {"at": time.monotonic()})
            self.host.give(Acquire(time.monotonic(), None))


def hold_ours(pipe: Pipe, hosts: str) -> None:
    """A process with our lock."""
    task = WorkerTask("bench", hosts, "/ours/lock", SESSION_TIMEOUT, "lock")
    _Client(task, pipe).run()


# -- kazoo's ----------------------------------------------------------------------------------


def hold_kazoos(pipe: Pipe, hosts: str) -> None:
    """A process with kazoo's lock."""
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    lock = client.Lock("/kazoos/lock", "bench")
    pipe.send("ready")
    while True:
        lock.acquire()
        pipe.send(time.monotonic())
        pipe.recv()
        began = time.monotonic()
        lock.release()
        pipe.send(began)
        pipe.recv()


def _figures(server: str, ours: list[float], theirs: list[float]) -> list[Figure]:
    name = f"lock hand-over on {server}"
    p50, against = median(ours), median(theirs)
    tails = percentile(ours, 99), percentile(theirs, 99)
    return [
        Figure(f"{name}: p50, against kazoo's Lock", p50, "ms", against, "<= 1 x", p50 <= against),
        Figure(f"{name}: p99, against kazoo's Lock", tails[0], "ms", tails[1]),
    ]
