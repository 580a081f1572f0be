"""Print every event as a line of JSON, for programs that read a stream."""

from __future__ import annotations

import json
import threading
from typing import IO

from ..journal.journal import Journal
from ..journal.recorded import Recorded
from ..system.threads import LastingThread

_AT_ONCE = 500


class Printer:
    """A printer of a journal's events. A reader that is slow makes nobody wait: what the journal no
    longer keeps when it goes on is named by a line `{"lost": {"after", "before"}}`.
    """

    def __init__(self, journal: Journal, out: IO[str]) -> None:
        self._journal, self._out = journal, out
        self._printed = 0
        self._more, self._closed = threading.Event(), False
        self._thread = LastingThread("printer", "prints what happens", self._run, journal.tell)
        self._unsubscribe = journal.subscribe(self._note)

    def start(self) -> None:
        """Begin with the first event that the journal has."""
        self._printed = self._journal.first - 1
        self._thread.start()
        self._more.set()

    def close(self) -> None:
        """Print what has happened; a reader that takes nothing is not waited for."""
        self._unsubscribe()
        self._thread.dismiss()
        self._closed = True
        self._more.set()
        self._thread.join(timeout=2)

    def _note(self, event: Recorded) -> None:
        self._more.set()

    def _run(self) -> None:
        try:
            while self._more.wait():
                self._more.clear()
                is_last = self._closed
                while self._print():
                    pass
                if is_last:
                    return
        except OSError:
            return  # nobody reads any more

    def _print(self) -> bool:
        """Print some; return whether there may be more."""
        events = self._journal.since(self._printed, _AT_ONCE)
        if events is None:
            first = self._journal.first
            lost = {"after": self._printed, "before": first}
            self._out.write(f"{json.dumps({'lost': lost})}\n")
            self._printed = first - 1
            return True
        for event in events:
            self._out.write(f"{json.dumps(event.without_patch(), separators=(',', ':'))}\n")
            self._printed = event.seq
        self._out.flush()
        return bool(events)
