"""A process that was killed: every picture shows it for as long as ZooKeeper has its session."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import CUT, OVERLAPS, STAGE
from tests.browser.pages import LAPTOP, NARROW
from tests.browser.rest import Json, Rest
from tests.browser.standing import FIRST, show, start_all
from tests.browser.test_picture import FIVE
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

DEAD = '[data-picture] :is([data-process="exited"], [data-looks="ended"])'
RING = ":is(.ring, .running-out)"
"""What runs down, in a dead process or as one of its classes."""
VIEWS = ("compare", "config", "barrier", "names", "queue", "members", "books")
LEVELS = """() => ["all_nodes", "live_nodes", "election", "in_sync"].map((name) => new Set(
  [...document.querySelectorAll(`[data-testid^="${name}-"]`)]
    .filter((one) => one.checkVisibility())
    .map((one) => Math.round(one.getBoundingClientRect().top))).size)"""
"""How many heights the znodes of all nodes stand at, of each kind."""


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    with forked_dashboard() as dashboard:
        yield dashboard


@pytest.mark.parametrize("name", VIEWS)
def test_a_killed_process_stays_while_its_session_runs_out(
    open_view: OpenView, rest: Rest, name: str
) -> None:
    (dead, *_) = start_all(rest, {name: (FIRST[name][0], FIVE[name])})[name]
    view = open_view(rest, "", viewport=LAPTOP)
    show(view, name)
    rest.act(dead, "kill")
    expect(view.page.locator(DEAD)).to_have_count(1)
    expect(view.page.locator(f"{DEAD}{RING}, {DEAD} {RING}")).not_to_have_count(0)
    whole: Json = {"scrolls": [], "slices": []}
    for size in (LAPTOP, NARROW):
        view.resize(size)
        await_until(lambda: not view.run(OVERLAPS, STAGE), 10.0)
        await_until(lambda: view.run(CUT, "[data-picture]") == whole, 10.0)
        assert max(view.run(LEVELS)) <= 1
