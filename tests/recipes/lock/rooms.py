"""A lock with real clients, and what is asked of it; the file is looked at as anybody could."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.recipes.lock.process import STEPS
from tests.processes.rooms import TIMEOUT, Rooms

LOCK = "/lock"
QUICK, BRIEF, STRUCK, LONG = 0.05, 0.8, 4.0, 120.0
"""Seconds of work under the lock: of who only takes turns; of a task that is struck in its midst
and ends all the same; of one that is not to end before it is struck; and of one for which no test
waits.
"""


class LockRooms(Rooms):
    """Rooms in which a lock's verdicts are watched too."""

    # -- what is ------------------------------------------------------------------------------

    @property
    def lock(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state["locks"][LOCK]
        return found

    @property
    def file(self) -> Path:
        """The file itself."""
        directory: str = next(
            one["settings"]["directory"]
            for one in self.state["candidates"].values()
            if one["path"] == LOCK
        )
        return Path(directory) / str(self.lock["file"]["name"])

    @property
    def queue(self) -> list[str]:
        """The clients in the order of the queue, the holder first."""
        return [entry["candidate"] for entry in self.lock["chain"]]

    def shown(self) -> list[str]:
        keys = ("file", "tasks", "asks", "holds", "violations")
        return [str(self.queue), str({key: self.lock[key] for key in keys})]

    # -- what is awaited ----------------------------------------------------------------------

    def await_writes(self, *names: str) -> None:
        """Each of these has written once more."""
        before = {name: self.count("written", name) for name in names}
        self.await_(lambda: all(self.count("written", n) > before[n] for n in names))

    def await_task(self, name: str) -> None:
        """It holds the lock, and is at work."""
        self.await_(lambda: name in self.lock["holds"] and name in self.lock["tasks"])

    def end(self) -> int:
        """Stop all; the number in the file, which must be what the state says."""
        self.control.candidates.stop_all("test")
        for name in self.state["candidates"]:
            self.await_exited(name)
        number = int(self.file.read_text())
        assert number == self.lock["file"]["value"]
        return number

    # -- what is done -------------------------------------------------------------------------

    def begin(
        self,
        count: int,
        task: float = BRIEF,
        timeout: float = TIMEOUT,
        within: float | None = None,
    ) -> list[str]:
        """Start clients, and wait until all are there and somebody is at work."""
        names = self.control.locks.start(LOCK, count, timeout, task, within, "test")
        self.await_(lambda: set(names) <= set(self.queue) and self.lock["tasks"])
        return self.queue

    def strike(self, action: str) -> str:
        """Do `action` to whoever has just begun a task under the lock, while others wait for it;
        its name.
        """
        name: str = self.await_(lambda: len(self.queue) > 1 and self._just_begun())
        self.act(name, action)
        return name

    def is_about_to_write(self, name: str) -> bool:
        """Whether a client is in the last step of its task, after which it writes."""
        task = self.lock["tasks"].get(name)
        if task is None or name not in self.lock["holds"]:
            return False
        step = (task["ends"] - task["began"]) / STEPS
        return bool(0.5 * step < task["ends"] - self.journal.clock() < 0.9 * step)

    def _just_begun(self) -> str | None:
        now = self.journal.clock()
        for name, task in self.lock["tasks"].items():
            left = (task["ends"] - now) / (task["ends"] - task["began"])
            if name in self.lock["holds"] and left > 0.7:
                return str(name)
        return None

    def reason(self, name: str) -> str:
        """Why a client gave up its latest task."""
        return self.reasons(name)[-1]

    def reasons(self, *names: str) -> list[str]:
        """Why these, or all, gave up tasks."""
        told = self.told("candidate.abandoned")
        return [event.data["reason"] for event in told if not names or event.subject in names]
