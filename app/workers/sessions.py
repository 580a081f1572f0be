"""Ending a session that is somebody else's.

There is no request for it; but whoever knows a session's id and password may take it over, which
closes its old connection first, and then close it. Its owner, who steps down when it is cut off, is
given a moment for that; one that takes the session back meanwhile is given none the next time, when
both are asked for in one write, unless the server wants to know first who asks. The session is over
only when a server has said so.
"""

from __future__ import annotations

import socket
import struct
import time
from collections.abc import Callable
from itertools import cycle
from random import sample

from kazoo.exceptions import AuthFailedError

from app.errors import ZooKeeperUnavailable
from app.security import OPEN, Security
from app.zookeeper.addresses import Address, split_hosts
from app.zookeeper.credentials import introduce
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import Malformed, decode, encode
from app.zookeeper.wire.records import ConnectRequest, ConnectResponse, ReplyHeader, RequestHeader

PATIENCE = 10.0
"""Seconds for all attempts: the old connection's last requests are answered first."""
ATTEMPT = 4.0
"""Seconds for one server: another one may answer."""
_PAUSE = 0.05
_MOMENT = 0.02
"""Seconds between the end of the owner's connection and that of its session."""
_XID = 1
_int = struct.Struct(">i")


def end_session(
    hosts: str,
    identity: tuple[int, bytes],
    timeout: float,
    patience: float = PATIENCE,
    security: Security = OPEN,
) -> None:
    """Make the servers of `hosts` end a session now, as if it had expired; one that is over
    already is left alone.

    identity: its id and password; timeout: its own, in seconds. Raises ZooKeeperUnavailable
    where no server has confirmed it within `patience` seconds.
    """
    servers, _ = split_hosts(hosts)
    deadline = time.monotonic() + patience
    take_over, moment = _hello(identity, timeout), _MOMENT
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
    server: Address, take_over: bytes, moment: float, patience: float, security: Security
) -> str | None:
    """Ask one server; why it has not confirmed the end, or None."""
    close = _frame(encode(RequestHeader(_XID, Op.CLOSE_SESSION)))
    in_one = not (moment or security.auth or security.sasl)
    try:
        with security.open(server, patience) as connection:
            connection.sendall(take_over + close if in_one else take_over)
            time.sleep(moment)
            if _is_confirmed(connection, security, b"" if in_one else close):
                return None
    except AuthFailedError:
        return f"{server} does not accept {security.names}"
    except (OSError, Malformed) as error:
        return f"{server}: {str(error) or 'no answer'}"
    return f"{server} closed the connection"


def _is_confirmed(connection: socket.socket, security: Security, close: bytes) -> bool:
    """Whether the session was over already, or the close, which is still to be sent where it is not
    empty, is answered; False where the server hangs up first: it has no quorum, or the session's
    owner was quicker.
    """
    with connection.makefile("rb") as answers:
        welcome = _read_frame(answers.read)
        if welcome is None:
            return False
        if decode(ConnectResponse, welcome)[0].timeout <= 0:
            return True
        introduce(lambda frame: _exchange(connection, answers.read, frame), security)
        connection.sendall(close)
        while (reply := _read_frame(answers.read)) is not None:
            header = decode(ReplyHeader, reply)[0]
            if header.xid == _XID:
                return not header.error
    return False


def _exchange(connection: socket.socket, read: Callable[[int], bytes], frame: bytes) -> bytes:
    connection.sendall(_frame(frame))
    answer = _read_frame(read)
    if answer is None:
        raise ConnectionResetError("it hung up at the login")
    return answer


def _hello(identity: tuple[int, bytes], timeout: float) -> bytes:
    session, password = identity
    request = ConnectRequest(0, 0, round(timeout * 1000), session, password)
    return _frame(encode(request) + b"\0")


def _frame(content: bytes) -> bytes:
    return _int.pack(len(content)) + content


def _read_frame(read: Callable[[int], bytes]) -> bytes | None:
    """The next frame's content; None where the server has hung up."""
    head = read(_int.size)
    if len(head) < _int.size:
        return None
    length = _int.unpack(head)[0]
    content = read(length)
    return content if len(content) == length else None
