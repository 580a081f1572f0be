"""The work of producers and consumers: put items in, and do what they ask for."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from ...participation import commands as c
from ...participation.phases import Phase
from ...processes.work import Host, Work
from .machine import Complete, Consumer, Done, Offer, Stored


def queue_work(host: Host) -> Work:
    """Return the work of a producer or a consumer, by the setting `role`."""
    role = _Producing if host.task.settings["role"] == "producer" else _Consuming
    return role(host)


class _Producing(Work):
    """A producer's work: it puts items into the queue one by one, and more on request.

    Settings: `items`, how many it puts in at its own pace; `every`, seconds from one to the next.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        self._left = int(settings["items"])
        self._every = float(settings["every"])
        self._made = 0
        self._next_at: float | None = None

    def changed(self) -> None:
        """Begin when its ledger is open."""
        if self._next_at is None and self.host.recipe.phase is Phase.RESTING:
            self._next_at = time.monotonic()
            self.host.wake_at(self._next_at)

    def tick(self, now: float) -> None:
        """Put in the next item, if it is due; a process that was frozen does not catch up."""
        if self._next_at is None or self._left == 0 or self.host.recipe.phase is Phase.LEFT:
            return
        if now >= self._next_at:
            self._next_at = max(self._next_at + self._every, now)
            self._left -= 1
            self._offer(1)
        self.host.wake_at(self._next_at)

    def _offer(self, count: int) -> None:
        first, self._made = self._made + 1, self._made + count
        name = self.host.task.name
        items = [f"{name} #{number}".encode() for number in range(first, self._made + 1)]
        self.host.give(Offer(time.monotonic(), tuple(items)))

    def _go_on(self, every: float | None, items: int | None) -> None:
        self._every = self._every if every is None else every
        self._left = self._left if items is None else items
        if self._next_at is not None:
            self._next_at = time.monotonic()
            self.host.wake_at(self._next_at)

    def told(self, command: c.Command) -> None:
        if isinstance(command, Stored):
            said = {"items": list(command.names), "count": command.count, "total": command.total}
            self.host.report("put", said)

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """Take an order. `put` {count}: so many at once. `pace` {every, items}, None: as it is."""
        if self.host.recipe.phase is Phase.LEFT:
            return True
        if word == "put":
            self._offer(int(value["count"]))
        elif word == "pace":
            self._go_on(value["every"], value["items"])
        return word in ("put", "pace")


class _Consuming(Work):
    """A consumer's work: it does what the item in its hands asks for.

    Settings: `task`, the seconds that this takes.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._length = float(host.task.settings["task"])
        self._item: str | None = None
        self._ends_at = 0.0

    @property
    def _recipe(self) -> Consumer:
        assert isinstance(self.host.recipe, Consumer)
        return self.host.recipe

    def begin(self, epoch: int) -> None:
        """Begin the task. `epoch`: how often the item has been given out."""
        self._item = self._recipe.item
        began = time.monotonic()
        self._ends_at = began + self._length
        self.host.report(
            "took",
            {"item": self._item, "times": epoch, "began": began, "ends": self._ends_at},
        )
        self.host.wake_at(self._ends_at)

    def tick(self, now: float) -> None:
        """Go on with the task; the recipe has looked at its clock."""
        if self._item is None:
            return
        if now < self._ends_at:
            self.host.wake_at(self._ends_at)
            return
        item, self._item = self._item, None
        self.host.give(Complete(now, item))

    def told(self, command: c.Command) -> None:
        if isinstance(command, Done):
            self.host.report("finished", {"item": command.item})

    def end(self, reason: str) -> None:
        """End the task: the item is no longer its own, and its new holder does it."""
        self._item = None
        self.host.report("dropped", {"reason": reason})

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """Take the order `task` {seconds}: how long the next ones take."""
        if word == "task":
            self._length = float(value["seconds"])
        return word == "task"
