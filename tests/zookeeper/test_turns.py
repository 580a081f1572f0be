"""What is put is run once, in order, by one thread at a time, whoever runs it."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from functools import partial

import pytest

from app.zookeeper.turns import Turns
from tests.support.zookeeper import await_until

WITHIN = 10.0


@pytest.fixture
def turns() -> Iterator[Turns]:
    """With a worker."""
    queue = Turns()
    worker = threading.Thread(target=queue.work)
    worker.start()
    yield queue
    queue.end()
    worker.join(WITHIN)
    assert not worker.is_alive()


def test_a_worker_runs_what_others_put_in_order(turns: Turns) -> None:
    ran: list[int] = []
    for number in range(100):
        turns.put(partial(ran.append, number))
    await_until(lambda: ran == list(range(100)))


def test_what_fails_harms_no_other(turns: Turns) -> None:
    ran: list[int] = []
    turns.put(lambda: 1 / 0)
    turns.put(lambda: ran.append(1))
    await_until(lambda: ran)


def test_a_thread_that_comes_again_runs_what_it_puts(turns: Turns) -> None:
    ran: list[int] = []
    turns.run_here()
    turns.put(lambda: ran.append(threading.get_ident()))
    turns.run_here()
    assert ran == [threading.get_ident()]


def test_what_it_puts_and_then_leaves_is_run_by_the_worker(turns: Turns) -> None:
    ran: list[int] = []
    turns.run_here()
    turns.put(lambda: ran.append(threading.get_ident()))
    turns.leave()
    await_until(lambda: ran)
    assert ran != [threading.get_ident()]


def test_a_worker_runs_what_others_put_while_that_thread_is_away(turns: Turns) -> None:
    """It waits for half a frame, and the clock must be looked at."""
    ran: list[str] = []
    turns.run_here()
    turns.put(lambda: ran.append("its own"))
    ticking = threading.Thread(target=lambda: turns.put(lambda: ran.append("another's")))
    ticking.start()
    await_until(lambda: ran == ["its own", "another's"])
    ticking.join()


def test_who_comes_while_another_is_at_it_leaves_the_rest_to_that_one(turns: Turns) -> None:
    ran: list[str] = []
    begun, may_end = threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        may_end.wait(WITHIN)
        ran.append("slow")

    turns.put(slow)
    assert begun.wait(WITHIN)
    turns.run_here()
    turns.put(partial(ran.append, "next"))
    turns.run_here()
    assert ran == []
    may_end.set()
    await_until(lambda: ran == ["slow", "next"])


def test_nothing_is_left_when_the_worker_ends() -> None:
    queue = Turns()
    ran: list[int] = []
    queue.run_here()
    queue.put(lambda: ran.append(1))
    queue.end()
    queue.work()
    assert ran == [1]
