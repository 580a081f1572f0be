"""Choose which events a list of what happened tells one by one and which it counts, and word them.

A queue at work makes about twenty events for each item. While they are few, each is a line. When
items make more than `CALM` steps in `WITHIN` seconds, the steps are counted, and one line tells
them every `EVERY` seconds. What is not routine is always told: a fault, an item that is given out
again, a connection that is lost.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict, deque
from collections.abc import Iterable

from ..readmodels.document import Place, State, split
from ..readmodels.event import AboutZnode, CandidateEvent, Event
from ..readmodels.events import CandidateNotified, ServersTold
from ..readmodels.model import Models
from ..readmodels.servers import ServersNews
from ..readmodels.wording import Told

log = logging.getLogger(__name__)

CALM = 12
WITHIN = 3.0
EVERY = 5.0


class FeedFilter:
    """A filter that counts and tells events. The journal's lock guards it: it is for one thread at
    a time.
    """

    def __init__(self, models: Models) -> None:
        self._models = models
        self._steps: defaultdict[Place, deque[float]] = defaultdict(lambda: deque(maxlen=CALM))
        self._counts: dict[Place, Counter[str]] = {}
        self._since: dict[Place, float] = {}
        self._lists = {name for model in models for name in model.watched_lists}
        self._servers = ServersNews()

    def told(self, state: State, event: Event, now: float) -> Told | None:
        """Return the line of this event, which has led to this state; None if it has none at `now`.
        If wording the line fails, the line names the event: a fact is recorded whatever people read
        of it.
        """
        try:
            if isinstance(event, ServersTold):
                return self._servers.told(state["zookeeper"]["servers"], event.moved or ())
            return self.worded(event) if self._is_told(state, event, now) else None
        except Exception:
            log.exception("no words for %s of %s", event.kind, event.subject)
            return Told([f"{event.kind} {event.subject}"], group=event.group)

    def worded(self, event: Event) -> Told:
        """Return what a list shows of an event. For a notification, the models say which znodes are
        lists that somebody watches.
        """
        if isinstance(event, CandidateNotified) and event.znode in self._lists:
            return Told(event.line_of_list(), event.tone, event.group)
        return Told(event.line(), event.tone_of_line(), event.group)

    def _is_told(self, state: State, event: Event, now: float) -> bool:
        if not event.is_told:
            return False
        place = self._place_of(state, event)
        if place is None or not self._models.of(place).is_routine(event):
            return True
        if event.counted:
            self._steps[place].append(now)
        steps = self._steps[place]
        if len(steps) < CALM or now - steps[0] >= WITHIN:
            return True
        if event.counted:
            self._since.setdefault(place, now)
            self._counts.setdefault(place, Counter())[event.counted] += event.counts_for
        return False

    def _place_of(self, state: State, event: Event) -> Place | None:
        """Return the place that an event is about."""
        if isinstance(event, CandidateEvent):
            candidate = state["candidates"].get(event.subject)
            if candidate is None:
                return None
            return self._models.by_recipe[candidate["recipe"]].section, candidate["path"]
        if isinstance(event, AboutZnode):
            return self._models.place_of(state, split(event.subject)[0])
        return None

    def due(self) -> float | None:
        """Return when the next line that counts is due, None while there is nothing to tell."""
        return min((since + EVERY for since in self._since.values()), default=None)

    def take(self, now: float) -> Iterable[Event]:
        """Yield the event that tells what was counted, for each line that is due."""
        for place in [place for place, since in self._since.items() if now >= since + EVERY]:
            model, counts = self._models.of(place), self._counts.pop(place)
            seconds = round(now - self._since.pop(place), 1)
            yield model.passed(place[1], counts, seconds)
