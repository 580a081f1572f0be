"""What answers is no ZooKeeper: it is said in one sentence, and costs neither memory nor a log."""

from __future__ import annotations

import contextlib
import random
import socket
import struct
import threading
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import Any

import pytest
import requests
from kazoo.exceptions import ConnectionLoss

from app.zookeeper.addresses import Address
from app.zookeeper.admin_server import AdminError, ask_admin
from app.zookeeper.client import close, connect
from app.zookeeper.fourletter import FourLetterError, ask
from app.zookeeper.handler import NO_ZOOKEEPER, InOrderHandler
from app.zookeeper.raw import RawConnection, hello
from app.zookeeper.security import OPEN
from app.zookeeper.server_info import ServerInfo
from app.zookeeper.wire.jute import Malformed, encode
from app.zookeeper.wire.records import ConnectResponse
from tests.support.forked import forked_dashboard
from tests.support.zookeeper import await_until

Says = Callable[[socket.socket], object]
_PIECE = bytes(1 << 20)
_FEW = 32 << 20
"""Bytes that may be on their way to who reads none of them; far less than is announced."""


class Peer:
    """A server that says to each connection what `says` sends, and waits until that has gone."""

    def __init__(self, says: Says) -> None:
        self._says = says
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.hosts = f"127.0.0.1:{self.port}"
        self.connections = 0
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                connection, _ = self._listener.accept()
                threading.Thread(target=self._answer, args=(connection,), daemon=True).start()

    def _answer(self, connection: socket.socket) -> None:
        self.connections += 1
        with connection, contextlib.suppress(OSError):
            self._says(connection)
            connection.shutdown(socket.SHUT_WR)
            while connection.recv(65536):
                pass

    def close(self) -> None:
        self._listener.close()


@contextlib.contextmanager
def peer(says: Says) -> Iterator[Peer]:
    with closing(Peer(says)) as it:
        yield it


def frame(content: bytes) -> bytes:
    return struct.pack(">i", len(content)) + content


def saying(said: bytes) -> Says:
    return lambda connection: connection.sendall(said)


class Stream:
    """Announces so many bytes after `before`, and sends zeros as long as anybody takes them."""

    def __init__(self, announced: int, before: bytes = b"") -> None:
        self._head = before + struct.pack(">i", announced)
        self.most = 0

    def __call__(self, connection: socket.socket) -> None:
        connection.sendall(self._head)
        sent = 0
        while True:
            sent += connection.send(_PIECE)
            self.most = max(self.most, sent)


WELCOME = frame(encode(ConnectResponse(0, 10_000, 7, bytes(16))) + b"\0")
GREETINGS = {
    "http": b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n",
    "tls": bytes((21, 3, 3, 0, 2, 2, 70)),
    "ssh": b"SSH-2.0-OpenSSH_9.2\r\n",
    "zeros": bytes(4096),
    "noise": random.Random(7).randbytes(100_000),
    "a negative length": b"\xff" * 8,
    "a length too many": struct.pack(">i", 1025) + bytes(1025),
    "too short": frame(bytes(7)),
    "of another protocol": frame(b"\x07" * 37),
    "without a password": frame(struct.pack(">iiqi", 0, 10_000, 7, -1)),
}
ANSWERS = {
    "a negative length": b"\xff" * 8,
    "too short": frame(b"\0" * 3),
    "of another request": frame(struct.pack(">iqi", 77, 1, 0)),
    "of an unknown kind": frame(struct.pack(">iqi", -77, 1, 0)),
    "an unknown refusal": frame(struct.pack(">iqi", 1, 1, -12345)),
    "an answer without a body": frame(struct.pack(">iqi", 1, 1, 0)),
    "an event without a path": frame(struct.pack(">iqi", -1, 1, 0)),
    "text that is none": frame(struct.pack(">iqiiii", -1, 1, 0, 3, 3, 2) + b"\xff\xfe"),
    "a login that nobody asked for": frame(struct.pack(">iqi", -4, 1, 0)),
}


@pytest.fixture
def open_handler() -> Iterator[Callable[[str], Any]]:
    """Begins to connect; returns the client."""
    clients: list[Any] = []

    def begun(hosts: str) -> Any:
        client = connect(hosts, 10.0, handler=InOrderHandler(asks_version=True))
        clients.append(client)
        client.start_async()
        return client

    yield begun
    for client in clients:
        close(client)


@pytest.mark.parametrize("greeting", GREETINGS)
def test_a_client_says_that_no_zookeeper_answers_and_goes_on_trying(
    greeting: str, open_handler: Callable[[str], Any], caplog: pytest.LogCaptureFixture
) -> None:
    with peer(saying(GREETINGS[greeting])) as it:
        client = open_handler(it.hosts)
        await_until(lambda: client.handler.reason == NO_ZOOKEEPER.format(it.hosts))
        await_until(lambda: it.connections >= 6)
        assert not client.connected
    assert [one.getMessage() for one in caplog.records] == []


@pytest.mark.parametrize("answer", ANSWERS)
def test_who_speaks_nonsense_later_is_left_and_the_client_goes_on(
    answer: str, open_handler: Callable[[str], Any], caplog: pytest.LogCaptureFixture
) -> None:
    def says(connection: socket.socket) -> None:
        if connection.recv(4) != b"srvr":
            connection.recv(65536)
            connection.sendall(WELCOME)
            connection.recv(65536)  # the request
            connection.sendall(ANSWERS[answer])

    with peer(says) as it:
        client = open_handler(it.hosts)
        await_until(lambda: client.connected)
        asked = client.get_async("/")
        with pytest.raises(ConnectionLoss):
            asked.get(timeout=30)
        await_until(lambda: it.connections >= 4)
    assert [one.getMessage() for one in caplog.records] == []


def test_what_is_announced_too_long_is_not_read(open_handler: Callable[[str], Any]) -> None:
    stream = Stream(1_100_000_000)
    with peer(stream) as it:
        client = open_handler(it.hosts)
        await_until(lambda: client.handler.reason == NO_ZOOKEEPER.format(it.hosts))
        await_until(lambda: it.connections >= 4)
    assert stream.most < _FEW
    later = Stream(1_100_000_000, WELCOME)
    with peer(later) as it:
        open_handler(it.hosts)
        await_until(lambda: it.connections >= 4)
    assert later.most < _FEW


def test_a_raw_connection_believes_no_length() -> None:
    for announced in (-1, 1_100_000_000):
        stream = Stream(announced)
        with peer(stream) as it:
            raw = RawConnection.open(("127.0.0.1", it.port), OPEN, 10.0)
            with closing(raw), pytest.raises(Malformed, match="a frame of"):
                raw.exchange(hello(4.0))
        assert stream.most < _FEW


def endless_json(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
    while True:
        connection.sendall(b"[" * 65536)


def dripping_json(connection: socket.socket) -> None:
    connection.recv(65536)
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
    while not threading.Event().wait(0.05):
        connection.sendall(b" ")


@pytest.mark.parametrize(
    "says",
    [saying(b"SSH-2.0\r\n"), saying(bytes(999)), endless_json, dripping_json],
    ids=["ssh", "zeros", "endless", "dripping"],
)
def test_a_window_that_is_none_is_an_error_of_the_window(says: Says) -> None:
    with peer(says) as it, pytest.raises(AdminError):
        ask_admin("127.0.0.1", it.port, "server_stats", 0.5)
    with peer(says) as it, contextlib.suppress(FourLetterError):
        assert "Zookeeper version" not in ask("127.0.0.1", it.port, "srvr", 0.5)


def test_a_server_that_says_any_number_is_heard() -> None:
    said = b"Zookeeper version: 3.9.5\nConnections: " + b"9" * 9_000 + b"\nMode: standalone\n"
    said += b"Latency min/avg/max: 1.2.3/4/5\n"
    with peer(saying(said)) as it, peer(saying(b"")) as admin:
        report = ServerInfo(Address("127.0.0.1", it.port), admin.port).ask()
    assert (report.answers, report.version) == (True, "3.9.5")


def test_a_dashboard_says_it_without_a_traceback() -> None:
    with (
        peer(saying(GREETINGS["http"])) as it,
        forked_dashboard("--zookeeper", it.hosts) as dashboard,
    ):
        await_until(lambda: it.connections >= 20)
        health = requests.get(f"{dashboard.url}/healthz", timeout=30).json()
        assert health["reason"] == NO_ZOOKEEPER.format(it.hosts)
        answer = requests.get(f"{dashboard.url}/api/v1/znodes?path=/", timeout=30)
        assert answer.status_code == 503
        assert dashboard.end() == 0
    assert dashboard.errors == ""
