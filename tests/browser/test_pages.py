"""The page that is kept from test to test is as new for each."""

from __future__ import annotations

from playwright.sync_api import Browser, Page, expect

from tests.browser.pages import VIEWPORT, Pages
from tests.support.app import Dashboard

LEFT = """() => [
  localStorage.length, sessionStorage.length, document.cookie, innerWidth,
  matchMedia("(prefers-color-scheme: dark)").matches,
]"""


def test_nothing_is_left_of_the_test_before(browser: Browser, dashboard: Dashboard) -> None:
    pages = Pages(browser)
    first = pages.open(viewport={"width": 500, "height": 400}, color_scheme="light")
    first.goto(dashboard.url)
    meddle(first)
    assert first.evaluate(LEFT)[2:] == ["taste=sweet", 500, False]
    pages.end_test()
    second = pages.open()
    assert second is first
    answer = second.goto(f"{dashboard.url}/healthz")
    assert answer is not None
    assert answer.ok
    assert second.evaluate(LEFT) == [0, 0, "", VIEWPORT["width"], True]
    assert pages.open() is not second
    pages.end_test()
    second.context.close()


def meddle(page: Page) -> None:
    """As a person and a test do."""
    expect(page.get_by_test_id("connection")).to_have_attribute("data-state", "connected")
    page.evaluate("""() => {
      localStorage.setItem("a", "b");
      sessionStorage.setItem("a", "b");
      document.cookie = "taste=sweet";
      addEventListener("beforeunload", (event) => event.preventDefault());
    }""")
    page.mouse.click(5, 5)
    page.route("**/healthz", lambda route: route.abort())
