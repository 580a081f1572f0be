"""The sessions of Engine.IO: bounded, pinged by one thread, and ended where nobody uses them."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest
import requests
from requests.adapters import HTTPAdapter

from app.errors import error_body
from app.web import sessions
from app.web.sessions import PageSession
from tests.support.zookeeper import await_until
from tests.web.client import WITHIN, Client
from tests.web.serving import Served
from tests.web.test_sockets import note, raw_client, text_of

POLLING = "/socket.io/?EIO=4&transport=polling"


def shake(served: Served) -> str:
    """Make a session by polling, and leave it at that."""
    answer = served.request("GET", POLLING)
    sid: str = json.loads(answer.text[1:])["sid"]
    return sid


def enter(served: Served, sid: str) -> None:
    """Enter the namespace with it."""
    assert served.request("POST", f"{POLLING}&sid={sid}", data="40").ok


def is_there(served: Served, sid: str) -> bool:
    return sid in served.web.socketio.server.eio.sockets


class From(HTTPAdapter):
    """Asks from another address of this machine."""

    def __init__(self, address: str) -> None:
        self.address = address
        super().__init__()

    def init_poolmanager(self, *given: Any, **named: Any) -> None:
        super().init_poolmanager(*given, source_address=(self.address, 0), **named)


@pytest.fixture
def client(served: Served) -> Iterator[Client]:
    """A page by polling."""
    found = Client(served.url, "polling")
    yield found
    found.close()


def test_handshakes_cost_no_threads(served: Served) -> None:
    shake(served)
    before = threading.active_count()
    for _ in range(50):
        shake(served)
    await_until(lambda: threading.active_count() <= before)


@pytest.mark.parametrize("transport", ["polling", "websocket"])
def test_a_session_that_is_not_entered_ends_and_no_other(
    served: Served, client: Client, monkeypatch: pytest.MonkeyPatch, transport: str
) -> None:
    monkeypatch.setattr(sessions, "ENTERS_WITHIN", 0.0)
    if transport == "polling":
        sid = shake(served)
    else:
        entered = set(served.web.socketio.server.eio.sockets)
        raw = socket.create_connection(("127.0.0.1", served.settings.port), timeout=WITHIN)
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
        raw.sendall(
            f"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\n{upgrade}"
            "Sec-WebSocket-Key: aGFuZG9mZiBtZWFzdXJlcw==\r\n\r\n".encode()
        )
        (sid,) = await_until(lambda: set(served.web.socketio.server.eio.sockets) - entered)
        with raw, raw.makefile("rb") as stream:
            assert b"sid" in stream.read()  # to the end of the connection
    await_until(lambda: not is_there(served, sid))
    assert client.call("follow", {"since": None}) == {"ok": True}


def upgrading(served: Served, sid: str) -> socket.socket:
    """Begin to make a WebSocket of a session."""
    raw = socket.create_connection(("127.0.0.1", served.settings.port), timeout=WITHIN)
    upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n"
    raw.sendall(
        f"GET /socket.io/?EIO=4&transport=websocket&sid={sid} HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"{upgrade}Sec-WebSocket-Key: aGFuZG9mZiBtZWFzdXJlcw==\r\n\r\n".encode()
    )
    return raw


def test_a_session_becomes_one_websocket_and_no_second_one_beside_it(served: Served) -> None:
    sid = shake(served)
    enter(served, sid)
    with upgrading(served, sid) as first, upgrading(served, sid) as second:
        begins = {raw.recv(12) for raw in (first, second)}
    assert begins == {b"HTTP/1.1 101", b"HTTP/1.1 400"}


@pytest.mark.parametrize("leaves", [False, True])
def test_a_websocket_that_a_session_does_not_become_ends(
    served: Served, monkeypatch: pytest.MonkeyPatch, leaves: bool
) -> None:
    sid = shake(served)
    enter(served, sid)
    with upgrading(served, sid) as raw, raw.makefile("rb") as stream:
        assert b" 101 " in stream.readline()
        if leaves:
            served.request("POST", f"{POLLING}&sid={sid}", data="1")
        else:
            monkeypatch.setattr(sessions, "ENTERS_WITHIN", 0.0)
        stream.read()  # to the end of the connection
    await_until(lambda: not is_there(served, sid))


@pytest.mark.parametrize("garbage", ["9", "0{}", "2probe"])
def test_a_session_that_sends_garbage_by_polling_ends_and_holds_no_thread(
    served: Served, garbage: str
) -> None:
    sid = shake(served)
    enter(served, sid)
    answer = served.request("POST", f"{POLLING}&sid={sid}", data=garbage, timeout=WITHIN)
    assert answer.status_code == 400
    assert not is_there(served, sid)


def test_a_message_by_polling_that_is_cut_off_is_refused(served: Served) -> None:
    sid = shake(served)
    enter(served, sid)
    with socket.create_connection(("127.0.0.1", served.settings.port), timeout=WITHIN) as raw:
        head = f"POST {POLLING}&sid={sid} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 60\r\n\r\n"
        raw.sendall(f'{head}42["follow",'.encode())
        raw.shutdown(socket.SHUT_WR)
        assert raw.recv(12) == b"HTTP/1.1 400"
    assert not is_there(served, sid)


def test_the_oldest_that_was_not_entered_leaves_for_another_one(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "UNENTERED", 3)
    made = [shake(served) for _ in range(5)]
    assert [is_there(served, sid) for sid in made] == [False, False, True, True, True]
    enter(served, made[4])


def test_pages_of_one_address_beyond_its_share_are_refused_and_others_are_not(
    served: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "OF_ONE_PEER", 1)
    refusal = served.request("GET", POLLING)
    assert refusal.status_code == 503
    assert refusal.json() == error_body("no_room", sessions.FULL)
    with requests.Session() as elsewhere:
        elsewhere.mount("http://", From("127.0.0.2"))
        assert elsewhere.get(f"{served.url}{POLLING}", timeout=WITHIN).ok
        monkeypatch.setattr(sessions, "MOST", 1)
        assert elsewhere.get(f"{served.url}{POLLING}", timeout=WITHIN).ok  # the other one leaves
    client.emit("follow", {"since": None})
    client.first("snapshot")


def test_a_session_that_does_not_poll_leaves_for_a_page(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "OF_ONE_PEER", 1)
    monkeypatch.setattr(sessions, "UNPOLLED", 0.0)
    sid = shake(served)
    enter(served, sid)
    page = Client(served.url, "polling")
    assert not is_there(served, sid)
    page.close()


def test_a_page_is_pinged_each_time_it_has_answered(served: Served) -> None:
    served.web.socketio.server.eio.ping_interval = 0
    page = raw_client(served)
    for _ in range(2):
        await_until(lambda: text_of(page) == "2")
        page.send("3")
    page.close()


def test_a_ping_to_a_client_that_is_closed_meanwhile_is_no_failure(served: Served) -> None:
    class ClosedBetween(PageSession):
        def send(self, packet: object) -> None:
            self.closed = True
            super().send(packet)

    engine = served.web.socketio.server.eio
    engine.ping_interval = 0
    session = ClosedBetween(engine, "c1")
    session.schedule_ping()
    session.ping_if_due()
    assert session.closed


def test_who_has_taken_least_is_let_go_where_too_much_waits(
    served: Served, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    sid = shake(served)
    enter(served, sid)
    follow = '42["follow",{"since":null}]'
    assert served.request("POST", f"{POLLING}&sid={sid}", data=follow).ok
    monkeypatch.setattr(sessions, "MOST_BYTES", 0)
    note(served)
    await_until(lambda: not is_there(served, sid))
