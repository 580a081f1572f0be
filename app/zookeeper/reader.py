"""Read one znode whole, for a person who looks at it: data, stat, ACL, a page of its children."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypedDict, cast

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoAuthError, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from ..errors import ZooKeeperUnavailable
from ..participation.naming import by_label
from .client import session_hex
from .decoded import Shown, as_shown
from .paths import check_path
from .refusals import in_words
from .tree import kind_of
from .wire.codes import letters_of

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
    """A znode as it was read; what its ACL forbids to read is None, and error says so."""

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

    names: where a page of children is available without a request (`Mirror.names`), which is made
    all the same where their number is not the stat's: a watch keeps silent about znodes that its
    session may not read.

    It takes two seconds at most. Raise BadRequest, NotFound, ZooKeeperUnavailable.
    """
    check_path(path)
    if not client.connected:
        raise ZooKeeperUnavailable("ZooKeeper is not connected.")
    children = names(path, offset, limit) if names is not None else None
    asked = _Asked(client, path, asks_children=children is None)
    stat = asked.stat()
    if children is None or (stat and is_short(children[1], stat.numChildren)):
        children = asked.children(offset, limit)
    return {
        "path": path,
        "kind": kind_of(path.rpartition("/")[2], stat and stat.ephemeralOwner),
        "data": asked.data(),
        "stat": None if stat is None else stat_as_json(stat),
        "acl": asked.acl(),
        "children": children and ChildrenPage(names=children[0], total=children[1], offset=offset),
        "error": asked.error,
    }


def is_short(known: int, true: int) -> bool:
    """Tell whether a list of so many names is read again; a long one is left as it is."""
    return known != true and true <= _MOST_READ_AGAIN


class _Asked:
    """All requests about one znode at once; each answer is awaited where it is needed."""

    def __init__(self, client: KazooClient, path: str, asks_children: bool) -> None:
        self._client, self._path = client, path
        self._deadline = time.monotonic() + _TIMEOUT
        self._stat = client.exists_async(path)
        self._data = client.get_async(path)
        self._acl = client.get_acls_async(path)
        self._children = client.get_children_async(path) if asks_children else None
        self.error: str | None = None

    def stat(self) -> ZnodeStat | None:
        """Return the stat; None where the znode is there and may not be read: then `exists` may be
        refused too (`Capabilities.exists_needs_read`), but who may set the ACL gets it with that.
        """
        stat: ZnodeStat | None = self._await(self._stat)
        if stat is None and self.error is None:
            raise in_words(NoNodeError(), self._path)
        with_acl = stat is None and self._await(self._acl)
        return with_acl[1] if with_acl else stat

    def data(self) -> Shown | None:
        answer = self._await(self._data)
        return None if answer is None else as_shown(answer[0])

    def acl(self) -> list[AclEntry] | None:
        answer = self._await(self._acl)
        return None if answer is None else entries_of(answer[0])

    def children(self, offset: int, limit: int) -> tuple[list[str], int] | None:
        names = self._await(self._children or self._client.get_children_async(self._path))
        if names is None:
            return None
        return sorted(names, key=by_label)[offset : offset + limit], len(names)

    def _await(self, result: IAsyncResult) -> Any:
        """Return the answer, or None (and `error`) where the ACL forbids it."""
        try:
            return result.get(timeout=max(self._deadline - time.monotonic(), 0.001))
        except NoAuthError:
            self.error = _FORBIDDEN
            return None
        except (KazooException, KazooTimeoutError) as error:
            raise in_words(error, self._path, within=_TIMEOUT) from error


def stat_as_json(stat: ZnodeStat) -> StatTold:
    """Return a stat for JSON."""
    owner = session_hex(stat.ephemeralOwner)
    return cast(StatTold, {**stat._asdict(), "ephemeralOwner": owner})


def entries_of(acl: Iterable[ACL]) -> list[AclEntry]:
    """Return an ACL for JSON."""
    return [
        {"scheme": one.id.scheme, "id": one.id.id, "perms": letters_of(one.perms)} for one in acl
    ]
