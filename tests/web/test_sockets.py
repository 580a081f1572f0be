"""The sockets: every event once and in order, whatever happens at the same time."""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import logging
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from simple_websocket.ws import Base
from websocket import ABNF, WebSocket, create_connection
from wsproto import ConnectionType, WSConnection
from wsproto.connection import ConnectionState
from wsproto.events import AcceptConnection, CloseConnection, Request
from wsproto.frame_protocol import CloseReason

from app.web.transport import NoThread, StrictWebSocket, WholeSends, quiet_logger
from tests.support.zookeeper import await_until
from tests.web.client import WITHIN, Client
from tests.web.serving import Served


@pytest.fixture
def connect(served: Served) -> Iterator[Callable[..., Client]]:
    """Makes clients, and closes them."""
    with contextlib.ExitStack() as stack:

        def connected(transport: str = "websocket") -> Client:
            client = Client(served.url, transport)
            stack.callback(client.close)
            return client

        yield connected


def note(served: Served, times: int = 1) -> None:
    """Let something happen."""
    for _ in range(times):
        served.journal.tell("dashboard.started", "dashboard", {"filler": "x"})


@pytest.mark.parametrize("transport", ["websocket", "polling"])
def test_a_client_gets_a_snapshot_and_then_events(
    served: Served, connect: Callable[..., Client], transport: str
) -> None:
    note(served, 3)
    client = connect(transport)
    client.emit("follow", {"since": None})
    snapshot = client.first("snapshot")
    assert snapshot["seq"] == snapshot["state"]["seq"] == 3
    assert [event["seq"] for event in snapshot["recent"]] == [1, 2, 3]
    assert "patch" not in snapshot["recent"][0]
    assert {"now", "wall", "run"} <= set(snapshot)
    note(served)
    batch = client.first("events")
    assert (batch["from"], batch["to"]) == (4, 4)
    line = {"words", "tone", "group"}
    fact = {"seq", "at", "wall", "kind", "subject", "data"}
    assert set(batch["events"][0]) == {*fact, *line, "patch"}
    assert "now" in batch


def test_a_client_gets_what_it_missed_and_no_snapshot(
    served: Served, connect: Callable[..., Client]
) -> None:
    note(served, 5)
    client = connect()
    client.emit("follow", {"since": 2})
    client.until(lambda: client.seqs() == [3, 4, 5])
    assert client.of("snapshot") == []


@pytest.mark.parametrize("since", [99, 2**40])
def test_a_number_that_never_was_brings_a_snapshot(
    served: Served, connect: Callable[..., Client], since: int
) -> None:
    note(served, 2)
    client = connect()
    client.emit("follow", {"since": since})
    assert client.first("snapshot")["seq"] == 2


def test_a_client_of_an_earlier_run_gets_a_snapshot(
    served: Served, connect: Callable[..., Client]
) -> None:
    note(served, 5)
    client = connect()
    client.emit("follow", {"since": None})
    run = client.first("snapshot")["run"]
    client.emit("follow", {"since": 3, "run": "another"})
    client.until(lambda: len(client.of("snapshot")) == 2)
    client.emit("follow", {"since": 3, "run": run})
    client.until(lambda: client.seqs() == [4, 5])


def test_nothing_is_lost_or_doubled_while_events_pour_in(
    served: Served, connect: Callable[..., Client]
) -> None:
    total = 3000
    half_done = threading.Event()

    def pour() -> None:
        note(served, total // 2)
        half_done.set()
        note(served, total // 2)

    first = connect()
    first.emit("follow", {"since": None})
    first.first("snapshot")
    pouring = threading.Thread(target=pour)
    pouring.start()
    clients = [first, *(connect() for _ in range(5))]
    for number, client in enumerate(clients[1:]):
        client.emit("follow", {"since": None if number % 2 else number})
    assert half_done.wait(WITHIN)
    late = connect()
    late.emit("follow", {"since": None})
    pouring.join()
    for client in [*clients, late]:
        client.until(functools.partial(stands_at, client, total))
        assert_gapless(client)


def position(client: Client) -> int:
    """The last number that the client knows."""
    snapshots: list[int] = [snapshot["seq"] for snapshot in client.of("snapshot")]
    return max([0, *snapshots, *client.seqs()])


def stands_at(client: Client, seq: int) -> bool:
    """Whether this is the last number that the client knows."""
    return position(client) == seq


def shows(client: Client, child: str) -> bool:
    """Whether the newest window has this one child."""
    children: list[dict[str, Any]] = client.of("tree")[-1]["children"]
    return children == [{"name": child}]


def assert_gapless(client: Client) -> None:
    """Snapshot and batches join: each number once, none left out."""
    seqs = client.seqs()
    snapshots = client.of("snapshot")
    start = snapshots[0]["seq"] if snapshots else seqs[0] - 1
    assert len(snapshots) <= 1
    assert seqs == list(range(start + 1, start + 1 + len(seqs)))
    for batch in client.of("events"):
        assert (batch["from"], batch["to"]) == (
            batch["events"][0]["seq"],
            batch["events"][-1]["seq"],
        )


def test_a_client_that_takes_nothing_holds_up_nobody_and_catches_up(
    served: Served, connect: Callable[..., Client]
) -> None:
    """Its connection is left unread until far more has happened than the system would buffer; what
    has been sent of a message when the process is stopped, and goes on, is not the end of it.
    """
    served.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)  # and so each of its
    served.web.socketio.server.eio.ping_timeout = 600  # who answers nothing would be given up
    stuck = raw_client(served, SMALL_BUFFER)
    stuck.send('42["follow",{"since":null}]')
    quick = connect()
    quick.emit("follow", {"since": None})
    quick.first("snapshot")
    padding = {"filler": "x" * 3_000}
    for _ in range(100):
        for _ in range(4):
            served.journal.tell("dashboard.started", "dashboard", padding)
        quick.until(lambda: position(quick) == served.journal.snapshot()[0])
    assert waiting_bytes(served) < 1_200_000 / 2
    interrupt_writers()
    seqs: list[int] = []
    while not seqs or seqs[-1] < 400:
        message = text_of(stuck)
        if message == "2":
            stuck.send("3")
        if message.startswith("42"):
            name, payload = json.loads(message[2:])
            seqs += [payload["seq"]] if name == "snapshot" else []
            seqs += [e["seq"] for e in payload["events"]] if name == "events" else []
    stuck.close()
    assert seqs == list(range(seqs[0], 401))


def interrupt_writers() -> None:
    """As a stop does that lasts no time: who waits in the middle of a message comes back."""
    signal.signal(signal.SIGUSR1, lambda number, frame: None)
    writers = [thread.ident for thread in threading.enumerate() if "(writer)" in thread.name]
    assert writers
    for ident in filter(None, writers):
        signal.pthread_kill(ident, signal.SIGUSR1)


def waiting_bytes(served: Served) -> int:
    """What is queued for all clients."""
    queued = 0
    for connection in list(served.web.socketio.server.eio.sockets.values()):
        queued += sum(len(packet.data or "") for packet in list(connection.queue.queue) if packet)
    return queued


MUCH = 256 * 1024
SMALL_BUFFER = ((socket.SOL_SOCKET, socket.SO_RCVBUF, 65_536),)


def raw_client(served: Served | int, options: Any = ()) -> WebSocket:
    """A WebSocket that has entered the namespace and is read only when we say so; of what is
    served, or of a port.
    """
    port = served if isinstance(served, int) else served.settings.port
    address = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
    connection = create_connection(address, timeout=WITHIN, suppress_origin=True, sockopt=options)
    assert text_of(connection).startswith("0{")
    connection.send("40")
    await_until(lambda: text_of(connection).startswith("40{"))  # others are told of it meanwhile
    return connection


def is_counted(served: Served, sessions: int) -> bool:
    """Whether so many sessions are there."""
    return len(served.web.socketio.server.eio.sockets) == sessions


def raw_client_beside(served: Served, other: Client, options: Any = ()) -> WebSocket:
    """The same, once another client knows of it."""
    connection = raw_client(served, options)
    other.until(lambda: other.of("viewers")[-1:] == [{"count": 2}])
    return connection


def text_of(connection: WebSocket) -> str:
    """The next message, which is text."""
    message = connection.recv()
    assert isinstance(message, str)
    return message


def test_viewers_are_counted(served: Served, connect: Callable[..., Client]) -> None:
    first = connect()
    first.until(lambda: {"count": 1} in first.of("viewers"))
    second = connect()
    first.until(lambda: {"count": 2} in first.of("viewers"))
    second.close()
    first.until(lambda: first.of("viewers")[-1:] == [{"count": 1}])


def test_the_windows_that_are_open_are_kept_up_to_date(
    served: Served, connect: Callable[..., Client]
) -> None:
    served.control.children = ["a", "b", "c"]
    client = connect()
    client.emit("watch_tree", {"paths": [{"path": "/big", "from": 1, "count": 1}]})
    first = client.first("tree")
    assert (first["path"], first["total"], first["from"]) == ("/big", 3, 1)
    assert [child["name"] for child in first["children"]] == ["b"]
    served.control.change("/big", ["a", "x", "c"])
    client.until(lambda: len(client.of("tree")) == 2)
    assert client.of("tree")[1]["children"] == [{"name": "x"}]
    assert served.control.opened[-1] == ["/big"]


def test_a_window_is_sent_only_when_it_shows_something_else(
    served: Served, connect: Callable[..., Client]
) -> None:
    served.control.children = ["a"]
    client = connect()
    client.emit("watch_tree", {"paths": ["/quiet"]})
    client.first("tree")
    served.control.change("/elsewhere", ["a"])
    served.control.change("/quiet", ["a"])
    await_until(lambda: served.control.windows_read == 2)
    served.control.change("/quiet", ["c"])
    client.until(lambda: len(client.of("tree")) == 2)
    assert client.of("tree")[1]["children"] == [{"name": "c"}]


def test_a_second_client_sees_the_window_as_it_is(
    served: Served, connect: Callable[..., Client]
) -> None:
    served.control.children = ["a"]
    first, second = connect(), connect()
    first.emit("watch_tree", {"paths": ["/p"]})
    first.first("tree")
    second.emit("watch_tree", {"paths": ["/p"]})
    assert second.first("tree")["children"] == [{"name": "a"}]
    served.control.change("/p", ["b"])
    for client in (first, second):
        client.until(functools.partial(shows, client, "b"))


def test_a_window_that_is_told_by_its_changes_is_whole_once(
    served: Served, connect: Callable[..., Client]
) -> None:
    served.control.children = [f"n{number:03d}" for number in range(200)]
    client, other = connect(), connect()
    client.emit("watch_tree", {"paths": ["/p"], "changes": True})
    assert len(client.first("tree")["children"]) == 200
    served.control.change("/p", [*served.control.children[1:], "n200"])
    told = client.first("tree_change")
    assert (told["gone"], told["children"]) == (["n000"], {"199": {"name": "n200"}})
    other.emit("watch_tree", {"paths": ["/p"], "changes": True})
    assert [one["name"] for one in other.first("tree")["children"]] == served.control.children
    assert len(client.of("tree")) == 1


def test_nothing_is_open_once_the_client_has_gone(
    served: Served, connect: Callable[..., Client]
) -> None:
    leaving, staying = connect(), connect()
    leaving.emit("watch_tree", {"paths": ["/a", "/b"]})
    leaving.until(lambda: len(leaving.of("tree")) == 2)
    leaving.close()
    staying.until(lambda: staying.of("viewers")[-1:] == [{"count": 1}])
    staying.emit("watch_tree", {"paths": ["/c"]})
    staying.first("tree")
    assert served.control.opened[-1] == ["/c"]


WRONG: tuple[tuple[str, Any], ...] = (
    ("follow", {"since": -1}),
    ("follow", {"since": "1"}),
    ("follow", {"since": True}),
    ("follow", {"since": 1.5}),
    ("follow", {"sinse": 1}),
    ("follow", [1]),
    ("follow", "x"),
    ("follow", b"\x00\x01"),
    ("follow", {"run": "x" * 100}),
    ("watch_tree", {}),
    ("watch_tree", {"paths": "/"}),
    ("watch_tree", {"paths": ["/"] * 65}),
    ("watch_tree", {"paths": ["x"]}),
    ("watch_tree", {"paths": ["/a/"]}),
    ("watch_tree", {"paths": [3]}),
    ("watch_tree", {"paths": [{"path": "/", "count": 501}]}),
    ("watch_tree", {"paths": [{"path": "/", "from": -1}]}),
    ("watch_tree", {"paths": [{"path": "/", "from": True}]}),
    ("watch_tree", {"paths": [{"from": 1}]}),
    ("watch_tree", {"paths": [b"/"]}),
)


def test_a_wrong_message_is_refused_and_harms_nobody(
    served: Served, connect: Callable[..., Client]
) -> None:
    client = connect()
    for number, (event, payload) in enumerate(WRONG, 1):
        assert client.call(event, payload)["error"]["code"] == "bad_request", payload
        client.until(functools.partial(has_been_refused, client, number))
        assert client.of("refused")[-1]["event"] == event
        assert client.call("follow", {"since": None}) == {"ok": True}
    client.first("snapshot")


def has_been_refused(client: Client, times: int) -> bool:
    return len(client.of("refused")) == times


def test_a_message_of_many_parts_is_refused(served: Served, connect: Callable[..., Client]) -> None:
    client = connect()
    client.emit("follow", {}, {}, {})
    assert client.first("refused")["error"]["code"] == "bad_request"


GARBAGE = (
    "", "x", "9", "4", "4x", "42", "42[", "42{}", "42[]", "42[1]", "42[[]]", '42["follow"', "43",
    "44", "451-", '451-["follow",{"_placeholder":true,"num":0}]', '42["connect"]',
    '42["disconnect"]', '42["nothing",1]', "42/other,[]", "4" + "[" * 20_000, "4" + "9" * 5_000,
    f'42["follow",{"[" * 900}{"]" * 900}]',
)  # fmt: skip


def test_garbage_is_survived_without_a_traceback(
    served: Served,
    connect: Callable[..., Client],
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    other = connect()
    with caplog.at_level(logging.WARNING):
        for garbage in GARBAGE:
            connection = raw_client_beside(served, other)
            connection.send(garbage)
            connection.send('42["follow",{"since":null}]')
            connection.close()
            assert other.call("follow", {"since": None}) == {"ok": True}
            other.until(lambda: other.of("viewers")[-1:] == [{"count": 1}])
            assert "Traceback" not in caplog.text + capfd.readouterr().err, garbage
    other.first("snapshot")


def test_an_oversized_message_ends_the_connection_that_sent_it(
    served: Served, connect: Callable[..., Client]
) -> None:
    other = connect()
    connection = raw_client_beside(served, other)
    with contextlib.suppress(OSError):
        connection.send('42["follow",{"since":"' + "x" * 200_000 + '"}]')
    other.until(lambda: other.of("viewers")[-1:] == [{"count": 1}])
    connection.close()


def test_a_message_that_never_ends_ends_the_connection(
    served: Served, connect: Callable[..., Client]
) -> None:
    other = connect()
    connection = raw_client_beside(served, other)
    part = "4" + "x" * 30_000
    with contextlib.suppress(OSError):
        connection.send_frame(ABNF(fin=0, opcode=ABNF.OPCODE_TEXT, data=part.encode()))
        for _ in range(5):
            connection.send_frame(ABNF(fin=0, opcode=ABNF.OPCODE_CONT, data=part.encode()))
    other.until(lambda: other.of("viewers")[-1:] == [{"count": 1}])
    connection.close()


def test_no_compression_is_taken_up(served: Served) -> None:
    address = f"ws://127.0.0.1:{served.settings.port}/socket.io/?EIO=4&transport=websocket"
    offer = ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"]
    connection = create_connection(address, header=offer, suppress_origin=True, timeout=WITHIN)
    assert "sec-websocket-extensions" not in connection.headers
    connection.close()


def test_the_library_is_heard_only_by_who_wants_to_hear_everything(
    caplog: pytest.LogCaptureFixture,
) -> None:
    logger = quiet_logger("handoff.test")
    with caplog.at_level(logging.WARNING):
        caplog.handler.setLevel(logging.NOTSET)
        logger.error("a malformed message")
        assert caplog.records == []
    with caplog.at_level(logging.DEBUG):
        logger.error("a malformed message")
        assert [record.levelname for record in caplog.records] == ["DEBUG"]


def accepted(
    sock: socket.socket | WholeSends | None = None,
) -> tuple[StrictWebSocket, WSConnection]:
    """A connection that the library has accepted, without its reader, and what it is to wsproto."""
    theirs, ours = WSConnection(ConnectionType.CLIENT), WSConnection(ConnectionType.SERVER)
    ours.receive_data(theirs.send(Request(host="handoff", target="/")))
    list(ours.events())
    ours.send(AcceptConnection())
    connection = StrictWebSocket(lambda _: None, SimpleNamespace(max_http_buffer_size=1))
    connection.ws = Accepted(sock, ConnectionType.SERVER, thread_class=NoThread)
    connection.ws.ws = ours
    return connection, ours


class Accepted(Base):  # type: ignore[misc]
    """Needs no handshake any more."""

    def handshake(self) -> None:
        self.connected = True


def test_a_connection_that_its_reader_closes_is_closed_without_a_word() -> None:
    """The library says that it is connected until the reader has sent why it is not."""
    closing, ours = accepted()
    ours.send(CloseConnection(CloseReason.MESSAGE_TOO_BIG))
    closing.close()
    assert ours.state is ConnectionState.LOCAL_CLOSING


def test_a_goodbye_through_a_socket_that_is_closed_already_is_no_failure() -> None:
    """The reader may close it after the library's writer has seen that it is connected."""
    whole, end = socket.socketpair()
    closing, ours = accepted(WholeSends(whole))
    for one in (whole, end):
        one.close()
    closing.close()
    assert ours.state is ConnectionState.LOCAL_CLOSING


def test_a_client_that_asks_on_and_takes_no_answer_is_let_go(
    served: Served, connect: Callable[..., Client]
) -> None:
    served.listener.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 65_536)  # and so each of its
    other = connect()
    stuck = raw_client_beside(served, other, SMALL_BUFFER)
    numbers = itertools.count()
    with contextlib.suppress(OSError):
        while is_counted(served, 2):
            stuck.send(f'42{next(numbers)}["follow",{{"since":"never"}}]')
    stuck.shutdown()  # type: ignore[no-untyped-call]
    other.until(lambda: other.of("viewers")[-1:] == [{"count": 1}])
    assert other.call("follow", {"since": None}) == {"ok": True}


def test_no_more_is_received_of_a_client_than_is_read() -> None:
    ours, theirs = socket.socketpair()
    connection, _ = accepted(ours)
    message = ABNF.create_frame("4" + "x" * 999, ABNF.OPCODE_TEXT).format()
    with ours, theirs:
        theirs.settimeout(0.2)
        sent = 0
        with contextlib.suppress(TimeoutError):
            while sent < 10 * MUCH:
                sent += theirs.send(message)
        assert sent < 10 * MUCH
        whole = sent // len(message)
        assert whole > 1
        assert [connection.wait() for _ in range(whole)] == ["4" + "x" * 999] * whole
        theirs.close()
        assert connection.wait() is None


def test_what_the_system_takes_in_part_is_sent_whole_before_what_comes_next() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        wire, large = WholeSends(ours), b"x" * MUCH * 10
        assert 0 < wire.send_at_once(large) < len(large)
        assert wire.send_at_once(b"too early") == 0
        sending = threading.Thread(target=wire.send, args=(b"end",))
        sending.start()
        assert wire.send_at_once(b"too early") == 0  # whether or not the other one is at it by now
        assert theirs.makefile("rb").read(len(large) + 3) == large + b"end"
        sending.join()
        assert wire.send_at_once(b"free") == 4
        assert theirs.recv(4) == b"free"


def test_who_has_gone_takes_nothing() -> None:
    ours, theirs = socket.socketpair()
    theirs.close()
    with ours:
        assert WholeSends(ours).send_at_once(b"x") == 0
