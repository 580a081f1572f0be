"""The requests of a command to ZooKeeper, and their answers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...zookeeper.wire.codes import Op
from ...zookeeper.wire.records import Acl
from ...zookeeper.wire.records import Stat as Stat


class ConsoleRefused(Exception):
    """ZooKeeper answered with an error. code: as in KeeperException.Code; path: None for none."""

    def __init__(self, code: int, path: str | None = None) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


class ConsoleUnanswered(Exception):
    """No answer, or one that zkCli has no words for; the message is in ours."""


class Unsure(Exception):
    """The answer to Sure: not yet. The line ends, and nothing was done."""


class ConsoleRead(NamedTuple):
    """A read of one znode, answered by the record of the protocol (`wire.records.RESPONSES`), or
    by None for a missing znode that was asked for by EXISTS.
    """

    op: Op
    path: str
    watch: bool = False


class ConsoleCreate(NamedTuple):
    """Answered by the path. acl: None stands for the session's own; kind: one of
    zookeeper.changes.KINDS; ttl in ms.
    """

    path: str
    data: bytes | None
    acl: Sequence[Acl] | None
    kind: str
    ttl: int | None


class SetData(NamedTuple):
    """Answered by the Stat; version -1 is any."""

    path: str
    data: bytes
    version: int


class SetAcl(NamedTuple):
    """Answered by the Stat; the version is the ACL's, -1 is any."""

    path: str
    acl: Sequence[Acl]
    version: int


class ConsoleDelete(NamedTuple):
    """Answered by None; version -1 is any."""

    path: str
    version: int


class DeleteTogether(NamedTuple):
    """All or none of these, each as it was when the person was sure. Answered by None."""

    paths: Sequence[str]


class Several(NamedTuple):
    """Many lists of children at once. Answered by the names of each, or a ConsoleRefused."""

    asks: Sequence[ConsoleRead]


class WhoAmI(NamedTuple):
    """Answered by pairs (scheme, user)."""


class Ephemerals(NamedTuple):
    """Answered by the paths of the session's ephemerals that begin with `prefix`."""

    prefix: str


class AddWatch(NamedTuple):
    """A persistent watch. Answered by None."""

    path: str
    recursive: bool


class RemoveWatches(NamedTuple):
    """kind: "children", "data" or "any". Answered by None."""

    path: str
    kind: str


class Authenticate(NamedTuple):
    """Answered by None."""

    scheme: str
    credential: str


class Config(NamedTuple):
    """The ensemble's configuration, which has no path below a chroot. Answered as GET_DATA is."""

    watch: bool


class Sure(NamedTuple):
    """A question: `command` changes all these. Answered by None, or by Unsure."""

    command: str
    path: str
    znodes: Sequence[str]


class Alive(NamedTuple):
    """Answered by whether the session goes on, connected or not."""


class ConsoleClose(NamedTuple):
    """End the session. Answered by None."""


class Connect(NamedTuple):
    """Begin another session. Answered by None."""


class ConsoleLeave(NamedTuple):
    """End the session and the console. Answered by None."""


Ask = (
    ConsoleRead | ConsoleCreate | SetData | SetAcl | ConsoleDelete | DeleteTogether | Several
    | WhoAmI | Ephemerals | AddWatch | RemoveWatches | Authenticate | Config | Sure | Alive
    | ConsoleClose | Connect | ConsoleLeave
)  # fmt: skip
