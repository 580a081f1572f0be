"""The page with an election of many: what one who comes, and one who goes, costs it.

In a Chromium, on a private Apache ZooKeeper; the members are foreign, so that no processes of
theirs take the machine's time. Each watches the one before it. A task is long beyond 50 ms (the
browser's own `longtask`). Sent: bytes of the socket's messages from the change on. Goals with 200:
no long task while nobody comes or goes, at most two for a death, and none as one comes. Churn: so
many changes a second, half of them one who comes and half of them one who goes; the heap is the
page's, after a collection, before and after.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from playwright.sync_api import CDPSession, Error, Page, Playwright, sync_playwright

from app.ensemble.apache.server import ApacheServer
from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_, tell
from benchmarks.raw import RawSession, gets, sequential
from benchmarks.servers import kazoo_client, private_zookeeper
from tests.browser.chromium import launch

SIZES = (200, 1000)
ROUNDS = 5
QUIET = 5.0
SETTLING = 3.0
NAME = len("guid-n_0000000000")
CHURN, CHURN_FOR = 200, 60.0
"""Changes a second, and for how many seconds."""

_WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask" });
}"""
_TAKE = "() => tasks.splice(0)"
_SHOWN = "(seq) => Number(document.documentElement.dataset.seq) >= seq"


@dataclass
class Cost:
    """What a change costs the page. tasks: those that were long, in milliseconds."""

    tasks: list[float]
    sent: int


class Election:
    """Foreign members of one election, each with a session of its own."""

    def __init__(self, server: ApacheServer, dashboard: Dashboard, path: str) -> None:
        self._port, self._dashboard, self._path = server.port, dashboard, path
        self._members: list[tuple[str, RawSession]] = []
        with kazoo_client(server.hosts) as client:
            client.create(path)
        dashboard.post("elections", {"path": path})

    def grow(self, count: int) -> None:
        """Let so many join."""
        for _ in range(count):
            self.join()
        await_("all members", lambda: len(self._chain()) == count, 120.0)

    def join(self) -> None:
        """Let one more join, at the end, which watches the one before it."""
        session = RawSession(self._port)
        name = session.ask(sequential(f"{self._path}/guid-n_")).decode("latin-1")[-NAME:]
        if self._members:
            session.ask(gets([f"{self._path}/{self._members[-1][0]}"], watch=True)[0])
        self._members.append((name, session))

    def die(self) -> None:
        """Let the leader close its session."""
        self._members.pop(0)[1].close()

    def live(self) -> None:
        """Keep the sessions: they are asked for nothing while the page is looked at."""
        for _, session in self._members:
            session.ping()

    def seq(self) -> int:
        """Return the number of the dashboard's newest event."""
        return int(self._dashboard.state()["seq"])

    def end(self) -> None:
        """Close all sessions."""
        for _, session in self._members:
            session.close()

    def _chain(self) -> list[object]:
        found: list[object] = self._dashboard.state()["elections"][self._path]["chain"]
        return found


class Shown:
    """The page at an address, such as `#view=znodes`, and what reaches it."""

    def __init__(self, playwright: Playwright, dashboard: Dashboard, address: str) -> None:
        self._page = launch(playwright).new_page(viewport={"width": 1440, "height": 860})
        self._cdp: CDPSession = self._page.context.new_cdp_session(self._page)
        self._sent = 0
        self._cdp.on("Network.webSocketFrameReceived", self._count)
        self._cdp.send("Network.enable")
        self._page.goto(f"{dashboard.address}{address}")
        self._page.locator("html[data-seq]").wait_for()
        self._page.evaluate(_WATCH)

    def _count(self, frame: dict[str, dict[str, str]]) -> None:
        self._sent += len(frame["response"]["payloadData"])

    def await_(self, seq: int) -> None:
        """Wait until the page shows that event."""
        self._page.wait_for_function(_SHOWN, arg=seq)

    def cost(self, change: Callable[[], object], seconds: float) -> Cost:
        """Do something, and look at the page for so long."""
        self.tasks()
        before = self._sent
        change()
        self._page.wait_for_timeout(seconds * 1000)
        return Cost(self.tasks(), self._sent - before)

    def tasks(self) -> list[float]:
        """Return the long tasks since the last time."""
        found: list[float] = self._page.evaluate(_TAKE)
        return found

    def heap(self) -> int:
        """Return the bytes that the page's scripts keep."""
        self._cdp.send("HeapProfiler.collectGarbage")
        return int(self._cdp.send("Runtime.getHeapUsage")["usedSize"])

    @property
    def page(self) -> Page:
        return self._page


def measure() -> list[Figure]:
    """The figures of one page for each size; none where there is no Chromium."""
    figures: list[Figure] = []
    for size in SIZES:
        with (
            private_zookeeper() as server,
            Dashboard(server.hosts) as dashboard,
            sync_playwright() as playwright,
        ):
            election = Election(server, dashboard, "/big")
            election.grow(size)
            try:
                shown = Shown(playwright, dashboard, "#view=election&election=/big")
            except Error as error:
                tell(f"  no Chromium: {error.message.splitlines()[0]}")
                return []
            figures += _changes(size, election, shown)
            if size == SIZES[0]:
                figures += _churn(size, election, shown)
            election.end()
    return figures


def _changes(size: int, election: Election, shown: Shown) -> list[Figure]:
    election.live()
    shown.await_(election.seq())
    shown.page.wait_for_timeout(SETTLING * 1000)
    quiet = shown.cost(lambda: None, QUIET)
    deaths = [shown.cost(election.die, SETTLING) for _ in range(ROUNDS)]
    joins = [shown.cost(election.join, SETTLING) for _ in range(ROUNDS)]
    election.live()
    is_goal = size == SIZES[0]
    most = max(len(one.tasks) for one in deaths)
    longest = max([0.0, *(task for one in joins for task in one.tasks)])
    name = f"election of {size}"
    return [
        _figure(f"{name}: long tasks while nothing happens", len(quiet.tasks), "", 0, is_goal),
        _figure(f"{name}: long tasks for a death, the most", most, "", 2, is_goal),
        _figure(f"{name}: longest task as one comes", longest, "ms", 50, is_goal),
        Figure(f"{name}: longest task for a death", _longest(deaths), "ms"),
        Figure(f"{name}: sent for a death", median(one.sent for one in deaths), "B"),
        Figure(f"{name}: sent for one who comes", median(one.sent for one in joins), "B"),
    ]


def _longest(costs: list[Cost]) -> float:
    return max([0.0, *(task for one in costs for task in one.tasks)])


def _figure(name: str, value: float, unit: str, most: float, is_goal: bool) -> Figure:
    goal = f"<= {most:g} {unit}".rstrip() if is_goal else ""
    return Figure(name, value, unit, None, goal, not is_goal or value <= most)


def _churn(size: int, election: Election, shown: Shown) -> list[Figure]:
    before = shown.heap()
    began, changes = time.monotonic(), 0
    while (passed := time.monotonic() - began) < CHURN_FOR:
        while changes < passed * CHURN:
            (election.join, election.die)[changes % 2]()
            changes += 1
        shown.page.wait_for_timeout(20)
    rate = changes / (time.monotonic() - began)
    behind = time.monotonic()
    shown.await_(election.seq())
    late = time.monotonic() - behind
    grown = (shown.heap() - before) / 1e6
    name = f"election of {size}, {rate:.0f} changes a second for {CHURN_FOR:.0f} s"
    return [
        Figure(f"{name}: the page is up to date after", late, "s", None, "<= 1 s", late <= 1),
        Figure(f"{name}: the page's heap has grown by", grown, "MB"),
    ]
