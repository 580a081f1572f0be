"""What the picture gets of the window: its share, its type, its texts, of five processes."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import BENEATH, CUT, OVERLAPS, SHARE, SMALLEST, STAGE, UNREAD
from tests.browser.pages import HALL, LAPTOP, NARROW, Pages
from tests.browser.rest import Json, Rest
from tests.browser.standing import FIRST, show, start_all
from tests.browser.tabs import VIEWS
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

FIVE: dict[str, Json] = {
    "election": {"count": 5, "election": "/election"},
    "compare": {"count": 5},
    "lock": {"count": 5},
    "shared": {"readers": 3, "writers": 2},
    "members": {"count": 5},
    "config": {"count": 5},
    "names": {"providers": 3, "clients": 2},
    "barrier": {"count": 5, "size": 4},
    "queue": {"producers": 2, "consumers": 3, "items": 6},
    "commit": {"sites": 4, "coordinators": 1},
    "books": {"count": 5},
}
"""View -> what the route that starts its processes is told."""
EXCUSED = ("compare", "drills", "znodes")
"""They are charts and a workbench."""
LEAST_WIDTH = 0.85
LEAST_TYPE = 24.0  # px, of 720

LOW = ViewportSize(width=1366, height=641)
SHARES = ((LAPTOP, 0.5), (LOW, 0.45), (HALL, 0.6), (NARROW, 0.2))
PICTURE = "[data-picture]"
PROJECTED = ViewportSize(width=1280, height=720)
LEAST_IN_A_TOUR = 0.45
"""Of the hall's height, for the picture."""
MOST: dict[str, tuple[str, Json]] = {
    "view=commit&commit=/most": ("commits", {"path": "/most", "sites": 8, "coordinators": 3}),
    "view=books&shelf=/shelf": ("bookshelves", {"path": "/shelf", "count": 12}),
}
"""Address -> as FIRST: where the server names the most that may be."""
FIXED = """
  <div style="overflow: hidden; height: 1px"><p style="position: fixed; top: 20px">one</p></div>
  <p style="position: fixed; top: 20px">other</p>
"""
STEP = """() => {
  const card = document.querySelector("[data-testid=tour-card]");
  const { top, height } = document.querySelector("[data-picture]").getBoundingClientRect();
  return card && { step: card.dataset.step, share: height / innerHeight,
    overlaps: card.getBoundingClientRect().bottom > top + 1 };
}"""


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    """With five processes in each view."""
    with forked_dashboard() as dashboard:
        rest = Rest(dashboard.url)
        start_all(rest, {view: (FIRST[view][0], body) for view, body in FIVE.items()})
        rest.close()
        yield dashboard


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    """Which leaves the processes as they are."""
    rest = Rest(dashboard.url)
    yield rest
    rest.close()


def test_the_picture_takes_its_share_of_the_window(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "", viewport=LAPTOP)
    found = {}
    for name in VIEWS:
        if name in EXCUSED:
            continue
        show(view, name)
        for size, least in SHARES:
            view.resize(size)
            share = view.run(SHARE)
            if share["height"] < least or share["width"] < LEAST_WIDTH:
                found[name, size["height"]] = share
    assert found == {}


def test_nothing_in_the_hall_is_smaller_than_the_last_row_can_read(
    open_view: OpenView, rest: Rest
) -> None:
    view = open_view(rest, "", viewport=PROJECTED)
    for name in VIEWS:
        show(view, name)
        view.press("p")
        await_until(lambda: view.run(SMALLEST, STAGE)[0] >= LEAST_TYPE, 10.0)
        view.press("p")


def test_a_text_that_is_fixed_is_cut_by_no_box_around_it(pages: Pages) -> None:
    """Which the measures know: what lies over it is found."""
    page = pages.open(bypass_csp=True)
    page.set_content(FIXED)
    assert page.evaluate(OVERLAPS, "p") == ["one | other"]


def test_every_moment_of_a_barrier_is_read_in_the_hall(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "", viewport=PROJECTED)
    show(view, "barrier")
    view.press("p")
    await_until(lambda: view.run(SMALLEST, STAGE)[0] >= LEAST_TYPE, 10.0)
    board = view.at("barrier-board")
    last = int(board.get_attribute("data-round") or 0) + 2
    while int(board.get_attribute("data-round") or 0) < last:
        assert view.run(SMALLEST, STAGE)[0] >= LEAST_TYPE


@pytest.mark.parametrize("size", [LAPTOP, HALL, NARROW], ids=lambda size: str(size["width"]))
def test_no_text_is_drawn_over_another(open_view: OpenView, rest: Rest, size: ViewportSize) -> None:
    view = open_view(rest, "", viewport=size)
    for name in VIEWS:
        show(view, name)
        await_until(lambda: not view.run(OVERLAPS, STAGE), 10.0)


@pytest.mark.parametrize("size", [LAPTOP, NARROW], ids=lambda size: str(size["width"]))
def test_what_acts_on_the_chosen_process_covers_no_text(
    open_view: OpenView, rest: Rest, size: ViewportSize
) -> None:
    view = open_view(rest, "", viewport=size)
    for name in FIVE:
        show(view, name)
        for _ in range(5):
            view.press("ArrowRight")
            await_until(lambda: not view.run(OVERLAPS, STAGE), 10.0)


def test_nothing_of_the_picture_is_cut_in_the_hall_nor_on_a_phone(
    open_view: OpenView, rest: Rest
) -> None:
    """Once the controls are away. The workbench scrolls."""
    view = open_view(rest, "", viewport=PROJECTED)
    whole: Json = {"scrolls": [], "slices": []}
    for name in VIEWS:
        if name == "znodes":
            continue
        show(view, name)
        view.press("p")
        expect(view.page.locator("html")).not_to_have_attribute("data-awake", "", timeout=15000)
        await_until(lambda: view.run(CUT, STAGE) == whole, 10.0)
        view.press("p")
        view.resize(NARROW)
        await_until(lambda: view.run(CUT, "[data-picture]") == whole, 10.0)
        view.resize(PROJECTED)


def test_the_hall_shows_every_step_of_every_tour_whole(open_view: OpenView, rest: Rest) -> None:
    """And leaves the picture its share, and its type."""
    view = open_view(rest, "", viewport=PROJECTED)
    view.press("p")
    view.press("g")
    expect(view.at("tour-card")).to_be_visible()
    steps: set[str] = set()
    unread, small = {}, {}
    while (shown := view.run(STEP)) is not None:
        name = shown["step"]
        assert name not in steps
        steps.add(name)
        unread[name] = view.run(UNREAD, ".tour-text, .tour-do, .tour-do > :last-child, .story")
        small[name] = shown["share"] < LEAST_IN_A_TOUR or shown["overlaps"]
        view.press(".")
        view.page.wait_for_function(
            "(name) => document.querySelector('[data-testid=tour-card]')?.dataset.step !== name",
            arg=name,
        )
    assert {name.split("-")[0] for name in steps} == set(VIEWS)
    assert {name: texts for name, texts in unread.items() if texts} == {}
    assert [name for name, is_small in small.items() if is_small] == []


def test_nothing_in_the_hall_is_cut_beside_a_tour(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "", viewport=PROJECTED)
    view.press("p")
    for name in VIEWS:
        expect(view.at("centre")).to_have_attribute("data-view", name)
        if name != "znodes":
            view.press("g")
            expect(view.at("tour-card")).to_be_visible()
            await_until(lambda: view.run(CUT, PICTURE) == {"scrolls": [], "slices": []}, 10.0)
            await_until(lambda: view.run(SMALLEST, STAGE)[0] >= LEAST_TYPE, 10.0)
            view.press("g")
        view.press("]")


def test_the_most_that_may_be_are_not_cut_in_the_hall(open_view: OpenView, rest: Rest) -> None:
    start_all(rest, {at: MOST[at] for at in MOST})
    for at in MOST:
        view = open_view(rest, "", at=f"{rest.url}/#{at}", viewport=PROJECTED)
        view.press("p")
        expect(view.page.locator("html")).not_to_have_attribute("data-awake", "", timeout=15000)
        await_until(lambda: view.run(CUT, STAGE) == {"scrolls": [], "slices": []}, 10.0)  # noqa: B023
        assert view.run(OVERLAPS, STAGE) == []


def test_a_notice_in_the_hall_slices_no_text(open_view: OpenView, rest: Rest) -> None:
    """What has no room beside it steps aside whole; in a tour its task stays."""
    view = open_view(rest, "", viewport=PROJECTED)
    view.complaints.expect("503.* /api/v1/znodes")
    view.press("p")
    rest.call("POST", "servers/s1/pause")
    expect(view.at("banner")).to_be_visible()
    texts = ".story, .checks, .tour, .caption > .reasons, .picture, .round"
    sliced, unread = {}, {}
    for name in VIEWS:
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for is_toured in (False, True):
            expect(view.at("tour-card")).to_have_count(int(is_toured))
            sliced[name, is_toured] = view.run(BENEATH, [".banner, .toast", texts])
            unread[name, is_toured] = view.run(UNREAD, ".banner, .banner p, .story")
            view.press("g")
        expect(view.at("tour-card")).to_have_count(0)
        view.press("]")
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)
    assert {at: found for at, found in sliced.items() if found} == {}
    assert {at: found for at, found in unread.items() if found} == {}
