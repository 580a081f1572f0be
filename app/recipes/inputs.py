"""What a recipe can be told. Every input carries `at`, seconds of one monotonic clock.

Inputs that answer a command carry the `generation` in which the command was given; those of an
older one are dropped, because the connection they belong to is gone (CURATOR-644, 645).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

PARENT = "."
"""What stands for the parent of all, where a znode is named relative to it."""


@dataclass(frozen=True)
class Input:
    """Anything that happens to a participant."""

    at: float


@dataclass(frozen=True)
class Restored(Input):
    """The connection stands, for the first time or again. `timeout` is in seconds.

    A `session` other than before is a new session; `guid` names its znodes. offered_at: when the
    handshake was sent, where it was before `at`.
    """

    session: int
    guid: str
    timeout: float
    offered_at: float | None = None


@dataclass(frozen=True)
class Suspended(Input):
    """The connection broke; the session may live on."""


@dataclass(frozen=True)
class Lost(Input):
    """The server has said that the session is over, and its znodes with it."""


@dataclass(frozen=True)
class Contact(Input):
    """The server has answered a request that left at `sent_at`. proven: it has committed a
    transaction, so the session lived in the eyes of a quorum.
    """

    sent_at: float
    proven: bool = False


@dataclass(frozen=True)
class Tick(Input):
    """Time has passed."""


@dataclass(frozen=True)
class Resign(Input):
    """Give up leadership and queue again."""


@dataclass(frozen=True)
class Stop(Input):
    """Leave cleanly."""


@dataclass(frozen=True)
class Data(Input):
    """The version of the candidate's data is `version`, the newest is `newest`; a candidate whose
    `version` is None takes part whatever the newest is.
    """

    version: int | None
    newest: int | None


@dataclass(frozen=True)
class Reply(Input):
    """An answer to a command of the given generation."""

    generation: int


@dataclass(frozen=True)
class Created(Reply):
    """The znode stands under `name`, its counter appended."""

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
    """The parent exists, made now or before."""


@dataclass(frozen=True)
class Own:
    """The candidate's own znode as read: `owner` is the session that holds it."""

    owner: int
    czxid: int


@dataclass(frozen=True)
class Acknowledgement:
    """The acknowledgement znode as read; `epoch` is None where its data says none. `mzxid` is that
    of its last change, which is later than every epoch that could have been written by it.
    """

    version: int
    epoch: int | None
    mzxid: int

    @property
    def is_genuine(self) -> bool:
        """Whether the epoch can be one of this ensemble's. Another one's may have been copied, and
        then exceed all that will ever be here.
        """
        return self.epoch is not None and self.epoch < self.mzxid


@dataclass(frozen=True)
class Children(Reply):
    """The parent's children with, from the same MultiRead, the own znode, the acknowledgement and
    the newest data version, where they were asked for; None stands for a missing one. `names` is
    None where the parent is gone.
    """

    names: tuple[str, ...] | None
    own: Own | None
    acknowledgement: Acknowledgement | None
    newest: int | None = None


@dataclass(frozen=True)
class NodeRead(Reply):
    """The predecessor was read; a watch stands on it only if it exists."""

    name: str
    exists: bool


@dataclass(frozen=True)
class WatchFired(Reply):
    """A one-shot watch on `name` fired; on `PARENT` it is one on the list of the children.

    zxid: the change that fired it, where the server tells (ZooKeeper 3.9, ZOOKEEPER-4655).
    """

    name: str
    event: Literal["created", "deleted", "changed", "children"]
    zxid: int | None = None


@dataclass(frozen=True)
class Deleted(Reply):
    """The own znode is confirmed gone, by this delete or before it."""


@dataclass(frozen=True)
class Acknowledged(Reply):
    """The acknowledgement znode carries this leader's epoch."""


@dataclass(frozen=True)
class AcknowledgementRefused(Reply):
    """The acknowledgement, or the own znode, is not as it was read; nothing was written."""


@dataclass(frozen=True)
class Proven(Reply):
    """The own znode stood when a quorum looked, and with it the session."""


@dataclass(frozen=True)
class Disproven(Reply):
    """There is no own znode."""


@dataclass(frozen=True)
class Unproven(Reply):
    """Whether the own znode stands could not be asked; `reason` is for people."""

    reason: str


@dataclass(frozen=True)
class Failed(Reply):
    """A command could not be carried out; `reason` is for people."""

    reason: str
