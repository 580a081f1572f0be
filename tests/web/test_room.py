"""One presents, the others follow: states and no changes, one driver at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from app.settings import Settings
from app.system.machine import own_addresses
from app.web.visitors import COOKIE, MOST
from tests.web.client import Client
from tests.web.serving import Served, serving
from tests.web.test_visitors import AUDIENCE, CODE, PRESENTER, TOKEN, asks, hand, visitor


@pytest.fixture
def hall() -> Iterator[Served]:
    """A dashboard with a presenter and an audience."""
    with serving(Settings(token=TOKEN, audience_code=CODE)) as it:
        yield it


@pytest.fixture
def pages(hall: Served) -> Iterator[Any]:
    """Opens pages, which close with the test."""
    with ExitStack() as stack:

        def opened(who: dict[str, str]) -> Client:
            client = Client(hall.url, headers=who)
            stack.callback(client.close)
            return client

        yield opened


def another_presenter() -> dict[str, str]:
    return {**PRESENTER, "Cookie": visitor(99)["Cookie"]}


def test_the_audience_gets_what_the_presenter_shows_and_who_comes_late_too(pages: Any) -> None:
    early, presenter = pages(AUDIENCE), pages(PRESENTER)
    assert presenter.call("drive", {}) == {"ok": True}
    presenter.call("show", {"address": "view=lock"})
    presenter.call("show", {"address": "view=queue&queue=/q"})
    early.await_one("shown", lambda shown: shown["address"] == "view=queue&queue=/q")
    pages(visitor(5)).await_one("shown", lambda shown: shown["address"] == "view=queue&queue=/q")


def test_of_many_states_the_last_one_wins(pages: Any) -> None:
    page, presenter = pages(AUDIENCE), pages(PRESENTER)
    presenter.call("drive", {})
    for number in range(100):
        presenter.emit("show", {"address": f"view=lock&at={number}"})
    page.await_one("shown", lambda shown: shown["address"] == "view=lock&at=99")
    assert len(page.of("shown")) < 30


def test_one_page_presents_at_a_time_and_taking_over_asks_and_shows(pages: Any) -> None:
    first, second = pages(PRESENTER), pages(another_presenter())
    assert first.call("drive", {}) == {"ok": True}
    refused = second.call("drive", {})
    assert refused["error"]["code"] == "presented"
    assert second.call("show", {"address": "view=lock"})["error"]["code"] == "presented"
    assert second.call("drive", {"sure": True}) == {"ok": True}
    assert first.call("show", {"address": "view=lock"})["error"]["code"] == "presented"
    name = second.of("you")[-1]["name"] if second.of("you") else second.await_one("you")["name"]
    first.await_one("room", lambda room: room["presenter"] == name)


def test_another_may_present_once_the_presenter_has_gone(pages: Any) -> None:
    first, second = pages(PRESENTER), pages(another_presenter())
    first.call("drive", {})
    first.call("show", {"address": "view=lock"})
    first.close()
    second.await_one("room", lambda room: room["driver"] is None)
    assert second.call("drive", {}) == {"ok": True}
    pages(AUDIENCE).await_one("shown", lambda shown: shown["address"] == "view=lock")


def test_the_presenter_sees_how_many_follow(pages: Any) -> None:
    presenter = pages(PRESENTER)
    pages(visitor(1)), pages(visitor(2))
    presenter.await_one("room", lambda room: (room["audience"], room["following"]) == (2, 2))
    third = pages(visitor(2))
    third.call("look", {"follows": False})
    presenter.await_one(
        "room", lambda room: (room["audience"], room["pages"], room["following"]) == (2, 3, 2)
    )


def test_everybody_is_brought_and_sees_where_the_presenter_points(pages: Any) -> None:
    page, presenter = pages(AUDIENCE), pages(PRESENTER)
    presenter.call("drive", {})
    presenter.call("show", {"address": "view=lock"})
    presenter.call("bring", {})
    presenter.call("point", {"on": "picture", "x": 0.25, "y": 0.5})
    shown = page.await_one("shown", lambda shown: shown["ring"] is not None)
    assert shown["brought"] == 1
    assert shown["ring"] == {"n": 1, "on": "picture", "x": 0.25, "y": 0.5}


def test_the_audience_hears_what_it_may_do_and_what_is_its_own(hall: Served, pages: Any) -> None:
    page = pages(visitor(3))
    assert page.await_one("you")["role"] == "audience"
    hand(hall, "start")
    page.await_one("room", lambda room: room["rights"]["start"])
    assert asks(hall, "POST", "/candidates", visitor(3)).status_code == 201
    page.await_one("you", lambda you: you["own"] == ["c1"])
    assert "driver" not in page.of("room")[-1], "a presenter's"


def test_a_room_without_a_token_tells_nobody_anything() -> None:
    with serving() as served:
        client = Client(served.url)
        client.emit("follow", {"since": None})
        client.await_one("snapshot")
        assert client.of("you") == client.of("room") == []
        client.close()


def test_a_code_is_drawn_as_strokes(hall: Served) -> None:
    drawn = asks(hall, "GET", "/room/qr?text=http://10.0.0.5:5050/abcd2345", AUDIENCE).json()
    assert drawn["size"] >= 25
    assert drawn["path"].startswith("M0 0h7v1h-7z")
    assert asks(hall, "GET", f"/room/qr?text={'x' * 401}", AUDIENCE).status_code == 400


def test_a_presenter_goes_on_by_another_connection_before_the_end_of_the_first_is_noticed(
    pages: Any,
) -> None:
    first = pages(PRESENTER)
    first.call("drive", {})
    was = first.await_one("room", lambda room: room["driver"] is not None)["driver"]
    second, third = pages(PRESENTER), pages(another_presenter())
    assert second.call("drive", {"was": was}) == {"ok": True}
    assert second.call("show", {"address": "view=lock"}) == {"ok": True}
    assert third.call("drive", {"was": was})["error"]["code"] == "presented"


def test_after_a_reset_the_next_class_sees_what_is_presented(hall: Served, pages: Any) -> None:
    presenter = pages(PRESENTER)
    presenter.call("drive", {})
    presenter.call("show", {"address": "view=lock"})
    assert asks(hall, "POST", "/room/reset", PRESENTER).status_code == 202
    pages(AUDIENCE).await_one("shown", lambda shown: shown["address"] == "view=lock")


@pytest.mark.parametrize(("host", "reached"), [("127.0.0.1", False), ("0.0.0.0", True)])
def test_a_room_names_addresses_only_where_others_find_it(host: str, reached: bool) -> None:
    with serving(Settings(token=TOKEN, audience_code=CODE, host=host)) as served:
        told = asks(served, "GET", "/room", PRESENTER).json()
        assert bool(told["addresses"]) == (reached and bool(own_addresses()))


def test_a_flood_of_cookies_forgets_nobody_who_has_a_page_open(hall: Served, pages: Any) -> None:
    page = pages(visitor(7))
    page.await_one("you")
    hand(hall, "start")
    for number in range(MOST + 1):
        hall.web.visitors.of({"HTTP_COOKIE": f"{COOKIE}=a-cookie-of-a-flood-{number}"})
    assert asks(hall, "POST", "/candidates", visitor(7)).status_code == 201
    page.await_one("you", lambda you: you["own"] == ["c1"])
