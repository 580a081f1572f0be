"""Many locks on the session of a KazooClient which their program uses anyway."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.library import (
    Barrier,
    Candidate,
    Lock,
    Lost,
    Membership,
    QueueConsumer,
    SharedLock,
)
from app.library.shared_session import session_of
from app.processes.sessions import end_session
from app.zookeeper.wire.codes import Op
from tests.library.parts import Heard, Leaving, held_by, take_turns
from tests.library.standing import SHORT, TIMEOUT
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

MANY = 300
KAZOOS, OURS = 3, 2
"""Threads of a client, and of the session on it: one for the machines, one for the time."""

Open = Callable[..., KazooClient]
Make = Callable[..., Lock]


@pytest.fixture
def own(fresh_hosts: str) -> Iterator[Open]:
    """Opens clients of the program's own, which has made a lock before it starts them."""
    opened: list[KazooClient] = []

    def one_more(hosts: str = fresh_hosts, timeout: float = TIMEOUT) -> KazooClient:
        opened.append(KazooClient(hosts, timeout=timeout))
        Lock(opened[-1], "/lock")
        opened[-1].start(30)
        return opened[-1]

    yield one_more
    for client in opened:
        client.stop()
        client.close()


@pytest.fixture
def lock(leaving: Leaving) -> Make:
    """Makes locks that leave at the end of the test."""

    def one_more(client: KazooClient, path: str = "/lock", **others: Any) -> Lock:
        return leaving(Lock(client, path, f"l{leaving.number}", **others))

    return one_more


def test_many_locks_take_one_connection_and_two_threads(own: Open, lock: Make) -> None:
    before = set(threading.enumerate())
    mine = own()
    locks = [lock(mine, f"/locks/{number}") for number in range(MANY)]
    helds = [held_by(one) for one in locks]
    assert len(set(threading.enumerate()) - before) == KAZOOS + OURS
    assert all(held.is_held() for held in helds)
    owners = {mine.exists(held.znode).ephemeralOwner for held in helds}
    assert owners == {mine.client_id[0]}
    helds[-1].confirm()
    for one in locks:
        one.stop()
    for one in locks:
        assert one.join(30)
    assert [mine.get_children(f"/locks/{number}") for number in range(MANY)] == [[]] * MANY
    assert mine.connected


def test_one_at_a_time_holds_it(own: Open, lock: Make) -> None:
    take_turns([lock(client) for client in (own(), own()) for _ in range(2)])


def test_a_block_holds_it_and_leaves_the_client_alone(own: Open) -> None:
    mine = own()
    with Lock(mine, "/lock") as held:
        assert mine.exists(held.znode)
        held.confirm()
    assert mine.get_children("/lock") == []
    with SharedLock(mine, "/shared", mode="read"), SharedLock(mine, "/shared", mode="read"):
        assert len(mine.get_children("/shared")) == 2
    assert mine.get_children("/shared") == []


def test_functions_of_the_program_that_block_hold_up_no_lock(own: Open, lock: Make) -> None:
    mine, other = own(), own()
    mine.create("/watched")
    freed = threading.Event()
    mine.get("/watched", watch=lambda event: freed.wait(60))
    result = mine.get_async("/watched")
    result.rawlink(lambda _: freed.wait(60))
    other.set("/watched", b"changed")
    try:
        first, second = lock(other), lock(mine)
        held_by(first)
        waiting = threading.Thread(target=held_by, args=(second,))
        waiting.start()
        await_until(lambda: len(other.get_children("/lock")) == 2)
        first.release()
        waiting.join(30)
        assert second.is_held()
    finally:
        freed.set()


def test_who_loses_its_session_is_told_and_the_next_one_holds(
    own: Open, lock: Make, fresh_hosts: str
) -> None:
    mine = own()
    lost = Heard()
    first, idle, second = lock(mine, lost=lost), lock(mine, "/elsewhere"), lock(own())
    held, elsewhere = held_by(first), held_by(idle)
    end_session(fresh_hosts, mine.client_id, TIMEOUT)
    assert lost.reason()
    assert lost[0][0] is held
    assert elsewhere.wait(30)
    assert held_by(second).epoch > held.epoch
    with pytest.raises(Lost):
        held.confirm()
    second.release()
    assert held_by(first).is_held()
    assert held_by(idle).epoch > elsewhere.epoch


def test_a_client_that_is_connected_already_is_taken_too(
    fresh_hosts: str, leaving: Leaving, client: KazooClient
) -> None:
    """Nobody here has seen its handshake: a lock on it is held once the session is proven."""
    mine = KazooClient(fresh_hosts, timeout=SHORT)
    mine.start(30)
    try:
        lost = Heard()
        held = held_by(leaving(Lock(mine, "/lock", lost=lost)))
        assert not held.wait(2 * SHORT)
        end_session(fresh_hosts, mine.client_id, TIMEOUT)
        assert lost.reason()
    finally:
        leaving.close()
        mine.stop()
        mine.close()


def test_it_ends_by_its_own_clock_while_the_network_is_silent(
    far_hosts: str, proxy: FaultyProxy, own: Open, lock: Make
) -> None:
    mine = own(far_hosts, SHORT)
    lost = Heard()
    one, other = lock(mine, lost=lost), lock(mine, "/other")
    held, also = held_by(one), held_by(other)
    proxy.partition()
    assert held.wait(30)
    assert also.wait(30)
    assert lost.reason() == held.reason
    proxy.release()
    assert held_by(one).epoch > held.epoch


def test_nobody_holds_by_a_session_that_its_program_ends(
    far_hosts: str, proxy: FaultyProxy, own: Open, lock: Make
) -> None:
    """The next one holds before the end of the session is answered."""
    mine, others = own(far_hosts), own()
    lost = Heard()
    held = held_by(lock(mine, lost=lost))
    proxy.hold_after = Op.CLOSE_SESSION
    stopping = threading.Thread(target=mine.stop)
    stopping.start()
    try:
        assert held_by(lock(others)).epoch > held.epoch
        assert not held.is_held()
        assert lost.reason()
    finally:
        proxy.release()
        stopping.join(30)


def test_all_leave_where_their_program_has_ended_the_session(own: Open, lock: Make) -> None:
    """And no thread stays."""
    before = set(threading.enumerate())
    mine = own()
    lost, news = Heard(), Heard()
    locks = [
        lock(mine, f"/locks/{number}", lost=lost, on_news=lambda one: news(one, one.kind))
        for number in range(MANY)
    ]
    for one in locks:
        held_by(one)
    mine.stop()
    for one in locks:
        one.stop()
    assert all(one.join(30) for one in locks)
    await_until(lambda: len(lost) == MANY)
    await_until(lambda: not _ours(set(threading.enumerate()) - before))


def _ours(threads: set[threading.Thread]) -> list[str]:
    return [one.name for one in threads if one.name.startswith(("handoff:", "zookeeper"))]


def test_a_question_without_an_answer_is_no_sign_of_the_session(
    far_hosts: str, proxy: FaultyProxy, own: Open, lock: Make
) -> None:
    mine = own(far_hosts, SHORT)
    suspended = threading.Event()
    clock = session_of(mine).clock
    held = held_by(lock(mine))
    proxy.partition()
    assert held.wait(30)
    before = clock.deadline(leads=False)
    mine.add_listener(lambda _: suspended.set())
    proxy.cut()
    assert suspended.wait(30)
    heard = threading.Event()
    session_of(mine).client.handler.post(heard.set)
    assert heard.wait(30)
    assert clock.deadline(leads=False) == before


def test_it_lasts_for_longer_than_its_session_would(own: Open, lock: Make) -> None:
    """What nobody works with is proven all the same."""
    mine = own(timeout=SHORT)
    helds = [held_by(lock(mine, f"/lock/{number}")) for number in range(3)]
    assert not helds[0].wait(2 * SHORT)
    assert all(held.is_held() for held in helds)


def test_a_lost_connection_is_told_at_once_and_the_session_goes_on(
    far_hosts: str, proxy: FaultyProxy, own: Open, lock: Make
) -> None:
    mine = own(far_hosts)
    lost = Heard()
    one = lock(mine, lost=lost)
    held = held_by(one)
    session = mine.client_id[0]
    proxy.cut()
    assert lost.reason() == "the connection was lost"
    again = held_by(one)
    assert again.znode != held.znode
    assert mine.client_id[0] == session


def test_what_was_stopped_without_a_connection_is_gone_when_there_is_one(
    far_hosts: str, proxy: FaultyProxy, own: Open, lock: Make, client: KazooClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    """The session goes on, and would keep the znode."""
    monkeypatch.setattr("app.library.standing.LEAVES_WITHIN", 0.2)
    mine = own(far_hosts)
    one = lock(mine)
    held = held_by(one)
    proxy.down()
    one.stop()
    assert one.join(30)
    assert client.exists(held.znode)
    proxy.up()
    await_until(lambda: client.get_children("/lock") == [])
    await_until(lambda: mine.connected)
    assert client.exists(mine.create("/mine", ephemeral=True))


def test_a_client_that_is_closed_and_started_again_is_as_good_as_new(own: Open, lock: Make) -> None:
    before = set(threading.enumerate())
    mine = own()
    one = lock(mine)
    held = held_by(one)
    mine.stop()
    assert held.wait(30)
    one.stop()
    assert one.join(30)
    await_until(lambda: before.issuperset(threading.enumerate()))
    mine.start(30)
    assert held_by(lock(mine)).epoch > held.epoch


def test_a_znode_that_somebody_deletes_is_lost(own: Open, lock: Make, client: KazooClient) -> None:
    lost = Heard()
    held = held_by(lock(own(), lost=lost))
    client.delete(held.znode)
    assert lost.reason() == "its znode is gone"


def test_what_does_not_go_with_a_client_is_refused() -> None:
    mine = KazooClient("127.0.0.1:1")
    with pytest.raises(ValueError, match=r"the KazooClient has session_timeout of its own"):
        Lock(mine, "/lock", session_timeout=5.0)
    others: tuple[Callable[..., object], ...] = (
        Candidate, Membership, QueueConsumer, partial(Barrier, size=2),
    )  # fmt: skip
    for make in others:
        with pytest.raises(ValueError, match=r"only Lock and SharedLock take a KazooClient"):
            make(mine, "/path", "1")
