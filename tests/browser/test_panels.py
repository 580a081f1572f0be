"""The panels of the page: each is drawn for what it shows, and fails alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from playwright.sync_api import expect

from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.zookeeper import await_until

EMPTY = True
CHANGES = ("pause", "resume") * 4
SOME = ("election", "lock", "znodes")

BREAK_THE_TIME = """() => {
  const own = Date.prototype.toLocaleTimeString;
  const broken = () => { throw new Error("planted"); };
  Date.prototype.toLocaleTimeString = broken;
  window.mend = () => { Date.prototype.toLocaleTimeString = own; };
}"""

BREAK_THE_FACTS = """() => {
  const own = Object.keys;
  Object.keys = (of) => { if (of?.chain) throw new Error("planted"); return own(of); };
  window.mend = () => { Object.keys = own; };
}"""

BREAK_THE_ORDER = """() => {
  const own = Array.prototype.filter;
  const isOfCandidates = (list) => list.length && list.every((one) => /^c[0-9]+$/.test(one));
  Array.prototype.filter = function (keeps, ...more) {
    if (keeps === Boolean && isOfCandidates(this)) throw new Error("planted");
    return own.call(this, keeps, ...more);
  };
  window.mend = () => { Array.prototype.filter = own; };
}"""

STAYS = """async ([path, state, events]) => {
  const { foldAll } = await import("/static/js/store.js");
  const { subjectsIn, viewOf } = await import("/static/js/views/registry.js");
  const { concernsOf } = await import("/static/js/views/places.js");
  const [chosen, page, here] = [{ election: path, candidate: null }, {}, viewOf("election")];
  const facts = (state) => concernsOf({ state, here, chosen, page, ...subjectsIn(state, chosen) });
  const before = facts(state);
  const after = facts(foldAll(state, events.map(({ patch }) => patch ?? {})));
  return after.length === before.length && after.every((fact, at) => fact === before[at]);
}"""


LOOK = """() => {
  const parts = (drawn) => drawn ? [drawn, ...(drawn.__k ?? []).flatMap(parts)] : [];
  window.nowDrawn = () => new Set(parts(document.getElementById("handoff").__k));
  window.wereDrawn ??= [];
  for (const part of nowDrawn()) wereDrawn.push(new WeakRef(part));
}"""

STILL_KEPT = """() => {
  const now = nowDrawn();
  return wereDrawn.filter((one) => one.deref() && !now.has(one.deref())).length;
}"""


def test_a_panel_that_fails_says_so_and_leaves_the_others_alone(
    view: View, rest: Rest, election: str
) -> None:
    """So does one that cannot tell what it shows; and a view that cannot name its candidates costs
    what asks for them alone.
    """
    view.complaints.expect("planted")
    (entry,) = rest.start(1, election)
    view.expect_belief(entry, "leading")
    view.tab("events")

    view.page.evaluate(BREAK_THE_TIME)  # what happened, and the time bar, show the time of day
    rest.act(entry["candidate"], "pause")
    expect(view.at("fault")).to_have_count(2)
    for fault in view.at("fault").all():
        expect(fault).to_contain_text("could not be drawn (planted). The rest of the page works.")
    expect(view.at("event-row")).to_have_count(0)
    expect(view.process(entry)).to_be_visible()
    mend(view, 2)
    expect(view.at("event-row").first).to_be_visible()

    view.run(BREAK_THE_FACTS)  # what the centre and its work show are the keys of their election
    rest.act(entry["candidate"], "resume")
    expect(view.at("centre").get_by_test_id("fault")).to_contain_text("(planted)")
    expect(view.at("event-row").first).to_be_visible()
    expect(view.tab("work").get_by_test_id("fault")).to_contain_text("(planted)")
    mend(view, 2)
    expect(view.at("stage")).to_be_visible()
    view.tab("events")

    view.run(BREAK_THE_ORDER)  # the pseudo-code shows the line of the first of them
    rest.act(entry["candidate"], "pause")
    expect(view.at("fault")).to_have_count(2)
    expect(view.at("event-row").first).to_be_visible()
    view.tab("recipe")
    for place in (".panel-recipe", ".deeds"):
        expect(view.page.locator(place).get_by_test_id("fault")).to_contain_text("(planted)")
    expect(view.process(entry)).to_be_visible()
    mend(view, 2)
    expect(view.at("recipe-step").first).to_be_visible()
    expect(view.at("unstarted")).to_be_hidden()


def mend(view: View, faults: int) -> None:
    view.run("() => mend()")
    for left in reversed(range(faults)):
        view.at("fault").first.get_by_role("button", name="Draw it again").click()
        expect(view.at("fault")).to_have_count(left)


def stays(view: View, rest: Rest, path: str, where: str) -> bool:
    """Whether the drawing of one election stays as it is while a leader resigns."""
    before = rest.state()
    members = [entry["candidate"] for entry in before["elections"][where]["chain"]]
    rest.act(members[0], "resign")
    await_until(lambda: rest.election(where)["chain"][-1]["candidate"] == members[0])
    told = rest.call("GET", f"events?since={before['seq']}&limit=1000")["events"]
    subjects = [where, *members]
    events = [event for event in told if event["subject"] in subjects]
    assert events
    found: bool = view.run(STAYS, [path, before, events])
    return found


@pytest.mark.proof
def test_what_happens_in_another_election_draws_nothing_of_the_one_shown(
    view: View, rest: Rest, election: str
) -> None:
    other = f"/another{election}"
    rest.follow(other)
    rest.start(2, election)
    rest.start(2, other)
    assert stays(view, rest, election, where=other)
    assert not stays(view, rest, election, where=election)


@pytest.mark.parametrize("names", [SOME, pytest.param(VIEWS, marks=pytest.mark.proof)])
def test_what_was_drawn_before_is_forgotten(
    view: View, rest: Rest, election: str, names: Sequence[str]
) -> None:
    """Each part knows where it was drawn: one that stays would keep all drawings since."""
    other = f"/another{election}"
    rest.follow(other)
    rest.start(1, election)
    (another,) = rest.start(1, other)
    collector = view.page.context.new_cdp_session(view.page)

    def is_forgotten() -> bool:
        collector.send("HeapProfiler.collectGarbage")
        return bool(view.run(STILL_KEPT) == 0)

    for name in names:
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for action in CHANGES:
            rest.act(another["candidate"], action)
            view.catch_up()
            view.run(LOOK)
        await_until(is_forgotten)
