"""The server below the application: connections are kept, bounded, and hold up nobody."""

from __future__ import annotations

import contextlib
import http.client
import json
import logging
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from multiprocessing.connection import wait
from typing import Any

import pytest
from websocket import WebSocket, create_connection

from app.settings import Settings
from app.system import listening
from app.web import gunicorn_loop
from app.web.peers import peer_of
from tests.web.serving import Served, serving

WITHIN = 60.0
HALF = b"GET /healthz HTTP/1.1\r\nHos"
NAMING = "POST /api/v1/candidates HTTP/1.1"
CHUNKED = "Transfer-Encoding: chunked"

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


def whole_answer(connection: socket.socket) -> tuple[int, Any]:
    """The status and the JSON of the last answer; waits for its end."""
    head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


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


@pytest.mark.parametrize("goes_on", [False, True])
@pytest.mark.parametrize(
    ("part", "begun"),
    [
        ("HEAD_WITHIN", HALF),
        ("BODY_WITHIN", f"{NAMING}\r\nHost: 127.0.0.1\r\nContent-Length: 60000\r\n\r\n".encode()),
        ("BODY_WITHIN", f"{NAMING}\r\nHost: 127.0.0.1\r\n{CHUNKED}\r\n\r\n".encode()),
    ],
    ids=["head", "body", "chunks"],
)
def test_who_takes_too_long_to_send_a_request_is_told_and_let_go(
    connect: Connect, monkeypatch: pytest.MonkeyPatch, part: str, begun: bytes, goes_on: bool
) -> None:
    """Silent, or sending a byte now and then."""
    monkeypatch.setattr(gunicorn_loop, part, 0.5)
    with serving() as served:
        connection = connect(served)
        connection.sendall(begun)
        while goes_on and not is_answered(connection, 0.05):
            connection.sendall(b"0")
        status, told = whole_answer(connection)
    assert (status, told["error"]["code"]) == (408, "request_timeout")
    assert "0.5 seconds" in told["error"]["message"]


def test_who_takes_nothing_of_an_answer_is_let_go(
    connect: Connect, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "SILENCE", 1)
    with serving() as served:
        served.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
        connection = connect(served)
        asked = request(served, "GET /api/v1/openapi.json HTTP/1.1") * 100
        with contextlib.suppress(ConnectionError):
            while connection.send(asked):
                pass


def is_answered(connection: socket.socket, within: float = 0.5) -> bool:
    """Whether anything comes."""
    return bool(wait([connection], within))


def page_of(served: Served, *headers: str) -> WebSocket:
    """A page that is open, and has entered the namespace."""
    address = f"ws://127.0.0.1:{served.settings.port}/socket.io/?EIO=4&transport=websocket"
    page = create_connection(address, timeout=WITHIN, suppress_origin=True, header=list(headers))
    page.send("40")
    return page


def test_more_pages_than_there_may_be_wait_for_the_end_of_one(connect: Connect) -> None:
    with serving(most=3) as served:
        pages = [page_of(served) for _ in range(3)]
        waiting = connect(served)
        waiting.sendall(request(served, "GET /healthz HTTP/1.1"))
        assert not is_answered(waiting)
        pages.pop().close()
        assert is_answered(waiting, WITHIN)
        for page in pages:
            page.close()


def test_the_end_of_a_websocket_is_the_end_of_one_connection(connect: Connect) -> None:
    with serving(most=1) as served:
        page_of(served).close()
        last = page_of(served)
        waiting = connect(served)
        waiting.sendall(request(served, "GET /healthz HTTP/1.1"))
        assert not is_answered(waiting)
        last.close()


CLOSED_DOOR = Settings(token="of-the-test")
BEARER = "Authorization: Bearer of-the-test"
FLOOD = 60
ROOM = 20


def flood(served: Served, connect: Connect, sent: bytes) -> list[socket.socket]:
    """Three times as many connections as there is room for; all have come when it returns."""
    connections = [connect(served) for _ in range(FLOOD)]
    for connection in connections:
        with contextlib.suppress(OSError):  # its place may be another's by now
            connection.sendall(sent)
    assert served.request("GET", "/healthz").ok
    return connections


@pytest.mark.parametrize("begun", ["nothing", "head", "body"])
@pytest.mark.parametrize("settings", [Settings(), CLOSED_DOOR], ids=["open", "token"])
def test_who_fills_the_room_gives_place_to_who_comes_and_to_the_pages_that_are_open(
    connect: Connect, settings: Settings, begun: str
) -> None:
    """Also where all of them have been let in."""
    with serving(settings, most=ROOM) as served:
        page = page_of(served, BEARER)
        kept = connect(served)
        kept.sendall(request(served, "GET /api/v1/openapi.json HTTP/1.1", BEARER))
        kept.recv(65_536)
        asked = request(served, "GET /healthz HTTP/1.1", BEARER)
        sent = {
            "nothing": b"",
            "head": asked + HALF,
            "body": request(served, NAMING, BEARER, "Content-Length: 9"),
        }[begun]
        flood(served, connect, sent)
        page.send('421["follow",{"since":null}]')
        while not str(page.recv()).startswith("431"):
            pass
        page.close()


def test_strangers_leave_their_places_before_any_who_was_let_in(connect: Connect) -> None:
    with serving(CLOSED_DOOR, most=ROOM) as served:
        known = http.client.HTTPConnection("127.0.0.1", served.settings.port, timeout=WITHIN)
        with contextlib.closing(known):
            for _ in range(2):
                known.request("GET", "/healthz", headers=dict([BEARER.split(": ")]))
                assert b"hosts" in known.getresponse().read()
                used = known.sock
                flood(served, connect, HALF)
            assert known.sock is used


def test_who_has_one_connection_keeps_it_while_others_have_many(connect: Connect) -> None:
    with serving(CLOSED_DOOR, most=ROOM) as served:
        port = served.settings.port
        source = ("127.0.0.2", 0)
        with socket.create_connection(("127.0.0.1", port), WITHIN, source) as slow:
            slow.sendall(HALF)
            flood(served, connect, HALF)
            slow.sendall(f"t: 127.0.0.1:{port}\r\n\r\n".encode())
            assert status_of(slow) == 200


FEW_FILES = """
import resource, socket
resource.setrlimit(resource.RLIMIT_NOFILE, (300, 300))
from tests.web.serving import serving
from tests.web.test_server import HALF
with serving() as served:
    address = ("127.0.0.1", served.settings.port)
    connections = [socket.create_connection(address) for _ in range(150)]
    for connection in connections:
        try:
            connection.sendall(HALF)
        except OSError:
            pass
    assert served.request("GET", "/healthz").ok
    assert not [one for one in served.journal.state["threads"]]
"""


def test_connections_leave_the_process_the_files_that_it_needs() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", FEW_FILES], stderr=subprocess.PIPE, text=True, timeout=WITHIN
    )
    assert ran.returncode == 0, ran.stderr
    assert "Too many open files" not in ran.stderr


@pytest.mark.parametrize(
    ("address", "peer"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("", ""),
    ],
)
def test_who_counts_as_one_client(address: str, peer: str) -> None:
    assert peer_of(address) == peer


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


CHUNKS = (
    b"zz\r\n{}\r\n0\r\n\r\n",
    b"-1\r\n{}\r\n0\r\n\r\n",
    b"2\r\n{}XX0\r\n\r\n",
    b"2\r\n{}\r\n0\r\nno trailer\r\n\r\n",
    b"2;\x01\r\n{}\r\n0\r\n\r\n",
    b"f" * 20_000,
    b"9\r\n{}",
)


@pytest.mark.parametrize("body", CHUNKS, ids=range(len(CHUNKS)))
@pytest.mark.parametrize("path", ["/api/v1/candidates", "/%1b%5B31m%0A2026"])
def test_a_malformed_body_is_refused_and_not_logged(
    shared: Served, connect: Connect, caplog: pytest.LogCaptureFixture, path: str, body: bytes
) -> None:
    connection = connect(shared)
    with caplog.at_level(logging.INFO):
        connection.sendall(request(shared, f"POST {path} HTTP/1.1", CHUNKED, body=body))
        connection.shutdown(socket.SHUT_WR)
        status, told = whole_answer(connection)
    assert (status, told["error"]["code"]) in ((400, "bad_request"), (404, "not_found"))
    assert caplog.records == []


@pytest.mark.parametrize(
    ("path", "status"),
    [("/", 200), ("/socket.io/?EIO=4&transport=polling", 401), ("/healthz", 200)],
)
def test_a_request_for_the_head_alone_is_not_logged(
    connect: Connect, caplog: pytest.LogCaptureFixture, path: str, status: int
) -> None:
    with serving(CLOSED_DOOR) as served, caplog.at_level(logging.INFO):
        connection = connect(served)
        connection.sendall(request(served, f"HEAD {path} HTTP/1.1", "Connection: close"))
        assert int(connection.makefile("rb").read().split()[1]) == status
    assert caplog.records == []


def test_a_line_that_is_too_long_is_refused_in_the_form_of_every_refusal(
    shared: Served, connect: Connect
) -> None:
    connection = connect(shared)
    connection.sendall(request(shared, "GET /" + "x" * 70_000 + " HTTP/1.1"))
    head, _, body = connection.makefile("rb").read().partition(b"\r\n\r\n")
    assert b"content-type: application/json" in head.lower()
    assert json.loads(body)["error"].keys() == {"code", "message", "field", "docs"}


def test_a_head_that_is_too_large_is_refused_before_all_of_it_has_come(
    shared: Served, connect: Connect
) -> None:
    connection = connect(shared)
    fields = b"".join(b"X-%d: %s\r\n" % (number, b"x" * 8_000) for number in range(25))
    connection.sendall(b"GET /healthz HTTP/1.1\r\n" + fields)
    status, told = whole_answer(connection)
    assert (status, told["error"]["code"]) == (431, "request_header_fields_too_large")


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
