"""A page whose script does not start says so, in place of staying blank."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.complaints import Complaints
from tests.browser.pages import Pages
from tests.support.app import Dashboard

SCRIPTS = "**/static/**/*.js"


@pytest.mark.parametrize("ending", ["abort", "throw"])
def test_a_script_that_does_not_start_is_said(
    pages: Pages, dashboard: Dashboard, ending: str
) -> None:
    page = pages.open()
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
