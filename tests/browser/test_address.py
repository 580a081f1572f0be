"""The address of the page: a link shows the same, Back is the place before."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW, Looks
from tests.browser.rest import Rest
from tests.browser.view import View, await_equal, facts_of

EMPTY = True
TWICE_RIGHT = """() => {
  const press = () => document.activeElement.dispatchEvent(
    new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true }));
  press();
  press();
}"""
TOP = "() => document.querySelector('.centre').scrollTop"


def test_a_link_shows_the_same_in_two_browsers(view: View, open_view: OpenView, rest: Rest) -> None:
    first, second, _ = rest.start(3, view.election)
    view.choose(second)
    view.reach("search").fill(first["znode"])
    view.at("matches").get_by_title(f"{view.election}/{first['znode']}", exact=True).click()
    expect(view.at("znode-details")).to_have_attribute("data-path", re.compile(first["znode"]))
    link = view.page.url
    narrower: Looks = {"viewport": {"width": 1280, "height": 700}}
    other = open_view(rest, view.election, at=link, **narrower)
    expect(view.page.locator(".viewers")).to_contain_text("2 watching")
    expect(other.at("chosen")).to_contain_text(second["candidate"])
    expect(other.reach("search")).to_have_value(first["znode"])
    expect(other.at("znode-details")).to_have_attribute("data-path", re.compile(first["znode"]))
    other.reach("search").fill("")
    expect(other.row(f"{view.election}/{first['znode']}")).to_be_visible()
    assert urlsplit(link).fragment.startswith("view=election&")
    for one in (view, other):
        one.complaints.expect("404")  # the znode that is shown goes with its session
    other.press("Escape")
    other.act("expire", role="leader")
    for one in (view, other):
        one.expect_crown(second)
    rest.await_chain(view.election, 3)
    await_equal(
        lambda: [facts_of(rest.state(), view.election)] * 2, lambda: [view.seen(), other.seen()]
    )


@pytest.mark.proof
def test_a_link_shows_the_tab_of_a_znode(
    view: View, folder: str, open_view: OpenView, rest: Rest
) -> None:
    view.at("view-znodes").click()
    view.row(folder).click()
    view.at("bench-tab-acl").click()
    expect(view.page).to_have_url(re.compile(rf"#view=znodes&znode={folder}&znodeTab=acl$"))
    with view.complaints.leaving():
        view.page.goto("about:blank")
        view.page.goto(f"{rest.url}#view=znodes&znode={folder}")
        view.await_live()
    expect(view.at("bench-tab-data")).to_have_attribute("aria-selected", "true")


def test_back_is_the_znode_the_view_and_the_election_before(
    view: View, rest: Rest, client: KazooClient, folder: str
) -> None:
    """A candidate of an earlier run is forgotten, and a view begins at its top."""
    client.create(f"{folder}/below")
    view.details_of(folder)
    view.open_row(folder)
    view.details_of(f"{folder}/below")
    view.page.go_back()
    expect(view.at("znode-details")).to_have_attribute("data-path", folder)
    view.page.go_forward()
    expect(view.at("znode-details")).to_have_attribute("data-path", f"{folder}/below")
    view.page.go_back()
    view.page.go_back()
    expect(view.at("znode-details")).to_have_count(0)
    for name in ("compare", "lock"):
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
    for name in ("compare", "election"):
        view.page.go_back()
        expect(view.at("centre")).to_have_attribute("data-view", name)
    beside = f"{view.election}/beside it"
    rest.follow(beside)
    view.choose_election(beside)
    with view.complaints.leaving():
        view.page.reload()
        view.await_live()
    expect(view.at("election")).to_have_value(beside)
    view.page.go_back()
    expect(view.at("election")).to_have_value(view.election)
    view.run("(hash) => { location.hash = hash }", f"election={view.election}&candidate=c9999")
    expect(view.page).not_to_have_url(re.compile("candidate="))
    expect(view.page).to_have_url(re.compile(view.election))
    view.page.set_viewport_size({"width": 1000, "height": 420})
    view.page.locator(".centre").evaluate("(centre) => { centre.scrollTop = 300 }")
    assert view.run(TOP) > 0
    view.at("view-compare").click()
    expect(view.at("centre")).to_have_attribute("data-view", "compare")
    assert view.run(TOP) == 0


def must_walk_the_tabs_by_arrows(view: View) -> None:
    view.at("tab-stage").focus()
    for key, tab in (("Right", "recipe"), ("Left", "stage"), ("Left", "servers")):
        view.press(f"Arrow{key}")
        expect(view.at(f"tab-{tab}")).to_have_attribute("aria-selected", "true")
        expect(view.at(f"tab-{tab}")).to_be_focused()
    expect(view.at("panel-servers")).to_be_visible()
    view.at("tab-stage").focus()
    view.run(TWICE_RIGHT)  # within a frame are two steps
    expect(view.at("tab-events")).to_have_attribute("aria-selected", "true")
    expect(view.at("tab-events")).to_be_focused()


def test_the_address_names_the_panel_of_a_narrow_screen(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    must_walk_the_tabs_by_arrows(view)
    view.at("tab-events").click()
    expect(view.page).to_have_url(re.compile("tab=events"))
    with view.complaints.leaving():
        view.page.reload()
        view.await_live()
    expect(view.page.locator(".panel-events")).to_be_visible()
    view.run("() => { location.hash = 'view=lock&tab=constructor' }")
    expect(view.page.locator(".panel-stage")).to_be_visible()
