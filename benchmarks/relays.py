"""1,000 pages at two relays of a dashboard, beside Flask-SocketIO's message queue in Redis.

Half of the sockets are at each of two relays, which follow a dashboard while a znode changes ten
times a second; in turns, half of as many are at each of two bare Flask-SocketIO applications that
get the same events from a third one by Redis. The latter is measured where `redis-server` and the
package `redis` are. `processor` is of all processes of a side, but for ZooKeeper's.
"""

from __future__ import annotations

import importlib.util
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import psutil

from benchmarks import bare_sockets
from benchmarks.crowd import FOLLOW, Crowd
from benchmarks.dashboard import Dashboard
from benchmarks.measure import (
    Figure,
    await_,
    percentile,
    processor_of,
    proportional_set_size,
)
from benchmarks.processes import Peer, die_with_parent
from benchmarks.servers import in_turns, kazoo_client, private_zookeeper
from benchmarks.sockets import ZNODE, change

SOCKETS, RATE, SERVERS = 1000, 10, 2
ROUNDS, SECONDS = 3, 5
_MIB = 1 << 20


class Side(NamedTuple):
    """A way to serve many: its processes, what its clients are, and what makes it send so many
    events a second, for so many seconds.
    """

    pids: list[int]
    crowds: list[Crowd]
    send: Callable[[float, float], None]


class Turn(NamedTuple):
    """What was measured in one turn: how late the events were (ms), processor, memory (MiB)."""

    late: list[float]
    share: float
    memory: float


def measure() -> list[Figure]:
    """Measure fresh relays, and fresh applications with Redis."""
    with ExitStack() as stack:
        sides = {"relays": stack.enter_context(_relays())}
        if shutil.which("redis-server") and importlib.util.find_spec("redis"):
            sides["redis"] = stack.enter_context(_with_redis())
        turns: dict[str, list[Turn]] = {name: [] for name in sides}
        for name in in_turns(ROUNDS, list(sides)):
            turns[name].append(_turn(sides[name]))
    return _figures(_pooled(turns["relays"]), _pooled(turns["redis"]) if "redis" in turns else None)


def _figures(ours: Turn, other: Turn | None) -> list[Figure]:
    name = f"{SOCKETS:,} sockets at {SERVERS} relays, {RATE} events/s"
    late = percentile(ours.late, 99)
    return [
        Figure(f"{name}: delay p50", median(ours.late), "ms", other and median(other.late)),
        Figure(
            f"{name}: delay p99", late, "ms", other and percentile(other.late, 99),
            "< 250 ms", late < 250,
        ),
        Figure(f"{name}: processor", ours.share * 100, "%", other and other.share * 100),
        Figure(f"{name}: PSS", ours.memory, "MiB", other and other.memory),
    ]  # fmt: skip


@contextmanager
def _relays() -> Iterator[Side]:
    with ExitStack() as stack:
        server = stack.enter_context(private_zookeeper())
        writer = stack.enter_context(kazoo_client(server.hosts))
        writer.create(ZNODE)
        first = stack.enter_context(Dashboard(server.hosts))
        relays = [
            stack.enter_context(Dashboard(first.address, option="--relay")) for _ in range(SERVERS)
        ]
        crowds = _crowds(stack, [urlsplit(one.address).port or 0 for one in relays], FOLLOW)
        pids = [one.pid for one in (first, *relays)]
        yield Side(pids, crowds, lambda rate, seconds: change(writer, rate, seconds))


@contextmanager
def _with_redis() -> Iterator[Side]:
    with ExitStack() as stack:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        command = ["redis-server", "--port", str(port), "--save", "", "--daemonize", "no"]
        redis = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=die_with_parent)
        stack.callback(redis.wait)
        stack.callback(redis.terminate)
        await_("Redis", lambda: _listens(port))
        queue = f"redis://127.0.0.1:{port}"
        peers = [stack.enter_context(Peer(bare_sockets.serve, queue)) for _ in range(SERVERS + 1)]
        emitter, *servers = [(peer, *peer.hear()) for peer in peers]
        crowds = _crowds(stack, [one for _, _, one in servers], ())
        pids = [redis.pid, *(pid for _, pid, _ in (emitter, *servers))]
        yield Side(
            pids, crowds, lambda rate, seconds: emitter[0].ask((rate, seconds), seconds + 60)
        )


def _listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0


def _crowds(stack: ExitStack, ports: Sequence[int], opening: Sequence[str]) -> list[Crowd]:
    share = SOCKETS // SERVERS
    return [stack.enter_context(Crowd(port, share, opening)) for port in ports]


def _turn(side: Side) -> Turn:
    """Measure one turn, after a second in which everything warms up."""
    processes = [psutil.Process(pid) for pid in side.pids]
    side.send(RATE, 1)
    time.sleep(0.5)
    before, began = sum(map(processor_of, processes)), time.monotonic()
    late = _heard(side, side.crowds)
    share = (sum(map(processor_of, processes)) - before) / (time.monotonic() - began)
    return Turn(late, share, sum(map(proportional_set_size, side.pids)) / _MIB)


def _heard(side: Side, crowds: Sequence[Crowd]) -> list[float]:
    """Return how late the events were at all these crowds, which hear at the same time."""
    if not crowds:
        side.send(RATE, SECONDS)
        time.sleep(0.5)
        return []
    late: list[float] = []
    own = crowds[0].hear(lambda: late.extend(_heard(side, crowds[1:])))
    return own.late + late


def _pooled(turns: Sequence[Turn]) -> Turn:
    late = [one for turn in turns for one in turn.late]
    return Turn(late, median(turn.share for turn in turns), max(turn.memory for turn in turns))
