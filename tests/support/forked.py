"""Commands of the app as processes of their own that have their code already: see `forks.py`."""

from __future__ import annotations

import atexit
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from multiprocessing.connection import wait

from tests.support.app import ROOT, Dashboard, clean_environment, started
from tests.support.program import Program


class Process:
    """A process of the app that another one has forked; it has what is used of `Popen`."""

    def __init__(self, arguments: list[str], environment: dict[str, str]) -> None:
        pipes = [os.pipe() for _ in range(3)]
        theirs = [write for _, write in pipes]
        asked = json.dumps({"arguments": arguments, "environment": environment})
        try:
            socket.send_fds(_forks(), [asked.encode()], theirs)
        finally:
            for end in theirs:
                os.close(end)
        self.stdout, self.stderr, self._told = (os.fdopen(read) for read, _ in pipes)
        self.pid = int(self._told.readline())
        self.returncode: int | None = None

    def poll(self) -> int | None:
        """Return the exit code, or None while it runs."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self.wait(0)
        return None

    def wait(self, timeout: float | None = None) -> int:
        """Wait for the end, for at most `timeout` seconds; return the exit code."""
        if self.returncode is None:
            if not wait([self._told.fileno()], timeout):
                raise subprocess.TimeoutExpired("app", timeout or 0)
            self.returncode = int(self._told.readline())
            self._told.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send a signal, unless it has ended."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """Send SIGKILL, unless it has ended."""
        self.send_signal(signal.SIGKILL)


class ForkedDashboard(Dashboard):
    """A `Dashboard` in a fraction of the processor time; `tests/cli` shows the command's start."""

    def _start(self, words: list[str], environment: dict[str, str]) -> Process:
        return Process(words, environment)


class ForkedProgram(Program):
    """A `Program` of the app, by its arguments alone."""

    def _start(self, command: tuple[str, ...], environment: dict[str, str]) -> Process:
        return Process([*command], environment)


@contextlib.contextmanager
def forked_dashboard(*arguments: str, env: Mapping[str, str] | None = None) -> Iterator[Dashboard]:
    """A dashboard that has printed its address, ended at the end of the block."""
    with started(ForkedDashboard(*arguments, env=env)) as dashboard:
        yield dashboard


@cache
def _forks() -> socket.socket:
    """Our end of the socket of the one that forks, which is started now and ends with us."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.support.forks", str(theirs.fileno())],
        cwd=ROOT,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        pass_fds=[theirs.fileno()],
        start_new_session=True,
    )
    theirs.close()

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours
