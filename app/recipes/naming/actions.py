"""The actions of names: start providers and clients of one, have a provider move."""

from __future__ import annotations

import uuid
from typing import Annotated

from ...actions.action import Action
from ...actions.fields import TEXT, TEXTS, SessionTimeout, Some, ZnodePath, object_of
from ...actions.signature import Bounded
from ...errors import Conflict, NotFound
from ...zookeeper.paths import NAMES
from ..places import PlaceService
from .events import NamesFollowed, ProviderAsked
from .model import NamesModel
from .state import CLIENT, PROVIDER, ServiceState

_Name = Annotated[
    str,
    Bounded(
        minLength=1,
        maxLength=100,
        pattern=NAMES,
        title="the name of a znode, without a slash",
    ),
]


class NamesService(PlaceService[ServiceState]):
    """The name services of this dashboard, by the path above their names."""

    model = NamesModel

    @Action(
        "POST", "/names", 201, "Start providers and clients of a name",
        object_of(path=TEXT, name=TEXT, candidates=TEXTS), gives="candidates",
    )  # fmt: skip
    def start(
        self,
        path: Annotated[ZnodePath, "above the names"] = "/names",
        name: _Name = "shop",
        providers: Annotated[
            Some,
            "the first provider to register is found under the name, the others stand by",
        ] = 1,
        clients: Annotated[
            Some, "clients, which look the name up and call the address it leads to"
        ] = 3,
        session_timeout: SessionTimeout = 4.0,
        *,
        by: str,
    ) -> list[str]:
        """Start providers of `name` in the service at `path`, of which the first to register is
        found under it, and clients that look it up; return the names of their processes, in that
        order.

        session_timeout is in seconds. Raise LimitReached, having started none.
        """
        self._require_free(path)
        self._require_connection()
        self._require_room(providers + clients)
        self._open(path, NamesFollowed(path, by=by))
        started = [self._provide(path, name, session_timeout, by) for _ in range(providers)]
        if clients:
            started += self._supervisor.start(
                clients, path, CLIENT, session_timeout, by, {"name": name}
            )
        return started

    def _provide(self, path: str, name: str, session_timeout: float, by: str) -> str:
        settings = {"name": name, "incarnation": str(uuid.uuid4())}
        (started,) = self._supervisor.start(1, path, PROVIDER, session_timeout, by, settings)
        return started

    @Action(
        "POST", "/names/address", 202, "Move a provider to another address",
        object_of(candidate=TEXT),
    )  # fmt: skip
    def move(self, candidate: Annotated[str, Bounded(maxLength=40)], *, by: str) -> None:
        """Move a provider to another address, and publish it under its name.

        Raise NotFound, or Conflict where it is no running provider.
        """
        known = self._state["candidates"].get(candidate)
        if known is None:
            raise NotFound(f"there is no candidate {candidate!r}", field="candidate")
        if known["recipe"] != PROVIDER:
            raise Conflict(f"{candidate} provides no name", field="candidate")
        if known["lifecycle"] != "running":
            why = "is frozen: wake it first" if known["process"] == "paused" else "does not run"
            raise Conflict(f"{candidate} {why}", field="candidate")
        self._journal.append(ProviderAsked(known["path"], candidate=candidate, by=by))
        self._supervisor.order(candidate, "move")
