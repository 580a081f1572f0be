"""One row of controls, and the sheets that its buttons open."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.pages import LAPTOP, NARROW
from tests.browser.rest import Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

MOST = 12
ROW = """() => {
  const row = document.querySelector(".controls");
  const things = [...row.querySelectorAll("button, select")]
    .filter((e) => !e.closest("[popover]") && e.getClientRects().length);
  const boxes = things.map((e) => e.getBoundingClientRect());
  const lowest = Math.min(...boxes.map(({ bottom }) => bottom));
  return {
    count: things.length,
    lines: boxes.every(({ top }) => top < lowest) ? 1 : 2,
    beyond: row.scrollWidth - row.clientWidth,
    stops: things.filter((e) => e.tabIndex === 0 && !e.disabled).length,
    places: things.map((e) => Math.round(e.getBoundingClientRect().left)),
  };
}"""
IN_WINDOW = """(sheet) => {
  const { left, top, right, bottom } = sheet.getBoundingClientRect();
  return left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
}"""


def views(page: Page) -> list[str]:
    tabs = page.locator(".views [role=tab]").evaluate_all(
        "(all) => all.map((e) => e.dataset.testid)"
    )
    return [tab for tab in tabs if tab != "view-znodes"]


def test_the_row_is_one_line_of_few_things_in_each_view(view: View) -> None:
    """Each group of it is one stop of the Tab key."""
    view.resize(LAPTOP)
    for tab in views(view.page):
        view.at(tab).click()
        expect(view.at("centre")).to_have_attribute("data-view", tab.removeprefix("view-"))
        row = view.run(ROW)
        assert row["count"] <= MOST, tab
        assert (row["lines"], row["beyond"]) == (1, 0), tab
        assert row["stops"] <= 5, tab


def test_a_choice_moves_no_button(view: View, rest: Rest) -> None:
    view.resize(LAPTOP)
    (first,) = rest.start(1, view.election)
    view.catch_up()
    before = view.run(ROW)
    view.press("ArrowRight")
    expect(view.at("chosen")).to_contain_text(first["candidate"])
    after = view.run(ROW)
    assert after["count"] <= MOST
    assert set(before["places"]) <= set(after["places"])


def test_a_sheet_is_walked_by_keys_and_closes_by_itself(view: View) -> None:
    opener, sheet = view.at("open-start"), view.at("sheet-start")
    opener.focus()
    for key in ("Enter", " ", "ArrowDown"):
        expect(opener).to_have_attribute("aria-expanded", "false")
        view.page.keyboard.press(key)
        expect(opener).to_have_attribute("aria-expanded", "true")
        expect(view.at("start-1")).to_be_focused()
        view.page.keyboard.press("End")
        expect(view.at("strategy")).to_be_focused()
        view.at("start-1").focus()
        view.page.keyboard.press("ArrowRight")
        expect(view.at("start-5")).to_be_focused()
        view.page.keyboard.press("Home")
        expect(view.at("start-1")).to_be_focused()
        view.page.keyboard.press("Escape")
        expect(sheet).to_be_hidden()
        expect(opener).to_be_focused()
    opener.click()
    view.at("story").click()
    expect(sheet).to_be_hidden()
    opener.click()
    assert sheet.evaluate(IN_WINDOW)
    view.resize(NARROW)
    assert sheet.evaluate(IN_WINDOW)


def test_what_is_started_is_set_in_the_sheet(view: View, rest: Rest) -> None:
    view.setting("strategy", "herd")
    view.setting("timeout", "20")
    view.start(1)
    expect(view.at("sheet-start")).to_be_hidden()
    (only,) = await_until(lambda: rest.of(view.election))
    assert (only["strategy"], only["session_timeout_ms"]) == ("herd", 20_000)
    view.sheet("start")
    expect(view.at("strategy")).to_be_disabled()


def test_wake_takes_the_place_of_freeze_which_goes_into_the_sheet(view: View, rest: Rest) -> None:
    first, second = rest.start(2, view.election)
    view.act("freeze", role="leader")
    expect(view.at("action-wake")).to_be_visible()
    expect(view.at("action-freeze")).to_be_hidden()
    view.choose(second)
    expect(view.at("action-freeze")).to_be_visible()
    view.choose(first)
    view.act("wake")
    rest.await_process(first["candidate"], "running")


def test_arrows_choose_among_radio_buttons_and_pass_what_is_off(view: View, rest: Rest) -> None:
    rest.start(1, view.election)
    details = view.details_of(f"{view.election}-acknowledged")
    forms = details.get_by_role("radio")
    possible = [one for one in forms.all() if one.is_enabled()]
    chosen = details.get_by_role("radio", checked=True)
    chosen.focus()
    words = [chosen.inner_text()]
    for _ in possible:
        view.page.keyboard.press("ArrowDown")
        expect(chosen).to_be_focused()
        words.append(chosen.inner_text())
    assert words[0] == words[-1]
    assert set(words) == {one.inner_text() for one in possible}
