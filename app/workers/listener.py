"""One thread that waits for all pipes and all exits of the candidates' processes."""

from __future__ import annotations

import contextlib
import os
import selectors
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from typing import Any

from app.threads import LastingThread, Tell
from app.workers.channel import Report

HOUSEKEEPING = 0.1

Ready = tuple[selectors.SelectorKey, int]
Heard = Callable[[list[tuple[str, Report]], list[str]], None]


class Listener:
    """Calls `heard(reports, ended)` with all that came within `gathering()` seconds, and
    `housekeeping` about every `HOUSEKEEPING` seconds. A process counts as ended when its sentinel
    says so and its pipe has been read to the end.

    What one process says after it has learned of what another one did is never heard before what
    that one said of it first: who gives up a lock says so before it deletes its znode.
    """

    def __init__(
        self,
        heard: Heard,
        housekeeping: Callable[[], None],
        gathering: Callable[[], float],
        tell: Tell,
    ) -> None:
        self._heard = heard
        self._housekeeping = housekeeping
        self._gathering = gathering
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._closed = False
        self._kept: list[tuple[str, Report]] = []
        self._ended: list[str] = []
        self._stirred, self._stir = os.pipe()
        self._selector.register(self._stirred, selectors.EVENT_READ, None)
        self._thread = LastingThread(
            "candidates", "hears what the processes say and when they end", self._run, tell
        )
        self._thread.start()

    def watch(self, name: str, pipe: Pipe, sentinel: int) -> None:
        """Listen to a new process."""
        with self._lock:
            self._selector.register(pipe, selectors.EVENT_READ, (name, pipe))
            self._selector.register(sentinel, selectors.EVENT_READ, (name, None))

    def close(self) -> None:
        """End the thread."""
        self._thread.dismiss()
        self._closed = True
        os.write(self._stir, b"c")
        self._thread.join()
        self._selector.close()
        os.close(self._stir)
        os.close(self._stirred)

    def _run(self) -> None:
        while not self._closed:
            ready = self._selector.select(0 if self._kept else HOUSEKEEPING)
            pause = self._gathering() if ready else 0.0
            if pause:
                time.sleep(pause)
                ready = self._selector.select(0)
            self._handle(ready)
            self._housekeeping()

    def _handle(self, ready: list[Ready]) -> None:
        """While one pipe is read, an earlier word may come by another one, so all are looked at
        once more. What was said since that look began waits for the next one.
        """
        self._take(ready)
        began = time.monotonic()
        self._take(self._selector.select(0))
        reports, self._kept = self._kept, [one for one in self._kept if one[1].at > began]
        reports = [one for one in reports if one[1].at <= began]
        awaited = {name for name, _ in self._kept}
        ended, self._ended = self._ended, [name for name in self._ended if name in awaited]
        ended = [name for name in ended if name not in awaited]
        if reports or ended:
            self._heard(reports, ended)

    def _take(self, ready: list[Ready]) -> None:
        keys = [key for key, _ in ready if key.data is not None]
        for key in sorted(keys, key=lambda one: one.data[1] is None):
            name, pipe = key.data
            if pipe is not None:
                self._read(name, pipe)
            else:
                self._end(name, key.fileobj)

    def _read(self, name: str, pipe: Pipe) -> None:
        try:
            while pipe.poll():
                self._kept.extend((name, report) for report in pipe.recv())
        except (EOFError, OSError):
            self._forget(pipe)

    def _end(self, name: str, sentinel: Any) -> None:
        self._ended.append(name)
        self._forget(sentinel)
        pipes = [
            key.data[1]
            for key in list(self._selector.get_map().values())
            if key.data is not None and key.data[0] == name and key.data[1] is not None
        ]
        for pipe in pipes:
            self._read(name, pipe)
            self._forget(pipe)

    def _forget(self, watched: Any) -> None:
        with self._lock, contextlib.suppress(KeyError):
            self._selector.unregister(watched)
