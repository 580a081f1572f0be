"""The view Compare: by mouse and by keyboard, in dark and light, narrow, with a measurement."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from app.recipes.election.strategies import STRATEGIES
from tests.browser.fixtures import OpenView
from tests.browser.pages import MOVING, Looks
from tests.browser.rest import Rest
from tests.browser.view import SCHEMES, View
from tests.support.zookeeper import await_until

COUNT = 5
WITHIN = 30.0
OVERFLOW = """() => {
  const right = (element) => element.getBoundingClientRect().right;
  const all = [...document.querySelectorAll("[data-testid=centre] *")];
  const beyond = all.filter((e) => e.offsetWidth > 0 && right(e) > innerWidth + 1);
  return [document.documentElement.scrollWidth - innerWidth, beyond.map((e) => e.className)];
}"""
INKED = """() => {
  const canvas = document.querySelector("[data-testid=curve] canvas");
  const { data } = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height);
  const tones = ["--predecessor", "--herd", "--single"].map((name) => {
    const text = getComputedStyle(canvas).getPropertyValue(name).trim();
    return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
  });
  return tones.map((tone) => {
    let inked = 0;
    for (let at = 0; at < data.length; at += 4)
      if (tone.every((part, n) => Math.abs(data[at + n] - part) < 8)) inked += 1;
    return inked;
  });
}"""


@pytest.fixture
def motion() -> Looks:
    return MOVING


@pytest.fixture
def compare(open_view: OpenView, rest: Rest) -> View:
    """The page with the view, in a dashboard of the module's."""
    return opened(open_view, rest)


def opened(open_view: OpenView, rest: Rest, **context: Any) -> View:
    view = open_view(rest, **context)
    view.at("view-compare").click()
    expect(view.at("compared")).to_be_visible()
    return view


def section(rest: Rest) -> dict[str, Any]:
    found: dict[str, Any] = rest.state()["comparison"]
    return found


def until(rest: Rest, holds: Callable[[dict[str, Any]], Any]) -> dict[str, Any]:
    await_until(lambda: holds(section(rest)), WITHIN)
    return section(rest)


def dots(view: View, strategy: str, looks: str) -> Locator:
    return view.at(f"compare-{strategy}").locator(f'[data-looks="{looks}"]')


def expect_standing(view: View, count: int) -> None:
    """Each election has its leader, and all others wait."""
    for strategy in STRATEGIES:
        expect(dots(view, strategy, "leading")).to_have_count(1)
        expect(dots(view, strategy, "waiting")).to_have_count(count - 1)


def figure(view: View, strategy: str, name: str) -> Locator:
    return view.at(f"figure-{strategy}-{name}")


def start(view: View, count: int = COUNT) -> None:
    view.setting("compare-count", str(count))
    view.setting("timeout", "20")
    view.at("compare-start").click()
    expect_standing(view, count)


@pytest.mark.proof
def test_one_click_ends_all_three_leaders(compare: View, rest: Rest) -> None:
    expect(compare.at("story")).to_contain_text("Three elections")
    start(compare)
    leaders = [dots(compare, s, "leading").get_attribute("data-candidate") for s in STRATEGIES]
    compare.at("strike-stop").click()
    for strategy, leader in zip(STRATEGIES, leaders, strict=True):
        ended = dots(compare, strategy, "ended")
        expect(ended).to_have_attribute("data-candidate", str(leader))
        expect(dots(compare, strategy, "leading")).to_have_count(1)
    told = {"predecessor": 1, "herd": COUNT - 1, "single": COUNT - 1}
    for strategy, number in told.items():
        expect(figure(compare, strategy, "notifications")).to_have_text(str(number))
        woken = compare.at(f"compare-{strategy}").locator('i:not([data-woken="0"])')
        expect(woken).to_have_count(number)
        expect(figure(compare, strategy, "ms")).to_have_text(re.compile(r"^[\d.]+ m?s$"))
        expect(figure(compare, strategy, "evidence")).to_have_text("reported")
        expect(figure(compare, strategy, "watches")).to_have_text(str(COUNT - 1))
        election = rest.election(f"/compare/{strategy}")
        for name in ("reads", "writes"):
            cost = str(election["last_handoff"][name])
            expect(figure(compare, strategy, name)).to_have_text(cost)
    expect(figure(compare, "single", "failed")).to_have_text(str(COUNT - 2))
    expect(compare.at("story")).to_have_text(
        re.compile(rf"^One death caused 1, {COUNT - 1} and \d+ wake-ups")
    )
    expect(compare.at("compare-start")).to_have_text("+ fill up")
    compare.at("compare-start").click()
    expect_standing(compare, COUNT)


def test_all_are_stopped_after_a_question_while_one_is_chosen(compare: View, rest: Rest) -> None:
    start(compare, 3)
    compare.at("centre").click(position={"x": 5, "y": 5})
    compare.press("ArrowRight")
    expect(compare.at("chosen")).to_be_visible()
    compare.more("stop-all")
    dialog = compare.page.get_by_role("dialog", name="Stop all candidates of this view?")
    expect(dialog).to_contain_text("9 candidates of the three elections")
    dialog.get_by_role("button", name="Keep them").click()
    expect_standing(compare, 3)


@pytest.mark.proof
def test_by_keyboard(compare: View, rest: Rest) -> None:
    compare.setting("compare-count", "3")
    compare.at("centre").click(position={"x": 5, "y": 5})
    compare.press("n")
    expect_standing(compare, 3)
    compare.press("f")
    for strategy in STRATEGIES:
        expect(dots(compare, strategy, "frozen")).to_have_count(1)
    expect(compare.at("compare-wake")).to_have_text("wake 3")
    compare.at("compare-wake").click()
    for strategy in STRATEGIES:
        expect(dots(compare, strategy, "frozen")).to_have_count(0)
    compare.press("ArrowRight")
    expect(compare.at("chosen")).to_be_visible()
    compare.page.keyboard.press("Escape")
    expect(compare.at("chosen")).to_have_count(0)
    compare.press("k")
    struck = until(rest, lambda one: one["strike"]["action"] == "kill")["deaths"].values()
    for death in filter(None, struck):
        rest.end_session(death["from"])
    compare.page.keyboard.press("?")
    dialog = compare.page.get_by_role("dialog")
    expect(dialog).to_contain_text("kill all three leaders")
    expect(dialog).to_contain_text("measure against the number of candidates")


def test_a_measurement_is_drawn_and_told(open_view: OpenView, rest: Rest) -> None:
    view = opened(open_view, rest, reduced_motion="reduce")
    expect(view.at("measure")).to_have_text(re.compile(r"^Measure 5 to 200 · about \d+ (s|min)$"))
    progress, off = '[data-testid="measure-progress"]', '[data-testid="strike-kill"]:disabled'
    with view.seeing(f"body:has({progress}):has({off})"):
        rest.call("POST", "comparisons/measure", {"sizes": [3, 6], "deaths": 1})
    expect(view.at("curve")).to_have_attribute("data-points", "6", timeout=60_000)
    expect(view.at("measure")).to_be_visible()
    for size in (3, 6):
        expect(view.at(f"point-predecessor-{size}")).to_have_text("1")
        expect(view.at(f"point-herd-{size}")).to_have_text(str(size - 1))
    expect(view.at("story")).to_contain_text("With 6 candidates, one death caused 1, 5 and")
    expect(view.at("curve-evidence")).to_contain_text("ZooKeeper's own counts")
    for scheme in SCHEMES:
        view.light_up(scheme)
        await_until(lambda: min(view.run(INKED)) > 20, WITHIN)
    view.at("chart-failed").click()
    expect(view.at("point-single-6")).to_have_text("4")
    view.page.keyboard.press("ArrowRight")
    expect(view.at("chart-ms")).to_be_focused()
    expect(view.at("chart-ms")).to_have_text("deletion to acknowledgement")
    expect(view.at("point-single-6")).to_have_text(re.compile(r"^[\d.]+ m?s$"))


@pytest.mark.proof
def test_a_measurement_is_cancelled(compare: View, rest: Rest) -> None:
    compare.at("measure").focus()
    compare.page.keyboard.press("Enter")
    expect(compare.at("measure-cancel")).to_be_focused()
    until(rest, lambda one: one["measuring"] and one["measuring"].get("strategy"))
    compare.page.keyboard.press("Enter")
    expect(compare.at("measure")).to_be_focused(timeout=WITHIN * 1000)
    expect(compare.at("story")).to_contain_text(re.compile(r"^Cancelled after \d+ of 54 deaths"))
    expect(compare.at("measure-error")).to_have_count(0)
    for strategy in STRATEGIES:
        expect(compare.at(f"compare-{strategy}")).to_contain_text("no candidates")


@pytest.mark.proof
def test_what_ended_a_measurement_is_said(compare: View, rest: Rest) -> None:
    rest.call("POST", "comparisons/measure", {"sizes": [4], "deaths": 20})
    until(rest, lambda one: one["measuring"] and one["measuring"]["done"] >= 1)
    rest.call("DELETE", "candidates")
    expect(compare.at("measure-error")).to_contain_text(
        re.compile(r"somebody else ended .* \(\d+ of 60"), timeout=WITHIN * 1000
    )


@pytest.mark.proof
def test_nothing_runs_out_of_the_window(open_view: OpenView, rest: Rest) -> None:
    """Of a telephone, and of a projector."""
    view = opened(open_view, rest, viewport={"width": 390, "height": 844})
    start(view, 10)
    view.at("strike-stop").click()
    expect(figure(view, "herd", "notifications")).to_have_text("9")
    view.await_run(OVERFLOW, [0, []])
    view.page.set_viewport_size({"width": 1280, "height": 800})
    view.at("projector").click()
    view.await_run(OVERFLOW, [0, []])
