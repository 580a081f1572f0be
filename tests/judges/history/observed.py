"""Make operations of a dashboard's events: what its processes say that they did, and when.

An event's `at` is the process's own moment, but events do not come in the order of their moments.
What a process had begun when it ended, and has not reported, is unknown.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.judges.history.operation import Operation, Outcome

Event = Mapping[str, Any]
Data = Mapping[str, Any]

LINGERS = 20.0
"""Seconds after a process's end in which its znode may still stand, while servers elect."""

SESSION_LEFT = 0.25
"""The part of its timeout that a session lasts at least after its process is killed or frozen. A
client that has heard nothing for two thirds of it gives up its connection, and says so.
"""


@dataclass
class _Open:
    """What a process has begun, with which value, and since when."""

    value: Any
    since: float


@dataclass
class _Seen:
    """The operations so far, and those that are under way, by process."""

    operations: list[Operation] = field(default_factory=list)
    open: dict[tuple[str, str], _Open] = field(default_factory=dict)

    def begin(self, process: str, kind: str, at: float, value: Any = None) -> None:
        self.open[process, kind] = _Open(value, at)

    def end(self, process: str, kind: str, at: float, outcome: Outcome, value: Any = None) -> None:
        """End what is under way, if anything is; its value is the one it began with, or `value`."""
        begun = self.open.pop((process, kind), None)
        if begun is not None:
            value = begun.value if value is None else value
            self.operations.append(Operation(process, kind, begun.since, value, at, outcome))

    def value_of(self, process: str, kind: str) -> Any:
        """Return the value with which it has begun what is under way; None where nothing is."""
        begun = self.open.get((process, kind))
        return begun.value if begun else None

    def rest(self) -> list[Operation]:
        """Return all operations; what is still under way may happen whenever."""
        late = [
            Operation(process, kind, one.since, one.value)
            for (process, kind), one in self.open.items()
        ]
        return [*self.operations, *late]


def processes_at(events: Sequence[Event], path: str) -> set[str]:
    """Return the processes that were started at this path."""
    started = (one for one in events if one["kind"] == "candidate.starting")
    return {one["subject"] for one in started if one["data"]["path"] == path}


def _told(events: Sequence[Event], path: str) -> Iterator[tuple[str, str, Data, float]]:
    """Yield what the processes of this path said and suffered, in the order of its moments."""
    those = processes_at(events, path)
    for one in sorted(events, key=lambda one: (one["at"], one["seq"])):
        if one["subject"] in those:
            yield one["kind"].removeprefix("candidate."), one["subject"], one["data"], one["at"]


# -- the lock's file --------------------------------------------------------------------------


def lock_updates(events: Sequence[Event], path: str) -> list[Operation]:
    """Return the additions to the number in a lock's file: each task is one."""
    seen = _Seen()
    for kind, who, data, at in _told(events, path):
        if kind == "working":
            begun = seen.open.get((who, "add"))
            if begun is None or begun.since != data["began"]:
                seen.end(who, "add", at, "unknown")
                seen.begin(who, "add", data["began"], data["read"] + 1)
        elif kind == "written":
            seen.end(who, "add", at, "ok", data["value"])
        elif kind == "abandoned":
            seen.end(who, "add", at, "fail")
        elif kind == "exited":
            seen.end(who, "add", at, "unknown")
    return seen.rest()


# -- the leaders' numbers -----------------------------------------------------------------------

_VERDICTS: Mapping[str, Outcome] = {
    "work.written": "ok",
    "work.damaged": "ok",
    "work.refused": "fail",
}


def leaders_numbers(events: Sequence[Event], path: str) -> list[Operation]:
    """Return the numbers that an election's leaders have handed out, as the store has judged."""
    return [
        Operation(
            one["data"]["candidate"], "add", one["at"], one["data"]["number"], one["at"], outcome
        )
        for one in events
        if one["subject"] == path and (outcome := _VERDICTS.get(one["kind"]))
    ]


# -- the queue's items ------------------------------------------------------------------------


def queue_items(events: Sequence[Event], path: str) -> list[Operation]:
    """Return what was put into a queue, taken and done. An item is what it asks for, `c1 #4`, which
    is told of most of them; else its name. Who goes on with an item that was its own, after its
    connection broke, takes it the same time as before.
    """
    asks = _asks(events, path)
    seen = _Seen()
    given_out: dict[tuple[str | None, int], Operation] = {}
    for kind, who, data, at in _told(events, path):
        if kind == "put":
            seen.operations += _put(who, data, at, asks)
        elif kind == "took":
            item = asks.get(data["item"], data["item"])
            if seen.value_of(who, "done") != item:
                seen.end(who, "done", at, "unknown")
                seen.begin(who, "done", at, item)
            given_out[item, data["times"]] = Operation(who, "take", at, item, at, "ok")
        elif kind == "finished":
            seen.end(who, "done", at, "ok")
        elif kind == "dropped":
            seen.end(who, "done", at, "fail")
        elif kind == "exited":
            seen.end(who, "done", at, "unknown")
    return [*seen.rest(), *given_out.values(), *_never_told(events, path)]


def _asks(events: Sequence[Event], path: str) -> dict[str, str]:
    """Return name -> what the item says, as it was read."""
    parent = f"{path}/items/"
    return {
        one["data"]["znode"]: one["data"]["data"]
        for one in events
        if one["kind"] == "member.read" and one["subject"].startswith(parent)
        if one["data"].get("data")
    }


def asked_by(events: Sequence[Event], path: str, names: Iterable[str]) -> list[str]:
    """Return the items of these names, as `queue_items` calls them."""
    asks = _asks(events, path)
    return [asks.get(name, name) for name in names]


def _put(who: str, data: Data, at: float, asks: Mapping[str, str]) -> Iterator[Operation]:
    names = [asks.get(name, name) for name in data["items"]] or [None] * data["count"]
    for name in names:
        yield Operation(who, "put", at, name, at, "ok")


def _never_told(events: Sequence[Event], path: str) -> Iterator[Operation]:
    """Yield the items that a producer was asked for, and has not told of."""
    asked: Counter[str] = Counter()
    since: dict[str, float] = {}
    for one in events:
        if one["kind"] == "queue.asked" and one["subject"] == path:
            asked[one["data"]["candidate"]] += one["data"]["count"]
            since.setdefault(one["data"]["candidate"], one["at"])
        elif one["kind"] == "candidate.put":
            asked[one["subject"]] -= one["data"]["count"]
    for who, at in since.items():
        for _ in range(asked[who]):
            yield Operation(who, "put", at)


# -- the barrier's rounds -----------------------------------------------------------------------


def barrier_rounds(events: Sequence[Event], path: str) -> list[Operation]:
    """Return who waited at a barrier, was inside, and left, and when."""
    rounds = _Rounds(events)
    for kind, who, data, at in _told(events, path):
        rounds.fold(kind, who, data, at)
    return rounds.history()


class _Rounds:
    """What the processes of a barrier do.

    ended: since when a session is over, because somebody ended it; silent: from when on it may be
    over, for its process is dead or frozen, unless the process goes on after that.
    """

    def __init__(self, events: Sequence[Event]) -> None:
        self.seen = _Seen()
        self._ended: dict[str, float] = {}
        self._silent: dict[str, float] = {}
        self._fallen: dict[str, float] = {}
        self._timeouts = {
            one["subject"]: one["data"]["session_timeout_ms"] / 1000
            for one in events
            if one["kind"] == "candidate.starting"
        }

    def fold(self, kind: str, who: str, data: Data, at: float) -> None:
        """Take what a process said or suffered."""
        if kind in ("killed", "paused"):
            self._silent.setdefault(who, at + SESSION_LEFT * self._timeouts[who])
        elif kind in ("expired", "stopping"):
            self._ended.setdefault(who, at)
        elif kind in _STEPS:
            self._take_its_word(who, data)
            _STEPS[kind](self, who, data, at)

    def history(self) -> list[Operation]:
        """Return what all of them did."""
        for who in list(self._fallen):
            self._take_its_word(who, {})
        return self.seen.rest()

    def _goes_on(self, who: str) -> None:
        self._ended.pop(who, None)
        self._silent.pop(who, None)

    def _over(self, who: str, at: float) -> float:
        """Return when its session may have been over, `at` where nothing befell it."""
        return min(self._ended.get(who, math.inf), self._silent.get(who, math.inf), at)

    def comes(self, who: str, data: Data, at: float) -> None:
        self.seen.begin(who, "wait", at)

    def enters(self, who: str, data: Data, at: float) -> None:
        self.seen.end(who, "wait", at, "ok", data["round"])
        self.seen.end(who, "inside", at, "ok")
        self.seen.begin(who, "inside", at, data["round"])
        self._goes_on(who)

    def departs(self, who: str, data: Data, at: float) -> None:
        """Count it as inside until now: a freeze that is over has not cost it its session."""
        self._is_out(who, self._ended.get(who, at))
        self.seen.begin(who, "leave", at, data["round"])
        self._goes_on(who)

    def leaves(self, who: str, data: Data, at: float) -> None:
        self.seen.end(who, "leave", at, "ok", data["round"])

    def falls_out(self, who: str, data: Data, at: float) -> None:
        """Count it as inside until its session may have ended; it waits from now on, for the same
        round or the next one.
        """
        self._fallen[who] = self._over(who, at)
        self.seen.begin(who, "wait", at)
        self._goes_on(who)

    def reports(self, who: str, data: Data, at: float) -> None:
        """Note one that has lost its session while it left: it waits for the next round."""
        if data["belief"] in ("joining", "waiting") and self.seen.value_of(who, "leave"):
            self.seen.end(who, "leave", at, "unknown")
            self.seen.begin(who, "wait", at)

    def ends(self, who: str, data: Data, at: float) -> None:
        """A session outlives its process, unless that has closed it."""
        over = self._over(who, math.inf)
        self._is_out(who, at if over == math.inf else over)
        self.seen.end(who, "leave", at, "unknown")
        self.seen.end(who, "wait", at + LINGERS, "unknown")

    def _take_its_word(self, who: str, data: Data) -> None:
        """Note when the session of one that fell out had ended by its own clock, as it says right
        after that: it may have stood still for long (docs/correctness.md, 4 and 13).
        """
        fell = self._fallen.pop(who, None)
        if fell is not None:
            self._is_out(who, min(fell, data.get("session_ends") or math.inf))

    def _is_out(self, who: str, at: float) -> None:
        inside = self.seen.open.get((who, "inside"))
        if inside is not None:
            self.seen.end(who, "inside", max(inside.since, at), "unknown")


_STEPS: Mapping[str, Callable[[_Rounds, str, Data, float], None]] = {
    "enters": _Rounds.comes,
    "entered": _Rounds.enters,
    "departs": _Rounds.departs,
    "fell_out": _Rounds.falls_out,
    "left": _Rounds.leaves,
    "reported": _Rounds.reports,
    "exited": _Rounds.ends,
}
