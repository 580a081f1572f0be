"""Znodes whose data is followed: what each says is read and told at every change.

All methods belong to the in-order thread.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from kazoo.exceptions import NoNodeError
from kazoo.protocol.states import EventType

from app.zookeeper.frames import Answer, DataStat
from app.zookeeper.members import as_text
from app.zookeeper.reads import Reads
from app.zookeeper.requests import DataOf
from app.zookeeper.teller import Append
from app.zookeeper.watching import Event


class Values:
    """Tells `value.read` [path]: {mzxid, czxid, version, mtime, value, length}, or {} for a missing
    znode; `found` is true where no change was the reason to read it.

    needs_watches: on a server without recursive watches, with a watch on each.
    """

    def __init__(self, reads: Reads, append: Append) -> None:
        self._reads, self._append = reads, append
        self.paths: set[str] = set()
        self._told: dict[str, dict[str, Any]] = {}
        self.needs_watches = False

    def follow(self, path: str) -> None:
        """Read it at each change from now on, whether there is such a znode or not."""
        self.paths.add(path)

    def reread(self, path: str) -> None:
        """Read it as it stands; what is new is told as found."""
        self._read(path, is_found=True)

    def changed(self, path: str) -> None:
        """Read it, for it has just changed."""
        self._read(path, is_found=False)

    def reread_all(self) -> None:
        """What changed while there was no connection is not known."""
        for path in sorted(self.paths):
            self.reread(path)

    def _fired(self, event: Event) -> None:
        if event.type in (EventType.CHANGED, EventType.DELETED):
            self.changed(event.path)

    def _read(self, path: str, is_found: bool) -> None:
        if path in self.paths:
            watcher = self._fired if self.needs_watches else None
            read = DataOf(path, watcher)
            self._reads.many([read], lambda answers: self._tell(path, answers[0], is_found))

    def _tell(self, path: str, answer: Answer, is_found: bool) -> None:
        if not isinstance(answer, DataStat | NoNodeError):
            return
        if isinstance(answer, NoNodeError) and self.needs_watches:
            self._reads.when_there(path, partial(self.changed, path))
        found = as_value(answer) if isinstance(answer, DataStat) else {}
        if self._told.get(path) != found:
            self._told[path] = found
            marked = {**found, "found": True} if found and is_found else dict(found)
            self._append("value.read", path, marked)


def as_value(answer: DataStat) -> dict[str, Any]:
    """What is told of a znode that is there."""
    stat = answer.stat
    return {
        "mzxid": stat.mzxid,
        "czxid": stat.czxid,
        "version": stat.version,
        "mtime": stat.mtime,
        "value": as_text(answer.data),
        "length": stat.dataLength,
    }
