"""A queue of functions that are run in order, by one thread at a time but not always the same one.

To wake another thread for a frame that has been read, and that one to send what follows, takes
longer than most of what is done about it. So a thread that puts functions here again and again
may run them itself, where it has the time; for all that others put, there is a worker.
"""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Callable
from queue import SimpleQueue

_log = logging.getLogger(__name__)

Function = Callable[[], object]


class Turns:
    """`put` from any thread; `work` on the worker's; `run_here` and `leave` on the one that runs
    what it puts by itself.
    """

    def __init__(self) -> None:
        self._functions: deque[Function] = deque()
        self._turn = threading.Lock()
        self._bell: SimpleQueue[bool] = SimpleQueue()
        self._runs_its_own: int | None = None

    def put(self, function: Function) -> None:
        """Run `function` after all that is here now."""
        self._functions.append(function)
        if self._runs_its_own != threading.get_ident():
            self._bell.put(True)

    def run_here(self) -> None:
        """Run what is here, and rely on this thread to come again for what it puts."""
        self._runs_its_own = threading.get_ident()
        self._run()

    def leave(self) -> None:
        """The thread of `run_here` does not come again."""
        self._runs_its_own = None
        self._bell.put(True)

    def work(self) -> None:
        """Run what nobody else does, until `end`. It may be called again where it was cut short."""
        self._run()
        while self._bell.get():
            self._run()
        self._run()

    def end(self) -> None:
        """Let `work` return when all that is here has been run."""
        self._bell.put(False)

    def _run(self) -> None:
        """Where another thread is at it, that one runs the rest too: it looks again at the end."""
        while self._functions and self._turn.acquire(blocking=False):
            try:
                while self._functions:
                    _call(self._functions.popleft())
            finally:
                self._turn.release()


def _call(function: Function) -> None:
    try:
        function()
    except BaseException:
        _log.exception("a ZooKeeper callback failed")
