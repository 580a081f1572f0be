"""What a person can do with the leaders' work: turn fencing off and on, and count anew."""

from __future__ import annotations

import threading

from app.control.part import Part, Rooms
from app.errors import NotFound
from app.insight.work import Election
from app.workers.store import Store


class Works(Part):
    """The store that the leaders of all elections write to."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._changing = threading.Lock()
        self._store = Store(rooms.supervisor.order)
        rooms.supervisor.on_report("count", self._store.count)
        rooms.supervisor.on_report("write", self._store.write)

    def fence(self, path: str, on: bool, by: str) -> None:
        """Have the store refuse writes of an earlier epoch in the election at `path`, or take
        them. Nothing where it is so already.
        """
        with self._changing:
            if self._election(path)["fencing"] != on:
                self._store.fence(path, on)
                self._journal.append("work.fencing", path, {"on": on, "by": by})

    def reset(self, path: str, by: str) -> None:
        """Count anew what was accepted, refused and damaged; the numbers themselves go on."""
        self._election(path)
        self._journal.append("work.reset", path, {"by": by})

    def _election(self, path: str) -> Election:
        election: Election | None = self._state["elections"].get(path)
        if election is None:
            raise NotFound(f"the election {path!r} is not followed", field="path")
        return election
