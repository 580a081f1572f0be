"""What a process does at a double barrier: it enters with the others, works, leaves with them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from app.recipes import commands as c
from app.recipes import gate as g
from app.recipes.phases import Phase
from app.workers.work import Host, Work


class BarrierWork(Work):
    """Settings: `task`, seconds of work inside; `pause`, seconds outside, until the next round;
    `rounds`, how many it takes part in, None for ever.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        self._length = float(settings["task"])
        self._rest = float(settings["pause"])
        self._left: int | None = settings["rounds"]
        self._enters_at: float | None = 0.0
        self._ends_at: float | None = None

    # -- outside --------------------------------------------------------------------------------

    def changed(self) -> None:
        """It takes part as soon as it is there."""
        if self.host.recipe.phase is Phase.RESTING:
            self._go_on(time.monotonic())

    def _go_on(self, now: float) -> None:
        if self._enters_at is None or now < self._enters_at or self._left == 0:
            return
        self._enters_at = None
        self._left = None if self._left is None else self._left - 1
        self.host.report("enters", {})
        self.host.give(g.Enter(now))

    def told(self, command: c.Command) -> None:
        if isinstance(command, g.Late):
            self.host.report("late", {"round": command.round})
        elif isinstance(command, g.Out):
            self.host.report("left", {"round": command.round})
            self._enters_at = time.monotonic() + self._rest
            self.host.wake_at(self._enters_at)

    # -- inside -----------------------------------------------------------------------------------

    def begin(self, epoch: int) -> None:
        """`epoch`: the round."""
        began = time.monotonic()
        self._ends_at = began + self._length
        self.host.report("entered", {"round": epoch, "began": began, "ends": self._ends_at})
        self.host.wake_at(self._ends_at)

    def tick(self, now: float) -> None:
        """The recipe has looked at its clock."""
        if self._ends_at is None:
            if self.host.recipe.phase is Phase.RESTING:
                self._go_on(now)
        elif now < self._ends_at:
            self.host.wake_at(self._ends_at)
        else:
            self._ends_at = None
            self.host.report("departs", {"round": self.host.recipe.epoch})
            self.host.give(g.Depart(now))

    def end(self, reason: str) -> None:
        """It is inside no longer; the others do not wait for it."""
        self._ends_at = None
        self.host.report("fell_out", {"reason": reason})

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """`rounds` {left}: so many more, None for ever."""
        if word == "rounds":
            self._left = value["left"]
            if self.host.recipe.phase is Phase.RESTING:
                self._go_on(time.monotonic())
        return word == "rounds"
