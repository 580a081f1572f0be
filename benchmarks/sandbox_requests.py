"""Measure how fast the sandbox answers, and Apache ZooKeeper on the same machine in the same run.

Both serve at the same time, in memory and without fsync, and are asked in turns; the other one is
idle. Before anything counts, both have answered so many requests that Java has compiled
what it uses. The load comes from this process, by `raw` clients, which cost next to nothing, and
once more by kazoo's `get_async` and `set_async`, as users have it: there it is kazoo that is slow.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable
from contextlib import ExitStack
from itertools import cycle, islice
from statistics import median

from kazoo.client import KazooClient
from kazoo.interfaces import IAsyncResult

from benchmarks import raw
from benchmarks.measure import Figure, tell
from benchmarks.servers import Server, both, in_turns, kazoo_client

ROUNDS = 9
WARM_UP = 40_000
PIPELINED = 10_000
CONNECTIONS = 4
ROUND_TRIPS = 400
BY_KAZOO = 3_000
ZNODES = [f"/measured-{number:03d}" for number in range(400)]
_GETS, _PUTS = raw.gets(ZNODES), raw.puts(ZNODES)


def measure() -> list[Figure]:
    """Medians over all rounds."""
    with both() as servers, ExitStack() as stack:
        loads = {name: stack.enter_context(_Load(server)) for name, server in servers.items()}
        for load in loads.values():
            load.warm_up()
        taken: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for name in in_turns(ROUNDS, list(loads)):
            for what, value in loads[name].round().items():
                taken[what][name].append(value)
    return [
        _figure(what, median(one["sandbox"]), median(one["apache"])) for what, one in taken.items()
    ]


def _figure(what: str, ours: float, theirs: float) -> Figure:
    tell(f"  {what}: {ours:.4g}, Apache {theirs:.4g}")
    name = f"sandbox: {what}"
    if what == _ROUND_TRIP:
        return Figure(name, ours, "ms", theirs, "<= 1 x Apache's", ours <= theirs)
    if what.startswith("kazoo") and "p50" in what:
        return Figure(name, ours, "ms", theirs)
    return Figure(name, ours, "/s", theirs, ">= 0.7 x Apache's", ours >= 0.7 * theirs)


_ROUND_TRIP = "get, round trip p50"


class _Load:
    """The clients of one server."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._stack = ExitStack()
        self._sessions: list[raw.RawSession] = []
        self._kazoo: KazooClient

    def __enter__(self) -> _Load:
        self._sessions = [
            self._stack.enter_context(raw.RawSession(self._server.port)) for _ in range(CONNECTIONS)
        ]
        self._kazoo = self._stack.enter_context(kazoo_client(self._server.hosts))
        for request in raw.creates(ZNODES):
            self._sessions[0].ask(request)
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def warm_up(self) -> None:
        """Have everything compiled and cached that the rounds use."""
        for requests in (_GETS, _PUTS):
            raw.pipelined(self._sessions, requests, WARM_UP // CONNECTIONS)
            raw.pipelined(self._sessions[:1], requests, WARM_UP)
        self._round_trips(2000)
        self._by_kazoo(self._kazoo.get_async, BY_KAZOO)

    def round(self) -> dict[str, float]:
        """Each figure once."""
        one, all_, share = self._sessions[:1], self._sessions, PIPELINED // CONNECTIONS
        return {
            _ROUND_TRIP: self._round_trips(ROUND_TRIPS),
            "kazoo's get, round trip p50": self._kazoo_round_trips(ROUND_TRIPS),
            "pipelined reads": raw.pipelined(one, _GETS, PIPELINED),
            "pipelined writes": raw.pipelined(one, _PUTS, PIPELINED),
            f"pipelined reads, {CONNECTIONS} clients": raw.pipelined(all_, _GETS, share),
            f"pipelined writes, {CONNECTIONS} clients": raw.pipelined(all_, _PUTS, share),
            "kazoo's async reads": self._by_kazoo(self._kazoo.get_async, BY_KAZOO),
            "kazoo's async writes": self._by_kazoo(
                lambda path: self._kazoo.set_async(path, raw.DATA), BY_KAZOO
            ),
        }

    def _round_trips(self, count: int) -> float:
        """The median in ms."""
        session, requests = self._sessions[0], cycle(_GETS)
        return _median_ms(lambda: session.ask(next(requests)), count)

    def _kazoo_round_trips(self, count: int) -> float:
        paths = cycle(ZNODES)
        return _median_ms(lambda: self._kazoo.get(next(paths)), count)

    def _by_kazoo(self, call: Callable[[str], IAsyncResult], count: int) -> float:
        """Answers a second, all requests handed to kazoo at once."""
        began = time.monotonic()
        for result in [call(path) for path in islice(cycle(ZNODES), count)]:
            result.get()
        return count / (time.monotonic() - began)


def _median_ms(call: Callable[[], object], count: int) -> float:
    taken = []
    for _ in range(count):
        began = time.perf_counter()
        call()
        taken.append((time.perf_counter() - began) * 1000)
    return median(taken)
