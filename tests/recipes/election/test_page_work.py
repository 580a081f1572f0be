"""The leader's work on the page: the strip, the gap, what is refused, and the switch."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, NARROW, PAINTED_WITHIN
from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

NUMBERS = "(all) => all.map((e) => e.dataset.number)"
PLACE = """(write) => ({
  number: write.dataset.number, left: write.getBoundingClientRect().left,
})"""
SAID_IN_SIGHT = """() => {
  const end = (part) => document.querySelector(part).getBoundingClientRect().bottom;
  return end(".work-stale") <= end(".column");
}"""


def work_of(view: View) -> Json:
    found: Json = view.rest.election(view.election)["work"]
    return found


def before_the_reset(view: View) -> int:
    """How many of all numbers the counters leave out."""
    work = work_of(view)
    return int(work["count"] - work["accepted"])


def shown_count(view: View) -> int:
    """How many numbers the page says were handed out."""
    return int(view.at("work").get_attribute("data-count") or 0)


def start(view: View) -> list[str]:
    """Three candidates, the first of which has handed out some numbers; their names."""
    chain = view.rest.start(3, view.election)
    await_numbers(view, 3)
    view.tab("work")
    return [entry["candidate"] for entry in chain]


def await_numbers(view: View, more: int) -> None:
    wanted = work_of(view)["accepted"] + more
    await_until(lambda: work_of(view)["accepted"] >= wanted)


def writes(view: View, verdict: str) -> Locator:
    return view.page.locator(f'[data-testid="write"][data-verdict="{verdict}"]')


def sleep_too_long(view: View, leader: str, heir: str) -> None:
    """Freeze the leader past its session, and wake it when another one works."""
    view.rest.act(leader, "pause")
    view.rest.await_process(leader, "paused")
    view.rest.act(leader, "expire")
    await_until(lambda: work_of(view)["term"] == heir)
    await_numbers(view, 1)
    view.rest.act(leader, "resume")
    await_until(lambda: view.rest.candidate(leader)["belief"] == "waiting")


def resign(view: View, leader: str) -> None:
    """Have the leader resign, and wait until another one works."""
    view.rest.act(leader, "resign")
    await_until(lambda: work_of(view)["term"] != leader)


@pytest.mark.proof
def test_numbers_appear_as_they_are_handed_out(view: View) -> None:
    first, *_ = start(view)
    expect(view.at("work")).to_contain_text(f"{first} hands out numbers")
    expect(writes(view, "accepted").first).to_have_attribute("data-candidate", first)
    seen = shown_count(view)
    await_until(lambda: shown_count(view) >= seen + 3, PAINTED_WITHIN)
    numbers = [int(one) for one in writes(view, "accepted").evaluate_all(NUMBERS)]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
    left = writes(view, "accepted").last.evaluate(PLACE)
    latest = view.page.locator(f'[data-testid="write"][data-number="{left["number"]}"]')
    await_until(lambda: latest.evaluate(PLACE)["left"] < left["left"], PAINTED_WITHIN)


@pytest.mark.proof
def test_numbers_are_no_news_and_a_late_write_is(view: View) -> None:
    first, second, _ = start(view)
    sleep_too_long(view, first, second)
    rows = view.reach("events").get_by_test_id("event-row")
    view.reach("events-filter").fill("work.")
    refused = rows.filter(has_text="refused")
    expect(refused.last).to_contain_text(f"{first} wrote number")
    expect(refused.last).to_have_class(re.compile("tone-dead"))
    assert "work.written" not in rows.evaluate_all("(all) => all.map((e) => e.dataset.kind)")
    view.reload()
    view.reach("events-filter").fill("work.")
    expect(refused.last).to_contain_text(f"{first} wrote number")
    assert "work.written" not in rows.evaluate_all("(all) => all.map((e) => e.dataset.kind)")


@pytest.mark.proof
def test_the_gap_is_a_hole_with_its_length(view: View) -> None:
    first, second, _ = start(view)
    view.act("kill", role="leader")
    expect(view.at("gap-open")).to_be_visible()
    expect(view.at("work")).to_contain_text(re.compile(r"No number for [1-9]\S* s"))
    view.rest.end_session(first)
    await_until(lambda: work_of(view)["gaps"])
    expect(view.at("gap-open")).to_have_count(0)
    (gap,) = work_of(view)["gaps"]
    expect(view.at("gap")).to_have_attribute("data-ms", f"{gap['ms']:g}")
    expect(view.at("gap")).to_contain_text(f"{gap['ms'] / 1000:.2f} s")
    expect(view.at("work-gap")).to_contain_text(f"{gap['ms'] / 1000:.2f} s")
    expect(view.at("gap")).to_have_attribute("title", re.compile(f"{first} killed"))
    expect(writes(view, "accepted").last).to_have_attribute("data-candidate", second)


def test_a_late_write_is_refused_in_red_and_what_happened_stays_in_sight(view: View) -> None:
    expect(view.at("role-leader")).to_be_visible()
    expect(view.at("work")).to_have_count(0)
    first, second, _ = start(view)
    sleep_too_long(view, first, second)
    told = view.at("work-stale")
    expect(told).to_have_attribute("data-verdict", "refused")
    (stale,) = work_of(view)["stale"]
    expect(told).to_contain_text(
        f"{first} woke and wrote number {stale['number']} with epoch {stale['epoch']:#x}; "
        f"the store had seen epoch {stale['seen']:#x} of {second}: refused."
    )
    expect(told).to_contain_text(f"after waking {first} believed that it led; {second} was right.")
    expect(view.at("stale-at")).to_have_text(re.compile(r"^[\d.]+ s ago$"))
    number = f'[data-number="{stale["number"]}"]'
    expect(writes(view, "refused").and_(view.page.locator(number))).to_be_attached()
    expect(view.at("work-refused")).to_contain_text(re.compile(r"[1-9]\d* refused"))
    view.reload()
    expect(told).to_contain_text(f"{first} woke and wrote number")
    expect(writes(view, "refused").first).to_have_attribute("data-candidate", first)
    for _ in range(4):
        resign(view, work_of(view)["term"])
    view.page.set_viewport_size(LAPTOP)
    expect(view.at("round-row")).to_have_count(5)
    expect(told).to_have_attribute("data-verdict", "refused")
    view.await_run(SAID_IN_SIGHT, True)


def test_fencing_is_turned_off_by_a_click_and_the_damage_counted(view: View) -> None:
    """Each election shows its own work."""
    first, second, _ = start(view)
    other = f"{view.election}-other"
    view.rest.follow(other)
    view.rest.call("POST", "candidates", {"election": other, "strategy": "single"})
    await_until(lambda: view.rest.election(other)["work"]["accepted"] > 2)
    view.choose_election(other)
    expect(view.at("work")).not_to_contain_text(f"{first} hands out")
    view.choose_election(view.election)
    expect(view.at("work")).to_contain_text(f"{first} hands out")
    switch = view.at("fencing")
    expect(switch).to_have_attribute("aria-checked", "true")
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "false")
    expect(view.at("work-damage")).to_contain_text("0 numbers were handed out twice")
    assert not view.rest.election(view.election)["fencing"]
    sleep_too_long(view, first, second)
    expect(view.at("work-damage")).to_contain_text(
        re.compile(r"[1-9]\d* numbers were handed out twice")
    )
    expect(view.at("work-stale")).to_contain_text(f"{second} had handed it out before")
    expect(writes(view, "damage").first).to_have_attribute("data-candidate", first)
    view.at("work-reset").click()
    expect(view.at("work-damage")).to_contain_text("0 numbers were handed out twice")
    expect(writes(view, "damage")).to_have_count(0)
    switch.click()
    expect(switch).to_have_attribute("aria-checked", "true")
    expect(view.at("work-damage")).to_have_count(0)


@pytest.mark.proof
def test_fencing_and_the_counters_by_keys(view: View) -> None:
    start(view)
    view.press("l")
    expect(view.at("fencing")).to_have_attribute("aria-checked", "false")
    expect(view.at("fencing")).to_be_enabled()
    view.at("fencing").focus()
    view.page.keyboard.press("Space")
    expect(view.at("fencing")).to_have_attribute("aria-checked", "true")
    await_until(lambda: work_of(view)["accepted"] > 5)
    assert before_the_reset(view) == 0
    view.press("0")
    await_until(lambda: before_the_reset(view) > 5)
    view.page.keyboard.press("?")
    expect(view.page.get_by_role("dialog")).to_contain_text("turn fencing off")


@pytest.mark.proof
def test_fencing_by_rest_shows_on_every_page(view: View, rest: Rest, open_view: OpenView) -> None:
    start(view)
    other = open_view(rest, view.election, viewport=NARROW)
    rest.call("POST", "elections/fencing", {"path": view.election, "on": False})
    for one in (view, other):
        expect(one.at("fencing")).to_have_attribute("aria-checked", "false")
        expect(one.at("fencing")).to_contain_text("fencing off")
    other.expect_within("section.work *:not(.strip, .strip *)")
    rest.call("POST", "elections/fencing", {"path": view.election, "on": True})
    expect(other.at("fencing")).to_have_attribute("aria-checked", "true")
