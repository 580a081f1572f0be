"""Listen to all pipes and all exits of the candidates' processes, on one thread."""

from __future__ import annotations

import contextlib
import os
import selectors
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection as Pipe
from typing import Any

from ..system.threads import LastingThread, Tell
from .channel import Report

LOOK_EVERY = 0.1

Ready = list[tuple[selectors.SelectorKey, int]]
Said = Callable[[str, Report | None], None]


class Listener:
    """A listener that calls `said(name, report)` with each report of a process, and `said(name,
    None)` when the process has ended: its sentinel says so, and its pipe has been read to the end.

    After each look at all pipes, and about every `LOOK_EVERY` seconds, it calls `looked(moment)`:
    by now it has passed on what was said up to that moment. If this call returns True, it looks
    again at once. Incoming reports gather for `gathering()` seconds.
    """

    def __init__(
        self,
        said: Said,
        looked: Callable[[float], bool],
        gathering: Callable[[], float],
        tell: Tell,
    ) -> None:
        self._said = said
        self._looked = looked
        self._gathering = gathering
        self._selector = selectors.DefaultSelector()
        self._lock = threading.Lock()
        self._closed = False
        self._woken, self._wake = os.pipe()
        self._selector.register(self._woken, selectors.EVENT_READ, None)
        self._thread = LastingThread(
            "candidates", "hears what the processes say and when they end", self._run, tell
        )
        self._thread.start()

    def watch(self, name: str, pipe: Pipe, sentinel: int) -> None:
        """Listen to a new process."""
        with self._lock:
            self._selector.register(pipe, selectors.EVENT_READ, (name, pipe))
            self._selector.register(sentinel, selectors.EVENT_READ, (name, pipe))

    def close(self) -> None:
        self._thread.dismiss()
        self._closed = True
        os.write(self._wake, b"c")
        self._thread.join()
        self._selector.close()
        os.close(self._wake)
        os.close(self._woken)

    def _run(self) -> None:
        """Read the pipes, and look at all of them again after one was read: another may have an
        earlier report.
        """
        again = False
        while not self._closed:
            ready = self._selector.select(0 if again else LOOK_EVERY)
            pause = self._gathering() if ready else 0.0
            if pause:
                time.sleep(pause)
                ready = self._selector.select(0)
            self._take(ready)
            moment = time.monotonic()
            self._take(self._selector.select(0))
            again = self._looked(moment)

    def _take(self, ready: Ready) -> None:
        keys = [key for key, _ in ready if key.data is not None]
        for key in sorted(keys, key=lambda one: one.fileobj is not one.data[1]):
            name, pipe = key.data
            self._read(name, pipe)
            if key.fileobj is not pipe:
                self._forget(key.fileobj)
                self._forget(pipe)
                self._said(name, None)

    def _read(self, name: str, pipe: Pipe) -> None:
        for report in self._reports(pipe):
            self._said(name, report)

    def _reports(self, pipe: Pipe) -> Iterator[Report]:
        try:
            while pipe.poll():
                yield from pipe.recv()
        except (EOFError, OSError):
            self._forget(pipe)

    def _forget(self, watched: Any) -> None:
        with self._lock, contextlib.suppress(KeyError):
            self._selector.unregister(watched)
