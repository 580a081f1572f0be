"""What a person can do with the leaders' work: turn fencing off and on, begin to count again, and
let the store begin another history.
"""

from __future__ import annotations

import threading

from app.control.part import Part, Rooms
from app.errors import Conflict, NotFound
from app.insight.work import Election, barred
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

    def rebase(self, path: str, by: str) -> int:
        """Let the store begin this ensemble's history with the leader that it refuses; returns
        the leader's epoch. Raises Conflict where it refuses nobody who leads.
        """
        with self._changing:
            refused = barred(self._election(path))
            if refused is None:
                raise Conflict(
                    f"the store refuses nobody who leads {path}: it has seen no later epoch",
                    field="path",
                )
            said = {key: refused[key] for key in ("epoch", "seen", "holder")}
            self._journal.append("work.rebased", path, {**said, "by": by})
            for fact in self._store.rebase(path):
                self._journal.append(fact.kind, fact.subject, fact.data, fact.at)
        return int(refused["epoch"])

    def _election(self, path: str) -> Election:
        election: Election | None = self._state["elections"].get(path)
        if election is None:
            raise NotFound(f"the election {path!r} is not followed", field="path")
        return election
