"""Lighthouse on the first page of a dashboard just started: on a desktop, and on a phone."""

from __future__ import annotations

import json
import os
import statistics
from collections.abc import Iterator
from typing import Any, TypeAlias

from tests.browser.chromium import INSTALLED
from tests.judges.place import Place
from tests.judges.programs import run, version_of
from tests.judges.verdict import Missing, Verdict

Scores: TypeAlias = dict[str, float]

GOALS = {"performance": 0.0, "accessibility": 1.0, "best-practices": 1.0}
FAST = {"desktop": 0.95, "phone": 0.8}
"""What performance should come to: 0 to 1."""
PRESETS = {"desktop": ("--preset=desktop",), "phone": ()}
TIMES = 3
"""A machine that does something else at the same time makes a page slow: the middle one counts."""
WITHIN = 180.0


def judge(place: Place) -> Verdict:
    """Take the median of three scores each, and say what is below its goal."""
    version = version_of("lighthouse")
    url = place.start().url
    scores = {device: _scores(url, *options) for device, options in PRESETS.items()}
    found = tuple(_below(scores))
    said = "; ".join(f"{device} {_words(own)}" for device, own in scores.items())
    looked_at = f"the first page, median of {TIMES}: {said}"
    goal = "performance 0.95 and 0.8, all else 1"
    return Verdict("lighthouse", version, looked_at, found, goal, not found)


def _scores(url: str, *options: str) -> Scores:
    runs = [_run(url, *options) for _ in range(TIMES)]
    return {name: statistics.median(one[name] for one in runs) for name in GOALS}


def _run(url: str, *options: str) -> Scores:
    browser = next((str(one) for one in INSTALLED if one.exists()), None)
    if browser is None:
        raise Missing("there is no Chromium: see what `sh .ci/setup chromium` says")
    said = run(
        "lighthouse",
        url,
        *options,
        "--quiet",
        "--output=json",
        f"--only-categories={','.join(GOALS)}",
        "--chrome-flags=--headless --no-sandbox --disable-gpu",
        within=WITHIN,
        env={"CHROME_PATH": browser, "PATH": os.environ["PATH"]},
    )
    if said.returncode:
        raise RuntimeError(said.stderr[-2_000:])
    categories: dict[str, Any] = json.loads(said.stdout)["categories"]
    return {name: float(one["score"] or 0) for name, one in categories.items()}


def _below(scores: dict[str, Scores]) -> Iterator[str]:
    for device, own in scores.items():
        goals = {**GOALS, "performance": FAST[device]}
        for name, goal in goals.items():
            if own[name] < goal:
                yield f"{device}: {name} {own[name]:.2f}, goal {goal:g}"


def _words(scores: Scores) -> str:
    return ", ".join(f"{name} {score:.2f}" for name, score in scores.items())
