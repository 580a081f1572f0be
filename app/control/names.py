"""What a person can do with names: start providers and clients of one, have a provider move."""

from __future__ import annotations

import uuid

from app.control.part import Part
from app.errors import BadRequest, Conflict, NotFound
from app.insight.names import CLIENT, PROVIDER
from app.zookeeper.paths import check_path


class Names(Part):
    """The name services of this dashboard, by the path above their names."""

    def start(
        self, path: str, name: str, providers: int, clients: int, session_timeout: float, by: str
    ) -> list[str]:
        """Start providers of `name` in the service at `path`, of which the first to register is
        found under it, and clients that look it up; the names of their processes, in that order.

        session_timeout is in seconds. Raises LimitReached, having started none.
        """
        self._check(path, name)
        self._require_connection()
        self._require_room(providers + clients)
        if path not in self._state["names"]:
            self._journal.append("name.followed", path, {"by": by})
            self._mirror.follow(path, every=True)
        started = [self._provide(path, name, session_timeout, by) for _ in range(providers)]
        if clients:
            started += self._supervisor.start(
                clients, path, CLIENT, session_timeout, by, {"name": name}
            )
        return started

    def _check(self, path: str, name: str) -> None:
        check_path(path, "path")
        if path == "/":
            raise BadRequest("a name service is a znode below the root", field="path")
        if "/" in name:
            raise BadRequest("a name has no slash in it", field="name")
        check_path(f"/{name}", "name")
        self._require_no_other_use(path, "path", ("names",))

    def _provide(self, path: str, name: str, session_timeout: float, by: str) -> str:
        settings = {"name": name, "incarnation": str(uuid.uuid4())}
        (started,) = self._supervisor.start(1, path, PROVIDER, session_timeout, by, settings)
        return started

    def move(self, candidate: str, by: str) -> None:
        """Have a provider go on at another address, and say so under its name.

        Raises NotFound, or Conflict where it is no provider that runs.
        """
        known = self._state["candidates"].get(candidate)
        if known is None:
            raise NotFound(f"there is no candidate {candidate!r}", field="candidate")
        if known["recipe"] != PROVIDER:
            raise Conflict(f"{candidate} provides no name", field="candidate")
        if known["lifecycle"] != "running":
            why = "is frozen: wake it first" if known["process"] == "paused" else "does not run"
            raise Conflict(f"{candidate} {why}", field="candidate")
        self._journal.append("name.moving", known["path"], {"candidate": candidate, "by": by})
        self._supervisor.order(candidate, "move")
