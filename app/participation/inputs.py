"""Declare the inputs of a recipe. Every input carries `at`, seconds of one monotonic clock.

Inputs that answer a command carry the `generation` in which the command was given; those of an
older one are dropped, because the connection they belong to is gone (CURATOR-644, 645).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from .naming import PARENT as PARENT

Event = Literal["created", "deleted", "changed", "children"]
"""What has happened to a znode, by the watch that fired."""


@dataclass(frozen=True)
class Input:
    """Anything that happens to a participant."""

    at: float


@dataclass(frozen=True)
class Restored(Input):
    """The connection is there, for the first time or again. `timeout` is in seconds.

    Another `session` than before is a new one; `guid` names its znodes. offered_at: when the
    handshake was sent, if that was before `at`.
    """

    session: int
    guid: str
    timeout: float
    offered_at: float | None = None


@dataclass(frozen=True)
class Suspended(Input):
    """The connection broke; the session may live on."""


@dataclass(frozen=True)
class SessionLost(Input):
    """The server has said that the session is over, and its znodes with it."""


@dataclass(frozen=True)
class Contact(Input):
    """The server has answered a request that left at `sent_at`. proven: it has committed a
    transaction, so a quorum saw the session alive.
    """

    sent_at: float
    proven: bool = False


@dataclass(frozen=True)
class Tick(Input):
    """Time has passed."""


@dataclass(frozen=True)
class Stop(Input):
    """An order to leave cleanly."""


@dataclass(frozen=True)
class Reply(Input):
    """An answer to a command of the given generation."""

    generation: int


@dataclass(frozen=True)
class Created(Reply):
    """The znode exists as `name`, its counter appended."""

    name: str


@dataclass(frozen=True)
class Taken(Reply):
    """The znode exists already: somebody else was faster."""


@dataclass(frozen=True)
class CreateReplyLost(Reply):
    """The connection broke before the answer to a create came: it may have happened or not."""


@dataclass(frozen=True)
class ParentMissing(Reply):
    """There is no parent to create under."""


@dataclass(frozen=True)
class ParentMade(Reply):
    """The parent exists, created now or before."""


@dataclass(frozen=True)
class Own:
    """The own znode as read: `owner` is the session that holds it."""

    owner: int
    czxid: int


@dataclass(frozen=True)
class Children(Reply):
    """The parent's children, and the own znode where it was asked for; None means a missing one.
    `names` is None where the parent is gone. beside: what a recipe reads at the same moment.
    """

    names: tuple[str, ...] | None
    own: Own | None
    beside: Any = None


@dataclass(frozen=True)
class NodeRead(Reply):
    """The predecessor was read; it has a watch only if it exists."""

    name: str
    exists: bool


@dataclass(frozen=True)
class WatchFired(Reply):
    """A one-shot watch on `name` fired; on `PARENT` it is one on the list of the children.

    zxid: the change that fired it, if the server sends it (ZooKeeper 3.9, ZOOKEEPER-4655).
    """

    name: str
    event: Event
    zxid: int | None = None


@dataclass(frozen=True)
class Deleted(Reply):
    """The own znode is confirmed gone, by this delete or before it."""


@dataclass(frozen=True)
class Written(Reply):
    """All that a message writes is written."""


@dataclass(frozen=True)
class WriteRefused(Reply):
    """Nothing was written, for the write of this index does not fit its znode."""

    index: int = 0
    why: str = "version"


@dataclass(frozen=True)
class Proven(Reply):
    """The own znode was there when a quorum looked, and so was the session."""


@dataclass(frozen=True)
class Disproven(Reply):
    """There is no own znode."""


@dataclass(frozen=True)
class Unproven(Reply):
    """A check of the own znode could not be made; `reason` is for people."""

    reason: str


@dataclass(frozen=True)
class Failed(Reply):
    """A command could not be carried out; `reason` is for people."""

    reason: str
