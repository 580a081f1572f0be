"""The view of a name service: what is drawn is what the state says; all is done from the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.subject_page import SubjectPage, numbers


class NamesPage(SubjectPage):
    place = "view=names&service="
    section = "names"


OpenNames = Callable[..., NamesPage]


@pytest.fixture
def open_names(rest: Rest, open_view: OpenView) -> OpenNames:
    """A page at a name service of its own, which may be empty."""

    def open_one(providers: int, clients: int, **looks: Any) -> NamesPage:
        path = f"/names-{next(numbers)}"
        body = {"path": path, "providers": providers, "clients": clients, "name": "shop"}
        rest.call("POST", "names", {**body, "session_timeout": LASTING})
        page = NamesPage.open(open_view, rest, path, **looks)
        expect(page.at("service")).to_have_value(path)
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


def holder(page: NamesPage) -> str:
    providers = shop(page.document)["providers"].items()
    return str(next(name for name, one in providers if one["standing"] == "registered"))


def choose(page: NamesPage, testid: str) -> None:
    page.at(testid).locator(".ring").click()
    page.expect_pressed(testid)


def expect_calls(page: NamesPage, provider: str, count: int) -> None:
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
    before = shop(page.document)["znode"]["value"]
    page.has(page.at("name-znode"), "data-address", before)
    page.press("n")
    after = page.until(lambda service: changed(shop(service)["znode"]["value"], before))
    page.has(page.at("name-znode"), "data-address", after)
    used = page.page.locator(f'[data-testid^="client-"][data-address="{after}"]')
    expect(used).to_have_count(3)
    expect_calls(page, holder(page), 3)
    page.has(page.at("arrivals"), "data-told", "3")
    page.story("the last one .* after its provider moved")
    page.press("3")
    expect_calls(page, holder(page), 6)
    page.view.expect_fits(".centre *")


def changed(value: str, before: str) -> str | None:
    return value if value != before else None


def test_a_killed_one_is_still_found_until_the_standby_follows(open_names: OpenNames) -> None:
    page = open_names(2, 2)
    first = holder(page)
    choose(page, f"provider-{first}")
    page.at("action-kill").click()
    page.has(page.at(f"provider-{first}"), "data-standing", "fading")
    failed = page.page.locator('[data-testid^="call-"][data-outcome="failed"]')
    expect(failed).to_have_count(2)
    page.story(f"{first} was killed .* still leads to it.*calls are refused")
    page.rest.end_session(first)
    page.until(lambda service: all_call(service, 2) and shop(service)["outage"]["ms"])
    expect_calls(page, holder(page), 2)
    page.story("Before that, calls failed for")


def test_a_frozen_client_is_chosen_and_names_of_others_are_only_text(
    open_names: OpenNames, client: KazooClient
) -> None:
    page = open_names(1, 1)
    one = next(iter(shop(page.document)["subscribers"]))
    choose(page, f"client-{one}")
    page.expect_step("use")
    page.press("f")
    page.has(page.at(f"client-{one}"), "data-process", "paused")
    page.press("Escape")
    page.press("n")
    page.has(page.at(f"client-{one}"), "data-standing", "behind")
    page.story(f"{one} is frozen, and still has")
    hostile = "<b>x"
    client.create(f"{page.path}/{hostile}", b"<img src=x onerror=alert(1)>", ephemeral=True)
    page.at("name").select_option(hostile)
    expect(page.at("name-znode")).to_contain_text("<img src=x onerror=alert(1)>")
    expect(page.at("name-znode")).to_contain_text("from another program")


@pytest.mark.proof
def test_many_run_over_no_narrow_screen(open_names: OpenNames) -> None:
    page = open_names(2, 12)
    expect(page.page.locator('[data-testid^="client-"]')).to_have_count(12)
    page.view.expect_fits(".centre *")
