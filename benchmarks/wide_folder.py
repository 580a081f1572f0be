"""Measure the page with 100,000 children under one znode: how soon they are there, how they scroll.

In a Chromium, on a private Apache ZooKeeper. Opening: from the click on the znode's twist in the
tree to the first of its children being in the document. Scrolling: one jump a frame, of two lines,
of half a window and of four windows; a task is long beyond 50 ms (the browser's own `longtask`).
A jump: from going anywhere in the folder to every row in sight having its name. Goals: opened
within a second; 95 of 100 frames within 20 ms (a display shows one each 16.7 ms), but where it is
flung by four windows a frame, which is there to compare the others with.
"""

from __future__ import annotations

from statistics import median
from typing import Any

from playwright.sync_api import Error, Page, Playwright, sync_playwright

from benchmarks.dashboard import Dashboard
from benchmarks.measure import Figure, percentile, tell
from benchmarks.servers import kazoo_client, private_zookeeper
from tests.browser.chromium import launch

COUNT = 100_000
AT_ONCE = 1_000
ROUNDS = 5
FRAMES = 180
FLUNG = "four windows"
STEPS = {"two lines": 60, "half a window": 400, FLUNG: 3_200}
_WATCH = """() => {
  window.tasks = [];
  new PerformanceObserver((list) => tasks.push(...list.getEntries().map((e) => e.duration)))
    .observe({ type: "longtask" });
}"""
_OPEN = """async (folder) => {
  const row = (path) => document.querySelector(`[data-testid=tree-row][data-path="${path}"]`);
  const began = performance.now();
  row(folder).querySelector("[data-testid=tree-twist]").click();
  while (!row(`${folder}/child-000000`)) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""
_CLOSE = """async (folder) => {
  const row = (path) => document.querySelector(`[data-testid=tree-row][data-path="${path}"]`);
  row(folder).querySelector("[data-testid=tree-twist]").click();
  while (row(`${folder}/child-000000`)) await new Promise(requestAnimationFrame);
}"""
_SCROLL = """async ([step, count]) => {
  const tree = document.querySelector("[data-testid=tree]");
  const frames = [];
  tree.scrollTop = 0;
  tasks.length = 0;
  let last = await new Promise(requestAnimationFrame);
  for (let frame = 0; frame < count; frame += 1) {
    tree.scrollTop += step;
    const now = await new Promise(requestAnimationFrame);
    frames.push(now - last);
    last = now;
  }
  await new Promise((done) => setTimeout(done, 200));
  return { frames, tasks: [...tasks] };
}"""
_JUMP = """async (part) => {
  const tree = document.querySelector("[data-testid=tree]");
  const began = performance.now();
  tree.scrollTop = part * (tree.scrollHeight - tree.clientHeight);
  const isOpen = () => [...tree.querySelectorAll(".name")].some((e) => e.textContent === "…");
  do await new Promise(requestAnimationFrame); while (isOpen());
  await new Promise(requestAnimationFrame);
  while (isOpen()) await new Promise(requestAnimationFrame);
  return performance.now() - began;
}"""


def measure() -> list[Figure]:
    """The figures of one page; none where there is no Chromium."""
    with private_zookeeper() as server:
        _grow(server.hosts)
        with Dashboard(server.hosts) as dashboard, sync_playwright() as playwright:
            try:
                page = _page(playwright, dashboard.address)
            except Error as error:
                tell(f"  no Chromium: {error.message.splitlines()[0]}")
                return []
            return [*_opening(page), *_scrolling(page), *_reading_on(page)]


def _grow(hosts: str) -> None:
    with kazoo_client(hosts) as client:
        client.create("/wide")
        for start in range(0, COUNT, AT_ONCE):
            transaction = client.transaction()
            for number in range(start, start + AT_ONCE):
                transaction.create(f"/wide/child-{number:06}")
            for result in transaction.commit():
                if isinstance(result, Exception):
                    raise result


def _page(playwright: Playwright, address: str) -> Page:
    page = launch(playwright).new_page(viewport={"width": 1440, "height": 860})
    page.goto(f"{address}#view=znodes")
    page.locator('[data-testid="tree-row"][data-path="/wide"]').wait_for()
    page.evaluate(_WATCH)
    return page


def _opening(page: Page) -> list[Figure]:
    took = []
    for number in range(ROUNDS):
        if number:
            page.evaluate(_CLOSE, "/wide")
        took.append(page.evaluate(_OPEN, "/wide"))
    tell(f"  opened in {', '.join(f'{one:.0f}' for one in took)} ms")
    name, goal = f"page with {COUNT:,} children: open", "<= 1,000 ms"
    return [Figure(name, max(took), "ms", None, goal, max(took) <= 1000)]


def _scrolling(page: Page) -> list[Figure]:
    figures = []
    for step, pixels in STEPS.items():
        seen: dict[str, Any] = page.evaluate(_SCROLL, [pixels, FRAMES])
        late = percentile(seen["frames"], 95)
        name = f"scrolling them, {step} a frame"
        goal = "" if step == FLUNG else "<= 20 ms"
        figures.append(Figure(f"{name}: frame p95", late, "ms", None, goal, not goal or late <= 20))
        figures.append(Figure(f"{name}: long tasks of {FRAMES} frames", len(seen["tasks"]), ""))
    return figures


def _reading_on(page: Page) -> list[Figure]:
    took = [page.evaluate(_JUMP, (number * 0.37 + 0.05) % 1) for number in range(20)]
    return [Figure("a jump among them: all names there", median(took), "ms")]
