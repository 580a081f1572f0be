"""The guided tour: it waits for states, points at what it means, and never takes the page over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import Rest
from tests.browser.touring import FORM, card, expect_step
from tests.browser.view import SCHEMES, View


def expect_ring(view: View, testid: str) -> None:
    """The ring encloses what the step points at."""
    view.page.wait_for_function(
        """(testid) => {
          const ring = document.querySelector('[data-testid="tour-ring"]');
          const meant = document.querySelector(`[data-testid="${testid}"]`);
          if (!ring || ring.hidden || !meant) return false;
          const [outer, inner] = [ring, meant].map((e) => e.getBoundingClientRect());
          return inner.width > 0 && outer.left <= inner.left && outer.top <= inner.top
            && outer.right >= inner.right && outer.bottom >= inner.bottom
            && outer.width < inner.width + 30;
        }""",
        arg=testid,
    )


@pytest.mark.proof
def test_it_begins_from_the_header_the_help_and_the_empty_stage(view: View) -> None:
    for begin in ("tour", "tour-first"):
        view.at(begin).click()
        expect_step(view, "election-start", done=False)
        view.at("tour-leave").click()
        expect(card(view)).to_have_count(0)
    view.at("view-lock").click()
    view.press("?")
    view.at("help-tour").click()
    expect(view.page.get_by_role("dialog")).to_have_count(0)
    expect_step(view, "election-start", done=False)
    expect(view.at("centre")).to_have_attribute("data-view", "election")
    view.press("g")
    expect(card(view)).to_have_count(0)


def test_a_step_is_ticked_by_what_has_been_done_and_by_nothing_else(view: View, rest: Rest) -> None:
    view.press("g")
    expect(view.at("tour-next")).to_have_text("Skip")
    expect_ring(view, "start-first")
    rest.start(2, view.election)
    view.expect_truth()
    expect_step(view, "election-start", done=False)
    expect_ring(view, "open-start")
    rest.start(1, view.election)
    expect_step(view, "election-start", done=True)
    expect(view.at("tour-next")).to_have_text("Next")
    expect(card(view).get_by_role("status")).to_have_text("Done: Start five candidates")
    expect(view.at("tour-do")).to_be_disabled()


@pytest.mark.proof
def test_it_points_at_what_it_means_and_leaves_the_page_alone(view: View, rest: Rest) -> None:
    first, second, _ = rest.start(3, view.election)
    view.expect_belief(first, "leading")
    view.press("g")
    expect_step(view, "election-start", done=True)
    view.at("tour-next").click()
    expect_step(view, "election-crown", done=False)
    expect_ring(view, f"znode-{first['label']}")
    view.znode(first).click()
    expect_step(view, "election-crown", done=True)
    view.press(".")
    expect_step(view, "election-watch", done=False)
    expect_ring(view, f"process-{second['candidate']}")
    view.choose(first)
    expect_step(view, "election-watch", done=False)
    view.press("ArrowRight")
    expect_step(view, "election-watch", done=True)
    view.press("PageDown")
    expect_step(view, "election-kill", done=False)
    expect_ring(view, "role-leader")
    view.take_role("leader")
    expect_ring(view, "action-kill")
    view.press("]")
    expect(view.at("centre")).to_have_attribute("data-view", "compare")
    expect_ring(view, "view-election")


def test_it_is_left_and_taken_up_again_and_survives_a_reload(view: View, rest: Rest) -> None:
    """Back and forward by buttons and keys; every step has the form."""
    chapters = view.run(FORM)
    assert chapters[0]["chapter"] == "election"
    for chapter in chapters:
        assert chapter["faults"] == []
        assert len(set(chapter["ids"])) == len(chapter["ids"])
    view.press("g")
    expect(view.at("tour-back")).to_be_disabled()
    view.press(".")
    expect_step(view, "election-crown")
    view.press("PageDown")
    expect_step(view, "election-watch")
    view.at("tour-back").click()
    expect_step(view, "election-crown")
    view.press(",")
    expect_step(view, "election-start")
    view.press(",")
    expect_step(view, "election-start")
    assert view.rest.chain(view.election) == []
    rest.start(3, view.election)
    expect_step(view, "election-start", done=True)
    view.press(".")
    view.press("g")
    expect(card(view)).to_have_count(0)
    view.press(".")
    view.reload()
    expect(card(view)).to_have_count(0)
    view.at("tour").click()
    expect_step(view, "election-crown", done=False)
    view.reload()
    expect_step(view, "election-crown", done=False)
    view.press(",")
    expect_step(view, "election-start", done=True)


REMEMBERS = """(tour) => {
  const choices = JSON.parse(localStorage.getItem("handoff.choices"));
  localStorage.setItem("handoff.choices", JSON.stringify({ ...choices, tour }));
}"""


def test_a_place_in_the_tour_of_another_version_leaves_a_page_that_goes_on(view: View) -> None:
    """What a step has noted is of that step alone, and an earlier version had other steps."""
    of_another = {"open": True, "note": {"was": "of another step"}, "done": ["gone/for-good"]}
    for chapter, at in (("election", 6), ("election", "no-such-step"), ("gone", "middle")):
        view.run(REMEMBERS, {**of_another, "chapter": chapter, "at": at})
        view.reload()
        expect_step(view, "election-start", done=False)
        view.press("PageDown")
        expect_step(view, "election-crown", done=False)


@pytest.mark.proof
def test_what_a_step_has_noted_is_kept_over_a_reload(view: View, rest: Rest) -> None:
    first, second, _ = rest.start(3, view.election)
    view.press("g")
    for step in ("start", "crown", "watch"):
        expect_step(view, f"election-{step}")
        view.press(".")
    expect_step(view, "election-kill", done=False)
    view.reload()
    rest.act(second["candidate"], "kill")
    rest.await_process(second["candidate"], "exited")
    view.expect_truth()
    expect_step(view, "election-kill", done=False)
    rest.act(first["candidate"], "kill")
    expect_step(view, "election-kill", done=True)


@pytest.mark.proof
def test_at_its_end_it_begins_anew(view: View) -> None:
    view.press("g")
    for chapter in view.run(FORM):
        for name in chapter["ids"]:
            expect_step(view, f"{chapter['chapter']}-{name}")
            expect(view.at("centre")).to_have_attribute("data-view", chapter["chapter"])
            view.press(".")
    expect(card(view)).to_have_count(0)
    view.press("[")
    view.press("g")
    before_the_last = view.run(FORM)[-2]
    expect_step(view, f"{before_the_last['chapter']}-{before_the_last['ids'][0]}")


def test_on_a_narrow_screen_it_stands_beneath(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    view.press("g")
    for theme in SCHEMES:
        view.light_up(theme)
        expect(card(view)).to_be_in_viewport(ratio=1)
        expect_ring(view, "start-first")
        view.at("tab-events").click()
        expect(card(view)).to_be_in_viewport(ratio=1)
        expect_ring(view, "tab-stage")
        view.at("tab-stage").click()
    view.press("d")
    expect_step(view, "election-start", done=True)
