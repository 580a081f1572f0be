"""Who watches what: of one znode, and of all."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from app.zookeeper.client import session_hex
from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP
from tests.browser.rest import Rest
from tests.browser.test_hostile import NAMES, expect_nothing_injected
from tests.browser.view import View


def open_tab(view: View, path: str) -> None:
    view.page.evaluate(
        "path => { location.hash = `view=znodes&znode=${encodeURIComponent(path)}`; }", path
    )
    expect(view.at("bench")).to_have_attribute("data-path", path)
    view.at("bench-tab-watches").click()
    expect(view.at("who-watches")).to_be_visible()


def test_the_watches_of_other_programs_are_shown_with_their_address(
    rest: Rest, client: KazooClient, folder: str, open_view: OpenView
) -> None:
    """The servers' line leads to all; hostile paths are text, and a long one's end is in sight: it
    tells the members of one election apart.
    """
    view = open_view(rest, viewport=LAPTOP)
    view.reach("to-watches").click()
    expect(view.at("bench")).to_have_attribute("data-path", "/")
    expect(view.at("who-watches")).to_be_visible()
    open_tab(view, folder)
    expect(view.at("no-watches")).to_contain_text("No listed session watches it")
    expect(view.at("no-watches")).to_contain_text("none on lists of children")
    long = f"{'f' * 150}-n_0000000001"
    for name in (*NAMES, long):
        path = client.create(f"{folder}/{name}")
        client.get(path, watch=lambda event: None)
    client.get(folder, watch=lambda event: None)
    row = view.at("watched-by").locator("tr")
    expect(row).to_contain_text(str(session_hex(client.client_id)))
    expect(row).to_contain_text("127.0.0.1:")
    expect(row).to_contain_text("lists it, at")
    expect(view.at("who-watches")).to_have_attribute("data-count", str(len(NAMES) + 2))
    expect_nothing_injected(view)
    shown = view.page.locator(f'[data-testid=watch][data-path="{folder}/{long}"] .name')
    shown.scroll_into_view_if_needed()
    right = "(element) => element.getBoundingClientRect().right"
    assert shown.locator("bdi").evaluate(right) <= shown.evaluate(right) + 1


@pytest.mark.proof
def test_the_list_leads_by_keys_to_what_is_watched(
    open_view: OpenView, rest: Rest, client: KazooClient, folder: str
) -> None:
    view = open_view(rest)
    paths = [client.create(f"{folder}/z{number:03}") for number in range(120)]
    for path in paths:
        client.get(path, watch=lambda event: None)
    open_tab(view, folder)
    expect(view.at("who-watches")).to_have_attribute("data-count", "120")
    assert view.at("watch").count() < 60
    row = view.page.locator(f'[data-testid=watch][data-path="{paths[1]}"]')
    row.focus()
    row.press("Enter")
    expect(view.at("bench")).to_have_attribute("data-path", paths[1])
