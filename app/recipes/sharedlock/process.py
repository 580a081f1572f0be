"""A task under a shared lock: a writer reads the file, works for a while, and writes the number
plus one; a reader reads it when it begins and again when it ends, as a person reads a long text.

Nobody writes while somebody reads, so both numbers are the same. Without the lock a writer may come
in between: then what was read is torn, for its beginning and its end are of two texts.
"""

from __future__ import annotations

import time

from ...participation import commands as c
from ..lock.process import LINGER, PAUSE, LockWork
from .machine import GiveBack, Reader, Revoked


class SharedLockWork(LockWork):
    """Acquire, do the task, release, and again; the settings are those of the lock. A client
    that is asked to give back does so at once, leaves its task undone, and asks again later.
    """

    _must_give_back = False

    def told(self, command: c.Command) -> None:
        """Take a command; note whether somebody asks for what only this client can give back."""
        if not isinstance(command, Revoked):
            super().told(command)
            return
        self.host.report("revoked", {})
        self._must_give_back = True

    def changed(self) -> None:
        """Give back first what somebody asks for: nothing else of the recipe is under way now."""
        if self._must_give_back:
            self._must_give_back = False
            self._pause(PAUSE)
            self.host.give(GiveBack(time.monotonic()))
        super().changed()

    def _write_down(self) -> None:
        """End a task: a reader reads the file again, a writer writes it."""
        if not isinstance(self.host.recipe, Reader):
            super()._write_down()
            return
        task, self._task = self._task, None
        if task is None:
            return
        try:
            last = int(self._path.read_text())
        except (OSError, ValueError) as error:
            self._leave_undone(f"cannot read the file: {error}")
            return
        self.host.report("read", {"file": self._file, "first": task.read, "last": last})
        self._next(LINGER if self._locking else 0.0)
