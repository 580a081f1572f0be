"""Measure what a browser that has nothing of the page needs for its first picture, and how long.

In a Chromium, on the sandbox, with five candidates in an election. The picture is there when the
page has drawn a state document of the dashboard; the clock starts with the navigation. Counted is
what had come by then (Resource Timing): requests, and bytes with their headers. What the page
imports later is not among it. Then the same behind 1.6 Mbit/s and a delay of 150 ms a request, as
the browser's own emulation makes them. Last, a view is opened for the first time behind the same
line, once the page has been idle.
"""

from __future__ import annotations

from statistics import median
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, Error, Page, sync_playwright

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, tell
from benchmarks.servers import private_sandbox
from tests.browser.chromium import launch

ROUNDS = 7
SLOW_ROUNDS = 3
CANDIDATES = 5
BYTES_A_SECOND, DELAY_MS = 200_000, 150
_NOTE = """() => new MutationObserver((changes, watch) => {
  const root = document.documentElement;
  if (!root.dataset.seq) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.drawn = performance.now(); }));
}).observe(document, { attributes: true, subtree: true, attributeFilter: ["data-seq"] })"""
_SEEN = """() => {
  const came = ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
    .filter(({ responseEnd }) => responseEnd > 0 && responseEnd <= drawn);
  const sum = came.reduce((bytes, { transferSize }) => bytes + transferSize, 0);
  return [drawn, came.length, sum];
}"""


class Opening(NamedTuple):
    """One page: milliseconds until its first picture; requests and bytes until then."""

    ms: float
    requests: int
    size: int


def measure() -> list[Figure]:
    """Return the figures of fresh browser contexts; none where there is no Chromium."""
    with private_sandbox() as server, Dashboard(server.hosts) as dashboard:
        dashboard.start_candidates(CANDIDATES)
        with sync_playwright() as playwright:
            try:
                browser = launch(playwright)
            except Error as error:
                tell(f"  no Chromium: {error.message.splitlines()[0]}")
                return []
            here = [_open(browser, dashboard.address) for _ in range(ROUNDS + 1)][1:]
            slow = [_open(browser, dashboard.address, slow=True) for _ in range(SLOW_ROUNDS)]
    return [*_figures("first picture", here, 800), *_figures("at 1.6 Mbit/s", slow, 4000)[:1]]


def _figures(name: str, openings: list[Opening], within_ms: int) -> list[Figure]:
    tell(f"  {name}: {', '.join(f'{one.ms:.0f}' for one in openings)} ms")
    ms, size = median(one.ms for one in openings), max(one.size for one in openings) / 1000
    requests = max(one.requests for one in openings)
    return [
        Figure(f"{name}: median", ms, "ms", None, f"< {within_ms:,} ms", ms < within_ms),
        Figure(f"{name}: requests", requests, "", None, "<= 40", requests <= 40),
        Figure(f"{name}: received", size, "kB", None, "<= 250 kB", size <= 250),
    ]


def _open(browser: Browser, address: str, slow: bool = False) -> Opening:
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    if slow:
        _slow_down(context, page)
    page.add_init_script(f"({_NOTE})()")
    page.goto(address)
    opening = _opening(page)
    context.close()
    return opening


def _slow_down(context: BrowserContext, page: Page) -> None:
    rates = {f"{way}Throughput": BYTES_A_SECOND for way in ("download", "upload")}
    conditions = {"offline": False, "latency": DELAY_MS, **rates}
    context.new_cdp_session(page).send("Network.emulateNetworkConditions", conditions)


def _opening(page: Page) -> Opening:
    page.wait_for_function("() => window.drawn")
    return Opening(*page.evaluate(_SEEN))
