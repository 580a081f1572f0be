"""The view of a name service: what is drawn is what the state says; all is done from the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.watching_page import NARROW, OVERFLOW, WatchingPage, numbers
from tests.support.app import Dashboard

OpenNames = Callable[..., WatchingPage]


@pytest.fixture
def open_names(open_view: OpenView, rest: Rest, dashboard: Dashboard) -> OpenNames:
    """A page at a name service of its own, which may be empty."""

    def open_one(providers: int, clients: int, **looks: Any) -> WatchingPage:
        path = f"/names-{next(numbers)}"
        body = {"path": path, "providers": providers, "clients": clients, "name": "shop"}
        rest.call("POST", "names", {**body, "session_timeout": LASTING})
        view = open_view(rest, **looks)
        view.page.goto(f"{dashboard.url}/#view=names&service={path}")
        expect(view.at("service")).to_have_value(path)
        page = WatchingPage(view, rest, path, "names")
        if clients:
            page.until(lambda service: all_call(service, clients))
        return page

    return open_one


def shop(service: Json) -> Json:
    found: Json = service["names"]["shop"]
    return found


def all_call(service: Json, count: int) -> bool:
    clients = service["names"].get("shop", {"subscribers": {}})["subscribers"].values()
    return len(clients) == count and all(one["call"] and one["call"]["by"] for one in clients)


def holder(page: WatchingPage) -> str:
    providers = shop(page.document)["providers"].items()
    return str(next(name for name, one in providers if one["standing"] == "registered"))


def expect_calls(page: WatchingPage, provider: str, count: int) -> None:
    """So many calls are drawn, all answered by this one."""
    drawn = page.page.locator(f'[data-testid^="call-"][data-outcome="ok"][data-by="{provider}"]')
    expect(drawn).to_have_count(count)
    page.has(page.at(f"provider-{provider}"), "data-standing", "registered")


def test_two_providers_and_three_clients_are_started_by_a_click(open_names: OpenNames) -> None:
    page = open_names(0, 0)
    page.at("start-first").click()
    page.until(lambda service: all_call(service, 3))
    expect_calls(page, holder(page), 3)
    expect(page.page.locator('[data-standing="standby"]')).to_have_count(1)
    page.story("“shop” leads to .* All three clients call it there.*One other is standing by")
    address = shop(page.document)["znode"]["value"]
    page.has(page.at("name-znode"), "data-address", address)
    page.press("3")
    expect_calls(page, holder(page), 6)


def test_a_move_reaches_every_client(open_names: OpenNames) -> None:
    page = open_names(1, 2)
    before = shop(page.document)["znode"]["value"]
    page.press("n")
    page.until(lambda service: shop(service)["znode"]["value"] != before)
    after = shop(page.document)["znode"]["value"]
    page.has(page.at("name-znode"), "data-address", after)
    used = page.page.locator(f'[data-testid^="client-"][data-address="{after}"]')
    expect(used).to_have_count(2)
    expect_calls(page, holder(page), 2)
    page.has(page.at("arrivals"), "data-told", "2")
    page.story("the last one .* after its provider moved")


def test_a_killed_one_is_still_found_until_the_standby_follows(open_names: OpenNames) -> None:
    page = open_names(2, 2)
    first = holder(page)
    page.choose(f"provider-{first}")
    page.at("action-kill").click()
    page.has(page.at(f"provider-{first}"), "data-standing", "fading")
    failed = page.page.locator('[data-testid^="call-"][data-outcome="failed"]')
    expect(failed).to_have_count(2)
    page.story(f"{first} was killed .* still leads to it.*calls are refused")
    page.rest.end_session(first)
    page.until(lambda service: all_call(service, 2) and shop(service)["outage"]["ms"])
    expect_calls(page, holder(page), 2)
    page.story("Before that, calls failed for")


def test_a_frozen_client_is_chosen_and_its_line_is_shown(open_names: OpenNames) -> None:
    page = open_names(1, 1)
    client = next(iter(shop(page.document)["subscribers"]))
    page.choose(f"client-{client}")
    on = page.page.locator('[data-testid="recipe-step"][data-on="true"]')
    expect(on).to_have_attribute("data-step", "use")
    page.press("f")
    page.has(page.at(f"client-{client}"), "data-process", "paused")
    page.press("Escape")
    page.press("n")
    page.has(page.at(f"client-{client}"), "data-standing", "behind")
    page.story(f"{client} is frozen, and still has")


def test_names_of_others_are_drawn_and_are_only_text(
    open_names: OpenNames, client: KazooClient
) -> None:
    page = open_names(1, 1)
    hostile = "<b>x"
    client.create(f"{page.path}/{hostile}", b"<img src=x onerror=alert(1)>", ephemeral=True)
    page.at("name").select_option(hostile)
    expect(page.at("name-znode")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.at("name-znode")).to_contain_text("from another program")


@pytest.mark.parametrize(("scheme", "clients"), [("dark", 3), ("light", 12)])
def test_nothing_runs_over_a_narrow_screen(
    open_names: OpenNames, scheme: str, clients: int
) -> None:
    page = open_names(2, clients, viewport=NARROW, color_scheme=scheme)
    expect(page.page.locator('[data-testid^="client-"]')).to_have_count(clients)
    page.view.await_run(OVERFLOW, 0)
