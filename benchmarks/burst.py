"""The end of 2,000 members at once: until it is shown, and the frames of the page meanwhile.

One session of another program has them all, in one election, on a private ZooKeeper. The clock
starts when another client sees that ZooKeeper has none left. Goal: shown within 2 s, in the state
document and on an open page; 95 of 100 frames within 20 ms (a display shows one each 16.7 ms).
"""

from __future__ import annotations

import time
from collections.abc import Callable

from playwright.sync_api import Error, Page, Playwright, sync_playwright

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, await_, percentile, tell
from benchmarks.servers import kazoo_client, private_zookeeper
from tests.browser.chromium import launch

COUNT = 2_000
PATH = "/burst"
GOAL = 2.0
WITHIN = 120.0
_WATCH = """() => {
  window.frames_ = [];
  let last = performance.now();
  const frame = (now) => {
    frames_.push(now - last);
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
}"""
_TAKE = "() => frames_.splice(0)"
_SHOWN = "(seq) => Number(document.documentElement.dataset.seq) >= seq"


def measure() -> list[Figure]:
    """The figures; without a Chromium those of the state document alone."""
    with private_zookeeper() as server, Dashboard(server.hosts) as dashboard:
        dashboard.post("elections", {"path": PATH})
        with kazoo_client(server.hosts) as other, sync_playwright() as playwright:
            with kazoo_client(server.hosts) as owner:
                owner.ensure_path(PATH)
                asked = [owner.create_async(f"{PATH}/n_", b"", ephemeral=True, sequence=True)
                         for _ in range(COUNT)]  # fmt: skip
                for one in asked:
                    one.get()
                joined = _until(lambda: len(_chain(dashboard)) == COUNT)
                page = _page(playwright, dashboard)
            await_("the deaths", lambda: not other.get_children(PATH), WITHIN)
            shown = _until(lambda: not _chain(dashboard))
            figures = [
                Figure(f"{COUNT:,} who come at once: in the state after", joined, "s"),
                Figure(f"{COUNT:,} deaths at once: in the state after", shown, "s", None,
                       f"<= {GOAL:g} s", shown <= GOAL),
            ]  # fmt: skip
            return figures + (_drawn(page, dashboard, shown) if page else [])


def _chain(dashboard: Dashboard) -> list[object]:
    found: list[object] = dashboard.state()["elections"][PATH]["chain"]
    return found


def _until(seen: Callable[[], bool]) -> float:
    began = time.monotonic()
    await_("what is awaited", seen, WITHIN, 0.1)
    return time.monotonic() - began


def _page(playwright: Playwright, dashboard: Dashboard) -> Page | None:
    try:
        page = launch(playwright).new_page(viewport={"width": 1440, "height": 860})
    except Error as error:
        tell(f"  no Chromium: {error.message.splitlines()[0]}")
        return None
    page.goto(f"{dashboard.address}#view=election&election={PATH}")
    page.wait_for_function(_SHOWN, arg=int(dashboard.state()["seq"]))
    page.evaluate(_WATCH)
    return page


def _drawn(page: Page, dashboard: Dashboard, shown: float) -> list[Figure]:
    later = _until(lambda: page.evaluate(_SHOWN, int(dashboard.state()["seq"])))
    late = percentile(page.evaluate(_TAKE), 95)
    name = f"{COUNT:,} deaths at once"
    return [
        Figure(f"{name}: on the page after", shown + later, "s", None, f"<= {GOAL:g} s",
               shown + later <= GOAL),
        Figure(f"{name}: frame p95", late, "ms", None, "<= 20 ms", late <= 20),
    ]  # fmt: skip
