"""The view of a lock: what is drawn is what the state says, and all is done from the page."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import LASTING, Rest
from tests.browser.subject_page import LONG, WITHIN, SubjectPage, numbers
from tests.support.zookeeper import await_until

WATCH_THE_HINT = """() => {
  window.tops = new Set();
  const look = () => {
    tops.add(document.querySelector(".hint").getBoundingClientRect().top);
    requestAnimationFrame(look);
  };
  look();
}"""

FILLS = """() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const light = (part) => {
    canvas.fillStyle = getComputedStyle(part).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const parts = [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((one) => one / 255);
    const [r, g, b] = parts.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const phases = [...document.querySelectorAll('.round-thin [data-span]:not(.open)')];
  return phases.map((part) => {
    const [one, other] = [light(part), light(part.parentElement)];
    return [part.dataset.span, Math.max(one, other) / Math.min(one, other)];
  });
}"""
"""The phases of the last turns, each with the contrast of its fill with the bar's ground."""

COUNTDOWNS = """() => new Promise((resolve) => {
  const seen = [];
  const look = () => {
    const of = (where) => document.querySelector(where)?.textContent.replace(" left", "");
    seen.push([of('[data-testid="story"] .number:nth-of-type(2)'), of("text.left:not(:empty)")]);
    if (seen.length < 60) requestAnimationFrame(look);
    else resolve(seen);
  };
  look();
})"""
"""What the sentence and the picture say, again and again, of how long a session lasts."""


class LockPage(SubjectPage):
    """One page that shows one lock."""

    place = "view=lock&lock="
    section = "locks"

    def holder(self) -> str:
        """Whose turn it is now."""
        return str(self.until(lambda lock: lock["chain"])[0]["candidate"])

    def choose(self, name: str) -> None:
        self.at(f"process-{name}").locator(".body").click()
        expect(self.at("chosen")).to_contain_text(name)

    def clients(self) -> list[str]:
        candidates = self.rest.state()["candidates"]
        return [name for name, one in candidates.items() if one["path"] == self.path]


OpenLock = Callable[..., LockPage]


@pytest.fixture
def open_lock(rest: Rest, open_view: OpenView) -> OpenLock:
    """A page at a lock of its own, with three clients; takes the length of their tasks."""

    def open_one(task: float, **looks: Any) -> LockPage:
        path = f"/lock-{next(numbers)}"
        body = {"path": path, "count": 3, "task": task, "session_timeout": LASTING}
        rest.call("POST", "locks", body)
        await_until(lambda: len(rest.state()["locks"].get(path, {"chain": []})["chain"]) == 3)
        page = LockPage.open(open_view, rest, path, **looks)
        expect(page.at("shared-file")).to_be_attached()
        return page

    return open_one


@pytest.fixture
def shown(open_lock: OpenLock) -> LockPage:
    """One whose clients have begun to take turns."""
    page = open_lock(1.0)
    page.until(lambda lock: lock["file"]["finished"] > 0)
    page.view.tab("work")
    return page


@pytest.fixture
def slow(open_lock: OpenLock) -> LockPage:
    """One whose first task takes so long that everything can be done to its holder meanwhile."""
    page = open_lock(LONG)
    page.until(lambda lock: lock["tasks"])
    page.view.tab("work")
    return page


def test_holder_queue_task_and_file_are_drawn(shown: LockPage) -> None:
    expect(shown.at("shared-file")).to_contain_text("no update lost")
    expect(shown.page.locator('[data-testid^="task-"]')).to_have_count(1)
    expect(shown.page.locator('g.process[data-belief="holding"]')).to_have_count(1)
    expect(shown.page.locator("g.watch path").first).to_be_visible()
    expect(shown.at("crown")).to_contain_text("lowest")
    for client in shown.clients():
        expect(shown.at(f"wait-{client}")).to_contain_text("served")
    expect(shown.at("fairness")).to_contain_text("each in its turn")
    expect(shown.at("handovers")).to_contain_text("released")
    expect(shown.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(3)
    expect(shown.page.locator('[data-testid="recipe-step"]')).to_have_count(8)
    expect(shown.page.locator('[data-testid="recipe-step"][data-on="true"]')).to_have_count(1)


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_each_phase_of_the_last_turns_is_seen(open_lock: OpenLock, scheme: str) -> None:
    page = open_lock(0.5, color_scheme=scheme)
    page.until(lambda lock: len([one for one in lock["last_turns"] if one["ended"]]) > 2)
    await_until(lambda: "holds" in dict(page.view.run(FILLS)))
    fills = page.view.run(FILLS)
    assert [one for one in fills if one[1] < 2] == []


@pytest.mark.proof
def test_the_number_in_the_file_runs_with_the_tasks(shown: LockPage) -> None:
    value = shown.document["file"]["value"]
    shown.until(lambda lock: lock["file"]["value"] > value + 1)
    await_until(lambda: int(shown.at("file-value").get_attribute("data-value") or 0) > value + 1)


@pytest.mark.proof
def test_a_holder_killed_in_its_task(slow: LockPage) -> None:
    name = slow.holder()
    slow.choose(name)
    slow.at("action-kill").click()
    expect(slow.at("story")).to_contain_text(f"{name} was killed in its task")
    expect(slow.at(f"task-{name}")).to_contain_text("dead: will not write")
    slow.rest.end_session(name)
    expect(slow.at("handovers").locator('[data-fault="kill"]')).to_be_visible()
    expect(slow.at(f"task-{name}")).to_have_count(0)
    expect(slow.at("lost")).to_have_attribute("data-lost", "0")


def test_the_sentence_and_the_picture_count_alike(slow: LockPage) -> None:
    name = slow.holder()
    slow.rest.act(name, "kill")
    expect(slow.at("story")).to_contain_text(f"{name} was killed in its task")
    seen = slow.view.run(COUNTDOWNS)
    assert len({said for said, _ in seen}) > 1
    assert [one for one in seen if one[0] != one[1]] == []


def test_a_holder_frozen_in_its_task_is_told_when_it_wakes(slow: LockPage) -> None:
    """By the keys of the election's view; a row of those who wait is chosen by one, too."""
    name = slow.holder()
    pick = slow.page.locator(".waits .pick").first
    pick.focus()
    slow.press("Enter")
    expect(pick).to_have_attribute("aria-pressed", "true")
    expect(slow.reach("candidate")).to_be_visible()
    slow.press("Escape")
    slow.choose(name)
    slow.press("f")
    expect(slow.at(f"task-{name}")).to_contain_text("frozen here")
    slow.rest.act(name, "expire")
    expect(slow.at("story")).to_contain_text(
        f"{name} is frozen and still believes that it holds the lock"
    )
    expect(slow.at(f"process-{name}")).to_have_attribute("data-tone", "false")
    slow.press("w")
    expect(slow.at(f"wait-{name}")).to_contain_text("1 task lost halfway")
    expect(slow.at("lost")).to_have_attribute("data-lost", "0")


@pytest.mark.proof
def test_the_switch_and_the_lost_updates(shown: LockPage) -> None:
    expect(shown.at("locking")).to_have_attribute("aria-checked", "true")
    shown.reach("locking").click()
    expect(shown.at("locking")).to_have_attribute("aria-checked", "false")
    expect(shown.at("shared-file").locator(".task")).to_have_count(3)
    expect(shown.at("lost").locator(".lost-updates b")).to_be_visible()
    expect(shown.at("invariant-no_lost_update")).to_have_attribute("data-holds", "false")
    expect(shown.at("story")).to_contain_text("The lock is taken away")
    shown.press("l")
    expect(shown.at("locking")).to_have_attribute("aria-checked", "true")
    expect(shown.at("lost")).to_contain_text("Before, without the lock")
    expect(shown.at("invariant-no_lost_update")).to_have_attribute("data-holds", "true")


@pytest.mark.proof
def test_clients_are_added_with_a_time_limit_and_are_seen_to_give_up(shown: LockPage) -> None:
    before = set(shown.clients())
    shown.setting("limit", "1")
    shown.setting("task", "5")
    shown.press("1")
    await_until(lambda: set(shown.clients()) - before, WITHIN)
    (late,) = set(shown.clients()) - before
    settings = shown.rest.candidate(late)["settings"]
    assert (settings["within"], settings["task"]) == (1, 5)
    expect(shown.at(f"wait-{late}")).to_contain_text("gave up")


@pytest.mark.proof
def test_everything_by_keys(open_lock: OpenLock) -> None:
    """Where nobody has clicked: the arrows are a tab's once it has the focus."""
    shown = open_lock(1.0)
    before = len(shown.clients())
    shown.press("1")
    await_until(lambda: len(shown.clients()) == before + 1, WITHIN)
    shown.press("ArrowRight")
    chosen = shown.at("chosen").inner_text().split()[0]
    session = await_until(lambda: shown.rest.candidate(chosen)["session"], WITHIN)
    ended = f"session of {chosen} ended on the server"
    shown.reach("events-filter").fill(ended)
    shown.reach("events-filter").evaluate("(field) => field.blur()")
    shown.press("e")
    expect(shown.reach("events")).to_contain_text(ended)
    await_until(lambda: shown.rest.candidate(chosen)["session"] not in (None, session), WITHIN)
    shown.press("s")
    shown.rest.await_process(chosen, "exited")
    shown.press("Escape")
    expect(shown.at("chosen")).to_have_count(0)
    shown.press("?")
    expect(shown.page.locator("dialog")).to_contain_text("take the lock away, or give it back")


@pytest.mark.proof
def test_another_lock_from_the_page(shown: LockPage) -> None:
    shown.at("lock").select_option("other…")
    path = f"{shown.path}-b"
    shown.at("lock-path").fill(path)
    shown.at("lock-path-confirm").click()
    expect(shown.at("lock")).to_have_value(path)
    await_until(lambda: shown.rest.state()["locks"][path]["file"]["finished"], WITHIN)


def test_on_a_narrow_screen_turns_move_nothing_and_it_begins_from_nothing(
    open_lock: OpenLock,
) -> None:
    page = open_lock(0.3, viewport=NARROW)
    expect(page.at("hint")).to_contain_text("kill the holder")
    page.view.run(WATCH_THE_HINT)
    finished = page.document["file"]["finished"]
    page.until(lambda lock: lock["file"]["finished"] >= finished + 3)
    assert len(page.view.run("() => [...tops]")) == 1
    page.rest.stop_all()
    page.story("Nobody wants this lock")
    page.at("start-first").click()
    page.until(lambda lock: len(lock["chain"]) >= 2)
    page.story("holds the lock")
    page.view.expect_within()
