"""A queue's throughput: items put in one after the other, then taken and done by three consumers.

Measured on one server of each kind in turns (a round of each, again and again), after a round of
warm-up that does not count, on one clock: the monotonic clock of the machine, which all processes
share. Each round puts `ITEMS` items of the same data into an empty queue, each after the answer to
the one before; then `CONSUMERS` processes with a session each take and finish all of them, without
any work in between. The time is from the first of these to be told to begin until the last item
is out of the queue.

- **Handoff's queue**: `app.recipes.queue.machine` in the process in which candidates live. An item
  is put together with its producer's ledger: an answer that is lost is no reason to put it twice.
  It is taken out by a transaction that somebody who has lost it meanwhile cannot carry out.
- **kazoo's `LockingQueue`**: `put()`, and `get()` and `consume()`, in processes of the same kind.
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

from app.participation import commands as c
from app.participation.phases import Phase
from app.processes.channel import WorkerOrder, WorkerTask
from app.processes.runtime import PipedRuntime
from app.processes.work import Host, Work
from app.recipes.queue import machine as m
from app.recipes.queue.machine import Consumer, WorkQueue
from benchmarks.measure import Figure, tell
from benchmarks.processes import Peer
from benchmarks.rivals import SESSION_TIMEOUT
from benchmarks.servers import both

KINDS = {"sandbox": "the sandbox", "apache": "Apache"}
ITEMS = 200
CONSUMERS = 3
ROUNDS = 9
WARM_UP = 1
IDLE = 0.3
"""Seconds without an item after which a consumer takes the queue for empty."""
DATA = b"an item of some forty bytes, like a name"
Entry = Callable[..., None]


def measure() -> list[Figure]:
    """Both servers, each rival on each."""
    figures: list[Figure] = []
    with both() as servers:
        for kind, server in servers.items():
            ours, theirs = _take_turns(server.hosts)
            figures += _figures(KINDS[kind], ours, theirs)
    return figures


Rates = list[tuple[float, float]]
"""Of each round the items a second that were put, and that were taken and done."""


def _take_turns(hosts: str) -> tuple[Rates, Rates]:
    rivals: list[tuple[Entry, Entry, str]] = [
        (put_ours, take_ours, "/ours"),
        (put_kazoos, take_kazoos, "/kazoos"),
    ]
    rates: tuple[Rates, Rates] = ([], [])
    for number in range(WARM_UP + ROUNDS):
        for turn in range(2):
            which = (number + turn) % 2
            put, take, path = rivals[which]
            rate = _round(put, take, hosts, f"{path}/queue-{number}")
            if number >= WARM_UP:
                rates[which].append(rate)
    tell("  " + ", ".join(f"{median(r[1] for r in one):.0f} items/s" for one in rates))
    return rates


def _round(put: Entry, take: Entry, hosts: str, path: str) -> tuple[float, float]:
    with Peer(put, hosts, path, forked=True) as producer:
        producer.hear()
        seconds: float = producer.ask(ITEMS, within=120.0)
    with ExitStack() as stack:
        peers = [
            stack.enter_context(Peer(take, hosts, path, forked=True)) for _ in range(CONSUMERS)
        ]
        for peer in peers:
            peer.hear()
        began = time.monotonic()
        for peer in peers:
            peer.say("go")
        told = [peer.hear(within=120.0) for peer in peers]
    done = sum(count for count, _ in told)
    if done != ITEMS:
        raise RuntimeError(f"{done} of {ITEMS} items came out of {path}")
    return ITEMS / seconds, ITEMS / (max(last for _, last in told) - began)


# -- ours -------------------------------------------------------------------------------------


class _Process(PipedRuntime):
    """Joins when it is told to, or at once; runs until the pipe ends."""

    def __init__(self, task: WorkerTask, pipe: Pipe, work: Callable[[Host], Work]) -> None:
        self._told = pipe
        super().__init__(task, b"bench", WorkQueue, work)

    def run(self) -> None:
        self._start()
        while True:
            self._keep_time()
            left = self._next() - time.monotonic()
            for ready in wait([self._told, self._wake_reader], max(0.0, left)):
                if ready is self._told:
                    self.obey(WorkerOrder("bench", self._told.recv()))
                else:
                    os.read(self._wake_reader, 1024)

    def _connected_as(self, session: int, password: bytes, timeout_ms: int) -> None:
        if self.task.settings["role"] == "producer":
            self._may_join = True
        else:
            self._told.send("ready")

    def report(self, kind: str, data: dict[str, Any]) -> None:
        self._told.send(data["said"])


class _Putting(Work):
    """One after the other, as a caller of `put()` does."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._left = 0
        self._began = 0.0
        self._is_ready = False

    def changed(self) -> None:
        if not self._is_ready and self.host.recipe.phase is Phase.RESTING:
            self._is_ready = True
            self.host.report("ready", {"said": "ready"})

    def order(self, word: str, value: Any) -> bool:
        self._left, self._began = int(value), time.monotonic()
        self._put()
        return True

    def _put(self) -> None:
        self.host.give(m.Offer(time.monotonic(), (DATA,)))

    def told(self, command: c.Command) -> None:
        if not isinstance(command, m.Stored):
            return
        self._left -= 1
        if self._left:
            self.host.post(self._put)
        else:
            self.host.report("put", {"said": time.monotonic() - self._began})


class _Taking(Work):
    """Each item is done at once; says how many there were when none comes any more."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._count = 0
        self._last = time.monotonic()
        self._has_begun = self._has_said = False

    def order(self, word: str, value: Any) -> bool:
        assert isinstance(self.host, PipedRuntime)
        self._has_begun, self._last = True, time.monotonic()
        self.host.obey(WorkerOrder("join"))
        self.host.wake_at(self._last + IDLE)
        return True

    def begin(self, epoch: int) -> None:
        self.host.post(self._complete)

    def _complete(self) -> None:
        assert isinstance(self.host.recipe, Consumer)
        if self.host.recipe.item is not None:
            self.host.give(m.Complete(time.monotonic(), self.host.recipe.item))

    def told(self, command: c.Command) -> None:
        if isinstance(command, m.Done):
            self._count, self._last = self._count + 1, time.monotonic()

    def tick(self, now: float) -> None:
        if now < self._last + IDLE:
            self.host.wake_at(self._last + IDLE)
        elif self.host.recipe.phase is not Phase.WAITING:
            self.host.wake_at(now + IDLE)
        elif self._has_begun and not self._has_said:
            self._has_said = True
            self.host.report("taken", {"said": (self._count, self._last)})


def put_ours(pipe: Pipe, hosts: str, path: str) -> None:
    """A process with our producer."""
    settings = {"role": "producer", "identity": "bench"}
    task = WorkerTask("bench", hosts, path, SESSION_TIMEOUT, "queue", settings)
    _Process(task, pipe, _Putting).run()


def take_ours(pipe: Pipe, hosts: str, path: str) -> None:
    """A process with our consumer."""
    task = WorkerTask("bench", hosts, path, SESSION_TIMEOUT, "queue", {"role": "consumer"})
    _Process(task, pipe, _Taking).run()


# -- kazoo's ----------------------------------------------------------------------------------


def put_kazoos(pipe: Pipe, hosts: str, path: str) -> None:
    """A process that calls `put()`."""
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    queue = client.LockingQueue(path)
    queue._ensure_paths()
    pipe.send("ready")
    count = pipe.recv()
    began = time.monotonic()
    for _ in range(count):
        queue.put(DATA)
    pipe.send(time.monotonic() - began)
    pipe.recv()


def take_kazoos(pipe: Pipe, hosts: str, path: str) -> None:
    """A process that calls `get()` and `consume()`."""
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    queue = client.LockingQueue(path)
    pipe.send("ready")
    pipe.recv()
    count, last = 0, time.monotonic()
    while queue.get(timeout=IDLE) is not None:
        if queue.consume():
            count, last = count + 1, time.monotonic()
    pipe.send((count, last))
    pipe.recv()


def _figures(server: str, ours: Rates, theirs: Rates) -> list[Figure]:
    figures = []
    for which, what in enumerate(("put", "get and consume")):
        value, against = (median(rate[which] for rate in one) for one in (ours, theirs))
        name = f"queue on {server}: {what}, against kazoo's LockingQueue"
        figures.append(Figure(name, value, "items/s", against, ">= 1 x", value >= against))
    value, against = (
        median(1 / (1 / put + 1 / took) for put, took in one) for one in (ours, theirs)
    )
    name = f"queue on {server}: in and out, against kazoo's LockingQueue"
    return [*figures, Figure(name, value, "items/s", against, ">= 1 x", value >= against)]
