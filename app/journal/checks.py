"""Record what is due by time alone: verdicts, and lines that count."""

from __future__ import annotations

import threading

from ..readmodels.events import InvariantsChecked
from ..system.threads import LastingThread
from .journal import Journal

AT_ONCE = 0.001


class TimedChecks:
    """A thread that appends `invariants.checked` when a verdict is due although nothing happens: a
    violation has lasted for too long, or a session has run out whose owner believes that it leads.
    It also makes the journal sum up what that counts.
    """

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self._changed = threading.Event()
        self._closed = False
        self._unsubscribe = journal.subscribe(lambda _: self._changed.set())
        self._thread = LastingThread(
            "checks", "looks at what time alone decides", self._run, journal.tell
        )
        self._thread.start()

    def close(self) -> None:
        """End the thread."""
        self._closed = True
        self._thread.dismiss()
        self._unsubscribe()
        self._changed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._closed:
            due, sums_due = self._next(), self._journal.sum_up()
            moments = [moment for moment in (due and due[0], sums_due) if moment is not None]
            now = self._journal.clock()
            wait = max(AT_ONCE, min(moments) - now) if moments else None
            if not self._changed.wait(wait) and due is not None and due[0] <= self._journal.clock():
                self._journal.append(InvariantsChecked(due[1]))
            self._changed.clear()

    def _next(self) -> tuple[float, str] | None:
        """Return the next moment at which something has to be checked, and its path."""
        state = self._journal.state
        now = self._journal.clock()
        moments = [
            (moment, key)
            for model in self._journal.models
            for key, document in model.of(state).items()
            if (moment := model.next_check(document, state["candidates"], now)) is not None
        ]
        return min(moments, default=None)
