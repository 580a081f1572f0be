"""Eligibility: a candidate whose data is older than the newest does not stand for election.

Nobody here keeps data. A number for each candidate represents it, and the newest one is in the
znode `PATH-version` beside the election; a candidate without a number takes no part in this.
"""

from __future__ import annotations

from ....actions.service import Context, Service
from ....errors import Conflict, Forbidden
from ....zookeeper.lane import Lane
from ....zookeeper.operations import Create, Get
from ..events import CandidateBehind, CandidateUpdated
from ..znodes import VERSION, newest_in

FIRST = 1


def newest_version(lane: Lane, path: str) -> int | None:
    """Return the number in the znode at `path`; None where there is none: the znode is not there,
    holds something else, or may not be read. Raise ZooKeeperUnavailable.
    """
    try:
        found = lane.ask(Get(path))
    except Forbidden:
        return None
    return newest_in(found.data) if found else None


def ensure_version(lane: Lane, path: str) -> int:
    """Return the number, having created the znode with the first version if it was missing.

    Raise Conflict for anything else that somebody has written there; ZooKeeperUnavailable.
    """
    first = str(FIRST).encode()
    try:
        lane.make(Create(path, first))
    except Forbidden:
        message = f"{path} cannot be created: no permission (ACL)"
        raise Conflict(message, field="candidate") from None
    except Conflict as refusal:
        if refusal.code != "exists":
            raise
        return _standing(lane, path)
    return FIRST


def _standing(lane: Lane, path: str) -> int:
    newest = newest_version(lane, path)
    if newest is None:
        raise Conflict(
            f"{path} does not hold the newest version as a decimal number, so none can be behind",
            field="candidate",
        )
    return newest


class Eligibility(Service):
    """The actions that let a candidate fall behind, and catch up. Both raise
    ZooKeeperUnavailable.
    """

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        context.supervisor.on_action("behind", self._fall_behind)
        context.supervisor.on_action("catch-up", self._catch_up)

    def _fall_behind(self, candidate: str, by: str) -> None:
        """Make its data one version older than the newest from now on; it withdraws, a leader after
        it has stepped down, and sits out.
        """
        newest = ensure_version(self._mirror.lane, self._version_of(candidate))
        self._tell(candidate, CandidateBehind, newest - 1, newest, by)

    def _catch_up(self, candidate: str, by: str) -> None:
        """Give it the newest data again; it queues."""
        newest = newest_version(self._mirror.lane, self._version_of(candidate))
        known = self._state["candidates"][candidate]["data"]
        newest = newest or (known["newest"] if known else 0)
        self._tell(candidate, CandidateUpdated, newest, newest, by)

    def _version_of(self, candidate: str) -> str:
        self._require_connection()
        return f"{self._state['candidates'][candidate]['path']}{VERSION}"

    def _tell(
        self,
        candidate: str,
        kind: type[CandidateBehind | CandidateUpdated],
        version: int,
        newest: int,
        by: str,
    ) -> None:
        data = {"version": version, "newest": newest}
        self._journal.append(kind(candidate, version=version, newest=newest, by=by))
        self._supervisor.order(candidate, "data", data)
