"""What the page explains by itself: the next thing to try, and its words where they stand."""

from __future__ import annotations

import re

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.zookeeper import await_until

LAPTOP = ViewportSize(width=1366, height=768)
HALL = ViewportSize(width=1920, height=1080)
STORY_AND_STAGE = """() => [".story", ".hint", ".stage"]
  .map((part) => document.querySelector(part)?.getBoundingClientRect())
  .map((box) => box && { top: box.top, bottom: box.bottom })"""
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
    view.at("hint-close").click()
    view.at("view-lock").click()
    expect(view.at("centre")).to_have_attribute("data-view", "lock")
    expect(view.at("hint")).to_have_count(0)
    view.at("view-election").click()
    view.reload()
    expect(view.at("hint")).to_have_count(0)
    view.at("help").click()
    view.at("hints").click()
    expect(view.at("hint")).to_be_visible()


def test_the_hint_takes_the_room_of_the_sentence(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=LAPTOP)
    rest.start(2, election)
    expect(view.at("hint")).to_contain_text("kill the leader")
    _, hint, stage = view.run(STORY_AND_STAGE)
    assert hint["bottom"] < stage["top"]
    view.at("hint-close").click()
    expect(view.at("hint")).to_have_count(0)
    _, _, without = view.run(STORY_AND_STAGE)
    assert abs(stage["top"] - without["top"]) < 8


@pytest.mark.parametrize("size", [LAPTOP, HALL], ids=["laptop", "hall"])
def test_a_longer_sentence_beside_the_hint_moves_nothing(
    open_view: OpenView, rest: Rest, election: str, size: ViewportSize
) -> None:
    view = open_view(rest, election, viewport=size)
    first, _ = rest.start(2, election)
    expect(view.at("story")).to_contain_text("waits, and watches it")
    expect(view.at("hint")).to_be_visible()
    _, _, before = view.run(STORY_AND_STAGE)
    rest.act(first["candidate"], "kill")
    expect(view.at("story")).to_contain_text("Until then nobody else can lead")
    _, _, after = view.run(STORY_AND_STAGE)
    assert after["top"] == before["top"]


@pytest.mark.parametrize("size", [LAPTOP, HALL], ids=["laptop", "hall"])
def test_a_hint_that_goes_while_a_server_is_chosen_moves_nothing(
    open_view: OpenView, rest: Rest, election: str, size: ViewportSize
) -> None:
    view = open_view(rest, election, viewport=size)
    rest.start(2, election)
    expect(view.at("hint")).to_contain_text("kill the leader")
    _, _, before = view.run(STORY_AND_STAGE)
    view.at("servers-quiet").locator(".server-name").click()
    expect(view.at("hint")).to_have_count(0)
    _, _, after = view.run(STORY_AND_STAGE)
    assert abs(after["top"] - before["top"]) < 2


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


def test_a_hint_about_the_leader_has_no_key_that_would_kill_another(view: View, rest: Rest) -> None:
    third = rest.start(3, view.election)[2]
    key = view.at("hint").locator("kbd")
    expect(view.at("hint")).to_contain_text("kill the leader")
    expect(key).to_have_text("k")
    view.choose(third)
    expect(view.at("chosen")).to_be_visible()
    expect(key).to_have_count(0)
    view.press("Escape")
    expect(key).to_have_text("k")


@pytest.mark.parametrize("name", [name for name in VIEWS if name != "znodes"])
def test_every_recipe_has_a_first_hint(open_view: OpenView, rest: Rest, name: str) -> None:
    view = open_view(rest)
    view.at(f"view-{name}").click()
    expect(view.at("hint")).to_have_attribute("data-key", re.compile(r"\w"))


def test_a_word_is_explained_where_it_stands(view: View) -> None:
    says = view.at("term-says")
    word = view.at("term-inferred")
    word.hover()
    expect(says).to_contain_text("only follows from the order")
    assert view.run(INSIDE)
    view.at("centre").get_by_test_id("story").hover()
    expect(says).to_have_count(0)
    word.focus()
    expect(says).to_be_visible()
    view.press("Escape")
    expect(says).to_have_count(0)
    recipe = view.page.locator(".recipe")
    recipe.get_by_test_id("term-ephemeral").click()
    expect(says.get_by_role("link")).to_have_attribute("href", re.compile("#Ephemeral"))
    view.press("Tab")
    expect(says.get_by_role("link")).to_be_focused()
    view.press("Tab")
    expect(says).not_to_contain_text("an ephemeral znode")


def test_the_help_has_all_words(view: View) -> None:
    view.press("?")
    expect(view.at("words").locator("dt")).to_contain_text(["znode", "session", "ephemeral"])
