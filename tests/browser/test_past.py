"""What a page knows that is opened later, or at an address of something that is not here."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import Route, expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import CUT
from tests.browser.pages import LANDSCAPE, LAPTOP, NARROW
from tests.browser.rest import Rest
from tests.browser.view import View

EARLIER = re.compile(r"/events\?before=")
EMPTY = True
SIGN = "[data-testid=past-sign]"
LONG = f"""() => {{
  document.querySelector("{SIGN} .past-event").textContent = " · event 1234567";
  const [sign, button] = ["{SIGN}", "{SIGN} button"]
    .map((part) => document.querySelector(part).getBoundingClientRect());
  return sign.right - button.right;
}}"""
"""How many pixels within its room the button ends beside the number of a late event."""
MANY = 160
"""More than a snapshot tells of one tree."""


@pytest.mark.proof
def test_a_page_opened_later_shows_the_past_back_to_its_beginning(
    rest: Rest, election: str, open_view: OpenView, client: KazooClient
) -> None:
    (first,) = rest.start(1, election)
    for _ in range(MANY):
        client.set(election, b"changed")
    view = open_view(rest, election)
    view.reach("events-filter").fill(f"{first['candidate']} is being started")
    rows = view.at("event-row")
    expect(rows).to_have_count(0)
    view.reach("events-earlier").click()
    expect(rows).to_have_count(1)
    expect(view.reach("events-begin")).to_contain_text("The dashboard started at")
    view.reach("events-filter").fill("the dashboard started")
    expect(rows).to_have_count(1)


def test_earlier_events_that_no_filter_lets_pass_are_looked_for_some_pages_at_a_press(
    open_view: OpenView, rest: Rest, election: str, client: KazooClient
) -> None:
    """Here of one event each. The reader can go on, or stop it."""
    rest.start(1, election)
    for _ in range(MANY):
        client.set(election, b"changed")
    view, asked = open_view(rest, election), []
    last: list[Route] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 10:
            last.append(route)
        else:
            route.continue_(url=re.sub(r"limit=\d+", "limit=1", route.request.url))

    view.page.route(EARLIER, answer)
    view.reach("events-filter").fill("no event has such words")
    view.reach("events-earlier").click()
    expect(view.reach("events-searched")).to_contain_text("No other event matches, back to")
    assert len(asked) == 10
    with view.page.expect_request(EARLIER):
        view.reach("events-earlier").click()
    view.reach("events-stop").click()
    last[0].continue_(url=re.sub(r"limit=\d+", "limit=1", last[0].request.url))
    expect(view.reach("events-earlier")).to_be_enabled()
    assert len(asked) == 11
    view.page.unroute(EARLIER)
    view.reach("events-earlier").click()
    expect(view.reach("events-begin")).to_contain_text("The dashboard started at")
    expect(view.at("events-earlier")).to_have_count(0)
    expect(view.at("event-row")).to_have_count(0)
    expect(view.reach("events")).to_contain_text("No event matches the filters")
    view.reach("events-filter").fill("the dashboard started")
    expect(view.at("event-row")).to_have_count(1)


def test_a_tour_of_the_past_offers_the_way_back_in_place_of_its_task(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    """The number of an event is whole there, or gives way; so it does without a tour."""
    rest.start(1, election)
    view = open_view(rest, election, viewport=NARROW)
    task = view.page.locator(".tour-do")
    for size in (NARROW, LANDSCAPE, LAPTOP):
        view.resize(size)
        view.press(",")
        expect(view.at("past-leave")).to_be_in_viewport(ratio=1)
        assert view.run(LONG) >= 0, size
        view.press("g")
        card = view.at("tour-card")
        expect(card).to_contain_text("You look at the past")
        expect(card.get_by_test_id("past-leave")).to_be_in_viewport(ratio=1)
        expect(view.at("past-sign")).to_have_count(1)
        assert view.run(LONG) >= 0, size
        assert view.run(CUT, SIGN)["slices"] == []
        expect(task.or_(view.at("tour-do"))).to_have_count(0)
        view.at("past-leave").click()
        expect(task).to_be_visible()
        expect(view.at("past-sign")).to_have_count(0)
        view.press("g")
        expect(view.at("tour-card")).to_have_count(0)


def test_an_election_or_a_lock_that_is_not_here_is_said_to_be_none(
    view: View, client: KazooClient, page_hosts: str
) -> None:
    view.run("() => { location.hash = 'election=constructor' }")
    expect(view.at("missing")).to_contain_text("There is no election at constructor here.")
    expect(view.at("election")).to_have_count(0)  # nothing is shown in place of what is not there
    nowhere = f"{view.election}-nowhere"
    address = f"{view.rest.url}/#view=election&election={nowhere}"
    view.page.evaluate("(address) => { location.href = address; }", address)
    missing = view.at("missing")
    expect(missing).to_contain_text(f"There is no election at {nowhere} here")
    expect(missing).to_contain_text("knows no members there")
    missing.get_by_role("button", name=f"show {view.election}", exact=True).click()
    expect(view.at("election")).to_have_value(view.election)
    view.page.go_back()
    view.page.evaluate("(address) => { location.href = address; }", address)
    view.at("missing-follow").click()
    expect(view.at("election")).to_have_value(nowhere)
    expect(view.at("story")).to_contain_text("This election has no candidates")
    lock = f"{view.rest.url}/#view=lock&lock=/no%3Cb%3Elock"
    view.page.evaluate("(address) => { location.href = address; }", lock)
    expect(view.at("missing")).to_contain_text("There is no lock at /no<b>lock here")
    view.at("missing-none").click()
    expect(view.at("story")).to_contain_text("No client wants a lock yet")
