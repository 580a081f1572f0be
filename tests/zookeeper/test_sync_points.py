"""Sync points: nothing that happened before is missing, and nobody waits for ever."""

from __future__ import annotations

import threading
from functools import partial

import pytest
from kazoo.client import KazooClient

from app.zookeeper import sync_points
from tests.support.mirrored import MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """No sync is given up."""
    monkeypatch.setattr(sync_points, "MOST_TICKS", 10_000)


@pytest.mark.usefixtures("patient")
def test_all_that_happened_before_is_told(client: KazooClient, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of().load()
    missing: list[str] = []
    done: list[str] = []
    for number in range(100):
        path = client.create(f"/n{number}")

        def check(path: str = path) -> None:
            if ("created", path) not in mirrored.told.znodes():
                missing.append(path)
            done.append(path)

        mirrored.mirror.after_sync(check)
    await_until(lambda: len(done) == 100)
    assert missing == []
    assert done == [f"/n{number}" for number in range(100)]


def test_a_new_member_has_been_read(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/e")
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    for _ in range(50):
        path = client.create("/e/n_", ephemeral=True, sequence=True)
        mirrored.settle()
        assert mirrored.told.of("member.read", path)


@pytest.mark.usefixtures("patient")
def test_a_member_whose_event_comes_after_the_sync_was_sent(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    """Its event overtakes the reply to the sync, but not the reply to the read that follows."""
    client.create("/e")
    mirrored = mirror_of(through, follow="/e", session_timeout=60.0).load()
    mirrored.told.await_one("election.found", "/e")
    proxy.hold()
    path = client.create("/e/n_", ephemeral=True, sequence=True)
    told: list[bool] = []
    mirrored.mirror.after_sync(lambda: told.append(bool(mirrored.told.of("member.read", path))))
    await_until(lambda: mirrored.mirror._sync_points.is_waiting)
    proxy.release()
    await_until(lambda: told)
    assert told == [True]


@pytest.mark.usefixtures("patient")
def test_each_sync_that_is_answered_says_how_long_it_took(
    mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    mirrored = mirror_of(through, session_timeout=60.0).load()
    mirrored.settle()
    took: list[float] = []
    end = mirrored.mirror.on_sync(took.append)
    proxy.hold()
    mirrored.mirror.after_sync(lambda: None)
    await_until(lambda: mirrored.mirror._sync_points.is_waiting)
    assert took == []
    proxy.release()
    await_until(lambda: took)
    assert took[0] > 0
    end()
    mirrored.settle()
    assert len(took) == 1


def test_without_a_connection_it_runs_at_once_and_in_order(
    mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    mirrored = mirror_of(through).load()
    order: list[int] = []
    for number in range(50):
        mirrored.mirror.after_sync(partial(order.append, number))
        if number == 20:
            proxy.down()
    await_until(lambda: len(order) == 50)
    assert order == list(range(50))


def test_a_silent_server_holds_nobody_for_long_and_is_told(
    client: KazooClient,
    mirror_of: MirrorOf,
    monkeypatch: pytest.MonkeyPatch,
    proxy: FaultyProxy,
    through: str,
) -> None:
    """Once it is known to be silent, nobody waits; when it is heard again, all do."""
    mirrored = mirror_of(through, session_timeout=60.0).load()
    proxy.hold()
    order: list[int] = []
    for number in range(5):
        mirrored.mirror.after_sync(partial(order.append, number))
    await_until(lambda: order == [0, 1, 2, 3, 4])
    assert mirrored.told.last("mirror.silent") == {"server": proxy.hosts}
    before = mirrored.mirror.client._connection._xid
    for number in range(5, 100):
        mirrored.mirror.after_sync(partial(order.append, number))
    await_until(lambda: order == list(range(100)))
    assert mirrored.mirror.client._connection._xid == before
    path = client.create("/n")
    assert not mirrored.told.of("znode.created", path)
    monkeypatch.setattr(sync_points, "MOST_TICKS", 10_000)
    proxy.release()
    mirrored.told.await_one("mirror.heard")
    mirrored.settle()
    assert mirrored.told.of("znode.created", path)
    assert len(mirrored.told.of("mirror.silent")) == 1


def test_a_silence_ends_with_the_connection(
    client: KazooClient,
    mirror_of: MirrorOf,
    monkeypatch: pytest.MonkeyPatch,
    proxy: FaultyProxy,
    through: str,
) -> None:
    mirrored = mirror_of(through, session_timeout=60.0).load()
    monkeypatch.setattr(sync_points, "MOST_TICKS", 2)
    proxy.hold()
    mirrored.mirror.after_sync(lambda: None)
    mirrored.told.await_one("mirror.silent")
    monkeypatch.setattr(sync_points, "MOST_TICKS", 10_000)
    proxy.cut()
    proxy.release()
    mirrored.load(2)
    path = client.create("/n")
    mirrored.settle()
    assert mirrored.told.of("znode.created", path)
    assert not mirrored.told.of("mirror.heard")


def test_many_callbacks_share_their_round_trips(mirror_of: MirrorOf) -> None:
    mirrored = mirror_of().load()
    client, done, all_in = mirrored.mirror.client, threading.Event(), threading.Event()
    client.handler.post(all_in.wait)
    before = client._connection._xid
    for _ in range(1000):
        mirrored.mirror.after_sync(lambda: None)
    mirrored.mirror.after_sync(done.set)
    all_in.set()
    assert done.wait(30)
    assert client._connection._xid - before < 10
