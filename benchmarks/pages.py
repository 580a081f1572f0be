"""What many open pages cost the dashboard, and what they wait for.

First, 40 pages open at the same moment: each gets the page and the files that it names, opens its
socket, follows, and asks for the root znode, as a browser does. Then 200 sockets follow while a
znode changes 50 times a second. A change is late by the time from its event's `at` to the last of
the sockets that it reaches; both are read from the clock that all processes of a machine share.
"""

from __future__ import annotations

import asyncio
import re
import threading
import time
from collections import defaultdict
from statistics import median
from typing import NamedTuple

import psutil
from kazoo.client import KazooClient

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, percentile, proportional_set_size
from benchmarks.page import Page
from benchmarks.servers import kazoo_client, private_zookeeper

PAGES = 40
ROUNDS = 5
SOCKETS = 200
RATE = 50
SECONDS = 10
ZNODE = "/changing"
_EVENT = re.compile(r'"seq":(\d+),"at":([0-9.]+)')
_MIB = 1 << 20


class Opening(NamedTuple):
    """What one round of pages opening at the same moment took: seconds until each page had its
    files, and until it had its picture's data; connections; seconds of processor of the dashboard.
    """

    loaded: list[float]
    shown: list[float]
    connections: int
    busy: float


class Watching(NamedTuple):
    """Milliseconds by which each event was late at its last socket; the dashboard's share of one
    processor, its threads, and its memory in MiB.
    """

    late: list[float]
    share: float
    threads: int
    memory: float


def measure() -> list[Figure]:
    """Measure a fresh dashboard."""
    with private_zookeeper() as server, kazoo_client(server.hosts) as writer:
        writer.create(ZNODE)
        began = time.monotonic()
        with Dashboard(server.hosts) as dashboard:
            start = time.monotonic() - began
            idle = proportional_set_size(dashboard.pid) / _MIB
            openings = [asyncio.run(_open_all(dashboard)) for _ in range(ROUNDS + 1)][1:]
            watching = asyncio.run(_watch(dashboard, writer))
    return [
        Figure("dashboard: start", start, "s"),
        Figure("dashboard: PSS, no page", idle, "MiB"),
        *_figures_of_opening(openings),
        *_figures_of_watching(watching),
    ]


def _figures_of_opening(rounds: list[Opening]) -> list[Figure]:
    name = f"{PAGES} pages at once"
    return [
        Figure(f"{name}: files, median", median(median(one.loaded) for one in rounds), "s"),
        Figure(f"{name}: data, median", median(median(one.shown) for one in rounds), "s"),
        Figure(f"{name}: data, last", median(max(one.shown) for one in rounds), "s"),
        Figure(f"{name}: processor", median(one.busy for one in rounds) * 1000 / PAGES, "ms each"),
        Figure(f"{name}: connections", median(one.connections for one in rounds) / PAGES, "each"),
    ]


def _figures_of_watching(watching: Watching) -> list[Figure]:
    name = f"{SOCKETS} sockets, {RATE} events/s"
    return [
        Figure(f"{name}: last, p50", median(watching.late), "ms"),
        Figure(f"{name}: last, p99", percentile(watching.late, 99), "ms"),
        Figure(f"{name}: processor", watching.share * 100, "%"),
        Figure(f"{name}: threads", watching.threads, ""),
        Figure(f"{name}: PSS", watching.memory, "MiB"),
    ]


async def _open_all(dashboard: Dashboard) -> Opening:
    process = psutil.Process(dashboard.pid)
    before, began = _processor(process), time.monotonic()
    pages = [Page(dashboard.address) for _ in range(PAGES)]
    times = await asyncio.gather(*(_open(page, began) for page in pages))
    busy = _processor(process) - before
    loaded, shown = zip(*times, strict=True)
    return Opening(list(loaded), list(shown), sum(page.connections for page in pages), busy)


async def _open(page: Page, began: float) -> tuple[float, float]:
    await page.load()
    loaded = time.monotonic() - began
    has_snapshot = asyncio.Event()

    def hear(message: str) -> None:
        if message.startswith('42["snapshot"'):
            has_snapshot.set()

    following = asyncio.ensure_future(page.follow(hear))
    await asyncio.gather(has_snapshot.wait(), page.get("/api/v1/znodes?path=/"))
    shown = time.monotonic() - began
    await _cancel([following])
    page.close()
    return loaded, shown


async def _watch(dashboard: Dashboard, writer: KazooClient) -> Watching:
    """Follow with all sockets; let the first second pass, in which everything warms up."""
    late: dict[int, list[float]] = defaultdict(list)
    following: list[asyncio.Future[None]] = []
    for _ in range(SOCKETS):
        following.append(await _following(dashboard, late))
    process, changing = psutil.Process(dashboard.pid), threading.Event()
    changer = threading.Thread(target=_change, args=(writer, changing))
    changer.start()
    try:
        await asyncio.sleep(1)
        late.clear()
        before = _processor(process)
        await asyncio.sleep(SECONDS)
        share = (_processor(process) - before) / SECONDS
        threads, memory = process.num_threads(), proportional_set_size(dashboard.pid) / _MIB
    finally:
        changing.set()
        changer.join()
    await asyncio.sleep(1)
    await _cancel(following)
    return Watching(
        [max(one) for one in late.values() if len(one) == SOCKETS], share, threads, memory
    )


async def _following(dashboard: Dashboard, late: dict[int, list[float]]) -> asyncio.Future[None]:
    """Return what follows on one more socket and notes how late each event is, once it has its
    snapshot.
    """
    has_snapshot = asyncio.Event()

    def hear(message: str) -> None:
        if message.startswith('42["events"'):
            now = time.monotonic()
            for seq, at in _EVENT.findall(message):
                late[int(seq)].append((now - float(at)) * 1000)
        elif message.startswith('42["snapshot"'):
            has_snapshot.set()

    following = asyncio.ensure_future(Page(dashboard.address).follow(hear))
    await asyncio.wait_for(has_snapshot.wait(), 30)
    return following


def _change(writer: KazooClient, ended: threading.Event) -> None:
    while not ended.wait(1 / RATE):
        writer.set_async(ZNODE, b"")


async def _cancel(following: list[asyncio.Future[None]]) -> None:
    for one in following:
        one.cancel()
    await asyncio.gather(*following, return_exceptions=True)


def _processor(process: psutil.Process) -> float:
    """Seconds of processor that it has taken so far."""
    times = process.cpu_times()
    return float(times.user + times.system)
