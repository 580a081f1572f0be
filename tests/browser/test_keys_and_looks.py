"""By keyboard, in dark and light, in large type, on a narrow screen."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import Rest
from tests.browser.view import View

EMPTY = True
TABS = {"stage", "recipe", "events", "znodes", "work", "servers"}
VISIBLE_FOCUS = """() => {
  const element = document.activeElement;
  const style = getComputedStyle(element);
  const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 1;
  return element !== document.body && element.matches(":focus-visible")
    && (outlined || style.boxShadow !== "none");
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


def left_of(element: Locator) -> float:
    box = element.bounding_box()
    assert box
    return box["x"]


def html(view: View) -> Locator:
    return view.page.locator("html")


def test_candidates_are_started_chosen_and_killed_by_keys(view: View, rest: Rest) -> None:
    """By Enter in the sheet, too, which closes and gives the focus back to its button. No key acts
    while something is typed.
    """
    view.setting("timeout", "20")
    view.at("open-start").focus()
    view.press("ArrowDown")
    expect(view.at("start-1")).to_be_focused()
    view.press("ArrowRight")
    view.press("Enter")
    chain = rest.await_chain(view.election, 5)
    expect(view.at("start-5")).to_be_enabled()
    expect(view.at("open-start")).to_be_focused()
    view.process(chain[1]).focus()
    view.press("Enter")
    expect(view.process(chain[1])).to_have_attribute("aria-pressed", "true")
    halo = view.process(chain[1]).locator(".halo")
    assert halo.evaluate("(halo) => getComputedStyle(halo).strokeDasharray") != "none"
    view.press(" ")
    expect(view.process(chain[1])).to_have_attribute("aria-pressed", "false")
    view.reach("search").focus()
    view.page.keyboard.type("k1?t")
    expect(view.reach("search")).to_have_value("k1?t")
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    view.reach("search").fill("")
    view.reach("search").evaluate("(field) => field.blur()")
    assert [one["process"] for one in rest.of(view.election)] == ["running"] * 5
    view.press("1")
    chain = rest.await_chain(view.election, 6)
    view.expect_crown(chain[0])
    view.expect_belief(chain[4], "waiting")
    view.press("ArrowRight")
    expect(view.at("chosen")).to_contain_text(chain[0]["candidate"])
    view.press("ArrowRight")
    expect(view.at("chosen")).to_contain_text(chain[1]["candidate"])
    view.press("f")
    expect(view.process(chain[1])).to_have_attribute("data-tone", "frozen")
    view.press("w")
    expect(view.process(chain[1])).to_have_attribute("data-tone", "wait")
    view.press("Escape")
    expect(view.at("chosen")).to_have_count(0)
    expect(view.at("action-resign")).to_be_enabled()
    view.press("q")
    view.expect_crown(chain[1])
    rest.await_chain(view.election, 6)
    view.press("k")
    rest.await_process(chain[1]["candidate"], "exited")
    status = view.page.get_by_role("status")  # the story is read out without running numbers
    expect(status).to_contain_text(f"{chain[1]['candidate']} was killed a moment ago")
    expect(status).not_to_contain_text(re.compile(r"\d\.\d s"))
    view.press("ArrowLeft")
    expect(view.at("chosen")).to_contain_text(chain[0]["candidate"])
    view.press("s")
    rest.await_process(chain[0]["candidate"], "exited")


def test_the_focus_is_visible_wherever_tab_goes(view: View) -> None:
    view.tab("znodes")
    view.page.locator("h1").click()  # where Tab begins
    reached = []
    for _ in range(20):
        view.press("Tab")
        assert view.run(VISIBLE_FOCUS), view.run("() => document.activeElement.outerHTML")
        reached.append(view.run("() => document.activeElement.dataset.testid ?? ''"))
    assert {"search", "tree", "election", "start"} <= set(reached)


def test_the_buttons_of_the_page_are_one_stop_and_the_arrows_walk_along_them(view: View) -> None:
    view.at("help").focus()
    reached = set()
    for _ in range(6):
        view.press("ArrowRight")
        assert view.run(VISIBLE_FOCUS), view.run("() => document.activeElement.outerHTML")
        reached.add(view.run("() => document.activeElement.dataset.testid"))
    assert {"projector", "theme", "help"} <= reached


def test_the_looks_are_kept_and_the_help_is_a_dialog(view: View) -> None:
    """The theme is that of the system until one is chosen; the projector makes type larger."""
    view.press("?")
    dialog = view.page.get_by_role("dialog")
    expect(dialog.get_by_test_id("shortcuts")).to_contain_text("projector: larger type")
    expect(dialog.get_by_role("button", name="Close")).to_be_focused()
    expect(view.at("words").locator("dt")).to_contain_text(["znode", "session", "ephemeral"])
    view.press("t")
    expect(html(view)).to_have_attribute("data-theme", "dark")
    view.press("Escape")
    expect(dialog).to_have_count(0)
    view.light_up("light")
    dark_on = view.run("() => getComputedStyle(document.body).backgroundColor")
    view.at("theme").click()
    expect(html(view)).to_have_attribute("data-theme", "dark")
    assert view.run("() => getComputedStyle(document.body).backgroundColor") != dark_on
    size = "() => parseFloat(getComputedStyle(document.querySelector('.story')).fontSize)"
    before = view.run(size)
    view.at("projector").click()
    expect(view.at("projector")).to_have_attribute("aria-pressed", "true")
    assert view.run(size) > before
    view.reload()
    expect(html(view)).to_have_attribute("data-theme", "dark")
    assert view.run(size) > before
    view.press("t")
    expect(html(view)).to_have_attribute("data-theme", "light")
    view.press("p")
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
    view.details_of(path)
    for tab in TABS:
        view.at(f"tab-{tab}").click()
        expect(view.at(f"tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(view.page.locator(f".panel-{tab}")).to_be_visible()
        for other in TABS - {tab}:
            expect(view.page.locator(f".panel-{other}")).to_be_hidden()
        view.await_run(OVERFLOW, [0, []])


@pytest.mark.proof
def test_a_chain_wider_than_the_screen_says_so(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    rest.start(8, election)
    view.catch_up()
    scroller = view.page.locator(".stage-scroll")
    title = view.at("lane-true")
    expect(scroller).to_have_attribute("data-more", "right")
    before = left_of(title)
    scroller.evaluate("(element) => { element.scrollLeft = 60 }")
    expect(scroller).to_have_attribute("data-more", "left right")
    scroller.evaluate("(element) => { element.scrollLeft = element.scrollWidth }")
    expect(scroller).to_have_attribute("data-more", "left")
    assert left_of(title) == before
