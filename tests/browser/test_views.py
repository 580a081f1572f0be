"""The views of the page: chosen by tabs, by keys, by the address; what they have in common."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

NARROW = ViewportSize(width=390, height=844)
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


def press(view: View, key: str) -> None:
    view.press(key)


def expect_view(view: View, name: str) -> None:
    """It is drawn, its tab is chosen, the address says it."""
    expect(view.at("centre")).to_have_attribute("data-view", name)
    expect(view.at(f"view-{name}")).to_have_attribute("aria-selected", "true")
    expect(view.page.locator('.views [aria-selected="true"]')).to_have_count(1)
    expect(view.page).to_have_url(re.compile(rf"#(.*&)?view={name}(&|$)"))


def test_every_view_is_chosen_by_its_tab(view: View) -> None:
    for name in (*VIEWS[1:], VIEWS[0]):
        view.at(f"view-{name}").click()
        expect_view(view, name)
        expect(view.at("centre").get_by_test_id("story").first).to_be_visible()
        expect(view.at("tree")).to_be_visible()
        expect(view.at("events")).to_be_visible()
        assert view.run(NESTED) == []


def test_views_are_walked_by_brackets_and_by_arrows(view: View) -> None:
    for name in (*VIEWS[1:], VIEWS[0]):
        press(view, "]")
        expect_view(view, name)
    press(view, "[")
    expect_view(view, VIEWS[-1])
    view.at(f"view-{VIEWS[-1]}").focus()
    press(view, "ArrowRight")
    expect_view(view, "election")
    expect(view.at("view-election")).to_be_focused()
    press(view, "ArrowLeft")
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


def test_back_is_the_view_before(view: View) -> None:
    view.at("view-compare").click()
    expect_view(view, "compare")
    view.at("view-lock").click()
    expect_view(view, "lock")
    view.page.go_back()
    expect_view(view, "compare")
    view.page.go_back()
    expect(view.at("centre")).to_have_attribute("data-view", "election")


@pytest.mark.proof
def test_a_chosen_candidate_is_acted_on_in_every_view(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.choose(first)
    press(view, "]")
    expect(view.at("centre")).to_have_attribute("data-view", "compare")
    expect(view.at("candidate")).to_have_count(0)  # whoever was chosen stands in the other view
    view.at("events-elsewhere").click()
    view.at("events-filter").fill(f"{second['candidate']} waits")
    rows = view.at("events").get_by_test_id("event-row")
    rows.filter(has_text=f"{second['candidate']} waits").first.click()
    expect(view.at("candidate")).to_have_attribute("aria-label", f"Candidate {second['candidate']}")
    on = view.page.locator('[data-testid="recipe-step"][data-on="true"]')
    expect(on).to_have_attribute("data-step", "watch predecessor")
    press(view, "f")
    expect(view.at("candidate")).to_contain_text("paused")
    press(view, "w")
    expect(view.at("candidate")).to_contain_text("running")
    press(view, "k")
    rest.await_process(second["candidate"], "exited")
    assert rest.candidate(first["candidate"])["process"] == "running"


def test_the_pseudo_code_is_that_of_what_is_looked_at(view: View, rest: Rest) -> None:
    titles = {name: one["title"] for name, one in rest.state()["recipes"].items()}
    source = view.page.locator(".recipe .source")
    expect(source).to_contain_text(titles["predecessor"])
    view.at("view-lock").click()
    expect(source).to_contain_text(titles["lock"])
    view.at("view-members").click()
    expect(source).to_contain_text(titles["membership"])


def test_an_election_begins_with_the_strategy_that_is_chosen(view: View, rest: Rest) -> None:
    expect(view.at("strategy-predecessor")).to_have_attribute("aria-checked", "true")
    view.at("strategy-predecessor").focus()
    press(view, "ArrowRight")
    expect(view.at("strategy-herd")).to_have_attribute("aria-checked", "true")
    expect(view.at("strategy-herd")).to_be_focused()
    expect(view.page.locator(".recipe .source")).to_contain_text(
        rest.state()["recipes"]["herd"]["title"]
    )
    press(view, "5")
    await_until(lambda: len(rest.chain(view.election)) == 5)
    assert rest.election(view.election)["strategy"] == "herd"
    expect(view.at("strategy-herd")).to_have_count(0)
    press(view, "1")
    await_until(lambda: len(rest.chain(view.election)) == 6)
    assert {one["strategy"] for one in rest.state()["candidates"].values()
            if one["election"] == view.election} == {"herd"}  # fmt: skip


def test_the_help_is_that_of_the_view(view: View) -> None:
    view.at("view-election").click()
    press(view, "?")
    expect(view.page.get_by_role("dialog")).to_contain_text("start five candidates")
    press(view, "Escape")
    view.at("view-members").click()
    press(view, "?")
    expect(view.page.get_by_role("dialog")).to_contain_text("how to read Members")
    expect(view.page.get_by_role("dialog")).not_to_contain_text("start five candidates")


@pytest.mark.parametrize("name", VIEWS)
def test_no_view_runs_over_a_narrow_screen(
    open_view: OpenView, rest: Rest, election: str, name: str
) -> None:
    view = open_view(rest, election)
    view.at(f"view-{name}").click()
    expect_view(view, name)
    view.page.set_viewport_size(NARROW)
    expect(view.at("tab-stage")).to_have_text(re.compile(name, re.IGNORECASE))
    expect(view.at(f"view-{name}")).to_be_in_viewport(ratio=1)
    view.await_run(OVERFLOW, [])
    press(view, "g")
    expect(view.at("tour-card")).to_be_visible()
    view.await_run(OVERFLOW, [])


def test_read_only_every_view_is_seen_and_nothing_is_done(
    open_view: OpenView, open_dashboard: OpenDashboard, page_hosts: str
) -> None:
    dashboard = open_dashboard("--zookeeper", page_hosts, "--read-only")
    view = read_only_view(open_view, dashboard)
    for name in (*VIEWS[1:], VIEWS[0]):
        press(view, "]")
        expect_view(view, name)
        for key in ("1", "3", "5", "k"):
            press(view, key)
    expect(view.at("start-first")).to_have_count(0)
    assert view.rest.state()["candidates"] == {}
    view.rest.close()


def read_only_view(open_view: OpenView, dashboard: Dashboard) -> View:
    rest = Rest(dashboard.url)
    await_until(lambda: "/election" in rest.state()["elections"])
    return open_view(rest)
