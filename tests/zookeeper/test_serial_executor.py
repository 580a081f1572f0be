"""What is put is run once, in order, by one thread at a time, whoever runs it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from functools import partial

import pytest

from app.zookeeper.handler import SerialExecutor
from tests.support.zookeeper import await_until

WITHIN = 60.0


@pytest.fixture
def executor() -> Iterator[SerialExecutor]:
    """With a worker."""
    executor = SerialExecutor()
    worker = threading.Thread(target=executor.work)
    worker.start()
    yield executor
    executor.end()
    worker.join(WITHIN)
    assert not worker.is_alive()


def test_a_worker_runs_what_others_put_in_order(executor: SerialExecutor) -> None:
    ran: list[int] = []
    for number in range(100):
        executor.put(partial(ran.append, number))
    await_until(lambda: ran == list(range(100)))


def test_a_function_has_the_time_at_which_its_cause_came(executor: SerialExecutor) -> None:
    """What was read together has one time; what the same thread puts afterwards has its own."""
    times: list[float] = []
    gate = threading.Event()
    executor.put(lambda: gate.wait(WITHIN))
    executor.has_read()
    read_at = time.monotonic()
    for _ in range(2):
        await_until(lambda: time.monotonic() > read_at)
        executor.put(lambda: times.append(executor.now()))
    executor.has_taken_all()
    executor.put(lambda: times.append(executor.now()))
    opened_at = time.monotonic()
    gate.set()
    await_until(lambda: len(times) == 3)
    assert times[0] == times[1] <= read_at < times[2] <= opened_at
    assert executor.now() >= opened_at


def test_what_fails_harms_no_other(executor: SerialExecutor) -> None:
    ran: list[int] = []
    executor.put(lambda: 1 / 0)
    executor.put(lambda: ran.append(1))
    await_until(lambda: ran)


def test_a_thread_that_comes_again_runs_what_it_puts(executor: SerialExecutor) -> None:
    ran: list[int] = []
    executor.run_here()
    executor.put(lambda: ran.append(threading.get_ident()))
    executor.run_here()
    assert ran == [threading.get_ident()]


def test_what_it_puts_and_then_leaves_is_run_by_the_worker(executor: SerialExecutor) -> None:
    ran: list[int] = []
    executor.run_here()
    executor.put(lambda: ran.append(threading.get_ident()))
    executor.leave()
    await_until(lambda: ran)
    assert ran != [threading.get_ident()]


def test_a_worker_runs_what_others_put_while_that_thread_is_away(executor: SerialExecutor) -> None:
    """It waits for half a frame, and the clock must be looked at."""
    ran: list[str] = []
    executor.run_here()
    executor.put(lambda: ran.append("its own"))
    ticking = threading.Thread(target=lambda: executor.put(lambda: ran.append("another's")))
    ticking.start()
    await_until(lambda: ran == ["its own", "another's"])
    ticking.join()


def test_who_comes_while_another_is_at_it_leaves_the_rest_to_that_one(
    executor: SerialExecutor,
) -> None:
    ran: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        may_end.wait(WITHIN)
        ran.append("slow")

    executor.put(slow)
    assert begun.wait(WITHIN)
    executor.run_here()
    executor.put(partial(ran.append, "next"))
    executor.run_here()
    assert ran == []
    may_end.set()
    await_until(lambda: ran == ["slow", "next"])


def test_nothing_is_left_when_the_worker_ends() -> None:
    executor = SerialExecutor()
    ran: list[int] = []
    executor.run_here()
    executor.put(lambda: ran.append(1))
    executor.end()
    executor.work()
    assert ran == [1]
