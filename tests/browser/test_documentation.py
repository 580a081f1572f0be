"""The documentation in a browser: from the dashboard's help, below a path, found by its search."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from app.errors import error_body
from app.settings import Settings
from app.web.documentation import SITE
from app.web.page import ROOT
from tests.browser.complaints import Complaints
from tests.browser.fixtures import OpenView
from tests.browser.pages import Pages
from tests.browser.rest import Rest
from tests.web.serving import serving

BELOW = "/class/handoff"
PHONE = {"width": 320, "height": 568}
BEYOND = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def docs() -> Iterator[str]:
    """Where a dashboard below a path, which asks for its token, has them."""
    with serving(Settings(base_path=BELOW, token="secret", host="0.0.0.0")) as it:
        yield f"{it.url}{BELOW}/docs"


@pytest.fixture
def page(pages: Pages) -> Iterator[Page]:
    """A page of which nothing may complain, such as the policy of the dashboard."""
    page = pages.open(viewport=PHONE)
    complaints = Complaints(page)
    yield page
    assert complaints.end() == []


def test_the_help_leads_to_it_and_so_does_a_word(rest: Rest, open_view: OpenView) -> None:
    view = open_view(rest, "")
    view.at("help").click()
    expect(view.at("words")).to_be_visible()
    words = view.at("words").get_by_role("link", name="Documentation", exact=True)
    places = [str(one.get_attribute("href")).removeprefix("docs/") for one in words.all()]
    assert len(places) > 5
    for place in places:
        name, _, anchor = place.partition("#")
        assert f'id="{anchor}"' in (ROOT / "static" / SITE / name).read_text("utf-8"), place
    with view.page.context.expect_page() as opened:
        view.at("help-docs").click()
    expect(opened.value).to_have_url(re.compile("/docs/$"))
    expect(opened.value.get_by_role("heading", level=1)).to_have_count(1)
    opened.value.close()


def test_a_refusal_leads_to_its_paragraph(rest: Rest, open_view: OpenView) -> None:
    view = open_view(rest)
    view.complaints.expect("409")
    refusal = error_body("limit_reached", "That is too many.")
    view.page.route("**/api/v1/candidates", lambda it: it.fulfill(status=409, json=refusal))
    view.at("start-first").click()
    link = view.at("toast").get_by_role("link")
    view.page.goto(f"{rest.url}/{link.get_attribute('href')}")
    expect(view.page.locator("#limit_reached")).to_be_in_viewport()


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_the_search_leads_to_a_paragraph(page: Page, docs: str, scheme: str) -> None:
    """From a page that loads nothing of it, by the keyboard alone."""
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    loaded: list[str] = []
    page.on("request", lambda it: loaded.append(it.url.removeprefix(docs)))
    page.goto(f"{docs}/class.html")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(15, 20, 25)"
    assert dark == (scheme == "dark")
    assert not [one for one in loaded if "search" in one]
    page.keyboard.press("/")
    page.keyboard.type("retry_after")
    page.keyboard.press("Enter")
    found = page.get_by_role("link", name="too_often", exact=True)
    expect(found).to_have_count(1)
    assert page.evaluate(BEYOND) == 0
    found.click()
    expect(page).to_have_url(f"{docs}/errors.html#too_often")
    expect(page.locator("#too_often")).to_be_in_viewport()
    assert page.locator("nav [aria-current]").inner_text() == "Errors"
    assert {one.split("/")[1] for one in loaded} >= {"search.js", "search"}


@pytest.mark.parametrize(
    "name", sorted(one.name for one in (ROOT / "static" / SITE).glob("*.html"))
)
def test_no_page_is_wider_than_a_phone(page: Page, docs: str, name: str) -> None:
    """What is too wide scrolls in itself."""
    page.goto(f"{docs}/{name}")
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
    assert page.evaluate(BEYOND) == 0


def test_the_search_looks_past_signs(page: Page, docs: str) -> None:
    for words in ("“epoch?”", "epoch", "!epoch^2"):
        page.goto(f"{docs}/search.html?q={words}")
        expect(page.locator("#results a").first).to_be_visible()


def test_it_is_whole_from_a_folder(page: Page) -> None:
    """Without a server: the search too."""
    page.goto((ROOT / "static" / SITE / "search.html").as_uri() + "?q=acknowledgement")
    expect(page.locator("#results a").first).to_be_visible()
    page.locator("#results a").first.click()
    expect(page.get_by_role("heading", level=1).first).to_be_visible()
