"""Elections in which all watch the same: the herd that wakes, and the race for one znode."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import MOVING, Looks
from tests.browser.rest import LASTING, SETTLED_WITHIN, Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

EMPTY = True
# What goes by too fast to be looked at: each thing that is drawn moving, once.
RECORD = """() => {
  window.seen = [];
  new MutationObserver((all) => all.flatMap((one) => [...one.addedNodes]).forEach((node) => {
    const { testid, to, by, won } = node.dataset ?? {};
    if (["notification", "attempt"].includes(testid)) window.seen.push([testid, to ?? by, won]);
  })).observe(document.querySelector(".layer-motions"), { childList: true });
}"""
IN_SIGHT = """(node) => {
  const edges = (one) => one.getBoundingClientRect();
  const [box, all] = [edges(node), edges(document.querySelector(".stage-scroll"))];
  return box.left >= all.left && box.right <= all.right;
}"""


@pytest.fixture
def motion() -> Looks:
    return MOVING


def start(rest: Rest, path: str, strategy: str, count: int) -> Json:
    """Start candidates of a strategy; the election once one leads and the others wait."""
    body = {"count": count, "election": path, "strategy": strategy, "session_timeout": LASTING}
    rest.call("POST", "candidates", body)
    return await_settled(rest, path, count)


def await_settled(rest: Rest, path: str, count: int) -> Json:
    found: Json = await_until(lambda: settled(rest, path, count), SETTLED_WITHIN)
    return found


def settled(rest: Rest, path: str, count: int) -> Json | None:
    state = rest.state()
    election: Json = state["elections"][path]
    alive = [
        one["belief"]
        for one in state["candidates"].values()
        if one["path"] == path and one["process"] != "exited"
    ]
    acknowledged = (election["acknowledged"] or {}).get("epoch")
    is_settled = (
        sorted(alive) == ["leading", *["waiting"] * (count - 1)]
        and election["handoff"] is None
        and election["tally"] is None
        and acknowledged == election["epoch"]
    )
    return election if is_settled else None


def watches(view: View) -> Locator:
    return view.page.locator("g.watch")


def moved(view: View, kind: str) -> list[list[str]]:
    """What was drawn moving: [whose, won] of each."""
    found: list[list[str]] = view.run("() => window.seen")
    return [rest for what, *rest in found if what == kind]


@pytest.mark.proof
def test_a_herd_is_drawn_with_every_watch_on_the_election_itself(view: View, rest: Rest) -> None:
    election = start(rest, view.election, "herd", 4)
    waiting = [entry["candidate"] for entry in election["chain"][1:]]
    expect(view.at("znode-parent")).to_be_visible()
    for name in waiting:
        title = f"{name} watches the list of children of {view.election}: "
        expect(watches(view).filter(has_text=title)).to_have_count(1)
    view.expect_truth()
    expect(view.at("invariant-watches_parent")).to_have_attribute("data-holds", "true")
    expect(view.at("invariant-one_wakeup")).to_have_count(0)
    expect(view.at("story")).to_contain_text("all watching the list of children")


def test_the_end_of_a_herds_leader_is_seen_to_wake_everybody(view: View, rest: Rest) -> None:
    first, second, *_ = start(rest, view.election, "herd", 5)["chain"]
    view.expect_crown(first)
    must_stand_beside(view, second["candidate"])
    _, *others = await_settled(rest, view.election, 5)["chain"]
    view.run(RECORD)
    with view.seeing('[data-testid="crowd"]', "^4 \N{MULTIPLICATION SIGN} NodeChildrenChanged$"):
        rest.act(first["candidate"], "stop")
    names = sorted(entry["candidate"] for entry in others)
    await_until(lambda: sorted(who for who, _ in moved(view, "notification")) == names)
    view.expect_crown(others[0])
    expect(view.at("story")).to_contain_text("woke four candidates; one was needed")
    expect(view.at("handoff-cost")).to_contain_text("4 notifications")
    # Where that still shows: another end, another count.
    with view.seeing('[data-testid="crowd"]', "^3 \N{MULTIPLICATION SIGN} NodeChildrenChanged$"):
        rest.act(others[0]["candidate"], "stop")
    view.expect_crown(others[1])
    view.expect_truth()


def must_stand_beside(view: View, name: str) -> None:
    """One that is behind, until it has caught up."""
    process, rest = view.at(f"process-{name}"), view.rest
    rest.act(name, "behind")
    expect(process).to_have_attribute("data-tone", "behind")
    expect(process.locator(".version")).to_have_text(re.compile(r"data \d+ of \d+"))
    expect(view.at("story")).to_contain_text(f"{name} sits out: it has data version")
    rest.act(name, "catch-up")
    expect(process).to_have_attribute("data-tone", "wait")
    expect(view.at("story")).to_contain_text(f"{name} caught up")
    expect(process.locator(".version")).to_have_text("")


def test_a_race_for_one_znode(view: View, rest: Rest) -> None:
    election = start(rest, view.election, "single", 5)
    (first,), racers = election["chain"], election["racers"]
    view.expect_crown(first)
    expect(view.znode(first)).to_have_count(1)
    for name in racers:
        expect(view.at(f"process-{name}")).to_have_attribute("aria-label", re.compile("no znode"))
    expect(watches(view)).to_have_count(4)
    view.run(RECORD)
    rest.act(first["candidate"], "stop")
    after = await_settled(rest, view.election, 4)
    last = after["last_handoff"]
    await_until(lambda: len(moved(view, "attempt")) == last["creates"])
    won = {name: won == "true" for name, won in moved(view, "attempt")}
    assert sorted(won) == sorted(racers)
    assert [name for name in won if won[name]] == [last["to"]]
    view.expect_crown(after["chain"][0])
    expect(view.at("handoff-cost")).to_contain_text("4 creates, of which 3 failed")
    expect(view.at("story")).to_contain_text(f"{last['to']} leads: it was first to create")
    # Where the first race's count still shows: another one.
    with view.seeing('[data-testid="score"]', "^3 creates: 1 succeeded, 2 NodeExists$"):
        rest.act(last["to"], "stop")
    view.expect_truth()


def test_the_creates_of_a_fold_bounce_off_together_and_are_counted(view: View, rest: Rest) -> None:
    election = start(rest, view.election, "single", 20)
    expect(view.at("fold")).to_have_count(1)
    with view.seeing(
        '[data-testid="attempt"][data-won="false"] text', "^\N{MULTIPLICATION SIGN} ([2-9]|1[0-9])$"
    ):
        rest.act(election["chain"][0]["candidate"], "stop")


@pytest.mark.proof
def test_a_former_leaders_znode_is_seen_going_beside_the_new_one(view: View, rest: Rest) -> None:
    """Both have the same name."""
    (first,) = start(rest, view.election, "single", 2)["chain"]
    view.expect_crown(first)
    with view.seeing('g.znode[data-gone="true"]'):
        rest.act(first["candidate"], "stop")
    (second,) = await_settled(rest, view.election, 1)["chain"]
    expect(view.process(second)).to_have_attribute("data-tone", "lead")
    expect(view.page.locator('g.znode[data-gone="true"]')).to_have_count(0)
    expect(view.page.locator('g.znode[data-gone="false"]')).to_have_count(1)
    expect(view.row(f"{view.election}/leader")).to_have_count(1)


@pytest.mark.proof
def test_many_are_folded_with_their_watches(open_view: OpenView, rest: Rest, election: str) -> None:
    view = open_view(rest, election, viewport={"width": 390, "height": 860})
    start(rest, election, "herd", 14)
    view.catch_up()
    expect(view.at("fold")).to_have_count(1)
    folded = int(view.at("fold").locator(".fold-count").text_content() or 0)
    expect(watches(view).filter(has_text=f"{folded} more watch")).to_have_count(1)
    view.at("fold").locator("rect").first.click()
    expect(view.at("fold")).to_have_count(0)
    box = view.page.locator(".stage-scroll")
    await_until(lambda: box.evaluate("(box) => box.scrollWidth - box.clientWidth") > 100)
    place = view.at("znode-parent").locator(".place")
    await_until(lambda: place.evaluate(IN_SIGHT))
    box.evaluate("(box) => box.scrollTo({ left: 9999 })")
    await_until(lambda: place.evaluate(IN_SIGHT))
