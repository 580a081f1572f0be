"""The newest version of an election's data, a decimal number in the znode `PATH-version`."""

from __future__ import annotations

from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoAuthError, NodeExistsError, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult

from app.errors import Conflict, ZooKeeperUnavailable
from app.zookeeper.members import as_version

FIRST = 1
_TIMEOUT = 2.0


def newest_version(client: KazooClient, path: str) -> int | None:
    """The number in the znode at `path`; None where there is none, be it that the znode is not
    there, holds something else, or may not be read. Raises ZooKeeperUnavailable.
    """
    try:
        data, _ = _answer(client.get_async(path))
    except (NoNodeError, NoAuthError):
        return None
    return as_version(data)["newest"]


def ensure_version(client: KazooClient, path: str) -> int:
    """The same, having made the znode with the first version where it was missing. What somebody
    else has written there is left alone: Conflict. Raises ZooKeeperUnavailable.
    """
    try:
        _answer(client.create_async(path, str(FIRST).encode(), makepath=True))
    except NodeExistsError:
        return _standing(client, path)
    except NoAuthError:
        raise Conflict(f"{path} cannot be made: no permission (ACL)", field="candidate") from None
    return FIRST


def _standing(client: KazooClient, path: str) -> int:
    newest = newest_version(client, path)
    if newest is None:
        raise Conflict(
            f"{path} does not hold the newest version as a decimal number: nobody can be behind it",
            field="candidate",
        )
    return newest


def _answer(result: IAsyncResult) -> Any:
    try:
        return result.get(timeout=_TIMEOUT)
    except (NoNodeError, NoAuthError, NodeExistsError):
        raise
    except KazooTimeoutError:
        raise ZooKeeperUnavailable(f"ZooKeeper did not answer within {_TIMEOUT:g} s.") from None
    except KazooException as error:
        raise ZooKeeperUnavailable(f"The connection was lost: {error!r}") from error
