"""A prompt handler: what it reads is dealt with where it is read, and all else as by any other."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient
from kazoo.protocol.states import KazooState

from app.zookeeper import operations as o
from app.zookeeper.client import close, connect, on_state
from app.zookeeper.handler import InOrderHandler
from app.zookeeper.requests import add_recursive_watch, read_one
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

Prompt = Callable[[str], KazooClient]


@pytest.fixture
def prompt() -> Iterator[Prompt]:
    """Opens prompt sessions that end with the test."""
    opened: list[KazooClient] = []

    def open_one(hosts: str) -> KazooClient:
        client = connect(hosts, 10.0, handler=InOrderHandler(prompt=True))
        opened.append(client)
        client.start()
        return client

    yield open_one
    for client in opened:
        close(client)


def test_an_event_and_the_answer_to_what_it_asks_need_no_other_thread(
    fresh_hosts: str, prompt: Prompt
) -> None:
    client, threads = prompt(fresh_hosts), []

    def changed(event: object) -> None:
        threads.append(threading.current_thread())
        read_one(client, o.Get("/a"), lambda _: threads.append(threading.current_thread()))

    client.create("/a")
    client.get("/a", watch=changed)
    client.set("/a", b"1")
    await_until(lambda: len(threads) == 2)
    assert threads == [client._connection._connection_routine] * 2


@pytest.mark.needs("recursive_watches")
def test_replies_never_overtake_events(fresh_hosts: str, prompt: Prompt) -> None:
    client, order = prompt(fresh_hosts), []
    add_recursive_watch(client, "/", lambda event: order.append(("event", event.path))).get()
    paths = [f"/n{number:03}" for number in range(300)]
    for path in paths:
        client.create_async(path).rawlink(lambda _, path=path: order.append(("reply", path)))

    await_until(lambda: len(order) == 2 * len(paths))
    places = {entry: place for place, entry in enumerate(order)}
    assert all(places["event", path] < places["reply", path] for path in paths)


def test_what_is_posted_is_run_while_the_server_is_silent(
    prompt: Prompt, proxy: FaultyProxy
) -> None:
    """A leader's clock goes on."""
    client, ran = prompt(proxy.hosts), threading.Event()
    proxy.partition()
    client.exists_async("/")
    client.handler.post(ran.set)
    assert ran.wait(60)


def test_what_a_lost_connection_leaves_unanswered_is_told_with_it(
    prompt: Prompt, proxy: FaultyProxy
) -> None:
    client = prompt(proxy.hosts)
    told: list[str] = []
    on_state(client, told.append)
    proxy.hold()
    read_one(client, o.Get("/"), lambda result: told.append(type(result.exception).__name__))
    await_until(lambda: client._pending)
    proxy.down()
    await_until(lambda: told == ["ConnectionLoss", KazooState.SUSPENDED])
