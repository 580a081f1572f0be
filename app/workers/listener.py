"""One thread that waits for all pipes and all exits of the candidates' processes."""

from __future__ import annotations

import contextlib
import logging
import os
import selectors
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection as Pipe
from typing import Any

from app.workers.channel import Report

log = logging.getLogger(__name__)

HOUSEKEEPING = 0.1

Heard = Callable[[list[tuple[str, Report]], list[str]], None]


class Listener:
    """Calls `heard(reports, ended)` with all that came within `gathering()` seconds, and
    `housekeeping` about every `HOUSEKEEPING` seconds. A process counts as ended when its sentinel
    says so and its pipe has been read to the end.
    """

    def __init__(
        self, heard: Heard, housekeeping: Callable[[], None], gathering: Callable[[], float]
    ) -> None:
        self._heard = heard
        self._housekeeping = housekeeping
        self._gathering = gathering
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._closed = False
        self._stirred, self._stir = os.pipe()
        self._selector.register(self._stirred, selectors.EVENT_READ, None)
        self._thread = threading.Thread(target=self._run, name="candidates", daemon=True)
        self._thread.start()

    def watch(self, name: str, pipe: Pipe, sentinel: int) -> None:
        """Listen to a new process."""
        with self._lock:
            self._selector.register(pipe, selectors.EVENT_READ, (name, pipe))
            self._selector.register(sentinel, selectors.EVENT_READ, (name, None))

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        os.write(self._stir, b"c")
        self._thread.join()
        self._selector.close()
        os.close(self._stir)
        os.close(self._stirred)

    def _run(self) -> None:
        while not self._closed:
            ready = self._selector.select(HOUSEKEEPING)
            pause = self._gathering() if ready else 0.0
            if pause:
                time.sleep(pause)
                ready = self._selector.select(0)
            try:
                self._handle([key for key, _ in ready if key.data is not None])
                self._housekeeping()
            except Exception:
                log.exception("listening to the candidates failed; going on")

    def _handle(self, ready: list[selectors.SelectorKey]) -> None:
        reports: list[tuple[str, Report]] = []
        ended: list[str] = []
        for key in sorted(ready, key=lambda one: one.data[1] is None):
            name, pipe = key.data
            if pipe is not None:
                self._read(name, pipe, reports)
            else:
                self._end(name, key.fileobj, reports)
                ended.append(name)
        if reports or ended:
            self._heard(reports, ended)

    def _read(self, name: str, pipe: Pipe, reports: list[tuple[str, Report]]) -> None:
        try:
            while pipe.poll():
                reports.extend((name, report) for report in pipe.recv())
        except (EOFError, OSError):
            self._forget(pipe)

    def _end(self, name: str, sentinel: Any, reports: list[tuple[str, Report]]) -> None:
        self._forget(sentinel)
        pipes = [
            key.data[1]
            for key in list(self._selector.get_map().values())
            if key.data is not None and key.data[0] == name and key.data[1] is not None
        ]
        for pipe in pipes:
            self._read(name, pipe, reports)
            self._forget(pipe)

    def _forget(self, watched: Any) -> None:
        with self._lock, contextlib.suppress(KeyError):
            self._selector.unregister(watched)
