"""Makes README's moving picture, docs/handoff.webp, of a recording that Handoff comes with.

usage: PYTHONPATH=. .venv/bin/python docs/picture.py   (needs requirements-dev.txt, Chromium)
"""

from __future__ import annotations

import base64
import io
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from PIL import Image
from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.browser.chromium import launch

DOCS = Path(__file__).resolve().parent
RECORDING = DOCS / "recordings" / "crash.jsonl.gz"
ADDRESS = re.compile(r"serves on (\S+)")
SIZE = ViewportSize(width=1120, height=660)
WIDTH = 960  # of the picture, which leaves out the bar that plays
STEP_MS = 120  # between two frames, at the least
REST_MS = 3_000  # for the last one
BEGIN, END = 44, 71
"""The events between which it plays: all candidates wait in line; the next leader works."""


class Frame(NamedTuple):
    """What the page showed. at: ms."""

    at: float
    seen: Image.Image


def main() -> int:
    """Play the recording, and write the picture."""
    with replay() as address, sync_playwright() as playwright:
        page = launch(playwright).new_page(
            viewport=SIZE, color_scheme="light", locale="en-GB", timezone_id="UTC"
        )
        page.goto(f"{address}#view=election&at={BEGIN}")
        frames = thinned(played(page))
    durations = [round(after.at - before.at) for before, after in pairwise(frames)] + [REST_MS]
    first, *rest = (one.seen for one in frames)
    first.save(
        DOCS / "handoff.webp", save_all=True, append_images=rest, duration=durations, loop=0,
        quality=60, method=6, minimize_size=True,
    )  # fmt: skip
    return 0


@contextmanager
def replay() -> Iterator[str]:
    """The address of a dashboard that shows the recording."""
    command = [sys.executable, "-m", "app", "replay", str(RECORDING), "--port", "0", "--no-browser"]
    process = subprocess.Popen(command, cwd=DOCS.parent, stdout=subprocess.PIPE, text=True)
    try:
        yield next(found[1] for line in process.stdout or () if (found := ADDRESS.search(line)))
    finally:
        process.terminate()
        process.wait(20)


def played(page: Page) -> list[Frame]:
    """What the page shows while it plays, from its first picture to its last."""
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
    expect(page).to_have_url(re.compile(rf"at={END}\b"), timeout=60_000)
    cast.remove_listener("Page.screencastFrame", take)
    cast.send("Page.stopScreencast")
    return frames


def thinned(frames: list[Frame]) -> list[Frame]:
    """Those that are some time apart, and the last one."""
    kept = frames[:1]
    for frame in frames[1:-1]:
        if frame.at >= kept[-1].at + STEP_MS:
            kept.append(frame)
    return [*kept, frames[-1]]


if __name__ == "__main__":
    sys.exit(main())
