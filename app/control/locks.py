"""What a person can do with locks: start clients, take the lock away, and give it back."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from pathlib import Path
from typing import Any

from app.control.part import Part, Rooms
from app.errors import BadRequest, Conflict, NotFound
from app.insight.locks import Lock
from app.zookeeper.paths import check_path

RECIPE = "lock"


class Locks(Part):
    """The locks of this dashboard, each with a file that its clients write to."""

    def __init__(self, rooms: Rooms) -> None:
        super().__init__(rooms)
        self._changing = threading.Lock()
        self._directory: Path | None = None
        self._files = 0

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
        check_path(path, "path")
        if path == "/":
            raise BadRequest("a lock is a znode below the root", field="path")
        self._require_no_other_use(path, "path", ("locks", "elections"))
        self._require_connection()
        with self._changing:
            lock = self._opened(path, by)
            settings: dict[str, Any] = {
                "task": task,
                "within": within,
                "directory": str(self._directory),
                "file": lock["file"]["name"],
                "locking": lock["locking"],
            }
            return self._supervisor.start(count, path, RECIPE, session_timeout, by, settings)

    def switch(self, path: str, on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back; both begin a fresh file,
        and a fresh count of what is lost. Nothing where it is so already.
        """
        with self._changing:
            lock = self._state["locks"].get(path)
            if lock is None:
                raise NotFound(f"there is no lock at {path!r}", field="path")
            if lock["locking"] == on:
                return
            file = self._fresh_file()
            self._journal.append("lock.switched", path, {"on": on, "file": file, "by": by})
            for name, one in self._state["candidates"].items():
                if one["path"] == path and one["recipe"] == RECIPE:
                    self._supervisor.order(name, "locking", {"on": on, "file": file})

    def _opened(self, path: str, by: str) -> Lock:
        state = self._state
        others = [one for one in state["candidates"].values() if one["path"] == path]
        if any(one["recipe"] != RECIPE and one["process"] != "exited" for one in others):
            raise Conflict(f"candidates of another recipe stand at {path}", field="path")
        if path not in state["locks"]:
            data = {"on": True, "file": self._fresh_file(), "by": by}
            self._journal.append("lock.opened", path, data)
            self._mirror.follow(path)
        lock: Lock = self._state["locks"][path]
        return lock

    def _fresh_file(self) -> str:
        if self._directory is None:
            self._directory = Path(tempfile.mkdtemp(prefix="handoff-lock-"))
        self._files += 1
        name = f"number-{self._files}"
        (self._directory / name).write_text("0")
        return name

    def close(self) -> None:
        """Remove the files. They are moved away first: whoever is still writing then fails, and
        leaves nothing behind.
        """
        if self._directory is not None:
            gone = f"{self._directory}.gone"
            with contextlib.suppress(FileNotFoundError):
                os.rename(self._directory, gone)
            shutil.rmtree(gone, ignore_errors=True)
            self._directory = None
