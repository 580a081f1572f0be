"""The actions of locks: start clients, take the lock away, and give it back."""

from __future__ import annotations

from ...actions.action import Action
from ...actions.fields import (
    BOOLEAN,
    PLACE,
    SESSION_TIMEOUT,
    TEXT,
    TEXTS,
    limit,
    object_of,
    seconds,
)
from ...actions.schema import Document, Schema
from ..guarded_files import WITHIN, GuardedFiles
from .model import LockModel

_PATH: Document = {**PLACE, "default": "/lock"}
START = Schema(
    {
        "path": _PATH,
        "count": limit(3, 10_000),
        "session_timeout": SESSION_TIMEOUT,
        "task": seconds(1.0, "seconds of work under the lock", 0.05),
        "within": WITHIN,
    }
)
SWITCH = Schema({"path": _PATH, "on": BOOLEAN}, required=("on",))


class Locks(GuardedFiles):
    """The locks of this dashboard."""

    model = LockModel

    @Action(
        "POST", "/locks", 201, "Start clients of a lock",
        object_of(candidates=TEXTS), START, gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: str,
        count: int,
        session_timeout: float,
        task: float,
        within: float | None,
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
        object_of(path=TEXT, on=BOOLEAN), SWITCH,
    )  # fmt: skip
    def switch(self, path: str, on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back."""
        self._switch(path, on, by)
