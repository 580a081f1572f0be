"""Open ZooKeeper sessions that are in order, bounded, and able to say what is wrong."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from kazoo.client import KazooClient

from ..errors import SetupError
from .addresses import as_hosts
from .extension import extend
from .handler import InOrderHandler
from .security import refusal_words
from .wire.codes import hex_long

SESSION_EXPIRED = "the session expired"
_log = logging.getLogger(__name__)


def connect(
    hosts: str,
    session_timeout: float,
    client_id: tuple[int, bytes] | None = None,
    *,
    handler: InOrderHandler | None = None,
) -> KazooClient:
    """Return a client that is not started yet (add listeners, then `start_async()`).

    hosts: connection string with optional chroot. session_timeout: seconds. client_id: the id and
    password of a session to take over. `client.handler` is an `InOrderHandler`; its `security`
    decides how the client connects, and the ACL of what it creates unless one is given. Raise
    SetupError for an invalid connection string.
    """
    handler = handler or InOrderHandler()
    try:
        hosts = as_hosts(hosts)
    except ValueError as error:
        message = f"{hosts!r} is not a ZooKeeper connection string: it {error}"
        raise SetupError(message, field="zookeeper") from None
    client = KazooClient(
        hosts=hosts,
        timeout=session_timeout,
        client_id=client_id,
        handler=handler,
        default_acl=handler.security.acl,
        randomize_hosts=True,
        connection_retry=_retry(-1),
        command_retry=_retry(5),
        logger=_quiet_logger(handler),
    )
    extend(client)
    return client


def on_state(client: KazooClient, listener: Callable[[str], None]) -> None:
    """Deliver kazoo's session states through the in-order queue.

    kazoo calls its listeners on the connection thread, where nothing may block or wait.
    """
    client.add_listener(lambda state: client.handler.post(lambda: listener(state)))


def session_hex(session: int | tuple[int, bytes] | None) -> str | None:
    """Return a session id as ZooKeeper's own tools write it ("0x1000…", 64 bit); None stays None.

    Takes the id, a kazoo `client_id`, or an `ephemeralOwner`.
    """
    if session is None:
        return None
    return hex_long(session if isinstance(session, int) else session[0])


def close(client: KazooClient) -> None:
    """Close the session and release its threads and sockets; return within a second.

    kazoo's own stop waits for a connection attempt that is under way, for ten seconds and more.
    """
    closer = threading.Thread(target=_close, args=(client,), daemon=True, name="zookeeper-close")
    closer.start()
    closer.join(1.0)


def _close(client: KazooClient) -> None:
    try:
        client.stop()
        client.close()
    except Exception as error:
        _log.debug("closing a ZooKeeper session: %r", error)


def _retry(tries: int) -> dict[str, Any]:
    return {"max_tries": tries, "delay": 0.05, "backoff": 2, "max_jitter": 0.4, "max_delay": 0.5}


class _Reasons(logging.Handler):
    """A filter that turns kazoo's warnings into the handler's `reason`, and logs errors."""

    def __init__(self, handler: InOrderHandler) -> None:
        super().__init__(logging.WARNING)
        self.handler = handler

    def emit(self, record: logging.LogRecord) -> None:
        if record.levelno >= logging.ERROR:
            _log.handle(record)
            return
        words = _dropped_words(record.getMessage(), self.handler)
        if words is not None:
            self.handler.explain(words)


def _quiet_logger(handler: InOrderHandler) -> logging.Logger:
    # Registered nowhere: it belongs to one client, and goes with it.
    logger = logging.Logger("handoff.kazoo", logging.WARNING)  # noqa: LOG001
    logger.addHandler(_Reasons(handler))
    return logger


def _dropped_words(message: str, handler: InOrderHandler) -> str | None:
    if message.startswith("Cannot resolve"):
        host = message.removeprefix("Cannot resolve ").split(":")[0]
        return f"host name does not resolve: {host}"
    if "ping not received" in message or "time-out" in message:
        return f"no answer from {handler.server} within the time that the session allows"
    if message.startswith("Session has expired") and handler.reason is None:
        return SESSION_EXPIRED
    alert = message.partition("[SSL:")[2].partition("]")[0]
    if "ALERT" in alert.upper() and handler.reason is None:
        return refusal_words(alert, str(handler.server))
    if "Connection dropped" in message and handler.reason is None:
        return f"{handler.server} closed the connection"
    return None
