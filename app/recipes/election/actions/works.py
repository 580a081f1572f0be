"""The actions of the leaders' work: turn fencing off and on, begin to count again, and
let the store begin another history.
"""

from __future__ import annotations

from typing import Annotated

from ....actions.action import Action
from ....actions.fields import BOOLEAN, COUNT, TEXT, Place, object_of
from ....actions.service import Context
from ....errors import Conflict
from ....zookeeper.paths import check_path
from ...places import PlaceService
from ..events import FencingTurned, StoreRebased, WorkReset
from ..model.model import ElectionModel
from ..model.work import barred
from ..process.store import Store
from ..state import Election

_Election = Annotated[Place, "of the election"]


class Works(PlaceService[Election]):
    """The store that the leaders of all elections write to."""

    model = ElectionModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._store = Store(context.supervisor.order)
        context.supervisor.on_report("count", self._store.count)
        context.supervisor.on_report("write", self._store.write)

    @Action(
        "POST", "/elections/fencing", 202,
        "Refuse the late writes of an election's earlier leaders, or take them",
        object_of(path=TEXT, on=BOOLEAN),
    )  # fmt: skip
    def fence(
        self,
        path: _Election,
        on: Annotated[bool, "whether writes of an earlier epoch are refused"],
        *,
        by: str,
    ) -> None:
        """Make the store refuse writes of an earlier epoch in the election at `path`, or take them.
        Change nothing where it does so already.
        """
        with self._changing:
            if self._known(check_path(path))["fencing"] != on:
                self._store.fence(path, on)
                self._journal.append(FencingTurned(path, on=on, by=by))

    @Action(
        "POST", "/elections/reset-work", 202, "Count an election's writes from zero again",
        object_of(path=TEXT),
    )  # fmt: skip
    def reset(self, path: _Election, *, by: str) -> None:
        """Count from zero what was accepted, refused and damaged; the numbers themselves go on."""
        self._known(check_path(path))
        self._journal.append(WorkReset(path, by=by))

    @Action(
        "POST", "/elections/rebase-work", 202,
        "Let the store of an election's work begin this ensemble's history",
        object_of(path=TEXT, epoch=COUNT), gives="epoch",
    )  # fmt: skip
    def rebase(self, path: _Election, *, by: str) -> int:
        """Let the store begin this ensemble's history with the leader that it refuses; return the
        leader's epoch. Raise Conflict where it refuses no leader.
        """
        with self._changing:
            refused = barred(self._known(check_path(path)))
            if refused is None:
                raise Conflict(
                    f"the store does not refuse the leader of {path}: it has seen no later epoch",
                    field="path",
                )
            epoch, seen, holder = refused["epoch"], refused["seen"], refused["holder"]
            self._journal.append(StoreRebased(path, epoch=epoch, seen=seen, holder=holder, by=by))
            for fact in self._store.rebase(path):
                self._journal.append(*fact)
        return epoch
