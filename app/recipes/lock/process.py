"""A task under a lock: read the shared file, work for a while, write the number plus one.

Everything runs on the in-order thread, part by part, and before each part the recipe looks at its
clock: a process that was frozen past its session is told that the lock is lost before it goes on.
Right before it writes, it has ZooKeeper confirm that the lock is its own (rule 16). A file on a
disk cannot refuse a stale write; what is left is a freeze between the confirmation and the write.
"""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...participation import commands as c
from ...participation.phases import Phase
from ...processes.work import Host, Work
from .machine import Acquire, Confirm, Confirmed, DistributedLock, GaveUp, Release

PARTS = 10
"""The parts in which a task is done."""

LINGER = 0.05
"""Seconds from a task's end to the next request: this create, and the read of the next one, on
which the hand-over waits, would queue behind it.
"""

PAUSE = 1.0
"""Seconds from giving up, or from trouble with the file, to the next attempt."""


@dataclass
class _Task:
    """One task on the file that said `read`; `next_at` is when its next part is due."""

    read: int
    began: float
    next_at: float
    done: int = 0


class LockWork(Work):
    """The work under a lock: acquire, do the task, release, and again.

    Settings: `task`, its length in seconds; `within`, the time limit on acquiring, or None;
    `directory` and `file`, which says a number; `locking`, False where the lock is taken away: then
    the task is done without it.
    """

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        settings = host.task.settings
        self._length = float(settings["task"])
        self._within: float | None = settings["within"]
        self._directory = Path(settings["directory"])
        self._file = str(settings["file"])
        self._locking = bool(settings["locking"])
        self._task: _Task | None = None
        self._must_release = False
        self._begins_at = 0.0

    # -- what the recipe says -------------------------------------------------------------------

    def begin(self, epoch: int) -> None:
        """Begin the task, after the report that the lock is held."""
        self.host.post(self._begin)

    def _begin(self) -> None:
        if self._recipe.epoch is not None and self._task is None:
            self._start()

    def end(self, reason: str) -> None:
        """End the task: the lock is lost, or given back; a client that lost it waits for it
        again.
        """
        self._abandon(reason)
        if self._recipe.is_wanted:
            self._say_asking(self._recipe.gives_up_at)

    def told(self, command: c.Command) -> None:
        """Take what the recipe says. Confirmed: write at once. Given up: ask again after a
        while.
        """
        if isinstance(command, Confirmed):
            self._write_down()
        elif isinstance(command, GaveUp):
            self.host.report("gave_up", {"within": self._within})
            self._pause(PAUSE)

    def changed(self) -> None:
        """Ask for the lock, or give it back, once the recipe is ready for it."""
        if self._must_release:
            self._must_release = False
            self.host.give(Release(time.monotonic()))
        elif self._recipe.phase is Phase.RESTING:
            self._go_on(time.monotonic())

    def _go_on(self, now: float) -> None:
        if self._task is not None or now < self._begins_at:
            return
        if not self._locking:
            self._start()
        elif self._recipe.phase is Phase.RESTING:
            self._say_asking(None if self._within is None else now + self._within)
            self.host.give(Acquire(now, self._within))

    def _say_asking(self, until: float | None) -> None:
        self.host.report("asking", {"within": self._within, "until": until})

    @property
    def _recipe(self) -> DistributedLock:
        assert isinstance(self.host.recipe, DistributedLock)
        return self.host.recipe

    def _pause(self, seconds: float) -> None:
        self._begins_at = time.monotonic() + seconds
        self.host.wake_at(self._begins_at)

    # -- the task -------------------------------------------------------------------------------

    def tick(self, now: float) -> None:
        """Do the next part of the task, if it is due; the recipe has looked at its clock."""
        if self._recipe.phase is Phase.LEFT:
            return
        if self._task is None:
            self._go_on(now)
        elif now < self._task.next_at:
            self.host.wake_at(self._task.next_at)
        elif self._task.done < PARTS:
            self._do_part(self._task, now)

    def _start(self) -> None:
        try:
            read = int(self._path.read_text())
        except (OSError, ValueError) as error:
            self._leave_undone(f"cannot read the file: {error}")
            return
        now = time.monotonic()
        self._task = _Task(read, now, now + self._length / PARTS)
        self._tell(self._task, now)
        self.host.wake_at(self._task.next_at)

    def _do_part(self, task: _Task, now: float) -> None:
        """Do one part of the work. Time in which the process stood still does not count."""
        was_held_up = now - task.next_at > self._length / PARTS
        task.done += 1
        task.next_at = max(task.next_at, now if was_held_up else 0.0) + self._length / PARTS
        if task.done < PARTS:
            self.host.wake_at(task.next_at)
            if was_held_up:
                self._tell(task, now)
        elif self._locking:
            self.host.give(Confirm(now))
        else:
            self._write_down()

    def _tell(self, task: _Task, now: float) -> None:
        left = (PARTS - task.done) * self._length / PARTS
        said = {"read": task.read, "began": task.began, "since": now, "ends": now + left}
        self.host.report("working", {**said, "done": task.done / PARTS, "file": self._file})

    def _write_down(self) -> None:
        """Write all or nothing: another reader at the same moment reads a number."""
        task, self._task = self._task, None
        if task is None:
            return
        draft = self._path.with_suffix(f".{self.host.task.name}")
        try:
            draft.write_text(str(task.read + 1))
            os.replace(draft, self._path)
        except OSError as error:
            self._leave_undone(f"cannot write the file: {error}")
            return
        said = {"file": self._file, "read": task.read, "value": task.read + 1}
        self.host.report("written", {**said, "by": self.host.task.name})
        self._next(LINGER if self._locking else 0.0)

    def _next(self, pause: float) -> None:
        self._must_release = self._locking
        self._pause(pause)

    def _abandon(self, reason: str) -> None:
        if self._task is not None:
            self._task = None
            self.host.report("abandoned", {"reason": reason})

    def _leave_undone(self, reason: str) -> None:
        """Tell of trouble with the file, which a task reads first and writes last."""
        self.host.report("abandoned", {"reason": reason})
        self._next(PAUSE)

    @property
    def _path(self) -> Path:
        return self._directory / self._file

    # -- the switch -----------------------------------------------------------------------------

    def order(self, word: str, value: Mapping[str, Any]) -> bool:
        """Take the order `locking` {on, file}: the lock is taken away, or given back. A fresh file
        begins with it: a client that hears of it late writes to a file that nobody uses any more.
        """
        if word != "locking":
            return False
        self._abandon("the lock is back" if value["on"] else "the lock was taken away")
        self._locking, self._file = bool(value["on"]), str(value["file"])
        if self._locking:
            self.changed()
        else:
            self.host.give(Release(time.monotonic()))
            self._start()
        return True

    def close(self) -> None:
        """Close: the process ends, and what it has begun is left undone."""
        self._task = None
