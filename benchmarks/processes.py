"""Start processes besides the benchmark's own: fresh interpreters that talk over a pipe.

None outlives the benchmark: each ends with its pipe, or with the benchmark's process.
"""

from __future__ import annotations

import contextlib
import ctypes
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from multiprocessing.connection import wait
from types import TracebackType
from typing import Any

_fresh = multiprocessing.get_context("spawn")
# A process has one fork server; what it has loaded is what `app.processes.supervisor` asks for.
_forked = multiprocessing.get_context("forkserver")
_PR_SET_PDEATHSIG = 1
_GRACE = 1.0


class Peer:
    """A process that runs `work(pipe, *arguments)`, for as long as the block runs.

    It is a fresh interpreter; with `forked` it comes from a fork server with kazoo loaded, as
    Handoff's candidates do.
    """

    def __init__(self, work: Callable[..., None], *arguments: Any, forked: bool = False) -> None:
        context = _forked if forked else _fresh
        self._pipe, self._theirs = context.Pipe()
        self._process = context.Process(
            target=_enter, args=(work, self._theirs, arguments), daemon=True
        )

    def __enter__(self) -> Peer:
        self._process.start()
        self._theirs.close()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    def end(self) -> None:
        """Let it end, by force if need be, and reap it; harmless when that was done before."""
        self._pipe.close()
        self._process.join(_GRACE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()

    def say(self, what: Any) -> None:
        """Send the process something."""
        self._pipe.send(what)

    def hear(self, within: float = 30.0) -> Any:
        """What it says next. Raises TimeoutError after `within` seconds, EOFError if it ended."""
        if not self._pipe.poll(within):
            raise TimeoutError(f"a process said nothing for {within:g} s")
        return self._pipe.recv()

    def ask(self, what: Any, within: float = 30.0) -> Any:
        """Say something and hear the answer."""
        self.say(what)
        return self.hear(within)


class Ending:
    """A context manager that ends, last first, all that was entered on its `stack`."""

    def __init__(self) -> None:
        self.stack = contextlib.ExitStack()

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stack.close()


def die_with_parent() -> None:
    """Have the kernel kill this process when the one that started it ends (Linux)."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _enter(work: Callable[..., None], pipe: Pipe, arguments: tuple[Any, ...]) -> None:
    """Ends without waiting for kazoo's threads, which may be in the middle of something."""
    threading.Thread(target=_end_with_benchmark, daemon=True).start()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(EOFError, ConnectionError):
        work(pipe, *arguments)
    os._exit(0)


def _end_with_benchmark() -> None:
    """A process that waits for ZooKeeper does not see its pipe end; this thread does."""
    benchmark = multiprocessing.parent_process()
    assert benchmark is not None
    wait([benchmark.sentinel])
    os._exit(1)
