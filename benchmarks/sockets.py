"""How late an event is at each of many pages, beside a bare Flask-SocketIO application.

40, 200 and 1,000 sockets follow a dashboard while a znode changes 50, 50 and 10 times a second, and
in turns as many are connected to the bare application, which emits as often a message of the same
length. An event is late by the time from its `at`, when the server had it, to each of the sockets;
both are read from the clock that all processes of a machine share. Beside the 200 there is then one
more that takes 1 kB a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import ExitStack
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil
from kazoo.client import KazooClient

from benchmarks import bare_sockets
from benchmarks.crowd import FOLLOW, Crowd, slow_client
from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, percentile, processor_of, proportional_set_size
from benchmarks.processes import Peer
from benchmarks.servers import in_turns, kazoo_client, private_zookeeper

LEVELS = ((40, 50), (200, 50), (1000, 10))
COMPARED, BESIDE_SLOW, MANY = 200, 200, 1000
ROUNDS = 3
SECONDS = 5
ZNODE = "/changing"
_MIB = 1 << 20


class Side(NamedTuple):
    """A server that is measured: its process, its port, what its clients say first, and what makes
    it send so many events a second, for so many seconds.
    """

    pid: int
    port: int
    opening: tuple[str, ...]
    send: Callable[[float, float], None]


class Watched(NamedTuple):
    """What was measured of one side: how late the events were (ms), the shares of one processor
    that the server and its busiest crowd took, the server's threads and its memory in MiB.
    """

    late: list[float]
    share: float
    crowd: float
    threads: int
    memory: float


def measure() -> list[Figure]:
    """Measure a fresh dashboard and a fresh bare application."""
    with ExitStack() as stack:
        server = stack.enter_context(private_zookeeper())
        writer = stack.enter_context(kazoo_client(server.hosts))
        writer.create(ZNODE)
        dashboard = stack.enter_context(Dashboard(server.hosts))
        bare = stack.enter_context(Peer(bare_sockets.serve))
        pid, port = bare.hear()
        sides = {
            "handoff": Side(
                dashboard.pid, urlsplit(dashboard.address).port or 0, FOLLOW,
                lambda rate, seconds: change(writer, rate, seconds),
            ),
            "bare": Side(
                pid, port, (), lambda rate, seconds: bare.ask((rate, seconds), 2 * SECONDS + 60)
            ),
        }  # fmt: skip
        figures = [figure for level in LEVELS for figure in _compare(sides, *level)]
        return [*figures, *_beside_slow(sides["handoff"])]


def _compare(sides: dict[str, Side], count: int, rate: int) -> list[Figure]:
    with ExitStack() as stack:
        crowds = {
            name: stack.enter_context(Crowd(side.port, count, side.opening))
            for name, side in sides.items()
        }
        watched: dict[str, list[Watched]] = {name: [] for name in sides}
        for name in in_turns(ROUNDS, list(sides)):
            watched[name].append(_watch(sides[name], crowds[name], rate))
    ours, bare = _pooled(watched["handoff"]), _pooled(watched["bare"])
    return _figures(f"{count:,} sockets, {rate} events/s", count, ours, bare)


def _figures(name: str, count: int, ours: Watched, bare: Watched) -> list[Figure]:
    late, other = percentile(ours.late, 99), percentile(bare.late, 99)
    goals = {COMPARED: ("<= 1.5 times bare", late <= 1.5 * other), MANY: ("< 250 ms", late < 250)}
    return [
        Figure(f"{name}: delay p50", median(ours.late), "ms", median(bare.late)),
        Figure(f"{name}: delay p99", late, "ms", other, *goals.get(count, ("", True))),
        Figure(f"{name}: processor", ours.share * 100, "%", bare.share * 100),
        Figure(f"{name}: threads", ours.threads, "", bare.threads),
        Figure(f"{name}: PSS", ours.memory, "MiB", bare.memory),
        Figure(f"{name}: a process of clients", ours.crowd * 100, "%", bare.crowd * 100),
    ]


def _beside_slow(side: Side) -> list[Figure]:
    """Measure with and without the slow client in turns, so that all else is the same."""
    watched: dict[str, list[Watched]] = {"without": [], "beside": []}
    with Crowd(side.port, BESIDE_SLOW, side.opening) as crowd:
        for name in in_turns(ROUNDS, list(watched)):
            with ExitStack() as stack:
                if name == "beside":
                    stack.enter_context(slow_client(side.port, side.opening)).hear()
                    side.send(200, SECONDS)  # more than the system keeps for it
                watched[name].append(_watch(side, crowd, 50))
    late = {name: percentile(_pooled(found).late, 99) for name, found in watched.items()}
    holds = late["beside"] <= 1.25 * late["without"]
    name = f"{BESIDE_SLOW} sockets, one more at 1 kB/s: delay p99"
    return [Figure(name, late["beside"], "ms", late["without"], "as without it (<= 1.25)", holds)]


def _watch(side: Side, crowd: Crowd, rate: float) -> Watched:
    """Measure one turn, after a second in which everything warms up."""
    process = psutil.Process(side.pid)
    side.send(rate, 1)
    time.sleep(0.5)
    before, began = processor_of(process), time.monotonic()
    heard = crowd.hear(lambda: _send_and_wait(side, rate))
    share = (processor_of(process) - before) / (time.monotonic() - began)
    memory = proportional_set_size(side.pid) / _MIB
    return Watched(heard.late, share, heard.share, process.num_threads(), memory)


def _send_and_wait(side: Side, rate: float) -> None:
    side.send(rate, SECONDS)
    time.sleep(0.5)


def _pooled(turns: list[Watched]) -> Watched:
    late = [one for turn in turns for one in turn.late]
    shares, crowds, threads, memory = zip(*(turn[1:] for turn in turns), strict=True)
    return Watched(late, median(shares), max(crowds), max(threads), max(memory))


def change(writer: KazooClient, rate: float, seconds: float) -> None:
    """Change the znode so many times a second."""
    began = time.monotonic()
    for number in range(int(rate * seconds)):
        time.sleep(max(0.0, began + number / rate - time.monotonic()))
        writer.set_async(ZNODE, b"")
