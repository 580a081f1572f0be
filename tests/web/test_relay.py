"""A dashboard that shows another one: what its pages get, and what they hear when that is lost."""

from __future__ import annotations

import contextlib
import json
import socket
from collections.abc import Iterator
from dataclasses import replace

import pytest
import requests

from app.commands.nowhere import context_of
from app.journal.relayed import RelayedJournal
from app.recipes.registry import MODELS
from app.settings import Settings
from app.web import create_relay
from app.web import relay as relaying
from app.web.first import First
from app.web.guard import GUARD_MARK
from app.web.serve import WebServer, listen
from tests.support.zookeeper import await_until
from tests.web.client import Client
from tests.web.serving import Served, serving
from tests.web.test_sockets import assert_gapless, note, position, raw_client, stands_at

TOKEN = "first-token"


@contextlib.contextmanager
def relaying_of(first: Served, token: str | None = TOKEN) -> Iterator[Served]:
    """A relay of a dashboard, on a port of its own."""
    listener = listen("127.0.0.1", 0)
    settings = Settings(port=listener.getsockname()[1])
    journal = RelayedJournal(MODELS, f"{first.url}/")
    context = context_of(journal, settings)
    web = create_relay(settings, context, First(first.url + "/", token))
    server = WebServer(web.app, listener, journal.tell)
    server.start()
    try:
        yield Served(listener, web, journal, first.control, settings)
    finally:
        server.stop()
        web.close()
        context.supervisor.close()


@pytest.fixture
def first() -> Iterator[Served]:
    """The dashboard that is shown; it asks for its token."""
    with serving(Settings(token=TOKEN)) as it:
        yield it


@pytest.fixture
def relay(first: Served) -> Iterator[Served]:
    """A relay that has reached it."""
    with relaying_of(first) as it:
        await_until(lambda: it.request("GET", "/healthz").json()["reason"] is None)
        yield it


@pytest.fixture
def page(relay: Served) -> Iterator[Client]:
    """A page of the relay, with its snapshot."""
    client = Client(relay.url)
    client.emit("follow", {"since": None})
    client.first("snapshot")
    yield client
    client.close()


def lose_connection(first: Served) -> None:
    """End the relay's socket, as a network does."""
    for session in list(first.web.socketio.server.eio.sockets.values()):
        session.end()


def test_a_page_gets_what_the_first_one_says(first: Served, page: Client) -> None:
    note(first, 3)
    page.until(lambda: stands_at(page, first.journal.snapshot()[0]))
    assert_gapless(page)
    told = first.journal.since(position(page) - 1)
    assert told is not None
    assert page.of("events")[-1]["events"][-1] == told[-1].as_json()
    snapshot = page.first("snapshot")
    assert snapshot["state"]["read_only"] is True
    ours = Client(first.url, headers={"Authorization": f"Bearer {TOKEN}"})
    ours.emit("follow", {"since": None})
    theirs = ours.first("snapshot")
    ours.close()
    assert snapshot["run"] == theirs["run"]
    assert snapshot["lists"] == theirs["lists"]
    assert snapshot["state"].keys() == theirs["state"].keys()
    assert abs(snapshot["now"] - theirs["now"]) < 60
    assert abs(snapshot["wall"] - theirs["wall"]) < 60


def test_a_page_that_comes_from_another_relay_gets_what_it_missed(
    first: Served, page: Client
) -> None:
    note(first, 5)
    page.until(lambda: stands_at(page, first.journal.snapshot()[0]))
    with relaying_of(first) as other:
        await_until(lambda: other.request("GET", "/healthz").json()["reason"] is None)
        since = other.journal.snapshot()[0]
        note(first, 2)
        moved = Client(other.url)
        moved.emit("follow", {"since": since, "run": page.first("snapshot")["run"]})
        moved.until(lambda: moved.seqs() == [since + 1, since + 2])
        moved.close()
    assert moved.of("snapshot") == []


def test_a_relay_may_follow_a_relay(first: Served, relay: Served) -> None:
    with relaying_of(relay, token=None) as further:
        await_until(lambda: further.request("GET", "/healthz").json()["reason"] is None)
        client = Client(further.url)
        client.emit("follow", {"since": None})
        client.first("snapshot")
        note(first, 3)
        client.until(lambda: stands_at(client, first.journal.snapshot()[0]))
        assert_gapless(client)
        client.close()
        assert further.request("GET", "/api/v1/events").json()["next"] == 3


def test_what_happened_while_the_connection_was_away_comes_after_it(
    first: Served, page: Client
) -> None:
    lose_connection(first)
    note(first, 4)
    page.until(lambda: stands_at(page, first.journal.snapshot()[0]))
    assert_gapless(page)


def test_a_page_hears_that_the_first_one_is_lost_and_since_when(relay: Served) -> None:
    with serving() as lost, relaying_of(lost) as alone:
        await_until(lambda: alone.request("GET", "/healthz").json()["reason"] is None)
        page = raw_client(alone)
        lost.web.close()
        lost.listener.close()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("app.journal.relayed.GRACE", 0.0)
            lose_connection(lost)
            refused = await_until(lambda: is_refused(alone))
            page.shutdown()  # type: ignore[no-untyped-call]
    assert f"{lost.url}/, which is shown here, is lost since " in refused
    assert is_refused(relay) is None


def is_refused(relay: Served) -> str | None:
    """Return what a page is told that comes now; None where it is let in."""
    answer = relay.request("GET", "/socket.io/?EIO=4&transport=polling")
    if answer.ok:
        return None
    health = relay.request("GET", "/healthz")
    message: str = answer.json()["error"]["message"]
    assert (answer.status_code, health.status_code) == (503, 503)
    assert "is lost since" in health.json()["reason"]
    return message


def test_another_run_begins_with_a_snapshot(relay: Served, page: Client, first: Served) -> None:
    note(first, 5)
    page.until(lambda: position(page) == first.journal.snapshot()[0])
    run = page.first("snapshot")["run"]
    with serving(replace(first.settings, token=None)) as second:
        broadcaster_run = run_of(second)
        note(second, 9)
        with relaying_of(second) as other:
            await_until(lambda: other.request("GET", "/healthz").json()["reason"] is None)
            moved = Client(other.url)
            moved.emit("follow", {"since": 3, "run": run})
            snapshot = moved.first("snapshot")
            moved.close()
    assert (snapshot["run"], snapshot["seq"]) == (broadcaster_run, 9)


def run_of(served: Served) -> str:
    """The run of a dashboard, as a page hears of it."""
    client = Client(served.url)
    client.emit("follow", {"since": None})
    run: str = client.first("snapshot")["run"]
    client.close()
    return run


def test_a_snapshot_lets_the_pages_of_the_run_before_it_go(relay: Served, first: Served) -> None:
    """Their numbers may mean other events now; they come back and say which run they know."""
    sessions, page = relay.web.socketio.server.eio.sockets, raw_client(relay)
    assert sessions
    first.journal._events.clear()  # so that only a snapshot helps
    relay.journal._state = {**relay.journal._state, "seq": 10_000}
    lose_connection(first)
    await_until(lambda: not sessions)
    page.shutdown()  # type: ignore[no-untyped-call]
    await_until(lambda: relay.journal.snapshot()[0] == first.journal.snapshot()[0])


def test_what_reads_is_answered_by_the_first_one(relay: Served, first: Served) -> None:
    answer = relay.request("GET", "/api/v1/events?since=0&limit=2")
    direct = first.request(
        "GET", "/api/v1/events?since=0&limit=2", headers={"Authorization": f"Bearer {TOKEN}"}
    )
    assert answer.json() == direct.json()
    wrong = relay.request("GET", "/api/v1/events?since=never")
    assert (wrong.status_code, wrong.json()["error"]["field"]) == (400, "since")


def test_only_the_interface_of_the_first_one_is_asked_for(relay: Served) -> None:
    with socket.create_connection(("127.0.0.1", relay.settings.port), timeout=60) as connection:
        request = (
            "GET /api/v1/../../healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
        )
        connection.sendall(request.encode())
        head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert b" 404 " in head.splitlines()[0]
    assert json.loads(body)["error"]["code"] == "not_found"


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_nothing_acts(relay: Served, first: Served, method: str) -> None:
    answer = relay.request(method, "/api/v1/candidates", json={})
    assert answer.status_code == 403
    assert answer.json()["error"]["message"] == f"Nobody can act here: {first.url}/ is only shown."
    assert first.control.calls == []


def test_every_view_carries_its_mark(relay: Served) -> None:
    views = relay.web.app.view_functions
    assert {name for name, view in views.items() if not hasattr(view, GUARD_MARK)} == set()


def test_a_part_of_the_tree_is_asked_for_once_for_all_pages(
    first: Served, relay: Served, page: Client
) -> None:
    first.control.change("/a", ["x"])
    other = Client(relay.url)
    for client in (page, other):
        client.emit("watch_tree", {"paths": ["/a"], "changes": True})
        client.first("tree")
    await_until(lambda: first.control.opened[-1:] == [["/a"]])
    first.control.change("/a", ["x", "y"])
    page.until(lambda: page.of("tree")[-1]["total"] == 2)
    other.until(lambda: other.of("tree")[-1]["total"] == 2)
    other.close()
    page.emit("watch_tree", {"paths": []})
    await_until(lambda: first.control.opened[-1] == [])


def test_more_parts_of_the_tree_than_one_page_may_have_are_refused_in_words(
    page: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relaying, "MOST_WINDOWS", 1)
    page.emit("watch_tree", {"paths": ["/a", "/b"]})
    page.until(lambda: {one["path"] for one in page.of("tree")} == {"/a", "/b"})
    (refused,) = (one for one in page.of("tree") if one["path"] == "/b")
    assert refused["error"].startswith("pages have 1 other parts of the tree open")


def test_without_the_first_ones_token_the_reason_is_said(first: Served) -> None:
    with relaying_of(first, token="wrong") as relay:
        await_until(lambda: "another token" in (is_refused(relay) or ""))
        answer = relay.request("GET", "/api/v1/state")
    assert answer.status_code == 401


def test_what_is_asked_while_the_first_one_is_away_is_answered_in_words() -> None:
    with serving() as first, relaying_of(first) as relay:
        pass
    with relaying_of(first) as relay:
        answer = requests.get(f"{relay.url}/api/v1/state", timeout=60)
    assert answer.status_code == 503
    assert answer.json()["error"]["code"] == "first_unavailable"


def test_its_pages_follow_the_presenter_of_the_first_one(first: Served, relay: Served) -> None:
    presenter = Client(first.url, headers={"Authorization": f"Bearer {TOKEN}"})
    early = Client(relay.url)
    presenter.call("drive", {})
    presenter.call("show", {"address": "view=lock"})
    early.await_one("shown", lambda shown: shown["address"] == "view=lock")
    late = Client(relay.url)
    for page in (early, late):
        assert page.await_one("you")["role"] == "audience"
        assert "driver" not in page.await_one("shown")
        refused = page.call("show", {"address": "view=queue"})
        assert refused["error"]["code"] == "audience"
        page.close()
    presenter.close()


def test_the_audiences_code_is_enough_to_show_it_to_more(first: Served) -> None:
    with relaying_of(first, first.web.visitors.code) as relay:
        await_until(lambda: relay.request("GET", "/healthz").json()["reason"] is None)
        page = Client(relay.url)
        page.emit("follow", {"since": None})
        page.await_one("snapshot")
        page.close()
