"""What the page explains by itself: the next thing to try, and its words where they stand."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import HALL, LAPTOP
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

HINT_AND_STAGE = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  return [box(".hint")?.top ?? null, box(".stage").bottom];
}"""
"""Where the line of the hint begins, if there is one, and where the picture ends."""
INSIDE = """() => {
  const box = document.querySelector(".term-says").getBoundingClientRect();
  return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""


@pytest.mark.proof
def test_the_hint_follows_what_happens(view: View, rest: Rest) -> None:
    hint = view.at("hint")
    expect(hint).to_have_attribute("data-key", "5")
    first, second, *_ = rest.start(3, view.election)
    expect(hint).to_contain_text("now kill the leader")
    view.press("k")
    rest.end_session(first["candidate"])
    view.expect_crown(second)
    expect(hint).to_have_attribute("data-key", "f")
    view.press("f")
    expect(hint).to_have_attribute("data-key", "w")
    view.press("w")
    expect(hint).to_contain_text("compare")
    rest.stop_all()
    expect(hint).to_have_attribute("data-key", "5")


def test_hints_are_closed_for_good(view: View) -> None:
    """A word is explained where it stands."""
    says, word = view.at("term-says"), view.reach("term-inferred")
    word.hover()
    expect(says).to_contain_text("only follows from the order")
    assert view.run(INSIDE)
    view.at("centre").get_by_test_id("story").hover()
    expect(says).to_have_count(0)
    word.focus()
    expect(says).to_be_visible()
    view.press("Escape")
    expect(says).to_have_count(0)
    view.press("Escape")
    expect(view.at("sheet-legend")).to_be_hidden()
    recipe = view.page.locator(".recipe")
    recipe.get_by_test_id("term-ephemeral").click()
    expect(says.get_by_role("link")).to_have_attribute("href", re.compile("#Ephemeral"))
    view.press("Tab")
    expect(says.get_by_role("link")).to_be_focused()
    view.press("Tab")
    expect(says).to_have_count(0)
    view.at("hint-close").click()
    view.at("view-lock").click()
    expect(view.at("centre")).to_have_attribute("data-view", "lock")
    expect(view.at("hint")).to_have_count(0)
    view.at("view-compare").click()
    expect(view.at("idea")).to_contain_text("who watches what decides how many one death wakes")
    for strategy in ("predecessor", "herd", "single"):  # under all three, whosever code is shown
        view.at(f"recipe-of-{strategy}").click()
        expect(view.at(f"recipe-of-{strategy}")).to_have_attribute("aria-pressed", "true")
        expect(view.at("idea")).to_contain_text("who watches what")
    view.at("view-election").click()
    view.reload()
    expect(view.at("hint")).to_have_count(0)
    view.at("help").click()
    view.at("hints").click()
    expect(view.at("hint")).to_be_visible()


def test_a_hint_that_comes_or_goes_moves_nothing(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    """Nor does a longer sentence, on a laptop and in a hall. A hint about the leader has no key
    that would kill another.
    """
    view = open_view(rest, election, viewport=LAPTOP)
    first, second, _ = rest.start(3, election)
    hint = view.at("hint")
    key, tops = hint.locator("kbd"), []
    expect(view.at("story").locator("small")).to_contain_text("Two others wait")
    for size in (LAPTOP, HALL):
        view.resize(size)
        expect(hint).to_contain_text("kill the leader")
        expect(key).to_have_text("k")
        top, before = view.run(HINT_AND_STAGE)
        assert top >= before
        view.reach("servers-quiet").locator(".server-name").click()
        expect(hint).to_have_count(0)
        _, after = view.run(HINT_AND_STAGE)
        assert abs(after - before) < 2
        view.press("Escape")
        view.choose(second)
        expect(key).to_have_count(0)
        view.press("Escape")
        expect(key).to_have_text("k")
        tops.append(before)
    rest.act(first["candidate"], "kill")
    expect(view.at("story")).to_contain_text("Until then nobody else can lead")
    for size in (LAPTOP, HALL):
        view.resize(size)
        assert abs(view.run(HINT_AND_STAGE)[1] - tops.pop(0)) < 2


def test_no_hint_is_to_kill_a_leader_that_is_no_process_of_ours(
    view: View, rest: Rest, client: KazooClient
) -> None:
    client.ensure_path(view.election)
    foreign = client.create(f"{view.election}/n_", b"theirs", ephemeral=True, sequence=True)
    await_until(lambda: len(rest.chain(view.election)) == 1)
    body = {"count": 2, "election": view.election, "among_strangers": True}
    rest.call("POST", "candidates", body)
    await_until(lambda: len(rest.chain(view.election)) == 3)
    expect(view.page.locator(".layer-processes > .process")).to_have_count(3)
    expect(view.at("hint")).to_have_count(0)
    client.delete(foreign)
    expect(view.at("hint")).to_contain_text("kill the leader")
    view.resize(LAPTOP)
    _, before = view.run(HINT_AND_STAGE)
    view.at("hint-close").click()
    expect(view.at("hint")).to_have_count(0)
    _, after = view.run(HINT_AND_STAGE)
    assert abs(after - before) < 8, "the hint takes the room of the sentence"
