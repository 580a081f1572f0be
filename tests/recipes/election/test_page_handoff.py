"""Five candidates, one dead leader: what the page tells of it, and that it tells the truth."""

from __future__ import annotations

import re
from typing import Any

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from app.journal.patch import keyed
from app.recipes.registry import MODELS
from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, MOVING, NARROW, PAINTED_WITHIN, Looks
from tests.browser.rest import Json, Rest
from tests.browser.view import View, await_equal
from tests.support.releases import abilities
from tests.support.zookeeper import await_until

PHASES = ["deleted", "notified", "leading", "acknowledged"]
# The page's own fold over every event in between has to give the later state.
FOLD = """async ([before, events]) => {
  const { foldAll } = await import("/static/js/store.js");
  return foldAll(before, events.map(({ patch }) => patch));
}"""


@pytest.fixture
def motion() -> Looks:
    return MOVING


def start_five(view: View) -> list[Json]:
    view.setting("timeout", "20")
    view.start(5)
    return view.rest.await_chain(view.election, 5)


# Names of the processes from left to right, each time that it is another order.
ORDER = """() => {
  const x = (e) => e.getBoundingClientRect().left;
  return [...document.querySelectorAll(".layer-processes > .process")]
    .sort((a, b) => x(a) - x(b)).map((e) => e.dataset.testid.slice("process-".length)).join(" ");
}"""
WATCH_ORDER = f"""() => {{
  const now = {ORDER};
  window.orders = [now()];
  const look = () => {{
    if (now() !== window.orders.at(-1)) window.orders.push(now());
    requestAnimationFrame(look);
  }};
  look();
}}"""
# The texts of the time that is left through which a line runs.
CROSSED = """() => {
  const points = [...document.querySelectorAll(".layer-watches path")].flatMap((path) => {
    const [length, place] = [path.getTotalLength(), path.getScreenCTM()];
    return [...Array(200).keys()]
      .map((at) => path.getPointAtLength((at * length) / 200).matrixTransform(place));
  });
  const holds = (box, { x, y }) => x > box.left && x < box.right && y > box.top && y < box.bottom;
  return [...document.querySelectorAll(".session .left")].filter((text) => text.textContent)
    .filter((text) => points.some((point) => holds(text.getBoundingClientRect(), point)))
    .map((text) => text.textContent);
}"""
# From where to where the parts of the view reach, and where the column ends, in pixels.
HEIGHTS = """() => {
  const box = (part) => document.querySelector(part)?.getBoundingClientRect();
  const parts = Object.entries(
    { stage: ".stage", checks: ".invariants", handoffs: ".last-round", strip: ".strip" });
  const reach = parts.map(([name, part]) => [name, [box(part)?.top, box(part)?.bottom]]);
  return { ...Object.fromEntries(reach), end: box(".centre").bottom };
}"""
OFFERED_BESIDE_GHOST = """() => {
  const hint = document.querySelector('[data-testid="hint"]');
  const offers = hint?.checkVisibility() && hint.textContent.includes("start five candidates");
  return Boolean(offers && document.querySelector('.znode[data-gone="true"]'));
}"""


def offset_of_ring(view: View, entry: Json) -> float:
    ring = view.process(entry).locator(".ring")
    return float(ring.evaluate("(ring) => parseFloat(ring.style.strokeDashoffset)"))


def test_of_five_started_from_an_empty_page_the_killed_leader_is_followed(
    view: View, client: KazooClient
) -> None:
    """It keeps the crown until its session ends, and the bar shows every phase. The next one is
    frozen, and the bar says that its znode was deleted.
    """
    view.setting("timeout", "20")
    expect(view.at("story")).to_contain_text("This election has no candidates")
    view.at("start-first").click()
    first, second, third, *_ = view.rest.await_chain(view.election, 5)
    facts = view.expect_truth()
    assert len(facts["processes"]) == len(facts["znodes"]) == 5
    assert len(facts["watches"]) == 4
    view.expect_crown(first)
    view.expect_invariants()
    expect(view.process(first)).to_have_attribute("data-tone", "lead")
    expect(view.process(second)).to_contain_text("waits, next")

    view.act("kill", role="leader")
    expect(view.at("story")).to_contain_text(f"{first['candidate']} was killed")
    expect(view.at("story")).to_contain_text("ZooKeeper does not know yet")
    expect(view.at(f"left-{first['candidate']}")).to_have_text(re.compile(r"^\d+\.\d s( left)?$"))
    expect(view.at("handoff")).to_have_attribute("data-running", "true")
    phases = view.at("handoff").locator("[data-phase]")
    expect(phases.first).to_have_class(re.compile("open"))
    expect(phases.last).to_have_class(re.compile("to-come"))
    shown = offset_of_ring(view, first)
    await_until(lambda: offset_of_ring(view, first) > shown)
    view.expect_crown(first)
    with view.seeing(f'[data-testid="notification"][data-to="{second["candidate"]}"]'):
        view.rest.end_session(first["candidate"])
    view.expect_crown(second)
    view.expect_belief(second, "leading")
    expect(view.at("notification")).to_have_count(0)
    view.rest.await_chain(view.election, 4)
    must_show_every_phase(view, first, second)

    view.act("freeze", role="leader")
    how = view.at("handoff").locator('[data-phase="deleted"]')
    expect(how).to_contain_text("session runs out")
    client.delete(f"{view.election}/{second['znode']}")
    view.expect_belief(third, "leading")
    expect(view.at("handoff")).to_have_attribute("data-running", "false")
    expect(how).to_contain_text("znode deleted")


def must_show_every_phase(view: View, first: Json, second: Json) -> None:
    """Of the handoff from one to the other, which is over."""
    bar = view.at("handoff")
    expect(bar).to_have_attribute("data-running", "false")
    expect(bar).to_contain_text(f"{first['candidate']} → {second['candidate']}")
    expect(bar).to_contain_text("1 notification, 1 read")
    phases = bar.locator("[data-phase]")
    assert phases.evaluate_all("(all) => all.map((e) => e.dataset.phase)") == PHASES
    reached = view.rest.election(view.election)["last_handoff"]["phases_ms"]["acknowledged"]
    length = "(all) => all.reduce((sum, e) => sum + Number(e.dataset.ms), 0)"
    await_until(lambda: abs(phases.evaluate_all(length) - reached) < 0.01, PAINTED_WITHIN)
    expect(view.at("story")).to_contain_text("woke one candidate")
    view.expect_invariants()


@pytest.mark.proof
def test_who_was_killed_goes_once_and_from_its_place(view: View, rest: Rest) -> None:
    first, second, third = (entry["candidate"] for entry in rest.start(3, view.election))
    view.await_run(ORDER, f"{first} {second} {third}")
    view.run(WATCH_ORDER)
    rest.act(second, "kill")
    rest.end_session(second)
    expect(view.at(f"process-{second}")).to_have_count(0)
    view.await_run("() => window.orders", [f"{first} {second} {third}", f"{first} {third}"])


@pytest.mark.proof
def test_five_more_are_offered_as_soon_as_nobody_stands(view: View, rest: Rest) -> None:
    """By the hint at once, and in the picture once the last one is seen no more."""
    (only,) = rest.start(1, view.election)
    view.expect_crown(only)
    rest.act(only["candidate"], "stop")
    await_until(lambda: view.run(OFFERED_BESIDE_GHOST), PAINTED_WITHIN)
    view.at("start-first").click()
    rest.await_chain(view.election, 5)


def test_five_handoffs_leave_the_picture_in_place_and_all_of_it_in_sight(
    rest: Rest, election: str, open_view: OpenView
) -> None:
    """And the time that is left to one that was killed stands clear of the watch."""
    view = open_view(rest, election, viewport=LAPTOP, reduced_motion="reduce")
    chain = rest.start(7, election, 60.0)
    expect(view.at("work")).to_contain_text("hands out numbers")
    before = view.run(HEIGHTS)
    rest.act(chain[0]["candidate"], "kill")
    expect(view.at(f"left-{chain[0]['candidate']}")).to_have_text(re.compile(r"^\d+\.\d s"))
    expect(view.page.locator(".layer-watches path:visible")).not_to_have_count(0)
    view.await_run(CROSSED, [])
    rest.end_session(chain[0]["candidate"])
    for left in range(6, 2, -1):
        rest.await_chain(election, left)
        rest.act(chain[7 - left]["candidate"], "stop")
    rest.await_chain(election, 2)
    expect(view.at("round-row")).to_have_count(5)
    after = view.run(HEIGHTS)
    assert after["stage"] == before["stage"]
    for part in ("checks", "handoffs", "strip"):
        assert after[part][1] <= after["end"], part


def test_all_that_is_known_of_handoffs_is_read_on_a_phone(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    chain = rest.start(4, election)
    for left, entry in ((3, chain[0]), (2, chain[1])):
        rest.act(entry["candidate"], "stop")
        rest.await_chain(election, left)
    view = open_view(rest, election, viewport=NARROW)
    expect(view.at("handoff")).to_contain_text("Last of 2 handoffs")
    expect(view.at("handoff-cost")).to_be_hidden()
    whole = view.sheet("round").get_by_test_id("round-whole")
    expect(whole).to_contain_text("acknowledged: ")
    expect(whole.get_by_test_id("handoff-cost")).to_contain_text("1 notification, 1 read")
    expect(whole.get_by_test_id("handoff-zxid")).to_be_visible()
    expect(whole.locator("ol li")).to_have_count(2)


@pytest.mark.proof
def test_the_handoff_bar_names_the_transaction_where_the_server_tells_it(view: View) -> None:
    second = start_five(view)[1]
    view.act("stop", role="leader")
    view.expect_belief(second, "leading")
    view.rest.await_chain(view.election, 4)
    told = view.at("handoff-zxid")
    if not abilities().events_tell_zxid:
        expect(told).to_have_text("zxid not known")
        return
    zxids = view.rest.election(view.election)["last_handoff"]["zxids"]
    assert zxids["deleted"] == zxids["notified"]
    expect(told).to_have_text(f"fired by zxid 0x{zxids['deleted']:x}")
    expect(view.tab("events")).to_contain_text(f"fired by zxid 0x{zxids['notified']:x}")


@pytest.mark.proof
def test_a_reload_in_the_middle_of_a_handoff_shows_the_same(view: View) -> None:
    first = view.rest.start(4, view.election, 60.0)[0]  # seconds: it lasts over the reload
    view.rest.act(first["candidate"], "kill")
    view.rest.await_process(first["candidate"], "exited")
    before = view.expect_truth()
    assert before["running"]
    view.reload()
    assert view.expect_truth() == before
    expect(view.process(first)).to_have_attribute("data-tone", "dead")
    expect(view.at(f"left-{first['candidate']}")).to_have_text(re.compile(r"^\d+\.\d s( left)?$"))
    rows = view.reach("events").get_by_test_id("event-row")
    expect(rows.filter(has_text=f"{first['candidate']} killed").first).to_be_visible()


@pytest.mark.proof
def test_the_page_folds_patches_as_the_dashboard_does(view: View) -> None:
    before = keyed(view.rest.state(), MODELS.lines)
    chain = view.rest.start(3, view.election)
    view.rest.act(chain[0]["candidate"], "resign")
    await_until(lambda: view.rest.chain(view.election)[0]["znode"] != chain[0]["znode"])
    view.rest.await_chain(view.election, 3)

    def folded() -> Json:
        events = view.rest.call("GET", f"events?since={before['seq']}&limit=10000")["events"]
        assert len(events) > 10
        found: Json = given(view.run(FOLD, [before, events]))
        return found

    await_equal(lambda: given(keyed(view.rest.state(), MODELS.lines)), folded)


def given(document: Any) -> Any:
    """Without what is null, which a merge patch takes away, and without the moment of asking."""
    if isinstance(document, list):
        return [given(item) for item in document]
    if not isinstance(document, dict):
        return document
    return {
        key: given(value)
        for key, value in document.items()
        if value is not None and key not in ("now", "wall")
    }
