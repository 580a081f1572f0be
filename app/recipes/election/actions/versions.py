"""Keep the newest version of candidates' data, a decimal number in the znode `PATH-version`."""

from __future__ import annotations

from ....errors import Conflict, Forbidden
from ....zookeeper.lane import Lane
from ....zookeeper.operations import Create, Get
from ..znodes import newest_in

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
