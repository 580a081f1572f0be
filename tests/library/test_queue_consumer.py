"""The library's consumer of a queue, on real sessions."""

from __future__ import annotations

import gc
import signal
import threading
from collections.abc import Callable

import pytest
from kazoo.client import KazooClient

from app import Item, Lost, QueueConsumer
from tests.library.parts import Heard, Leaving, expire, kill, options, program
from tests.library.standing import SHORT
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

CONSUMER = """
for item in QueueConsumer(hosts, "/queue", session_timeout=20.0):
    print("has", item.name, item.times, flush=True)
    item.wait()
"""

STOPPED_BY_A_SIGNAL = """
import signal, time
consumer = QueueConsumer(hosts, "/queue", session_timeout=20.0)
is_told = []
def stop(*_):
    consumer.stop()
    is_told.append(True)
signal.signal(signal.SIGTERM, stop)
for item in consumer:
    print("has", item.data.decode(), flush=True)
    while not is_told:
        time.sleep(0.01)
    print("has done", item.data.decode(), flush=True)
"""

Make = Callable[..., QueueConsumer]


@pytest.fixture
def consumer(fresh_hosts: str, leaving: Leaving) -> Make:
    """Makes consumers of `/queue` that leave at the end of the test."""

    def one_more(hosts: str = fresh_hosts, **others: object) -> QueueConsumer:
        settings = options(**others)
        return leaving(QueueConsumer(hosts, "/queue", f"q{leaving.number}", **settings))

    return one_more


@pytest.fixture
def client(client: KazooClient) -> KazooClient:
    """Puts items into the queue, and looks at the znodes."""
    client.ensure_path("/queue/items")
    return client


def put(client: KazooClient, *items: bytes) -> None:
    for item in items:
        client.create("/queue/items/item-", item, sequence=True)


def left(client: KazooClient) -> dict[str, list[str]]:
    return {one: client.get_children(f"/queue/{one}") for one in ("items", "claims", "line")}


NOTHING: dict[str, list[str]] = {"items": [], "claims": [], "line": []}


def test_each_item_is_given_to_one_in_order_and_is_out_when_its_block_ends(
    consumer: Make, client: KazooClient
) -> None:
    done: list[bytes] = []
    many = [f"{number}".encode() for number in range(12)]
    consumers = [consumer() for _ in range(2)]

    def consume(one: QueueConsumer) -> None:
        for item in one:
            done.append(item.data)
            if len(done) == len(many):
                item.finish()
                for other in consumers:
                    other.stop()

    threads = [threading.Thread(target=consume, args=(one,)) for one in consumers]
    for thread in threads:
        thread.start()
    put(client, *many)
    for thread in threads:
        thread.join(60)
    assert sorted(done) == sorted(many)
    await_until(lambda: left(client) == NOTHING)


def test_a_lost_item_is_told_and_done_by_another(
    consumer: Make, client: KazooClient, fresh_hosts: str
) -> None:
    lost = Heard()
    first, second = consumer(lost=lost), consumer()
    put(client, b"work")
    items = iter(first)
    item = next(items)
    assert (item.data, item.times) == (b"work", 1)
    expire(first, fresh_hosts)
    assert lost.reason()
    assert lost[0][0] is item
    assert not item.is_held()
    with pytest.raises(Lost):
        item.finish()
    await_until(first.is_held)
    with pytest.raises(Lost):
        item.finish()
    first.stop()
    others = iter(second)
    again = next(others)
    assert again.data == b"work"
    assert again.times > item.times
    again.finish()
    assert client.get_children("/queue/items") == []


def test_after_a_short_loss_of_the_connection_its_work_still_counts(
    consumer: Make, client: KazooClient, far_hosts: str, proxy: FaultyProxy
) -> None:
    lost = Heard()
    one = consumer(far_hosts, lost=lost)
    put(client, b"work")
    items = iter(one)
    item = next(items)
    proxy.cut()
    assert lost.reason() == "the connection was lost"
    await_until(one.is_held)
    assert not item.is_held()
    item.finish()
    assert client.get_children("/queue/items") == []


def test_an_end_whose_answer_never_comes_is_lost_with_the_session(
    consumer: Make, client: KazooClient, far_hosts: str, proxy: FaultyProxy
) -> None:
    put(client, b"work")
    items = iter(consumer(far_hosts, session_timeout=SHORT))
    item = next(items)
    raised: list[Lost] = []

    def finish() -> None:
        try:
            item.finish()
        except Lost as error:
            raised.append(error)

    proxy.partition()
    finishing = threading.Thread(target=finish)
    finishing.start()
    await_until(lambda: client.get_children("/queue/claims") == [])
    proxy.release()
    finishing.join(30)
    assert len(raised) == 1
    assert client.get_children("/queue/items") == [item.name]


def test_a_killed_process_gives_its_item_back(
    consumer: Make, client: KazooClient, fresh_hosts: str
) -> None:
    put(client, b"work")
    killed = program(fresh_hosts, "QueueConsumer", CONSUMER)
    try:
        name = killed.await_line(r"has (\S+) 1")[1]
        kill(killed, client, f"/queue/claims/{name}")
    finally:
        killed.close()
    items = iter(consumer())
    item = next(items)
    assert (item.name, item.times) == (name, 2)


def test_stopping_lets_the_block_end_and_begins_no_other(
    consumer: Make, client: KazooClient
) -> None:
    put(client, b"first", b"second")
    one, done = consumer(), []
    for item in one:
        one.stop()
        one.stop()
        assert item.is_held()
        done.append(item.data)
    assert done == [b"first"]
    (second,) = client.get_children("/queue/items")
    assert client.get(f"/queue/items/{second}")[1].version == 0
    assert left(client) == {**NOTHING, "items": [second]}


def test_a_signal_handler_that_stops_it_lets_the_block_end(
    client: KazooClient, fresh_hosts: str
) -> None:
    put(client, b"first", b"second")
    working = program(fresh_hosts, "QueueConsumer", STOPPED_BY_A_SIGNAL)
    try:
        working.await_line("has first")
        working.signal(signal.SIGTERM)
        working.await_line("has done first")
        assert working.wait() == 0
    finally:
        working.close()
    (second,) = client.get_children("/queue/items")
    assert client.get(f"/queue/items/{second}")[0] == b"second"


def test_what_is_lost_in_a_block_that_is_to_be_the_last_is_told(
    consumer: Make, client: KazooClient, fresh_hosts: str
) -> None:
    put(client, b"work")
    lost = Heard()
    one = consumer(lost=lost)
    items = iter(one)
    item = next(items)
    one.stop()
    expire(one, fresh_hosts)
    assert lost.reason()
    assert list(items) == []
    assert left(client) == {**NOTHING, "items": [item.name]}


def test_stopping_in_a_block_whose_item_was_done_leaves(
    consumer: Make, client: KazooClient
) -> None:
    put(client, b"work")
    one = consumer()
    for item in one:
        item.finish()
        one.stop()
        assert one.join(30)
    assert left(client) == NOTHING


@pytest.mark.parametrize("how", ["break", "raise"])
def test_a_loop_that_is_left_gives_its_item_back_and_leaves_nothing_else(
    consumer: Make, client: KazooClient, how: str
) -> None:
    put(client, b"work")
    one = consumer()

    def work() -> None:
        with one as items:
            for _ in items:
                if how == "break":
                    break
                raise ValueError("the user's own mistake")

    if how == "raise":
        with pytest.raises(ValueError, match="own mistake"):
            work()
    else:
        work()
    (item,) = client.get_children("/queue/items")
    assert left(client) == {**NOTHING, "items": [item]}


def test_an_item_that_was_finished_is_out_though_the_loop_is_left(
    consumer: Make, client: KazooClient
) -> None:
    put(client, b"work")
    for item in consumer():
        item.finish()
        item.finish()
        break
    assert left(client) == NOTHING


def test_stopping_while_it_waits_ends_the_loop(consumer: Make, client: KazooClient) -> None:
    one = consumer()
    items: list[Item] = []
    waiting = threading.Thread(target=lambda: items.extend(one))
    waiting.start()
    await_until(lambda: client.exists("/queue/line") and client.get_children("/queue/line"))
    one.stop()
    waiting.join(30)
    assert items == []
    assert left(client) == NOTHING


def test_a_loop_that_is_collected_together_with_its_consumer_is_quiet(
    fresh_hosts: str, client: KazooClient
) -> None:
    put(client, b"work")
    one = QueueConsumer(fresh_hosts, "/queue", **options())
    items = iter(one)
    next(items).finish()
    one.stop()
    assert one.join(30)
    vars(one)["its own loop"] = items
    del one, items
    gc.collect()
