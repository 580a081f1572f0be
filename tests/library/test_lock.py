"""The library's lock, on real sessions."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest
from kazoo.client import KazooClient

from app import Lock, Lost, News
from tests.library.parts import (
    Heard,
    Leaving,
    expire,
    held_by,
    kill,
    options,
    program,
    take_turns,
)
from tests.library.standing import SHORT
from tests.support.program import Program
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

HOLDER = """
with Lock(hosts, "/lock", session_timeout=20.0) as held:
    print("holds", held.epoch, held.znode, flush=True)
    held.wait()
"""

GOES_ON = """
import signal
try:
    Lock(hosts, "/lock", session_timeout=60.0).acquire()
except KeyboardInterrupt:
    signal.pause()
"""

Make = Callable[..., Lock]


@pytest.fixture
def lock(fresh_hosts: str, leaving: Leaving) -> Make:
    """Makes locks at `/lock` that leave at the end of the test."""

    def one_more(hosts: str = fresh_hosts, **others: object) -> Lock:
        return leaving(Lock(hosts, "/lock", f"l{leaving.number}", **options(**others)))

    return one_more


@pytest.fixture
def holder(fresh_hosts: str) -> Iterator[Program]:
    """A process that holds the lock until it is ended."""
    one = program(fresh_hosts, "Lock", HOLDER)
    yield one
    one.close()


def test_one_at_a_time_holds_it(lock: Make) -> None:
    take_turns([lock() for _ in range(3)])


def test_who_loses_its_session_is_told_and_the_next_one_holds(
    lock: Make, fresh_hosts: str, client: KazooClient
) -> None:
    lost = Heard()
    news: list[News] = []
    first, second, third = lock(lost=lost, on_news=news.append), lock(), lock()
    held = held_by(first, None)
    expire(first, fresh_hosts)
    assert lost.reason()
    assert lost[0][0] is held
    assert (held.is_held(), first.is_held()) == (False, False)
    with pytest.raises(Lost):
        held.confirm()
    after = held_by(second)
    assert after.epoch > held.epoch
    await_until(lambda: len([one for one in news if one.kind == "connected"]) == 2)
    await_until(lambda: len(client.get_children("/lock")) == 1)
    second.release()
    held_by(third)
    third.release()
    assert held_by(first).epoch > after.epoch
    assert len(lost) == 1


def test_it_ends_by_its_own_clock_while_the_network_is_silent(
    lock: Make, far_hosts: str, proxy: FaultyProxy, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.library.standing.LEAVES_WITHIN", 0.5)
    lost = Heard()
    one = lock(far_hosts, session_timeout=SHORT, lost=lost)
    held = held_by(one)
    proxy.partition()
    assert held.wait(30)
    assert lost.reason() == held.reason
    proxy.release()
    one.stop()
    assert one.join(30)


def test_a_killed_process_frees_it(holder: Program, lock: Make, client: KazooClient) -> None:
    holds = holder.await_line(r"holds (\d+) (\S+)")
    assert lock().acquire(0.2) is None
    kill(holder, client, holds[2])
    assert held_by(lock()).epoch > int(holds[1])


def test_an_interrupted_program_leaves_nothing_behind(holder: Program, client: KazooClient) -> None:
    holder.await_line("holds")
    holder.interrupt()
    assert holder.wait() != 0
    assert client.get_children("/lock") == []


def test_a_program_that_is_interrupted_while_it_waits_leaves_nothing_behind(
    lock: Make, fresh_hosts: str, client: KazooClient
) -> None:
    held = held_by(lock())
    waiting = program(fresh_hosts, "Lock", HOLDER)
    try:
        await_until(lambda: len(client.get_children("/lock")) == 2)
        waiting.interrupt()
        assert waiting.wait() != 0
    finally:
        waiting.close()
    assert client.get_children("/lock") == [held.znode.rpartition("/")[2]]


def test_a_program_that_goes_on_after_an_interrupt_waits_no_longer(
    lock: Make, fresh_hosts: str, client: KazooClient
) -> None:
    held = held_by(lock())
    waiting = program(fresh_hosts, "Lock", GOES_ON)
    try:
        await_until(lambda: len(client.get_children("/lock")) == 2)
        waiting.interrupt()
        await_until(lambda: client.get_children("/lock") == [held.znode.rpartition("/")[2]])
        assert waiting.process.poll() is None
    finally:
        waiting.close()


@pytest.mark.parametrize("end", [Lock.stop, Lock.release])
def test_ending_the_wait_leaves_nothing_behind(
    lock: Make, client: KazooClient, end: Callable[[Lock], None]
) -> None:
    first, second = lock(), lock()
    held = held_by(first)
    raised: list[Exception] = []

    def wait() -> None:
        try:
            second.acquire()
        except Lost as error:
            raised.append(error)

    waiting = threading.Thread(target=wait)
    waiting.start()
    await_until(lambda: len(client.get_children("/lock")) == 2)
    end(second)
    waiting.join(30)
    assert len(raised) == 1
    await_until(lambda: client.get_children("/lock") == [held.znode.rpartition("/")[2]])


def test_who_waits_for_too_long_gives_up_and_may_ask_again(lock: Make, client: KazooClient) -> None:
    first, second = lock(), lock()
    held_by(first)
    assert second.acquire(0.2) is None
    await_until(lambda: len(client.get_children("/lock")) == 1)
    first.release()
    assert held_by(second).is_held()


def test_a_lock_that_is_released_is_not_lost(lock: Make, client: KazooClient) -> None:
    lost = Heard()
    one = lock(lost=lost)
    held = held_by(one)
    one.release()
    assert (held.is_held(), held.reason) == (False, "it was released")
    await_until(lambda: client.get_children("/lock") == [])
    one.stop()
    assert one.join(30)
    assert lost == []


def test_it_is_confirmed_by_a_quorum_or_lost(lock: Make, client: KazooClient) -> None:
    held = held_by(lock())
    held.confirm()
    assert held.is_held()
    client.delete(held.znode)
    with pytest.raises(Lost):
        held.confirm()


def test_it_is_for_one_thread_at_a_time(lock: Make) -> None:
    one = lock()
    held_by(one)
    with pytest.raises(RuntimeError, match="a Lock of its own"):
        one.acquire()
