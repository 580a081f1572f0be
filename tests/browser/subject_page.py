"""A page at one subject of a recipe, a lock or a group say, as its tests see it."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from playwright.sync_api import Locator, expect

from tests.browser.fixtures import OpenView
from tests.browser.rest import Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

WITHIN = 30.0
LONG = 300.0
"""Seconds of a task that no test waits for."""
numbers = itertools.count(1)


PageT = TypeVar("PageT", bound="SubjectPage")


class SubjectPage:
    """One page that shows one subject at a time."""

    place: ClassVar[str]
    """Its address, up to the path."""
    section: ClassVar[str]
    """Where the state document has it."""

    def __init__(self, view: View, path: str) -> None:
        self.view, self.rest, self.path = view, view.rest, path
        self.page, self.at, self.reach = view.page, view.at, view.reach
        self.setting, self.take_role, self.more = view.setting, view.take_role, view.more

    @classmethod
    def open(cls: type[PageT], open_view: OpenView, rest: Rest, path: str, **looks: Any) -> PageT:
        """A page at this subject; looks: arguments of Playwright's context."""
        return cls(open_view(rest, "", at=f"{rest.url}/#{cls.place}{path}", **looks), path)

    def show(self, path: str) -> None:
        """Go to another subject."""
        self.path = path
        self.view.run("(hash) => { location.hash = hash; }", f"{self.place}{path}")

    @property
    def document(self) -> Json:
        """The subject, as the state document has it."""
        found: Json = self.rest.state()[self.section][self.path]
        return found

    def press(self, key: str) -> None:
        self.view.press(key)

    def until(self, holds: Callable[[Json], Any]) -> Any:
        """Wait for a state of the subject; the first true result."""
        return await_until(lambda: holds(self.document), WITHIN)

    def story(self, words: str) -> None:
        expect(self.at("story")).to_contain_text(re.compile(words), timeout=WITHIN * 1000)

    def has(self, locator: Locator, name: str, value: str | re.Pattern[str]) -> None:
        expect(locator).to_have_attribute(name, value, timeout=WITHIN * 1000)

    def expect_pressed(self, testid: str) -> None:
        expect(self.at(testid)).to_have_attribute("aria-pressed", "true")

    def expect_step(self, name: str) -> None:
        """Wait until this line of the pseudo-code is shown as the one where the chosen one is."""
        on = self.page.locator('[data-testid="recipe-step"][data-on="true"]')
        expect(on).to_have_attribute("data-step", name)
