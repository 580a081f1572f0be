"""A session for what a person asks, on a real ZooKeeper."""

from __future__ import annotations

import os
import signal
import socket
from collections.abc import Callable, Iterator

import pytest
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
from kazoo.security import make_acl, make_digest_acl

from app.apache.server import ApacheServer
from app.errors import (
    BadRequest,
    Conflict,
    Forbidden,
    NotFound,
    OutcomeUnknown,
    ZooKeeperUnavailable,
)
from app.sandbox.process import SandboxServer
from app.zookeeper import changes
from app.zookeeper.bound import hang_up
from app.zookeeper.changes import Request
from app.zookeeper.errand import Errand
from app.zookeeper.refusals import brief_words, in_words
from app.zookeeper.wire.codes import LARGEST_FRAME
from tests.support.freezing import freeze
from tests.support.zookeeper import Connect, await_until

Open = Callable[[str], Errand]


@pytest.fixture
def open_errand() -> Iterator[Open]:
    """Opens sessions that end with the test."""
    opened: list[Errand] = []

    def open_one(hosts: str) -> Errand:
        errand = Errand(hosts)
        opened.append(errand)
        errand.open(within=15)
        return errand

    yield open_one
    for errand in opened:
        errand.close()


@pytest.mark.needs("containers", "ttl")
def test_every_kind_of_znode_can_be_made(fresh_hosts: str, open_errand: Open) -> None:
    errand = open_errand(fresh_hosts)
    made = {kind: errand.create(f"/{kind}-", b"x", kind, ttl_ms=60_000) for kind in changes.KINDS}
    assert made["persistent"] == "/persistent-"
    assert made["ttl_sequential"].startswith("/ttl_sequential-00000000")
    assert made["container"] == "/container-"
    assert errand.ephemerals == [made["ephemeral"], made["ephemeral_sequential"]]
    assert sorted(errand.change(changes.ephemerals())) == sorted(errand.ephemerals)


def test_its_ephemerals_are_known_for_as_long_as_they_stand(
    fresh_hosts: str, open_errand: Open, open_client: Connect
) -> None:
    errand, other = open_errand(fresh_hosts), open_client(fresh_hosts)
    errand.create("/mine", b"", "ephemeral")
    errand.create("/taken", b"", "ephemeral")
    errand.read(lambda client: client.exists_async("/taken"))
    other.set("/taken", b"changed: that is not its end")
    other.delete("/taken")
    await_until(lambda: errand.ephemerals == ["/mine"])
    hang_up(errand.client)
    other.delete("/mine")
    await_until(lambda: errand.state == "connected" and not errand.ephemerals)
    errand.create("/last", b"", "ephemeral")
    errand.close()
    assert (errand.session, errand.state, errand.ephemerals) == (None, "closed", [])
    await_until(lambda: other.exists("/last") is None)


def test_what_zookeeper_refuses_is_said_in_words(fresh_hosts: str, open_errand: Open) -> None:
    errand = open_errand(fresh_hosts)
    errand.create("/a", b"1")
    errand.create("/a/b", b"", "ephemeral")
    for step, kind, code in [
        (changes.create("/a", b""), Conflict, "exists"),
        (changes.create("/no/where", b""), NotFound, "no_znode"),
        (changes.create("/a/b/c", b""), Conflict, "ephemeral_parent"),
        (changes.set_data("/a", b"2", 7), Conflict, "stale"),
        (changes.delete("/a", 0), Conflict, "not_empty"),
        (changes.delete("/gone", 0), NotFound, "no_znode"),
    ]:
        with pytest.raises(kind) as refused:
            errand.change(step)
        assert refused.value.code == code
        assert step.body.path in refused.value.message


def test_a_transaction_is_done_whole_or_not_at_all(fresh_hosts: str, open_errand: Open) -> None:
    errand = open_errand(fresh_hosts)
    steps = [changes.create("/a", b"1"), changes.set_data("/a", b"2", 0), changes.check("/a", 1)]
    answers = errand.change(changes.transaction(steps))
    assert (answers[0], answers[1].version, answers[2]) == ("/a", 1, None)
    with pytest.raises(NotFound) as refused:
        errand.change(changes.transaction([changes.delete("/a"), changes.delete("/b")]))
    assert "/b" in refused.value.message
    assert errand.read(lambda client: client.exists_async("/a")) is not None


def test_credentials_open_what_is_closed_and_are_not_told(
    fresh_hosts: str, open_errand: Open
) -> None:
    errand = open_errand(fresh_hosts)
    errand.create("/closed", b"secret", acl=[make_digest_acl("ada", "pass:word", all=True)])
    with pytest.raises(Forbidden) as refused:
        errand.read(lambda client: client.get_async("/closed"), "/closed")
    assert refused.value.code == "no_permission"
    errand.authenticate("digest", "ada:pass:word")
    assert errand.read(lambda client: client.get_async("/closed"))[0] == b"secret"
    assert errand.credentials == [{"scheme": "digest", "id": "ada"}]
    assert "pass" not in repr(errand.identities)
    begun: list[None] = []
    errand.client.add_listener(lambda state: begun.append(None))
    hang_up(errand.client)
    await_until(lambda: len(begun) == 2)
    assert errand.read(lambda client: client.get_async("/closed"))[0] == b"secret"


def test_refused_credentials_end_the_session(fresh_hosts: str, open_errand: Open) -> None:
    errand = open_errand(fresh_hosts)
    with pytest.raises(Forbidden):
        errand.authenticate("no-such-scheme", "x")
    assert (errand.state, errand.session) == ("closed", None)
    with pytest.raises(ZooKeeperUnavailable):
        errand.change(changes.delete("/a"))


def test_more_than_a_request_may_hold_is_refused_before_it_is_sent(
    fresh_hosts: str, open_errand: Open
) -> None:
    errand = open_errand(fresh_hosts)
    session = errand.session
    largest = LARGEST_FRAME - Request(errand.client, changes.create("/big", b"")).size
    errand.create("/big", bytes(largest))
    with pytest.raises(BadRequest) as refused:
        errand.create("/larger", bytes(largest + 1))
    assert refused.value.code == "too_large"
    assert (errand.session, errand.state) == (session, "connected")


def test_what_a_frozen_zookeeper_was_asked_for_is_unknown(own_zookeeper: ApacheServer) -> None:
    errand = Errand(own_zookeeper.hosts)
    errand.open(within=15)
    errand.create("/a")
    assert own_zookeeper.pid is not None
    freeze(own_zookeeper.pid)
    try:
        with pytest.raises(ZooKeeperUnavailable):
            errand.read(lambda client: client.get_async("/a"), "/a", within=0.2)
        with pytest.raises(OutcomeUnknown):
            errand.change(changes.delete("/a"), within=0.2)
    finally:
        os.kill(own_zookeeper.pid, signal.SIGCONT)
    await_until(lambda: errand.read(lambda client: client.exists_async("/a")) is None)
    errand.close()


def test_what_was_not_sent_yet_never_will_be(fresh_hosts: str, open_errand: Open) -> None:
    errand = open_errand(fresh_hosts)
    errand.create("/a")
    request = Request(errand.client, changes.delete("/a"))
    assert request.withdraw()
    assert request.type == 3
    sent = Request(errand.client, changes.delete("/a"))
    assert sent.type == 2
    assert not sent.withdraw()


def test_where_nobody_answers_it_does_not_wait_for_long() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        errand = Errand(f"127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(ZooKeeperUnavailable):
            errand.open(within=0.3)
        assert errand.state == "closed"


def test_containers_and_a_time_to_live_are_what_they_say(open_errand: Open) -> None:
    """On a sandbox, which looks after them once a second. (No client is told which they are.)"""
    server = SandboxServer()
    server.start()
    try:
        errand = open_errand(server.hosts)
        errand.create("/box", kind="container")
        errand.create("/box/child")
        errand.create("/kept", kind="persistent")
        errand.create("/kept/child")
        short = errand.create("/short-", kind="ttl_sequential", ttl_ms=100)
        errand.change(
            changes.transaction([changes.delete("/box/child"), changes.delete("/kept/child")])
        )
        await_until(lambda: errand.read(lambda one: one.exists_async("/box")) is None)
        await_until(lambda: errand.read(lambda one: one.exists_async(short)) is None)
        assert errand.read(lambda client: client.exists_async("/kept")) is not None
    finally:
        server.stop()


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
    unsent = in_words(error, "/a", changes=True, sent=False)
    assert not isinstance(unsent, OutcomeUnknown)


def test_an_acl_that_is_none_is_told_in_words(fresh_hosts: str, open_client: Connect) -> None:
    """Nobody has logged in here."""
    with pytest.raises(InvalidACLError) as refused:
        open_client(fresh_hosts).create("/of-whom", acl=[make_acl("auth", "", all=True)])
    assert brief_words(refused.value) == "ZooKeeper knows nobody whom this ACL names"
