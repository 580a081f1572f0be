"""Measure drills: how long fifty clean stops take, how much longer a handoff takes in a drill than
without, whether a thousand rounds need more and more memory, and how fast a report of 10,000 rounds
opens.

The drill runs as its command does, with five candidates on the embedded ZooKeeper: the time is from
the start of the command to its end. The report is opened in a Chromium, until it is painted.
"""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

import psutil
from playwright.sync_api import Error, sync_playwright

from app.recipes.drill.actions.report import LARGEST
from app.recipes.drill.page import html_of
from app.recipes.drill.rounds import figures_of
from benchmarks.measure import Figure, tell
from tests.browser.chromium import launch
from tests.browser.rest import LASTING, Rest
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

ROUNDS, WITHIN_S = 50, 15.0
MANY, GROWS_KB = 1000, 4.0
"""Each round is kept for the report, of about 2 kB."""
LARGE, OPENS_MS = 10_000, 1000.0
BY_HAND, CANDIDATES, TURNS, STOPS, OVERHEAD = "/by-hand", 5, 4, 10, 5.0
_PAINTED = """() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime"""


def measure() -> list[Figure]:
    """Return the figures; without a Chromium, those of the drill alone."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "report.json"
        words = ["--fault", "stop", "--rounds", str(ROUNDS), "--json", str(path)]
        began = time.monotonic()
        subprocess.run([sys.executable, "-m", "app", "drill", *words], check=True,
                       stdout=subprocess.DEVNULL)  # fmt: skip
        took = time.monotonic() - began
        report = json.loads(path.read_text("utf-8"))
        half = report["figures"]["handoff"]["quantiles"]["p50"][0]
        holds = took <= WITHIN_S
        return [
            Figure(f"{ROUNDS} clean stops: in all", took, "s", None, f"<= {WITHIN_S:g} s", holds),
            Figure(f"{ROUNDS} clean stops: handoff, p50", half, "ms"),
            *_opening(report, Path(folder) / "report.html"),
            *_growth(),
            *_overhead(),
        ]


def _growth() -> list[Figure]:
    """Return by how much the command has grown from the hundredth round to the last of many."""
    words = ["--fault", "stop", "--candidates", "3", "--rounds", str(MANY)]
    grown: dict[int, int] = {}
    command = [sys.executable, "-m", "app", "drill", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as drill:
        assert drill.stdout is not None
        process = psutil.Process(drill.pid)
        for line in drill.stdout:
            number, _, _ = line.strip().partition(f"/{MANY}")
            if number in ("100", str(MANY)):
                grown[int(number)] = process.memory_info().rss
    grew = (grown[MANY] - grown[100]) / (MANY - 100) / 1024
    return [Figure(f"{MANY:,} rounds: grows by, a round", grew, "kB", None,
                   f"<= {GROWS_KB:g} kB", grew <= GROWS_KB)]  # fmt: skip


def _overhead() -> list[Figure]:
    """Return how much longer a handoff takes in a drill than without one, on one dashboard: drills
    and stops by hand in turns.
    """
    alone: list[float] = []
    drilled: list[float] = []
    with forked_dashboard() as dashboard:
        rest = Rest(dashboard.url)
        rest.follow(BY_HAND)
        for _ in range(TURNS):
            rest.start_when_empty(BY_HAND, CANDIDATES)
            alone += [_stopped(rest) for _ in range(STOPS)]
            rest.call("DELETE", "candidates", {"path": BY_HAND})
            rest.call("POST", "drills", {"fault": "stop", "rounds": STOPS, "candidates": CANDIDATES,
                                         "session_timeout": LASTING})  # fmt: skip
            await_until(lambda: rest.state()["drill"]["cause"], 120.0)
            drilled += [one["handoff"] for one in rest.call("GET", "drills/report")["rounds"]]
        rest.close()
    more = (median(drilled) / median(alone) - 1) * 100
    return [
        Figure("handoff after a stop, by hand: p50", median(alone), "ms"),
        Figure("the same in a drill: p50", median(drilled), "ms"),
        Figure("the same: longer by", more, "%", None, f"<= {OVERHEAD:g} %", more <= OVERHEAD),
    ]


def _stopped(rest: Rest) -> float:
    """Stop the leader, and start another candidate; return the milliseconds of the handoff."""
    before = rest.election(BY_HAND)["handoffs"]
    rest.act(str(rest.chain(BY_HAND)[0]["candidate"]), "stop")
    await_until(lambda: rest.election(BY_HAND)["handoffs"] > before, 30.0)
    took = float(rest.election(BY_HAND)["last_handoff"]["phases_ms"]["acknowledged"])
    rest.start(1, BY_HAND)
    return took


def _opening(report: dict[str, Any], page: Path) -> list[Figure]:
    """Open a report of as many rounds as a drill may have, made of those that were measured, with
    as large a recording as it may carry.
    """
    rounds = report["rounds"]
    many = [copy.copy(rounds[number % len(rounds)]) for number in range(LARGE)]
    counts = {"rounds": LARGE, "planned": LARGE, "handed over": LARGE}
    large = {**report, "rounds": many, "figures": figures_of(many), "counts": counts}
    page.write_text(html_of(large, random.randbytes(LARGEST)), "utf-8")
    with sync_playwright() as playwright:
        try:
            browser = launch(playwright)
        except Error as error:
            tell(f"  no Chromium: {error.message.splitlines()[0]}")
            return []
        opened = browser.new_page()
        opened.goto(page.as_uri())
        ms = opened.wait_for_function(_PAINTED).json_value()
        browser.close()
    name = f"report of {LARGE:,} rounds: opens"
    return [Figure(name, ms, "ms", None, f"<= {OPENS_MS:g} ms", ms <= OPENS_MS)]
