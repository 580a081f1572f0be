"""Verdicts that change by time alone."""

from __future__ import annotations

import threading

from app.insight.invariants import next_check
from app.journal.event import Event
from app.journal.journal import Journal

AT_ONCE = 0.001


class TimedChecks:
    """Appends `invariants.checked` when an election's verdict is due although nothing happens:
    a violation has stood for too long, or the session of one that believes it leads ran out.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._stirred = threading.Event()
        self._closed = False
        self._unsubscribe = journal.subscribe(self._stir)
        self._thread = threading.Thread(target=self._run, name="checks", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._unsubscribe()
        self._stirred.set()
        self._thread.join()

    def _stir(self, event: Event) -> None:
        self._stirred.set()

    def _run(self) -> None:
        while not self._closed:
            due = self._next()
            wait = None if due is None else max(AT_ONCE, due[0] - self._journal.clock())
            if not self._stirred.wait(wait) and due is not None:
                self._journal.append("invariants.checked", due[1])
            self._stirred.clear()

    def _next(self) -> tuple[float, str] | None:
        """The next moment at which some election is to be looked at, and which one."""
        state = self._journal.snapshot()[1]
        now = self._journal.clock()
        moments = []
        for path, election in state["elections"].items():
            own = {k: v for k, v in state["candidates"].items() if v["election"] == path}
            moment = next_check(election["violations"], own, now)
            if moment is not None:
                moments.append((moment, path))
        return min(moments, default=None)
