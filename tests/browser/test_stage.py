"""The stage: it fills its box, no words of it lie over others, keys and names lead through it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.pages import HALL, LAPTOP, NARROW
from tests.browser.rest import SHORT, Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

CLASHES = """() => {
  const stage = document.querySelector("div.stage");
  const isShown = (element) => !element.closest("[data-leaving]") &&
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const boxed = (element) => {
    const { left, right, top, bottom, height } = element.getBoundingClientRect();
    const [said, edge] = [element.textContent.trim(), 0.18 * height];
    const inner = { left: left + 1, right: right - 1, top: top + edge, bottom: bottom - edge };
    return { element, said, ...inner };
  };
  const words = [...stage.querySelectorAll("text, .lane-title:not(.true), .ground-label")]
    .filter((element) => element.textContent.trim() && isShown(element)).map(boxed);
  const touch = (one, other) => one.left < other.right && other.left < one.right &&
    one.top < other.bottom && other.top < one.bottom;
  const found = words.flatMap((one, at) => words.slice(at + 1)
    .filter((other) => touch(one, other)).map((other) => `${one.said} over ${other.said}`));
  const onPlates = ".znode, .hub, .fold, .crowd, .process .name";
  const bare = words.filter(({ element }) => !element.closest(onPlates));
  for (const line of stage.querySelectorAll(".session line, .watch path")) {
    if (!isShown(line)) continue;
    const [length, to] = [line.getTotalLength(), line.getScreenCTM()];
    for (let share = 0; share <= 1; share += 0.02) {
      const { x, y } = line.getPointAtLength(length * share).matrixTransform(to);
      const point = { left: x, right: x, top: y, bottom: y };
      found.push(...bare.filter((one) => touch(one, point)).map(({ said }) => `a line in ${said}`));
    }
  }
  return found;
}"""
"""The words of the stage that lie over others, or that a session or a watch runs through; those on
a plate have it between them and the lines.
"""
SHARES = """() => {
  const parts = document.querySelectorAll(".stage :is(.process .body, .znode rect, .belief)");
  const drawn = [...parts].map((element) => element.getBoundingClientRect());
  const span = (from, to) =>
    Math.max(...drawn.map((one) => one[to])) - Math.min(...drawn.map((one) => one[from]));
  const { width, height } = document.querySelector("div.stage").getBoundingClientRect();
  return [span("left", "right") / width, span("top", "bottom") / height];
}"""
"""Which shares of the width and height of its box the processes and their znodes take."""
TYPE = """() => {
  const words = [...document.querySelectorAll(".stage :is(text, .lane-title)")];
  const shown = words.filter((one) => one.textContent.trim() && one.checkVisibility());
  return Math.min(...shown.map((one) => parseFloat(getComputedStyle(one).fontSize)));
}"""
FOCUSED = "() => document.activeElement.dataset.testid"
STOPS = """() => document.querySelectorAll('.stage [role=button][tabindex="0"]').length"""


def start(rest: Rest, view: View, count: int, strategy: str = "predecessor") -> None:
    body = {"count": count, "election": view.election, "strategy": strategy}
    rest.call("POST", "candidates", {**body, "session_timeout": SHORT})
    await_until(lambda: len([one for one in rest.of(view.election) if is_settled(one)]) == count)
    view.catch_up()


def is_settled(candidate: Json) -> bool:
    return candidate["belief"] in ("waiting", "leading")


def await_gone(rest: Rest, view: View, entry: Json) -> None:
    """Wait until its znode has ended."""
    await_until(lambda: entry["czxid"] not in {one["czxid"] for one in rest.chain(view.election)})


def expect_apart(view: View) -> None:
    """No words are over others, at three sizes and in large type."""
    for size in (LAPTOP, NARROW, HALL):
        view.page.set_viewport_size(size)
        view.await_run(CLASHES, [])
    view.press("p")
    view.await_run(CLASHES, [])
    view.press("p")
    view.page.set_viewport_size(LAPTOP)


def leader_of(rest: Rest, view: View) -> Json:
    return next(one for one in rest.chain(view.election) if one["truth"] == "leader")


@pytest.mark.parametrize("strategy", ["predecessor", "herd", "single"])
def test_no_words_lie_over_others(view: View, rest: Rest, strategy: str) -> None:
    start(rest, view, 5, strategy)
    expect_apart(view)
    leader = leader_of(rest, view)
    rest.act(leader["candidate"], "kill")
    expect_apart(view)
    await_gone(rest, view, leader)
    expect_apart(view)


@pytest.mark.proof
@pytest.mark.parametrize("count", [2, 5, 9, 20])
@pytest.mark.parametrize("strategy", ["predecessor", "herd", "single"])
def test_no_words_lie_over_others_whatever_happens(
    view: View, rest: Rest, strategy: str, count: int
) -> None:
    start(rest, view, count, strategy)
    for fault in ("pause", "expire", "resign", "kill"):
        await_until(lambda: any(one["truth"] == "leader" for one in rest.chain(view.election)))
        leader = leader_of(rest, view)
        rest.act(leader["candidate"], fault)
        expect_apart(view)
        await_gone(rest, view, leader)
        expect_apart(view)
        if fault == "pause":
            rest.act(leader["candidate"], "resume")
            expect_apart(view)


def test_it_fills_its_box_with_type_that_a_hall_can_read(view: View, rest: Rest) -> None:
    start(rest, view, 5)

    def fills() -> bool:
        across, down = view.run(SHARES)
        return bool(across > 0.85 and down > 0.6)

    for size in (LAPTOP, HALL):
        view.page.set_viewport_size(size)
        await_until(fills)
    view.press("p")
    view.page.set_viewport_size({"width": 1280, "height": 720})
    await_until(lambda: view.run(TYPE) >= 24)


def test_it_is_one_stop_of_the_tab_key_and_arrows_go_on_into_a_fold(view: View, rest: Rest) -> None:
    start(rest, view, 14)
    chain = rest.chain(view.election)
    names = [f"process-{entry['candidate']}" for entry in chain]
    view.process(chain[3]).focus()
    for key, at in [("ArrowRight", 4), ("ArrowLeft", 3), ("Home", 0), ("End", 13)]:
        view.press(key)
        view.await_run(FOCUSED, names[at])
        expect(view.process(chain[at])).to_have_attribute("aria-pressed", "true")
        assert view.run(STOPS) == 1


def test_a_name_says_who_waits_for_whom(view: View, rest: Rest) -> None:
    start(rest, view, 2)
    first, second = rest.chain(view.election)
    waits = re.escape(f"watches {first['candidate']}'s znode {first['label']}")
    name = re.compile(rf"^{second['candidate']}, waits, next, .*{waits}, ")
    expect(view.process(second)).to_have_accessible_name(name)
