"""The journal: the one way in for facts."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any

from app.journal.event import Event
from app.journal.passings import passed
from app.journal.patch import difference
from app.journal.space import Space
from app.journal.state import fold, initial_state
from app.journal.telling import Telling

log = logging.getLogger(__name__)

Listener = Callable[[Event], None]

TOLD = 20_000
"""So many of those that are told are at hand, however long a leader or a queue has been at work."""


class Journal:
    """All events in order, the newest `keep` of them at hand, and the state they add up to.

    Safe to use from any thread. Listeners run one after another on the appending thread, in
    the order of the events; one that fails is logged and harms nobody (locust's rule).
    """

    def __init__(
        self,
        initial: dict[str, Any] | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        keep: int = 20_000,
    ) -> None:
        self._lock = threading.RLock()
        self._state = initial if initial is not None else initial_state()
        self._events: deque[Event] = deque(maxlen=keep)
        self._told: deque[Event] = deque(maxlen=TOLD)
        self._telling = Telling()
        self._listeners: list[Listener] = []
        self.clock = clock
        self.wall = wall

    def append(
        self, kind: str, subject: str, data: dict[str, Any] | None = None, at: float | None = None
    ) -> Event:
        """Record a fact. `at` is when it happened, by the clock; None is now."""
        with self._lock:
            before = self._state
            event = self._fold(kind, subject, data or {}, self.clock() if at is None else at)
            self._events.append(event)
            if event.told:
                self._told.append(replace(event, patch={}))
            for listener in tuple(self._listeners):
                self._tell(listener, event)
            for told, path, news in passed(event, before, self._state):
                self.append(told, path, news, event.at)
        return event

    def _fold(self, kind: str, subject: str, data: dict[str, Any], at: float) -> Event:
        before = self._state
        seq = before["seq"] + 1
        self._state = fold(before, seq, kind, subject, data, at)
        now = self.clock()
        wall = self.wall() - (now - at)
        patch = difference(before, self._state)
        told = self._telling.tells(self._state, kind, subject, data, now)
        return Event(seq, at, wall, kind, subject, data, patch, told)

    def sum_up(self) -> float | None:
        """Append a line for what was counted instead of told, where it is due; returns when the
        next one will be, by the clock.
        """
        with self._lock:
            for path, counts in self._telling.take(self.clock()):
                self.append("queue.passed", path, counts)
            return self._telling.due()

    def _tell(self, listener: Listener, event: Event) -> None:
        try:
            listener(event)
        except Exception:
            log.exception("a listener failed on event %d (%s)", event.seq, event.kind)

    def snapshot(self) -> tuple[int, dict[str, Any]]:
        """(seq, state document). The document is shared: read it, never change it."""
        with self._lock:
            return self._state["seq"], self._state

    def since(self, seq: int, limit: int | None = None) -> list[Event] | None:
        """The events after `seq`, at most `limit`; None where some of them are no longer kept
        or `seq` was never reached: then only a snapshot helps.
        """
        with self._lock:
            latest = self._state["seq"]
            if seq > latest or latest - seq > len(self._events):
                return None
            start = len(self._events) - (latest - seq)
            stop = None if limit is None else start + limit
            return list(islice(self._events, start, stop))

    def before(self, seq: int, limit: int) -> tuple[list[Event], bool]:
        """The newest `limit` told events before `seq`, oldest first, and whether there are no
        earlier ones at hand.
        """
        with self._lock:
            earlier = [event for event in self._told if event.seq < seq]
        return earlier[-limit:], len(earlier) <= limit

    @property
    def is_whole(self) -> bool:
        """Whether no told event has been dropped."""
        return len(self._told) < TOLD

    def recent(self, count: int, of_one: int | None = None, size: int | None = None) -> list[Event]:
        """The newest events that a list of what happened tells, at most `count` and at most `TOLD`,
        oldest first, without their patches; at most `of_one` about one tree below the root, so that
        a busy queue leaves room for an election.

        size: bytes of all as JSON. Those about one tree take half of it at most, and one alone a
        sixteenth: the lists of a thousand sessions leave room for what happened to them.
        """
        with self._lock:
            told = list(self._told)
        chosen: list[Event] = []
        taken: Counter[str] = Counter()
        space = None if size is None else Space(size)
        for event in reversed(told):
            if len(chosen) == count or (space and space.is_full):
                break
            tree = self._tree_of(event.subject)
            taken[tree] += 1
            if of_one is not None and taken[tree] > of_one:
                continue
            if space is None or space.takes(tree, event):
                chosen.append(event)
        return chosen[::-1]

    def _tree_of(self, subject: str) -> str:
        """The first part of the path that a subject is or, of a candidate, is at."""
        candidate = self._state["candidates"].get(subject)
        path = candidate["path"] if candidate else subject
        return path[: path.find("/", 1)] if path.find("/", 1) > 0 else path

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on; returns what ends that. It runs under
        the journal's lock, so it must not block.
        """
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return unsubscribe
