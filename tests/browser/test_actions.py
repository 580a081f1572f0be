"""Everything that can be done to a candidate, by a click on it and by its role."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.view import View


def test_a_frozen_leader_believes_while_the_crown_is_elsewhere(view: View) -> None:
    """One that is stopped leaves at once."""
    first, second, third = view.rest.start(3, view.election)
    view.act("freeze", role="leader")
    expect(view.process(first)).to_have_class(re.compile("frozen"))
    view.rest.act(first["candidate"], "expire")
    view.expect_crown(second)
    view.expect_belief(second, "leading")
    view.expect_belief(first, "leading")
    expect(view.process(first)).to_have_attribute("data-tone", "false")
    expect(view.process(first)).to_contain_text("believes it leads")
    expect(view.at("story")).to_contain_text("is frozen and still believes it is the leader")
    view.expect_invariants()
    view.expect_truth()
    expect(view.at("role-leader")).to_have_attribute("aria-checked", "true")
    expect(view.at("action-wake")).to_have_text(f"wake {first['candidate']}")
    expect(view.at("action-stop")).to_have_text("stop")
    view.press("w")  # the frozen one, whose role has passed on
    assert view.rest.await_chain(view.election, 3)[-1]["candidate"] == first["candidate"]
    view.choose(second)
    with view.seeing(f'[data-testid="process-{second["candidate"]}"][data-tone="dead"]'):
        view.act("stop")
    view.expect_crown(third)
    view.rest.await_process(second["candidate"], "exited")
    expect(view.at("handoff")).to_contain_text("stopped")
    view.expect_truth()


@pytest.mark.proof
def test_a_role_means_its_holder(view: View) -> None:
    chain = view.rest.start(5, view.election)
    for role, place in (("leader", 0), ("successor", 1), ("middle", 2), ("tail", 4)):
        expect(view.at(f"role-{role}")).to_have_attribute(
            "title", f"now {chain[place]['candidate']}"
        )
        view.act("kill", role=role)
        expect(view.process(chain[place])).to_have_attribute("data-tone", "dead")
        assert view.rest.candidate(chain[place]["candidate"])["fault"]["kind"] == "kill"
    expect(view.process(chain[3])).to_have_attribute("data-tone", "wait")
    view.expect_truth()


@pytest.mark.proof
def test_what_cannot_be_done_is_off_and_says_why(view: View) -> None:
    first, second = view.rest.start(2, view.election)
    view.choose(second)
    for word, why in (("wake", "be woken: it is running"), ("resign", "resign: it does not lead")):
        expect(view.at(f"action-{word}")).to_be_disabled()
        expect(view.at(f"action-{word}")).to_have_attribute(
            "title", re.compile(f"{second['candidate']} cannot {why}")
        )
    view.act("freeze")
    expect(view.at("action-wake")).to_be_enabled()
    expect(view.at("action-set-behind")).to_be_disabled()
    view.press("u")
    expect(view.at("toast")).to_contain_text("cannot catch up: it is frozen")
    view.choose(first)
    expect(view.at("action-resign")).to_be_enabled()


def test_all_are_stopped_after_a_question(view: View) -> None:
    """All of the view, or all of all views."""
    rest = view.rest
    chain = rest.start(2, view.election)
    path = f"{view.election}-lock"
    (client,) = rest.call("POST", "locks", {"path": path, "count": 1})["candidates"]
    view.expect_belief(chain[0], "leading")
    view.take_role("middle")  # which nobody has
    for word in ("stop", "kill", "freeze", "expire"):
        expect(view.at(f"action-{word}")).to_be_disabled()
    expect(view.at("action-kill")).to_have_attribute("title", re.compile("the middle now"))
    expect(view.at("stop-all")).to_have_text("Stop all 2")
    view.more("stop-all")
    dialog = view.page.get_by_role("dialog")
    expect(dialog).to_contain_text(f"2 candidates of {view.election} will be asked")
    expect(dialog).to_contain_text("1 other candidate of this dashboard goes on")
    expect(dialog.get_by_role("button", name="Keep them")).to_be_focused()
    view.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(view.at("open-more")).to_be_focused()
    assert len(rest.chain(view.election)) == 2
    view.more("stop-all")
    view.at("ask-go").click()
    expect(view.at("story")).to_contain_text("This election has no candidates")
    expect(view.at("stop-all")).to_be_disabled()
    assert rest.chain(view.election) == []
    assert rest.candidate(client)["process"] == "running"
    rest.start(1, view.election)
    view.catch_up()
    view.more("stop-all")
    view.page.get_by_role("button", name="All 2 of all views").click()
    view.page.get_by_role("button", name="Stop all 2 of all views").click()
    rest.await_process(client, "exited")
    expect(view.at("story")).to_contain_text("This election has no candidates")
