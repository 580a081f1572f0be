"""The view of a double barrier: what is drawn is what the state says."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import View
from tests.support.app import Dashboard

LONG = 300.0
"""Seconds of a task that no test waits for."""
_numbers = itertools.count(1)


def open_barrier(
    open_view: OpenView, rest: Rest, dashboard: Dashboard, **settings: object
) -> tuple[View, str]:
    """A page at a barrier of its own."""
    path = f"/barrier-{next(_numbers)}"
    rest.call("POST", "barriers", {"path": path, "session_timeout": LASTING, **settings})
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=barrier&barrier={path}")
    return view, path


def barrier_at(rest: Rest, path: str) -> Json:
    found: Json = rest.state()["barriers"][path]
    return found


def test_who_waits_for_whom_is_drawn_and_all_enter_together(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    view, path = open_barrier(open_view, rest, dashboard, count=2, size=3, task=LONG)
    expect(view.page.locator('.person[data-stage="waiting"]')).to_have_count(2)
    expect(view.at("story")).to_contain_text("wait at the barrier; one more is missing")
    expect(view.at("gate-enter")).to_have_attribute("data-open", "false")
    expect(view.at("ready")).to_contain_text("2 of 3")
    expect(view.page.locator(".flow-watch")).to_have_count(2)
    view.at("task").select_option("10")  # seconds, in which all are seen inside
    view.press("1")
    expect(view.page.locator('.person[data-stage="inside"]')).to_have_count(3)
    expect(view.at("gate-enter")).to_have_attribute("data-open", "true")
    expect(view.at("ready")).to_contain_text("round 1")
    expect(view.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(2)
    view.at(f"process-{next(iter(barrier_at(rest, path)['people']))}").click()
    expect(view.page.locator('[data-testid="recipe-step"][data-on="true"]')).to_have_attribute(
        "data-step", "inside"
    )


@pytest.mark.proof
def test_those_who_are_done_wait_for_a_killed_one_until_its_session_ends(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    view, path = open_barrier(open_view, rest, dashboard, count=1, size=3, task=LONG)
    expect(view.page.locator('.person[data-stage="waiting"]')).to_have_count(1)
    dead = next(iter(barrier_at(rest, path)["people"]))
    quick = {"path": path, "count": 2, "session_timeout": LASTING, "task": 0.2, "pause": 60}
    rest.call("POST", "barriers", quick)
    expect(view.page.locator('.person[data-stage="leaving"]')).to_have_count(2)
    expect(view.at("story")).to_contain_text(f"for {dead}: nobody leaves before all are done")
    view.at(f"process-{dead}").click()
    view.press("k")
    expect(view.at("story")).to_contain_text(f"{dead} was killed")
    rest.end_session(dead)
    expect(view.page.locator('.person[data-stage="outside"]')).to_have_count(2)
    expect(view.at(f"person-{dead}")).to_have_count(0)
    expect(view.at("round-1")).to_be_visible()


def test_one_too_many_waits_for_the_next_round(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    view, _ = open_barrier(open_view, rest, dashboard, count=3, size=2, task=LONG)
    expect(view.page.locator('.person[data-stage="inside"]')).to_have_count(2)
    expect(view.page.locator('.person[data-stage="waiting"]')).to_contain_text("1 of 2 there")


def test_a_barrier_begins_from_nothing_and_fits_a_narrow_screen(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    path = f"/narrow-{next(_numbers)}"
    rest.call("POST", "barriers", {"path": path, "count": 1, "size": 4})
    rest.stop_all()
    view = open_view(rest, viewport={"width": 390, "height": 844})
    view.page.goto(f"{dashboard.url}/#view=barrier&barrier={path}")
    view.at("task").select_option("10")
    view.at("start-first").click()
    expect(view.page.locator('.person[data-stage="inside"]')).to_have_count(4)
    beyond = """() => [...document.querySelectorAll(".centre *")]
      .filter((e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.className || e.tagName)"""
    view.await_run(beyond, [])
