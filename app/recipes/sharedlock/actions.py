"""The actions of shared locks: start readers and writers, ask a holder to give the lock
back, take the lock away, and put it back.
"""

from __future__ import annotations

from kazoo.exceptions import KazooException
from kazoo.handlers.threading import KazooTimeoutError

from ...actions.action import Action
from ...actions.fields import (
    BOOLEAN,
    PLACE,
    SESSION_TIMEOUT,
    TEXT,
    TEXTS,
    object_of,
    seconds,
    some,
    somebody,
)
from ...actions.schema import Document, Schema
from ...errors import Conflict, NotFound
from ...zookeeper.refusals import in_words
from ..guarded_files import WITHIN, GuardedFiles
from .line import UNLOCK, is_of_recipe
from .model import SharedLockModel

TIMEOUT = 2.0
_PATH: Document = {**PLACE, "default": "/shared-lock"}


START = Schema(
    {
        "path": _PATH,
        "readers": some(3, "processes that read under the lock, together"),
        "writers": some(1, "processes that write under the lock, each alone"),
        "session_timeout": SESSION_TIMEOUT,
        "task": seconds(2.0, "seconds of work under the lock", 0.05),
        "within": WITHIN,
    },
    allOf=[somebody("readers", "writers")],
)
SWITCH = Schema({"path": _PATH, "on": BOOLEAN}, required=("on",))
REVOKE = Schema(
    {
        "path": _PATH,
        "znode": {
            **TEXT,
            "maxLength": 1_000,
            "description": "a name in the lock's list",
        },
    },
    required=("znode",),
)


class SharedLocks(GuardedFiles):
    """The shared locks of this dashboard, whose clients read their file or write it."""

    model = SharedLockModel

    @Action(
        "POST", "/shared-locks", 201, "Start readers and writers of a shared lock",
        object_of(path=TEXT, candidates=TEXTS), START, gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: str,
        readers: int,
        writers: int,
        session_timeout: float,
        task: float,
        within: float | None,
        by: str,
    ) -> list[str]:
        """Start clients of the shared lock at `path`, and return their names, readers first.

        session_timeout is in seconds; so is `task`, how long each works on the file when its turn
        has come, and `within`, how long it waits for its turn before it gives up; None: for ever.
        """
        self._require_free(path, self._of_found)
        self._require_connection()
        self._require_room(readers + writers)
        return self._start(path, [readers, writers], session_timeout, task, within, by)

    @Action(
        "POST", "/shared-locks/revoke", 202, "Ask the owner of a znode to give the lock back",
        object_of(path=TEXT, znode=TEXT), REVOKE,
    )  # fmt: skip
    def revoke(self, path: str, znode: str, by: str) -> None:
        """Write `unlock` into a znode of the lock at `path`: its owner is told, and gives back what
        it has. Nobody else deletes the znode. Raises NotFound, or Conflict for another program's.
        """
        self._require_connection()
        lock = self._known(path)
        if znode not in (entry["znode"] for entry in lock["chain"]):
            raise NotFound(f"there is no {znode!r} in {path}", field="znode")
        if not is_of_recipe(znode):
            raise Conflict(
                f"{znode} is a znode of another library, which does not listen to {UNLOCK.decode()}"
                ": nothing was written",
                code="kind",
                field="znode",
            )
        self._append("revoking", path, by, znode=znode)
        target = f"{path.rstrip('/')}/{znode}"
        try:
            self._mirror.client.set_async(target, UNLOCK).get(timeout=TIMEOUT)
        except (KazooException, KazooTimeoutError) as error:
            self._append("unrevoked", path, by, znode=znode)
            raise in_words(error, target, changes=True) from error

    @Action(
        "POST", "/shared-locks/locking", 202, "Take a shared lock away, or give it back",
        object_of(path=TEXT, on=BOOLEAN), SWITCH,
    )  # fmt: skip
    def switch(self, path: str, on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back."""
        self._switch(path, on, by)
