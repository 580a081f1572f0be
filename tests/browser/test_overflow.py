"""No view scrolls the page: what is longer than the window scrolls in a part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Rest
from tests.browser.standing import start_all
from tests.browser.tabs import VIEWS
from tests.browser.touring import card
from tests.browser.view import SCHEMES
from tests.support.forked import forked_dashboard
from tests.support.proofs import proofs_but

SIZES = (
    ViewportSize(width=1366, height=768),
    ViewportSize(width=1280, height=800),
    ViewportSize(width=390, height=844),
)
WIDE = ("recipe", "work")
"""The tabs that are looked at beside the picture: those of the most lines."""
NARROW = ("recipe", "events", "znodes", "work", "servers", "stage")
BEYOND = """async () => {
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const { scrollWidth, scrollHeight } = document.documentElement;
  const beyond = [scrollWidth - innerWidth, scrollHeight - innerHeight];
  scrollTo(0, 1e6);
  return [...beyond, scrollX, scrollY];
}"""

OUT_OF_SIGHT = """() => {
  const isHit = (element, x, y) => element.contains(document.elementFromPoint(x, y));
  return [".tour-do span:last-child", ".tour-buttons button"]
    .flatMap((what) => [...document.querySelectorAll(what)])
    .filter((element) => {
      const { left, top, bottom } = element.getBoundingClientRect();
      return !isHit(element, left + 5, top + 4) || !isHit(element, left + 5, bottom - 4);
    }).map((element) => element.textContent);
}"""


@pytest.fixture(scope="module")
def rest() -> Iterator[Rest]:
    """Of a dashboard whose every view has something to show."""
    with forked_dashboard() as dashboard:
        rest = Rest(dashboard.url)
        start_all(rest)
        yield rest
        rest.close()


@pytest.mark.parametrize(
    "size",
    proofs_but(SIZES, lambda size: size["width"] == 1366),
    ids=lambda size: f"{size['width']}x{size['height']}",
)
def test_no_view_scrolls_the_page(rest: Rest, open_view: OpenView, size: ViewportSize) -> None:
    """Neither in the dark nor in the light. In the lesson, the text may be longer than its room;
    what is to be done, and the buttons, never hide.
    """
    view = open_view(rest, viewport=size)
    found = {}
    for name in VIEWS:
        view.at(f"view-{name}").click()
        expect(view.at("centre")).to_have_attribute("data-view", name)
        for panel in NARROW if view.at("tab-stage").is_visible() else WIDE:
            view.at(f"tab-{panel}").click()
            for scheme in SCHEMES:
                view.light_up(scheme)
                found[name, panel, scheme] = view.run(BEYOND)
    assert {place: by for place, by in found.items() if by != [0, 0, 0, 0]} == {}
    view.press("g")
    expect(card(view)).to_have_attribute("data-step", re.compile("znodes-"))
    hidden = {}
    while card(view).count():
        step = card(view).get_attribute("data-step") or ""
        hidden[step] = view.run(OUT_OF_SIGHT)
        view.at("tour-next").click()
        expect(view.page.locator(f'[data-step="{step}"]')).to_have_count(0)
    assert len(hidden) > 15
    assert {step: what for step, what in hidden.items() if what} == {}
