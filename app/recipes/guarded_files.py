"""The base of the actions of both kinds of locks: they start clients on a file."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar

from ..actions.fields import Seconds
from ..actions.service import Context
from ..actions.signature import Bounded
from ..errors import Conflict
from ..readmodels.document import Data
from ..readmodels.guarded import GuardOpened, GuardSwitched
from ..system.folders import Folder
from .places import PlaceService

TaskSeconds = Annotated[Seconds, Bounded(minimum=0.05), "seconds of work under the lock"]
Within = Annotated[
    Seconds | None,
    Bounded(minimum=0.05),
    "seconds to wait for the lock before giving up; null: for ever",
]


class GuardedFiles(PlaceService[Data]):
    """Locks of one kind, each with a file that its clients write to, a number in it. opened,
    switched: the events of this kind.
    """

    opened: ClassVar[type[GuardOpened]]
    switched: ClassVar[type[GuardSwitched]]

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
            own = self.model.recipes
            others = [one for one in self._state["candidates"].values() if one["path"] == path]
            if any(one["recipe"] not in own and one["process"] != "exited" for one in others):
                raise Conflict(f"candidates of another recipe are at {path}", field="path")
            if path not in self.model.of(self._state):
                opened = self.opened(path, on=True, file=self._fresh_file(), by=by)
                self._open(path, opened, children="numbered")
            lock = self._known(path)
            settings = {
                "task": task,
                "within": within,
                "directory": str(self._files.path),
                "file": lock["file"]["name"],
                "locking": lock["locking"],
            }
            return [
                name
                for recipe, count in zip(own, counts, strict=True)
                if count
                for name in self._supervisor.start(
                    count, path, recipe, session_timeout, by, settings
                )
            ]

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
            self._journal.append(self.switched(path, on=on, file=file, by=by))
            for name, one in self._state["candidates"].items():
                if one["path"] == path and one["recipe"] in self.model.recipes:
                    self._supervisor.order(name, "locking", {"on": on, "file": file})
