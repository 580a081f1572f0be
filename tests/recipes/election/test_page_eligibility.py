"""Data that is behind, on the page: by mouse and by keyboard, and what it looks like."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

EMPTY = True


@pytest.mark.proof
def test_one_that_is_set_behind_sits_out_and_catches_up(view: View, rest: Rest) -> None:
    first, second, third = rest.start(3, view.election)
    view.choose(second)
    expect(view.at("action-catch-up")).to_have_count(0)
    with view.seeing(f'[data-testid="znode-{second["label"]}"][data-gone="true"]'):
        view.act("set-behind")
    view.expect_belief(second, "behind")
    expect(view.at("candidate")).to_contain_text("version 0, behind 1")
    on = view.page.locator('[data-testid="recipe-step"][data-on="true"]')
    assert on.count() <= 1
    expect(view.at("story")).to_contain_text(f"{second['candidate']} sits out")
    rest.await_chain(view.election, 2)
    rest.act(first["candidate"], "kill")
    rest.end_session(first["candidate"])
    view.expect_crown(third)
    view.expect_belief(second, "behind")
    expect(view.at("action-set-behind")).to_have_count(0)
    view.act("catch-up")
    view.expect_belief(second, "waiting")
    chain = rest.await_chain(view.election, 2)
    assert chain[1]["candidate"] == second["candidate"]
    expect(view.at("candidate")).to_contain_text("version 1, the newest")
    view.expect_truth()
    view.expect_invariants()


@pytest.mark.proof
def test_the_leader_steps_down_by_a_key_and_comes_back_by_another(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.expect_crown(first)
    view.press("b")
    view.expect_crown(second)
    view.expect_belief(second, "leading")
    view.expect_belief(first, "behind")
    expect(view.at("handoff")).to_contain_text("set behind")
    view.process(first).locator(".body").click()
    expect(view.at("chosen")).to_contain_text(first["candidate"])
    view.press("u")
    view.expect_belief(first, "waiting")
    rows = view.reach("events").get_by_test_id("event-row")
    for what in ("is set behind", "catches up"):
        view.reach("events-filter").fill(f"{first['candidate']} {what}")
        expect(rows).to_have_count(1)


def test_where_everybody_is_behind_the_page_says_so(view: View, rest: Rest) -> None:
    first, second, third = rest.start(3, view.election)
    view.act("set-behind", role="tail")
    view.expect_belief(third, "behind")
    expect(view.at("role-tail")).to_have_attribute("title", f"now {second['candidate']}")
    for entry in (second, first):
        rest.act(entry["candidate"], "behind")
        view.expect_belief(entry, "behind")
    expect(view.at("story")).to_contain_text(re.compile("nobody", re.IGNORECASE))
    expect(view.at("story")).to_contain_text("older than the newest version, 1")
    expect(view.at("crown")).to_have_attribute("data-znode", "")
    expect(view.at("start-first")).to_have_count(0)  # they stand beside, and are to be seen
    view.process(first).locator(".body").click()
    view.act("catch-up")
    view.expect_belief(first, "leading")
    view.expect_truth()


@pytest.mark.proof
def test_what_an_operator_writes_is_text_and_does_no_harm(
    view: View, rest: Rest, client: KazooClient
) -> None:
    (first, _) = rest.start(2, view.election)
    path = f"{view.election}-version"
    client.create(path, b"<img src=x onerror=alert(1)>")
    details = view.details_of(path)
    expect(details.get_by_test_id("data")).to_have_text("<img src=x onerror=alert(1)>")
    view.complaints.expect("409")
    view.complaints.expect("404")  # the znode that is shown is deleted later
    view.choose(first)
    view.act("set-behind")
    expect(view.page.locator(".toast")).to_contain_text(f"{path} does not hold")
    view.expect_crown(first)
    client.set(path, b"7")
    await_until(lambda: rest.election(view.election)["data"] == {"newest": 7})
    view.act("set-behind")
    expect(view.at("candidate")).to_contain_text("version 6, behind 7")
    client.delete(path)
    await_until(lambda: not rest.election(view.election)["data"])
    view.expect_belief(first, "behind")
    view.act("catch-up")
    view.expect_belief(first, "waiting")
    assert view.page.locator("img").count() == 0
