"""What a person can do with locks: start clients, take the lock away, and give it back."""

from __future__ import annotations

from collections.abc import Sequence

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
from ...actions.service import Context
from ...errors import Conflict
from ...folders import Folder
from ..places import PlaceService
from .document import Lock
from .model import LockModel

WITHIN = seconds(None, "seconds to wait for the lock before giving up; null: for ever", 0.05)
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


class GuardedFiles(PlaceService[Lock]):
    """Locks of one kind, each with a file that its clients write to, a number in it."""

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._files = Folder("handoff-lock-")
        self._made = 0

    def clean_up(self) -> None:
        """Remove the files."""
        self._files.remove()

    def _start(
        self,
        path: str,
        counts: Sequence[int],
        session_timeout: float,
        task: float,
        within: float | None,
        by: str,
    ) -> list[str]:
        """Start so many clients by each of the model's recipes; return their names."""
        with self._changing:
            lock = self._opened(path, by)
            settings = {
                "task": task,
                "within": within,
                "directory": str(self._files.path),
                "file": lock["file"]["name"],
                "locking": lock["locking"],
            }
            return [
                name
                for recipe, count in zip(self.model.recipes, counts, strict=True)
                if count
                for name in self._supervisor.start(
                    count, path, recipe, session_timeout, by, settings
                )
            ]

    def _opened(self, path: str, by: str) -> Lock:
        others = [one for one in self._state["candidates"].values() if one["path"] == path]
        own = self.model.recipes
        if any(one["recipe"] not in own and one["process"] != "exited" for one in others):
            raise Conflict(f"candidates of another recipe are at {path}", field="path")
        if path in self.model.of(self._state):
            return self._known(path)
        return self._open(path, by, children="numbered", on=True, file=self._fresh_file())

    def _fresh_file(self) -> str:
        """Make a file that says 0, and return its name."""
        self._made += 1
        name = f"number-{self._made}"
        (self._files.path / name).write_text("0")
        return name

    def _switch(self, path: str, on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back; both begin a fresh file,
        and a fresh count of what is lost. Change nothing where it is so already.
        """
        with self._changing:
            if self._known(path)["locking"] == on:
                return
            file = self._fresh_file()
            self._append("switched", path, by, on=on, file=file)
            for name, one in self._state["candidates"].items():
                if one["path"] == path and one["recipe"] in self.model.recipes:
                    self._supervisor.order(name, "locking", {"on": on, "file": file})


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
        self._require_free(path, "elections")
        self._require_connection()
        return self._start(path, [count], session_timeout, task, within, by)

    @Action(
        "POST", "/locks/locking", 202, "Take a lock away from its clients, or give it back",
        object_of(path=TEXT, on=BOOLEAN), SWITCH,
    )  # fmt: skip
    def switch(self, path: str, on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back."""
        self._switch(path, on, by)
