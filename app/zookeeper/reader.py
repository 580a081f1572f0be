"""Read one whole znode for a person who looks at it: data, stat, ACL, a page of its children."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypedDict, cast

from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from ..errors import ZooKeeperUnavailable
from ..participation.naming import by_label
from . import operations as o
from .client import session_hex
from .decoded import Shown, as_shown
from .lane import Lane, value_of
from .paths import check_path
from .refusals import refusal_of
from .tree import kind_of
from .wire.codes import Code, letters_of

Names: TypeAlias = Callable[[str, int, int], "tuple[list[str], int] | None"]
_TIMEOUT = 2.0
_MOST_READ_AGAIN = 10_000
_FORBIDDEN = "the ACL of this znode does not allow reading it"


class StatTold(TypedDict):
    """A stat for JSON: the owner is a session's id, in hex."""

    czxid: int
    mzxid: int
    pzxid: int
    ctime: int
    mtime: int
    version: int
    cversion: int
    aversion: int
    ephemeralOwner: str | None
    dataLength: int
    numChildren: int


class AclEntry(TypedDict):
    """An entry of an ACL for JSON, its permissions as zkCli writes them ("cdrwa")."""

    scheme: str
    id: str
    perms: str


class ChildrenPage(TypedDict):
    """A page of a znode's children."""

    names: list[str]
    total: int
    offset: int


class ZnodeTold(TypedDict):
    """A znode as it was read; a part that its ACL forbids to read is None, and error says so."""

    path: str
    kind: str
    data: Shown | None
    stat: StatTold | None
    acl: list[AclEntry] | None
    children: ChildrenPage | None
    error: str | None


def read_znode(
    client: KazooClient, path: str, offset: int = 0, limit: int = 200, names: Names | None = None
) -> ZnodeTold:
    """Return a znode as `GET znodes` shows it.

    names: returns a page of children without a request (`Mirror.names`). There is a request all the
    same if their number is not the stat's: a watch keeps silent about znodes that its session may
    not read.

    This takes two seconds at most, and twice that where it reads a list again. Raise BadRequest,
    NotFound, ZooKeeperUnavailable.
    """
    check_path(path)
    if not client.connected:
        raise ZooKeeperUnavailable("ZooKeeper is not connected.")
    known = names(path, offset, limit) if names is not None else None
    asked = [o.Exists(path), o.Get(path), o.GetAcl(path), *([] if known else [o.Names(path)])]
    lane = Lane(client)
    stat, node, acl, *listed = (_seen(path, one) for one in lane.answers(asked, _TIMEOUT))
    is_hidden = None in (stat, node, acl, *listed)
    if stat is None and acl is not None:
        stat = acl[1]
    if known and stat and is_short(known[1], stat.numChildren):
        known, listed = None, [_seen(path, *lane.answers([o.Names(path)], _TIMEOUT))]
        is_hidden |= listed == [None]
    if known is None and listed[0] is not None:
        known = sorted(listed[0], key=by_label)[offset : offset + limit], len(listed[0])
    return {
        "path": path,
        "kind": kind_of(path.rpartition("/")[2], stat and stat.ephemeralOwner),
        "data": node and as_shown(node.data),
        "stat": stat and stat_as_json(stat),
        "acl": acl and entries_of(acl[0]),
        "children": known and ChildrenPage(names=known[0], total=known[1], offset=offset),
        "error": _FORBIDDEN if is_hidden else None,
    }


def _seen(path: str, answer: o.Answer) -> Any:
    """Return what was read; None where the ACL forbids it. The ACL may forbid `exists` with the
    rest (`Capabilities.exists_needs_read`), but a client that may set the ACL gets the stat with
    that.
    """
    if isinstance(answer, o.RequestFailed) and answer.code == Code.NO_AUTH:
        return None
    found = value_of(o.Get(path), answer)
    if found is None:
        raise refusal_of(o.RequestRefused(0, "no node"), path)
    return found


def is_short(known: int, true: int) -> bool:
    """Tell whether a list of so many names is short enough to read it again."""
    return known != true and true <= _MOST_READ_AGAIN


def stat_as_json(stat: ZnodeStat) -> StatTold:
    """Return a stat for JSON."""
    owner = session_hex(stat.ephemeralOwner)
    return cast(StatTold, {**stat._asdict(), "ephemeralOwner": owner})


def entries_of(acl: Iterable[ACL]) -> list[AclEntry]:
    """Return an ACL for JSON."""
    return [
        {"scheme": one.id.scheme, "id": one.id.id, "perms": letters_of(one.perms)} for one in acl
    ]
