"""Makes the pictures of the documents: README's moving one, docs/handoff.webp, of a recording that
Handoff comes with, and docs/books-dark.png, a book on its way to the third node.

usage: PYTHONPATH=. .venv/bin/python docs/pictures.py   (needs requirements-dev.txt, Chromium)
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import re
import sys
import time
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Browser, Page, ViewportSize, expect, sync_playwright

from tests.browser.chromium import launch
from tests.support.app import Dashboard, started

DOCS = Path(__file__).resolve().parent
RECORDING = DOCS / "recordings" / "crash.jsonl.gz"
SIZE = ViewportSize(width=1120, height=660)
WIDTH = 960  # of the picture, which leaves out the bar that plays
STEP_MS = 120  # between two frames, at the least
REST_MS = 3_000  # for the last one
LARGE = ViewportSize(width=1440, height=860)
SETTLING_S = 1.5  # until movements, marks of new znodes and tooltips are over


class Frame(NamedTuple):
    """What the page showed. at: ms."""

    at: float
    seen: Image.Image


def main() -> int:
    """Make both."""
    with sync_playwright() as playwright:
        browser = launch(playwright)
        with started(Dashboard(str(RECORDING), command="replay")) as dashboard:
            handoff(browser, dashboard.url)
        with started(Dashboard()) as dashboard:
            books(browser, dashboard.url)
    return 0


def handoff(browser: Browser, address: str) -> None:
    """A leader is killed; its session runs out, and the next one leads."""
    page = browser.new_page(viewport=SIZE, color_scheme="light", locale="en-GB", timezone_id="UTC")
    header, *lines = map(json.loads, gzip.decompress(RECORDING.read_bytes()).splitlines())
    begins = next(one["seq"] for one in lines if one.get("kind") == "work.written")
    page.goto(f"{address}/#view=election&at={begins}")
    frames = thinned(played(page, header["last"]))
    durations = [round(after.at - before.at) for before, after in pairwise(frames)] + [REST_MS]
    first, *rest = (one.seen for one in frames)
    first.save(
        DOCS / "handoff.webp", save_all=True, append_images=rest, duration=durations, loop=0,
        quality=60, method=6, minimize_size=True,
    )  # fmt: skip


def played(page: Page, last: int) -> list[Frame]:
    """What the page shows while it plays, up to the last event."""
    page.get_by_test_id("beside").click()
    page.mouse.move(0, 0)
    bar = page.get_by_test_id("time").bounding_box()
    assert bar
    frames: list[Frame] = []
    cast = page.context.new_cdp_session(page)

    def take(told: dict[str, Any]) -> None:
        cast.send("Page.screencastFrameAck", {"sessionId": told["sessionId"]})
        seen = Image.open(io.BytesIO(base64.b64decode(told["data"]))).convert("RGB")
        kept = seen.crop((0, 0, SIZE["width"], int(bar["y"])))
        size = (WIDTH, round(kept.height * WIDTH / kept.width))
        at = told["metadata"]["timestamp"] * 1000
        frames.append(Frame(at, kept.resize(size, Image.Resampling.LANCZOS)))

    cast.on("Page.screencastFrame", take)
    page.get_by_test_id("time-speed").select_option("1")
    cast.send("Page.startScreencast", {"format": "png"})
    page.get_by_test_id("time-play").click()
    expect(page).to_have_url(re.compile(rf"at={last}\b"), timeout=60_000)
    cast.remove_listener("Page.screencastFrame", take)
    cast.send("Page.stopScreencast")
    return frames


def thinned(frames: list[Frame]) -> list[Frame]:
    """Keep the frames that are some time apart, and the last one, in the order of their times."""
    first, *others, last = sorted(frames, key=lambda frame: frame.at)
    kept = [first]
    for frame in others:
        if frame.at >= kept[-1].at + STEP_MS:
            kept.append(frame)
    return [*kept, last]


def books(browser: Browser, address: str) -> None:
    """Three nodes with some books, and one more on its way to them."""
    page = browser.new_page(viewport=LARGE, color_scheme="dark", locale="en-GB", timezone_id="UTC")
    page.goto(f"{address}/#view=books")
    page.get_by_test_id("story").wait_for()
    page.keyboard.press("3")
    expect(page.get_by_test_id("story")).to_contain_text("Three nodes are in sync", timeout=30_000)
    for _ in range(5):
        page.keyboard.press("n")
        time.sleep(SETTLING_S)
    page.keyboard.press("h")
    page.keyboard.press("n")
    page.mouse.move(0, 0)
    time.sleep(2 * SETTLING_S)
    page.screenshot(path=DOCS / "books-dark.png")


if __name__ == "__main__":
    sys.exit(main())
