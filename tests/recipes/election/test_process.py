"""What a leader's process does with its term, beside the store."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.participation import inputs as i
from app.processes.channel import WorkerTask
from app.recipes.election.process import PERIOD, UNANSWERED, LeadingWork
from app.recipes.registry import ROLES
from tests.recipes.election.working import pass_time
from tests.support.zookeeper import await_until


class Process:
    """A process around the work, without a session: what is posted runs at once."""

    def __init__(self, **settings: Any) -> None:
        self.task = WorkerTask("c1", "", "/election", 4.0, "predecessor", settings)
        self.recipe = ROLES["predecessor"].load().machine()
        self.reports: list[tuple[str, dict[str, Any]]] = []
        self._threads = {thread.ident for thread in threading.enumerate()}
        self.work = LeadingWork(self)

    def give(self, given: i.Input) -> None:
        raise NotImplementedError

    def post(self, function: Callable[[], object]) -> None:
        function()

    def report(self, kind: str, data: dict[str, Any]) -> None:
        self.reports.append((kind, data))

    def wake_at(self, at: float) -> None:
        raise NotImplementedError

    @property
    def written(self) -> list[tuple[int, int]]:
        """(epoch, number) of each write."""
        return [(data["epoch"], data["number"]) for kind, data in self.reports if kind == "write"]

    @property
    def threads(self) -> list[threading.Thread]:
        """Those of the work."""
        known = self._threads
        return [one for one in threading.enumerate() if one.ident not in known]

    def tell_count(self, term: int, count: int) -> None:
        assert self.work.order("count", {"term": term, "count": count})

    def answer(self, verdict: str = "accepted", term: int = 1) -> None:
        number = self.written[-1][1]
        assert self.work.order("written", {"term": term, "number": number, "verdict": verdict})

    def await_writes(self, count: int) -> None:
        await_until(lambda: len(self.written) >= count)


@contextmanager
def computing(process: Process) -> Iterator[int]:
    """Hold its thread up in the middle of a number of the first term; how many are written."""
    changed = process.work._changed
    while True:
        with changed:
            written = len(process.written)
            waits = bool(changed._waiters)  # type: ignore[attr-defined]
            if waits and process.work._number == written + 1:
                yield written
                return
        time.sleep(0.005)


@pytest.fixture
def process() -> Iterator[Process]:
    """One that leads with epoch 8, and has not been told the count."""
    found = Process()
    found.work.begin(8)
    yield found
    found.work.close()
    await_until(lambda: not found.threads)


def test_it_asks_for_the_count_and_goes_on_from_there(process: Process) -> None:
    assert process.reports == [("count", {"term": 1, "epoch": 8})]
    process.tell_count(1, 41)
    process.await_writes(2)
    assert process.written[:2] == [(8, 42), (8, 43)]


def test_without_the_count_it_writes_nothing(process: Process) -> None:
    assert process.threads == []
    process.work.end("suspended")
    process.tell_count(1, 41)
    assert process.threads == []
    process.work.begin(9)
    process.tell_count(1, 41)
    assert process.threads == []
    process.tell_count(2, 50)
    process.await_writes(1)
    assert process.written[0] == (9, 51)


def test_who_steps_down_breaks_off_what_is_not_computed(process: Process) -> None:
    process.tell_count(1, 0)
    with computing(process) as written:
        process.work.end("it resigned")
        process.work.begin(9)
    process.tell_count(2, 7)
    process.await_writes(written + 1)
    assert process.written[written] == (9, 8)


def test_what_is_due_is_written_without_looking_again(process: Process) -> None:
    """As after a freeze: the thread goes on when its moment has passed, and its term is over."""
    process.tell_count(1, 0)
    with computing(process) as written:
        pass_time(2 * PERIOD)
        process.work.end("its session is over")
    process.await_writes(written + 1)


def test_what_is_due_is_not_written_once_a_new_term_here_has_the_same_epoch(
    process: Process,
) -> None:
    """It leads on with the same znode: the store could not tell the two terms apart, and the new
    one hands out this very number.
    """
    process.tell_count(1, 0)
    with computing(process) as written:
        pass_time(2 * PERIOD)
        process.work.begin(8)
    process.tell_count(2, written)
    process.await_writes(written + 2)
    assert process.written[: written + 2] == [(8, number) for number in range(1, written + 3)]


def test_a_refused_write_ends_the_work_of_the_term(process: Process) -> None:
    process.tell_count(1, 0)
    process.await_writes(1)
    with computing(process) as written:
        process.answer("refused")
    pass_time(2 * PERIOD)
    process.work.begin(9)
    pass_time(2 * PERIOD)
    assert len(process.written) == written
    process.tell_count(2, 5)
    process.await_writes(written + 1)
    assert process.written[written] == (9, 6)


def test_a_refusal_of_an_earlier_term_ends_nothing(process: Process) -> None:
    process.tell_count(1, 0)
    process.await_writes(1)
    with computing(process) as written:
        process.work.begin(9)
        process.answer("refused", term=1)
    process.tell_count(2, 5)
    process.await_writes(written + 2)
    assert process.written[written : written + 2] == [(9, 6), (9, 7)]


def test_a_store_that_does_not_answer_slows_its_writers(process: Process) -> None:
    process.tell_count(1, 0)
    process.await_writes(UNANSWERED)
    pass_time(2 * PERIOD)
    assert len(process.written) == UNANSWERED
    process.answer()
    process.await_writes(UNANSWERED + 1)


def test_candidates_may_lead_without_working() -> None:
    process = Process(work=False)
    process.work.begin(8)
    assert process.reports == []


def test_orders_of_others_are_not_for_the_work(process: Process) -> None:
    assert not process.work.order("data", 3)


def test_the_end_ends_the_thread(process: Process) -> None:
    process.tell_count(1, 0)
    process.await_writes(1)
    process.work.close()
    await_until(lambda: not process.threads)
