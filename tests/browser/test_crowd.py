"""Many candidates: the page tells how far their start has come, ends it, and why it ended."""

from __future__ import annotations

import re
import resource
from collections.abc import Iterator
from contextlib import contextmanager

import psutil
import pytest
from playwright.sync_api import expect

from app.processes.launching import SPARE_FILES
from tests.browser.rest import LASTING, SETTLED_WITHIN, Rest
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

MANY = 80
VERY_MANY = 200
"""So many take longer than a click."""


def begin(rest: Rest, view: View, count: int) -> list[str]:
    body = {"count": count, "election": view.election, "session_timeout": LASTING}
    names: list[str] = rest.call("POST", "candidates", body)["candidates"]
    return names


def await_ended(rest: Rest, names: list[str]) -> None:
    def have_ended() -> bool:
        known = rest.state()["candidates"]
        return all(known.get(name, {}).get("process") in (None, "exited") for name in names)

    await_until(have_ended, 2 * SETTLED_WITHIN)


@contextmanager
def few_files(dashboard: Dashboard) -> Iterator[int]:
    """As many as the dashboard may open meanwhile: too few for all."""
    process = psutil.Process(dashboard.process.pid)
    limits = process.rlimit(resource.RLIMIT_NOFILE)
    most = process.num_fds() + SPARE_FILES + 3 * MANY // 2
    process.rlimit(resource.RLIMIT_NOFILE, (most, limits[1]))
    try:
        yield most
    finally:
        process.rlimit(resource.RLIMIT_NOFILE, limits)


@pytest.mark.proof
def test_a_start_under_way_is_told_and_ended(view: View, rest: Rest) -> None:
    names = begin(rest, view, VERY_MANY)
    expect(view.at("crowd-starting")).to_have_text(
        re.compile(rf"Starting \d+ of {VERY_MANY} candidates")
    )
    view.at("crowd-stop").click()
    view.at("ask-go").click()
    expect(view.at("crowd-starting")).to_have_count(0)
    await_ended(rest, names)
    expect(view.at("crowd")).to_have_count(0)
    assert len(rest.state()["candidates"].keys() & set(names)) < VERY_MANY


def test_why_not_all_could_be_started_is_told_until_somebody_is(
    view: View, rest: Rest, dashboard: Dashboard
) -> None:
    banner = view.at("banner")
    with few_files(dashboard) as most:
        names = begin(rest, view, MANY)
        expect(banner).to_contain_text("candidates could not be started")
        expect(banner).to_contain_text(f"only {most} files may be open at a time")
        expect(banner).to_contain_text("The running ones continue.")
        expect(view.at("crowd")).to_have_count(0)
    names += rest.call("POST", "candidates", {"count": 1, "election": view.election})["candidates"]
    expect(banner).to_have_count(0)
    rest.call("DELETE", "candidates")
    await_ended(rest, names)
