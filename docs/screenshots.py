"""Takes the pictures of the README: a leader dies, its session runs out, the next one leads.

usage: PYTHONPATH=. .venv/bin/python docs/screenshots.py   (needs requirements-dev.txt, Chromium)

Writes docs/election-dark.png and docs/election-light.png, in the middle of a handoff,
docs/election-after.png, when it is over, and docs/books-dark.png, in the middle of a write.
"""

from __future__ import annotations

import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Literal

from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect, sync_playwright

from tests.browser.chromium import launch

DOCS = Path(__file__).resolve().parent
ADDRESS = re.compile(r"serves on (\S+)")
SIZE = ViewportSize(width=1440, height=860)
SESSION_S = "6"
LEFT = re.compile(r"^3\.\d s left$")
SETTLING_S = 1.5  # until movements, marks of new znodes and tooltips are over
WAITING = 4


def main() -> int:
    """Start a dashboard, play one handoff, take the pictures."""
    with dashboard() as address, sync_playwright() as playwright:
        browser = launch(playwright)
        dark, light = open_page(browser, address, "dark"), open_page(browser, address, "light")
        start_five(dark)
        kill_the_leader(dark, light)
        add_books(dark)
        browser.close()
    return 0


@contextmanager
def dashboard() -> Iterator[str]:
    """The address of one of our own, with its private ZooKeeper."""
    command = [sys.executable, "-m", "app", "--port", "0", "--no-browser", "--no-history"]
    process = subprocess.Popen(command, cwd=DOCS.parent, stdout=subprocess.PIPE, text=True)
    try:
        yield next(found[1] for line in process.stdout or () if (found := ADDRESS.search(line)))
    finally:
        process.terminate()
        process.wait(20)


def open_page(browser: Browser, address: str, scheme: Literal["dark", "light"]) -> Page:
    """A page in one theme, in English, in UTC."""
    context = browser.new_context(
        viewport=SIZE, color_scheme=scheme, locale="en-GB", timezone_id="UTC"
    )
    context.set_default_timeout(30_000)
    page = context.new_page()
    page.goto(address)
    page.get_by_test_id("timeout").select_option(SESSION_S)
    return page


def start_five(page: Page) -> None:
    """All wait for the first one, seen by the server."""
    page.get_by_test_id("start-5").click()
    expect(processes(page, "wait")).to_have_count(WAITING, timeout=30_000)
    expect(page.locator('g.watch[data-evidence="server"]')).to_have_count(WAITING, timeout=30_000)
    time.sleep(3)  # until nothing is marked as new any more


def kill_the_leader(dark: Page, light: Page) -> None:
    """One picture in each theme while the ring runs down, one when the next one leads."""
    dark.get_by_test_id("action-kill").click()
    dark.mouse.move(0, 0)
    expect(dark.locator(".left").filter(has_text=LEFT)).to_have_count(1, timeout=30_000)
    take(dark, "election-dark")
    take(light, "election-light")
    expect(dark.get_by_test_id("handoff")).to_have_attribute(
        "data-running", "false", timeout=30_000
    )
    expect(processes(dark, "lead")).to_have_count(1)
    time.sleep(SETTLING_S)
    take(dark, "election-after")


def add_books(page: Page) -> None:
    """Three nodes with some books, and one more on its way to them."""
    page.get_by_test_id("view-books").click()
    page.keyboard.press("3")
    expect(page.get_by_test_id("story")).to_contain_text("Three nodes are in sync", timeout=30_000)
    for _ in range(5):
        page.keyboard.press("n")
        time.sleep(SETTLING_S)
    page.keyboard.press("h")
    page.keyboard.press("n")
    page.mouse.move(0, 0)
    time.sleep(2 * SETTLING_S)
    take(page, "books-dark")


def processes(page: Page, tone: str) -> Locator:
    """Those on the stage that look so."""
    return page.locator(f'g[data-testid^="process-"][data-tone="{tone}"]')


def take(page: Page, name: str) -> None:
    """A picture of the whole window."""
    page.screenshot(path=DOCS / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main())
