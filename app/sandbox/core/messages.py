"""Messages that go into the core and come out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple, TypeAlias

from ...zookeeper.wire.codes import NO_ZXID
from ...zookeeper.wire.records import ConnectResponse
from .sessions import Link


class ServerRequest(NamedTuple):
    """One request; `body` as wire/records.REQUESTS says, or Operations for the multi ones; None for
    one that has none, and for one that could not be decoded.
    """

    xid: int
    op: int
    body: Any


class ServerReply(NamedTuple):
    """The answer to a request; `body` as wire/records.RESPONSES says, Operations for the multi
    ones, None if there is none and if `error` is not 0.
    """

    xid: int
    zxid: int
    error: int
    body: Any


class Notification(NamedTuple):
    """A watch has fired; zxid: of the change that fired it, -1 where that is not sent."""

    type: int
    path: str
    zxid: int = NO_ZXID


class Close(NamedTuple):
    """An order to hang up, after what was said before."""

    reason: str


Message: TypeAlias = ConnectResponse | ServerReply | Notification | Close
Outputs: TypeAlias = list[tuple[Link, Message]]
"""Messages in the order in which they must leave."""


@dataclass(frozen=True)
class Limits:
    """Limits in milliseconds. Session timeouts are kept between two and twenty ticks, as Apache's
    defaults are, but for `longest_timeout` if given. container_check: how often empty containers
    and znodes whose time to live is over are looked for (Apache: every minute).
    """

    tick: int = 200
    longest_timeout: int | None = None
    container_check: int = 1000

    def timeout(self, asked: int) -> int:
        """Return the session timeout for a client that asks for this one."""
        longest = 20 * self.tick if self.longest_timeout is None else self.longest_timeout
        return max(2 * self.tick, min(asked, longest))
