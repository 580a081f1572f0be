"""A queue and a barrier with real processes, and what is asked of them."""

from __future__ import annotations

from typing import Any

from tests.processes.rooms import TIMEOUT, Rooms

QUEUE, BARRIER = "/queue", "/barrier"


class FlowRooms(Rooms):
    """Rooms in which the verdicts on queues and barriers are watched too."""

    @property
    def queue(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["queues"][QUEUE]
        return found

    @property
    def barrier(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["barriers"][BARRIER]
        return found

    def shown(self) -> list[str]:
        return [str(self.state["queues"]), str(self.state["barriers"])]

    # -- the queue ------------------------------------------------------------------------------

    def produce(self, producers: int, items: int, every: float = 0.05) -> list[str]:
        """Start producers that put so many in each."""
        pace: dict[str, Any] = {"items": items, "every": every}
        return self.control.queues.start(QUEUE, producers, 0, TIMEOUT, by="test", **pace)

    def consume(self, consumers: int, task: float, timeout: float = TIMEOUT) -> list[str]:
        """Start consumers."""
        return self.control.queues.start(QUEUE, 0, consumers, timeout, task=task, by="test")

    def await_done(self, items: int) -> None:
        """So many are done, and nothing is left."""
        self.await_(lambda: self.queue["done"] == self.queue["put"] == items)
        assert self.queue["gone"] == self.queue["twice"] == 0

    def strike(self, action: str) -> tuple[str, str]:
        """Do `action` to whoever has an item in its hands; its name, and the item's."""
        name, item = self.await_(self._held)
        self.act(name, action)
        return name, item

    def _held(self) -> tuple[str, str] | None:
        for item, one in self.queue["items"].items():
            name = one["state"] == "claimed" and one["claim"]["candidate"]
            if name and self.queue["consumers"][name]["item"] == item:
                return name, item
        return None

    # -- the barrier ----------------------------------------------------------------------------

    def gather(self, count: int, size: int | None = None, **settings: Any) -> list[str]:
        """Start processes at the barrier."""
        known = {"task": 0.3, "pause": 0.2, **settings}
        timeout = known.pop("timeout", TIMEOUT)
        return self.control.barriers.start(
            BARRIER, count, session_timeout=timeout, size=size, by="test", **known
        )

    def stage(self, name: str) -> str:
        return str(self.barrier["people"][name]["stage"])

    def await_rounds(self, names: list[str], count: int = 1) -> None:
        """Each of these has left so many more rounds."""
        before = {name: self.count("left", name) for name in names}
        self.await_(lambda: all(self.count("left", n) >= before[n] + count for n in names))
