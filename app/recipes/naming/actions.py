"""The actions of names: start providers and clients of one, have a provider move."""

from __future__ import annotations

import uuid

from ...actions.action import Action
from ...actions.fields import PLACE, SESSION_TIMEOUT, TEXT, TEXTS, object_of, some
from ...actions.schema import Schema
from ...errors import Conflict, NotFound
from ...zookeeper.paths import NAMES
from ..places import PlaceService
from .document import ServiceState
from .model import CLIENT, PROVIDER, NamesModel

START = Schema(
    {
        "path": {**PLACE, "default": "/names", "description": "above the names"},
        "name": {
            **TEXT,
            "minLength": 1,
            "maxLength": 100,
            "pattern": NAMES,
            "title": "the name of a znode, without a slash",
            "default": "shop",
        },
        "providers": some(
            1, "the first provider to register is found under the name, the others stand by"
        ),
        "clients": some(3, "clients, which look the name up and call the address it leads to"),
        "session_timeout": SESSION_TIMEOUT,
    }
)
MOVE = Schema({"candidate": {"type": "string", "maxLength": 40}}, required=("candidate",))


class NamesService(PlaceService[ServiceState]):
    """The name services of this dashboard, by the path above their names."""

    model = NamesModel

    @Action(
        "POST", "/names", 201, "Start providers and clients of a name",
        object_of(path=TEXT, name=TEXT, candidates=TEXTS), START, gives="candidates",
    )  # fmt: skip
    def start(
        self, path: str, name: str, providers: int, clients: int, session_timeout: float, by: str
    ) -> list[str]:
        """Start providers of `name` in the service at `path`, of which the first to register is
        found under it, and clients that look it up; return the names of their processes, in that
        order.

        session_timeout is in seconds. Raise LimitReached, having started none.
        """
        self._require_free(path)
        self._require_connection()
        self._require_room(providers + clients)
        self._open(path, by, event="followed")
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
        object_of(candidate=TEXT), MOVE,
    )  # fmt: skip
    def move(self, candidate: str, by: str) -> None:
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
        self._append("moving", known["path"], by, candidate=candidate)
        self._supervisor.order(candidate, "move")
