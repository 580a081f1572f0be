"""A thousand locks of one process on one connection: Handoff's, kazoo's and Curator's.

Each side has a process of its own with one client, and a thousand locks with a path each, on one
Apache ZooKeeper, in turns. In a round it acquires them one after the other, as a program with many
things to guard does, and then releases them; the first round, which makes the parents, does not
count. Threads and descriptors are those of the process while it holds all of them, less those that
it had with its connected client alone.

- **Handoff's `Lock`** on a `KazooClient`: with the clock and the proofs that no other side has.
- **kazoo's `Lock`** on a client of the same kind.
- **Curator's `InterProcessMutex`**; it is left out where Curator or a Java compiler is missing.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from multiprocessing.connection import Connection as Pipe
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, Protocol

import psutil
from kazoo.client import KazooClient

from app.library import Lock
from benchmarks.measure import Figure, tell
from benchmarks.processes import Ending, Peer
from benchmarks.rivals import SESSION_TIMEOUT
from benchmarks.servers import in_turns, private_zookeeper
from tests.conformance.conversation import Conversation
from tests.conformance.curator import compile_program, missing, start_program

LOCKS = 1000
ROUNDS = 5
WITHIN = 120.0
OURS, KAZOOS, CURATORS = "ours", "kazoo's Lock", "Curator's InterProcessMutex"


class Cost(NamedTuple):
    """The cost of a thousand locks: acquiring them in ms, and what they keep."""

    acquired: float
    threads: int
    files: int


class Side(Protocol):
    """One of those that are compared."""

    def round(self) -> Cost:
        """Acquire all, and release all."""
        ...


def measure() -> list[Figure]:
    """All sides, in turns."""
    with private_zookeeper() as server, ExitStack() as stack:
        sides: dict[str, Side] = {
            OURS: stack.enter_context(_InPython(_hold_ours, server.hosts)),
            KAZOOS: stack.enter_context(_InPython(_hold_kazoos, server.hosts)),
        }
        if (reason := missing()) is None:
            sides[CURATORS] = stack.enter_context(_InJava(server.hosts))
        else:
            tell(f"  {CURATORS} is left out: {reason}.")
        costs: dict[str, list[Cost]] = {name: [] for name in sides}
        for name in in_turns(1 + ROUNDS, list(sides)):
            costs[name].append(sides[name].round())
    return _figures({name: found[1:] for name, found in costs.items()})


class _InPython(Ending):
    """A process that holds the locks which `work` says."""

    def __init__(self, work: Callable[..., None], hosts: str) -> None:
        super().__init__()
        self._peer = Peer(work, hosts)

    def __enter__(self) -> _InPython:
        self.stack.enter_context(self._peer)
        self._process = psutil.Process(self._peer.hear())
        self._before = _kept(self._process)
        return self

    def round(self) -> Cost:
        acquired = self._peer.ask("acquire", WITHIN)
        kept = _kept(self._process, self._before)
        self._peer.ask("release", WITHIN)
        return Cost(acquired, *kept)


class _InJava(Ending):
    """A process with Curator's."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._hosts = hosts

    def __enter__(self) -> _InJava:
        directory = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        compile_program("Many", directory)
        timeout_ms = int(SESSION_TIMEOUT * 1000)
        self._program: Conversation = self.stack.enter_context(
            start_program("Many", directory, self._hosts, "/curators", LOCKS, timeout_ms)
        )
        self._program.await_line("ready")
        self._process = psutil.Process(self._program.process.pid)
        self._before = _kept(self._process)
        return self

    def round(self) -> Cost:
        self._program.say("acquire")
        acquired = int(self._program.await_word("acquired")) / 1e6
        kept = _kept(self._process, self._before)
        self._program.say("release")
        self._program.await_word("released")
        return Cost(acquired, *kept)


def _kept(process: psutil.Process, before: tuple[int, int] = (0, 0)) -> tuple[int, int]:
    return process.num_threads() - before[0], process.num_fds() - before[1]


def _hold_ours(pipe: Pipe, hosts: str) -> None:
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    _serve(pipe, lambda: [Lock(client, f"/ours/{number}") for number in range(LOCKS)])


def _hold_kazoos(pipe: Pipe, hosts: str) -> None:
    client = KazooClient(hosts, timeout=SESSION_TIMEOUT)
    client.start()
    _serve(pipe, lambda: [client.Lock(f"/kazoos/{number}") for number in range(LOCKS)])


def _serve(pipe: Pipe, make: Callable[[], list[Any]]) -> None:
    pipe.send(psutil.Process().pid)
    locks: list[Any] = []
    while True:
        order = pipe.recv()
        locks = locks or make()
        began = time.monotonic()
        for lock in locks:
            getattr(lock, order)()
        pipe.send((time.monotonic() - began) * 1000)


def _figures(costs: dict[str, list[Cost]]) -> list[Figure]:
    name = f"{LOCKS:,} locks on one connection"
    figures: list[Figure] = []
    ours = _medians(costs.pop(OURS))
    for rival, found in costs.items():
        theirs = _medians(found)
        figures += [
            Figure(f"{name}: acquired, against {rival}", ours.acquired, "ms", theirs.acquired),
            Figure(f"{name}: threads, against {rival}", ours.threads, "", theirs.threads),
        ]
    return [
        *figures,
        Figure(f"{name}: threads", ours.threads, "", None, "<= 2", ours.threads <= 2),
        Figure(f"{name}: descriptors", ours.files, "", None, "0", ours.files <= 0),
    ]


def _medians(costs: list[Cost]) -> Cost:
    return Cost(*(median(values) for values in zip(*costs, strict=True)))
