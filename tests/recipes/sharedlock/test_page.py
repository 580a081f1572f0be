"""The view of a shared lock: it draws what the state says, and all is done from the page."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import LAPTOP, LOW, MOVING, NARROW, PICTURE_IN_SIGHT
from tests.browser.rest import LASTING, Json, Rest
from tests.browser.subject_page import LONG, SubjectPage, numbers
from tests.browser.view import SCHEMES

BEYOND = """() => document.documentElement.scrollWidth - innerWidth"""
# At each frame: which words of messages on their way there are, and which of them cover others.
WATCH_WORDS = """() => {
  const seen = window.seen = { words: new Set(), covered: new Set() };
  const isSeen = (e) => e.textContent && e.checkVisibility({ opacityProperty: true });
  const meet = (a, b, from, to) => a[from] < b[to] && b[from] < a[to];
  const cover = (a, b) => meet(a, b, "left", "right") && meet(a, b, "top", "bottom");
  const look = () => {
    const still = "svg text:not(.notification text), .lane-title";
    const others = [...document.querySelectorAll(`.stage :is(${still})`)].filter(isSeen);
    const words = [...document.querySelectorAll(".notification text")].filter(isSeen);
    const boxes = [...words, ...others].map((e) => [e.textContent, e.getBoundingClientRect()]);
    words.forEach((e, at) => {
      seen.words.add(e.textContent);
      const own = e.getBoundingClientRect();
      for (const [text, box] of boxes.slice(at + 1))
        if (cover(own, box)) seen.covered.add(`${e.textContent} over ${text}`);
    });
    requestAnimationFrame(look);
  };
  look();
}"""


class SharedPage(SubjectPage):
    """One page that shows one shared lock."""

    place = "view=shared&shared="
    section = "shared_locks"

    @property
    def document(self) -> Json:
        found: Json = self.rest.state()["shared_locks"].get(self.path, {"chain": [], "holds": {}})
        return found

    @property
    def line(self) -> list[str]:
        """The clients in the order of their znodes."""
        return [entry["candidate"] for entry in self.document["chain"]]

    def start(self, task: float = LONG, **some: int) -> list[str]:
        """Start some, and wait until each has its place."""
        body = {"path": self.path, "task": task, "session_timeout": LASTING}
        body |= {"readers": 0, "writers": 0, **some}
        names: list[str] = self.rest.call("POST", "shared-locks", body)["candidates"]
        self.until(lambda lock: set(names) <= set(self.line) and lock["holds"])
        return names


OpenShared = Callable[..., SharedPage]


@pytest.fixture
def open_shared(rest: Rest, open_view: OpenView) -> OpenShared:
    """A page at a shared lock of its own; takes who stands in its line from the beginning on."""

    def open_one(*some: dict[str, Any], **looks: Any) -> SharedPage:
        page = SharedPage.open(open_view, rest, f"/shared-{next(numbers)}", **looks)
        for one in some:
            page.start(**one)
        page.show(page.path)  # by now it is there
        expect(page.at("shared-file")).to_be_attached()
        return page

    return open_one


@pytest.fixture
def shown(open_shared: OpenShared) -> SharedPage:
    """Two readers that hold it, a writer and a reader that wait; all tasks are long."""
    page = open_shared({"readers": 2}, {"writers": 1}, {"readers": 1})
    page.until(lambda lock: len(lock["tasks"]) == 2)
    page.view.tab("work")
    return page


@pytest.fixture
def quick(open_shared: OpenShared) -> SharedPage:
    """Readers and writers with short tasks."""
    page = open_shared({"task": 0.5, "readers": 2, "writers": 2})
    page.view.tab("work")
    return page


def test_readers_together_a_writer_behind_them_and_for_whom_each_one_waits(
    shown: SharedPage,
) -> None:
    first, second, writer, last = shown.line
    expect(shown.at("story")).to_contain_text("read together")
    expect(shown.page.locator('g.process[data-belief="holding"]')).to_have_count(2)
    expect(shown.page.locator(".znode.truth-leader")).to_have_count(2)
    for name in (first, second):
        expect(shown.at(f"task-{name}")).to_contain_text("reads 0")
        expect(shown.at(f"turn-{name}")).to_contain_text("has its turn")
    expect(shown.at(f"turn-{writer}")).to_contain_text(f"waits for {second}")
    expect(shown.at(f"turn-{last}")).to_contain_text(f"waits for {writer}")
    titles = shown.page.locator("g.watch title")
    for waits in (
        f"{writer} watches {second}'s znode read-0000000001",
        f"{last} watches {writer}'s znode write-0000000002",
    ):
        expect(titles.filter(has_text=waits)).to_have_count(1)
    expect(shown.page.locator('[data-testid^="invariant-"][data-holds="true"]')).to_have_count(5)
    expect(shown.page.locator('[data-testid="recipe-step"]')).to_have_count(9)
    for size in (LAPTOP, NARROW):
        shown.view.resize(size)
        for scheme in SCHEMES:
            shown.view.light_up(scheme)
            shown.view.await_run(BEYOND, 0)
    shown.view.light_up("dark")
    shown.press("p")  # in large type the picture is in sight
    expect(shown.at("projector")).to_have_attribute("aria-pressed", "true")
    for size in LOW:
        shown.view.resize(size)
        shown.view.await_run(PICTURE_IN_SIGHT, True)


@pytest.mark.proof
def test_asked_by_its_button_a_holder_gives_back(shown: SharedPage) -> None:
    name = shown.line[0]
    shown.at(f"task-{name}").get_by_test_id(f"ask-{name}").click()
    expect(shown.at(f"turn-{name}")).to_have_attribute("data-gave-back", "1")
    expect(shown.at(f"turn-{name}")).to_contain_text("waits for")
    assert shown.line[-1] == name


@pytest.mark.proof
@pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=["wide", "narrow"])
def test_the_words_of_several_messages_stand_apart(
    open_shared: OpenShared, size: ViewportSize
) -> None:
    page = open_shared({"writers": 1}, {"readers": 3}, viewport=size, **MOVING)
    writer, *readers = page.line
    for name in (writer, *readers):
        expect(page.at(f"process-{name}")).to_be_visible()
    page.view.run(WATCH_WORDS)
    page.rest.act(writer, "stop")
    for name in readers:
        expect(page.at(f"task-{name}")).to_contain_text("reads 0")
    expect(page.at("notification")).to_have_count(0)
    words = page.view.run("() => [...window.seen.words]")
    assert any(re.match("3 . NodeDeleted", text) for text in words)
    assert page.view.run("() => [...window.seen.covered]") == []


@pytest.mark.proof
def test_asked_by_the_key_one_that_waits_gives_back_its_place(shown: SharedPage) -> None:
    writer, last = shown.line[2:]
    shown.at(f"process-{writer}").locator(".body").click()
    expect(shown.at("chosen")).to_contain_text(writer)
    shown.press("y")
    expect(shown.at(f"task-{last}")).to_contain_text("reads 0")
    expect(shown.page.locator('g.process[data-belief="holding"]')).to_have_count(3)


@pytest.mark.proof
def test_one_that_is_frozen_is_asked_in_vain_until_it_wakes(shown: SharedPage) -> None:
    name = shown.line[0]
    shown.at(f"process-{name}").locator(".body").click()
    shown.press("f")
    expect(shown.at(f"task-{name}")).to_contain_text("frozen here")
    shown.at(f"turn-{name}").get_by_test_id(f"ask-{name}").click()
    expect(shown.at(f"turn-{name}")).to_contain_text("asked to give back")
    expect(shown.at("story")).to_contain_text("asking needs a process that can answer")
    shown.press("w")
    expect(shown.at(f"turn-{name}")).to_have_attribute("data-gave-back", "1")


def test_frozen_past_its_session_a_writer_is_told_before_it_writes(
    open_shared: OpenShared,
) -> None:
    page = open_shared({"writers": 1})
    (name,) = page.line
    expect(page.at(f"task-{name}")).to_contain_text("writes 0 → 1")
    page.view.take_role("holder")
    page.reach("action-freeze").click()
    page.rest.await_process(name, "paused")
    page.rest.act(name, "expire")
    page.start(0.2, writers=1)
    expect(page.at("story")).to_contain_text("still believes that it holds the lock")
    expect(page.at(f"process-{name}")).to_have_attribute("data-tone", "false")
    page.rest.act(name, "resume")
    expect(page.at(f"turn-{name}")).to_contain_text("1 undone")
    expect(page.at("harm")).to_have_attribute("data-lost", "0")


@pytest.mark.proof
def test_without_the_lock_reads_are_torn(quick: SharedPage) -> None:
    expect(quick.at("harm")).to_contain_text("no read torn")
    quick.reach("locking").click()
    expect(quick.at("locking")).to_have_attribute("aria-checked", "false")
    expect(quick.at("invariant-no_torn_read")).to_have_attribute("data-holds", "false")
    expect(quick.at("harm").locator(".harmed").first).to_be_visible()
    expect(quick.at("story")).to_contain_text("The lock is taken away")
    quick.press("l")
    expect(quick.at("locking")).to_have_attribute("aria-checked", "true")
    expect(quick.at("harm")).to_contain_text("Before, without the lock")
    expect(quick.at("invariant-no_torn_read")).to_have_attribute("data-holds", "true")


@pytest.mark.proof
def test_readers_and_writers_are_started_by_buttons_and_keys(shown: SharedPage) -> None:
    before = len(shown.line)
    shown.setting("task", "20")
    shown.reach("start-reader-1").click()
    shown.until(lambda lock: len(lock["chain"]) == before + 1)
    shown.at("stage").click()
    shown.press("n")
    shown.until(lambda lock: len(lock["chain"]) == before + 2)
    *_, reader, writer = shown.line
    candidates = shown.rest.state()["candidates"]
    assert [candidates[one]["recipe"] for one in (reader, writer)] == ["reader", "writer"]
    assert candidates[reader]["settings"]["task"] == 20
    shown.press("?")
    expect(shown.page.locator("dialog")).to_contain_text("ask the chosen client")


@pytest.mark.proof
def test_another_lock_from_the_page(shown: SharedPage) -> None:
    shown.at("shared").select_option("other…")
    path = f"{shown.path}-b"
    shown.at("shared-path").fill(path)
    shown.at("shared-path-confirm").click()
    expect(shown.at("shared")).to_have_value(path)
    shown.path = path
    shown.until(lambda lock: len(lock["chain"]) == 4)
