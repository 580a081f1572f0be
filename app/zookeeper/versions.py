"""Keep the newest version of candidates' data, a decimal number in the znode `PATH-version`."""

from __future__ import annotations

from kazoo.client import KazooClient

from ..errors import Conflict, Forbidden, NotFound
from .client_session import answer_to
from .members import as_version

FIRST = 1


def newest_version(client: KazooClient, path: str) -> int | None:
    """Return the number in the znode at `path`; None where there is none: the znode is not there,
    holds something else, or may not be read. Raise ZooKeeperUnavailable.
    """
    try:
        data, _ = answer_to(client, lambda client: client.get_async(path), path)
    except (NotFound, Forbidden):
        return None
    return as_version(data)["newest"]


def ensure_version(client: KazooClient, path: str) -> int:
    """Return the number, having created the znode with the first version if it was missing.

    Raise Conflict for anything else that somebody has written there; ZooKeeperUnavailable.
    """
    first = str(FIRST).encode()
    try:
        answer_to(client, lambda client: client.create_async(path, first, makepath=True), path)
    except Forbidden:
        message = f"{path} cannot be created: no permission (ACL)"
        raise Conflict(message, field="candidate") from None
    except Conflict as refusal:
        if refusal.code != "exists":
            raise
        return _standing(client, path)
    return FIRST


def _standing(client: KazooClient, path: str) -> int:
    newest = newest_version(client, path)
    if newest is None:
        raise Conflict(
            f"{path} does not hold the newest version as a decimal number, so none can be behind",
            field="candidate",
        )
    return newest
