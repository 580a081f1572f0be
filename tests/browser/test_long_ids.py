"""Transaction ids of an ensemble, which are long: whole, or what tells each from the others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.browser.fixtures import OpenView
from tests.browser.measures import CUT, OVERLAPS, SHARE
from tests.browser.pages import LAPTOP
from tests.browser.rest import Rest
from tests.browser.standing import show, start_all
from tests.browser.test_picture import FIVE, LEAST_WIDTH, LOW, PROJECTED
from tests.support.app import Dashboard
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

LONG = 0x100000000
"""An ensemble counts from here on: its servers have chosen a leader."""
WHOLE: dict[str, list[str]] = {"scrolls": [], "slices": []}


@pytest.fixture(scope="module")
def dashboard() -> Iterator[Dashboard]:
    with forked_dashboard("--ensemble", "3") as dashboard:
        yield dashboard


@pytest.mark.parametrize("size", [LAPTOP, PROJECTED], ids=lambda size: str(size["width"]))
def test_what_subscribers_use_has_room_beside_an_open_column(
    open_view: OpenView, rest: Rest, size: ViewportSize
) -> None:
    start_all(rest, {"config": ("configurations", FIVE["config"])})
    body = {"path": "/config", "value": "limit=10", "version": None, "mzxid": None}
    if rest.state()["configurations"]["/config"]["znode"] is None:
        assert rest.call("POST", "configurations/publish", body)["mzxid"] >= LONG
    view = open_view(rest, "", viewport=size)
    show(view, "config")
    view.tab("work")
    expect(view.page.locator(".version").filter(has_text="v0 · 0x")).to_have_count(5)
    await_until(lambda: not view.run(OVERLAPS, ".picture"), 10.0)
    await_until(lambda: view.run(CUT, ".picture") == WHOLE, 10.0)


@pytest.mark.parametrize("count", [3, 4])
def test_the_rows_of_nodes_with_epochs_are_whole(
    open_view: OpenView, rest: Rest, count: int
) -> None:
    path = f"/shelf-{count}"
    start_all(rest, {"books": ("bookshelves", {"path": path, "count": count})})
    view = open_view(rest, "", at=f"{rest.url}/#view=books&shelf={path}", viewport=LOW)
    expect(view.page.get_by_test_id("book-crown")).to_have_count(1)
    expect(view.page.locator(".book-note").filter(has_text="epoch 0x")).to_have_count(count)
    await_until(lambda: view.run(CUT, ".picture") == WHOLE, 10.0)


def test_names_take_their_share_beside_an_open_column(open_view: OpenView, rest: Rest) -> None:
    start_all(rest, {"names": ("names", FIVE["names"])})
    view = open_view(rest, "", viewport=LAPTOP)
    show(view, "names")
    view.tab("work")
    await_until(lambda: view.run(SHARE)["width"] >= LEAST_WIDTH, 10.0)
