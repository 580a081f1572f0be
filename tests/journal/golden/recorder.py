"""A journal that notes each call that reaches it from outside, as one line of JSON."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

from app.journal.journal import Journal
from app.journal.recorded import Recorded
from app.journal.state import JournalFact
from app.readmodels.event import Event

Answer = TypeVar("Answer")


class Recorder(Journal):
    """Notes its first line, the arguments of its document, and then the calls. Within one call its
    clocks stand still, so that they need to be noted only once. What it appends itself is in no
    line: it comes of the same calls again.

    strays: events that a listener appended, which a replay would miss.
    """

    def __init__(self, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self._clocks = (self.clock, self.wall)
        self._still = threading.local()
        self.clock, self.wall = self._time, self._wall_time
        self.strays: list[str] = []
        document = self.state
        self.given: list[str] = [
            as_line(
                {
                    "read_only": document["read_only"],
                    "candidate_limit": document["limits"]["candidates"],
                    "seq": document["seq"],
                }
            )
        ]

    def append(self, event: Event, at: float | None = None) -> Recorded:
        call = {"append": [event.kind, event.subject, event.data, at]}
        return self._noted(call, lambda: super(Recorder, self).append(event, at))

    def append_all(self, facts: Sequence[JournalFact]) -> None:
        told = [(event.subject, event.data, at) for event, at in facts]
        call = {"append_all": [facts[0].event.kind, told]}
        self._noted(call, lambda: super(Recorder, self).append_all(facts))

    def sum_up(self) -> float | None:
        return self._noted({"sum_up": []}, super().sum_up)

    def _noted(self, call: dict[str, Any], act: Callable[[], Answer]) -> Answer:
        with self._lock:
            if self._is_still:
                return act()
            before, (now, wall) = self._state["seq"], (one() for one in self._clocks)
            line = as_line({**call, "clock": now, "wall": wall})
            with self._standing_still(now, wall):
                answer = act()
            if self._state["seq"] > before:
                self.given.append(line)
            return answer

    @contextmanager
    def _standing_still(self, now: float, wall: float) -> Iterator[None]:
        self._still.times = (now, wall)
        try:
            yield
        finally:
            del self._still.times

    @property
    def _is_still(self) -> bool:
        return hasattr(self._still, "times")

    def _time(self) -> float:
        return self._still.times[0] if self._is_still else self._clocks[0]()

    def _wall_time(self) -> float:
        return self._still.times[1] if self._is_still else self._clocks[1]()

    def _hear(self, listener: Callable[[Recorded], None], event: Recorded) -> None:
        before = self._state["seq"]
        super()._hear(listener, event)
        if self._state["seq"] != before:
            self.strays.append(f"{event.kind} of {event.subject}")


def as_line(value: Any) -> str:
    """Return a value as one line of JSON, its keys in their order."""
    return json.dumps(value, separators=(",", ":"))
