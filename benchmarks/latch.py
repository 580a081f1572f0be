"""Curator's LeaderLatch in a clean handoff: `round() -> seconds`."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from benchmarks.processes import Ending
from benchmarks.rivals import QUIET, SESSION_TIMEOUT, STANDING
from tests.conformance.conversation import Conversation
from tests.conformance.curator import compile_program, start_program

PATH = "/curator/latch"
# Java compiles what has run often: after 200 rounds it took half as long again as after 800.
QUICK_ROUNDS = 1000
QUICK = 0.01


class CuratorLatch(Ending):
    """A queue of Java processes that live on; each round the first one leaves and joins again."""

    def __init__(self, hosts: str) -> None:
        super().__init__()
        self._hosts = hosts
        self._queue: list[Conversation] = []

    def __enter__(self) -> CuratorLatch:
        directory = Path(self.stack.enter_context(tempfile.TemporaryDirectory()))
        compile_program("Passing", directory)
        timeout_ms = int(SESSION_TIMEOUT * 1000)
        for _ in range(STANDING):
            process = start_program("Passing", directory, self._hosts, PATH, timeout_ms)
            self._join(self.stack.enter_context(process))
        for _ in range(QUICK_ROUNDS):
            self._pass(QUICK)
        return self

    def round(self) -> float:
        """One handoff."""
        return self._pass(2 * QUIET)

    def _pass(self, quiet: float) -> float:
        time.sleep(quiet)
        leader = self._queue.pop(0)
        leader.say("leave")
        led = _moment(self._queue[0], "leading")
        left = _moment(leader, "left")
        self._join(leader)
        return led - left

    def _join(self, process: Conversation) -> None:
        process.say("join")
        process.await_line("joined")
        self._queue.append(process)


def _moment(process: Conversation, awaited: str) -> float:
    """The seconds on its clock in the next line with the awaited word, past all others."""
    return int(process.await_word(awaited)) / 1e9
