"""Messages of failures stay until they could be read; keys mean one thing, and can be off."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View

KEYS = """() => {
  const read = (id) => [...document.querySelectorAll(`[data-testid=${id}] dt`)];
  return [read("shortcuts-here"), read("shortcuts")].map((all) => all.map((e) => e.textContent));
}"""
COVERS = """() => {
  const toasts = document.querySelector(".toasts").getBoundingClientRect();
  const place = (one) => document.querySelector(one).getBoundingClientRect();
  return [toasts.left < place(".centre").right, toasts.bottom > place(".time").top];
}"""
"""Whether the messages stand over the picture, and over the time bar."""


def test_an_error_leaves_once_it_could_be_read_and_nobody_is_at_it(view: View) -> None:
    view.page.clock.install()
    view.press("k")
    expect(view.at("toast")).to_contain_text("Nobody is the leader now")
    view.page.clock.run_for(15_000)
    view.at("toast").hover()
    view.page.clock.run_for(60_000)
    view.page.mouse.move(0, 0)
    view.at("toast").get_by_role("button").focus()
    view.page.clock.run_for(60_000)
    expect(view.at("toast")).to_have_count(1)
    view.page.evaluate("document.activeElement.blur()")
    view.page.clock.run_for(60_000)
    expect(view.at("toast")).to_have_count(0)
    view.press("k")
    view.press("Escape")
    expect(view.at("toast")).to_have_count(0)


@pytest.mark.proof
def test_several_errors_leave_the_picture_and_the_time_bar_free(view: View, rest: Rest) -> None:
    (only,) = rest.start(1, view.election)
    view.choose(only)
    for key in ("w", "u"):
        view.press(key)
    view.press("Escape")
    expect(view.at("toast")).to_have_count(0)
    expect(view.at("chosen")).to_contain_text(only["candidate"])  # a second Esc releases it
    for key in ("w", "u"):
        view.press(key)
    view.take_role("successor")
    for key in ("k", "f"):
        view.press(key)
    expect(view.at("toast")).to_have_count(2)
    assert view.run(COVERS) == [False, False]
    view.at("toasts-earlier").click()
    expect(view.at("toast")).to_have_count(3)
    view.at("toasts-dismiss").click()
    expect(view.at("toast")).to_have_count(0)


@pytest.mark.proof
def test_keys_of_one_character_can_be_off(view: View, rest: Rest) -> None:
    view.press("?")
    view.at("letters").click()
    expect(view.at("letters")).to_have_attribute("aria-checked", "false")
    view.press("Escape")
    theme = view.page.locator("html").get_attribute("data-theme")
    for key in ("t", "1", "]", "?"):
        view.press(key)
    expect(view.page.locator("html")).to_have_attribute("data-theme", theme or "")
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    expect(view.at("centre")).to_have_attribute("data-view", "election")
    assert rest.chain(view.election) == []
    view.reload()
    view.at("help").click()
    expect(view.at("letters")).to_have_attribute("aria-checked", "false")
    view.at("letters").click()
    view.press("Escape")
    view.press("1")
    rest.await_chain(view.election, 1)


@pytest.mark.proof
def test_a_key_means_the_same_in_every_view(view: View) -> None:
    """A view's own keys are among those that have a meaning for all."""
    for name in VIEWS:
        view.at(f"view-{name}").click()
        view.press("?")
        expect(view.page.get_by_role("dialog")).to_be_visible()
        own, every = view.run(KEYS)
        known = {*every, *"123456789", "←", "→", "Del"}
        assert set(own) <= known, name
        assert len(own) == len(set(own)), name
        view.press("Escape")
        expect(view.page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.proof
def test_rows_and_drawn_znodes_have_their_keys(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.choose(second)
    view.press("j")
    path = f"{view.election}/{second['znode']}"
    expect(view.at("znode-details")).to_have_attribute("data-path", path)
    view.press("j")
    expect(view.at("znode-details")).to_have_attribute("data-path", view.election)
    view.reach("events-filter").fill(f"{first['candidate']} runs")
    row = view.at("event-row").filter(has_text=f"{first['candidate']} runs")
    row.focus()
    view.press("Enter")
    expect(view.at("chosen")).to_contain_text(first["candidate"])
