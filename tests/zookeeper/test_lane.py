"""The lane on a real ZooKeeper: in order, over one connection, and true about silence."""

from __future__ import annotations

import threading

import pytest
from kazoo.client import KazooClient

from app.errors import OutcomeUnknown, ZooKeeperUnavailable
from app.zookeeper import operations as o
from app.zookeeper.extension import hang_up
from app.zookeeper.lane import Lane
from app.zookeeper.wire.codes import Op
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, await_until

WITHIN = 30.0


def sent(lane: Lane, operations: tuple[o.Operation, ...], over: int) -> tuple[o.Answer, ...]:
    """What comes of what nobody waits for."""
    told: list[tuple[o.Answer, ...]] = []
    heard = threading.Event()

    def hear(answers: tuple[o.Answer, ...]) -> None:
        told.append(answers)
        heard.set()

    lane.send(operations, hear, over)
    assert heard.wait(WITHIN)
    return told[0]


def test_a_flight_is_carried_out_in_its_order(client: KazooClient) -> None:
    created, read, deleted, gone = sent(
        Lane(client),
        (
            o.Create("/a", b"1"),
            o.Reads((o.Get("/a"), o.Names("/"))),
            o.Delete("/a"),
            o.Exists("/a"),
        ),
        client.handler.connection,
    )
    assert created == o.Committed(("/a",))
    assert isinstance(read, o.Values)
    assert (read.values[0].data, read.values[1]) == (b"1", ("a",))
    assert isinstance(deleted, o.Committed)
    assert gone == o.Values((None,))


def test_what_is_meant_for_another_connection_is_not_sent(client: KazooClient) -> None:
    before = client.handler.connection
    hang_up(client)
    await_until(lambda: client.connected and client.handler.connection > before)
    (answer,) = sent(Lane(client), (o.Create("/a", b""),), before)
    assert answer == o.Unanswered(was_sent=False)
    assert Lane(client).ask(o.Exists("/a")) is None


def test_errors_are_refusals_or_failures(client: KazooClient) -> None:
    lane = Lane(client)
    lane.ask(o.Create("/a", b"", ephemeral=True))
    pair = (o.Check("/a", 0), o.Delete("/b"))
    answers = lane.answers((pair, o.Set("/a", b"", 7), o.Create("/a/b", b""), o.Names("/b")))
    assert answers[:2] == [o.RequestRefused(1, "no node"), o.RequestRefused(0, "version")]
    assert isinstance(answers[2], o.RequestFailed)
    assert (answers[2].code, answers[2].path) == (-108, "/a/b")
    assert answers[3] == o.Values((None,))


def test_a_znode_is_made_with_what_it_lacks_above(client: KazooClient) -> None:
    lane = Lane(client)
    assert lane.make(o.Create("/a/b/c", b"1")) == "/a/b/c"
    assert lane.read(o.Get("/a/b/c")).data == b"1"


def test_nobody_waits_for_longer_than_said(
    open_client: Connect, proxy: FaultyProxy, through: str
) -> None:
    lane = Lane(open_client(through))
    proxy.hold_after = Op.CREATE
    with pytest.raises(OutcomeUnknown, match=r"no answer within 0\.3 s"):
        lane.ask(o.Create("/a", b""), 0.3)
    with pytest.raises(ZooKeeperUnavailable, match="no answer within"):
        lane.ask(o.Exists("/a"), 0.3)
    proxy.release()
    assert await_until(lambda: lane.ask(o.Exists("/a"), WITHIN)) is not None


def test_without_a_connection_nothing_is_asked(
    open_client: Connect, proxy: FaultyProxy, through: str
) -> None:
    lane = Lane(open_client(through))
    proxy.down()
    await_until(lambda: not lane.client.connected)
    with pytest.raises(ZooKeeperUnavailable):
        lane.ask(o.Create("/a", b""))
    proxy.up()
    await_until(lambda: lane.client.connected)
    assert lane.ask(o.Exists("/a"), WITHIN) is None
