"""A session for what a person asks, on a real ZooKeeper."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import (
    ConnectionLoss,
    InvalidACLError,
    NoWatcherError,
    QuotaExceededError,
    SessionExpiredError,
    SystemZookeeperError,
    ThrottledOpError,
    UnimplementedError,
)
from kazoo.security import OPEN_ACL_UNSAFE, make_acl, make_digest_acl

from app.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    HandoffError,
    NotFound,
    OutcomeUnknown,
    ZooKeeperUnavailable,
)
from app.zookeeper import operations as o
from app.zookeeper.client_session import ClientSession
from app.zookeeper.extension import hang_up
from app.zookeeper.refusals import brief_words, in_words, refusal_of
from app.zookeeper.requests import plain, rooted
from app.zookeeper.wire.codes import LARGEST_FRAME, Op
from app.zookeeper.wire.jute import encode
from app.zookeeper.wire.records import CreateRequest, PathVersion
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

Open = Callable[[str], ClientSession]


@pytest.fixture
def open_session() -> Iterator[Open]:
    """Opens sessions that end with the test."""
    opened: list[ClientSession] = []

    def open_one(hosts: str) -> ClientSession:
        session = ClientSession(hosts)
        opened.append(session)
        session.open(timeout=60)
        return session

    yield open_one
    for session in opened:
        session.close()


@pytest.fixture
def session(fresh_hosts: str, open_session: Open) -> ClientSession:
    """One below the root that is this test's own."""
    return open_session(fresh_hosts)


@pytest.mark.needs("containers", "ttl")
def test_every_kind_of_znode_can_be_made(session: ClientSession) -> None:
    made = {
        kind: session.change(o.creation(f"/{kind}-", b"x", kind, ttl_ms=60_000)) for kind in o.KINDS
    }
    assert made["persistent"] == "/persistent-"
    assert made["ttl_sequential"].startswith("/ttl_sequential-00000000")
    assert made["container"] == "/container-"
    assert session.ephemerals == [made["ephemeral"], made["ephemeral_sequential"]]
    assert sorted(session.change(o.Ephemerals())) == sorted(session.ephemerals)


def test_its_ephemerals_are_known_for_as_long_as_they_stand(
    session: ClientSession, client: KazooClient
) -> None:
    session.change(o.Create("/mine", b"", ephemeral=True))
    session.change(o.Create("/taken", b"", ephemeral=True))
    session.lane.ask(o.Exists("/taken"))
    client.set("/taken", b"changed: that is not its end")
    client.delete("/taken")
    await_until(lambda: session.ephemerals == ["/mine"])
    hang_up(session.client)
    client.delete("/mine")
    await_until(lambda: session.state == "connected" and not session.ephemerals)
    session.change(o.Create("/last", b"", ephemeral=True))
    session.close()
    assert (session.session, session.state, session.ephemerals) == (
        None,
        "closed",
        [],
    )
    await_until(lambda: client.exists("/last") is None)


def test_what_zookeeper_refuses_is_said_in_words(session: ClientSession) -> None:
    session.change(o.Create("/a", b"1"))
    session.change(o.Create("/a/b", b"", ephemeral=True))
    refused_writes: list[tuple[o.Write, type[HandoffError], str]] = [
        (o.Create("/a", b""), Conflict, "exists"),
        (o.Create("/no/where", b""), NotFound, "no_znode"),
        (o.Create("/a/b/c", b""), Conflict, "ephemeral_parent"),
        (o.Set("/a", b"2", 7), Conflict, "stale"),
        (o.Delete("/a", 0), Conflict, "not_empty"),
        (o.Delete("/gone", 0), NotFound, "no_znode"),
    ]
    for step, kind, code in refused_writes:
        with pytest.raises(kind) as refused:
            session.change(step)
        assert refused.value.code == code
        assert step.path in refused.value.message


def test_a_transaction_is_done_whole_or_not_at_all(session: ClientSession) -> None:
    answers = session.change((o.Create("/a", b"1"), o.Set("/a", b"2", 0), o.Check("/a", 1)))
    assert (answers[0], answers[1].version, answers[2]) == ("/a", 1, None)
    with pytest.raises(NotFound) as refused:
        session.change((o.Delete("/a"), o.Delete("/b")))
    assert "/b" in refused.value.message
    assert session.lane.ask(o.Exists("/a")) is not None


def test_credentials_open_what_is_closed_and_are_not_told(session: ClientSession) -> None:
    session.change(
        o.Create("/closed", b"secret", acl=(make_digest_acl("ada", "pass:word", all=True),))
    )
    with pytest.raises(Forbidden) as refused:
        session.lane.read(o.Get("/closed"))
    assert refused.value.code == "no_permission"
    session.authenticate("digest", "ada:pass:word")
    assert session.lane.read(o.Get("/closed"))[0] == b"secret"
    assert session.credentials == [{"scheme": "digest", "id": "ada"}]
    assert "pass" not in repr(session.identities)
    begun: list[None] = []
    session.client.add_listener(lambda state: begun.append(None))
    hang_up(session.client)
    await_until(lambda: len(begun) == 2)
    assert session.lane.read(o.Get("/closed"))[0] == b"secret"


def test_refused_credentials_end_the_session(session: ClientSession) -> None:
    with pytest.raises(Forbidden):
        session.authenticate("no-such-scheme", "x")
    assert (session.state, session.session) == ("closed", None)
    with pytest.raises(ZooKeeperUnavailable):
        session.change(o.Delete("/a"))


def test_more_than_a_request_may_hold_is_refused_before_it_is_sent(session: ClientSession) -> None:
    begun = session.session
    least = (
        len(encode(CreateRequest(rooted(session.client, "/big"), b"", [*OPEN_ACL_UNSAFE], 0))) + 8
    )
    largest = LARGEST_FRAME - least
    session.change(o.Create("/big", bytes(largest)))
    with pytest.raises(BadRequest) as refused:
        session.change(o.Create("/larger", bytes(largest + 1)))
    assert refused.value.code == "too_large"
    assert (session.session, session.state) == (begun, "connected")


def test_what_a_frozen_zookeeper_was_asked_for_is_unknown(
    open_session: Open, proxy: FaultyProxy, through: str
) -> None:
    session = open_session(through)
    session.change(o.Create("/a", b""))
    proxy.partition()
    with pytest.raises(ZooKeeperUnavailable):
        session.lane.read(o.Get("/a"), 0.2)
    with pytest.raises(OutcomeUnknown):
        session.change(o.Delete("/a"), 1.0)
    proxy.release()
    await_until(lambda: session.lane.ask(o.Exists("/a")) is None)


def test_what_was_not_sent_yet_never_will_be() -> None:
    request = plain(Op.DELETE, PathVersion("/a", -1))
    assert request.withdraw()
    assert request.type == Op.EXISTS
    sent = plain(Op.DELETE, PathVersion("/a", -1))
    assert sent.type == Op.DELETE
    assert not sent.withdraw()


def test_where_nobody_answers_it_does_not_wait_for_long() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        session = ClientSession(f"127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(ZooKeeperUnavailable):
            session.open(timeout=0.3)
        assert session.state == "closed"


@pytest.mark.on("embedded")
def test_containers_and_a_time_to_live_are_what_they_say(open_session: Open, hosts: str) -> None:
    """On a sandbox, which looks after them once a second. (No client is told which they are.)"""
    session = open_session(hosts)
    session.change(o.creation("/box", b"", "container"))
    session.change(o.Create("/box/child", b""))
    session.change(o.creation("/kept", b"", "persistent"))
    session.change(o.Create("/kept/child", b""))
    short = session.change(o.creation("/short-", b"", "ttl_sequential", ttl_ms=100))
    session.change((o.Delete("/box/child"), o.Delete("/kept/child")))
    await_until(lambda: session.lane.ask(o.Exists("/box")) is None)
    await_until(lambda: session.lane.ask(o.Exists(short)) is None)
    assert session.lane.ask(o.Exists("/kept")) is not None


@pytest.mark.parametrize(
    ("error", "kind", "code"),
    [
        (UnimplementedError(), Conflict, "unsupported"),
        (QuotaExceededError(), Conflict, "quota"),
        (ThrottledOpError(), ZooKeeperUnavailable, "throttled"),
        (InvalidACLError(), BadRequest, "bad_acl"),
        (NoWatcherError(), Conflict, "refused"),
        (SessionExpiredError(), OutcomeUnknown, "outcome_unknown"),
        (ConnectionLoss(), OutcomeUnknown, "outcome_unknown"),
        (SystemZookeeperError(), OutcomeUnknown, "outcome_unknown"),
    ],
)
def test_every_way_to_fail_has_its_words(
    error: Exception, kind: type[Exception], code: str
) -> None:
    refusal = in_words(error, "/a", changes=True)
    assert (type(refusal), refusal.code) == (kind, code)
    unsent = refusal_of(o.Unanswered(was_sent=False), o.Delete("/a"))
    assert isinstance(unsent, ZooKeeperUnavailable)


def test_an_acl_that_is_none_is_told_in_words(client: KazooClient) -> None:
    """Nobody has logged in here."""
    with pytest.raises(InvalidACLError) as refused:
        client.create("/of-whom", acl=[make_acl("auth", "", all=True)])
    assert brief_words(refused.value) == "ZooKeeper knows none of the users that this ACL names"
