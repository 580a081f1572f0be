"""The view of a queue: what is drawn is what the state says, and all is done from the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, MOVING, NARROW, Looks
from tests.browser.rest import LASTING, Rest
from tests.browser.subject_page import LONG, SubjectPage, numbers
from tests.support.zookeeper import await_until


class QueuePage(SubjectPage):
    """One page that shows one queue: a producer, and two consumers at work for a long time."""

    place = "view=queue&queue="
    section = "queues"

    def held(self) -> tuple[str, str]:
        """Somebody with an item in its hands, and the item's number."""
        return self.until(_held)  # type: ignore[no-any-return]


def _held(queue: dict[str, Any]) -> tuple[str, str] | None:
    for name, one in queue["consumers"].items():
        if one["item"]:
            return name, str(int(one["item"][-10:]))
    return None


AFAR = """() => {
  const discs = [...document.querySelectorAll(".person circle.body")].map((one) => {
    const { left, top, width, height } = one.getBoundingClientRect();
    return { x: left + width / 2, y: top + height / 2, radius: width / 2 };
  });
  const { left, top, right, bottom } = document.querySelector(".belt").getBoundingClientRect();
  const outOf = ({ x, y }) => Math.min(...discs.map((one) =>
    Math.abs(Math.hypot(one.x - x, one.y - y) - one.radius)),
  Math.hypot(Math.max(left - x, 0, x - right), Math.max(top - y, 0, y - bottom)));
  return [...document.querySelectorAll(".flow-watch")].flatMap((line) =>
    [0, line.getTotalLength()].map((at) =>
      outOf(line.getPointAtLength(at).matrixTransform(line.getScreenCTM()))));
}"""
"""How far, in pixels, the ends of each watch are from a disc's edge or from the ground."""

OpenQueue = Callable[..., QueuePage]


@pytest.fixture
def motion() -> Looks:
    return MOVING


@pytest.fixture
def open_queue(rest: Rest, open_view: OpenView) -> OpenQueue:
    """A page at a queue of its own, with four items, two of them in somebody's hands."""

    def open_one(**looks: Any) -> QueuePage:
        path = f"/queue-{next(numbers)}"
        body = {"path": path, "producers": 1, "consumers": 2, "items": 4, "every": 0.05}
        rest.call("POST", "queues", {**body, "task": LONG, "session_timeout": LASTING})
        await_until(lambda: path in rest.state()["queues"])
        page = QueuePage.open(open_view, rest, path, **looks)
        page.until(lambda queue: (queue["waiting"], queue["in_hand"]) == (2, 2))
        return page

    return open_one


@pytest.mark.proof
def test_items_processes_and_the_account_are_drawn(open_queue: OpenQueue) -> None:
    page = open_queue()
    expect(page.page.locator('button.item[data-state="waiting"]')).to_have_count(2)
    expect(page.page.locator('button.item[data-state="claimed"]')).to_have_count(2)
    expect(page.page.locator('.person[data-role="consumer"]')).to_have_count(2)
    expect(page.page.locator('.person[data-role="producer"]')).to_have_count(1)
    expect(page.at("account")).to_have_attribute("data-put", "4")
    expect(page.at("account")).to_have_attribute("data-sum", "4")
    expect(page.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(3)
    name, number = page.held()
    expect(page.at(f"person-{name}")).to_contain_text(f"works on {number}")
    page.at(f"process-{name}").click()
    page.expect_step("work")


def test_an_item_comes_back_from_a_killed_consumer(open_queue: OpenQueue) -> None:
    """Choosing the consumer moves neither the actions nor the picture. Another queue begins from
    nothing, on a narrow screen.
    """
    page = open_queue(viewport=LAPTOP)
    name, number = page.held()
    expect(page.at("queue-board")).to_be_visible()
    before = [page.at(one).bounding_box() for one in ("action-kill", "queue-board")]
    page.at(f"process-{name}").click()
    expect(page.at("chosen")).to_be_visible()
    assert [page.at(one).bounding_box() for one in ("action-kill", "queue-board")] == before
    page.at("action-kill").click()
    expect(page.at("story")).to_contain_text(f"{name} was killed")
    expect(page.at("story")).to_contain_text(f"with item {number} in its hands")
    page.rest.end_session(name)
    expect(page.at(f"item-{number}")).to_have_attribute("data-state", "waiting")
    expect(page.at(f"person-{name}")).to_have_count(0)
    expect(page.at("account")).to_have_attribute("data-sum", "4")
    nothing = f"{page.path}-nothing"
    page.rest.call("POST", "queues", {"path": nothing, "producers": 0, "consumers": 1})
    page.rest.stop_all()
    page.show(nothing)
    page.at("start-first").click()
    expect(page.at("queue-board")).to_be_visible()
    page.until(lambda queue: queue["put"] > 1)
    page.view.expect_fits()


def test_a_frozen_consumer_believes_in_an_item_that_is_no_longer_its_own(
    open_queue: OpenQueue,
) -> None:
    """What is put in and done meanwhile is counted."""
    page = open_queue()
    name, number = page.held()
    page.at(f"process-{name}").click()
    page.press("f")
    page.rest.await_process(name, "paused")
    page.rest.act(name, "expire")
    expect(page.at(f"ghost-{name}")).to_have_text(number)
    expect(page.at("story")).to_contain_text(f"{name} is frozen and still believes")
    page.press("w")
    expect(page.at(f"ghost-{name}")).to_have_count(0)
    page.until(lambda queue: queue["consumers"][name]["dropped"] == 1)
    page.press("Escape")
    page.press("i")
    expect(page.at("account")).to_have_attribute("data-put", "9")
    page.setting("task", "10")  # seconds: nobody is done while the page is looked at
    page.press("3")
    page.until(lambda queue: len(queue["consumers"]) == 5)
    expect(page.at("belt")).to_have_attribute("data-waiting", "4")
    page.view.take_role("at work")
    expect(page.at("action-freeze")).to_be_enabled()


def test_each_watch_in_the_line_begins_and_ends_at_an_edge(open_view: OpenView, rest: Rest) -> None:
    """Also that of who waits behind a dead one, whose own watch is gone."""
    path = f"/queue-{next(numbers)}"
    body = {"path": path, "producers": 0, "consumers": 3, "items": 0, "session_timeout": LASTING}
    rest.call("POST", "queues", body)
    await_until(lambda: len(rest.state()["queues"].get(path, {"line": []})["line"]) == 3)
    page = QueuePage.open(open_view, rest, path, viewport=LAPTOP)
    watches = page.page.locator(".flow-watch")
    expect(watches).to_have_count(3)
    dead = page.document["line"][1]["candidate"]
    rest.act(dead, "kill")
    expect(page.at(f"person-{dead}")).to_have_attribute("data-process", "exited")
    expect(watches).to_have_count(2)
    for size in (LAPTOP, NARROW):
        page.view.resize(size)
        await_until(lambda: max(page.view.run(AFAR)) < 6, 10.0)
