"""The view of a double barrier: what is drawn is what the state says."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, NARROW
from tests.browser.rest import LASTING, Rest
from tests.browser.subject_page import LONG, SubjectPage, numbers
from tests.browser.test_picture import PROJECTED
from tests.support.zookeeper import await_until


class BarrierPage(SubjectPage):
    place = "view=barrier&barrier="
    section = "barriers"

    def expect_people(self, stage: str, count: int) -> None:
        expect(self.page.locator(f'.person[data-stage="{stage}"]')).to_have_count(count)

    def first(self) -> str:
        """The first of those who came."""
        return str(next(iter(self.document["people"])))


LEAVE = """() => [...document.querySelectorAll('.person[data-stage="leaving"]')].map((one) => {
  const [ring, name] = ["circle.body", "text"].map((part) =>
    one.querySelector(part).getBoundingClientRect());
  return { before: ring.right <= document.querySelector(".gate.leave").getBoundingClientRect().left,
    inside: name.left >= ring.left && name.right <= ring.right };
})"""
"""Whether each one that is done stands before the exit, and its name within its ring."""

BESIDE = """(name) => {
  const slot = document.querySelector(".beside-chosen");
  const box = slot.getBoundingClientRect();
  const chosen = document.querySelector('.person-disc[aria-pressed="true"]');
  const disc = chosen?.getBoundingClientRect();
  const words = document.createTreeWalker(slot.closest(".room"), NodeFilter.SHOW_TEXT);
  const covered = [];
  for (const range = document.createRange(); words.nextNode();) {
    const { parentElement: parent, nodeValue } = words.currentNode;
    if (parent.closest(".beside-chosen, title, .sr") || !nodeValue.trim()) continue;
    range.selectNodeContents(words.currentNode);
    const isOver = ({ left, right, top, bottom }) =>
      left < box.right && right > box.left && top < box.bottom && bottom > box.top;
    if ([...range.getClientRects()].some(isOver)) covered.push(nodeValue);
  }
  const away = Math.max(disc?.left - box.right, box.left - disc?.right,
    disc?.top - box.bottom, box.top - disc?.bottom);
  return [slot.hidden || (away >= 0 && away <= 100), covered];
}"""
"""Whether what acts on the chosen process is near it, or has no room; and which words it covers."""

OpenBarrier = Callable[..., BarrierPage]


@pytest.fixture
def open_barrier(rest: Rest, open_view: OpenView) -> OpenBarrier:
    """A page at a barrier of its own; takes what it is started with."""

    def open_one(**settings: Any) -> BarrierPage:
        path = f"/barrier-{next(numbers)}"
        rest.call("POST", "barriers", {"path": path, "session_timeout": LASTING, **settings})
        return BarrierPage.open(open_view, rest, path)

    return open_one


def test_who_waits_for_whom_is_drawn_and_all_enter_together(open_barrier: OpenBarrier) -> None:
    page = open_barrier(count=2, size=3, task=LONG)
    page.expect_people("waiting", 2)
    expect(page.at("story")).to_contain_text("wait at the barrier; one more is missing")
    expect(page.at("gate-enter")).to_have_attribute("data-open", "false")
    expect(page.at("ready")).to_contain_text("2 of 3")
    expect(page.page.locator(".flow-watch")).to_have_count(2)
    page.setting("task", "10")  # seconds, in which all are seen inside
    page.press("1")
    page.expect_people("inside", 3)
    expect(page.at("gate-enter")).to_have_attribute("data-open", "true")
    expect(page.at("ready")).to_contain_text("round 1")
    expect(page.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(2)
    page.at(f"process-{page.first()}").click()
    page.expect_step("inside")
    more = {"path": page.path, "count": 1, "size": 3, "session_timeout": LASTING}
    page.rest.call("POST", "barriers", more)  # one too many, which waits for the next round
    expect(page.page.locator('.person[data-stage="waiting"]')).to_contain_text("1 of 3 there")
    page.rest.stop_all()
    page.at("start-first").click()
    page.expect_people("inside", 3)
    page.view.expect_fits()


@pytest.mark.proof
def test_those_who_are_done_wait_for_a_killed_one_until_its_session_ends(
    open_barrier: OpenBarrier,
) -> None:
    page = open_barrier(count=1, size=3, task=LONG)
    page.expect_people("waiting", 1)
    dead = page.first()
    quick = {"path": page.path, "count": 2, "session_timeout": LASTING, "task": 0.2, "pause": 60}
    page.rest.call("POST", "barriers", quick)
    page.expect_people("leaving", 2)
    stands = {"before": True, "inside": True}
    for size in (LAPTOP, PROJECTED, NARROW):
        page.view.resize(size)
        await_until(lambda: page.view.run(LEAVE) == [stands, stands], 10.0)
    page.view.resize(LAPTOP)
    expect(page.at("story")).to_contain_text(f"for {dead}: nobody leaves before all are done")
    page.at(f"process-{dead}").click()
    page.press("k")
    expect(page.at("story")).to_contain_text(f"{dead} was killed")
    page.rest.end_session(dead)
    page.expect_people("outside", 2)
    expect(page.at(f"person-{dead}")).to_have_count(0)
    expect(page.reach("round-1")).to_be_visible()


def test_what_acts_on_the_chosen_one_stands_beside_it_and_over_no_words(
    open_barrier: OpenBarrier,
) -> None:
    """Also once it is another one, and once who else comes has moved it."""
    page = open_barrier(count=3, size=8, task=LONG)
    page.expect_people("waiting", 3)
    for place in (0, 2):
        page.page.locator(".person-disc").nth(place).click()
        expect(page.at("on-kill")).to_be_visible()
        page.view.await_run(BESIDE, [True, []])
    body = {"path": page.path, "count": 3, "session_timeout": LASTING, "task": LONG}
    page.rest.call("POST", "barriers", body)
    page.expect_people("waiting", 6)
    page.view.await_run(BESIDE, [True, []])
