"""What goes into the core and what comes out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from app.sandbox.core.sessions import Link
from app.sandbox.core.tree import Znode
from app.zookeeper.wire.codes import NO_ZXID
from app.zookeeper.wire.records import ConnectResponse


class Request(NamedTuple):
    """One request; `body` as wire/records.REQUESTS says, or Operations for the multi ones; None
    for one that has none, and for one that could not be decoded.
    """

    xid: int
    op: int
    body: Any


class Reply(NamedTuple):
    """Its answer; `body` as wire/records.RESPONSES says, Operations for the multi ones, None
    where there is none and where `error` is not 0.
    """

    xid: int
    zxid: int
    error: int
    body: Any


class Notification(NamedTuple):
    """A watch has fired; zxid: of the change that set it off, -1 where that is not told."""

    type: int
    path: str
    zxid: int = NO_ZXID


class Close(NamedTuple):
    """Hang up, after what was said before."""

    reason: str


Message: TypeAlias = ConnectResponse | Reply | Notification | Close
Outputs: TypeAlias = list[tuple[Link, Message]]
"""Messages in the order in which they must leave."""


class Changes(NamedTuple):
    """What must be kept: znodes by path, None for one that holds nothing any more that does."""

    zxid: int
    znodes: dict[str, Znode | None]


@dataclass(frozen=True)
class Limits:
    """Milliseconds. Session timeouts are kept between two and twenty ticks, as Apache's defaults
    say, but for `longest_timeout` where it is given. container_check: how often empty containers
    and znodes whose time to live is over are looked for (Apache: every minute).
    """

    tick: int = 200
    longest_timeout: int | None = None
    container_check: int = 1000

    def timeout(self, asked: int) -> int:
        """The session timeout that a client gets who asks for this one."""
        longest = 20 * self.tick if self.longest_timeout is None else self.longest_timeout
        return max(2 * self.tick, min(asked, longest))
