"""Bytes in, bytes out: framing, handshakes, words, and what is no ZooKeeper request."""

from __future__ import annotations

import struct

import pytest

from app.sandbox.connection import Connection
from app.sandbox.protocol import ROOM, TURN
from app.sandbox.words import WORDS
from app.zookeeper.wire.codes import (
    AUTH_XID,
    LARGEST_HANDSHAKE,
    PING_XID,
    WATCH_XID,
    Code,
    EventType,
    Op,
)
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.multi import (
    Operation,
    decode_results,
    encode_operations,
)
from app.zookeeper.wire.records import (
    AuthPacket,
    ConnectRequest,
    ConnectResponse,
    CreateRequest,
    GetDataResponse,
    PathOnly,
    PathVersion,
    PathWatch,
    WatcherEvent,
)
from tests.sandbox.exchanges import NOW, Wire, said
from tests.sandbox.raw import (
    OPEN,
    Heard,
    create,
    get_data,
    heard,
    hello,
    request,
    set_data,
)
from tests.support.framed import frame


def answers(wire: Wire, connection: Connection, data: bytes) -> list[Heard]:
    wire.feed(connection, data)
    return [heard(one) for one in said(connection)]


@pytest.fixture
def wire() -> Wire:
    return Wire()


class TestHandshake:
    def test_opens_a_session(self, wire: Wire) -> None:
        connection = wire.connect()
        wire.feed(connection, hello(timeout=1000))
        (content,) = said(connection)
        response, end = decode(ConnectResponse, content)
        assert (response.timeout, response.session, len(response.password or b"")) == (1000, 1, 16)
        assert content[end:] == b"\0", "a client since 3.4 is told that this is no read-only server"
        assert connection.ended is None

    def test_old_clients_are_not_told_what_they_did_not_ask(self, wire: Wire) -> None:
        connection = wire.connect()
        wire.feed(connection, frame(encode(ConnectRequest(0, 0, 1000, 0, bytes(16)))))
        (content,) = said(connection)
        assert decode(ConnectResponse, content)[1] == len(content)

    def test_a_session_that_is_not_known_is_over(self, wire: Wire) -> None:
        connection = wire.connect()
        wire.feed(connection, hello(session=77))
        (content,) = said(connection)
        assert decode(ConnectResponse, content)[0] == ConnectResponse(0, 0, 0, bytes(16))
        assert connection.ended

    @pytest.mark.parametrize(
        "data",
        [
            request(Op.PING, xid=PING_XID),
            request(Op.GET_DATA, PathWatch("/", False)),
            frame(b""),
            frame(hello()[4:-3]),
            frame(hello()[4:] + bytes(LARGEST_HANDSHAKE)),
            b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
            b"\xff\xff\xff\xff",
        ],
    )
    def test_anything_else_is_hung_up_on(self, wire: Wire, data: bytes) -> None:
        connection = wire.connect()
        wire.feed(connection, data)
        assert connection.ended
        assert not said(connection)
        assert not len(wire.core.sessions)


class TestWords:
    @pytest.mark.parametrize("word", sorted(WORDS))
    @pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n"])
    def test_are_answered(self, wire: Wire, word: bytes, ending: bytes) -> None:
        connection = wire.connect()
        wire.feed(connection, word + ending)
        assert connection.take_out() == b"<" + word + b">"
        assert connection.ended

    def test_may_come_in_pieces(self, wire: Wire) -> None:
        connection = wire.connect()
        wire.feed(connection, b"ru")
        assert connection.ended is None
        wire.feed(connection, b"ok")
        assert connection.take_out() == b"<ruok>"

    def test_are_no_words_in_a_session(self, wire: Wire) -> None:
        connection = wire.client()
        wire.feed(connection, b"ruok")
        assert not connection.take_out()
        assert connection.ended, "it is a frame of 1.9 GB"

    def test_unknown_ones_are_hung_up_on(self, wire: Wire) -> None:
        connection = wire.connect()
        wire.feed(connection, b"kill")
        assert not connection.take_out()
        assert connection.ended


class TestFrames:
    def test_all_of_one_read_are_answered_in_order(self, wire: Wire) -> None:
        data = create("/a", b"1", xid=1) + set_data("/a", b"2", 2) + get_data("/a", xid=3)
        found = answers(wire, wire.client(), data)
        assert [(one.xid, one.error) for one in found] == [(1, 0), (2, 0), (3, 0)]
        assert decode(GetDataResponse, found[2].body)[0].data == b"2"

    def test_may_come_byte_by_byte(self, wire: Wire) -> None:
        connection = wire.client()
        for byte in create("/a", b"1"):
            assert not said(connection)
            wire.feed(connection, bytes([byte]))
        assert [heard(one).error for one in said(connection)] == [0]

    @pytest.mark.parametrize("length", [-1, -(2**31), 0xFFFFF + 1, 2**31 - 1])
    def test_of_an_impossible_length_end_the_connection(self, wire: Wire, length: int) -> None:
        connection = wire.client()
        found = answers(wire, connection, create("/a") + struct.pack(">i", length))
        assert [one.error for one in found] == [0], "what came before was answered"
        assert connection.ended

    def test_may_be_as_long_as_the_limit(self, wire: Wire) -> None:
        connection = wire.client()
        spent = len(create("/a", b"")) - 4
        data = create("/a", bytes(0xFFFFF - spent))
        assert len(data) == 4 + 0xFFFFF
        assert [one.error for one in answers(wire, connection, data)] == [0]
        assert connection.ended is None

    @pytest.mark.parametrize("content", [b"", b"\0\0\0\1", b"\0\0\0\1\0\0\0"])
    def test_without_a_header_end_the_connection(self, wire: Wire, content: bytes) -> None:
        connection = wire.client()
        wire.feed(connection, frame(content) + create("/a"))
        assert connection.ended
        assert not said(connection)
        assert "/a" not in wire.core.tree.nodes

    @pytest.mark.parametrize(
        "op",
        [Op.CREATE, Op.DELETE, Op.SET_DATA, Op.GET_DATA, Op.SYNC, Op.SET_WATCHES, Op.SET_ACL,
         Op.MULTI, Op.MULTI_READ],
    )  # fmt: skip
    def test_cut_short_are_answered_and_the_connection_lives_on(self, wire: Wire, op: Op) -> None:
        connection = wire.client()
        cut_short = frame(struct.pack(">ii", 1, op) + b"\0\0")
        cut, ping = answers(wire, connection, cut_short + request(Op.PING, xid=PING_XID))
        assert cut.error == Code.MARSHALLING_ERROR
        assert (ping.xid, ping.error) == (PING_XID, 0)

    @pytest.mark.parametrize("op", [0, -1, 77, 108, -10, 2**31 - 1])
    def test_that_ask_for_what_there_is_not_end_the_connection(self, wire: Wire, op: int) -> None:
        connection = wire.client()
        (refusal,) = answers(wire, connection, request(op, xid=9) + create("/a"))
        assert (refusal.xid, refusal.zxid, refusal.error) == (9, -1, Code.UNIMPLEMENTED)
        assert connection.ended
        assert "/a" not in wire.core.tree.nodes

    def test_auth_that_cannot_be_read_is_hung_up_on_without_a_word(self, wire: Wire) -> None:
        connection = wire.client()
        assert not answers(wire, connection, request(Op.AUTH, PathOnly("x"), AUTH_XID))
        assert connection.ended

    def test_auth_with_an_unknown_scheme_is_refused_and_hung_up_on(self, wire: Wire) -> None:
        connection = wire.client()
        packet = AuthPacket(0, "rumour", b"me")
        (refusal,) = answers(wire, connection, request(Op.AUTH, packet, AUTH_XID))
        assert (refusal.xid, refusal.error) == (AUTH_XID, Code.AUTH_FAILED)
        assert connection.ended


class TestMulti:
    def test_answers_each_operation(self, wire: Wire) -> None:
        parts = [
            Operation(Op.CREATE, CreateRequest("/a", b"", OPEN, 0)),
            Operation(Op.CHECK, PathVersion("/a", 0)),
        ]
        data = frame(struct.pack(">ii", 5, Op.MULTI) + encode_operations(parts))
        (reply,) = answers(wire, wire.client(), data)
        assert decode_results(reply.body) == [
            Operation(Op.CREATE, PathOnly("/a")),
            Operation(Op.CHECK, None),
        ]

    @pytest.mark.parametrize(
        ("op", "part"),
        [
            (Op.MULTI, Operation(Op.GET_DATA, PathWatch("/", False))),
            (Op.MULTI_READ, Operation(Op.DELETE, PathVersion("/", -1))),
            (Op.MULTI, Operation(Op.PING, PathOnly(""))),
        ],
    )
    def test_takes_only_what_has_a_place_in_it(self, wire: Wire, op: Op, part: Operation) -> None:
        data = frame(struct.pack(">ii", 5, op) + encode_operations([part]))
        (reply,) = answers(wire, wire.client(), data)
        assert reply.error == Code.MARSHALLING_ERROR


def test_events_reach_those_who_watch(wire: Wire) -> None:
    watcher, writer = wire.client(), wire.client()
    answers(wire, writer, create("/a"))
    answers(wire, watcher, get_data("/a", watch=True))
    wire.exchange.waiting.clear()
    answers(wire, writer, set_data("/a", b"new"))
    assert set(wire.exchange.waiting) == {watcher, writer}
    (event,) = [heard(one) for one in said(watcher)]
    assert (event.xid, event.zxid, event.error) == (WATCH_XID, wire.core.zxid, 0)
    assert event.as_event() == WatcherEvent(EventType.DATA_CHANGED, 3, "/a")


def test_nothing_is_said_to_those_who_have_gone(wire: Wire) -> None:
    watcher, writer = wire.client(), wire.client()
    answers(wire, writer, create("/a"))
    answers(wire, watcher, get_data("/a", watch=True))
    wire.exchange.close(watcher)
    answers(wire, writer, set_data("/a", b"new"))
    assert watcher not in wire.exchange.waiting
    assert not said(watcher)


def test_nothing_is_said_after_the_last_word(wire: Wire) -> None:
    watcher, writer = wire.client(), wire.client()
    answers(wire, writer, create("/a"))
    answers(wire, watcher, get_data("/a", watch=True))
    answers(wire, watcher, frame(b""))
    assert watcher.ended
    answers(wire, writer, set_data("/a", b"new"))
    assert not said(watcher)


def test_an_expired_session_is_hung_up_on(wire: Wire) -> None:
    connection = wire.client()
    wire.exchange.tick(NOW + 11_000)
    assert connection.ended
    assert connection in wire.exchange.waiting


def test_nobody_is_served_forever_while_others_wait(wire: Wire) -> None:
    connection = wire.client()
    assert wire.exchange.receive(connection, get_data("/") * (TURN + 1), NOW)
    assert len(said(connection)) == TURN
    assert not wire.exchange.receive(connection, b"", NOW)
    assert len(said(connection)) == 1


def test_who_does_not_read_is_not_read_from(wire: Wire) -> None:
    connection = wire.client()
    answers(wire, connection, create("/big", bytes(1_000_000)))
    more = wire.exchange.receive(connection, get_data("/big") * 50, NOW)
    assert more
    assert ROOM < len(connection.out) < ROOM + 2_000_000
    count = 0
    while more:
        count += len(said(connection))
        more = wire.exchange.receive(connection, b"", NOW)
    assert count + len(said(connection)) == 50


def test_counts_and_latencies(wire: Wire) -> None:
    connection = wire.client()
    wire.feed(connection, create("/a") + get_data("/a"))
    connection.settle(NOW + 4, wire.exchange.latency)
    assert (connection.received, connection.sent) == (3, 3)
    assert (wire.exchange.received, wire.exchange.sent) == (3, 3)
    assert (connection.latency.count, connection.latency.average) == (2, 4)
    wire.feed(connection, get_data("/a"))
    connection.settle(NOW + 1, wire.exchange.latency)
    overall = wire.exchange.latency
    assert (overall.least, overall.average, overall.most) == (1, 3, 4)
