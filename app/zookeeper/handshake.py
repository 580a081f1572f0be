"""kazoo's handshake: how long it may take, what it tells, and what becomes of one given up.

A session begins when the server has agreed on it, whether its answer is waited for or not. So an
answer that comes late is read all the same, and a session that it tells of is closed: nobody else
knows of it, and the server would keep it for as long as it lasts.
"""

from __future__ import annotations

import contextlib
import socket
import struct
import threading
import time
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import ConnectionDropped, SessionExpiredError
from kazoo.protocol.serialization import Close, Connect

from app.zookeeper.bound import shook_hands

HANDSHAKE_TIMEOUT = 2.0
LONGEST_HANDSHAKE = 30.0
_LARGEST_ANSWER = 1024
_CLOSE = struct.pack("!iii", 8, 1, Close.type)
_length = struct.Struct("!i").unpack


def observe_handshake(client: KazooClient) -> None:
    """Count the connections, and note of each its session and its negotiated timeout.

    On the connection thread, before the state listeners hear of the connection. The first handshake
    gets `HANDSHAKE_TIMEOUT` seconds at most: kazoo gives it the whole session timeout, and a server
    that is just starting may take a connection and never answer, so that a client with a long
    timeout would lose its session waiting (seen on 3.8.0). Each that is given up doubles that, up
    to the session timeout, or half a minute for a new session; after a slow answer, the next gets
    twice the time that this one took.

    kazoo comes with the zxid that it has seen last until it is told that its session is over, and
    a server of another history never tells (see `app.zookeeper.history`): here it is told. At a
    SessionExpiredError kazoo begins a new session, with zxid 0.
    """
    client._connection._invoke = _Handshakes(client).invoke


class _Handshakes:
    """Stands in for `ConnectionHandler._invoke`."""

    def __init__(self, client: KazooClient) -> None:
        self._client = client
        self._connection, self._handler = client._connection, client.handler
        self._invoke = client._connection._invoke
        self._patience = 0.0

    def invoke(self, timeout: float, request: Any, xid: int | None = None) -> Any:
        """As kazoo's."""
        if not isinstance(request, Connect):
            return self._invoke(timeout, request, xid)
        within = self._within(timeout, request)
        if request.session_id and self._handler.must_ask_whether_it_serves:
            self._invoke(within, _as_stranger(request))
            self._handler.serves()
            raise ConnectionDropped("it answers one who has seen nothing")
        answer = self._shake(within, request)
        shook_hands(self._client, answer[0].session_id, answer[0].time_out)
        return answer

    def _within(self, timeout: float, request: Connect) -> float:
        first = min(HANDSHAKE_TIMEOUT, timeout)
        if request.session_id and timeout < request.time_out / 1000:
            return float(first)  # there are others, and the session does not wait for a frozen one
        return float(min(max(self._patience, first), _longest(request)))

    def _shake(self, within: float, request: Connect) -> Any:
        began = time.monotonic()
        self._handler.offers_hand()
        try:
            answer = self._invoke(within, request)
        except self._handler.timeout_exception:
            self._patience = 2 * within
            self._give_up(request)
            raise
        except ConnectionDropped:
            if request.session_id and self._handler.is_of_another_history():
                raise SessionExpiredError from None
            raise
        self._patience = 2 * (time.monotonic() - began)
        return answer

    def _give_up(self, request: Connect) -> None:
        """A session that was to be taken up again is closed by nobody: the next attempt is for it.
        Of a new one nobody has heard; a server that needs longer than it lasts has ended it.
        """
        if request.session_id:
            return
        connection, self._connection._socket = self._connection._socket, None
        late = (connection, _longest(request))
        threading.Thread(target=_close_late, args=late, name="late handshake", daemon=True).start()


def _longest(request: Connect) -> float:
    """Seconds that an answer may take. A session that is taken up again lasts no longer than that;
    of a new one only the answer tells how long it lasts, and that may be more than was asked for.
    """
    asked = float(request.time_out / 1000)
    return asked if request.session_id else max(asked, LONGEST_HANDSHAKE)


def _as_stranger(request: Connect) -> Connect:
    """One who has seen nothing and knows no password: a server that serves says that there is no
    such session, and begins none.
    """
    return request._replace(last_zxid_seen=0, passwd=bytes(16))


def _close_late(connection: socket.socket, within: float) -> None:
    """Wait for the answer to a handshake, and close the session that it tells of."""
    with contextlib.suppress(OSError, struct.error), contextlib.closing(connection):
        connection.settimeout(within)
        (length,) = _length(_read(connection, 4))
        if 0 < length <= _LARGEST_ANSWER:
            answer, _ = Connect.deserialize(_read(connection, length), 0)
            if answer.time_out > 0:
                connection.sendall(_CLOSE)
                connection.recv(1)


def _read(connection: socket.socket, count: int) -> bytes:
    read = b""
    while len(read) < count:
        piece = connection.recv(count - len(read))
        if not piece:
            raise ConnectionResetError
        read += piece
    return read
