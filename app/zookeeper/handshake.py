"""Control kazoo's handshake: how long it may take, what it says, and what becomes of it once it is
given up.

A session begins when the server has agreed on it, whether anybody waits for its answer or not. So
we read an answer that comes late too, and close a session that it names: nobody else knows of it,
and the server would keep it for as long as it lasts.
"""

from __future__ import annotations

import socket
from contextlib import closing, suppress

from kazoo.protocol.serialization import Connect

from .handler import InOrderHandler
from .raw import RawConnection, request_frame
from .wire.codes import Op
from .wire.jute import Malformed

HANDSHAKE_TIMEOUT = 2.0
LONGEST_HANDSHAKE = 30.0


class Handshakes:
    """Decisions about the handshakes of one client; `extension.py` carries them out.

    The first handshake gets `HANDSHAKE_TIMEOUT` seconds at most: kazoo gives it the whole session
    timeout, and a server that is just starting may take a connection and never answer, so that a
    client with a long timeout would lose its session waiting (seen on 3.8.0). Each handshake that
    is given up doubles that, up to the session timeout, or to half a minute for a new session;
    after a slow answer, the next gets twice the time that this one took.
    """

    def __init__(self, handler: InOrderHandler) -> None:
        self._handler = handler
        self._timeout = 0.0

    def must_ask(self, request: Connect) -> bool:
        """Tell whether this handshake must ask as a stranger whether the server serves."""
        return bool(request.session_id and self._handler.must_ask_whether_it_serves)

    def timeout(self, share: float, request: Connect) -> float:
        """Return the seconds that the answer may take. share: the seconds that kazoo gives each
        server.
        """
        first = min(HANDSHAKE_TIMEOUT, share)
        if request.session_id and share < request.time_out / 1000:
            return float(first)  # there are other servers: do not wait for a frozen one
        return float(min(max(self._timeout, first), longest(request)))

    def was_late(self, timeout: float) -> None:
        """Give the next handshake twice the time: no answer has come."""
        self._timeout = 2 * timeout

    def was_answered(self, took: float) -> None:
        """Give the next handshake twice the seconds that this one took."""
        self._timeout = 2 * took

    def is_refused_for_good(self, request: Connect) -> bool:
        """Tell whether the server that has just hung up will never take up this session."""
        return bool(request.session_id and self._handler.is_of_another_history())


def longest(request: Connect) -> float:
    """Return the most seconds that an answer may take. A session that we take up again lasts no
    longer than that. How long a new session lasts, only the answer says; it may be longer than
    requested.
    """
    asked = float(request.time_out / 1000)
    return asked if request.session_id else max(asked, LONGEST_HANDSHAKE)


def as_stranger(request: Connect) -> Connect:
    """Return the handshake of a client that has seen nothing and knows no password: a server that
    serves says that there is no such session, and begins none.
    """
    return request._replace(last_zxid_seen=0, passwd=bytes(16))


def close_late(connection: socket.socket, timeout: float) -> None:
    """Wait for the answer to a handshake, and close the session that it names."""
    with suppress(OSError, Malformed), closing(RawConnection(connection)) as raw:
        connection.settimeout(timeout)
        if raw.welcome().timeout > 0:
            raw.exchange(request_frame(1, Op.CLOSE_SESSION))
