"""A dashboard that only shows, and one that asks for a token."""

from __future__ import annotations

import re
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.complaints import Complaints
from tests.browser.fixtures import OpenDashboard, OpenView
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.support.reverse_proxy import ReverseProxy
from tests.support.zookeeper import await_until

TOKEN = "open-sesame-0123456789"


def test_a_read_only_page_has_nothing_to_act_with(
    page_hosts: str, rest: Rest, election: str, open_view: OpenView, open_dashboard: OpenDashboard
) -> None:
    chain = rest.start(2, election)
    watcher = open_dashboard("--zookeeper", page_hosts, "--election", election, "--read-only")
    watching = Rest(watcher.url)
    view = open_view(watching, election)
    await_until(lambda: len(watching.chain(election)) == 2)
    view.expect_crown(chain[0])
    expect(view.at("read-only")).to_be_visible()
    for missing in ("start-1", "start-first", "action-kill", "role", "stop-all", "timeout"):
        expect(view.at(missing)).to_have_count(0)
    for key in "15kfwser":
        view.page.keyboard.press(key)
    rest.act(chain[0]["candidate"], "resign")
    view.expect_crown(chain[1])
    for name in (*VIEWS[1:], VIEWS[0]):
        view.press("]")
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for key in "135k":
            view.press(key)
        for missing in ("start-first", "compare-start", "strike-kill", "measure"):
            expect(view.at(missing)).to_have_count(0)
    view.press("g")
    expect(view.at("tour-do")).to_be_disabled()
    view.press("d")
    view.press(".")
    expect(view.at("tour-card")).to_have_attribute("data-step", "election-crown")
    assert watching.state()["candidates"] == {}
    watching.close()


def test_behind_a_reverse_proxy_it_says_what_to_do_and_then_works(
    fresh_hosts: str, pages: Pages, open_dashboard: OpenDashboard
) -> None:
    """By nginx's default first, then with its `Host $host`, then as README has it."""
    page = pages.open()
    complaints = Complaints(page)
    complaints.expect(r"socket\.io/|/page\.js|status of 403 .* /healthz")
    words = ("--zookeeper", fresh_hosts)
    with closing(ReverseProxy()) as proxy:
        proxy.upstream = open_dashboard(*words).url
        page.goto(proxy.url)
        says = re.compile(rf"another site's page .* with --allowed-host ({proxy.address})\.")
        expect(page.get_by_test_id("unstarted")).to_contain_text(says)
        allowed = open_dashboard(*words, "--allowed-host", proxy.address)
        proxy.upstream = allowed.url
        printed = allowed.printed_address.replace(allowed.url, proxy.url)
        with complaints.leaving():
            page.goto(printed)
            expect_live(page)
            proxy.host = lambda sent, upstream: sent.partition(":")[0]
            page.goto(printed)
            expect_live(page)
            proxy.host, proxy.upgrades = lambda sent, upstream: sent, True
            page.goto(printed)
            expect_live(page)
    assert not complaints.end()
    pages.end_test()


def expect_live(page: Page) -> None:
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    expect(page.get_by_test_id("story")).to_contain_text("No election was found")


@pytest.fixture
def guarded_context(browser: Browser) -> Any:
    """A browser that has not seen the token."""
    context = browser.new_context()
    yield context
    context.close()


@pytest.mark.proof
def test_a_token_opens_the_page_once_and_then_a_cookie_does(
    page_hosts: str, open_view: OpenView, open_dashboard: OpenDashboard, guarded_context: Any
) -> None:
    dashboard = open_dashboard("--zookeeper", page_hosts, "--token", TOKEN)
    stranger = guarded_context.new_page()
    answer = stranger.goto(dashboard.url)
    assert answer is not None
    assert answer.status == 401
    expect(stranger.locator("body")).to_contain_text(re.compile("token", re.IGNORECASE))
    expect(stranger.get_by_test_id("stage")).to_have_count(0)

    rest = Rest(dashboard.url)
    view = open_view(rest, at=dashboard.printed_address)
    assert TOKEN not in view.page.url
    view.at("start-1").click()
    expect(view.at("crown")).to_have_attribute("data-znode", re.compile(r"n_\d{10}$"))
    (cookie,) = view.page.context.cookies()
    assert cookie["httpOnly"]
    assert cookie["sameSite"] in ("Lax", "Strict")
    assert TOKEN not in cookie["value"]
    assert view.run("() => document.cookie") == ""
    view.reload()
    expect(view.at("crown")).to_have_attribute("data-znode", re.compile(r"n_\d{10}$"))
    rest.close()
