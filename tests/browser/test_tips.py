"""What stands in a title is read by touch and by keys, too."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.fixtures import OpenView
from tests.browser.pages import NARROW
from tests.browser.rest import Rest
from tests.browser.tabs import VIEWS
from tests.browser.view import View

HOLD = """(finger) => {
  const { x, y, width, height } = finger.getBoundingClientRect();
  const at = { clientX: x + width / 2, clientY: y + height / 2, bubbles: true };
  const target = document.elementFromPoint(at.clientX, at.clientY);
  target.dispatchEvent(new PointerEvent("pointerdown", { ...at, pointerType: "touch" }));
}"""
"""A finger that comes down on an element, and stays."""
WALK = """() => {
  const words = (e) => e.getAttribute("title") ?? e.querySelector(":scope > title").textContent;
  const seen = [...document.body.querySelectorAll("[title], svg:has(> title), svg *:has(> title)")]
    .filter((e) => e.checkVisibility({ visibilityProperty: true })).map(words).filter(Boolean);
  const told = seen.map(() => {
    document.activeElement.dispatchEvent(
      new KeyboardEvent("keydown", { key: "ContextMenu", bubbles: true, cancelable: true }));
    return document.querySelector(".tip:popover-open")?.textContent;
  });
  return { seen: seen.length, missing: seen.filter((text) => !told.includes(text)) };
}"""
"""The menu key, as often as there are titles in sight; which of these it did not tell."""
LET_GO = """(finger) => {
  finger.dispatchEvent(new PointerEvent("pointerup", { bubbles: true, pointerType: "touch" }));
  finger.click();
}"""


def test_a_title_is_read_by_a_finger_and_by_the_menu_key(view: View, rest: Rest) -> None:
    """A finger that reads does not act; a button that cannot be pressed says why."""
    (entry,) = rest.start(1, view.election)
    view.expect_crown(entry)
    tip = view.page.locator(".tip")
    view.at("action-kill").evaluate(HOLD)
    expect(tip).to_contain_text("SIGKILL: the process ends at once")
    view.at("action-kill").evaluate(LET_GO)
    view.press("Escape")
    expect(tip).to_be_hidden()
    assert rest.candidate(entry["candidate"])["process"] == "running"
    view.at("action-stop").focus()
    view.press("ContextMenu")
    expect(tip).to_contain_text("asks the process to close its session")
    view.press("Escape")
    expect(tip).to_be_hidden()


def test_what_cannot_be_pressed_says_why_on_a_phone(
    open_view: OpenView, rest: Rest, election: str
) -> None:
    view = open_view(rest, election, viewport=NARROW)
    expect(view.at("action-kill")).to_be_disabled()
    view.at("action-kill").evaluate(HOLD)
    expect(view.page.locator(".tip")).to_contain_text("Nobody is the leader now")


def test_the_menu_key_walks_all_titles_of_each_view(view: View, rest: Rest) -> None:
    """Most of what has a title takes no focus."""
    rest.start(2, view.election)
    for name in VIEWS:
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        view.page.keyboard.press("1")  # starts one, where something can be started
        walked = view.run(WALK)
        assert walked["seen"] > 20, name
        assert walked["missing"] == [], name
