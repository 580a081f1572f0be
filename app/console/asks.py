"""What a command asks ZooKeeper, and how it is answered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Refused(Exception):
    """ZooKeeper's answer is an error. code: as in KeeperException.Code; path: None for none."""

    def __init__(self, code: int, path: str | None = None) -> None:
        super().__init__(code, path)
        self.code, self.path = code, path


class Unanswered(Exception):
    """No answer, or none that zkCli has words for; the message is in ours."""


class Unsure(Exception):
    """The answer to Sure: not yet. The line ends, and nothing was done."""


class Stat(NamedTuple):
    """What a znode says of itself, in the order of the wire; times in ms since the epoch."""

    czxid: int
    mzxid: int
    ctime: int
    mtime: int
    version: int
    cversion: int
    aversion: int
    ephemeral_owner: int
    data_length: int
    children: int
    pzxid: int


class Entry(NamedTuple):
    """One entry of an ACL; permissions as bits."""

    scheme: str
    id: str
    permissions: int


class GetData(NamedTuple):
    """Answered by (data or None, Stat)."""

    path: str
    watch: bool = False


class Exists(NamedTuple):
    """Answered by the Stat, or None."""

    path: str
    watch: bool = False


class Children(NamedTuple):
    """Answered by (names, Stat)."""

    path: str
    watch: bool = False


class GetAcl(NamedTuple):
    """Answered by (entries, Stat)."""

    path: str


class Create(NamedTuple):
    """Answered by the path. acl: None stands for the session's own; kind: one of
    zookeeper.changes.KINDS; ttl in ms.
    """

    path: str
    data: bytes | None
    acl: Sequence[Entry] | None
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
    acl: Sequence[Entry]
    version: int


class Delete(NamedTuple):
    """Answered by None; version -1 is any."""

    path: str
    version: int


class DeleteTogether(NamedTuple):
    """All or none of these, each as it was when the person was sure. Answered by None."""

    paths: Sequence[str]


class Several(NamedTuple):
    """Many lists at once. Answered by their answers in order, with None for the Stat, and a Refused
    where one failed.
    """

    asks: Sequence[Children]


class Sync(NamedTuple):
    """Answered by None."""

    path: str


class WhoAmI(NamedTuple):
    """Answered by pairs (scheme, user)."""


class Ephemerals(NamedTuple):
    """Answered by the paths of the session's ephemerals that begin with `prefix`."""

    prefix: str


class CountAll(NamedTuple):
    """Answered by how many znodes there are below `path`."""

    path: str


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
    """The ensemble's configuration, which has no path below a chroot. Answered as GetData is."""

    watch: bool


class Sure(NamedTuple):
    """Whether the person is: `command` would change all of these. Answered by None, or by
    Unsure.
    """

    command: str
    path: str
    znodes: Sequence[str]


class Alive(NamedTuple):
    """Answered by whether the session goes on, connected or not."""


class Close(NamedTuple):
    """End the session. Answered by None."""


class Connect(NamedTuple):
    """Begin another session. Answered by None."""


class Leave(NamedTuple):
    """End the session and the console. Answered by None."""


Ask = (
    GetData | Exists | Children | GetAcl | Create | SetData | SetAcl | Delete | DeleteTogether
    | Several | Sync | WhoAmI | Ephemerals | CountAll | AddWatch | RemoveWatches | Authenticate
    | Config | Sure | Alive | Close | Connect | Leave
)  # fmt: skip
