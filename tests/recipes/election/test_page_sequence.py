"""Cause, message, effect, text: the page tells of a handoff in one order, however fast it was."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from app.recipes.election.strategies import STRATEGIES
from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, MOVING, PAINTED_WITHIN, Looks
from tests.browser.rest import LASTING, Rest
from tests.browser.view import View, await_equal
from tests.support.proofs import proofs_but
from tests.support.zookeeper import await_until

ENDS = ("stop", "expire", "kill", "resign", "stop", "stop")
SHOWN = 5
FACTOR = re.compile("^\N{MULTIPLICATION SIGN}\\d+(\u202f\\d{3})*$")
# At each frame: whom the sentence names as the leader, who wears the crown, and whether the message
# to the leader is still on its way.
WATCH = """() => {
  const seen = window.seen = { told: [], apart: [], early: [] };
  const middle = (e) => e.getBoundingClientRect().left + e.getBoundingClientRect().width / 2;
  const runs = ({ playState }) => playState === "running";
  const isOnItsWay = (e) => e.querySelector("g").getAnimations().some(runs);
  const look = () => {
    const story = document.querySelector('[data-testid="story"]').textContent;
    const name = /^(c\\d+) leads/.exec(story)?.[1];
    const process = name && document.querySelector(`[data-testid="process-${name}"]`);
    if (process) {
      if (seen.told.at(-1) !== name) seen.told.push(name);
      const crown = document.querySelector('[data-testid="crown"] .crown-shape');
      const znode = document.querySelector(".znode.truth-leader rect");
      const apart = Math.abs(middle(crown) - middle(znode)) > 20;
      if (apart || process.dataset.tone !== "lead") seen.apart.push(story);
      const own = document.querySelectorAll(`[data-testid="notification"][data-to="${name}"]`);
      if ([...own].some(isOnItsWay)) seen.early.push(story);
    }
    requestAnimationFrame(look);
  };
  look();
}"""


@pytest.fixture
def motion() -> Looks:
    return MOVING


def await_handoffs(rest: Rest, path: str, count: int) -> None:
    """Wait until so many are complete, and a candidate leads whom another fault can strike."""
    await_until(lambda: rest.election(path)["handoffs"] == count, PAINTED_WITHIN)


@pytest.mark.parametrize("strategy", proofs_but(STRATEGIES, lambda one: one == "predecessor"))
def test_whom_the_sentence_names_has_been_told_and_wears_the_crown(
    view: View, rest: Rest, strategy: str
) -> None:
    body = {"election": view.election, "strategy": strategy, "session_timeout": LASTING}
    rest.call("POST", "candidates", {**body, "count": 4})
    expect(view.at("story")).to_contain_text(re.compile("^c\\d+ leads.*(three|3) other", re.I))
    expect(view.at("notification")).to_have_count(0)
    view.run(WATCH)
    first = rest.chain(view.election)[0]["candidate"]
    rest.act(first, "kill")
    rest.end_session(first)
    await_handoffs(rest, view.election, 1)
    second = rest.chain(view.election)[0]["candidate"]
    await_equal(lambda: [first, second], lambda: view.run("() => window.seen.told"))
    expect(view.at("notification")).to_have_count(0)
    assert view.run("() => window.seen.apart") == []
    assert view.run("() => window.seen.early") == []


@pytest.mark.proof
def test_it_says_how_much_slower_than_life_it_was_drawn(view: View, rest: Rest) -> None:
    rest.start(3, view.election)
    expect(view.at("process-" + rest.chain(view.election)[2]["candidate"])).to_be_visible()
    expect(view.at("slowed")).to_have_count(0)
    with view.seeing('[data-testid="notification"]'):
        rest.act(rest.chain(view.election)[0]["candidate"], "stop")
    expect(view.at("slowed")).to_contain_text(" ms from deletion to claim, drawn ")


@pytest.mark.proof
def test_the_last_five_handoffs_stand_on_one_scale(view: View, rest: Rest) -> None:
    rest.start(len(ENDS) + 1, view.election)
    leaders = []
    for fault in ENDS:
        leader = rest.chain(view.election)[0]
        leaders.append(leader["znode"])
        rest.act(leader["candidate"], fault)
        if fault == "kill":
            rest.end_session(leader["candidate"])
        await_handoffs(rest, view.election, len(leaders))
    rows = view.at("rounds").get_by_test_id("round-row")
    shown = "(all) => all.map((e) => e.dataset.of)"
    await_equal(lambda: leaders[::-1][:SHOWN], lambda: rows.evaluate_all(shown))
    for row, words in enumerate(("stopped", "stopped", "resigned", "killed", "session expired")):
        expect(rows.nth(row)).to_contain_text(words)
    last = rest.election(view.election)["last_handoff"]
    expect(rows.first).to_contain_text(f"{last['from']} → {last['to']}")
    led = f"{last['to']} led .* after the fault"
    told = re.compile(f"^{led}; its acknowledgement, .* later, ended the handoff")
    expect(view.at("handoff-numbers")).to_have_text(told)


def test_a_handoff_moves_nothing_and_who_wants_no_motion_waits_for_nothing(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    view = open_view(rest, election, viewport=LAPTOP, reduced_motion="reduce")
    first, second, _ = rest.start(3, election)
    expect(view.at("story")).to_contain_text(f"{first['candidate']} leads")
    picture, bar = view.at("picture"), view.at("handoff")
    expect(bar).to_have_text("No handoff yet. Kill the leader.")
    empty, before = bar.bounding_box(), picture.bounding_box()
    assert empty
    assert before
    rest.act(first["candidate"], "kill")
    expect(view.at("round-row")).to_have_count(1)
    expect(bar).to_contain_text("session runs out")
    assert picture.bounding_box() == before
    with view.seeing('[data-testid="story"]', f"^{second['candidate']} leads"):
        rest.end_session(first["candidate"])
    expect(view.at("slowed")).to_have_count(0)
    expect(view.at("handoff-numbers")).to_have_count(1)
    rest.act(second["candidate"], "kill")
    expect(bar).to_have_attribute("data-running", "true")
    expect(view.at("handoff-numbers")).to_have_count(0)
    after = bar.bounding_box()
    assert after
    assert (after["width"], after["height"]) == (empty["width"], empty["height"])


@pytest.mark.proof
def test_a_bar_is_as_long_as_its_handoff_took(view: View, rest: Rest) -> None:
    rest.start(3, view.election)
    rest.act(rest.chain(view.election)[0]["candidate"], "stop")
    await_handoffs(rest, view.election, 1)
    spans = view.at("rounds").locator("[data-span]")
    expect(spans).to_have_count(4)
    last = rest.election(view.election)["last_handoff"]["phases_ms"]
    ends = [last[phase] / last["acknowledged"] for phase in ("deleted", "notified", "leading")]
    found = "(all) => all.slice(1).map((e) => parseFloat(e.style.left) / 100)"
    await_until(lambda: spans.evaluate_all(found) == pytest.approx(ends, abs=0.001))


@pytest.mark.proof
def test_what_is_too_short_to_see_stands_in_a_lens_with_its_factor(view: View, rest: Rest) -> None:
    """The bar is linear: the lens magnifies the same milliseconds as many times as it says."""
    rest.start(3, view.election)
    leader = rest.chain(view.election)[0]["candidate"]
    rest.act(leader, "kill")
    await_handoffs(rest, view.election, 1)
    expect(view.at("handoff")).to_have_attribute("data-running", "false")
    last = rest.election(view.election)["last_handoff"]["phases_ms"]
    lens, bar = view.at("round-lens"), view.at("round-bar")
    expect(view.at("round-factor")).to_have_text(FACTOR)
    wide, whole = lens.bounding_box(), bar.bounding_box()
    assert wide
    assert whole
    short = last["acknowledged"] - last["deleted"]
    factor = (wide["width"] / short) / (whole["width"] / last["acknowledged"])
    shown = float((view.at("round-factor").text_content() or "")[1:].replace("\u202f", ""))
    assert shown == pytest.approx(factor, rel=0.06)
    drawn = bar.locator('[data-span="deleted"]').bounding_box()
    assert drawn
    share = last["deleted"] / last["acknowledged"]
    assert drawn["width"] / whole["width"] == pytest.approx(share, abs=0.01)
