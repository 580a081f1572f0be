"""Sessions: opening, taking up again, running out, closing."""

from __future__ import annotations

import pytest

from app.zookeeper.wire.codes import PING_XID, Code, CreateMode, EventType, Op
from app.zookeeper.wire.records import ReconfigRequest
from tests.sandbox.playbook import TICK, Server

EPHEMERAL = CreateMode.EPHEMERAL


@pytest.mark.parametrize(("asked", "given"), [(1, 2 * TICK), (4000, 4000), (10**6, 10_000)])
def test_the_timeout_is_kept_within_the_limits(asked: int, given: int) -> None:
    assert Server().client(timeout=asked).welcome.timeout == given


def test_sessions_have_ids_and_passwords_of_their_own() -> None:
    server = Server()
    first, second = server.client().welcome, server.client().welcome
    assert first.session != second.session
    assert first.password != second.password


def test_a_session_is_never_over_early_and_at_most_a_tick_late() -> None:
    server = Server()
    client = server.client(timeout=1000)
    server.wait(1000)
    assert not client.is_closed
    server.wait(TICK)
    assert client.is_closed


def test_whatever_the_client_says_keeps_its_session() -> None:
    server = Server()
    client = server.client(timeout=1000)
    for _ in range(5):
        server.wait(800)
        assert client.exists("/") is not Code.SESSION_EXPIRED
    server.wait(800)
    client.ask(Op.PING)
    assert client.inbox[-1].xid == PING_XID
    server.wait(800)
    assert not client.is_closed


def test_ephemerals_go_with_their_session_all_at_one_zxid() -> None:
    server = Server()
    client, other = server.client(timeout=1000), server.client(timeout=10_000)
    client.create("/a")
    for name in ("/a/one", "/a/two", "/three"):
        client.create(name, flags=EPHEMERAL)
    other.watch_all("/")
    before = server.core.zxid
    server.wait(1200)
    assert other.children("/a") == []
    assert other.exists("/a").stat.pzxid == server.core.zxid == before + 1
    assert other.heard() == [
        (EventType.DELETED, "/a/one"),
        (EventType.DELETED, "/a/two"),
        (EventType.DELETED, "/three"),
    ]


def test_a_closed_session_is_over_at_once() -> None:
    server = Server()
    client, other = server.client(), server.client()
    client.create("/e", flags=EPHEMERAL)
    other.exists("/e", watch=True)
    client.ask(Op.CLOSE_SESSION)
    assert client.is_closed
    assert client.inbox[-2].error == Code.OK
    assert other.heard() == [(EventType.DELETED, "/e")]
    assert len(server.core.sessions) == 1


def test_a_session_is_taken_up_by_its_password_and_its_znodes_stay() -> None:
    server = Server()
    first = server.client(timeout=1000)
    first.create("/e", flags=EPHEMERAL)
    server.core.disconnect(first.link)
    server.wait(800)
    again = server.client(
        timeout=1000, session=first.welcome.session, password=first.welcome.password
    )
    assert again.welcome.session == first.welcome.session
    server.wait(800)
    assert again.exists("/e").stat.ephemeral_owner == first.welcome.session


def test_a_session_taken_up_elsewhere_hangs_up_the_former_connection() -> None:
    server = Server()
    first = server.client()
    first.exists("/a", watch=True)
    again = server.client(session=first.welcome.session, password=first.welcome.password)
    assert first.is_closed
    assert not again.is_closed
    assert len(server.core.watches) == 0
    server.core.disconnect(first.link)
    assert again.create("/a") == "/a"


@pytest.mark.parametrize("password", [b"", bytes(16), None])
def test_a_wrong_password_takes_up_nothing_and_harms_nobody(password: bytes | None) -> None:
    server = Server()
    first = server.client()
    thief = server.client(session=first.welcome.session, password=password)
    assert thief.welcome[1:] == (0, 0, bytes(16))
    assert thief.is_closed
    assert not first.is_closed


def test_a_session_that_is_over_is_said_to_be() -> None:
    server = Server()
    first = server.client(timeout=1000)
    server.core.disconnect(first.link)
    server.wait(1200)
    late = server.client(session=first.welcome.session, password=first.welcome.password)
    assert late.welcome.session == 0
    assert late.is_closed


@pytest.mark.parametrize("session", [0, 1 << 40])
def test_who_has_seen_a_later_zxid_is_refused_whatever_its_session(session: int) -> None:
    """As by Apache, which looks at the zxid first: it hears no word of its session."""
    client = Server().client(zxid=100, session=session)
    assert len(client.inbox) == 1
    assert client.is_closed


def test_without_a_session_nothing_is_answered() -> None:
    server = Server()
    client = server.client()
    server.core.disconnect(client.link)
    assert client.create("/a") is None
    assert client.is_closed


def test_there_is_nobody_to_reconfigure() -> None:
    client = Server().client()
    assert client.ask(Op.RECONFIG, ReconfigRequest("", "", "", -1)) is Code.RECONFIG_DISABLED


@pytest.mark.parametrize(
    ("op", "code", "zxids"),
    [
        (Op.GET_DATA, Code.MARSHALLING_ERROR, 0),
        (Op.CREATE, Code.MARSHALLING_ERROR, 0),
        (Op.MULTI, Code.MARSHALLING_ERROR, 1),
        (Op.MULTI_READ, Code.MARSHALLING_ERROR, 0),
        (Op.RECONFIG, Code.MARSHALLING_ERROR, 0),
        (Op.DELETE_CONTAINER, Code.BAD_ARGUMENTS, 1),
    ],
)
def test_a_body_that_could_not_be_read_is_an_error_and_no_more(
    op: Op, code: Code, zxids: int
) -> None:
    server = Server()
    client = server.client()
    before = server.core.zxid
    assert client.ask(op) is code
    assert server.core.zxid == before + zxids
    assert not client.is_closed
