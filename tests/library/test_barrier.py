"""The library's barrier, on real sessions."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest
from kazoo.client import KazooClient

from app import Barrier, Lost
from tests.library.parts import Heard, Leaving, expire, options
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

Make = Callable[..., Barrier]


@pytest.fixture
def barrier(fresh_hosts: str, leaving: Leaving) -> Make:
    """Makes barriers for two at `/barrier`, which leave at the end of the test."""

    def one_more(hosts: str = fresh_hosts, **others: object) -> Barrier:
        settings = options(**{"size": 2, **others})
        return leaving(Barrier(hosts, "/barrier", f"b{leaving.number}", **settings))

    return one_more


def there(client: KazooClient) -> list[str]:
    """The processes at the barrier, once it has been made."""
    await_until(lambda: client.exists("/barrier/processes"))
    found: list[str] = client.get_children("/barrier/processes")
    return found


def test_they_enter_together_and_leave_together_round_after_round(
    barrier: Make, aside: ThreadPoolExecutor
) -> None:
    first, second = barrier(), barrier()
    for number in (1, 2, 3):
        waiting = aside.submit(first.enter)
        second.start() if number == 1 else None
        assert not first.is_held()
        assert second.enter(30).number == number
        assert waiting.result(30).number == number
        leaving = aside.submit(first.leave)
        await_until(lambda: not first.is_held())
        assert not leaving.done()
        second.leave()
        leaving.result(30)


def test_who_loses_its_session_is_out_and_the_others_leave_without_it(
    barrier: Make, aside: ThreadPoolExecutor, fresh_hosts: str, client: KazooClient
) -> None:
    lost = Heard()
    first, second = barrier(lost=lost), barrier()
    waiting = aside.submit(first.enter)
    second.enter(30)
    inside = waiting.result(30)
    expire(first, fresh_hosts)
    assert lost.reason()
    assert not inside.is_held()
    second.leave()
    with pytest.raises(Lost):
        first.leave()
    assert first.join(30)
    await_until(lambda: there(client) == [])


def test_a_short_loss_of_the_connection_is_told_and_costs_no_round(
    barrier: Make, aside: ThreadPoolExecutor, far_hosts: str, proxy: FaultyProxy
) -> None:
    lost = Heard()
    first, second = barrier(far_hosts, lost=lost), barrier()
    waiting = aside.submit(first.enter)
    second.enter(30)
    before = waiting.result(30)
    proxy.cut()
    assert lost.reason() == "the connection was lost"
    await_until(first.is_held)
    assert not before.is_held()
    leaving = aside.submit(first.leave)
    second.leave()
    leaving.result(30)


def test_who_waits_for_too_long_or_is_stopped_leaves_nothing_behind(
    barrier: Make, aside: ThreadPoolExecutor, client: KazooClient
) -> None:
    client.ensure_path("/barrier/processes")  # where the time is too short for that, too
    with pytest.raises(TimeoutError, match=r"not all came within 0\.3 s"):
        barrier().enter(0.3)
    await_until(lambda: there(client) == [])
    one = barrier()
    waiting: Future[object] = aside.submit(one.enter)
    await_until(lambda: len(there(client)) == 1)
    one.stop()
    with pytest.raises(Lost):
        waiting.result(30)
    assert there(client) == []


def test_a_block_that_raises_leaves_at_once(barrier: Make, aside: ThreadPoolExecutor) -> None:
    first, second = barrier(), barrier()

    def fail() -> None:
        with first:
            raise ValueError("the user's own mistake")

    failing = aside.submit(fail)
    second.enter(30)
    with pytest.raises(ValueError, match="own mistake"):
        failing.result(30)
    second.leave()


@pytest.mark.parametrize("size", [0, True, "2"])
def test_a_size_that_makes_no_sense(fresh_hosts: str, size: object) -> None:
    with pytest.raises(ValueError, match="size must be how many"):
        Barrier(fresh_hosts, "/barrier", size=size)  # type: ignore[arg-type]


def test_a_thread_is_left_for_nobody(barrier: Make) -> None:
    before = set(threading.enumerate())
    with barrier(size=1) as inside:
        assert inside.number == 1
    await_until(lambda: set(threading.enumerate()) <= before)
