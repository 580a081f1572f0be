"""The view of a bookshelf: what is drawn is what is, and everything is done from the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import HALL, LAPTOP
from tests.browser.rest import LASTING, SHORT, Json, Rest
from tests.browser.subject_page import WITHIN, SubjectPage, numbers
from tests.browser.view import await_equal

CUT_NAMES = """() => [...document.querySelectorAll(".book-fact span")]
  .filter((name) => name.scrollWidth > name.clientWidth).map((name) => name.textContent)"""

BELOW = """() => {
  const room = document.querySelector(".room");
  return room.scrollHeight - room.clientHeight;
}"""
"""How many pixels of the drawing are below what is in sight."""


class ShelfPage(SubjectPage):
    """One page that shows one bookshelf."""

    place = "view=books&shelf="
    section = "bookshelves"

    def node(self, name: str) -> Locator:
        return self.at(f"book-node-{name}")

    def expect_node(self, name: str, **attributes: str) -> None:
        for key, value in attributes.items():
            expect(self.node(name)).to_have_attribute(
                f"data-{key.replace('_', '-')}", value, timeout=WITHIN * 1000
            )

    def choose(self, name: str) -> None:
        self.at(f"book-process-{name}").click()
        self.expect_pressed(f"book-process-{name}")

    @property
    def leader(self) -> str:
        self.until(serves)
        return str(self.document["leader"])

    @property
    def follower(self) -> str:
        leader = self.leader
        return next(str(name) for name in self.document["nodes"] if name != leader)

    def slow_down(self, pause: float) -> None:
        self.rest.call("POST", "bookshelves/slow", {"path": self.path, "on": True, "pause": pause})

    def halfway(self) -> None:
        """A book asked at the leader, which has it: its last copy leaves two pauses later."""
        self.slow_down(4.0)
        self.press("n")
        self.until(lambda now: now["write"] and now["write"]["by"])


def serves(shelf: Json) -> bool:
    leader = shelf["leader"]
    return bool(leader and shelf["nodes"][leader]["state"] == "leading")


@pytest.fixture
def empty(rest: Rest, open_view: OpenView) -> ShelfPage:
    """A page at a bookshelf of its own that has no nodes."""
    path = f"/shelf-{next(numbers)}"
    rest.call("POST", "bookshelves", {"path": path, "count": 0})
    page = ShelfPage.open(open_view, rest, path)
    expect(page.at("shelf")).to_have_value(path)
    return page


def begin(page: ShelfPage, timeout: float) -> ShelfPage:
    body = {"path": page.path, "count": 3, "session_timeout": timeout}
    page.rest.call("POST", "bookshelves", body)
    page.until(lambda now: serves(now) and len(now["in_sync"]) == 3 and now["live"] == 3)
    for name in ("n1", "n2", "n3"):
        page.expect_node(name, in_sync="true", live="true")
    return page


@pytest.fixture
def quick(empty: ShelfPage) -> ShelfPage:
    """Three nodes whose sessions run out soon."""
    return begin(empty, SHORT)


@pytest.fixture
def slow(empty: ShelfPage) -> ShelfPage:
    """Three nodes whose sessions outlast any test."""
    return begin(empty, LASTING)


def test_three_are_started_and_a_book_is_added_where_nobody_leads(empty: ShelfPage) -> None:
    empty.setting("timeout", "20")
    empty.at("start-first").click()
    empty.until(lambda now: serves(now) and len(now["in_sync"]) == 3)
    leader, follower = empty.leader, empty.follower
    empty.expect_node(leader, leads="true")
    expect(empty.at("book-crown")).to_have_count(1)
    empty.at(f"add-at-{follower}").click()
    expect(empty.at("book-write")).to_have_attribute("data-stage", "acknowledged")
    expect(empty.at("book-answer")).to_contain_text("3 of 3 have it")
    for name in ("n1", "n2", "n3"):
        expect(empty.at(f"disk-{name}")).to_have_attribute("data-books", "1")
    expect(empty.at(f"checksum-{follower}")).to_have_attribute("data-same", "same")
    expect(empty.at("book-account")).to_have_attribute("data-acknowledged", "1")
    empty.story(f"{leader} leads.*was added at {follower}.*3 of 3 have it")


def test_a_node_that_goes_moves_nothing_below_it_on_a_low_screen(slow: ShelfPage) -> None:
    """The znodes' names are whole in large type, and nothing runs over a narrow screen."""
    page = slow
    page.view.resize(LAPTOP)
    picture = page.page.locator(".books-drawing > ul")
    name = page.follower
    gone = page.document["nodes"][name]["candidate"]
    before = picture.bounding_box()
    page.rest.act(gone, "kill")
    expect(page.at(f"live_nodes-{name}")).to_contain_text("running out")
    assert picture.bounding_box() == before
    page.press("p")
    expect(page.at("projector")).to_have_attribute("aria-pressed", "true")
    for size in (LAPTOP, HALL):
        page.view.resize(size)
        expect(page.page.locator(".book-fact.in_sync").first).to_be_visible()
        page.view.await_run(CUT_NAMES, [])
    page.press("p")
    page.view.resize(LAPTOP)
    await_equal(lambda: before, picture.bounding_box)
    page.rest.end_session(gone)
    expect(page.at(f"live_nodes-{name}")).to_contain_text("gone")
    assert picture.bounding_box() == before
    page.view.expect_fits(".book-way *, .foot *")


def test_a_kill_in_the_middle_of_a_write_is_drawn_and_settled(slow: ShelfPage) -> None:
    slow.view.complaints.expect("50[34]")
    first = slow.leader
    slow.view.take_role("leader")
    slow.halfway()
    slow.press("k")
    slow.expect_node(first, process="exited")
    slow.story(f"{first} ended in the middle of .*nobody was told that it is stored")
    expect(slow.at("book-answer")).to_have_attribute("data-outcome", "cut")
    slow.rest.end_session(slow.document["nodes"][first]["candidate"])
    slow.until(lambda now: serves(now) and now["leader"] != first)
    expect(slow.at("book-answer")).to_have_attribute(
        "data-fate", re.compile("kept|dropped"), timeout=WITHIN * 1000
    )
    expect(slow.at("book-account")).to_have_attribute("data-lost", "0")
    slow.press("r")
    slow.expect_node(first, process="running", in_sync="true", live="true")


def test_all_five_nodes_are_in_sight_in_the_hall_and_beside_their_work(empty: ShelfPage) -> None:
    body = {"path": empty.path, "count": 5, "session_timeout": LASTING}
    empty.rest.call("POST", "bookshelves", body)
    empty.until(lambda now: serves(now) and len(now["in_sync"]) == 5)
    empty.view.resize(LAPTOP)
    empty.view.tab("work")
    expect_in_sight(empty)
    expect(empty.at("all_nodes-n5")).to_be_visible()
    empty.view.resize(HALL)
    empty.press("p")
    expect_in_sight(empty)
    expect(empty.at("in_sync-n5")).to_have_text("in_syncin sync")


def expect_in_sight(page: ShelfPage) -> None:
    for number in range(1, 6):
        expect(page.at(f"book-process-n{number}")).to_be_in_viewport(ratio=1)
        expect(page.at(f"disk-n{number}")).to_be_in_viewport(ratio=0.95)
    page.view.await_run(BELOW, 0)


@pytest.mark.proof
def test_a_stale_leaders_copy_is_refused_in_red(quick: ShelfPage) -> None:
    quick.view.complaints.expect("50[34]")
    first = quick.leader
    quick.halfway()
    quick.press("f")
    quick.expect_node(first, process="paused")
    quick.until(lambda now: serves(now) and now["leader"] != first)
    quick.story(f"{first} is frozen and believes that it leads")
    quick.choose(first)
    quick.press("w")
    expect(quick.at("book-refused")).to_contain_text(
        re.compile(f"{first} sent .* under epoch .*refused"), timeout=WITHIN * 1000
    )
    expect(quick.page.locator('.book-arc[data-how="refused"]').first).to_be_attached()
    quick.expect_node(first, state="in sync", in_sync="true")
    for name in ("one_leader_serves", "no_acknowledged_book_lost"):
        expect(quick.at(f"invariant-{name}")).to_have_attribute("data-holds", "true")
    quick.rest.stop_all()
    quick.story("No node runs")
    expect(quick.page.locator(".book-arc[data-how]")).to_have_count(0)
    expect(quick.at("book-refused")).to_contain_text(re.compile("refused .* ago"))


@pytest.mark.proof
def test_a_disk_is_lost_after_a_question_and_filled_again(slow: ShelfPage) -> None:
    node = slow.follower
    slow.at("add-book").click()
    expect(slow.at("book-write")).to_have_attribute("data-stage", "acknowledged")
    slow.choose(node)
    expect(slow.at("books-wipe")).to_be_disabled()
    slow.press("s")
    slow.expect_node(node, process="exited")
    expect(slow.at("books-wipe")).to_be_enabled()
    slow.press("x")
    slow.page.get_by_role("dialog").get_by_role("button", name="Keep it").click()
    slow.more("books-wipe")
    slow.at("ask-go").click()
    expect(slow.at(f"disk-{node}")).to_have_attribute("data-books", "0")
    slow.more("books-restart")
    slow.expect_node(node, process="running", in_sync="true", live="true")
    expect(slow.at(f"disk-{node}")).to_have_attribute("data-books", "1")


@pytest.mark.proof
def test_a_book_of_ones_own_is_asked_at_any_node_and_is_only_text(slow: ShelfPage) -> None:
    slow.view.complaints.expect("409")
    hostile = "<img src=x onerror=alert(1)>"
    node = slow.follower
    for year in ("1815", "1816"):
        slow.press("v")
        slow.at("book-id").fill(hostile)
        slow.at("book-author").fill("<b>bold</b>")
        slow.at("book-year").fill(year)
        slow.at("book-at").select_option(node)
        slow.at("book-confirm").click()
        expect(slow.page.get_by_role("dialog")).to_have_count(0)
        outcome = "acknowledged" if year == "1815" else "conflict"
        expect(slow.at("book-write")).to_have_attribute("data-stage", outcome)
    expect(slow.at("last-book")).to_contain_text("<b>bold</b>, 1815")
    slow.story("was there already, by another author or of another year")


@pytest.mark.proof
def test_nodes_are_walked_by_keys_and_their_znodes_chosen(slow: ShelfPage) -> None:
    slow.press("ArrowRight")
    slow.press("ArrowRight")
    expect(slow.at("book-process-n2")).to_have_attribute("aria-pressed", "true")
    slow.at("in_sync-n2").click()
    expect(slow.at("znode-details")).to_have_attribute("data-path", f"{slow.path}/in_sync")
    slow.at("live_nodes-n2").click()
    expect(slow.at("znode-details")).to_have_attribute("data-path", f"{slow.path}/live_nodes/n2")
    slow.press("Escape")
    expect(slow.page.locator('.book-process[aria-pressed="true"]')).to_have_count(0)
    slow.press("h")
    expect(slow.at("slow")).to_have_attribute("aria-checked", "true")


@pytest.mark.proof
def test_a_low_screen_shows_all_that_became_of_the_books(slow: ShelfPage) -> None:
    """Only the line of the servers and the legend may stand below it."""
    slow.view.resize(LAPTOP)
    for count in range(1, 6):
        slow.press("n")
        expect(slow.at("book-account")).to_have_attribute("data-acknowledged", str(count))
    below = (
        "() => [...document.querySelectorAll('.book-account, .foot li')]"
        ".filter((e) => e.getBoundingClientRect().bottom > centre.getBoundingClientRect().bottom)"
        ".map((e) => e.textContent)"
    )
    slow.view.await_run(below, [])
