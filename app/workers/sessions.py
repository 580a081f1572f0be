"""Ending a session that is somebody else's."""

from __future__ import annotations

from kazoo.exceptions import KazooException, SessionExpiredError
from kazoo.handlers.threading import KazooTimeoutError

from app.errors import ZooKeeperUnavailable
from app.zookeeper.client import connect

PATIENCE = 5.0


def end_session(hosts: str, identity: tuple[int, bytes], timeout: float) -> None:
    """Make the server end a session now, as if it had expired.

    There is no request for it; but whoever knows a session's id and password may take it over,
    which closes its old connection first, and then close it. Raises ZooKeeperUnavailable.
    """
    client = connect(hosts, timeout, client_id=identity, keep_trying=False)
    try:
        client.start(PATIENCE)
    except (KazooTimeoutError, SessionExpiredError, KazooException) as error:
        raise ZooKeeperUnavailable(
            f"the session could not be ended, ZooKeeper does not answer: {error}"
        ) from error
    finally:
        client.stop()
        client.close()
