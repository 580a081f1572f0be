"""The views of a configuration and of a name service, as their tests see them."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

WITHIN = 30.0
NARROW = {"width": 390, "height": 844}
OVERFLOW = """() => [...document.querySelectorAll(".centre *")]
  .filter((e) => e.getBoundingClientRect().right > innerWidth + 1).length"""
numbers = itertools.count(1)


class WatchingPage:
    """One page that shows one configuration or one name service."""

    def __init__(self, view: View, rest: Rest, path: str, section: str) -> None:
        self.view, self.rest, self.path, self._section = view, rest, path, section
        self.page, self.at = view.page, view.at

    @property
    def document(self) -> Json:
        found: Json = self.rest.state()[self._section][self.path]
        return found

    def press(self, key: str) -> None:
        self.view.press(key)

    def until(self, holds: Callable[[Json], object]) -> Any:
        return await_until(lambda: holds(self.document), WITHIN)

    def story(self, words: str) -> None:
        expect(self.at("story")).to_contain_text(re.compile(words), timeout=WITHIN * 1000)

    def has(self, locator: Locator, name: str, value: str | re.Pattern[str]) -> None:
        expect(locator).to_have_attribute(name, value, timeout=WITHIN * 1000)

    def choose(self, testid: str) -> None:
        self.at(testid).locator(".ring").click()
        expect(self.at(testid)).to_have_attribute("aria-pressed", "true")
