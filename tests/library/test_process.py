"""A program that uses the library, as a process: loaded, frozen, forked, and cleared away."""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
import time
import warnings
from collections.abc import Iterator
from functools import partial

import pytest

from tests.library.conftest import Stand
from tests.support.descriptors import many_open_files
from tests.support.program import Program
from tests.support.zookeeper import await_until

WATCHER = """
import sys, time
from app.library import Candidate

def lead(term):
    print("leads", flush=True)
    asked_at = looked_at = time.monotonic()
    while not term.is_over:
        looked_at, asked_at = asked_at, time.monotonic()
    print("last led at", looked_at, flush=True)

Candidate(sys.argv[1], "/election", "1", lead, session_timeout=3.0).run()
"""


@pytest.fixture
def watcher(fresh_hosts: str) -> Iterator[Program]:
    """A leader in a process of its own that asks for nothing but whether its term is over."""
    program = Program(sys.executable, "-c", WATCHER, fresh_hosts)
    yield program
    program.close()


def test_the_first_look_after_a_freeze_is_right(watcher: Program, stand: Stand) -> None:
    watcher.await_line("leads")
    second = stand("2").await_place()
    watcher.signal(signal.SIGSTOP)
    second.await_elected()
    woken_at = time.monotonic()
    watcher.signal(signal.SIGCONT)
    assert float(watcher.await_line(r"last led at (\S+)")[1]) < woken_at


def test_in_a_forked_process_a_term_is_over(stand: Stand) -> None:
    term = stand("1").await_elected().term
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        os._exit(0 if term.is_over and term.wait(30) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert not term.is_over


def test_it_stands_in_a_program_with_many_open_files(stand: Stand) -> None:
    with many_open_files():
        stand("1").await_elected()


def test_nothing_of_it_stays_behind(stand: Stand) -> None:
    """No thread and no open file: a program may stand a thousand times."""
    before: list[int] = []
    for number in range(3):
        threads = set(threading.enumerate())
        one = stand(str(number))
        one.await_elected()
        one.close()
        await_until(partial(is_back_to, threads))
        one.forget()
        gc.collect()
        before.append(len(os.listdir("/proc/self/fd")))
    assert before[2] <= before[0]


def is_back_to(threads: set[threading.Thread]) -> bool:
    return threads.issuperset(threading.enumerate())
