"""The tree in the past: the znodes that the recipes used at the moment that is shown."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.app import ROOT
from tests.support.forked import ForkedDashboard
from tests.support.zookeeper import await_until

EMPTY = True
CRASH = ROOT / "docs" / "recordings" / "crash.jsonl.gz"


def show(view: View, seq: int) -> None:
    """Show the moment after this event."""
    at = f"&at={seq}"
    view.page.evaluate(
        "(at) => { location.hash = location.hash.replace(/&at=\\d+/, '') + at; }", at
    )
    expect(view.at("time")).to_have_attribute("data-mode", "past")


def end_of(rest: Rest, path: str) -> int:
    """The number of the event by which a znode is deleted."""

    def found() -> int | None:
        events = rest.call("GET", "events?since=0&limit=10000")["events"]
        ends = [one for one in events if one["kind"] == "znode.deleted" and one["subject"] == path]
        return int(ends[-1]["seq"]) if ends else None

    seq: int = await_until(found)
    return seq


@pytest.fixture
def killed(view: View, rest: Rest) -> Json:
    """The leader of three, who was killed, and whose znode has gone."""
    leader, *_ = rest.start(3, view.election)
    rest.act(leader["candidate"], "kill")
    rest.end_session(leader["candidate"])
    expect(view.at("story")).to_contain_text("The last handoff took")
    return {**leader, "path": f"{view.election}/{leader['znode']}"}


def test_the_details_say_what_is_not_known(view: View, rest: Rest, killed: Json) -> None:
    seq = end_of(rest, killed["path"])
    show(view, seq - 1)
    view.row(killed["path"]).click()
    details = view.at("znode-details")
    expect(details).to_contain_text("it was there")
    expect(details).to_contain_text(f"({killed['candidate']})")
    expect(details).to_contain_text("Its data, its stat and its ACL at this moment are not known")
    view.page.keyboard.press(".")
    expect(details).to_contain_text("it is not known whether it existed")
    expect(view.row(killed["path"])).to_have_count(0)
    view.at("view-znodes").click()
    expect(view.at("bench").get_by_test_id("past-znode")).to_contain_text("is not known")
    expect(view.at("console-line")).to_have_count(0)


@pytest.mark.proof
def test_the_search_finds_what_was_there(view: View, rest: Rest, killed: Json) -> None:
    show(view, end_of(rest, killed["path"]) - 1)
    view.reach("search").fill(killed["path"])
    expect(view.at("matches").get_by_role("button")).to_have_count(1)
    view.page.keyboard.press("Escape")
    view.page.keyboard.press("Escape")
    show(view, end_of(rest, killed["path"]))
    view.reach("search").fill(killed["path"])
    expect(view.at("matches")).to_have_count(0)


def test_a_replay_has_a_tree(open_view: OpenView) -> None:
    dashboard = ForkedDashboard(str(CRASH), command="replay")
    rest = Rest(dashboard.url)
    try:
        view = open_view(rest, at=dashboard.url)
        rows = view.page.locator('[data-testid="tree-row"][aria-level="3"]')
        expect(view.reach("tree-past")).to_be_visible()
        expect(rows.first).to_contain_text(re.compile(r"c\d"))
        before = rows.count()
        view.page.keyboard.press("End")
        expect(rows).to_have_count(before - 1)
    finally:
        rest.close()
        dashboard.close()
