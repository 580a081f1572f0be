"""What the dashboard and an open page keep and cost over a long time, and with many of everything.

A Chromium shows the page; ZooKeeper is a private Apache; the members of elections are foreign. The
dashboard's memory is its proportional set size, the page's is its heap after a collection, each at
the start, in the middle and at the end of the time. What grows without a bound grows in the second
half as in the first: there, neither may grow by more than a tenth and 4 MB. The journal keeps
20,000 events, so that with less than `FULL` minutes its own growth is still to be seen, and no goal
is set. A task is long beyond 50 ms.
"""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from typing import NamedTuple

from kazoo.client import KazooClient
from playwright.sync_api import Error, sync_playwright

from benchmarks.big_election import Election, Shown
from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, proportional_set_size, tell
from benchmarks.servers import grow_flat, kazoo_client, private_zookeeper

MINUTES = float(os.environ.get("MINUTES") or 10)
FULL = 5
CHANGES = 80
"""Changes of an election's members a second: about 200 events."""
ELECTIONS, MEMBERS, TURNS = 50, 10, 60
TURNS_A_PING = 100
CHILDREN, COMING = 100_000, 200
WRITES_AN_HOUR = 4 * 3600
_MB = 1e6


class Kept(NamedTuple):
    """Bytes that the dashboard and the page keep."""

    dashboard: float
    page: float


class Seen(NamedTuple):
    """What was seen of so many seconds."""

    kept: list[Kept]
    events: int
    tasks: list[float]
    seconds: float
    late: float


def steady_events() -> list[Figure]:
    """One election of 20, in which members come and go, about 200 events a second."""
    with private_zookeeper() as server, Dashboard(server.hosts) as dashboard:
        election = Election(server, dashboard, "/steady")
        election.grow(20)
        turns = _turns([election])
        with _page(dashboard, "#view=election&election=/steady") as page:
            seen = _watch(dashboard, page, CHANGES, lambda: next(turns)) if page else None
        election.end()
    return _figures(f"{_rate(seen)} events a second", seen)


def many_elections() -> list[Figure]:
    """Fifty elections at once, in all of which members come and go."""
    with private_zookeeper() as server, Dashboard(server.hosts) as dashboard:
        elections = [Election(server, dashboard, f"/e{one}") for one in range(ELECTIONS)]
        for one in elections:
            one.grow(MEMBERS)
        turns = _turns(elections)
        with _page(dashboard, "#view=election&election=/e0") as page:
            seen = _watch(dashboard, page, TURNS, lambda: next(turns)) if page else None
        for one in elections:
            one.end()
    return _figures(f"{ELECTIONS} elections of {MEMBERS}, {_rate(seen)} events a second", seen)


def wide_churn() -> list[Figure]:
    """A folder of 100,000 that is open on the page, and in which children come and go."""
    with private_zookeeper() as server:
        grow_flat(server.hosts, "/wide", CHILDREN)
        with Dashboard(server.hosts) as dashboard, kazoo_client(server.hosts) as client:
            turns = _replaced(client)
            with _page(dashboard, "#view=znodes&znode=/wide/child-000000") as page:
                seen = _watch(dashboard, page, COMING, lambda: next(turns)) if page else None
    return _figures(f"{CHILDREN:,} children, {COMING} changes a second", seen)


def leaders_work() -> list[Figure]:
    """Eight hours of a leader's work in ten minutes; in fewer, as much less."""
    hours = 8 * MINUTES / 10
    module = ("-m", "benchmarks.hurried", "/work")
    with private_zookeeper() as server, Dashboard(server.hosts, module) as dashboard:
        election = Election(server, dashboard, "/work")
        election.grow(3)
        dashboard.order(f"{hours * WRITES_AN_HOUR:.0f} {MINUTES * 60:.0f}")
        with _page(dashboard, "#view=election&election=/work") as page:
            seen = _watch(dashboard, page, 1, election.live) if page else None
        election.end()
    return _figures(f"{hours:g} hours of a leader's work", seen)


@contextmanager
def _page(dashboard: Dashboard, address: str) -> Iterator[Shown | None]:
    """Open the page; None where there is no Chromium."""
    with sync_playwright() as playwright:
        try:
            yield Shown(playwright, dashboard, address)
        except Error as error:
            if "Executable doesn't exist" not in error.message:
                raise
            tell(f"  no Chromium: {error.message.splitlines()[0]}")
            yield None


def _turns(elections: list[Election]) -> Iterator[None]:
    """Let one come to an election, and then one go from it; keep the sessions of all."""
    chosen = random.Random(1)
    for turn in count():
        for election in elections if turn % TURNS_A_PING == 0 else ():
            election.live()
        one = chosen.choice(elections)
        one.join()
        yield
        one.die()
        yield


def _replaced(client: KazooClient) -> Iterator[None]:
    """Delete a child of the wide folder, and create it again."""
    chosen = random.Random(1)
    while True:
        # Every other one is among those in sight.
        path = f"/wide/child-{chosen.randrange(chosen.choice((100, CHILDREN))):06d}"
        client.delete(path)
        yield
        client.create(path)
        yield


def _watch(dashboard: Dashboard, page: Shown, rate: float, change: Callable[[], None]) -> Seen:
    """Make so many changes a second for the time, and see what it costs."""
    page.page.wait_for_timeout(3000)
    page.tasks()
    began, kept, first = time.monotonic(), [_kept(dashboard, page)], _seq(dashboard)
    half = MINUTES * 30
    for number in (1, 2):
        _make(page, rate, change, until=began + number * half)
        kept.append(_kept(dashboard, page))
    seconds, last = time.monotonic() - began, _seq(dashboard)
    behind = time.monotonic()
    page.await_(last)
    return Seen(kept, last - first, page.tasks(), seconds, time.monotonic() - behind)


def _make(page: Shown, rate: float, change: Callable[[], None], until: float) -> None:
    began, done = time.monotonic(), 0
    while (now := time.monotonic()) < until:
        while done < (now - began) * rate:
            change()
            done += 1
        page.page.wait_for_timeout(20)


def _kept(dashboard: Dashboard, page: Shown) -> Kept:
    return Kept(proportional_set_size(dashboard.pid), page.heap())


def _seq(dashboard: Dashboard) -> int:
    return int(dashboard.state()["seq"])


def _rate(seen: Seen | None) -> str:
    return f"{seen.events / seen.seconds:.0f}" if seen else "no"


def _figures(name: str, seen: Seen | None) -> list[Figure]:
    if seen is None:
        return []
    name = f"{name} for {seen.seconds / 60:.3g} min"
    return [
        *_of_memory(f"{name}: dashboard's memory", [one.dashboard for one in seen.kept]),
        *_of_memory(f"{name}: page's heap", [one.page for one in seen.kept]),
        Figure(f"{name}: long tasks a minute", len(seen.tasks) * 60 / seen.seconds, ""),
        Figure(f"{name}: longest task", max(seen.tasks, default=0.0), "ms"),
        Figure(f"{name}: up to date after", seen.late, "s", None, "<= 1 s", seen.late <= 1),
    ]


def _of_memory(name: str, found: list[float]) -> Iterator[Figure]:
    start, middle, end = found
    holds = end - middle <= middle / 10 + 4 * _MB
    goal = "steady since the middle" if MINUTES >= FULL else ""
    yield Figure(f"{name}, start", start / _MB, "MB")
    yield Figure(f"{name}, middle", middle / _MB, "MB")
    yield Figure(f"{name}, end", end / _MB, "MB", middle / _MB, goal, holds or not goal)
