"""A lock with real clients, and what is asked of it; the file is looked at as anybody could."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from app.workers.lock_work import STEPS
from tests.support.zookeeper import await_until
from tests.workers.rooms import TIMEOUT, Rooms

LOCK = "/lock"
TASK = 0.5


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

    def count(self, kind: str, name: str) -> int:
        """How many such events there were of a client."""
        return len(self.moments(f"candidate.{kind}", name))

    def account(self) -> str:
        """For whoever reads a failure."""
        lock = {key: self.lock[key] for key in ("file", "tasks", "asks", "holds", "violations")}
        lock["clients"] = {
            name: (one["process"], one["session"], one["belief"], one["step"], one["error"])
            for name, one in self.state["candidates"].items()
        }
        events = [f"{e.at:.3f} {e.kind} {e.subject} {e.data}" for e in self.events[-60:]]
        return "\n".join([str(self.queue), str(lock), *events])

    # -- what is awaited ----------------------------------------------------------------------

    def await_(self, seen: Any, timeout: float = 15) -> Any:
        try:
            return await_until(seen, timeout)
        except AssertionError:
            raise AssertionError(f"it did not come\n{self.account()}") from None

    def await_writes(self, *names: str) -> None:
        """Each of these has written once more."""
        before = {name: self.count("written", name) for name in names}
        self.await_(lambda: all(self.count("written", n) > before[n] for n in names))

    def end(self) -> int:
        """Stop all; the number in the file, which must be what the state says."""
        self.control.stop_all("test")
        candidates = self.state["candidates"]
        self.await_(lambda: all(self.candidate(n)["process"] == "exited" for n in candidates))
        number = int(self.file.read_text())
        assert number == self.lock["file"]["value"]
        return number

    def allow_overlap(self) -> None:
        """Where somebody ends a session by hand, or deletes the holder's znode, the next one may
        be told before the holder is: two believe, and one of them is told before it writes.
        """
        self.broken = [one for one in self.broken if not one.startswith("one_holder")]

    # -- what is done -------------------------------------------------------------------------

    def begin(
        self,
        count: int,
        task: float = TASK,
        timeout: float = TIMEOUT,
        within: float | None = None,
    ) -> list[str]:
        """Start clients, and wait until all are there and somebody is at work."""
        names = self.control.locks.start(LOCK, count, timeout, task, within, "test")
        self.await_(lambda: set(names) <= set(self.queue) and self.lock["tasks"])
        return self.queue

    def strike(self, action: str) -> str:
        """Do `action` to whoever has just begun a task under the lock; its name."""
        name: str = self.await_(self._just_begun)
        self.act(name, action)
        return name

    def strike_at_last(self, action: str) -> str:
        """The same in the last step of a task, after which it writes."""
        name: str = self.await_(self._about_to_write)
        self.act(name, action)
        return name

    def _about_to_write(self) -> str | None:
        now = self.journal.clock()
        for name, task in self.lock["tasks"].items():
            step = (task["ends"] - task["began"]) / STEPS
            if name in self.lock["holds"] and 0.5 * step < task["ends"] - now < 0.9 * step:
                return str(name)
        return None

    def _just_begun(self) -> str | None:
        now = self.journal.clock()
        for name, task in self.lock["tasks"].items():
            if name in self.lock["holds"] and now - task["began"] < (task["ends"] - now):
                return str(name)
        return None

    def reason(self, name: str) -> str:
        """Why a client gave up its latest task."""
        return self.reasons(name)[-1]

    def reasons(self, *names: str) -> list[str]:
        """Why these, or all, gave up tasks."""
        told = [event for event in self.events if event.kind == "candidate.abandoned"]
        return [event.data["reason"] for event in told if not names or event.subject in names]
