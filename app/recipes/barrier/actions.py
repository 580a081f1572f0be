"""The actions of double barriers: start processes that pass one together."""

from __future__ import annotations

from typing import Annotated

from ...actions.action import Action
from ...actions.fields import (
    TEXTS,
    OneOrMore,
    Seconds,
    SessionTimeout,
    ZnodePath,
    object_of,
    within,
)
from ...actions.service import Context
from ...errors import Conflict
from ..places import PlaceService
from .events import BarrierOpened
from .model import BarrierModel
from .state import RECIPE, BarrierState

UNEVEN = (1.0, 0.6, 1.4, 0.8, 1.2)
"""How long each process works, as a fraction of `task`: the one done first has to wait."""


class Barriers(PlaceService[BarrierState]):
    """The double barriers of this dashboard."""

    model = BarrierModel

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._started = 0

    @Action(
        "POST", "/barriers", 201, "Start processes that pass a double barrier together",
        object_of(candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: ZnodePath = "/barrier",
        count: OneOrMore = 4,
        size: Annotated[
            int | None,
            within(1, 100),
            "how many pass it together; null: as many as before, or all of these",
        ] = None,
        session_timeout: SessionTimeout = 4.0,
        task: Annotated[Seconds, "about how many seconds each works inside"] = 2.0,
        pause: Annotated[Seconds, "seconds outside between two rounds"] = 2.0,
        rounds: Annotated[
            int | None, within(1, 1_000_000), "how many rounds each takes part in; null: for ever"
        ] = None,
        *,
        by: str,
    ) -> list[str]:
        """Start `count` processes at the barrier at `path`, and return their names.

        size: how many pass it together; None: as many as before, at a new barrier all of them.
        session_timeout is in seconds; so are `task`, how long they work inside, some more and some
        less, and `pause`, how long they stay outside; `rounds`: how often, None for ever.
        """
        self._require_free(path)
        self._require_connection()
        self._require_room(count)
        with self._changing:
            opened = BarrierOpened(path, size=size or count, by=by)
            known = self._open(path, opened)["size"] or count
            if size not in (None, known):
                raise Conflict(
                    f"{known} processes pass {path} together: choose another path for {size}",
                    field="size",
                )
            names = []
            for _ in range(count):
                own = task * UNEVEN[self._started % len(UNEVEN)]
                self._started += 1
                settings = {"size": known, "pause": pause, "rounds": rounds, "task": round(own, 3)}
                names += self._supervisor.start(1, path, RECIPE, session_timeout, by, settings)
            return names
