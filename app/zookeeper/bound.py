"""Requests that belong to one connection, and the end of one: kazoo knows neither.

What is used of kazoo's inside:

- `KazooClient._call(request, async_result)` sends any object with `type`, `serialize()` and
  `deserialize(buffer, offset)`.
- `KazooClient._queue`: `(request, async_result)` of what is still to be sent. It outlives a
  connection: what is put in between the end of one and the news of it leaves over the next one.
- `ConnectionHandler._socket` is the connection, None where there is none.
"""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Callable
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import ConnectionLoss
from kazoo.interfaces import IAsyncResult


def hang_up(client: KazooClient) -> None:
    """Break the connection off; kazoo makes a new one, for the same session where there is one."""
    connection = client._connection._socket
    if connection is not None:
        with contextlib.suppress(OSError):
            # TLS's own shutdown lets whoever reads go on in the open.
            socket.socket.shutdown(connection, socket.SHUT_RDWR)


def hang_up_over(client: KazooClient, connection: int) -> None:
    """Break this connection off, by its number, if it is the present one. It can outlive its
    session, which somebody has ended over another one: the server answers everything there by
    "expired", and kazoo makes nothing of it. Over a new connection it is told properly.
    """
    if client.connected and client.handler.connection == connection:
        hang_up(client)


def send_over(
    client: KazooClient, connection: int, request: Any, then: Callable[[IAsyncResult], None]
) -> None:
    """Send a request over this connection, by its number (see `InOrderHandler`), or not at all:
    then it fails with ConnectionLoss.
    """
    result = client.handler.async_result()
    result.rawlink(then)
    result.connection = connection
    with client.handler.binding:
        if client.handler.connection == connection:
            client._call(request, result)
            return
    result.set_exception(ConnectionLoss())


def shook_hands(client: KazooClient, session: int, timeout_ms: int) -> None:
    """A connection begins; on the connection thread. What was meant for an earlier one, and has not
    been sent, fails. A timeout of 0: the session has expired.
    """
    with client.handler.binding:
        client.handler.shook_hands(session, timeout_ms)
        for _ in range(len(client._queue)):
            request, result = client._queue.popleft()
            if hasattr(result, "connection"):
                result.set_exception(ConnectionLoss())
            else:
                client._queue.append((request, result))
