"""One znode read whole, for a person who looks at it: data, stat, ACL, a page of its children."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

from kazoo.client import KazooClient
from kazoo.exceptions import KazooException, NoAuthError, NoNodeError
from kazoo.handlers.threading import KazooTimeoutError
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from app.errors import NotFound, ZooKeeperUnavailable
from app.recipes.naming import by_label
from app.zookeeper.client import session_hex
from app.zookeeper.decoded import as_shown
from app.zookeeper.paths import check_path
from app.zookeeper.tree import kind_of

Names: TypeAlias = Callable[[str, int, int], "tuple[list[str], int] | None"]
_TIMEOUT = 2.0
_MOST_READ_AGAIN = 10_000
_PERMISSIONS = (("c", 4), ("d", 8), ("r", 1), ("w", 2), ("a", 16))
_FORBIDDEN = "the ACL of this znode does not allow to read it"


def read_znode(
    client: KazooClient, path: str, offset: int = 0, limit: int = 200, names: Names | None = None
) -> dict[str, Any]:
    """`{"path", "kind", "data", "stat", "acl", "children", "error"}` as `GET znodes` answers.

    data as `decoded.as_shown`, stat, acl `[{"scheme", "id", "perms"}]` and
    children `{"names", "total", "offset"}` are None where the ACL forbids them, and error says
    so. names: where a page of children can be had without asking (`Mirror.names`), which is asked
    about all the same where their number is not the stat's: a watch keeps silent about znodes that
    its session may not read.

    Takes two seconds at most. Raises BadRequest, NotFound, ZooKeeperUnavailable.
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
        "stat": stat and {**stat._asdict(), "ephemeralOwner": session_hex(stat.ephemeralOwner)},
        "acl": asked.acl(),
        "children": children and {"names": children[0], "total": children[1], "offset": offset},
        "error": asked.error,
    }


def is_short(known: int, true: int) -> bool:
    """Whether a list of so many names is to be read again; one that is long is left as it is."""
    return known != true and true <= _MOST_READ_AGAIN


class _Asked:
    """All that is asked about one znode at once; each answer is awaited where it is needed."""

    def __init__(self, client: KazooClient, path: str, asks_children: bool) -> None:
        self._client, self._path = client, path
        self._deadline = time.monotonic() + _TIMEOUT
        self._stat = client.exists_async(path)
        self._data = client.get_async(path)
        self._acl = client.get_acls_async(path)
        self._children = client.get_children_async(path) if asks_children else None
        self.error: str | None = None

    def stat(self) -> ZnodeStat | None:
        """None where the znode is there and may not be read: then `exists` may be refused too
        (`Capabilities.exists_needs_read`), but who may set the ACL is told the stat with it.
        """
        try:
            stat = self._await(self._stat, NoAuthError)
        except NoAuthError:
            with_acl = self._await(self._acl)
            return with_acl and with_acl[1]
        if stat is None:
            raise self._missing()
        return stat

    def data(self) -> dict[str, Any] | None:
        answer = self._await(self._data)
        return None if answer is None else as_shown(answer[0])

    def acl(self) -> list[dict[str, str]] | None:
        answer = self._await(self._acl)
        return None if answer is None else [acl_as_json(entry) for entry in answer[0]]

    def children(self, offset: int, limit: int) -> tuple[list[str], int] | None:
        names = self._await(self._children or self._client.get_children_async(self._path))
        if names is None:
            return None
        return sorted(names, key=by_label)[offset : offset + limit], len(names)

    def _await(self, result: IAsyncResult, *raised: type[Exception]) -> Any:
        """The answer, or None (and `error`) where the ACL forbids it; errors of the types `raised`
        are raised.
        """
        try:
            return result.get(timeout=max(self._deadline - time.monotonic(), 0.001))
        except raised:
            raise
        except NoAuthError:
            self.error = _FORBIDDEN
            return None
        except NoNodeError:
            raise self._missing() from None
        except KazooTimeoutError:
            raise ZooKeeperUnavailable(f"ZooKeeper did not answer within {_TIMEOUT:g} s.") from None
        except KazooException as error:
            raise ZooKeeperUnavailable(f"The connection was lost: {error!r}") from error

    def _missing(self) -> NotFound:
        return NotFound(f"There is no znode {self._path}.", code="no_znode", field="path")


def acl_as_json(entry: ACL) -> dict[str, str]:
    """One ACL entry, its permissions as zkCli writes them ("cdrwa")."""
    permissions = "".join(letter for letter, bit in _PERMISSIONS if entry.perms & bit)
    return {"scheme": entry.id.scheme, "id": entry.id.id, "perms": permissions}
