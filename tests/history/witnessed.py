"""A history beside which somebody notes what was live, and small journals to keep."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.history.history import History
from app.history.store import Bounds
from app.journal.document import initial_state
from app.journal.journal import Journal
from app.journal.patch import keyed
from app.recipes.registry import MODELS
from tests.journal.script import Script


class Witnessed(History):
    """A history; `live` are the documents as they were, after each event. last: the number of an
    event that is kept with all before it; some may come after it.
    """

    last: int

    def follow(self, journal: Journal) -> None:
        self.journal = journal
        self.live: dict[int, Any] = {}
        journal.subscribe(lambda event: self.live.update({event.seq: journal.state}))
        super().follow(journal)


class Wall:
    """A wall clock that a test sets."""

    def __init__(self, at: float = 1_000_000.0) -> None:
        self.at = at

    def __call__(self) -> float:
        return self.at


class Recorded(Script):
    """A script whose events a journal records, from `at` on."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        super().__init__()

    def event(self, kind: str, subject: str, **data: Any) -> None:
        self._journal.tell(kind, subject, data, self.at)
        self.state = self._journal.state


@contextmanager
def kept(
    path: Path | None, bounds: Bounds | None = None, wall: Callable[[], float] | None = None
) -> Iterator[Witnessed]:
    """One run of a journal, kept in this file, while the block lasts."""
    history = Witnessed(path, bounds)
    initial = initial_state(MODELS, seq=history.begins_after)
    journal = Journal(MODELS, initial, lambda: 0.0, wall) if wall else Journal(MODELS, initial)
    try:
        history.follow(journal)
        yield history
    finally:
        history.close()


def stopped(history: Witnessed) -> str | None:
    """Why it is kept no longer, as the page says it."""
    facts = history.journal.state["history"]
    return facts["stopped"] if facts else None


def ticks(history: Witnessed, count: int, told: bool = True, start: int = 0) -> None:
    """So many events, each of which says its number; untold ones are a leader's work."""
    written = {"candidate": "c1", "epoch": 1, "seen": 1}
    for number in range(start, start + count):
        if told:
            history.journal.tell("election.followed", f"/e{number % 7}", {"strategy": "herd"})
        else:
            told_by = {**written, "number": number, "count": number}
            history.journal.tell("work.written", "/e0", told_by)
    history.await_kept(history.journal.state["seq"])


def plain(document: Any) -> Any:
    """A document as a merge patch can carry it: JSON, in which null and missing are one."""
    return _without_null(json.loads(json.dumps(keyed(document, MODELS.lines))))


def _without_null(document: Any) -> Any:
    if isinstance(document, dict):
        return {name: _without_null(value) for name, value in document.items() if value is not None}
    return document
