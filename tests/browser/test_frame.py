"""The frame of the views: its boxes keep their places and sizes, whatever is in them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import UNREAD
from tests.browser.pages import HALL, LANDSCAPE, LAPTOP, NARROW
from tests.browser.rest import Json, Rest
from tests.browser.standing import show, start_all
from tests.browser.tabs import VIEWS
from tests.browser.view import View
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import Connect

SHEETS = ("start", "more", "legend")
TABS = ("recipe", "events", "znodes", "work", "servers")
NARROWEST = ViewportSize(width=320, height=640)
SMALLEST = ViewportSize(width=320, height=568)
SIZES = (NARROWEST, NARROW, LANDSCAPE, ViewportSize(width=1280, height=720), LAPTOP, HALL)
MAGNIFIED = ViewportSize(width=683, height=384)
LEAST_IN_A_LOW_WINDOW = 0.4
MOST_THINGS = 12
MOST_UNSEEN = 99
MOST_PRESSES = 20
THUMB = 44  # px

BOXES = """(parts) => parts.map((part) => {
  const { x, y, width, height } = document.querySelector(part).getBoundingClientRect();
  return [x, y, width, height].map(Math.round);
})"""
PICTURE = ["[data-picture]"]

ROW = """() => {
  const row = document.querySelector(".deeds");
  const things = [...row.querySelectorAll("button, select")]
    .filter((one) => !one.closest("[popover]") && one.getClientRects().length);
  const middles = things.map((one) => one.getBoundingClientRect())
    .map(({ top, bottom }) => Math.round((top + bottom) / 2));
  const { right } = row.getBoundingClientRect();
  return {
    things: things.length,
    lines: middles.length ? Math.max(...middles) - Math.min(...middles) : 0,
    beyond: things.filter((one) => one.getBoundingClientRect().right > right)
      .map((one) => one.dataset.testid),
  };
}"""
"""How many things stand in the row of controls, by how many pixels they stand on other lines, and
which it has no room for.
"""

COUNTERS = """() => [...document.querySelectorAll(".tabs .unseen")].filter((one) => {
  const range = document.createRange();
  range.selectNodeContents(one.parentElement.firstChild);
  const [word, number] = [range, one].map((part) => part.getBoundingClientRect());
  return number.left < word.left || number.right > word.right + 6 || number.bottom > word.top + 6;
}).map((one) => one.parentElement.textContent)"""
"""The tabs whose number does not stand above the end of their word."""
TABS_FIT = """() => {
  const list = document.querySelector(".tabs [role=tablist]");
  const shown = [...list.children].filter((tab) => tab.getClientRects().length);
  const end = list.getBoundingClientRect().right;
  const beyond = shown.filter((tab) => tab.getBoundingClientRect().right > end + 1);
  return [shown.map((tab) => tab.dataset.tab), beyond.map((tab) => tab.dataset.tab)];
}"""


TOUR = "[data-testid=tour-card]"
SIGHT_OF = """(part) => {
  const box = document.querySelector(part).getBoundingClientRect();
  const stage = document.querySelector(".centre").getBoundingClientRect();
  const story = document.querySelector(".story").getBoundingClientRect();
  return Math.min(box.bottom, stage.bottom) - Math.max(box.top, story.bottom);
}"""
"""How many pixels of something on the stage show between the sentence and the end of the stage."""

SHORTENED = """() => {
  const line = document.querySelector(".caption > .reasons").getBoundingClientRect();
  return [...document.querySelectorAll(".caption > .reasons > li")]
    .filter((one) => one.getBoundingClientRect().top < line.bottom)
    .filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent);
}"""
"""What is said in the line below the picture, and has no room there."""

SAID_TO_A_PHONE = """async (words) => {
  const { VIEWS } = await import("/static/js/views/registry.js");
  const { partsOf } = await import("/static/js/tour/steps.js");
  const tours = await Promise.all(VIEWS.map(({ tour }) => tour?.()));
  const texts = tours.flatMap((tour) => tour?.steps ?? []).flatMap((step) => [step.say, step.do]);
  const said = (text) => {
    try {
      return partsOf(text, {}, null, false).filter((part) => typeof part === "string").join("");
    } catch {
      return ""; // what it says depends on the state
    }
  };
  return texts.map(said).filter((text) => new RegExp(words).test(text));
}"""

FOR_ANOTHER_SCREEN = r"\bkeys?\b|press \w\b|[→←]|[Cc]lick|on the (left|right)|views above|\(\w\)"

COVERED = """([over, under]) => {
  const boxOf = (one) => one.getBoundingClientRect();
  return under.filter((part) => [...document.querySelectorAll(part)].map(boxOf)
    .some((box) => [...document.querySelectorAll(over)].map(boxOf).some((other) =>
      other.left < box.right - 1 && other.right > box.left + 1
      && other.top < box.bottom - 1 && other.bottom > box.top + 1)));
}"""
"""Which of the parts below lie beneath one of those above."""

BARS = """() => {
  const isMeant = (one) => one.offsetWidth !== 1 && !one.matches(".views, .spring");
  const boxesIn = (part) => [...document.querySelector(part).children]
    .filter((one) => one.getClientRects().length && isMeant(one))
    .map((one) => one.getBoundingClientRect());
  const heightOf = (part) => document.querySelector(part).getBoundingClientRect().height;
  const rows = ["header", ".time"].map(boxesIn);
  const isAfter = (box, other) => box.left >= other.right - 1;
  return {
    heights: ["header", ".beneath"].map(heightOf),
    beyond: rows.flat().filter(({ left, right }) => left < 0 || right > innerWidth + 1).length,
    over: rows.flatMap((row) => row.slice(1).filter((box, at) => !isAfter(box, row[at]))).length,
  };
}"""
"""The heights of the header and of the time bar; and how many of their things, each in one line,
reach beyond the window, or over the one before.
"""


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    """With a server of its own, which may be frozen."""
    with forked_dashboard() as dashboard:
        yield dashboard


@pytest.fixture(scope="module")
def started(dashboard: Dashboard) -> dict[str, list[str]]:
    """View -> its processes; no test needs them whole."""
    rest = Rest(dashboard.url)
    names = start_all(rest)
    rest.close()
    return names


@pytest.fixture
def rest(dashboard: Dashboard) -> Iterator[Rest]:
    """Which leaves the processes as they are."""
    rest = Rest(dashboard.url)
    yield rest
    rest.close()


def boxes(view: View, parts: list[str]) -> list[list[int]]:
    found: list[list[int]] = view.run(BOXES, parts)
    return found


def test_the_row_fits_and_so_do_the_tabs(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    view = open_view(rest, "", viewport=LAPTOP)
    found, tabs = {}, {}
    for name in VIEWS:
        show(view, name)
        found[name], tabs[name] = view.run(ROW), view.run(TABS_FIT)
    assert {name: row for name, row in found.items() if row["things"] > MOST_THINGS} == {}
    assert {name: row for name, row in found.items() if row["lines"] > 2 or row["beyond"]} == {}
    assert tabs == {name: [list(TABS), []] for name in VIEWS}


def test_the_row_fits_beside_a_wide_column(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """From the narrowest window that has a column on."""
    view = open_view(rest, "", viewport=LAPTOP)
    beyond = {}
    for name in VIEWS:
        show(view, name)
        view.tab("work")
        for width in (1092, 1188, 1308):
            view.resize(ViewportSize(width=width, height=768))
            expect(view.at("tab-stage")).to_be_hidden()
            beyond[name, width] = view.run(ROW)["beyond"]
    assert {at: things for at, things in beyond.items() if things} == {}


def test_a_tab_counts_what_has_come_since_it_was_shown(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest, open_client: Connect
) -> None:
    """Up to 99, for which there is room; on a phone above the end of the word."""
    view = open_view(rest, "/election", viewport=LAPTOP)
    unseen = view.at("tab-znodes").locator(".unseen")
    client = open_client(rest.state()["zookeeper"]["hosts"])
    for number in range(MOST_UNSEEN + 20):
        client.set("/election", str(number).encode())
    expect(unseen).to_have_text(str(MOST_UNSEEN))
    assert view.run(TABS_FIT) == [list(TABS), []]
    view.resize(NARROW)
    assert view.run(COUNTERS) == []
    view.resize(LAPTOP)
    view.tab("znodes")
    expect(unseen).to_have_count(0)


@pytest.mark.proof
def test_the_picture_gets_the_room_of_a_column_that_is_away(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """The widest one, too: closed, or in the projector mode."""
    view = open_view(rest, "/election", viewport=LAPTOP)
    view.tab("work")
    view.at("beside").click()
    width = "() => document.querySelector('.centre').offsetWidth"
    view.await_run(width, LAPTOP["width"])
    view.at("beside").click()
    view.press("p")
    view.await_run(width, LAPTOP["width"])


def test_what_is_unseen_is_kept_by_view_and_subject(open_view: OpenView, rest: Rest) -> None:
    view = open_view(rest, "", viewport=LAPTOP)
    paths = ("/election-unseen", "/election-beside")
    for path in paths:
        rest.follow(path)
        view.choose_election(path)
        view.tab("recipe")
    unseen = view.at("tab-events").locator(".unseen")
    expect(unseen).to_have_count(0)
    show(view, "lock")
    rest.start(2, paths[0])
    view.catch_up()
    show(view, "election")
    expect(unseen).to_have_count(0)
    view.choose_election(paths[0])
    expect(unseen).to_have_text(re.compile("[1-9]"))


def test_the_line_of_the_recipe_that_is_carried_out_stays_in_sight(
    open_view: OpenView, rest: Rest
) -> None:
    path = "/election-in-a-low-window"
    rest.follow(path)
    rest.start(2, path)
    view = open_view(rest, path, viewport={"width": 1366, "height": 400})
    on = view.tab("recipe").locator('[data-testid="recipe-step"][data-on="true"]')
    expect(on).to_be_in_viewport(ratio=1)
    panel = view.at("panel-recipe")
    assert panel.evaluate("(panel) => panel.scrollHeight > panel.clientHeight")


def test_no_picture_changes_its_box_by_what_appears(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """Neither by sheets, a kill, a freeze, a message, nor by a banner."""
    view = open_view(rest, "", viewport=LAPTOP)
    view.complaints.expect("503.* /api/v1/znodes")  # the workbench reads while the server is frozen
    before: Json = {}
    for name in VIEWS:
        show(view, name)
        before[name] = boxes(view, PICTURE)
    for name in VIEWS:
        show(view, name)
        must_stay_beneath_sheets(view, before[name])
        must_stay_by_what_happens(view, started.get(name, []), before[name])
    rest.call("POST", "servers/s1/pause")
    expect(view.at("banner")).to_be_visible()
    after = {}
    for name in VIEWS:
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        expect(view.at("banner")).to_be_visible()
        after[name] = boxes(view, PICTURE)
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)
    assert after == before


def test_header_and_time_bar_keep_their_height(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """In the past, while a process is frozen, and while ZooKeeper is."""
    view = open_view(rest, "/election", viewport=LAPTOP)
    expect(view.page.locator(".time")).to_be_visible()
    live = bars_of(view)
    assert [{**bars, "heights": []} for bars in live] == [
        {"heights": [], "beyond": 0, "over": 0} for _ in SIZES
    ]
    rest.act(started["election"][-1], "pause")
    view.catch_up()
    assert bars_of(view) == live
    rest.call("POST", "servers/s1/pause")
    expect(view.at("zookeeper")).to_contain_text(re.compile("frozen|suspended"))
    assert bars_of(view) == live
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)
    view.press(",")
    expect(view.page.locator("html")).to_have_attribute("data-time", "past")
    assert bars_of(view) == live
    picture = boxes(view, [*PICTURE, "main"])
    view.resize(NARROW)
    narrow = boxes(view, [*PICTURE, "main"])
    view.at("time-more").click()
    expect(view.at("time-handoffs")).to_be_in_viewport(ratio=1)
    assert boxes(view, [*PICTURE, "main"]) == narrow
    view.resize(HALL)
    assert boxes(view, [*PICTURE, "main"]) == picture


def test_the_past_says_so_and_moves_nothing(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """In the hall it says so where no controls are. The narrowest window scrolls to it."""
    view = open_view(rest, "/election", viewport=LAPTOP)
    expect(view.page.locator(".time")).to_be_visible()
    for sizes in (SIZES[1:], (HALL, ViewportSize(width=1280, height=720))):
        live = boxes_at(view, sizes)
        view.press(",")
        expect(view.at("past-sign")).to_contain_text(re.compile(r"Past · \d\d:\d\d:\d\d"))
        assert boxes_at(view, sizes) == live
        view.at("past-leave").click()
        expect(view.at("past-sign")).to_have_count(0)
        view.press("p")


def boxes_at(view: View, sizes: Sequence[ViewportSize]) -> list[list[list[int]]]:
    """Of the picture at each size; what says that it is one of the past is whole in the window."""
    found = []
    for size in sizes:
        view.resize(size)
        for sign in view.at("past-sign").all():
            expect(sign).to_be_in_viewport(ratio=1)
            expect(view.at("past-leave")).to_be_in_viewport(ratio=1)
        found.append(boxes(view, [*PICTURE, ".deeds"]))
    return found


def test_the_tour_leaves_the_picture_and_its_words_in_sight(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """On phones a card of one size, beside the picture where it lies on its side; in the hall a row
    in the place of the sentence's reason.
    """
    view = open_view(rest, "/election", viewport=NARROW)
    for size, least in ((NARROWEST, 0.15), (NARROW, 0.25), (LANDSCAPE, 0.25)):
        view.resize(size)
        view.press("g")
        expect(view.at("tour-card")).to_be_visible()
        (card,) = boxes(view, [TOUR])
        assert view.run(SIGHT_OF, "[data-picture]") > least * size["height"], size
        for _ in range(3):
            view.press(".")
            assert boxes(view, [TOUR]) == [card]
            expect(view.at("tour-next")).to_be_in_viewport(ratio=1)
        expect(view.at("tour-card")).to_have_attribute("data-step", "election-kill")
        expect(view.at("tour-ring")).to_be_visible()
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, 0)")
        if view.run(SIGHT_OF, "[data-testid=action-kill]") <= 0:
            expect(view.at("tour-ring")).to_be_hidden()
        for _ in range(3):
            view.press(",")
        view.press("g")
    view.resize(HALL)
    view.press("p")
    view.press("g")
    for _ in range(3):
        view.press(".")
    for part in (".tour-text", ".tour-do"):
        expect(view.page.locator(part)).to_be_in_viewport(ratio=1)
    expect(view.at("tour-leave").locator("[aria-hidden]")).to_be_visible()
    expect(view.at("story").locator("small")).to_be_hidden()
    said, card, picture = boxes(view, ["[data-testid=story] > span", TOUR, *PICTURE])
    assert said[1] + said[3] <= card[1]
    assert card[1] + card[3] <= picture[1]


def test_no_picture_changes_its_box_as_a_tour_begins(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """On a phone, where the tour is a sheet: enough shows above it, and the rest scrolls there."""
    view = open_view(rest, "/election", viewport=NARROW)
    for size, least in ((NARROWEST, 0.15), (NARROW, 0.3)):
        view.resize(size)
        before = boxes(view, PICTURE)
        view.press("g")
        expect(view.at("tour-card")).to_be_visible()
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, 0)")
        assert boxes(view, PICTURE) == before, size
        (card,) = boxes(view, [TOUR])
        assert card[1] - before[0][1] > least * size["height"], size
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, centre.scrollHeight)")
        (last,) = boxes(view, [".round"])
        assert last[1] + last[3] <= card[1] + 1, size
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, 0)")
        view.press("g")
        expect(view.at("tour-card")).to_have_count(0)


def test_a_low_window_has_room_for_the_picture_and_for_the_controls(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """A phone on its side, or a window that is magnified twice; at once, without scrolling."""
    view = open_view(rest, "", viewport=LAPTOP)
    found = {}
    for name in VIEWS:
        show(view, name)
        for size in (LANDSCAPE, MAGNIFIED):
            view.resize(size)
            picture, deeds, end = boxes(view, [*PICTURE, ".deeds", ".beneath"])
            share = (min(deeds[1], sum(picture[1::2])) - picture[1]) / size["height"]
            if share < LEAST_IN_A_LOW_WINDOW or deeds[1] + deeds[3] > end[1]:
                found[name, size["width"]] = share
        view.resize(LAPTOP)
    assert found == {}


def test_what_scrolls_is_one_thing_and_the_handle_of_the_console_is_whole(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """A server's details scroll with their column; on a phone the workbench leaves it room."""
    view = open_view(rest, "/election", viewport=LAPTOP)
    view.press("z")
    details = view.at("server-details")
    expect(details).to_be_visible()
    view.resize(ViewportSize(width=1366, height=400))
    assert details.evaluate("(one) => one.scrollHeight <= one.clientHeight")
    view.press("Escape")
    view.resize(NARROW)
    show(view, "znodes")
    expect(view.page.locator(".split-line .filter")).to_be_in_viewport(ratio=1)


def test_what_is_not_known_is_said_whole_or_not_in_the_line(
    open_view: OpenView, rest: Rest
) -> None:
    """Below the picture, while ZooKeeper is out of reach; the checks say all of it."""
    path = "/election-that-is-unknown"
    rest.follow(path)
    rest.start(2, path)
    view = open_view(rest, path, viewport=LAPTOP)
    rest.call("POST", "servers/s1/pause")
    expect(view.at("banner")).to_be_visible()
    expect(view.page.locator(".caption > .reasons > li").first).to_be_visible()
    assert view.run(SHORTENED) == []
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)


def test_a_long_name_shows_its_end(open_view: OpenView, rest: Rest, open_client: Connect) -> None:
    """Which alone may tell the runs of a program apart."""
    path = "/election-of-long-names"
    rest.follow(path)
    clients = [open_client(rest.state()["zookeeper"]["hosts"]) for _ in range(2)]
    for number, client in enumerate(clients):
        name = f"the-worker-of-the-evening-run-number-{number:04}"
        client.create(f"{path}/n_", name.encode(), ephemeral=True, sequence=True, makepath=True)
    view = open_view(rest, path, viewport=LAPTOP)
    clients[0].stop()
    who = view.page.locator(".round-who")
    expect(who).to_have_text(re.compile("^the-.*….*-0000 → the-.*….*-0001$"))


def test_notices_lie_over_nothing_that_they_are_about(open_view: OpenView, rest: Rest) -> None:
    """But over the column, the last round, or in the hall over the reason; nor over a control."""
    path = "/election-with-notices"
    rest.follow(path)
    (leader,) = rest.start(1, path)
    view = open_view(rest, path, viewport=LAPTOP)
    rest.act(leader["candidate"], "kill")
    rest.call("POST", "servers/s1/pause")
    expect(view.at("banner")).to_be_visible()
    for size in (NARROW, LAPTOP, HALL):
        view.resize(size)
        assert view.run(COVERED, [".banner", [".story", ".picture", ".deeds"]]) == [], size
        assert view.at("banner-whole").is_visible() == (size == NARROW)
    view.at("beside").click()
    view.at("time-clock").click()
    view.at("time-typed").fill("soon")
    view.page.keyboard.press("Enter")
    expect(view.at("toast")).to_be_visible()
    assert view.run(COVERED, [".banner, .toast", [".story", ".picture", ".deeds"]]) == []
    view.at("projector").click()
    expect(view.page.locator("html")).to_have_attribute("data-projector", "true")
    for size in (ViewportSize(width=1280, height=720), HALL):
        view.resize(size)
        meant = [".picture", ".round", "[data-testid=story] > span > :not(small)"]
        assert view.run(COVERED, [".banner, .toast", meant]) == [], size
        view.at("projector").focus()
        assert view.run(BARS)["over"] == 0
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)


def test_a_banner_covers_no_control_of_a_small_screen_and_no_button_of_a_tour(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """It says there what is so and why, and what to do on demand; what it lies over scrolls."""
    view = open_view(rest, "/election", viewport=NARROW)
    rest.call("POST", "servers/s1/pause")
    banner = view.at("banner")
    expect(banner).to_be_visible()
    for size in (SMALLEST, NARROW, LANDSCAPE, MAGNIFIED):
        view.resize(size)
        expect(banner).to_be_in_viewport(ratio=1)
        assert view.run(COVERED, [".banner", [".deeds", ".beneath"]]) == [], size
        view.press("g")
        expect(view.at("tour-card")).to_be_visible()
        expect(banner).to_be_in_viewport(ratio=1)
        assert view.run(COVERED, [".banner", [".tour", ".beneath"]]) == [], size
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, centre.scrollHeight)")
        assert view.run(COVERED, [".banner, .tour", [".deeds", ".round"]]) == [], size
        view.press("g")
        view.page.locator(".centre").evaluate("(centre) => centre.scrollTo(0, 0)")
    rest.call("POST", "servers/s1/resume")
    expect(banner).to_have_count(0)


def test_a_banner_of_a_small_screen_says_what_to_do_on_demand(
    open_view: OpenView, rest: Rest
) -> None:
    """Whole, beside a message and a tour too, and beneath the header; Escape closes it first. A
    thumb finds its button.
    """
    path = "/election-for-a-thumb"
    rest.follow(path)
    rest.start(1, path)
    view = open_view(rest, path, viewport=SMALLEST, has_touch=True)
    rest.call("POST", "servers/s1/pause")
    advice, button = view.page.locator(".banner-advice"), view.at("banner-whole")
    view.press("g")
    for size in (SMALLEST, NARROW, LANDSCAPE, MAGNIFIED):
        view.resize(size)
        expect(advice).to_be_hidden()
        (box,) = boxes(view, ["[data-testid=banner-whole]"])
        assert min(box[2:]) >= THUMB, size
        button.click()
        expect(advice).to_be_in_viewport(ratio=1)
        assert view.run(UNREAD, ".banner") == []
        assert view.run(COVERED, [".banner", ["header"]]) == [], size
        view.press("w")
        expect(view.at("toast")).to_be_visible()
        view.press("Escape")
        expect(advice).to_be_hidden()
        assert view.run(COVERED, [".banner, .toast", ["header", ".story", ".tour"]]) == [], size
        view.press("Escape")
        expect(view.at("toast")).to_have_count(0)
    rest.call("POST", "servers/s1/resume")
    expect(view.at("banner")).to_have_count(0)


def test_the_row_fits_beside_a_tour_in_a_low_window(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """In two lines, at its foot."""
    view = open_view(rest, "", viewport=LAPTOP)
    found = {}
    for name in VIEWS:
        show(view, name)
        view.press("g")
        expect(view.at("tour-card")).to_be_visible()
        for size in (LANDSCAPE, MAGNIFIED):
            view.resize(size)
            deeds, end = boxes(view, [".deeds", ".beneath"])
            if view.run(ROW)["beyond"] or deeds[1] + deeds[3] > end[1]:
                found[name, size["width"]] = view.run(ROW)
        view.resize(LAPTOP)
        view.press("g")
    assert found == {}


def test_no_word_of_a_tour_is_for_another_screen(open_view: OpenView, rest: Rest) -> None:
    """On a phone there is no key to press, nothing to click, and no column on a side."""
    view = open_view(rest, "")
    assert view.run(SAID_TO_A_PHONE, FOR_ANOTHER_SCREEN) == []


def test_few_presses_of_tab_reach_the_time_bar(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    """From the views, which are the first."""
    view = open_view(rest, "", viewport=LAPTOP)
    presses = {}
    for name in VIEWS:
        show(view, name)
        view.at(f"view-{name}").focus()
        presses[name] = 1
        while not view.run("() => Boolean(document.activeElement.closest('.time'))"):
            view.page.keyboard.press("Tab")
            presses[name] += 1
            assert presses[name] <= MOST_PRESSES, presses


def bars_of(view: View) -> list[Json]:
    found = []
    for size in SIZES:
        view.resize(size)
        found.append(view.run(BARS))
    return found


def must_stay_beneath_sheets(view: View, box: list[list[int]]) -> None:
    for sheet in SHEETS:
        if view.at(f"open-{sheet}").count():
            view.sheet(sheet)
            assert boxes(view, PICTURE) == box, sheet
            view.page.keyboard.press("Escape")
            expect(view.at(f"sheet-{sheet}")).to_be_hidden()


def must_stay_by_what_happens(view: View, names: list[str], box: list[list[int]]) -> None:
    """To two of the view's processes; and a message says that no time is meant."""
    for name, action in zip(names, ("kill", "pause"), strict=False):
        view.rest.act(name, action)
        view.catch_up()
        assert boxes(view, PICTURE) == box, action
    view.at("time-clock").click()
    view.at("time-typed").fill("soon")
    view.page.keyboard.press("Enter")
    expect(view.at("toast")).to_be_visible()
    assert boxes(view, PICTURE) == box, "a message"
    view.at("toast").get_by_role("button").click()
    expect(view.at("toast")).to_have_count(0)
    view.page.keyboard.press("Escape")


def test_on_a_phone_the_picture_is_a_tab_and_the_buttons_stay(
    started: dict[str, list[str]], open_view: OpenView, rest: Rest
) -> None:
    view = open_view(rest, "/election", viewport=NARROW)
    for name in VIEWS:
        show(view, name)
        expect(view.at("tab-stage")).to_have_attribute("aria-selected", "true")
        expect(view.page.locator("[data-picture]")).to_be_visible()
        assert view.run(TABS_FIT) == [["stage", *TABS], []], name
        view.tab("events")
        expect(view.page.locator("[data-picture]")).to_be_hidden()
    show(view, "election")
    path = "/election-of-a-phone"
    rest.follow(path)
    view.choose_election(path)
    parts = ["[data-testid=open-start]", "[data-testid=open-more]", "[data-picture]"]
    expect(view.at("story")).to_contain_text("has no candidates")
    short = boxes(view, parts)
    chain = rest.start(3, path)
    view.expect_crown(chain[0])
    expect(view.at("story").locator("small")).to_contain_text("Two others wait")
    assert boxes(view, parts) == short
    rest.act(chain[0]["candidate"], "kill")
    expect(view.at("story")).to_contain_text(re.compile("was killed"))
    assert boxes(view, parts) == short
