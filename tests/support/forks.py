"""`python -m tests.support.forks FD`: load the app once, and fork a process of it for each request.

Most of the processor time that a dashboard's start takes goes into loading its code. What is forked
here has it loaded, and then runs `python -m app` by the same entry, in a session of its own, with
the arguments, the environment and the output that were asked for. `tests/cli` starts the command
itself.

A request is one message at the socket FD: a JSON object with `arguments` and `environment`, and the
ends of three pipes: stdout, stderr, and one that is told the process's id and later its exit code,
a line each. This process ends when the socket is closed.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import runpy
import signal
import socket
import sys
import threading
import time
from multiprocessing.connection import wait
from typing import NamedTuple, NoReturn

LONGEST = 1 << 20
"""Bytes of a request."""
LOADED = (
    "app.commands.serve", "app.commands.replay", "app.commands.printer", "app.assembly",
    "app.ensemble.sources", "app.ensemble.apache.server", "app.ensemble.embedded",
    "app.history.places", "app.system.listening", "app.web.serve", "app.library.candidate",
)  # fmt: skip
"""Modules that a command loads as it starts; what is missing here it loads itself."""


class Request(NamedTuple):
    """What a process is to be. streams: its stdout and stderr."""

    arguments: list[str]
    environment: dict[str, str]
    streams: tuple[int, int]
    told: int


def main(number: int) -> None:
    """Serve requests until the other end of the socket is closed."""
    for module in LOADED:
        importlib.import_module(module)
    requests = socket.socket(fileno=number)
    ended, noted = os.pipe2(os.O_NONBLOCK)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(noted, warn_on_full_buffer=False)
    told: dict[int, int] = {}
    while True:
        ready = wait([number, ended])
        if ended in ready:
            os.read(ended, 1 << 16)
            _tell_of_ends(told)
        if number in ready:
            request = _receive(requests)
            if request is None:
                return
            told[_forked(request, (number, ended, noted, *told.values()))] = request.told


def _forked(request: Request, ours: tuple[int, ...]) -> int:
    """Fork a process and tell its id, which is returned. ours: files that it must not keep.

    Nothing that is loaded may have started a thread: it would be missing in there.
    """
    assert threading.active_count() == 1, threading.enumerate()
    pid = os.fork()
    if pid == 0:
        for file in ours:
            os.close(file)
        _run(request)
    for stream in request.streams:
        os.close(stream)
    _tell(request.told, pid)
    return pid


def _receive(requests: socket.socket) -> Request | None:
    """Take the next request; None where there will be none."""
    message, files, _, _ = socket.recv_fds(requests, LONGEST, 3)
    if not message:
        return None
    asked = json.loads(message)
    stdout, stderr, told = files
    return Request(asked["arguments"], asked["environment"], (stdout, stderr), told)


def _tell_of_ends(told: dict[int, int]) -> None:
    for pid in list(told):
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            file = told.pop(pid)
            _tell(file, os.waitstatus_to_exitcode(status))
            os.close(file)


def _tell(file: int, number: int) -> None:
    with contextlib.suppress(BrokenPipeError):  # nobody listens any more
        os.write(file, b"%d\n" % number)


def _run(request: Request) -> NoReturn:
    """Be the process that was asked for, until its end."""
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.setsid()
    for stream, number in zip(request.streams, (1, 2), strict=True):
        os.dup2(stream, number)
        os.close(stream)
    os.close(request.told)
    os.environ.clear()
    os.environ.update(request.environment)
    time.tzset()
    sys.argv[1:] = request.arguments
    runpy.run_module("app", run_name="__main__", alter_sys=True)
    sys.exit()


if __name__ == "__main__":
    main(int(sys.argv[1]))
