"""What the picture says of other programs: no more than is known, and by the names of the rest."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.browser.pages import MOVING, Looks
from tests.browser.rest import Rest
from tests.browser.test_foreign import contend, has_members, show
from tests.browser.view import View
from tests.support.zookeeper import await_until

pytestmark = pytest.mark.needs("recursive_watches")
__all__ = ["contend"]


@pytest.fixture
def motion() -> Looks:
    """Heartbeats run here."""
    return MOVING


def test_only_heartbeats_that_are_known_are_drawn(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    """A session of ours has a process whose beat is known; nobody here sees another program's."""
    path = f"{view.election}-heard"
    contend(path, "alpha")
    await_until(partial(has_members, rest, path, 1))
    ours = view.election
    rest.start(1, ours)
    beat = view.page.locator("g.session .heartbeat")
    expect(beat).to_have_css("animation-name", "heartbeat")
    show(view, path)
    expect(view.page.locator("g.session title")).to_contain_text("Nobody here sees its heartbeats")
    expect(beat).to_have_css("animation-name", "none")
    expect(view.page.locator("g.session .session-label")).to_contain_text("0x")


def test_members_without_a_name_of_their_own_are_drawn_by_the_name_that_is_told(
    view: View, rest: Rest, contend: Callable[..., None]
) -> None:
    path = f"{view.election}-nameless"
    for place in (1, 2):
        contend(path, "")
        await_until(partial(has_members, rest, path, place))
    show(view, path)
    for entry in rest.chain(path):
        assert entry["name"] == entry["label"]
        expect(view.process(entry).locator(".belief")).to_have_text(entry["name"])
        expect(view.znode(entry).locator("text").first).to_have_text(entry["name"])
    expect(view.at("story")).to_contain_text(rest.chain(path)[0]["name"])
