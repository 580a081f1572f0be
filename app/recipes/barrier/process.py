"""The work of a process at a double barrier: it enters, works and leaves with the others."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...participation import commands as c
from ...participation.phases import Phase
from ...processes.work import Host, Work
from .machine import Depart, Enter, Late, Out


class BarrierWork(Work):
    """The work at a barrier. Settings: `task`, seconds of work inside; `pause`, seconds outside
    until the next round; `rounds`, how many it takes part in, None for ever.
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
        """Take part as soon as the machine is ready."""
        if self.host.recipe.phase is Phase.RESTING:
            self._go_on(time.monotonic())

    def _go_on(self, now: float) -> None:
        if self._enters_at is None or now < self._enters_at or self._left == 0:
            return
        self._enters_at = None
        self._left = None if self._left is None else self._left - 1
        self.host.report("enters", {})
        self.host.give(Enter(now))

    def told(self, command: c.Command) -> None:
        if isinstance(command, Late):
            self.host.report("late", {"round": command.round})
        elif isinstance(command, Out):
            self.host.report("left", {"round": command.round})
            self._enters_at = time.monotonic() + self._rest
            self.host.wake_at(self._enters_at)

    # -- inside -----------------------------------------------------------------------------------

    def begin(self, epoch: int) -> None:
        """Begin the work. `epoch`: the round."""
        began = time.monotonic()
        self._ends_at = began + self._length
        self.host.report("entered", {"round": epoch, "began": began, "ends": self._ends_at})
        self.host.wake_at(self._ends_at)

    def tick(self, now: float) -> None:
        """Go on with the work; the recipe has looked at its clock."""
        if self._ends_at is None:
            if self.host.recipe.phase is Phase.RESTING:
                self._go_on(now)
        elif now < self._ends_at:
            self.host.wake_at(self._ends_at)
        else:
            self._ends_at = None
            self.host.report("departs", {"round": self.host.recipe.epoch})
            self.host.give(Depart(now))

    def end(self, reason: str) -> None:
        """End the work: the process is no longer inside, and the others do not wait for it."""
        self._ends_at = None
        self.host.report("fell_out", {"reason": reason})

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """Take the order `rounds` {left}: so many more, None for ever."""
        if word == "rounds":
            self._left = value["left"]
            if self.host.recipe.phase is Phase.RESTING:
                self._go_on(time.monotonic())
        return word == "rounds"
