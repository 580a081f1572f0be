"""The tour where its reader comes another way than by the steps before: it ticks what it asks for,
and sticks at none.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from kazoo.client import KazooClient
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.touring import FORM, card, expect_step
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.zookeeper import await_until

EMPTY = True
WORKS = 300.0
"""Seconds of a task that outlasts what is looked at in it."""


def go_to(view: View, chapter: str, step: str) -> None:
    """Skip to a step of the chapter whose view is shown."""
    view.press("g")
    (ids,) = [one["ids"] for one in view.run(FORM) if one["chapter"] == chapter]
    for name in ids[: ids.index(step)]:
        expect_step(view, f"{chapter}-{name}")
        view.press(".")
    expect_step(view, f"{chapter}-{step}")


@pytest.mark.proof
def test_who_sits_out_does_so_where_nobody_is_left_to_follow(view: View, rest: Rest) -> None:
    """As with four at the beginning, three of which have met their end in the steps before."""
    first, second = rest.start(2, view.election)
    rest.act(first["candidate"], "behind")
    rest.await_chain(view.election, 1)
    go_to(view, "election", "sits-out")
    expect_step(view, "election-sits-out", done=False)
    view.act("kill", role="leader")
    rest.end_session(second["candidate"])
    expect_step(view, "election-sits-out", done=True)
    expect(view.at("story")).to_contain_text("Nobody leads")


@pytest.mark.proof
def test_a_stop_is_not_the_kill_that_the_step_asks_for(view: View, rest: Rest) -> None:
    first, *_ = rest.start(3, view.election)
    rest.act(first["candidate"], "behind")
    rest.await_chain(view.election, 2)
    go_to(view, "election", "sits-out")
    view.act("stop", role="leader")
    rest.await_chain(view.election, 1)
    view.expect_truth()
    expect_step(view, "election-sits-out", done=False)


@pytest.mark.proof
def test_where_there_is_no_middle_the_step_says_to_start_one_more(view: View, rest: Rest) -> None:
    rest.start(2, view.election)
    go_to(view, "election", "middle")
    expect(card(view)).to_contain_text("There is no middle: start one more (key 1) first.")
    view.press("d")
    _, middle, _ = rest.await_chain(view.election, 3)
    expect(card(view)).to_contain_text("Press middle, then kill")
    view.catch_up()
    view.press("d")
    rest.end_session(middle["candidate"])
    expect_step(view, "election-middle", done=True)


@pytest.mark.proof
def test_an_election_of_another_strategy_is_told_from_the_one_that_is_asked_for(
    view: View, rest: Rest
) -> None:
    rest.start(1, view.election)
    go_to(view, "election", "herd")
    rest.call("POST", "candidates", {"count": 1, "election": "/herd", "strategy": "predecessor"})
    rest.await_chain("/herd", 1)
    view.catch_up()
    view.at("election").select_option("/herd")
    expect(card(view)).to_contain_text("The candidates here follow predecessor")


@pytest.mark.proof
def test_a_kill_outside_of_the_barrier_is_not_the_one_that_is_asked_for(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    path = "/barrier-byway"
    some = {"path": path, "session_timeout": 20.0, "task": WORKS}
    rest.call("POST", "barriers", {**some, "count": 3, "size": 2})
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=barrier&barrier={path}")
    expect(view.page.locator('.person[data-stage="inside"]')).to_have_count(2)
    go_to(view, "barrier", "kill")
    view.act("kill", role="waiting")
    people = rest.state()["barriers"][path]["people"]
    (late,) = [name for name, one in people.items() if one["stage"] != "inside"]
    rest.end_session(late)
    await_until(lambda: len(rest.state()["barriers"][path]["processes"]) == 2)
    view.catch_up()
    expect_step(view, "barrier-kill", done=False)


@pytest.mark.proof
def test_a_kill_inside_is_ticked_when_the_others_have_left(
    open_view: OpenView, rest: Rest, dashboard: Dashboard
) -> None:
    path = "/barrier-inside"
    slow = {"path": path, "session_timeout": 20.0, "count": 1, "size": 2, "pause": 60}
    rest.call("POST", "barriers", {**slow, "task": WORKS})
    await_until(lambda: rest.state()["barriers"][path]["people"])
    (dead,) = rest.state()["barriers"][path]["people"]
    rest.call("POST", "barriers", {**slow, "task": 0.2})
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=barrier&barrier={path}")
    expect(view.page.locator('.person[data-stage="leaving"]')).to_have_count(1)
    go_to(view, "barrier", "kill")
    view.act("kill", role="inside")
    rest.await_process(dead, "exited")
    view.catch_up()
    expect_step(view, "barrier-kill", done=False)
    rest.end_session(dead)
    expect_step(view, "barrier-kill", done=True)


@pytest.fixture
def lesson(
    open_view: OpenView, rest: Rest, dashboard: Dashboard, client: KazooClient
) -> Iterator[View]:
    """A page at the workbench, with no console open; what is made is removed."""
    view = open_view(rest)
    view.page.goto(f"{dashboard.url}/#view=znodes")
    expect(view.at("console-open")).to_be_visible()
    yield view
    for name in rest.state()["consoles"]:
        rest.call("DELETE", f"consoles/{name}")
    for name in client.get_children("/"):
        if name.startswith(("first", "early-")):
            client.delete(f"/{name}", recursive=True)


def say(view: View, line: str) -> None:
    view.at("console-line").fill(line)
    view.at("console-line").press("Enter")
    expect(view.at("console-line")).to_have_value("")


@pytest.mark.proof
def test_what_vanishes_is_in_sight_as_it_does(lesson: View, client: KazooClient) -> None:
    for number in range(60):
        client.create(f"/early-{number:03d}")
    client.create("/first")
    client.create("/first/a")
    go_to(lesson, "znodes", "alive")
    lesson.page.keyboard.press("o")
    say(lesson, "create -e /first/alive")
    expect_step(lesson, "znodes-alive", done=True)
    expect(lesson.row("/first/alive")).to_be_in_viewport(ratio=0.9)
    lesson.reach("tree").evaluate("(tree) => (tree.scrollTop = 0)")
    expect(lesson.row("/first/alive")).not_to_be_in_viewport()
    lesson.at("tour-next").click()
    lesson.at("tour-next").click()
    lesson.at("tour-next").click()
    expect_step(lesson, "znodes-vanish", done=False)
    expect(lesson.row("/first/alive")).to_be_in_viewport(ratio=0.9)
    with lesson.seeing('[data-testid="tree-row"][data-path="/first/alive"][data-mark="gone"]'):
        say(lesson, "close")
    expect_step(lesson, "znodes-vanish", done=True)


@pytest.mark.proof
def test_what_an_earlier_walk_has_left_is_told_and_removed_after_a_question(
    lesson: View, client: KazooClient
) -> None:
    lesson.complaints.expect("409")
    client.create("/first", b"changed")
    client.create("/first/task-", sequence=True)
    expect(lesson.row("/first")).to_be_visible()
    go_to(lesson, "znodes", "first")
    expect(card(lesson)).to_contain_text("/first exists already: it holds “changed”")
    expect(card(lesson)).to_contain_text("and 1 znode is below it")
    expect(card(lesson)).to_contain_text("a leftover of an earlier lesson")
    lesson.press("d")
    expect(lesson.at("ask-go")).to_be_visible()
    assert client.exists("/first")
    lesson.at("ask-name").fill("first")
    lesson.at("ask-go").click()
    await_until(lambda: not client.exists("/first"))
    expect(card(lesson)).not_to_contain_text("exists already")
    expect_step(lesson, "znodes-first", done=False)
    lesson.press("d")
    expect_step(lesson, "znodes-first", done=True)
    assert client.get("/first")[0] == b"hello"


@pytest.mark.proof
def test_what_is_somebody_elses_is_said_to_be(lesson: View, client: KazooClient) -> None:
    client.create("/first", b"orders of today")
    client.create("/first/lock", ephemeral=True)
    client.create("/first/b")
    client.delete("/first/b")
    expect(lesson.row("/first")).to_be_visible()
    go_to(lesson, "znodes", "first")
    expect(card(lesson)).to_contain_text("it holds “orders of today”")
    expect(card(lesson)).to_contain_text("1 of them is an ephemeral znode of another session")
    expect(card(lesson)).to_contain_text("It does not come from the lesson")
    lesson.page.keyboard.press("o")
    say(lesson, "create /first hello")
    expect(lesson.at("console-log")).to_contain_text("Node already exists: /first")
    expect_step(lesson, "znodes-first", done=False)


SKIPPING = """async () => {
  const bring = (path) => import(`/static/js/${path}`);
  const { ACTS, VIEWS } = await bring("views/registry.js");
  const { createActions } = await bring("actions.js");
  const { createGuide } = await bring("tour/guide.js");
  const state = { ...await (await fetch("/api/v1/state")).json(), candidates: {}, consoles: {} };
  const [faults, asked, fetched] = [[], [], window.fetch];
  window.fetch = async (url, { method }) => {
    asked.push(`${method} ${url}`);
    return Response.json({ error: { message: "refused" } }, { status: 409 });
  };
  const page = { busy: new Set(), toasts: [] };
  const chosen = Object.assign({ timeout: 4 }, ...VIEWS.map(({ choices }) => choices));
  const choices = { get: () => chosen, set: (changes) => Object.assign(chosen, changes) };
  const actions = createActions(page, choices, () => {}, { run: "now", seq: 0 });
  const tree = { indexOf: () => -1, mark() {}, open() {}, reveal() {} };
  const view = { state, chosen, actions, tree, choose: choices.set, acts: ACTS, events: [],
    clock: { now: () => 0 }, hear: () => () => {} };
  const here = () => VIEWS.find(({ id }) => id === chosen.view);
  const current = () => ({ ...view, guide, here: here() });
  const guide = createGuide(VIEWS, choices, current, () => {});
  await guide.begin();
  for (let shown; (shown = guide.shown()); guide.forward()) {
    asked.length = page.toasts.length = 0;
    guide.doIt();
    await new Promise((done) => setTimeout(done, 0));
    const said = [...asked, ...page.toasts.map(({ text }) => text)];
    const isWrong = !said.length || said.some((text) => /null|undefined/.test(text));
    if (shown.step.run && isWrong) faults.push([chosen.view, shown.step.id, said]);
    const { id, say, do: what, point, until } = shown.step;
    for (const told of [say, what, point]) if (told?.call) told(current(), shown.note);
    if (until?.(state, current(), shown.note ?? null)) faults.push([chosen.view, id, "done"]);
  }
  window.fetch = fetched;
  return faults;
}"""


def test_what_is_done_for_a_reader_who_has_skipped_all_before_is_asked_for_or_said_not_to_be(
    view: View,
) -> None:
    """Nobody is there: nothing is asked of nobody, no key does nothing without a word, and no step
    fails at what it says, or counts as done.
    """
    assert view.run(SKIPPING) == []
