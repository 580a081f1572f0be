"""What many open pages cost the dashboard, and what they wait for.

First, 40 pages open at the same moment: each gets the page and the files that it names, opens its
socket, follows, asks for the root znode, and then gets the files that its script imports later, as
a browser does.
"""

from __future__ import annotations

import asyncio
import time
from statistics import median
from typing import NamedTuple

import psutil

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, processor_of, proportional_set_size
from benchmarks.page import Page
from benchmarks.servers import private_zookeeper

PAGES = 40
ROUNDS = 5
_MIB = 1 << 20


class Opening(NamedTuple):
    """What one round of pages opening at the same moment took: seconds until each page had the
    files that it names, until it had its picture's data, and until it had all files; connections;
    seconds of processor of the dashboard.
    """

    loaded: list[float]
    shown: list[float]
    whole: list[float]
    connections: int
    busy: float


def measure() -> list[Figure]:
    """Measure a fresh dashboard."""
    with private_zookeeper() as server:
        began = time.monotonic()
        with Dashboard(server.hosts) as dashboard:
            start = time.monotonic() - began
            idle = proportional_set_size(dashboard.pid) / _MIB
            openings = [asyncio.run(_open_all(dashboard)) for _ in range(ROUNDS + 1)][1:]
    return [
        Figure("dashboard: start", start, "s"),
        Figure("dashboard: PSS, no page", idle, "MiB"),
        *_figures_of_opening(openings),
    ]


def _figures_of_opening(rounds: list[Opening]) -> list[Figure]:
    name = f"{PAGES} pages at once"
    return [
        Figure(f"{name}: files, median", median(median(one.loaded) for one in rounds), "s"),
        Figure(f"{name}: data, median", median(median(one.shown) for one in rounds), "s"),
        Figure(f"{name}: data, last", median(max(one.shown) for one in rounds), "s"),
        Figure(f"{name}: all files, median", median(median(one.whole) for one in rounds), "s"),
        Figure(f"{name}: processor", median(one.busy for one in rounds) * 1000 / PAGES, "ms each"),
        Figure(f"{name}: connections", median(one.connections for one in rounds) / PAGES, "each"),
    ]


async def _open_all(dashboard: Dashboard) -> Opening:
    process = psutil.Process(dashboard.pid)
    before, began = processor_of(process), time.monotonic()
    pages = [Page(dashboard.address) for _ in range(PAGES)]
    times = await asyncio.gather(*(_open(page, began) for page in pages))
    busy = processor_of(process) - before
    loaded, shown, whole = map(list, zip(*times, strict=True))
    return Opening(loaded, shown, whole, sum(page.connections for page in pages), busy)


async def _open(page: Page, began: float) -> tuple[float, float, float]:
    await page.load()
    loaded = time.monotonic() - began
    has_snapshot = asyncio.Event()

    def hear(message: str) -> None:
        if message.startswith('42["snapshot"'):
            has_snapshot.set()

    following = asyncio.ensure_future(page.follow(hear))
    await asyncio.gather(has_snapshot.wait(), page.get("/api/v1/znodes?path=/"))
    shown = time.monotonic() - began
    await page.load_rest()
    whole = time.monotonic() - began
    following.cancel()
    await asyncio.gather(following, return_exceptions=True)
    page.close()
    return loaded, shown, whole
