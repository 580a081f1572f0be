"""The view Drills: choose, start, watch each round, stop, and save the report."""

from __future__ import annotations

import json
import re

from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.standing import show


def test_a_drill_is_chosen_started_watched_and_its_report_saved(
    open_view: OpenView, rest: Rest
) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    view.setting("drillFault", "stop")
    view.setting("drillRounds", "5")
    view.reach("drill-limits").fill("failed=0, max:handoff=0.001ms")
    view.at("drill-limits").press("Enter")
    view.page.keyboard.press("Escape")
    view.at("drill-start").click()
    expect(view.at("drill-bar")).to_have_count(5)
    expect(view.at("story")).to_contain_text("All 5 rounds handed over: half of them within")
    expect(view.reach("drill-verdicts")).to_contain_text("0 of 5 rounds failed")
    expect(view.reach("drill-verdicts")).to_contain_text("the longest is")
    expect(view.reach("drill-handoff-p50")).to_contain_text("≤")
    expect(view.at("drill-handoff-p90")).not_to_contain_text("≤")
    with view.page.expect_download() as saved:
        view.at("drill-report").click()
    report = json.loads(saved.value.path().read_text("utf-8"))
    assert report["counts"]["handed over"] == 5
    assert [one["kept"] for one in report["limits"]] == [True, False]


def test_a_drill_strikes_only_whom_its_fault_can_strike(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    start, target = view.at("drill-start"), view.at("drillTarget")
    view.setting("drillTarget", "leader+successor")
    expect(start).to_have_attribute("title", re.compile("the leader and the next one are killed"))
    view.setting("drillFault", "resign")
    expect(target).to_have_value("leader")
    expect(target.locator("option:disabled")).to_have_count(5)
    expect(start).to_have_attribute("title", re.compile("the leader resigns"))
    view.setting("drillFault", "none")
    expect(target).to_be_disabled()
    expect(start).to_have_attribute("title", re.compile("nobody is struck"))


def test_a_drill_is_stopped_by_its_key(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    rest.call("POST", "drills", {"fault": "stop", "rounds": 1000, "candidates": 2})
    expect(view.at("drill-running")).to_have_count(1)
    expect(view.at("round")).not_to_contain_text("Start a drill")
    view.press("n")
    expect(view.at("story")).to_contain_text("The drill ended early, after")
    expect(view.at("drill-start")).to_be_enabled()


def test_a_wrong_limit_is_refused_in_words(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "")
    view.complaints.expect(r"status of 400 .* /api/v1/drills")
    show(view, "drills")
    view.setting("drillRounds", "5")
    view.reach("drill-limits").fill("p95:handoff=6s")
    view.at("drill-limits").press("Enter")
    view.page.keyboard.press("Escape")
    view.at("drill-start").click()
    expect(view.page.locator(".toast, .notice").first).to_contain_text("needs at least 59 rounds")
