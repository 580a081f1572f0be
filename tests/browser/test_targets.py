"""Whom the actions mean: the one that is shown, and no other."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.view import View

HELD_DOWN = """(times) => {
  for (let time = 0; time < times; time += 1)
    document.body.dispatchEvent(
      new KeyboardEvent("keydown", { key: "1", bubbles: true, repeat: time > 0 }));
}"""


@pytest.mark.proof
def test_the_role_that_was_chosen_before_is_chosen_again(view: View) -> None:
    _, _, third, fourth = view.rest.start(4, view.election)
    view.take_role("tail")
    view.choose(third)
    view.act("stop")
    expect(view.at("role-tail")).to_have_attribute("aria-checked", "true")
    view.act("freeze")
    view.rest.await_process(fourth["candidate"], "paused")


@pytest.mark.proof
def test_a_dead_one_can_be_chosen_and_nothing_is_done_to_another(view: View) -> None:
    leader, _, middle, _ = view.rest.start(4, view.election)
    view.rest.act(middle["candidate"], "kill")
    view.rest.await_process(middle["candidate"], "exited")
    view.catch_up()
    view.choose(middle)
    view.press("f")
    refused = f"{middle['candidate']} cannot be frozen: its process has ended"
    expect(view.at("toast")).to_contain_text(refused)
    expect(view.at("chosen")).to_contain_text(middle["candidate"])
    assert view.rest.candidate(leader["candidate"])["process"] == "running"


def test_the_second_click_of_a_double_click_does_not_hit_the_next_one(view: View) -> None:
    """A key that is held down acts once, too."""
    view.catch_up()
    view.run(HELD_DOWN, 3)
    view.rest.await_chain(view.election, 1)
    leader, second, _ = view.rest.start(2, view.election)
    view.choose(second)
    view.at("action-kill").dblclick(delay=100)
    view.rest.await_process(second["candidate"], "exited")
    expect(view.at("chosen")).to_have_count(0)
    expect(view.at("toast")).to_contain_text(
        f"{second['candidate']} has ended. The actions now apply to the leader."
    )
    view.reach("action-freeze").click()
    view.rest.await_process(leader["candidate"], "paused")
