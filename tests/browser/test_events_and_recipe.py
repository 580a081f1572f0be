"""What happened, as a list with filters; and the line of the recipe a candidate is at."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until


def rows(view: View) -> Locator:
    return view.tab("events").get_by_test_id("event-row")


def kinds(view: View, kind: str) -> Locator:
    return view.tab("events").locator(f'[data-testid="event-row"][data-kind^="{kind}"]')


def step(view: View, name: str) -> Locator:
    return view.tab("recipe").locator(f'[data-testid="recipe-step"][data-step="{name}"]')


def expect_step(view: View, name: str) -> None:
    expect(step(view, name)).to_have_attribute("data-on", "true")
    expect(step(view, name)).to_have_attribute("aria-current", "step")
    on = view.tab("recipe").locator('[data-testid="recipe-step"][data-on="true"]')
    expect(on).to_have_count(1)


def filter_by(view: View, text: str) -> None:
    view.reach("events-filter").fill(text)


@pytest.mark.proof
def test_events_are_newest_first_and_filtered_by_group(view: View, rest: Rest) -> None:
    chain = rest.start(3, view.election)
    view.expect_belief(chain[2], "waiting")
    expect(kinds(view, "candidate.reported").first).to_be_visible()
    numbers = rows(view).evaluate_all(
        "(all) => all.sort((a, b) => a.dataset.index - b.dataset.index)"
        ".map((row) => Number(row.dataset.seq))"
    )
    assert numbers == sorted(numbers, reverse=True)
    expect(kinds(view, "znode")).to_have_count(0)
    for group in ("beliefs", "processes", "recipes", "servers"):
        view.at(f"events-{group}").click()
        expect(view.at(f"events-{group}")).to_have_attribute("aria-pressed", "false")
    expect(kinds(view, "candidate")).to_have_count(0)
    view.reach("events-znodes").click()
    expect(kinds(view, "znode.created").first).to_be_visible()
    view.reach("events-znodes").click()
    view.reach("events-processes").click()
    expect(kinds(view, "candidate.started").first).to_be_visible()
    expect(kinds(view, "candidate.reported")).to_have_count(0)


@pytest.mark.proof
def test_events_are_filtered_by_text_and_by_candidate(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    rest.act(second["candidate"], "kill")
    filter_by(view, "SIGKILL")
    killed = rows(view).filter(has_text=f"{second['candidate']} killed")
    expect(killed).to_be_visible()
    expect(rows(view).filter(has_text="waits")).to_have_count(0)
    filter_by(view, "no such thing anywhere")
    expect(view.reach("events")).to_contain_text("No event matches the filters")
    filter_by(view, "")
    view.choose(first)
    # As a word: the number of a session, or of an epoch, may end in the same digits.
    word = re.compile(rf"\b{second['candidate']}\b")
    of_the_other = rows(view).locator("span").filter(has_text=word)
    expect(of_the_other.first).to_be_visible()
    view.reach("events-only").click()
    expect(of_the_other).to_have_count(0)
    expect(
        rows(view).filter(has_text=f"{first['candidate']} believes it leads").first
    ).to_be_visible()
    view.reach("events-only").click()
    expect(rows(view).filter(has_text=f"{second['candidate']} killed")).to_be_visible()


@pytest.mark.proof
def test_the_column_keeps_what_was_set_in_it_as_the_view_changes(view: View, rest: Rest) -> None:
    (only,) = rest.start(1, view.election)
    view.expect_belief(only, "leading")
    filter_by(view, "leads")
    view.at("events-processes").click()
    view.at("view-lock").click()
    expect(view.at("centre")).to_have_attribute("data-view", "lock")
    expect(view.reach("events-filter")).to_have_value("leads")
    expect(view.at("events-processes")).to_have_attribute("aria-pressed", "false")


@pytest.mark.proof
def test_the_recipe_follows_the_chosen_candidate(view: View, rest: Rest) -> None:
    first, second, _ = rest.start(3, view.election)
    expect_step(view, "lead")
    expect(view.page.locator(".recipe h2")).to_contain_text(first["candidate"])
    view.choose(second)
    expect_step(view, "watch predecessor")
    expect_candidate(view, second, "waiting")
    view.act("freeze")
    expect(step(view, "watch predecessor")).to_contain_text("frozen here")
    view.act("wake")
    expect(step(view, "watch predecessor")).not_to_contain_text("frozen here")
    rest.act(first["candidate"], "resign")
    expect_step(view, "lead")
    expect_candidate(view, second, "leader")


def expect_candidate(view: View, entry: Json, truth: str) -> None:
    """Belief and truth stand side by side."""
    facts = view.at("candidate").locator("dl.stat")
    expect(facts).to_contain_text(re.compile(f"belief(waiting|leading)truth{truth}"))
    expect(facts).to_contain_text(entry["label"])
    expect(facts).to_contain_text(entry["session"])


def test_events_of_another_election_are_left_out_until_they_are_asked_for(
    view: View, rest: Rest
) -> None:
    """An empty list says so; a click on an event chooses its candidate."""
    own, second = rest.start(2, view.election)
    beside = f"{view.election}-beside/it"
    rest.follow(beside)
    (other,) = rest.start(1, beside)
    view.expect_belief(own, "leading")
    expect(rows(view).filter(has_text=own["candidate"]).first).to_be_visible()
    filter_by(view, "candidate.started")  # the list draws the newest rows only
    of_the_other = kinds(view, "candidate.started").filter(has_text=other["candidate"])
    expect(of_the_other).to_have_count(0)
    view.reach("events-elsewhere").click()
    expect(of_the_other).to_be_visible()
    view.reach("events-elsewhere").click()
    expect(of_the_other).to_have_count(0)
    filter_by(view, f"{other['candidate']} is being started")
    view.reach("events-show-elsewhere").click()
    expect(rows(view)).to_have_count(1)
    filter_by(view, "nothing has these words")
    expect(view.reach("events")).to_contain_text("No event matches the filters")
    filter_by(view, f"{second['candidate']} waits")
    rows(view).filter(has_text=f"{second['candidate']} waits").first.click()
    expect(view.at("chosen")).to_contain_text(second["candidate"])
    expect(view.process(second)).to_have_attribute("aria-pressed", "true")


CLOCK = re.compile(r"^\d\d:\d\d:\d\d$")


SPAN = re.compile(r"^\+[\d.]+ m?s$")


def expect_stamp(view: View, line: str, stamp: re.Pattern[str]) -> None:
    """Of the newest line with these words."""
    filter_by(view, line)
    expect(rows(view).filter(has_text=line).first.locator("time")).to_have_text(stamp)


@pytest.mark.proof
def test_events_are_told_from_what_happened_in_their_own_view(view: View, rest: Rest) -> None:
    """A fault of an election is none of a lock, and what nothing befell has the time of day."""
    leader = rest.start(2, view.election)[0]["candidate"]
    rest.act(leader, "resign")
    resigned = f"{leader} is asked to resign"
    expect_stamp(view, resigned, SPAN)
    lock = f"{view.election}-lock"
    rest.call("POST", "locks", {"path": lock, "count": 2, "session_timeout": 20.0, "task": 60.0})
    holder, other = await_until(lambda: holder_and_other(rest, lock))
    view.run("(lock) => { location.hash = `view=lock&lock=${lock}` }", lock)
    expect(view.at("centre")).to_have_attribute("data-view", "lock")
    view.reach("events-elsewhere").click()
    expect_stamp(view, f"{other} runs", CLOCK)
    expect_stamp(view, resigned, CLOCK)
    rest.act(holder, "expire")
    await_until(lambda: rest.state()["locks"][lock]["handover"])
    expired = f"session of {holder} ended"
    expect_stamp(view, expired, SPAN)
    expect_stamp(view, resigned, CLOCK)
    expect_stamp(view, f"{other} runs", CLOCK)
    view.run("(path) => { location.hash = `view=election&election=${path}` }", view.election)
    expect_stamp(view, resigned, SPAN)
    expect_stamp(view, expired, CLOCK)


def holder_and_other(rest: Rest, lock: str) -> list[str] | None:
    """Who holds the lock, and who waits for it."""
    shown = rest.state()["locks"].get(lock) or {"chain": [], "holds": {}}
    names = [entry["candidate"] for entry in shown["chain"]]
    return names if len(names) == 2 and names[0] in shown["holds"] else None
