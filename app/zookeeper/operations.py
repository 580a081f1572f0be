"""Name the operations on ZooKeeper, and its answers: one vocabulary for all who ask it for
anything.

A read takes only NoNode for "not there". A write is refused for four reasons: no node, exists,
version, not empty. Every other error is a failure, which names operation, path and reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

Why = Literal["no node", "exists", "version", "not empty"]
Grant = tuple[int, tuple[str, str]]
"""An entry of an ACL: what it allows, as bits, and to whom, by scheme and identity."""

# -- reads and writes; paths are absolute -----------------------------------------------------


@dataclass(frozen=True, slots=True)
class Read:
    """A read of anything. watch: whether to hear of the next change of what was read."""

    path: str
    watch: bool = False


@dataclass(frozen=True, slots=True)
class Get(Read):
    """A read of a znode's data and stat: a Node, or None. On a missing znode it leaves no watch."""


@dataclass(frozen=True, slots=True)
class Config(Get):
    """A read of the ensemble's configuration, which has no path below a chroot."""

    path: str = "/zookeeper/config"


@dataclass(frozen=True, slots=True)
class Exists(Read):
    """A read of a znode's stat, or None. It sets the watch in either case."""


@dataclass(frozen=True, slots=True)
class Names(Read):
    """A read of the names of a znode's children, or None. On a missing znode it leaves no watch."""


@dataclass(frozen=True, slots=True)
class Listing(Read):
    """A read of the names of a znode's children with its own stat: a pair, or None."""


@dataclass(frozen=True, slots=True)
class GetAcl(Read):
    """A read of a znode's ACL and stat: a pair, or None. It sets no watch."""


@dataclass(frozen=True, slots=True)
class CountBelow(Read):
    """A read of how many znodes there are below one. It sets no watch."""


@dataclass(frozen=True, slots=True)
class Create:
    """A create; its result is the path, with its counter where it is sequential; with `tells_stat`
    a pair of it and the stat. acl: nothing means the session's own, else world:anyone:cdrwa.
    ttl_ms: the time of a znode with a time to live, 1 to 2^40 - 1.
    """

    path: str
    data: bytes | None
    ephemeral: bool = False
    sequence: bool = False
    container: bool = False
    ttl_ms: int | None = None
    acl: tuple[Grant, ...] = ()
    tells_stat: bool = False


@dataclass(frozen=True, slots=True)
class Set:
    """A write of a znode's data over this version; its result is the stat. -1: over any."""

    path: str
    data: bytes | None
    version: int


@dataclass(frozen=True, slots=True)
class Delete:
    """A delete of a znode of this version; its result is the zxid, but in a transaction. -1: of
    any.
    """

    path: str
    version: int = -1


@dataclass(frozen=True, slots=True)
class Check:
    """A check that the znode exists, and has this version. -1: any."""

    path: str
    version: int = -1


@dataclass(frozen=True, slots=True)
class SetAcl:
    """A write of a znode's ACL over the ACL's version; its result is the stat. -1: over any. It
    cannot be a part of a transaction.
    """

    path: str
    acl: tuple[Grant, ...]
    version: int = -1


Write = Create | Set | Delete | Check | SetAcl
KINDS = (
    "persistent", "persistent_sequential", "ephemeral", "ephemeral_sequential", "container", "ttl",
    "ttl_sequential",
)  # fmt: skip


def creation(
    path: str, data: bytes | None, kind: str, acl: Iterable[Grant] = (), ttl_ms: int | None = None
) -> Create:
    """Return the create of a znode of one of `KINDS`."""
    life, _, number = kind.partition("_")
    ttl = (ttl_ms or 0) if life == "ttl" else None
    kinds = (life == "ephemeral", bool(number), life == "container", ttl)
    return Create(path, data, *kinds, tuple(acl))


# -- together ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Reads:
    """Reads in this order, in one flight. atomic: whether all are of one moment, in one request;
    then they have no watches, which ZooKeeper drops from a MultiRead (seen on 3.8.0).
    """

    reads: tuple[Read, ...]
    atomic: bool = False


@dataclass(frozen=True, slots=True)
class Sync:
    """A sync: this session's server catches up with the leader before the reads that follow, which
    are at least as new. Its answer has no values.
    """


@dataclass(frozen=True, slots=True)
class Parents:
    """A create of these znodes and all above them; somebody else may be faster."""

    paths: tuple[str, ...]


# -- of the session ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Ephemerals:
    """A read of the paths of the session's ephemerals that begin with this one."""

    path: str = "/"


@dataclass(frozen=True, slots=True)
class WhoAmI:
    """A read of who the session is to the server: pairs of a scheme and a user."""


@dataclass(frozen=True, slots=True)
class AddWatch:
    """A watch that stays for as long as the connection; recursive: whether it covers all below the
    path too.
    """

    path: str
    recursive: bool


@dataclass(frozen=True, slots=True)
class RemoveWatches:
    """The end of the session's watches of a kind: "children", "data" or "any"."""

    path: str
    kind: str


@dataclass(frozen=True, slots=True)
class Authenticate:
    """A login, for as long as the session lasts; ZooKeeper ends one that it refuses."""

    scheme: str
    credential: str


OfSession = Ephemerals | WhoAmI | AddWatch | RemoveWatches | Authenticate
Operation = Read | Write | Reads | Sync | Parents | OfSession | tuple[Write, ...]
"""One thing to do, with one answer; a tuple of writes is a transaction: all of them, or none."""

# -- answers ----------------------------------------------------------------------------------


class Node(NamedTuple):
    """A znode as read. stat: its czxid, mzxid, version and ephemeralOwner, among others. is_null:
    whether ZooKeeper holds null for its data, which is not the same as no bytes.
    """

    data: bytes
    stat: Any
    is_null: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of an operation."""


@dataclass(frozen=True, slots=True)
class Values(Answer):
    """The results in the order of the reads; None means a missing znode."""

    values: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Committed(Answer):
    """The success of all writes. A quorum has agreed, so the session was alive at that moment."""

    results: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class RequestRefused(Answer):
    """A refusal: nothing was written, for the write of this index does not fit its znode."""

    index: int
    why: Why


@dataclass(frozen=True, slots=True)
class RequestFailed(Answer):
    """An operation that was not carried out. reason: operation, path and error, for people; code:
    the error's in KeeperException.Code, 0 for one of ours.
    """

    reason: str
    code: int = 0
    path: str | None = None


@dataclass(frozen=True, slots=True)
class Unanswered(Answer):
    """The lack of an answer, for this reason: a write may have happened or not. A write that was
    not sent has not happened, and never will.
    """

    reason: str = "the connection was lost"
    was_sent: bool = True


class WatchEvent(NamedTuple):
    """A watch event as kazoo gives it to watchers, and the zxid of the change that fired it.

    type and state: kazoo's `EventType` and `KeeperState`. path: without the chroot. zxid: None
    where the server does not send it (`Capabilities.events_tell_zxid`), and for a lost connection.
    """

    type: str
    state: str
    path: str
    zxid: int | None = None


Watcher: TypeAlias = Callable[[WatchEvent], None]
