"""A lock with real clients, and what is asked of it; the file is looked at as anybody could."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.recipes.lock.process import PARTS
from tests.processes.rooms import TIMEOUT, Rooms

LOCK = "/lock"
QUICK, BRIEF, STRUCK, LONG = 0.05, 0.8, 4.0, 120.0
"""Seconds of work under the lock: of who only takes turns; of a task that is struck in its midst
and ends all the same; of one that is not to end before it is struck; and of one for which no test
waits.
"""


class FileRooms(Rooms):
    """Rooms in which the verdicts on locks of one kind are watched too, with a file each. section:
    where the state has them; place: the path of the one that is looked at.
    """

    section: str
    place: str

    # -- what is ------------------------------------------------------------------------------

    @property
    def lock(self) -> dict[str, Any]:
        found: dict[str, Any] = self.state[self.section][self.place]
        return found

    @property
    def file(self) -> Path:
        """The file itself."""
        clients = self.state["candidates"].values()
        own = next(one["settings"] for one in clients if one["path"] == self.place)
        return Path(own["directory"]) / str(self.lock["file"]["name"])

    @property
    def line(self) -> list[str]:
        """The clients in the order of their znodes."""
        return [entry["candidate"] for entry in self.lock["chain"]]

    def reasons(self, *names: str) -> list[str]:
        """Why these, or all, gave up tasks."""
        told = self.told("candidate.abandoned")
        return [event.data["reason"] for event in told if not names or event.subject in names]

    def shown(self) -> list[str]:
        keys = self.lock.keys() & {"file", "tasks", "asks", "holds", "turns", "violations"}
        return [str(self.line), str({key: self.lock[key] for key in sorted(keys)})]

    # -- what is awaited ----------------------------------------------------------------------

    def end(self) -> int:
        """Stop all; the number in the file, which must be what the state says."""
        self.control.candidates.stop_all(by="test")
        for name in self.state["candidates"]:
            self.await_exited(name)
        number = int(self.file.read_text())
        assert number == self.lock["file"]["value"]
        return number


class LockRooms(FileRooms):
    """Rooms with a lock."""

    section, place = "locks", LOCK

    # -- what is awaited ----------------------------------------------------------------------

    def await_writes(self, *names: str) -> None:
        """Each of these has written once more."""
        before = {name: self.count("written", name) for name in names}
        self.await_(lambda: all(self.count("written", n) > before[n] for n in names))

    def await_task(self, name: str) -> None:
        """It holds the lock, and is at work."""
        self.await_(lambda: name in self.lock["holds"] and name in self.lock["tasks"])

    # -- what is done -------------------------------------------------------------------------

    def begin(
        self,
        count: int,
        task: float = BRIEF,
        timeout: float = TIMEOUT,
        within: float | None = None,
    ) -> list[str]:
        """Start clients, and wait until all are there and somebody is at work."""
        names = self.control.locks.start(LOCK, count, timeout, task, within, by="test")
        self.await_(lambda: set(names) <= set(self.line) and self.lock["tasks"])
        return self.line

    def strike(self, action: str) -> str:
        """Do `action` to whoever has just begun a task under the lock, while others wait for it;
        its name.
        """
        name: str = self.await_(lambda: len(self.line) > 1 and self._just_begun())
        self.act(name, action)
        return name

    def pause_before_it_writes(self, name: str) -> None:
        """Freeze a client in the last step of its task, after which it writes."""
        while True:
            ends = self.await_(lambda: self._writes_at(name))
            self.act(name, "pause")
            if self.journal.clock() < ends:
                return
            self.act(name, "resume")  # it was frozen too late: its next task will do

    def _writes_at(self, name: str) -> float | None:
        """When a client writes that is in the last step of its task; else None."""
        task = self.lock["tasks"].get(name)
        if task is None or name not in self.lock["holds"]:
            return None
        step = (task["ends"] - task["began"]) / PARTS
        is_due = 0.5 * step < task["ends"] - self.journal.clock() < 0.9 * step
        return float(task["ends"]) if is_due else None

    def _just_begun(self) -> str | None:
        now = self.journal.clock()
        for name, task in self.lock["tasks"].items():
            left = (task["ends"] - now) / (task["ends"] - task["began"])
            if name in self.lock["holds"] and left > 0.7:
                return str(name)
        return None
