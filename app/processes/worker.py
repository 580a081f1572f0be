"""Keep one candidate's process as the supervisor knows it."""

from __future__ import annotations

import logging
import os
import signal
import threading
import time
from collections.abc import Iterable
from multiprocessing.connection import Connection as Pipe
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

from .channel import WorkerTask
from .work import Role

log = logging.getLogger(__name__)


class Worker:
    """A process with its orders; any thread may call `say`, `hold` and `release`. Times are
    monotonic.

    by: the one who asked for it. Until it has begun it has no process, and keeps its orders.
    """

    process: ForkServerProcess
    pipe: Pipe

    def __init__(self, task: WorkerTask, role: Role, by: str) -> None:
        self.task = task
        self.role = role
        self.by = by
        self.has_begun = False
        self.identity: tuple[int, bytes] | None = None
        self.contact = float("-inf")
        self.timeout = task.session_timeout
        self.kill_at = float("inf")
        self.exited = threading.Event()
        self._saying = threading.Lock()
        self._held: list[tuple[str, Any]] | None = []

    @property
    def described(self) -> dict[str, Any]:
        """Return what the journal gets of its start."""
        task = self.task
        return {
            "recipe": task.recipe,
            "path": task.path,
            "settings": dict(task.settings),
            "session_timeout_ms": round(task.session_timeout * 1000),
            "by": self.by,
        }

    def begin(self, process: ForkServerProcess, pipe: Pipe) -> None:
        """Take the process that has been started, and send it the orders that were kept."""
        self.process, self.pipe = process, pipe
        self.contact = time.monotonic()
        self.has_begun = True
        self.release()

    @property
    def session_ends(self) -> float:
        """Return when the session is over by its owner's clock, unless the server answers."""
        return self.contact + self.timeout

    def say(self, word: str, value: Any = None) -> None:
        """Give an order, or keep it if the process is frozen: nobody empties its pipe then, and a
        thread that writes to a full pipe waits for ever.
        """
        with self._saying:
            if self._held is None:
                self._send(word, value)
            else:
                self._held.append((word, value))

    def hold(self) -> None:
        """Keep all orders from now on: the process will be frozen."""
        with self._saying:
            self._held = self._held or []

    def release(self) -> None:
        """Send the process the orders that were kept: it has been woken."""
        with self._saying:
            held, self._held = self._held or [], None
            for word, value in held:
                self._send(word, value)

    def signal(self, number: signal.Signals) -> None:
        """Send a signal. Raise ProcessLookupError where the process has ended, whether its end was
        heard of or not: until its parent has asked for its exit code, the kernel takes signals.
        """
        pid = self.process.pid
        if pid is None or self.exited.is_set() or _is_zombie(pid):
            raise ProcessLookupError
        os.kill(pid, number)

    def reap(self) -> dict[str, Any]:
        """Clean up after the process, which has ended; return what the journal gets of that. A
        thread that gives an order finishes first: later its pipe's number might be that of another
        file.
        """
        self.process.join()
        with self._saying:
            self.pipe.close()
        code = self.process.exitcode
        self.exited.set()
        killed_by = signal.Signals(-code).name if code is not None and code < 0 else None
        return {"code": code, "signal": killed_by, "session_ends": self.session_ends}

    def _send(self, word: str, value: Any) -> None:
        try:
            self.pipe.send((word, value))
        except OSError:
            log.debug("%s had ended already", self.task.name)


def await_exits(workers: Iterable[Worker], timeout: float) -> None:
    """Wait until all have ended, for at most `timeout` seconds."""
    deadline = time.monotonic() + timeout
    for worker in workers:
        worker.exited.wait(max(0.0, deadline - time.monotonic()))


def _is_zombie(pid: int) -> bool:
    """Tell whether a process is a zombie; False where the system does not say."""
    try:
        told = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return False
    return told.rpartition(")")[2].split()[0] in "ZX"
