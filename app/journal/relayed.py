"""Keep the journal of another dashboard, as its socket tells it: events of which nothing is asked
but what a page gets.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any, cast

from ..readmodels.document import Data, State
from ..readmodels.model import Models
from .journal import Journal
from .patch import apply
from .recorded import EventTold, Recorded


class Relayed:
    """An event as it came: another version of Handoff may know more of it than this one."""

    def __init__(self, told: EventTold) -> None:
        self.seq, self.kind, self.subject = told["seq"], told["kind"], told["subject"]
        self.told = told.get("told", True)
        self._whole = told

    def as_json(self) -> EventTold:
        """Return the event with the contract's fields."""
        return self._whole

    def without_patch(self) -> EventTold:
        """Return the event for a list of what happened."""
        brief = {name: value for name, value in self._whole.items() if name != "patch"}
        return cast(EventTold, brief)


GRACE = 2.0
"""Seconds without the other dashboard after which it counts as lost."""


class RelayedJournal(Journal):
    """A journal that takes what the one of another dashboard says, in its form and by its clock.
    Nobody can act on its state.

    run: the run of that dashboard; None before its first snapshot. name: what people call it.
    """

    def __init__(self, models: Models, name: str) -> None:
        super().__init__(models, clock=self._now, wall=self._wall_now)
        self.run: str | None = None
        self._name, self._why = name, "it has not been reached yet"
        self._lost_at: float | None = time.time()
        self._ahead = self._wall_ahead = 0.0

    def lose(self, why: str) -> None:
        """Note that the dashboard is out of reach."""
        with self._lock:
            self._lost_at, self._why = self._lost_at or time.time(), why

    def find(self) -> None:
        """Note that it is there again."""
        with self._lock:
            self._lost_at = None if self.run else self._lost_at

    def forget(self) -> None:
        """Show nothing until the next snapshot."""
        with self._lock:
            self.run, self._lost_at = None, time.time()

    def absence(self) -> str | None:
        """Return a sentence while there is nothing to show: since when, and why."""
        with self._lock:
            lost_at, is_known = self._lost_at, self.run is not None
            if lost_at is None or (is_known and time.time() < lost_at + GRACE):
                return None
            since = time.strftime("%H:%M:%S", time.localtime(lost_at))
            return f"{self._name}, which is shown here, is lost since {since}: {self._why}"

    def snapshot(self) -> tuple[int, State]:
        """Return (seq, state document): without the dashboard nobody knows of its ZooKeeper."""
        seq, state = super().snapshot()
        if absence := self.absence():
            lost = {**state["zookeeper"], "state": "lost", "reason": absence}
            return seq, cast(State, {**state, "zookeeper": lost})
        return seq, state

    def take_snapshot(self, message: Data) -> None:
        """Begin again with the state of a snapshot."""
        with self._lock:
            self.run, self._lost_at = message["run"], None
            self._state = cast(State, {**message["state"], "read_only": True})
            self._ahead = message["now"] - time.monotonic()
            self._wall_ahead = message["wall"] - message["now"]
            self._events.clear()
            self._told.clear()
            self._told.extend(map(_relayed, message["recent"]))

    def take_events(self, message: Data) -> bool:
        """Record the next events; return False where some before them are missing."""
        with self._lock:
            # The quickest message knows best how far the other clock is ahead.
            self._ahead = max(self._ahead, message["now"] - time.monotonic())
            new = [one for one in message["events"] if one["seq"] > self._state["seq"]]
            if new and new[0]["seq"] != self._state["seq"] + 1:
                return False
            self._take(new)
            return True

    def _take(self, events: Sequence[EventTold]) -> None:
        for told in events:
            state: Any = apply(cast(Any, self._state), told["patch"])
            self._state, event = state, _relayed(told)
            self._events.append(event)
            if event.told:
                self._told.append(event)
            for listener in tuple(self._listeners):
                self._hear(listener, event)

    def _now(self) -> float:
        return time.monotonic() + self._ahead

    def _wall_now(self) -> float:
        return self._now() + self._wall_ahead


def _relayed(told: EventTold) -> Recorded:
    return cast(Recorded, Relayed(told))
