"""The server as its clients meet it: sockets, crowds, and those who do not behave."""

from __future__ import annotations

import contextlib
import re
import resource
import socket
import ssl
import struct
from collections.abc import Iterator

import psutil
import pytest

from app.ensemble.embedded import SandboxServer
from app.zookeeper.client import close, connect
from app.zookeeper.extension import hang_up
from app.zookeeper.fourletter import ask
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.security import Security, Tls
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.records import AddWatchRequest, PathWatch
from tests.sandbox.conftest import StartSandbox
from tests.sandbox.launch import started
from tests.sandbox.raw import RawClient, create, delete, get_data, hello, request, set_data
from tests.support.zookeeper import Connect, await_until


class TestKazoo:
    def test_ephemerals_go_with_a_client_that_dies(
        self, start_sandbox: StartSandbox, open_client: Connect
    ) -> None:
        server = start_sandbox(tick_ms=20)
        client = open_client(server.hosts)
        with RawClient(server.port) as dying:
            dying.shake_hands(hello(timeout=100) + create("/dying", flags=1))
            assert dying.hear().error == 0
        await_until(lambda: not client.exists("/dying"))

    def test_takes_its_session_up_again(self, sandbox: SandboxServer, open_client: Connect) -> None:
        client = open_client(sandbox.hosts)
        client.create("/mine", ephemeral=True)
        session = client.client_id
        hang_up(client)
        client.retry(client.set, "/mine", b"again")
        assert client.client_id == session


def test_a_client_that_speaks_tls_is_told_and_the_log_says_so_once() -> None:
    context = ssl.create_default_context()
    with started() as (process, port):
        for _ in range(2):
            with (
                socket.create_connection(("127.0.0.1", port), 10) as connection,
                pytest.raises(ssl.SSLError, match="ALERT_PROTOCOL_VERSION"),
            ):
                context.wrap_socket(connection, server_hostname="localhost")
        assert ask("127.0.0.1", port, "ruok") == "imok"
        process.terminate()
        said, errors = process.communicate(timeout=60)
    line = r"127\.0\.0\.1:\d+ is refused: it speaks TLS, and this server does not\. .*\n"
    assert re.fullmatch(line, said)
    assert not errors


def test_a_client_by_tls_knows_why(sandbox: SandboxServer) -> None:
    client = connect(sandbox.hosts, 10.0, handler=InOrderHandler(security=Security(tls=Tls())))
    client.start_async()
    await_until(lambda: client.handler.reason)
    assert client.handler.reason == f"{sandbox.hosts} does not speak TLS, or none of our versions"
    close(client)


def test_replies_come_in_order(sandbox: SandboxServer) -> None:
    """However many requests of however many clients are under way."""
    with contextlib.ExitStack() as stack:
        clients = [stack.enter_context(RawClient(sandbox.port)) for _ in range(20)]
        for number, client in enumerate(clients):
            client.shake_hands()
            client.call(create(f"/order-{number}", b""))
        for number, client in enumerate(clients):
            for xid in range(200):
                client.send_bytes(set_data(f"/order-{number}", str(xid).encode(), xid))
        for client in clients:
            assert [client.hear().xid for _ in range(200)] == list(range(200))


@pytest.mark.parametrize("data", [b"GET / HTTP/1.1\r\n\r\n", hello() + request(77)])
def test_whoever_talks_nonsense_is_hung_up_on_and_nobody_else(
    sandbox: SandboxServer, data: bytes
) -> None:
    with RawClient(sandbox.port) as bystander, RawClient(sandbox.port) as client:
        bystander.shake_hands()
        client.send_bytes(data)
        client.read_all()
        assert bystander.call(get_data("/")).error == 0


def test_a_client_that_leaves_in_the_middle_harms_nobody(sandbox: SandboxServer) -> None:
    with RawClient(sandbox.port) as bystander:
        bystander.shake_hands()
        for cut in (1, 3, 4, 20, 49, 52, 60):
            with RawClient(sandbox.port) as client:
                client.send_bytes((hello() + create(f"/cut-{cut}"))[:cut])
                client.socket.setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
        assert bystander.call(get_data("/")).error == 0


class TestCrowds:
    def test_ten_thousand_half_open_connections(self) -> None:
        with (
            started("--patience-ms", "600000") as (_, port),
            files_for(10_000) as count,
            RawClient(port) as early,
        ):
            early.shake_hands(hello(60_000))
            with crowd(port, count), RawClient(port) as late:
                late.shake_hands()
                assert late.call(create("/late")).error == 0
                assert early.call(get_data("/late")).error == 0
                assert connections_of(port) == count + 3
            await_until(lambda: connections_of(port) == 2)

    def test_more_than_there_are_files_for(self) -> None:
        """The oldest that have not shaken hands make room for the newest."""
        with files_for(3000) as count, started(files=600) as (_, port), RawClient(port) as early:
            early.shake_hands(hello(60_000))
            with crowd(port, count) as strangers, RawClient(port) as late:
                late.shake_hands()
                assert late.call(create("/late")).error == 0
                assert early.call(get_data("/late")).error == 0
                assert strangers[0].recv(1) == b"", "the oldest had to go"

    def test_memory_of_a_thousand_idle_sessions(self, start_sandbox: StartSandbox) -> None:
        server = start_sandbox()
        with files_for(1000) as count, contextlib.ExitStack() as stack:
            for _ in range(count):
                stack.enter_context(RawClient(server.port)).shake_hands(hello(60_000))
            resident = psutil.Process(server.pid).memory_info().rss
            assert resident < 60 << 20


class TestSlowReaders:
    def test_get_all_they_asked_for_when_they_read(self, sandbox: SandboxServer) -> None:
        """200 MB of replies are not made before somebody takes them."""
        with RawClient(sandbox.port) as client:
            client.shake_hands()
            client.call(create("/large", bytes(1_000_000)))
            client.send_bytes(b"".join(get_data("/large", xid=xid) for xid in range(200)))
            with RawClient(sandbox.port) as other:
                other.shake_hands()
                assert other.call(get_data("/")).error == 0
            resident = psutil.Process(sandbox.pid).memory_info().rss
            assert resident < 100 << 20
            for xid in range(200):
                reply = client.hear()
                assert (reply.xid, reply.error, len(reply.body)) == (xid, 0, 1_000_072)

    def test_are_dropped_when_too_much_lies_there(self, start_sandbox: StartSandbox) -> None:
        """Events cannot be held back as replies can: who does not read them at all must go."""
        server = start_sandbox()
        name = "/" + "x" * 60_000
        watch = request(Op.ADD_WATCH, AddWatchRequest(name, 0))
        with RawClient(server.port) as sleeper, RawClient(server.port) as writer:
            sleeper.shake_hands()
            writer.shake_hands()
            assert sleeper.call(watch).error == 0
            for _ in range(500):
                assert writer.call(create(name)).error == 0
                assert writer.call(delete(name)).error == 0
            assert len(sleeper.read_all()) < 2 * 500 * 60_000
            assert psutil.Process(server.pid).memory_info().rss < 150 << 20
            assert writer.call(get_data("/")).error == 0


def test_connections_that_never_shake_hands_are_closed() -> None:
    with (
        started("--patience-ms", "2000") as (_, port),
        RawClient(port) as client,
        RawClient(port) as idle,
        RawClient(port) as half,
    ):
        assert client.shake_hands().session
        half.send_bytes(hello()[:20])
        assert idle.read_all() == b""
        assert half.read_all() == b""
        assert client.call(request(Op.EXISTS, PathWatch("/none", False))).body == b""


def connections_of(port: int) -> int:
    """As the server counts them, with the one that asks."""
    answer = ask("127.0.0.1", port, "srvr", 20)
    return int(dict(line.split(": ", 1) for line in answer.splitlines())["Connections"])


@contextlib.contextmanager
def files_for(wanted: int) -> Iterator[int]:
    """As many connections as this process may have, at most `wanted`."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted + 500 if hard == resource.RLIM_INFINITY else min(hard, wanted + 500)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, most), hard))
    try:
        yield most - 500
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@contextlib.contextmanager
def crowd(port: int, count: int) -> Iterator[list[socket.socket]]:
    """So many connections that say nothing."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(socket.create_connection(("127.0.0.1", port), 20))
            for _ in range(count)
        ]
