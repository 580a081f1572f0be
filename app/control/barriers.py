"""What a person can do with double barriers: start processes that pass one together."""

from __future__ import annotations

import threading
from typing import Any

from app.control.part import Part, Rooms
from app.errors import BadRequest, Conflict
from app.insight.barriers import RECIPE, parents_of
from app.zookeeper.paths import check_path

UNEVEN = (1.0, 0.6, 1.4, 0.8, 1.2)
"""How long each of several works, as a part of `task`: who is done first has to wait."""


class Barriers(Part):
    """The barriers of this dashboard."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._changing = threading.Lock()
        self._started = 0

    def start(
        self,
        path: str,
        count: int,
        session_timeout: float,
        by: str,
        *,
        size: int | None = None,
        task: float = 2.0,
        pause: float = 2.0,
        rounds: int | None = None,
    ) -> list[str]:
        """Start `count` processes at the barrier at `path`, and return their names.

        size: how many pass it together; None: as many as before, at a new barrier all of them.
        session_timeout is in seconds; so are `task`, how long they work inside, some more and some
        less, and `pause`, how long they stay outside; `rounds`: how often, None for ever.
        """
        check_path(path, "path")
        if path == "/":
            raise BadRequest("a barrier is a znode below the root", field="path")
        self._require_no_other_use(path, "path", ("barriers",))
        self._require_connection()
        self._require_room(count)
        with self._changing:
            settings: dict[str, Any] = {"size": self._opened(path, size, count, by)}
            settings |= {"pause": pause, "rounds": rounds}
            return [self._run(path, session_timeout, by, task, settings) for _ in range(count)]

    def _opened(self, path: str, size: int | None, count: int, by: str) -> int:
        """All of one barrier must wait for as many."""
        known = self._state["barriers"].get(path)
        if known is None:
            size = count if size is None else size
            self._journal.append("barrier.opened", path, {"size": size, "by": by})
            for parent in parents_of(path):
                self._mirror.follow(parent, every=True)
            return size
        if size is not None and size != known["size"]:
            raise Conflict(
                f"{known['size']} processes pass {path} together: choose another path for {size}",
                field="size",
            )
        return int(known["size"])

    def _run(
        self, path: str, session_timeout: float, by: str, task: float, settings: dict[str, Any]
    ) -> str:
        own = task * UNEVEN[self._started % len(UNEVEN)]
        self._started += 1
        with_task = {**settings, "task": round(own, 3)}
        (name,) = self._supervisor.start(1, path, RECIPE, session_timeout, by, with_task)
        return name
