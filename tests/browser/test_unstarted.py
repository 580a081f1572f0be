"""A page of which a part cannot be loaded, or throws, says so, in place of staying blank."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.complaints import Complaints
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.app import Dashboard

SCRIPTS = "**/static/**/*.js"
MAIN = re.compile(r"/static/.*/(page|main)\.js")
LOOKS = re.compile(r"/static/.*/page\.css")
OF_ITS_OWN = {"locale": "en-US"}
"""A context for a page whose files do not come: the kept page's process would remember them."""
BREAK_THE_DRAWING = """() => {
  const own = Object.hasOwn;
  Object.hasOwn = () => { throw new Error("planted"); };
  window.mend = () => { Object.hasOwn = own; };
}"""


@pytest.mark.parametrize("ending", ["abort", "throw"])
def test_a_script_that_does_not_start_is_said(
    pages: Pages, dashboard: Dashboard, ending: str
) -> None:
    page = pages.open(**OF_ITS_OWN)
    complaints = Complaints(page)
    complaints.expect("ERR_FAILED|broken on purpose")
    if ending == "abort":
        page.route(SCRIPTS, lambda route: route.abort())
    else:
        body = "throw new Error('broken on purpose')"
        page.route(SCRIPTS, lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(dashboard.url)
    expect(page.get_by_test_id("unstarted")).to_be_visible()
    expect(page.get_by_test_id("unstarted").get_by_role("link")).to_have_attribute(
        "href", "/api/v1/state"
    )
    unexpected = complaints.end()
    pages.end_test()
    assert not unexpected


def test_a_script_that_starts_takes_its_place(pages: Pages, dashboard: Dashboard) -> None:
    page = pages.open()
    page.goto(dashboard.url)
    expect(page.get_by_test_id("story")).to_be_visible()
    expect(page.get_by_test_id("unstarted")).to_have_css("display", "none")
    pages.end_test()


@pytest.mark.parametrize(
    ("ending", "said"),
    [
        ("abort", r"has not started: /static/\S+\.js could not be loaded"),
        ("throw", "has not started: broken on purpose"),
    ],
)
def test_why_the_script_does_not_start_is_said(
    pages: Pages, dashboard: Dashboard, ending: str, said: str
) -> None:
    page = pages.open(**OF_ITS_OWN)
    complaints = Complaints(page)
    complaints.expect("ERR_FAILED|broken on purpose")
    if ending == "abort":
        page.route(MAIN, lambda route: route.abort())
    else:
        body = "throw new Error('broken on purpose')"
        page.route(MAIN, lambda route: route.fulfill(body=body, content_type="text/javascript"))
    page.goto(dashboard.url)
    expect(page.get_by_test_id("unstarted")).to_contain_text(re.compile(said))
    unexpected = complaints.end()
    pages.end_test()
    assert not unexpected


def test_a_stylesheet_that_cannot_be_loaded_is_said_and_the_page_works(
    pages: Pages, dashboard: Dashboard
) -> None:
    page = pages.open(**OF_ITS_OWN)
    complaints = Complaints(page)
    complaints.expect("ERR_FAILED")
    page.route(LOOKS, lambda route: route.abort())
    page.goto(dashboard.url)
    expect(page.get_by_test_id("unstarted")).to_contain_text(
        re.compile(r"A part of the page has failed: /static/\S+\.css could not be loaded")
    )
    expect(page.get_by_test_id("story")).to_be_visible()
    unexpected = complaints.end()
    pages.end_test()
    assert not unexpected


def test_a_drawing_that_fails_is_said_and_goes_on_when_it_can(view: View, rest: Rest) -> None:
    view.complaints.expect("planted")
    view.run(BREAK_THE_DRAWING)
    (entry,) = rest.start(1, view.election)
    expect(view.at("unstarted")).to_contain_text("A part of the page has failed: planted.")
    view.run("() => mend()")
    view.at("unstarted").get_by_role("button", name="Go on").click()
    expect(view.at("unstarted")).to_be_hidden()
    view.expect_belief(entry, "leading")
