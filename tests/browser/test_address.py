"""The address of the page: a link shows the same, Back is the place before."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.view import View

NARROW = {"width": 390, "height": 844}
TOP = "() => document.querySelector('.centre').scrollTop"


def test_a_link_shows_the_same(view: View, open_view: OpenView, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.choose(second)
    view.at("search").fill(first["znode"])
    view.at("matches").get_by_title(f"{view.election}/{first['znode']}", exact=True).click()
    expect(view.at("znode-details")).to_have_attribute("data-path", re.compile(first["znode"]))
    link = view.page.url
    other = open_view(rest, view.election, at=link)
    expect(other.at("chosen")).to_contain_text(second["candidate"])
    expect(other.at("search")).to_have_value(first["znode"])
    expect(other.at("znode-details")).to_have_attribute("data-path", re.compile(first["znode"]))
    other.at("search").fill("")
    expect(other.row(f"{view.election}/{first['znode']}")).to_be_visible()
    assert urlsplit(link).fragment.startswith("view=election&")


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


def test_back_is_the_znode_before(view: View, client: KazooClient, folder: str) -> None:
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


def test_back_is_the_election_before(view: View, rest: Rest) -> None:
    rest.follow(f"{view.election}/beside")
    view.choose_election(f"{view.election}/beside")
    view.page.go_back()
    expect(view.at("election")).to_have_value(view.election)


def test_the_address_names_the_panel_of_a_narrow_screen(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    view.at("tab-events").click()
    expect(view.page).to_have_url(re.compile("tab=events"))
    with view.complaints.leaving():
        view.page.reload()
        view.await_live()
    expect(view.page.locator(".panel-events")).to_be_visible()
    view.run("() => { location.hash = 'view=lock&tab=constructor' }")
    expect(view.page.locator(".panel-stage")).to_be_visible()


def test_a_candidate_of_an_earlier_run_is_forgotten(view: View, rest: Rest) -> None:
    view.run("(hash) => { location.hash = hash }", f"election={view.election}&candidate=c9999")
    expect(view.page).not_to_have_url(re.compile("candidate="))
    expect(view.page).to_have_url(re.compile(view.election))


def test_a_view_begins_at_its_top(open_view: OpenView, rest: Rest, election: str) -> None:
    view = open_view(rest, election, viewport={"width": 1000, "height": 420})
    view.page.locator(".centre").evaluate("(centre) => { centre.scrollTop = 300 }")
    assert view.run(TOP) > 0
    view.at("view-compare").click()
    expect(view.at("centre")).to_have_attribute("data-view", "compare")
    assert view.run(TOP) == 0
