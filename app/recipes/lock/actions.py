"""The actions of locks: start clients, take the lock away, and give it back."""

from __future__ import annotations

from ...actions.action import Action
from ...actions.fields import BOOLEAN, TEXT, TEXTS, OneOrMore, SessionTimeout, ZnodePath, object_of
from ..guarded_files import GuardedFiles, TaskSeconds, Within
from .events import LockOpened, LockSwitched
from .model import LockModel


class Locks(GuardedFiles):
    """The locks of this dashboard."""

    model, opened, switched = LockModel, LockOpened, LockSwitched

    @Action(
        "POST", "/locks", 201, "Start clients of a lock",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: ZnodePath = "/lock",
        count: OneOrMore = 3,
        session_timeout: SessionTimeout = 4.0,
        task: TaskSeconds = 1.0,
        within: Within = None,
        *,
        by: str,
    ) -> list[str]:
        """Start `count` clients of the lock at `path`, and return their names.

        session_timeout is in seconds; so is `task`, how long each works on the file when its turn
        has come, and `within`, how long it waits for its turn before it gives up; None: for ever.
        """
        self._require_free(path, self._of_found)
        self._require_connection()
        return self._start(path, [count], session_timeout, task, within, by)

    @Action(
        "POST", "/locks/locking", 202, "Take a lock away from its clients, or give it back",
        object_of(path=TEXT, on=BOOLEAN),
    )  # fmt: skip
    def switch(self, *, path: ZnodePath = "/lock", on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back."""
        self._switch(path, on, by)
