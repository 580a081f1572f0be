"""The server below the application: connections are kept, bounded, and hold up nobody."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import socket
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait

import pytest
from websocket import create_connection

from app import listening
from app.settings import Settings
from tests.web.serving import Served, serving

WITHIN = 60.0
HALF = b"GET /healthz HTTP/1.1\r\nHos"
NAMING = "POST /api/v1/candidates HTTP/1.1"

Connect = Callable[[Served], socket.socket]


@pytest.fixture
def connect() -> Iterator[Connect]:
    """Make bare connections, and close them."""
    with contextlib.ExitStack() as stack:

        def connected(served: Served) -> socket.socket:
            address = ("127.0.0.1", served.settings.port)
            return stack.enter_context(socket.create_connection(address, timeout=WITHIN))

        yield connected


def request(served: Served, *lines: str, body: bytes = b"") -> bytes:
    """What a client sends."""
    host = f"Host: 127.0.0.1:{served.settings.port}"
    return "\r\n".join([lines[0], host, *lines[1:], "", ""]).encode() + body


def status_of(connection: socket.socket) -> int:
    """The status of the answer; waits for it."""
    return int(connection.recv(65_536).split()[1])


def test_a_connection_is_kept_for_the_next_request(shared: Served) -> None:
    client = http.client.HTTPConnection("127.0.0.1", shared.settings.port, timeout=WITHIN)
    with contextlib.closing(client):
        used = set()
        for method, path in (("GET", "/"), ("POST", "/api/v1/candidates"), ("GET", "/nowhere")):
            client.request(method, path)
            client.getresponse().read()
            used.add(client.sock.getsockname() if client.sock else None)
    assert len(used) == 1
    assert None not in used


def test_what_is_sent_does_not_wait_for_what_was_sent_before() -> None:
    """A page would see each event by as much later as its system puts off acknowledgements."""
    with (
        listening.listen("127.0.0.1", 0) as listener,
        socket.create_connection(listener.getsockname()[:2], timeout=WITHIN),
        listener.accept()[0] as accepted,
    ):
        assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_who_keeps_a_connection_open_that_has_ended_holds_up_nobody(
    shared: Served, connect: Connect
) -> None:
    """The server waits for the client's end of each."""
    connections = [connect(shared) for _ in range(12)]
    for connection in connections:
        connection.sendall(request(shared, "GET /healthz HTTP/1.1", "Connection: close"))
    assert shared.request("GET", "/healthz").ok
    assert {status_of(connection) for connection in connections} == {200}


@pytest.mark.parametrize("sent", [b"", HALF, b"POST /api/v1/candidates HTTP/1.1\r\n"])
def test_who_sends_half_a_request_holds_up_nobody(
    shared: Served, connect: Connect, sent: bytes
) -> None:
    for _ in range(100):
        connect(shared).sendall(sent)
    assert shared.request("GET", "/healthz").ok


def test_who_is_silent_in_the_middle_of_a_request_is_let_go(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "SILENCE", 1)
    with serving() as served:
        connection = connect(served)
        connection.sendall(HALF)
        assert connection.recv(1) == b""


def is_answered(connection: socket.socket, within: float = 0.5) -> bool:
    """Whether anything comes."""
    return bool(wait([connection], within))


def test_more_connections_than_there_may_be_wait_for_the_end_of_one(connect: Connect) -> None:
    with serving(most=2) as served:
        first, _second = connect(served), connect(served)
        for held in (first, _second):
            held.sendall(HALF)
        waiting = connect(served)
        waiting.sendall(request(served, "GET /healthz HTTP/1.1"))
        assert not is_answered(waiting)
        first.close()
        assert is_answered(waiting, WITHIN)


def test_the_end_of_a_websocket_is_the_end_of_one_connection(connect: Connect) -> None:
    with serving(most=1) as served:
        address = f"ws://127.0.0.1:{served.settings.port}/socket.io/?EIO=4&transport=websocket"
        page = create_connection(address, timeout=WITHIN, suppress_origin=True)
        page.close()
        connect(served).sendall(HALF)
        waiting = connect(served)
        waiting.sendall(request(served, "GET /healthz HTTP/1.1"))
        assert not is_answered(waiting)


@pytest.mark.parametrize(
    ("lines", "status"),
    [
        ([NAMING, "Content-Length: 2", "Content-Length: 5"], 400),
        ([NAMING, "Content-Length: 2", "Transfer-Encoding: chunked"], 400),
        (["GET /healthz HTTP/1.1", "Content-Length : 0"], 400),
        (["GET /healthz HTTP/1.1\nX: y"], 400),
        (["GET  /healthz HTTP/1.1"], 400),
        (["GET /healthz HTTP/9.9"], 400),
        (["GET /healthz HTTP/1.1", "X: " + "x" * 20_000], 431),
        (["GET /" + "x" * 70_000 + " HTTP/1.1"], 414),
    ],
    ids=range(8),
)
def test_what_two_readers_may_read_differently_is_refused_and_not_logged(
    shared: Served,
    connect: Connect,
    caplog: pytest.LogCaptureFixture,
    lines: list[str],
    status: int,
) -> None:
    connection = connect(shared)
    with caplog.at_level(logging.INFO):
        connection.sendall(request(shared, *lines, body=b"{}abc"))
        assert status_of(connection) == status
    assert caplog.records == []


def test_a_line_that_is_too_long_is_refused_in_the_form_of_every_refusal(
    shared: Served, connect: Connect
) -> None:
    connection = connect(shared)
    connection.sendall(request(shared, "GET /" + "x" * 70_000 + " HTTP/1.1"))
    head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower()
    assert json.loads(body)["error"].keys() == {"code", "message", "field"}


@pytest.mark.parametrize(
    "lines",
    [
        (),
        ("Sec-WebSocket-Version: 13",),
        ("Sec-WebSocket-Key: aGFuZG9mZiBtZWFzdXJlcw==", "Sec-WebSocket-Version: 99"),
    ],
)
def test_a_request_that_begins_no_websocket_is_refused_and_not_logged(
    shared: Served, connect: Connect, caplog: pytest.LogCaptureFixture, lines: tuple[str, ...]
) -> None:
    asked = "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1"
    connection = connect(shared)
    with caplog.at_level(logging.INFO):
        upgrade = ("Connection: Upgrade", "Upgrade: websocket")
        connection.sendall(request(shared, asked, *upgrade, *lines))
        assert status_of(connection) == 400
    assert caplog.records == []


def test_an_address_may_be_as_long_as_a_path(shared: Served) -> None:
    answer = shared.request("GET", "/api/v1/znodes?path=/" + "%20" * 20_000)
    assert (answer.status_code, answer.json()["error"]["field"]) == (400, "path")


def test_nobody_is_believed_to_be_a_proxy() -> None:
    """Behind TLS the page is of another origin; any client can claim to be."""
    with serving(Settings()) as served:
        origin = f"https://127.0.0.1:{served.settings.port}"
        claims = {"X-Forwarded-Proto": "https", "X-Forwarded-Ssl": "on", "Origin": origin}
        answer = served.request("POST", "/api/v1/candidates", json={}, headers=claims)
        assert answer.status_code == 403
        assert served.control.calls == []
