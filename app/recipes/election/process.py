"""A leader's work: it hands out numbers, some a second, and writes each to the store.

As real programs do, it looks first and then acts: a leader that has begun a number computes it, and
writes what is computed without looking again. A process that is frozen in between wakes with a
number that somebody else may have handed out meanwhile; it is the store that refuses it, by the
epoch that is on every write. See `app.recipes.election.ledger` for the rule, and for how the
same is done with writes to ZooKeeper.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ...processes.work import Host, Work
from ...system.threads import LastingThread

PERIOD = 0.25
"""Seconds that a number takes to compute. The next is begun as soon as one is written, so that a
freeze always hits it in the middle of one.
"""

UNANSWERED = 8
"""How many writes may wait for the store's answer: a slow store slows its writers."""


@dataclass(frozen=True)
class WorkItem:
    """One number under work, to be written at `due` (monotonic seconds). term: how often this
    process has begun to lead until then.
    """

    term: int
    epoch: int
    number: int
    due: float


class LeadingWork(Work):
    """The leader's work. `begin`, `end`, `order` and `close` come on the in-order thread; the
    numbers are computed and written on a thread of their own, which is started with the first term.

    Setting `work`: False where a candidate leads without working.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._thread: LastingThread | None = None
        self._term = 0
        self._epoch: int | None = None
        self._number: int | None = None
        self._unanswered = 0
        self._closed = False

    def begin(self, epoch: int) -> None:
        """Ask for the count; until it is known, nothing is written. The handoff goes first: the
        acknowledgement that follows `Begin` must not wait for this.
        """
        if not self.host.task.settings.get("work", True):
            return
        with self._changed:
            self._term += 1
            self._epoch, self._number, self._unanswered = epoch, None, 0
            asked = {"term": self._term, "epoch": epoch}
        self.host.post(lambda: self._ask(asked))

    def _ask(self, asked: dict[str, Any]) -> None:
        with self._sending:
            self.host.report("count", asked)

    def end(self, reason: str) -> None:
        """End the term: an unfinished number is dropped; a computed one is written all the same."""
        with self._changed:
            self._epoch = None
            self._changed.notify()

    def order(self, word: str, value: Any) -> bool:
        """Take the store's answers; those to an earlier term no longer count."""
        if word not in ("count", "written"):
            return False
        with self._changed:
            if value["term"] == self._term and self._epoch is not None:
                self._answered(word, value)
                self._changed.notify()
        return True

    def _answered(self, word: str, value: Mapping[str, Any]) -> None:
        if word == "count":
            self._number = value["count"]
            self._ensure_thread()
        elif value["verdict"] == "refused":
            self._epoch = None
        else:
            self._unanswered -= 1

    def close(self) -> None:
        """End the thread; what it has begun is left undone."""
        with self._changed:
            self._closed, self._epoch = True, None
            self._changed.notify()

    def _ensure_thread(self) -> None:
        if self._thread is None:
            self._thread = LastingThread("work", "hands out numbers", self._run, self.tell)
            self._thread.start()

    # -- the thread ---------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._closed:
            item = self._take()
            if item and self._compute(item):
                self._write(item)

    @property
    def _may_work(self) -> bool:
        knows = self._epoch is not None and self._number is not None
        return knows and self._unanswered < UNANSWERED

    def _take(self) -> WorkItem | None:
        """Take the next number: here it looks whether it still leads, and not again. Return None at
        the end.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._closed or self._may_work)
            if self._epoch is None or self._number is None:
                return None
            self._number += 1
            return WorkItem(self._term, self._epoch, self._number, time.monotonic() + PERIOD)

    def _compute(self, item: WorkItem) -> bool:
        """Wait until it is due. Return False if the term ended before; a process that has just
        woken finds its number due, and writes it.
        """
        with self._changed:
            while (left := item.due - time.monotonic()) > 0:
                if self._epoch is None or self._term != item.term:
                    return False
                self._changed.wait(left)
        return True

    def _write(self, item: WorkItem) -> None:
        """Write, unless a new term has begun here and asks for the count: where it leads on with
        the same znode, its epoch is the same, and no store could tell this number from one of its
        own.
        """
        written = {"term": item.term, "epoch": item.epoch, "number": item.number}
        with self._sending:
            with self._changed:
                if item.term != self._term:
                    return
                self._unanswered += 1
            self.host.report("write", written)
