"""The actions of shared locks: start readers and writers, ask a holder to give the lock
back, take the lock away, and put it back.
"""

from __future__ import annotations

from typing import Annotated

from ...actions.action import Action
from ...actions.fields import (
    BOOLEAN,
    TEXT,
    TEXTS,
    SessionTimeout,
    Some,
    ZnodePath,
    object_of,
    somebody,
)
from ...actions.signature import Bounded
from ...errors import Conflict, HandoffError, NotFound, OutcomeUnknown
from ...zookeeper import operations as o
from ..guarded_files import GuardedFiles, TaskSeconds, Within
from .events import LockRevoking, LockUnrevoked, SharedLockOpened, SharedLockSwitched
from .model import SharedLockModel
from .znodes import UNLOCK, is_of_recipe


class SharedLocks(GuardedFiles):
    """The shared locks of this dashboard, whose clients read their file or write it."""

    model, opened, switched = SharedLockModel, SharedLockOpened, SharedLockSwitched

    @Action(
        "POST", "/shared-locks", 201, "Start readers and writers of a shared lock",
        object_of(path=TEXT, candidates=TEXTS), gives="candidates",
        all_of=[somebody("readers", "writers")],
    )  # fmt: skip
    def start(
        self,
        path: ZnodePath = "/shared-lock",
        readers: Annotated[Some, "processes that read under the lock, together"] = 3,
        writers: Annotated[Some, "processes that write under the lock, each alone"] = 1,
        session_timeout: SessionTimeout = 4.0,
        task: TaskSeconds = 2.0,
        within: Within = None,
        *,
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
        object_of(path=TEXT, znode=TEXT),
    )  # fmt: skip
    def revoke(
        self,
        *,
        path: ZnodePath = "/shared-lock",
        znode: Annotated[str, Bounded(maxLength=1_000), "a name in the lock's list"],
        by: str,
    ) -> None:
        """Write `unlock` into a znode of the lock at `path`: its owner is told, and gives back what
        it has, unless it has just done so by itself. Nobody else deletes the znode. Raise NotFound,
        Conflict for another program's, or OutcomeUnknown: then it may be told.
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
        self._journal.append(LockRevoking(path, znode=znode, by=by))
        try:
            self._mirror.lane.ask(o.Set(f"{path.rstrip('/')}/{znode}", UNLOCK, -1))
        except OutcomeUnknown:
            raise
        except NotFound:
            self._journal.append(LockUnrevoked(path, znode=znode, by=by))
        except HandoffError:
            self._journal.append(LockUnrevoked(path, znode=znode, by=by))
            raise

    @Action(
        "POST", "/shared-locks/locking", 202, "Take a shared lock away, or give it back",
        object_of(path=TEXT, on=BOOLEAN),
    )  # fmt: skip
    def switch(self, *, path: ZnodePath = "/shared-lock", on: bool, by: str) -> None:
        """Take the lock at `path` away from its clients, or give it back."""
        self._switch(path, on, by)
