"""Where the tests' pages come from: a new window takes more time than most tests in it."""

from __future__ import annotations

from typing import Any, TypeAlias
from urllib.parse import urljoin

from playwright.sync_api import Browser, BrowserContext, Dialog, Error, Page, ViewportSize

Looks: TypeAlias = dict[str, Any]

PAINTED_WITHIN = 30.0
"""Seconds until the page shows what is so: patience, and no statement about its speed."""

VIEWPORT = {"width": 1440, "height": 860}
USUAL: Looks = {
    "viewport": VIEWPORT,
    "color_scheme": "dark",
    "reduced_motion": "reduce",
    "timezone_id": "UTC",
}
"""Nothing moves: what beats and flies takes more of the processor than all that the tests ask."""

NARROW = ViewportSize(width=390, height=844)
LANDSCAPE = ViewportSize(width=844, height=390)
LAPTOP = ViewportSize(width=1366, height=768)
HALL = ViewportSize(width=1920, height=1080)
LOW = (LAPTOP, ViewportSize(width=1024, height=768))
"""Of a lecture hall's projector."""

PICTURE_IN_SIGHT = """() => {
  const end = (part) => document.querySelector(part).getBoundingClientRect().bottom;
  return end(".stage svg") <= end(".centre");
}"""

MOVING: Looks = {"reduced_motion": "no-preference"}
"""Where what moves is looked at: things that go, come, fly, and change their places."""

_CHANGEABLE = {"viewport", "color_scheme", "reduced_motion"}
_QUIET = "/static/css/tokens.css"
"""Of the dashboard's origin, so that the browser keeps the process; and it runs nothing."""


class Pages:
    """One page is kept from test to test, and is as new at the beginning of each: no address, no
    cookies, nothing stored. What else a test opens has a context of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._kept: Page | None = None
        self._is_taken = False
        self._contexts: list[BrowserContext] = []

    def open(self, **looks: Any) -> Page:
        """An empty page; looks: arguments of a context that are not as usual."""
        if self._is_taken or not looks.keys() <= _CHANGEABLE:
            context = self._context(looks)
            self._contexts.append(context)
            return context.new_page()
        self._is_taken = True
        if self._kept is None:
            self._kept = self._context({}).new_page()
        _dress(self._kept, {**USUAL, **looks})
        return self._kept

    def end_test(self) -> None:
        """Close all but the one that is kept, and clear that one."""
        for context in self._contexts:
            context.close()
        self._contexts.clear()
        if self._is_taken and self._kept is not None:
            self._is_taken = False
            self._clear(self._kept)

    def _context(self, looks: Looks) -> BrowserContext:
        context = self._browser.new_context(**{**USUAL, **looks})
        context.set_default_timeout(PAINTED_WITHIN * 1000)
        return context

    def _clear(self, page: Page) -> None:
        """Where its dashboard has ended, the next test gets another one."""
        try:
            _leave(page)
        except Error:
            page.context.close()
            self._kept = None


def _dress(page: Page, looks: Looks) -> None:
    page.set_viewport_size(looks["viewport"])
    page.emulate_media(color_scheme=looks["color_scheme"], reduced_motion=looks["reduced_motion"])


def _leave(page: Page) -> None:
    page.once("dialog", _accept)  # something is not saved
    page.goto(urljoin(page.url, _QUIET))
    page.remove_listener("dialog", _accept)
    page.unroute_all()
    page.evaluate("() => { localStorage.clear(); sessionStorage.clear(); }")
    page.mouse.move(0, 0)
    for other in page.context.pages:
        if other is not page:
            other.close()
    page.context.clear_cookies()


def _accept(dialog: Dialog) -> None:
    dialog.accept()
