"""A history: what a few clients asked of the servers, and what they heard, in order.

Times are seconds by the clock of the one who writes it down: a request is noted before it leaves,
a reply after it has come.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from app.zookeeper.wire.codes import WATCH_XID, Op
from app.zookeeper.wire.records import ConnectRequest, ConnectResponse

READS = frozenset({Op.GET_DATA, Op.EXISTS, Op.GET_CHILDREN, Op.GET_CHILDREN2})
WRITES = frozenset({Op.CREATE, Op.CREATE2, Op.DELETE, Op.SET_DATA, Op.MULTI, Op.CLOSE_SESSION})
"""What uses a zxid."""


class Asked(NamedTuple):
    """A request."""

    at: float
    xid: int
    op: int
    body: Any


class Heard(NamedTuple):
    """A reply, or a watch event. body: the result; None where there is an error."""

    at: float
    xid: int
    zxid: int
    error: int
    body: Any

    @property
    def is_event(self) -> bool:
        """Whether a watch has fired."""
        return self.xid == WATCH_XID


class Exchange(NamedTuple):
    """A request with its reply, where there was one."""

    connection: Connection
    asked: Asked
    heard: Heard | None


@dataclass(eq=False)
class Connection:
    """One connection of a client. at: when its handshake left. ended_at: when it broke."""

    client: str
    server: str
    at: float
    asked: ConnectRequest
    answer: ConnectResponse | None = None
    answered_at: float = math.inf
    told: list[Asked | Heard] = field(default_factory=list)
    ended_at: float = math.inf

    @property
    def session(self) -> int:
        """The session's id; 0 where it has none."""
        return self.asked.session if self.answer is None else self.answer.session

    @property
    def is_accepted(self) -> bool:
        """Whether the server has let the client in."""
        return self.answer is not None and self.answer.session != 0

    @property
    def heard(self) -> Iterator[Heard]:
        """All that the server has said, in order."""
        return (one for one in self.told if isinstance(one, Heard))

    @property
    def exchanges(self) -> Iterator[Exchange]:
        """All requests, in order."""
        replies = {one.xid: one for one in self.heard if not one.is_event}
        asked = (one for one in self.told if isinstance(one, Asked))
        return (Exchange(self, one, replies.get(one.xid)) for one in asked)


@dataclass
class History:
    """All connections, in the order in which they began.

    limits: the shortest and the longest session timeout that each server grants, in milliseconds.
    version: of the ZooKeeper that they are, or stand for; None is the newest. troubles: from when
    until when some server was ill, or there was no leader, and whether the leader was struck.
    """

    limits: dict[str, tuple[int, int]]
    version: str | None = None
    connections: list[Connection] = field(default_factory=list)
    troubles: list[tuple[float, float, bool]] = field(default_factory=list)

    @property
    def exchanges(self) -> Iterator[Exchange]:
        """All requests."""
        return (one for connection in self.connections for one in connection.exchanges)

    def is_troubled(self, since: float, until: float, *, leaderless: bool = False) -> bool:
        """Whether anything was ill in this time; leaderless: whether the leader was."""
        return any(
            begin <= until and since <= end and (is_of_leader or not leaderless)
            for begin, end, is_of_leader in self.troubles
        )
