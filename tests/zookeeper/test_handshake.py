"""Handshakes that take longer than a client waits at first: it connects, and leaves nothing."""

from __future__ import annotations

import re
import select
import socket
import struct
from collections.abc import Iterator
from typing import Any

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from app.ensemble.embedded import SandboxServer
from app.zookeeper import handshake
from app.zookeeper.client import close, connect, session_hex
from app.zookeeper.fourletter import ask
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.security import Security
from tests.support.mirrored import ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

FIRST, SLOW = 1.0, 1.5
"""Seconds that a handshake is given at first, and that it takes."""
LASTING = 60.0
"""Of sessions that would still be there at the end of the test if they were left."""


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    assert handshake.HANDSHAKE_TIMEOUT == 2.0
    monkeypatch.setattr(handshake, "HANDSHAKE_TIMEOUT", FIRST)


@pytest.fixture(scope="module")
def own() -> Iterator[SandboxServer]:
    """A server whose sessions can be counted; each test closes its own."""
    server = SandboxServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def far(own: SandboxServer, proxy_of: ProxyOf) -> FaultyProxy:
    """In front of that server."""
    return proxy_of(FaultyProxy(own.hosts))


@pytest.fixture
def client(far: FaultyProxy) -> Iterator[KazooClient]:
    """Not started yet."""
    found = connect(far.hosts, LASTING)
    yield found
    close(found)


def sessions(server: SandboxServer) -> set[str]:
    """All that the server keeps."""
    dump = ask("127.0.0.1", server.port, "dump", timeout=20).partition("ephemeral nodes")[0]
    return {f"0x{number}" for number in re.findall("0x([0-9a-f]+)", dump)}


def test_a_new_session_is_the_only_one_and_what_was_slow_once_is_waited_for_at_once(
    own: SandboxServer, far: FaultyProxy, client: KazooClient
) -> None:
    far.slow_handshake = SLOW
    client.start_async()
    await_until(lambda: client.connected)
    assert session_hex(client.client_id) in sessions(own)
    await_until(lambda: sessions(own) == {session_hex(client.client_id)})
    client.create("/works")
    states: list[str] = []
    client.add_listener(states.append)
    attempts = far.connections
    far.cut()
    await_until(lambda: states == [KazooState.SUSPENDED, KazooState.CONNECTED])
    assert far.connections == attempts + 1


def test_a_session_that_is_taken_up_again_goes_on(
    own: SandboxServer, far: FaultyProxy, client: KazooClient
) -> None:
    """Its late answer, too, is about this session: nobody closes it."""
    client.start(timeout=30)
    session = session_hex(client.client_id)
    states: list[str] = []
    client.add_listener(states.append)
    far.slow_handshake = SLOW
    far.cut()
    await_until(lambda: states == [KazooState.SUSPENDED, KazooState.CONNECTED])
    assert session_hex(client.client_id) == session
    client.create("/works-too")
    assert sessions(own) == {session}


def test_of_one_session_the_shortest_timeout_is_kept() -> None:
    """Each server negotiates by its own limits; a session may end by any of them."""
    handler = InOrderHandler()
    handler.shook_hands(5, 1000)
    handler.shook_hands(5, 4000)
    assert (handler.negotiated_ms, handler.shortest_ms) == (4000, 1000)
    handler.shook_hands(6, 2000)
    assert handler.shortest_ms == 2000


def test_a_server_that_hangs_up_at_once_costs_no_socket() -> None:
    """It cannot be asked for its version; kazoo is given the connection, and closes it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        class BrokenOff(Security):
            """Hands back a connection that its server has reset."""

            def protect(self, connection: socket.socket, name: str, kind: Any = None) -> Any:
                reset(listener.accept()[0])
                ending = select.poll()
                ending.register(connection, select.POLLHUP)
                assert ending.poll(60_000)
                return connection

        handler = InOrderHandler(asks_version=True, security=BrokenOff())
        with (
            handler.create_connection(listener.getsockname()) as connection,
            pytest.raises(ConnectionResetError),
        ):
            connection.recv(1)
    assert handler.version is None


def reset(connection: socket.socket) -> None:
    """Close it with a reset, not with an end."""
    at_once = struct.pack("ii", 1, 0)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, at_once)
    connection.close()
