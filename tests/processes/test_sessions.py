"""Ending somebody else's session, whatever its owner does meanwhile."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.server import ApacheServer
from app.errors import ZooKeeperUnavailable
from app.processes.sessions import end_session
from app.zookeeper.wire.jute import decode
from app.zookeeper.wire.records import ConnectResponse
from tests.sandbox.raw import RawClient, create, hello
from tests.support.zookeeper import Connect

TIMEOUT, SILENCE = 30.0, 3.0
EPHEMERAL = 1


@contextmanager
def owner(server: ApacheServer, znode: str) -> Iterator[tuple[int, bytes]]:
    """One with an ephemeral znode, which takes its session back the moment it loses it, until a
    server says that it is over.
    """
    client = RawClient(server.port)
    welcome = client.shake_hands(hello(round(TIMEOUT * 1000)))
    assert welcome.password is not None
    assert client.call(create(znode, flags=EPHEMERAL)).error == 0
    identity = (welcome.session, welcome.password)
    holder = threading.Thread(target=_hold, args=(server.port, client, identity))
    holder.start()
    yield identity
    end_session(server.hosts, identity, TIMEOUT)
    holder.join(TIMEOUT)
    assert not holder.is_alive()


def _hold(port: int, client: RawClient, identity: tuple[int, bytes]) -> None:
    """A server may end a session and leave a connection standing that was made that moment: who
    hears nothing asks again.
    """
    client.socket.settimeout(SILENCE)
    is_over = False
    while not is_over:
        with suppress(TimeoutError):
            client.read_all()
        client.close()
        client = RawClient(port, patience=SILENCE)
        client.send_bytes(hello(round(TIMEOUT * 1000), *identity))
        with suppress(TimeoutError):
            answer = client.read_frame()  # none where somebody took it over that very moment
            is_over = answer is not None and decode(ConnectResponse, answer)[0].timeout <= 0
    client.close()


@pytest.fixture
def near(zookeeper: ApacheServer, open_client: Connect) -> KazooClient:
    """A session that looks."""
    return open_client(zookeeper.hosts)


def test_an_owner_that_reconnects_at_once_cannot_keep_it(
    zookeeper: ApacheServer, near: KazooClient
) -> None:
    for turn in range(6):
        with owner(zookeeper, f"/held-{turn}") as identity:
            end_session(zookeeper.hosts, identity, TIMEOUT)
            assert near.exists(f"/held-{turn}") is None


def test_one_that_is_over_already_is_left_alone(zookeeper: ApacheServer) -> None:
    with owner(zookeeper, "/over") as identity:
        end_session(zookeeper.hosts, identity, TIMEOUT)
        end_session(zookeeper.hosts, identity, TIMEOUT)


def test_a_server_that_is_down_is_passed_over(zookeeper: ApacheServer, near: KazooClient) -> None:
    with owner(zookeeper, "/elsewhere") as identity:
        end_session(f"127.0.0.1:1,{zookeeper.hosts}/some/where", identity, TIMEOUT)
        assert near.exists("/elsewhere") is None


def test_where_no_server_answers_it_is_said() -> None:
    with pytest.raises(ZooKeeperUnavailable, match=r"127\.0\.0\.1:1: .*refused"):
        end_session("127.0.0.1:1", (1, bytes(16)), TIMEOUT, timeout=0.2)
