"""Virtual time: what is to happen, in order. Nothing else in a schedule knows what comes next."""

from __future__ import annotations

from collections.abc import Callable
from heapq import heappop, heappush

Action = Callable[[], None]


class Scheduler:
    """Runs actions at their times; those of the same time in the order in which they came."""

    def __init__(self) -> None:
        self.now = 0.0
        self.steps = 0
        self._due: list[tuple[float, int, Action]] = []
        self._count = 0

    def at(self, when: float, action: Action) -> None:
        """Run `action` at `when`, or at once where that is past."""
        self._count += 1
        heappush(self._due, (when if when > self.now else self.now, self._count, action))

    def after(self, delay: float, action: Action) -> None:
        """Run `action` in `delay` seconds."""
        self.at(self.now + delay, action)

    def step(self) -> bool:
        """Run the next action; False where there is none."""
        if not self._due:
            return False
        self.now, _, action = heappop(self._due)
        self.steps += 1
        action()
        return True
