"""Processes in every view, and a walk from view to view, for the tests of what all views have."""

from __future__ import annotations

from collections.abc import Mapping

from playwright.sync_api import expect

from tests.browser.rest import LASTING, Json, Rest
from tests.browser.view import View
from tests.support.zookeeper import await_until

FIRST: dict[str, tuple[str, Json]] = {
    "election": ("candidates", {"count": 3, "election": "/election"}),
    "compare": ("comparisons", {"count": 2}),
    "lock": ("locks", {"count": 2}),
    "shared": ("shared-locks", {"readers": 1, "writers": 1}),
    "members": ("groups", {"count": 2}),
    "config": ("configurations", {"count": 2}),
    "names": ("names", {"providers": 1, "clients": 1}),
    "barrier": ("barriers", {"count": 2}),
    "queue": ("queues", {"producers": 1, "consumers": 1, "items": 3}),
    "commit": ("commits", {"sites": 2}),
    "books": ("bookshelves", {"count": 2}),
}
"""View -> the route that starts its first processes, and what it is told."""


def start_all(rest: Rest, first: Mapping[str, tuple[str, Json]] = FIRST) -> dict[str, list[str]]:
    """Start some in every view, and wait until all have a session; view -> their names. first: as
    FIRST.
    """
    started = {
        view: named(rest.call("POST", route, {**body, "session_timeout": LASTING}))
        for view, (route, body) in first.items()
    }

    def all_stand() -> bool:
        known = rest.state()["candidates"]
        return all(known[name]["session"] for names in started.values() for name in names)

    await_until(all_stand, 60.0)
    return started


def show(view: View, name: str) -> None:
    """Have the page show a view, and wait until all of it is drawn."""
    view.at(f"view-{name}").click()
    expect(view.at("centre")).to_have_attribute("data-view", name)
    expect(view.page.locator("[data-picture]")).to_have_count(1)
    view.catch_up()


def named(answer: Json) -> list[str]:
    """Whom an answer names; a comparison names them by their strategies."""
    names = answer["candidates"]
    return [one for some in names.values() for one in some] if isinstance(names, dict) else names
