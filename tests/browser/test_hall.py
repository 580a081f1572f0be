"""The projector mode: what lies over the picture on demand, and what everybody must see."""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import BENEATH, OVERLAPS
from tests.browser.pages import HALL, LAPTOP, NARROW
from tests.browser.rest import LASTING, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

PROJECTED = ViewportSize(width=1280, height=720)
PICTURE = "[data-picture]"
SAID_IN_THE_HALL = f".tour, .past-sign, .story, .caption > .reasons, {PICTURE}"
WHO_IS_WHOLE = """() => {
  const who = document.querySelector(".round-who");
  return who.scrollWidth <= who.clientWidth;
}"""


@pytest.fixture
def hall(open_view: OpenView, rest: Rest, election: str) -> View:
    view = open_view(rest, election, viewport=HALL)
    view.press("p")
    expect(view.page.locator("html")).to_have_attribute("data-projector", "true")
    return view


def test_the_column_is_a_sheet_over_the_picture(hall: View) -> None:
    """By its key, which closes it too, or by the button among the controls; Escape closes it."""
    column, picture = hall.page.locator(".column"), hall.page.locator("[data-picture]")
    expect(column).to_be_hidden()
    hall.press("-")
    expect(hall.at("panel-recipe")).to_be_visible()
    expect(picture).to_be_visible()
    hall.at("tab-events").click()
    expect(hall.at("panel-events")).to_be_visible()
    hall.press("-")
    expect(column).to_be_hidden()
    hall.page.locator(".deeds").hover()
    hall.at("beside").click()
    expect(hall.at("panel-events")).to_be_visible()
    hall.press("Escape")
    expect(column).to_be_hidden()
    hall.press("z")
    expect(hall.at("server-details")).to_be_visible()
    hall.press("Escape")
    expect(column).to_be_hidden()


def test_what_is_typed_after_the_key_is_searched_and_does_nothing(hall: View, rest: Rest) -> None:
    chain = rest.start(2, hall.election)
    hall.expect_crown(chain[0])
    hall.press("/")
    hall.page.keyboard.type("k")
    expect(hall.at("search")).to_have_value("k")
    expect(hall.at("search")).to_be_visible()
    hall.press("Escape")
    expect(hall.at("search")).to_have_value("")
    hall.press("Escape")
    expect(hall.at("search")).to_be_hidden()
    hall.press("j")
    znode = f"{hall.election}/{chain[0]['znode']}"
    expect(hall.at("znode-details")).to_have_attribute("data-path", znode)
    expect(hall.at("znode-details")).to_be_visible()
    assert [one["process"] for one in rest.of(hall.election)] == ["running"] * 2


def test_what_is_broken_is_read_first_and_in_the_hall(open_view: OpenView, rest: Rest) -> None:
    path = "/lock-of-a-hall"
    break_a_lock(rest, path)
    view = open_view(rest, "", at=f"{rest.url}/#view=lock&lock={path}", viewport=LAPTOP)
    violation = view.at("violation").first
    expect(violation).to_contain_text("of their updates are lost")
    expect(violation).to_be_visible()
    expect(view.page.locator(".reasons > li").first).to_have_attribute("data-testid", "violation")
    expect(view.sheet("checks")).to_contain_text("The number in the file has grown by one")
    expect(view.sheet("checks")).to_contain_text("of their updates are lost")
    view.press("Escape")
    view.press("p")
    expect(violation).to_be_visible()
    expect(view.at("open-legend")).to_be_hidden()
    view.page.locator(".deeds").hover()
    view.sheet("legend")


def break_a_lock(rest: Rest, path: str) -> None:
    """Have its clients write without it."""
    body = {"path": path, "count": 3, "task": 1, "session_timeout": LASTING}
    rest.call("POST", "locks", body)
    await_until(lambda: len(rest.state()["locks"].get(path, {"chain": []})["chain"]) == 3)
    rest.call("POST", "locks/locking", {"path": path, "on": False})


def test_the_past_and_what_is_broken_stand_beside_a_tour_and_over_nothing(
    open_view: OpenView, rest: Rest
) -> None:
    path = "/lock-of-a-past-hall"
    break_a_lock(rest, path)
    at = f"{rest.url}/#view=lock&lock={path}"
    view = open_view(rest, "", at=at, viewport=PROJECTED)
    expect(view.at("violation").first).to_contain_text("of their updates are lost")
    view.press("p")
    view.press(",")
    expect(view.at("past-sign")).to_be_visible()
    for is_toured in (False, True):
        expect(view.at("tour-card")).to_have_count(int(is_toured))
        await_until(lambda: not view.run(OVERLAPS, SAID_IN_THE_HALL), 10.0)
        assert view.run(BENEATH, [".caption > .reasons, .past-sign, .tour", PICTURE]) == []
        assert view.run(BENEATH, [".caption > .reasons, .past-sign", ".tour-text"]) == []
        view.press("g")
    expect(view.at("tour-card")).to_have_count(0)


def test_the_tab_opens_that_tells_of_what_is_chosen(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    """Of a znode in the picture; and the legend says what the picture has no room for."""
    (entry,) = rest.start(1, election)
    view = open_view(rest, election, viewport=LAPTOP)
    view.tab("events")
    view.znode(entry).click()
    path = f"{election}/{entry['znode']}"
    expect(view.at("znode-details")).to_have_attribute("data-path", path)
    expect(view.at("znode-details")).to_be_visible()
    expect(view.sheet("legend")).to_contain_text("Processes: what each one believes")


@pytest.mark.parametrize("viewport", [LAPTOP, NARROW])
def test_a_value_is_typed_wherever_its_field_is(
    open_view: OpenView, rest: Rest, viewport: dict[str, int]
) -> None:
    """In a tab that does not show, in a column that is closed."""
    path = "/config-of-a-key"
    body = {"path": path, "count": 1, "session_timeout": LASTING}
    rest.call("POST", "configurations", body)
    at = f"{rest.url}/#view=config&configuration={path}"
    view = open_view(rest, "", at=at, viewport=viewport)
    if viewport == LAPTOP:
        view.tab("recipe")
        view.at("beside").click()
        expect(view.page.locator(".column")).to_be_hidden()
    view.press("v")
    expect(view.at("config-value")).to_be_focused()
    view.page.keyboard.type("k1")
    expect(view.at("config-value")).to_have_value("k1")


def test_who_took_over_is_not_cut_from_the_last_handoff(hall: View, rest: Rest) -> None:
    first = rest.start(3, hall.election)[0]
    rest.act(first["candidate"], "stop")
    for size in (LAPTOP, PROJECTED):
        hall.page.set_viewport_size(size)
        expect(hall.page.locator(".round-who")).to_contain_text(first["candidate"])
        await_until(lambda: hall.run(WHO_IS_WHOLE))
        hall.press("p")
