"""End a session that belongs to somebody else.

There is no request for this. But a client that knows a session's id and password may take the
session over, which closes its old connection, and then close it. The owner steps down when it is
cut off, and gets a moment for that. If it takes the session back meanwhile, it gets no moment the
next time: then one write requests both, unless the server wants to know first who asks. The session
is over only when a server has said so.
"""

from __future__ import annotations

import ssl
import time
from collections.abc import Sequence
from contextlib import closing
from itertools import cycle
from random import sample

from kazoo.exceptions import AuthFailedError

from ..errors import ZooKeeperUnavailable
from ..zookeeper.addresses import Address, split_hosts
from ..zookeeper.credentials import introduce
from ..zookeeper.raw import RawConnection, hello, request_frame
from ..zookeeper.security import OPEN, Security, tls_words
from ..zookeeper.wire.codes import Op
from ..zookeeper.wire.jute import Malformed, decode
from ..zookeeper.wire.records import ReplyHeader

TIMEOUT = 10.0
"""The seconds for all attempts: the server answers the old connection's last requests first."""
ATTEMPT = 4.0
"""The seconds for one server: another one may answer."""
_PAUSE = 0.05
_MOMENT = 0.02
"""The seconds between the end of the owner's connection and the end of its session."""
_XID = 1


def end_session(
    hosts: str,
    identity: tuple[int, bytes],
    session_timeout: float,
    timeout: float = TIMEOUT,
    security: Security = OPEN,
) -> None:
    """Make the servers of `hosts` end a session now, as if it had expired; do nothing where it is
    over.

    identity: its id and password; session_timeout: its own, in seconds. Raise ZooKeeperUnavailable
    where no server has confirmed it within `timeout` seconds.
    """
    servers, _ = split_hosts(hosts)
    deadline = time.monotonic() + timeout
    take_over, moment = hello(session_timeout, *identity), _MOMENT
    for server in cycle(sample(servers, len(servers))):
        left = max(deadline - time.monotonic(), _PAUSE)
        reason = _end_at(server, take_over, moment, min(left, ATTEMPT), security)
        moment = 0.0
        if reason is None:
            return
        if time.monotonic() + _PAUSE > deadline:
            raise ZooKeeperUnavailable(f"the session could not be ended: {reason}")
        time.sleep(_PAUSE)


def _end_at(
    server: Address, take_over: bytes, moment: float, timeout: float, security: Security
) -> str | None:
    """Ask one server; return why it has not confirmed the end, or None."""
    close = request_frame(_XID, Op.CLOSE_SESSION)
    in_one = not (moment or security.auth or security.sasl)
    try:
        with closing(RawConnection.open(server, security, timeout)) as raw:
            raw.send(take_over, *([close] if in_one else []))
            time.sleep(moment)
            _await_end(raw, security, [] if in_one else [close])
    except AuthFailedError:
        return f"{server} does not accept {security.names}"
    except ssl.SSLError as error:
        return tls_words(error, str(server))
    except (OSError, Malformed) as error:
        return f"{server}: {str(error) or 'no answer'}"
    return None


def _await_end(raw: RawConnection, security: Security, unsent: Sequence[bytes]) -> None:
    """Return once the server has said that the session was over already, or has answered the close,
    which may still be `unsent`. A server hangs up first if it has no quorum, or the session's owner
    was faster.
    """
    if raw.welcome().timeout <= 0:
        return
    introduce(raw.exchange, security)
    raw.send(*unsent)
    xid = error = 0
    while xid != _XID:
        xid, _, error = decode(ReplyHeader, raw.receive())[0]
    if error:
        raise Malformed(f"error {error}")
