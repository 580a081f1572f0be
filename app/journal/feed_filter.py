"""Choose which events a list of what happened tells one by one, and which it counts; word them.

A queue at work makes about twenty events for each item. While they are few, each is a line; when
more than `CALM` steps of items are made in `WITHIN` seconds, they are counted, and told in one line
every `EVERY` seconds. What is not routine is always told: a fault, an item that is given out again,
a connection that is lost.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict, deque
from collections.abc import Iterable

from ..readmodels.document import Data, Place, State, split
from ..readmodels.model import News
from ..readmodels.models import Models
from ..readmodels.servers_news import ServersNews
from ..readmodels.told import Told, Wording

log = logging.getLogger(__name__)

UNTOLD = frozenset({"server.awake"})
"""Kinds that the state shows, and no list of what happened."""

CALM = 12
WITHIN = 3.0
EVERY = 5.0


class FeedFilter:
    """Counts and tells events. The journal's lock guards it: it is for one thread at a time."""

    def __init__(self, models: Models) -> None:
        self._models = models
        self._untold = UNTOLD.union(*(one.untold for one in (*models, *models.sections)))
        self._steps: defaultdict[Place, deque[float]] = defaultdict(lambda: deque(maxlen=CALM))
        self._counts: dict[Place, Counter[str]] = {}
        self._since: dict[Place, float] = {}
        self._wording = Wording(models)
        self._servers = ServersNews()

    def told(self, state: State, kind: str, subject: str, data: Data, now: float) -> Told | None:
        """Return the line of this event, which has led to this state; None if it has none at `now`.
        A line that cannot be worded names the event: a fact is recorded whatever people read of it.
        """
        try:
            if kind == "zookeeper.servers":
                return self._servers.told(state["zookeeper"]["servers"], data["moved"])
            is_told = self._is_told(state, kind, subject, data, now)
            return self._wording.of(kind, subject, data) if is_told else None
        except Exception:
            log.exception("no words for %s of %s", kind, subject)
            return Told([f"{kind} {subject}"], group=self._wording.group_of(kind))

    def _is_told(self, state: State, kind: str, subject: str, data: Data, now: float) -> bool:
        if kind in self._untold:
            return False
        place = self._place_of(state, kind, subject)
        if place is None or not self._models.of(place).is_routine(kind, subject, data):
            return True
        is_step = kind in self._models.of(place).counted
        if is_step:
            self._steps[place].append(now)
        if not self._is_busy(place, now):
            return True
        if is_step:
            self._count(place, kind, data, now)
        return False

    def _place_of(self, state: State, kind: str, subject: str) -> Place | None:
        """Return the place that an event is about."""
        if kind.startswith("candidate."):
            candidate = state["candidates"].get(subject)
            if candidate is None:
                return None
            return self._models.by_recipe[candidate["recipe"]].section, candidate["path"]
        if kind.startswith(("znode.", "member.")):
            return self._models.place_of(state, split(subject)[0])
        return None

    def _is_busy(self, place: Place, now: float) -> bool:
        steps = self._steps[place]
        return len(steps) == CALM and now - steps[0] < WITHIN

    def _count(self, place: Place, kind: str, data: Data, now: float) -> None:
        self._since.setdefault(place, now)
        counts = self._counts.setdefault(place, Counter())
        counts[self._models.of(place).counted[kind]] += data.get("count", 1)

    def due(self) -> float | None:
        """Return when the next line that counts is due, None while there is nothing to tell."""
        return min((since + EVERY for since in self._since.values()), default=None)

    def take(self, now: float) -> Iterable[News]:
        """Yield (kind, path, data) of `FAMILY.passed` for each line that is due."""
        for place in [place for place, since in self._since.items() if now >= since + EVERY]:
            model, counts = self._models.of(place), self._counts.pop(place)
            seconds = round(now - self._since.pop(place), 1)
            told = {key: counts[key] for key in model.counted.values()}
            yield f"{model.families[0]}.passed", place[1], {**told, "seconds": seconds}
