"""The view of a configuration: what is drawn is what the state says; all is done from the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, NARROW
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.subject_page import SubjectPage, numbers
from tests.support.zookeeper import await_until


class ConfigPage(SubjectPage):
    place = "view=config&configuration="
    section = "configurations"


GAPS = """() => [...document.querySelectorAll("[data-testid^=watch-]")].map((line) => {
  const name = line.dataset.testid.replace("watch-", "subscriber-");
  const texts = [...document.querySelectorAll(`[data-testid=${name}] text`)];
  const lowest = Math.max(...texts.filter((one) => one.textContent)
    .map((one) => one.getBoundingClientRect().bottom));
  const start = line.getPointAtLength(0).matrixTransform(line.getScreenCTM());
  return Math.abs(start.y - lowest);
})"""
"""How far below the words of its subscriber each watch begins, in pixels."""

OpenConfig = Callable[[int], ConfigPage]


@pytest.fixture
def open_config(rest: Rest, open_view: OpenView) -> OpenConfig:
    """A page at a configuration of its own; takes how many subscribe."""

    def open_one(count: int) -> ConfigPage:
        path = f"/config-{next(numbers)}"
        body = {"path": path, "count": count, "session_timeout": LASTING}
        rest.call("POST", "configurations", body)
        page = ConfigPage.open(open_view, rest, path)
        expect(page.at("configuration")).to_have_value(path)
        page.until(lambda one: have_read(one, count))
        return page

    return open_one


def have_read(configuration: Json, count: int) -> bool:
    subscribers = configuration["subscribers"].values()
    return len(subscribers) == count and all(one["read_at"] for one in subscribers)


@pytest.fixture
def three(open_config: OpenConfig) -> ConfigPage:
    """Three subscribers of a znode that does not exist yet."""
    return open_config(3)


def expect_all(page: ConfigPage, version: int) -> None:
    """Every subscriber drawn has the znode's version, and it is this one."""
    page.has(page.at("config-znode"), "data-version", str(version))
    shown = page.page.locator(f'[data-testid^="subscriber-"][data-version="{version}"]')
    expect(shown).to_have_count(len(page.document["subscribers"]))


def test_subscribers_are_started_and_a_value_reaches_them(open_config: OpenConfig) -> None:
    page = open_config(0)
    page.at("start-first").click()
    page.until(lambda one: have_read(one, 5))
    page.story("There is no znode .* await its creation")
    page.at("config-value").fill("limit=7")
    page.at("publish").click()
    expect_all(page, 0)
    expect(page.at("config-now")).to_have_text("limit=7")
    page.story("created, and says “limit=7”. All five subscribers have it, within .* was the last")
    page.has(page.at("arrivals"), "data-told", "5")
    expect(page.at("within")).to_contain_text(re.compile(r"\d+(\.\d)? ms"))
    page.press("Escape")
    page.expect_step("watch")
    page.view.expect_fits(".centre *")


@pytest.mark.proof
def test_by_keys_a_value_is_published_created_anew_and_deleted(three: ConfigPage) -> None:
    three.press("n")
    expect_all(three, 0)
    three.press("n")
    expect_all(three, 1)
    before = three.document["znode"]["mzxid"]
    three.press("a")
    three.until(lambda one: one["znode"]["mzxid"] > before)
    expect_all(three, 0)
    three.story("deleted and created again.*Its version is 0 again")
    anew = three.page.locator('[data-testid="config-change"][data-recreated="true"]')
    expect(anew).to_have_count(1)
    three.press("x")
    expect(three.at("config-znode")).to_contain_text("no such znode")
    missing = three.page.locator('[data-testid^="subscriber-"][data-missing="true"]')
    expect(missing).to_have_count(3)


@pytest.mark.proof
def test_a_frozen_one_lags_and_catches_up_when_it_wakes(open_config: OpenConfig) -> None:
    page = open_config(2)
    page.press("n")
    expect_all(page, 0)
    name = next(iter(page.document["subscribers"]))
    page.at(f"subscriber-{name}").locator(".ring").click()
    page.expect_pressed(f"subscriber-{name}")
    page.reach("action-freeze").click()
    page.has(page.at(f"subscriber-{name}"), "data-process", "paused")
    page.press("n")
    page.has(page.at(f"subscriber-{name}"), "data-standing", "behind")
    page.story(f"{name} is frozen and keeps")
    expect(page.at("late")).to_contain_text(name)
    page.press("w")
    page.has(page.at(f"subscriber-{name}"), "data-standing", "current")
    expect_all(page, 1)


def test_a_stale_save_is_refused_and_shows_both(three: ConfigPage, client: KazooClient) -> None:
    """What others write is drawn, and is only text."""
    hostile = "<img src=x onerror=alert(1)>"
    client.create(three.path, hostile.encode())
    expect(three.at("config-now")).to_have_text(hostile)
    expect_all(three, 0)
    three.at("config-znode").click()
    expect(three.at("znode-details")).to_have_attribute("data-path", three.path)
    expect(three.at("invariant-newest_in_use")).to_have_attribute("data-holds", "true")
    three.press("v")
    expect(three.at("config-value")).to_be_focused()
    three.at("config-value").fill("mine")
    client.set(three.path, b"theirs")
    expect_all(three, 1)
    three.view.complaints.expect("409")
    three.page.keyboard.press("Enter")
    expect(three.at("config-stale")).to_contain_text("mine")
    expect(three.at("config-stale")).to_contain_text("theirs")
    assert client.get(three.path)[0] == b"theirs"
    three.at("config-overwrite").click()
    expect(three.at("config-now")).to_have_text("mine")
    expect(three.at("config-stale")).to_have_count(0)


@pytest.mark.proof
def test_what_others_wrote_goes_only_after_a_question(
    open_config: OpenConfig, client: KazooClient
) -> None:
    page = open_config(0)
    client.create(page.path, b"theirs")
    expect_all(page, 0)
    expect(page.at("arrivals")).to_contain_text("“theirs”: nobody was there to be told")
    page.press("n")
    expect(page.at("config-value")).to_be_focused()
    page.page.keyboard.press("Enter")
    page.page.keyboard.press("Tab")
    for key in ("a", "x"):
        page.at("publish").focus()
        page.press(key)
        for words in (page.path, "theirs", "version0"):
            expect(page.at("ask")).to_contain_text(words)
        expect(page.at("ask-keep")).to_be_focused()
        page.press("Escape")
        expect(page.at("ask")).to_have_count(0)
    page.at("config-value").fill("mine")
    page.page.keyboard.press("Enter")
    page.at("ask-keep").click()
    assert client.get(page.path)[0] == b"theirs"
    assert client.get(page.path)[1].version == 0
    page.at("publish").click()
    page.at("ask-go").click()
    expect(page.at("config-now")).to_have_text("mine")
    expect(page.at("config-value")).to_have_value("")
    client.set(page.path, b"again")
    expect(page.at("config-now")).to_have_text("again")
    page.press("x")
    page.at("ask-go").click()
    expect(page.at("config-znode")).to_contain_text("no such znode")


@pytest.mark.proof
def test_many_run_over_no_narrow_screen(open_config: OpenConfig) -> None:
    page = open_config(20)
    page.press("n")
    expect_all(page, 0)
    page.view.expect_fits(".centre *")


def test_each_watch_begins_right_below_the_words_of_its_subscriber(three: ConfigPage) -> None:
    """Also while they have no value, and so no version."""

    def expect_near() -> None:
        for size in (LAPTOP, NARROW):
            three.view.resize(size)
            await_until(lambda: len(gaps := three.view.run(GAPS)) == 3 and max(gaps) < 6, 10.0)

    expect_near()
    three.press("n")
    expect_all(three, 0)
    expect_near()
