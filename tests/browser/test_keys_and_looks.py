"""By keyboard, in dark and light, in large type, on a narrow screen."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.view import View

TABS = {"stage", "znodes", "recipe", "events"}
NARROW = {"width": 390, "height": 844}
VISIBLE_FOCUS = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  return element !== document.body && element.matches(":focus-visible")
    && (outlined || style.boxShadow !== "none");
}"""
TWICE_RIGHT = """() => {
  const press = () => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  press();
  press();
}"""
OVERFLOW = """() => {
  const wide = document.documentElement.scrollWidth - innerWidth;
  const box = (e) => e.getBoundingClientRect();
  const drawn = "header :not(.views *), .tabs *, .controls *, .story, .foot *";
  const beyond = [...document.querySelectorAll(drawn)]
    .filter((e) => box(e).width > 0 && box(e).right > innerWidth + 1)
    .map((e) => e.className || e.tagName);
  return [Math.max(0, wide), beyond];
}"""


def press(view: View, key: str) -> None:
    view.press(key)


def left_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["x"]


def html(view: View) -> Locator:
    return view.page.locator("html")


def test_candidates_are_started_chosen_and_killed_by_keys(view: View, rest: Rest) -> None:
    view.at("timeout").select_option("20")
    press(view, "5")
    chain = rest.await_chain(view.election, 5)
    view.expect_crown(chain[0])
    view.expect_belief(chain[4], "waiting")
    press(view, "ArrowRight")
    expect(view.at("chosen")).to_contain_text(chain[0]["candidate"])
    press(view, "ArrowRight")
    expect(view.at("chosen")).to_contain_text(chain[1]["candidate"])
    press(view, "f")
    expect(view.process(chain[1])).to_have_attribute("data-tone", "frozen")
    press(view, "w")
    expect(view.process(chain[1])).to_have_attribute("data-tone", "wait")
    press(view, "Escape")
    expect(view.at("chosen")).to_have_count(0)
    expect(view.at("action-resign")).to_be_enabled()
    press(view, "q")
    view.expect_crown(chain[1])
    rest.await_chain(view.election, 5)
    press(view, "k")
    rest.await_process(chain[1]["candidate"], "exited")
    press(view, "ArrowLeft")
    expect(view.at("chosen")).to_contain_text(chain[0]["candidate"])
    press(view, "s")
    rest.await_process(chain[0]["candidate"], "exited")


def test_a_candidate_is_chosen_by_enter(view: View, rest: Rest) -> None:
    """What was pressed to start it is disabled for a moment, and has the focus again."""
    rest.start(1, view.election)
    view.at("start-1").focus()
    press(view, "Enter")
    _, second = rest.await_chain(view.election, 2)
    expect(view.at("start-1")).to_be_enabled()
    expect(view.at("start-1")).to_be_focused()
    view.process(second).focus()
    press(view, "Enter")
    expect(view.process(second)).to_have_attribute("aria-pressed", "true")
    halo = view.process(second).locator(".halo")
    assert halo.evaluate("(halo) => getComputedStyle(halo).strokeDasharray") != "none"
    press(view, " ")
    expect(view.process(second)).to_have_attribute("aria-pressed", "false")


def test_no_key_acts_while_something_is_typed(view: View, rest: Rest) -> None:
    (only,) = rest.start(1, view.election)
    view.expect_belief(only, "leading")
    view.at("search").focus()
    view.page.keyboard.type("k1?t")
    expect(view.at("search")).to_have_value("k1?t")
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    assert rest.chain(view.election)[0]["znode"] == only["znode"]
    assert rest.candidate(only["candidate"])["process"] == "running"


def test_focus_is_visible_wherever_tab_goes(view: View) -> None:
    reached = []
    for _ in range(14):
        press(view, "Tab")
        assert view.run(VISIBLE_FOCUS), view.run("() => document.activeElement.outerHTML")
        reached.append(view.run("() => document.activeElement.dataset.testid ?? ''"))
    assert {"projector", "theme", "help", "search", "tree", "election", "start-1"} <= set(reached)


def test_the_help_is_a_dialog(view: View) -> None:
    press(view, "?")
    dialog = view.page.get_by_role("dialog")
    expect(dialog.get_by_test_id("shortcuts")).to_contain_text("projector: larger type")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    press(view, "t")
    expect(html(view)).to_have_attribute("data-theme", "dark")
    press(view, "Escape")
    expect(dialog).to_have_count(0)


def test_the_theme_is_that_of_the_system_until_chosen(view: View) -> None:
    expect(html(view)).to_have_attribute("data-theme", "dark")
    view.page.emulate_media(color_scheme="light")
    expect(html(view)).to_have_attribute("data-theme", "light")
    dark_on = view.run("() => getComputedStyle(document.body).backgroundColor")
    view.at("theme").click()
    expect(html(view)).to_have_attribute("data-theme", "dark")
    assert view.run("() => getComputedStyle(document.body).backgroundColor") != dark_on
    view.reload()
    expect(html(view)).to_have_attribute("data-theme", "dark")
    press(view, "t")
    expect(html(view)).to_have_attribute("data-theme", "light")


def test_the_projector_makes_type_larger(view: View) -> None:
    size = "() => parseFloat(getComputedStyle(document.querySelector('.story')).fontSize)"
    before = view.run(size)
    view.at("projector").click()
    expect(view.at("projector")).to_have_attribute("aria-pressed", "true")
    assert view.run(size) > before
    view.reload()
    assert view.run(size) > before
    press(view, "p")
    expect(view.at("projector")).to_have_attribute("aria-pressed", "false")
    assert view.run(size) == before


def test_nothing_runs_over_a_narrow_screen(
    open_view: OpenView, rest: Rest, election: str, client: KazooClient
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    chain = rest.start(3, election)
    path = client.create(f"/{election[1:]}-{'wide' * 50}", b"x" * 300)
    view.expect_crown(chain[0])
    view.choose(chain[1])
    view.at("tab-znodes").click()
    view.details_of(path)
    for tab in TABS:
        view.at(f"tab-{tab}").click()
        expect(view.at(f"tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(view.page.locator(f".panel-{tab}")).to_be_visible()
        for other in TABS - {tab}:
            expect(view.page.locator(f".panel-{other}")).to_be_hidden()
        view.await_run(OVERFLOW, [0, []])


def test_tabs_are_walked_by_arrows(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, viewport=NARROW)
    view.at("tab-stage").focus()
    press(view, "ArrowRight")
    expect(view.at("tab-znodes")).to_have_attribute("aria-selected", "true")
    expect(view.at("tab-znodes")).to_be_focused()
    press(view, "ArrowLeft")
    expect(view.at("tab-stage")).to_have_attribute("aria-selected", "true")
    press(view, "ArrowLeft")
    expect(view.at("tab-events")).to_have_attribute("aria-selected", "true")
    expect(view.page.locator(".panel-events")).to_be_visible()


def test_two_arrows_within_a_frame_are_two_steps(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, viewport=NARROW)
    view.at("tab-stage").focus()
    view.run(TWICE_RIGHT)
    expect(view.at("tab-recipe")).to_have_attribute("aria-selected", "true")
    expect(view.at("tab-recipe")).to_be_focused()


def test_the_election_is_part_of_the_address(view: View, open_view: OpenView, rest: Rest) -> None:
    rest.follow(f"{view.election}/beside it")
    view.choose_election(f"{view.election}/beside it")
    with view.complaints.leaving():
        view.page.reload()
        view.await_live()
    expect(view.at("election")).to_have_value(f"{view.election}/beside it")
    view.run("(hash) => { location.hash = hash }", f"election={view.election}")
    expect(view.at("election")).to_have_value(view.election)
    view.run("() => { location.hash = 'election=constructor' }")
    expect(view.at("missing")).to_contain_text("There is no election at constructor here.")
    expect(view.at("election")).to_have_count(0)  # nothing is shown in place of what is not there


@pytest.mark.proof
def test_a_chain_wider_than_the_screen_says_so(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    rest.start(8, election)
    view.catch_up()
    scroller = view.page.locator(".stage-scroll")
    title = view.page.get_by_text("ZooKeeper: what is true")
    expect(scroller).to_have_attribute("data-more", "right")
    before = left_of(title)
    scroller.evaluate("(element) => { element.scrollLeft = 60 }")
    expect(scroller).to_have_attribute("data-more", "left right")
    scroller.evaluate("(element) => { element.scrollLeft = element.scrollWidth }")
    expect(scroller).to_have_attribute("data-more", "left")
    assert left_of(title) == before


def test_the_story_is_read_out_without_running_numbers(view: View, rest: Rest) -> None:
    (first, _) = rest.start(2, view.election)
    rest.act(first["candidate"], "kill")
    status = view.page.get_by_role("status")
    expect(status).to_contain_text(f"{first['candidate']} was killed a moment ago")
    expect(status).not_to_contain_text(re.compile(r"\d\.\d s"))
