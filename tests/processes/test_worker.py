"""Orders to a process that ends meanwhile."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection
from typing import Any

from app.processes.channel import WorkerTask
from app.processes.worker import Worker
from app.recipes.registry import ROLES
from tests.support.zookeeper import await_until

WITHIN = 30.0


class HeldPipe(Connection):
    """One that stops in the middle of a message until it is let go."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle)
        self.is_within, self.let_go = threading.Event(), threading.Event()

    def _send_bytes(self, message: Any) -> None:
        self.is_within.set()
        assert self.let_go.wait(WITHIN)
        super()._send_bytes(message)  # type: ignore[misc]


class SeenLock:
    """A lock that says when a thread has to wait for it."""

    def __init__(self) -> None:
        self._lock, self.is_wanted = threading.Lock(), threading.Event()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            self.is_wanted.set()
            self._lock.acquire()

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def test_a_pipe_is_not_closed_in_the_middle_of_an_order() -> None:
    """The order would end up in the file that gets the pipe's number next, or end its thread."""
    process = multiprocessing.get_context("forkserver").Process(target=int)
    process.start()
    ours, theirs = multiprocessing.Pipe()
    pipe, lock = HeldPipe(os.dup(ours.fileno())), SeenLock()
    worker = Worker(WorkerTask("c1", "", "/election", 1.0), ROLES["predecessor"], "test")
    worker._saying = lock  # type: ignore[assignment]
    worker.begin(process, pipe)
    with ours, theirs, ThreadPoolExecutor(2) as threads:
        saying = threads.submit(worker.say, "stop")
        assert pipe.is_within.wait(WITHIN)
        reaping = threads.submit(worker.reap)
        await_until(lambda: lock.is_wanted.is_set() or reaping.done())
        pipe.let_go.set()
        saying.result(WITHIN)
        assert reaping.result(WITHIN)["code"] == 0
        assert theirs.recv() == ("stop", None)
