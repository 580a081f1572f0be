"""Sessions: the order of the wire, reasons in plain words, and a quick end."""

from __future__ import annotations

import threading
import time

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from app.ensemble.apache.server import ApacheServer
from app.errors import SetupError
from app.zookeeper.client import close, connect, on_state, session_hex
from app.zookeeper.requests import add_recursive_watch
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until


@pytest.mark.needs("recursive_watches")
def test_replies_never_overtake_events(client: KazooClient) -> None:
    """ZooKeeper sends the event of a change before the reply to the request that made it."""
    order = []
    add_recursive_watch(client, "/", lambda event: order.append(("event", event.path))).get()
    paths = [f"/n{number:03}" for number in range(300)]
    for path in paths:
        client.create_async(path).rawlink(lambda _, path=path: order.append(("reply", path)))

    await_until(lambda: len(order) == 2 * len(paths))
    places = {entry: place for place, entry in enumerate(order)}
    assert all(places["event", path] < places["reply", path] for path in paths)


def test_posted_work_runs_on_the_thread_of_the_events(client: KazooClient) -> None:
    threads = []
    client.get_children("/", watch=lambda event: threads.append(threading.current_thread()))
    client.create("/a")
    client.handler.post(lambda: threads.append(threading.current_thread()))
    await_until(lambda: len(threads) == 2)
    assert threads[0] is threads[1]


@pytest.mark.parametrize("error", [ZeroDivisionError, SystemExit])
def test_a_callback_that_fails_harms_no_other(
    fresh_hosts: str, open_client: Connect, error: type[BaseException]
) -> None:
    def fail() -> None:
        raise error

    client, ran = open_client(fresh_hosts), []
    client.handler.post(fail)
    client.handler.post(lambda: ran.append(1))
    await_until(lambda: ran)


def test_closing_from_a_callback_does_not_hang(client: KazooClient) -> None:
    closed = threading.Event()

    def end() -> None:
        client.stop()
        closed.set()

    client.handler.post(end)
    assert closed.wait(30)
    assert not client.connected


def test_states_come_through_the_queue(proxy: FaultyProxy) -> None:
    client = connect(proxy.hosts, 10.0)
    client.start(timeout=30)
    states: list[tuple[str, threading.Thread]] = []
    on_state(client, lambda state: states.append((state, threading.current_thread())))
    threads: list[threading.Thread] = []
    client.handler.post(lambda: threads.append(threading.current_thread()))
    proxy.cut()
    await_until(lambda: [state for state, _ in states] == ["SUSPENDED", "CONNECTED"])
    close(client)
    assert {thread for _, thread in states} == set(threads)


def test_another_session_in_place_of_its_own_is_told_as_the_end_of_that(
    fresh_hosts: str, open_client: Connect, proxy: FaultyProxy, through: str
) -> None:
    """ClickHouse Keeper begins one where ZooKeeper says that the session is over."""
    operator = open_client(fresh_hosts)
    client = connect(through, 10.0)
    client.start(timeout=30)
    client.create("/old", ephemeral=True)
    states: list[str] = []
    on_state(client, states.append)
    before = client.client_id[0]
    proxy.forgets = True
    proxy.cut()
    await_until(lambda: states == ["SUSPENDED", "LOST", "CONNECTED"])
    client.create("/new", ephemeral=True)
    owners = [operator.exists(path).ephemeralOwner for path in ("/old", "/new")]
    assert owners == [before, client.client_id[0]]
    assert client.client_id[0] != before
    assert client.handler.session == client.client_id[0]
    close(client)


def test_the_handler_knows_what_kazoo_does_not_tell(
    zookeeper: ApacheServer, open_client: Connect
) -> None:
    assert open_client(zookeeper.hosts, 0.05).handler.negotiated_ms == 400
    client = open_client(zookeeper.hosts)
    assert client.handler.server == zookeeper.hosts
    assert client.handler.session == client.client_id[0]


def test_unknown_hosts_are_explained() -> None:
    client = connect("no-such-host.invalid:2181", 4.0)
    reasons: list[str] = []
    client.handler.on_reason = reasons.append
    client.start_async()
    await_until(lambda: reasons)
    close(client)
    assert reasons == ["host name does not resolve: no-such-host.invalid"]


def test_closing_is_quick_while_a_server_is_silent(proxy: FaultyProxy) -> None:
    proxy.hold()
    client = connect(proxy.hosts, 30.0)
    client.start_async()
    await_until(lambda: client.handler.server)
    began = time.monotonic()
    close(client)
    assert time.monotonic() - began < 20  # kazoo's own stop takes the 30 s of the session


@pytest.mark.parametrize("hosts", ["", ":", "host:port", "a:1,:2", "/only-a-chroot", "[::1:2181"])
def test_a_bad_connection_string_is_refused(hosts: str) -> None:
    with pytest.raises(SetupError) as refusal:
        connect(hosts, 4.0)
    assert refusal.value.field == "zookeeper"


@pytest.mark.parametrize(
    ("session", "text"),
    [
        (None, None),
        (0, "0x0"),
        (0x1000ABC, "0x1000abc"),
        (-1, "0xffffffffffffffff"),
        ((5, b""), "0x5"),
    ],
)
def test_sessions_are_written_in_hex(session: int | None, text: str | None) -> None:
    assert session_hex(session) == text


def test_a_server_that_falls_silent_while_it_is_asked_is_left(proxy: FaultyProxy) -> None:
    """kazoo takes each request for a ping, and would stay with it for as long as it is asked."""
    reasons: list[str] = []
    states: list[str] = []
    client = connect(proxy.hosts, 2.0)
    client.handler.on_reason = reasons.append
    on_state(client, states.append)
    client.start()
    proxy.partition()

    def is_left() -> bool:
        client.exists_async("/")
        return KazooState.SUSPENDED in states

    await_until(is_left)
    close(client)
    words = "within the time that the session allows"
    assert reasons[0] == f"no answer from {proxy.hosts} {words}"
