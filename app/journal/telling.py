"""Which events a list of what happened tells one by one, and what it counts instead.

A queue at work makes some twenty events for each item. While they are few, each is a line; where
more than `CALM` steps of items are made in `WITHIN` seconds, they are counted, and told in one line
every `EVERY` seconds. What is no routine is always told: a fault, an item that is given out again,
a connection that is lost.
"""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Mapping
from typing import Any

from app.insight.queues import RECIPE, queue_of
from app.journal.document import split

Data = Mapping[str, Any]
State = Mapping[str, Any]

UNTOLD = frozenset(
    {
        "work.written",
        "job.progressed",
        "console.session",
        "console.told",
        "book.node",
        "book.sent",
        "server.awake",
    }
)
"""Several a second for each leader or job at work: the state shows them, and no list of what
happened.
"""

_GAUGES = ("zxid", "connections", "latency_ms", "znodes")
"""What every write moves: of servers that are as they were otherwise, no line tells."""

CALM = 12
WITHIN = 3.0
EVERY = 5.0

_STEPS = {"candidate.put": "put", "candidate.took": "taken", "candidate.finished": "done"}
_ROUTINE = ("candidate.notified", "candidate.reported", "member.read")
_AT_WORK = ("working", "waiting", "joining", "producing")


class Telling:
    """Not safe to use from several threads: the journal's lock guards it."""

    def __init__(self) -> None:
        self._steps: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=CALM))
        self._counts: dict[str, Counter[str]] = {}
        self._since: dict[str, float] = {}
        self._servers: list[Data] = []

    def tells(self, state: State, kind: str, subject: str, data: Data, now: float) -> bool:
        """Whether this event, which has led to this state, is a line of its own at `now`."""
        if kind in UNTOLD or (kind == "zookeeper.servers" and not self._is_news(data)):
            return False
        path = _queue_of(state, kind, subject)
        if path is None or not _is_routine(kind, data):
            return True
        if kind in _STEPS:
            self._steps[path].append(now)
        if not self._is_busy(path, now):
            return True
        if kind in _STEPS:
            self._count(path, kind, data, now)
        return False

    def _is_news(self, data: Data) -> bool:
        before = self._servers
        self._servers = [_without_gauges(server) for server in data["servers"]]
        return self._servers != before

    def _is_busy(self, path: str, now: float) -> bool:
        steps = self._steps[path]
        return len(steps) == CALM and now - steps[0] < WITHIN

    def _count(self, path: str, kind: str, data: Data, now: float) -> None:
        self._since.setdefault(path, now)
        counts = self._counts.setdefault(path, Counter())
        counts[_STEPS[kind]] += data["count"] if kind == "candidate.put" else 1

    def due(self) -> float | None:
        """When the next line that counts is to be told, None while there is nothing to tell."""
        return min((since + EVERY for since in self._since.values()), default=None)

    def take(self, now: float) -> Iterable[tuple[str, dict[str, Any]]]:
        """(path of the queue, data of `queue.passed`) for each line that is due."""
        for path in [path for path, since in self._since.items() if now >= since + EVERY]:
            counts = self._counts.pop(path)
            seconds = round(now - self._since.pop(path), 1)
            yield path, {**{key: counts[key] for key in _STEPS.values()}, "seconds": seconds}


def _without_gauges(server: Data) -> Data:
    return {key: value for key, value in server.items() if key not in _GAUGES}


def _queue_of(state: State, kind: str, subject: str) -> str | None:
    """The path of the queue that an event is about."""
    if kind.startswith("candidate."):
        candidate = state["candidates"].get(subject)
        return candidate["path"] if candidate and candidate["recipe"] == RECIPE else None
    if kind.startswith(("znode.", "member.")):
        path = queue_of(split(subject)[0])
        return path if path in state["queues"] else None
    return None


def _is_routine(kind: str, data: Data) -> bool:
    if kind == "candidate.took":
        return bool(data["times"] <= 1)
    if kind == "candidate.reported":
        return not data.get("error") and data.get("belief") in _AT_WORK
    return kind in _STEPS or kind in _ROUTINE or kind.startswith("znode.")
