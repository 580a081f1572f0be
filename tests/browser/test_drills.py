"""The view Drills: choose, start, watch each round, see its moment, save the report, compare."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Route, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.standing import show
from tests.browser.view import View
from tests.recipes.drill.test_compare import PLAN, document, spread
from tests.recipes.drill.test_figures import rounds_of
from tests.recipes.drill.test_matrix import all_of
from tests.support.forked import ForkedProgram, forked_dashboard
from tests.support.zookeeper import await_until


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
    expect(view.at("round")).not_to_contain_text("not observed")
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


def test_the_servers_of_a_lock_and_of_a_bookshelf_are_struck_too(open_view: OpenView) -> None:
    """Where the dashboard has started them."""
    with forked_dashboard() as dashboard:
        view = open_view(Rest(dashboard.url), "")
        show(view, "drills")
        start = view.at("drill-start")
        view.setting("drillRecipe", "lock")
        view.setting("drillFault", "frozen-for")
        view.setting("drillLasts", "2")
        says = "the server of the holder's session is frozen for 2 s"
        expect(start).to_have_attribute("title", re.compile(says))
        view.setting("drillRecipe", "bookshelf")
        expect(view.at("drillFault")).to_have_value("frozen-for")
        view.setting("drillFault", "restart-after")
        view.page.keyboard.press("Escape")
        view.complaints.expect(r"status of 409 .* /api/v1/drills")
        start.click()
        toast = view.page.locator(".toast, .notice").first
        expect(toast).to_contain_text("start Apache's server with --ensemble 1 or 3")


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


def test_a_round_leads_to_its_moment_and_back(open_view: OpenView, rest: Rest) -> None:
    drilled(rest, fault="stop", rounds=3, candidates=3)
    view = open_view(rest, "")
    show(view, "drills")
    rounds = rest.state()["drill"]["rounds"]
    bars = view.at("drill-bar").get_by_role("link")
    expect(bars).to_have_count(3)
    expect(bars.nth(1)).to_have_accessible_name(
        re.compile(r"^round 2: handed over in \d.*s; show its moment$")
    )
    bars.nth(1).click()
    must_show(view, rounds["2"]["seq"])
    struck = rounds["2"]["victims"][0]
    expect(view.at(f"process-{struck}")).to_be_visible()
    view.at("past-leave").click()
    expect(view.at("time-live")).to_contain_text("live")

    show(view, "drills")
    bars.nth(2).focus()
    view.page.keyboard.press("ArrowLeft")
    view.page.keyboard.press("ArrowLeft")
    expect(bars.nth(0)).to_be_focused()
    view.page.keyboard.press("Enter")
    must_show(view, rounds["1"]["seq"])
    view.page.go_back()
    expect(view.at("centre")).to_have_attribute("data-view", "drills")
    expect(view.at("past-leave")).to_have_count(0)


def test_the_focus_goes_to_the_moment_of_a_round_and_back_to_its_bar(
    open_view: OpenView, rest: Rest
) -> None:
    drilled(rest, fault="stop", rounds=4, candidates=3)
    view = open_view(rest, "")
    show(view, "drills")
    rounds = rest.state()["drill"]["rounds"]
    bars = view.at("drill-bar").get_by_role("link")
    press = view.page.keyboard.press
    bars.nth(3).focus()
    for key, place in (("Home", 0), ("ArrowLeft", 0), ("End", 3), ("ArrowRight", 3), ("Home", 0)):
        press(key)
        expect(bars.nth(place)).to_be_focused()
    press("ArrowRight")
    press("Enter")
    must_show(view, rounds["2"]["seq"])
    expect(view.at("centre")).to_be_focused()
    view.page.go_back()
    expect(bars.nth(1)).to_be_focused()
    bars.nth(2).click()
    must_show(view, rounds["3"]["seq"])
    view.at("past-leave").click()
    view.at("view-drills").click()
    expect(bars).to_have_count(4)
    expect(view.at("view-drills")).to_be_focused()
    is_left_to_the_browser = bars.nth(1).evaluate(
        "(bar) => bar.dispatchEvent(new KeyboardEvent('keydown', "
        "{ key: 'ArrowLeft', altKey: true, bubbles: true, cancelable: true }))"
    )
    assert is_left_to_the_browser, "it goes back with that"


def test_a_round_that_was_late_is_marked_told_and_leads_to_its_moment(
    open_view: OpenView, rest: Rest, browser: Browser, tmp_path: Path
) -> None:
    """So does the report, which needs no dashboard."""
    drilled(rest, fault="kill", rounds=1, candidates=2, session_timeout=2, limit=0.5)
    view = open_view(rest, "")
    show(view, "drills")
    expect(view.reach("drill-failed")).to_have_text("1 of 1 not within 0.5 s")
    expect(view.at("drill-noted")).to_contain_text("round 1: not within the limit")
    saved = tmp_path / "report.html"
    with view.page.expect_download() as download:
        view.at("drill-page").click()
    download.value.save_as(saved)
    seq = rest.state()["drill"]["rounds"]["1"]["seq"]
    noted = view.at("drill-noted").get_by_role("link")
    noted.click()
    must_show(view, seq)
    expect(view.at("centre")).to_be_focused()
    view.page.go_back()
    expect(noted).to_be_focused()
    with browser.new_context() as context:
        report = context.new_page()
        report.goto(saved.as_uri())
        expect(report.get_by_text("1 of 1 not within 0.5 s")).to_be_visible()
        with context.expect_page() as opened:
            report.get_by_role("link", name="show it: round 1").click()
        shown = opened.value
        expect(shown.get_by_test_id("centre")).to_have_attribute("data-view", "election")
        expect(shown.locator("html")).to_have_attribute("data-time", "recording")
        expect(shown.get_by_test_id("story")).to_contain_text("was killed")
        shown.wait_for_function("(at) => location.hash.includes(at)", arg=f"at={seq}")


def test_the_report_of_a_matrix_leads_into_its_recording(browser: Browser, tmp_path: Path) -> None:
    """It carries one, over all cells: a round of each is found in it."""
    page, report = tmp_path / "report.html", tmp_path / "report.json"
    drill = ForkedProgram(
        "drill", "--fault", "kill", "--session-timeout", "2", "--within", "0.5", "--rounds", "1",
        "--candidates", "2", "--strategy", "predecessor,single", "--html", str(page),
        "--json", str(report), env={"XDG_STATE_HOME": str(tmp_path)},
    )  # fmt: skip
    assert drill.wait() == 0, drill.account()
    drill.close()
    assert page.read_text("utf-8").count('id="recording"') == 1
    with browser.new_context() as context:
        tab = context.new_page()
        tab.goto(page.as_uri())
        for cell in json.loads(report.read_text("utf-8"))["cells"]:
            (late,), strategy = cell["rounds"], cell["plan"]["strategy"]
            details = tab.locator("details").filter(has_text=f"strategy {strategy}")
            details.locator("summary").click()
            with context.expect_page() as opened:
                details.get_by_role("link", name="show it: round 1").click()
            shown = opened.value
            expect(shown.get_by_test_id("centre")).to_have_attribute("data-view", "election")
            expect(shown.get_by_test_id("story")).to_contain_text("was killed")
            moment = re.compile(f"election=/drill/{strategy}&at={late['seq']}")
            expect(shown).to_have_url(moment)


def test_two_reports_are_compared(open_view: OpenView, rest: Rest, tmp_path: Path) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    a, b, other = (tmp_path / f"{name}.json" for name in ("a", "b", "other"))
    a.write_text(json.dumps(document(rounds_of(*spread(20, 100.0)))), "utf-8")
    b.write_text(json.dumps(document(rounds_of(*spread(20, 150.0)))), "utf-8")
    plan = {**PLAN, "candidates": 50}
    other.write_text(json.dumps(document(rounds_of(*spread(20, 150.0)), plan)), "utf-8")
    view.reach("drill-compare")
    expect(view.at("drill-compare-run")).to_be_disabled()
    view.at("drill-compare-a").set_input_files(a)
    view.at("drill-compare-b").set_input_files(b)
    view.at("drill-compare-run").click()
    expect(view.at("drill-compare-verdict")).to_have_text("B is slower in handoff, detect.")
    expect(view.at("drill-compare-detect")).to_contain_text(
        "slower B - A +50 (+44 … +56) ms p <0.001"
    )

    view.at("drill-compare-b").set_input_files(other)
    expect(view.at("drill-compare-verdict")).to_have_count(0)
    view.at("drill-compare-run").click()
    expect(view.at("drill-compare-differs")).to_contain_text("candidates: 5 | 50")
    expect(view.at("drill-compare-verdict")).to_have_count(0)
    view.at("drill-compare-anyway").click()
    expect(view.at("drill-compare-verdict")).to_be_visible()

    view.at("drill-compare-b").set_input_files(b)

    def choose_another(asked: Route) -> None:
        """Change B while it is compared."""
        view.at("drill-compare-b").set_input_files(other)
        expect(view.at("drill-compare-b-name")).to_have_text("other.json")
        asked.continue_()

    view.page.route("**/drills/compare", choose_another)
    with view.page.expect_response("**/drills/compare"):
        view.at("drill-compare-run").click()
    expect(view.at("drill-compare-run")).to_have_text("Compare")
    expect(view.at("drill-compare-verdict")).to_have_count(0)
    view.page.unroute("**/drills/compare")

    other.write_text("{", "utf-8")
    view.at("drill-compare-b").set_input_files(other)
    expect(view.at("drill-compare-b-name")).to_have_text("other.json is not JSON")
    expect(view.at("drill-compare-run")).to_be_disabled()
    other.write_text(json.dumps(document([{}])), "utf-8")
    view.at("drill-compare-b").set_input_files(other)
    view.complaints.expect(r"status of 400 .* /api/v1/drills/compare")
    view.at("drill-compare-run").click()
    expect(view.at("drill-compare-refused")).to_contain_text(
        "A and B cannot be compared: B is no report of a drill (handoff-drill/1): Object missing"
    )


def test_what_is_no_report_is_refused_as_it_is_chosen(
    open_view: OpenView, rest: Rest, tmp_path: Path
) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    view.reach("drill-compare")
    good, other = tmp_path / "good.json", tmp_path / "other.json"
    good.write_text(json.dumps(document(rounds_of(*spread(20, 100.0)))), "utf-8")
    view.at("drill-compare-a").set_input_files(good)
    wanted = "Choose a file that Save the report (JSON) has written, or the command drill --json."
    whole = document(rounds_of(*spread(20, 100.0)))
    for held, says in (
        (all_of(), "is the report of a matrix; here one drill is compared with another. Two "
         "matrices are compared by the command drill compare A.json B.json"),
        ([1], f"is no report of a drill: it holds a list. {wanted}"),
        (None, f"is no report of a drill: it holds null. {wanted}"),
        (7, f"is no report of a drill: it holds a number. {wanted}"),
        ({}, f"is no report of a drill: it holds something else. {wanted}"),
        ({"schema": "handoff-compare/1"},
         f"is no report of a drill: it holds what calls itself handoff-compare/1. {wanted}"),
        ({one: whole[one] for one in whole if one != "plan"},
         f"is not the whole report of a drill: its plan is missing. {wanted}"),
    ):  # fmt: skip
        other.write_text(json.dumps(held), "utf-8")
        view.at("drill-compare-b").set_input_files(other)
        expect(view.at("drill-compare-b-name")).to_have_text(f"other.json {says}")
        expect(view.at("drill-compare-run")).to_be_disabled()
    view.at("drill-compare-b").set_input_files(good)
    expect(view.at("drill-compare-run")).to_be_enabled()


def drilled(rest: Rest, **plan: Any) -> None:
    """Run a drill, to its end."""
    rest.call("POST", "drills", plan)
    await_until(lambda: rest.state()["drill"]["cause"], 60.0)


def must_show(view: View, seq: int) -> None:
    expect(view.at("centre")).to_have_attribute("data-view", "election")
    expect(view.page.locator("html")).to_have_attribute("data-time", "past")
    expect(view.at("past-sign")).to_contain_text(f"event {seq}")


def test_what_is_typed_stays_while_the_page_is_drawn(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "")
    show(view, "drills")
    view.setting("drillRounds", "5")
    limits = view.reach("drill-limits")
    limits.fill("failed=0")
    rest.follow("/drawn-again")
    view.catch_up()
    view.page.keyboard.press("Escape")
    expect(limits).to_have_value("failed=0")
