"""Keep the journal: the one way in for facts."""

from __future__ import annotations

import logging
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import islice

from ..own_json import write_json
from ..readmodels.document import Data, State
from ..readmodels.event import Event, event_of
from ..readmodels.events import ListFound, ZnodeDeleted
from ..readmodels.model import Models
from .document import initial_state
from .feed_filter import FeedFilter
from .patch import difference
from .recorded import Brief, Recorded
from .state import JournalFact, fold

log = logging.getLogger(__name__)

Listener = Callable[[Recorded], None]

AT_HAND = 20_000
"""The number of events at hand; and of told events, however long a leader or a queue has been at
work.
"""


class Journal:
    """All events in order, the newest `keep` of them at hand and the newest `told` that were told,
    and the state they add up to.

    Safe to use from any thread. Listeners run one after another on the appending thread, in the
    order of the events; the failure of one is logged, and does not affect the others (locust's
    rule).
    """

    def __init__(
        self,
        models: Models,
        initial: State | None = None,
        clock: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        keep: int = AT_HAND,
        told: int = AT_HAND,
    ) -> None:
        self._lock = threading.RLock()
        self._state = initial if initial is not None else initial_state(models)
        self._events: deque[Recorded] = deque(maxlen=keep)
        self._told: deque[Recorded] = deque(maxlen=told)
        self._feed = FeedFilter(models)
        self._brief = Brief()
        self._listeners: list[Listener] = []
        self.models = models
        self.clock = clock
        self.wall = wall

    def append(self, event: Event, at: float | None = None) -> Recorded:
        """Record an event. `at` is when it happened, by the clock; None is now."""
        with self._lock:
            return self._append([JournalFact(event, self.clock() if at is None else at)])

    def append_all(self, facts: Sequence[JournalFact]) -> None:
        """Record events of one kind that became true, or known, at once. No document shows only a
        part of them: the last event has the patch of all.
        """
        with self._lock:
            self._append(facts)

    def tell(
        self, kind: str, subject: str, data: Data | None = None, at: float | None = None
    ) -> Recorded:
        """Record an event that a thread or a process tells as the contract has it."""
        return self.append(event_of(kind, subject, data), at)

    def _append(self, facts: Sequence[JournalFact]) -> Recorded:
        before, now = self._state, self.clock()
        after = fold(self.models, before, facts, max(now, *(fact.at for fact in facts)))
        for seq, fact in enumerate(facts, before["seq"] + 1):
            was, state = self._state, after if seq == after["seq"] else {**before, "seq": seq}
            self._state = state
            patch = difference(was, state, self.models.lines)
            event = self._brief.of(fact.event, state["zookeeper"]["servers"])
            told, wall = self._feed.told(state, event, now), self.wall() - (now - fact.at)
            recorded = Recorded(seq, fact.at, wall, event, patch, told)
            self._events.append(recorded)
            if recorded.told:
                self._told.append(replace(recorded, patch={}))
            for listener in tuple(self._listeners):
                self._hear(listener, recorded)
        for news in self._news(recorded.event, before, after):
            self.append(news, recorded.at)
        return recorded

    def _news(self, event: Event, before: State, after: State) -> Iterator[Event]:
        """Yield the events that follow from an event: the models of the documents that it has
        changed say which.
        """
        is_gone = isinstance(event, ZnodeDeleted) and event.found_gone
        found = is_gone or isinstance(event, ListFound)
        for model in self.models:
            earlier, later = model.of(before), model.of(after)
            if earlier is later:
                continue
            for path, document in later.items():
                known = earlier.get(path)
                if known is not None and known is not document:
                    yield from model.news(path, known, document, found)

    def sum_up(self) -> float | None:
        """Append a line for what was counted instead of told, if it is due; return when the next
        one will be due, by the clock.
        """
        with self._lock:
            for passed in self._feed.take(self.clock()):
                self.append(passed)
            return self._feed.due()

    def _hear(self, listener: Listener, event: Recorded) -> None:
        try:
            listener(event)
        except Exception:
            log.exception("a listener failed on event %d (%s)", event.seq, event.kind)

    @property
    def state(self) -> State:
        """Return the state document. It is shared: read it, and never change it."""
        return self.snapshot()[1]

    def snapshot(self) -> tuple[int, State]:
        """Return (seq, state document). The document is shared: read it, and never change it."""
        with self._lock:
            return self._state["seq"], self._state

    @property
    def first(self) -> int:
        """Return the seq of the first event at hand, or of the next event where there is none."""
        with self._lock:
            return self._events[0].seq if self._events else self._state["seq"] + 1

    def since(self, seq: int, limit: int | None = None) -> list[Recorded] | None:
        """Return the events after `seq`, at most `limit`; None where some of them are gone or `seq`
        was never reached: then only a snapshot helps.
        """
        with self._lock:
            latest = self._state["seq"]
            if seq > latest or latest - seq > len(self._events):
                return None
            start = len(self._events) - (latest - seq)
            stop = None if limit is None else start + limit
            return list(islice(self._events, start, stop))

    def before(self, seq: int, limit: int) -> tuple[list[Recorded], bool]:
        """Return the newest `limit` told events before `seq`, oldest first, and whether no earlier
        ones are at hand.
        """
        with self._lock:
            earlier = [event for event in self._told if event.seq < seq]
        return earlier[-limit:], len(earlier) <= limit

    @property
    def is_whole(self) -> bool:
        """Tell whether no told event has been dropped."""
        return len(self._told) < (self._told.maxlen or 0)

    def recent(
        self, count: int, of_one: int | None = None, size: int | None = None
    ) -> list[Recorded]:
        """Return the newest told events, at most `count` and at most `told`, oldest first, without
        their patches: at most `of_one` about one tree below the root, so that a busy tree leaves
        room for the others.

        size: the bytes of all as JSON. Events about one tree take half of it at most, and one event
        takes a sixteenth: the lists of a thousand sessions leave room for what happened to them.
        """
        with self._lock:
            told = list(self._told)
        chosen: list[Recorded] = []
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
        """Return the first part of the path that a subject is, or of the path that a candidate is
        at.
        """
        candidate = self._state["candidates"].get(subject)
        path = candidate["path"] if candidate else subject
        return path[: path.find("/", 1)] if path.find("/", 1) > 0 else path

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every event from now on; return a function that ends that. It runs
        under the journal's lock, so it must not block.
        """
        with self._lock:
            self._listeners.append(listener)

        def unsubscribe() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return unsubscribe


OF_ONE_TREE = 2
OF_ONE_EVENT = 16


class Space:
    """A space of `size` bytes. One tree takes half of it at most, and one event a sixteenth."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._taken: Counter[str] = Counter()

    @property
    def is_full(self) -> bool:
        """Tell whether there may be no room for a further event."""
        return self._taken.total() > self._size - self._size // OF_ONE_EVENT

    def takes(self, tree: str, event: Recorded) -> bool:
        """Tell whether there is room for this event, and take it."""
        share = self._size // OF_ONE_TREE
        if self._taken[tree] >= share:
            return False
        length = len(write_json(event.without_patch()))
        if length > self._size // OF_ONE_EVENT or self._taken[tree] + length > share:
            return False
        self._taken[tree] += length
        return True
