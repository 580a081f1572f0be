"""The views of the page: chosen by tabs, by keys, by the address; what they have in common."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.zookeeper import await_until

EMPTY = True
OVERFLOW = """() => {
  const box = (e) => e.getBoundingClientRect();
  const drawn = "header :not(.views *), .tabs *, .controls *, .story, .tour *";
  return [...document.querySelectorAll(drawn)]
    .filter((e) => box(e).width > 0 && box(e).right > innerWidth + 1)
    .map((e) => e.className || e.tagName);
}"""


NESTED = """() => {
  const acting = "button, a[href], input, select, textarea, [role=button], [role=separator]";
  return [...document.querySelectorAll(acting)].filter((e) => e.querySelector(acting))
    .map((e) => e.outerHTML.slice(0, 200));
}"""


def expect_view(view: View, name: str) -> None:
    """It is drawn, its tab is chosen, the address says it."""
    expect(view.at("centre")).to_have_attribute("data-view", name)
    expect(view.at(f"view-{name}")).to_have_attribute("aria-selected", "true")
    expect(view.page.locator('.views [aria-selected="true"]')).to_have_count(1)
    expect(view.page).to_have_url(re.compile(rf"#(.*&)?view={name}(&|$)"))


def test_every_view_is_chosen_by_its_tab_and_fits(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    """On a narrow screen, too, with the tour. Each begins with a hint, and has a help of its own;
    brackets and arrows walk through them.
    """
    view = open_view(rest, election)
    for name in (*VIEWS[1:], VIEWS[0]):
        view.at(f"view-{name}").click()
        expect_view(view, name)
        expect(view.at("centre").get_by_test_id("story").first).to_be_visible()
        expect(view.reach("tree")).to_be_visible()
        expect(view.reach("events")).to_be_visible()
        if name != "znodes":
            expect(view.at("hint")).to_have_attribute("data-key", re.compile(r"\w"))
        assert view.run(NESTED) == []
    view.page.set_viewport_size(NARROW)
    view.press("g")
    for name in (*VIEWS[1:], VIEWS[0]):
        view.press("]")
        expect_view(view, name)
        expect(view.at("tab-stage")).to_have_text(re.compile(name, re.IGNORECASE))
        expect(view.at(f"view-{name}")).to_be_in_viewport(ratio=1)
        expect(view.at("tour-card")).to_be_visible()
        view.await_run(OVERFLOW, [])
    view.press("g")
    expect(view.at("tour-card")).to_have_count(0)
    view.await_run(OVERFLOW, [])
    view.press("[")
    expect_view(view, VIEWS[-1])
    view.at(f"view-{VIEWS[-1]}").focus()
    view.press("ArrowRight")
    expect_view(view, "election")
    expect(view.at("view-election")).to_be_focused()
    view.press("ArrowLeft")
    expect_view(view, VIEWS[-1])


@pytest.mark.proof
def test_the_view_is_remembered_and_in_the_address(view: View, rest: Rest) -> None:
    view.at("view-lock").click()
    with view.complaints.leaving():
        view.page.reload()
        view.await_live()
        expect_view(view, "lock")
        view.page.goto("about:blank")
        view.page.goto(rest.url)
        view.await_live()
    expect(view.at("centre")).to_have_attribute("data-view", "lock")
    view.run("(hash) => { location.hash = hash }", f"view=election&election={view.election}")
    expect_view(view, "election")
    expect(view.at("election")).to_have_value(view.election)
    view.run("() => { location.hash = 'view=<img src=x>' }")
    expect(view.at("centre")).to_have_attribute("data-view", "election")


@pytest.mark.proof
def test_a_chosen_candidate_is_acted_on_in_every_view(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.choose(first)
    view.press("]")
    expect(view.at("centre")).to_have_attribute("data-view", "compare")
    expect(view.at("candidate")).to_have_count(0)  # whoever was chosen stands in the other view
    view.reach("events-elsewhere").click()
    view.reach("events-filter").fill(f"{second['candidate']} waits")
    rows = view.reach("events").get_by_test_id("event-row")
    rows.filter(has_text=f"{second['candidate']} waits").first.click()
    expect(view.at("candidate")).to_have_attribute("aria-label", f"Candidate {second['candidate']}")
    on = view.page.locator('[data-testid="recipe-step"][data-on="true"]')
    expect(on).to_have_attribute("data-step", "watch predecessor")
    view.press("f")
    expect(view.at("candidate")).to_contain_text("paused")
    view.press("w")
    expect(view.at("candidate")).to_contain_text("running")
    view.press("k")
    rest.await_process(second["candidate"], "exited")
    assert rest.candidate(first["candidate"])["process"] == "running"


def test_an_election_begins_with_the_strategy_that_is_chosen(view: View, rest: Rest) -> None:
    """The pseudo-code is that of what is looked at, and so is the help."""
    titles = {name: one["title"] for name, one in rest.state()["recipes"].items()}
    source = view.page.locator(".recipe .source")
    dialog = view.page.get_by_role("dialog")
    view.press("?")
    expect(dialog).to_contain_text("start five candidates")
    view.press("Escape")
    expect(source).to_contain_text(titles["predecessor"])
    view.at("view-lock").click()
    expect(source).to_contain_text(titles["lock"])
    view.at("view-members").click()
    expect(source).to_contain_text(titles["membership"])
    view.press("?")
    expect(dialog).to_contain_text("how to read Members")
    expect(dialog).not_to_contain_text("start five candidates")
    view.press("Escape")
    view.at("view-election").click()
    expect(view.at("strategy-predecessor")).to_have_attribute("aria-checked", "true")
    view.at("strategy-predecessor").focus()
    view.press("ArrowRight")
    expect(view.at("strategy-herd")).to_have_attribute("aria-checked", "true")
    expect(view.at("strategy-herd")).to_be_focused()
    expect(source).to_contain_text(titles["herd"])
    view.press("1")
    await_until(lambda: len(rest.chain(view.election)) == 1)
    assert rest.election(view.election)["strategy"] == "herd"
    expect(view.at("strategy-herd")).to_have_count(0)
    view.press("1")
    await_until(lambda: len(rest.chain(view.election)) == 2)
    assert {one["strategy"] for one in rest.of(view.election)} == {"herd"}
