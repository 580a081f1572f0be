"""The view of a queue: what is drawn is what the state says, and all is done from the page."""

from __future__ import annotations

import itertools

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import MOVING, Looks
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

WITHIN = 30.0
LONG = 300.0
"""Seconds of a task that no test waits for."""
_numbers = itertools.count(1)


class QueuePage:
    """One page that shows one queue: a producer, and two consumers at work for a long time."""

    def __init__(self, view: View, rest: Rest, path: str) -> None:
        self.view, self.rest, self.path = view, rest, path
        self.page, self.at = view.page, view.at

    @property
    def queue(self) -> Json:
        found: Json = self.rest.state()["queues"][self.path]
        return found

    def held(self) -> tuple[str, str]:
        """Somebody with an item in its hands, and the item's number."""
        return await_until(self._held, WITHIN)  # type: ignore[no-any-return]

    def _held(self) -> tuple[str, str] | None:
        for name, one in self.queue["consumers"].items():
            if one["item"]:
                return name, str(int(one["item"][-10:]))
        return None


@pytest.fixture
def motion() -> Looks:
    return MOVING


@pytest.fixture
def shown(open_view: OpenView, rest: Rest, dashboard: Dashboard) -> QueuePage:
    """Four items are there, two of them in somebody's hands."""
    path = f"/queue-{next(_numbers)}"
    body = {"path": path, "producers": 1, "consumers": 2, "items": 4, "every": 0.05}
    rest.call("POST", "queues", {**body, "task": LONG, "session_timeout": LASTING})
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=queue&queue={path}")
    page = QueuePage(view, rest, path)
    await_until(lambda: (page.queue["waiting"], page.queue["in_hand"]) == (2, 2), WITHIN)
    return page


@pytest.mark.proof
def test_items_processes_and_the_account_are_drawn(shown: QueuePage) -> None:
    expect(shown.page.locator('button.item[data-state="waiting"]')).to_have_count(2)
    expect(shown.page.locator('button.item[data-state="claimed"]')).to_have_count(2)
    expect(shown.page.locator('.person[data-role="consumer"]')).to_have_count(2)
    expect(shown.page.locator('.person[data-role="producer"]')).to_have_count(1)
    expect(shown.at("account")).to_have_attribute("data-put", "4")
    expect(shown.at("account")).to_have_attribute("data-sum", "4")
    expect(shown.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(3)
    name, number = shown.held()
    expect(shown.at(f"person-{name}")).to_contain_text(f"works on {number}")
    shown.at(f"process-{name}").click()
    expect(shown.page.locator('[data-testid="recipe-step"][data-on="true"]')).to_have_attribute(
        "data-step", "work"
    )


def test_choosing_somebody_moves_neither_the_actions_nor_the_picture(shown: QueuePage) -> None:
    shown.view.dress({"width": 1366, "height": 768}, "dark")
    expect(shown.at("queue-board")).to_be_visible()
    before = [shown.at(one).bounding_box() for one in ("action-kill", "queue-board")]
    shown.at(f"process-{shown.held()[0]}").click()
    expect(shown.at("chosen")).to_be_visible()
    assert [shown.at(one).bounding_box() for one in ("action-kill", "queue-board")] == before


def test_an_item_comes_back_from_a_killed_consumer(shown: QueuePage) -> None:
    name, number = shown.held()
    shown.at(f"process-{name}").click()
    shown.at("action-kill").click()
    expect(shown.at("story")).to_contain_text(f"{name} was killed")
    expect(shown.at("story")).to_contain_text(f"with item {number} in its hands")
    shown.rest.end_session(name)
    expect(shown.at(f"item-{number}")).to_have_attribute("data-state", "waiting")
    expect(shown.at(f"person-{name}")).to_have_count(0)
    expect(shown.at("account")).to_have_attribute("data-sum", "4")


def test_a_frozen_consumer_believes_in_an_item_that_is_no_longer_its_own(shown: QueuePage) -> None:
    name, number = shown.held()
    shown.at(f"process-{name}").click()
    shown.view.press("f")
    shown.rest.await_process(name, "paused")
    shown.rest.act(name, "expire")
    expect(shown.at(f"ghost-{name}")).to_have_text(number)
    expect(shown.at("story")).to_contain_text(f"{name} is frozen and still believes")
    shown.view.press("w")
    expect(shown.at(f"ghost-{name}")).to_have_count(0)
    await_until(lambda: shown.queue["consumers"][name]["dropped"] == 1, WITHIN)


def test_what_is_put_in_and_done_is_counted_on_the_page(shown: QueuePage) -> None:
    shown.view.press("i")
    expect(shown.at("account")).to_have_attribute("data-put", "9")
    shown.at("task").select_option("10")  # seconds: nobody is done while the page is looked at
    shown.view.press("3")
    await_until(lambda: len(shown.queue["consumers"]) == 5, WITHIN)
    expect(shown.at("belt")).to_have_attribute("data-waiting", "4")
    shown.at("role-at work").click()
    expect(shown.at("action-freeze")).to_be_enabled()


def test_a_queue_begins_from_nothing_and_fits_a_narrow_screen(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    path = f"/narrow-{next(_numbers)}"
    rest.call("POST", "queues", {"path": path, "producers": 0, "consumers": 1})
    rest.stop_all()
    view = open_view(rest, viewport={"width": 390, "height": 844})
    view.page.goto(f"{dashboard.url}/#view=queue&queue={path}")
    view.at("start-first").click()
    expect(view.at("queue-board")).to_be_visible()
    await_until(lambda: rest.state()["queues"][path]["put"] > 1, WITHIN)
    beyond = """() => [...document.querySelectorAll(".centre *")]
      .filter((e) => !e.closest("svg") && e.getBoundingClientRect().right > innerWidth + 1)
      .map((e) => e.className || e.tagName)"""
    view.await_run(beyond, [])
