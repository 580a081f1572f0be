"""Change one znode at a time: create, write, protect or delete it, as it is believed to be."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypedDict

from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from ...errors import Conflict, NotFound
from ...zookeeper import operations as o
from ...zookeeper.client_session import ClientSession
from ...zookeeper.decoded import Shown, as_shown, data_as_json
from ...zookeeper.lane import Lane
from ...zookeeper.reader import AclEntry, StatTold, entries_of, stat_as_json
from ...zookeeper.subtree import Subtree
from ...zookeeper.tree import ancestors
from ...zookeeper.wire.codes import Permission
from .sight import require_same, sight_of

_TRIES = 3
_OF_ANYBODY = ("world", "anyone")


class ZnodeNow(TypedDict):
    data: Shown
    stat: StatTold


class AclNow(TypedDict):
    acl: list[AclEntry]
    stat: StatTold


class AclTold(AclNow):
    path: str


def create(
    session: ClientSession,
    path: str,
    data: bytes,
    kind: str,
    acl: Sequence[ACL],
    ttl_ms: int | None,
    parents: bool,
) -> tuple[str, list[str]]:
    """Create a znode; return its path and those of the parents that had to be created, which are
    persistent and have the same ACL. All are created or none.
    """
    wanted = o.creation(path, data, kind, acl, ttl_ms)
    for _ in range(_TRIES - 1):
        missing = _missing(session, path) if parents else []
        try:
            return _made(session, wanted, missing), missing
        except Conflict as refusal:
            if not missing or refusal.code != "exists":
                raise
    return _made(session, wanted, []), []


def _made(session: ClientSession, wanted: o.Create, missing: Sequence[str]) -> str:
    above = [o.Create(parent, b"", acl=wanted.acl) for parent in missing]
    try:
        made = session.change((*above, wanted))[-1]
    except NotFound:
        parent = wanted.path.rpartition("/")[0] or "/"
        raise NotFound(f"There is no znode {parent}.", code="no_parent", field="path") from None
    return str(made)


def _missing(session: ClientSession, path: str) -> list[str]:
    above = ancestors(path)
    there = Subtree(session.client).look(above[1:])
    return [one for one, found in zip(above[1:], there, strict=True) if found is None]


def write(
    session: ClientSession, path: str, data: bytes, version: int, mzxid: int | None
) -> StatTold:
    """Replace the data of a znode; return its new stat. Raise Conflict, with what is there now and
    the data to write, where it is no longer at this version, or is another znode under the same
    name, which began at version 0 again (mzxid shows that; None: not checked).
    """
    yours = {"data": data_as_json(data), "version": version}
    with _comparing(lambda: current(session, path), yours):
        seen = _require(session, path, mzxid=mzxid)
        stat = session.change(o.Set(path, data, version))
    _require_same(path, stat, seen)
    return stat_as_json(stat)


def delete(session: ClientSession, path: str, version: int, mzxid: int | None) -> int:
    """Delete a znode without children, under the same conditions; return the zxid of that."""
    with _comparing(lambda: current(session, path), {"version": version}):
        _require(session, path, mzxid=mzxid)
        zxid: int = session.change(o.Delete(path, version))
    return zxid


def read_acl(client: KazooClient, path: str) -> AclTold:
    """Return the ACL of a znode. Raise Forbidden: not everybody may read it."""
    return {"path": path, **_acl_and_stat(Lane(client), path)}


def _acl_and_stat(lane: Lane, path: str) -> AclNow:
    acl, stat = lane.read(o.GetAcl(path))
    return {"acl": entries_of(acl), "stat": stat_as_json(stat)}


def protect(
    session: ClientSession,
    path: str,
    acl: Sequence[ACL],
    version: int,
    czxid: int | None,
    lock_out: bool,
) -> StatTold:
    """Replace a znode's ACL; return its new stat. version: the ACL's own (aversion). Raise Conflict
    where it has changed, where the znode is another one (czxid shows that; None: not checked), and
    where nobody of this session could change it again.
    """
    if not lock_out and not keeps_right(acl, session.identities):
        raise Conflict(
            "With this ACL this session could not change the ACL again: none of its credentials has"
            ' the permission a. To set it anyway, send "lock_out": true.',
            code="locks_out",
            field="lock_out",
        )
    yours = {"acl": entries_of(acl), "version": version}
    with _comparing(lambda: _acl_and_stat(session.lane, path), yours):
        seen = _require(session, path, czxid=czxid)
        stat = session.change(o.SetAcl(path, tuple(acl), version))
    _require_same(path, stat, seen)
    return stat_as_json(stat)


def keeps_right(acl: Iterable[ACL], identities: Iterable[tuple[str, str]]) -> bool:
    """Tell whether somebody with these `(scheme, id)` may change the ACL afterwards. What that
    means for an address is not known here; `auth` means the session that asks.
    """
    own = {_OF_ANYBODY, *identities}
    return any(
        entry.perms & Permission.ADMIN
        and ((entry.id.scheme, entry.id.id) in own or entry.id.scheme == "auth")
        for entry in acl
    )


@contextmanager
def _comparing(now: Callable[[], ZnodeNow | AclNow], yours: object) -> Iterator[None]:
    """Add to the refusal of what is stale what is there now, and what was to be written."""
    try:
        yield
    except Conflict as refusal:
        if refusal.code == "stale":
            refusal.beside = {"current": now(), "yours": yours}
        raise


def current(session: ClientSession, path: str) -> ZnodeNow:
    """Return what a znode holds now."""
    data, stat, is_null = session.lane.read(o.Get(path))
    return {"data": as_shown(None if is_null else data), "stat": stat_as_json(stat)}


def _require(session: ClientSession, path: str, **seen: int | None) -> ZnodeStat | None:
    """Return how the znode is just now, if the caller says how it was seen. Raise Conflict where
    that is not so; a missing znode is left to ZooKeeper's own refusal.
    """
    ((field, zxid),) = seen.items()
    if zxid is None:
        return None
    stat: ZnodeStat | None = session.lane.ask(o.Exists(path))
    if stat is not None and getattr(stat, field) != zxid:
        raise Conflict(f"{path} was changed since it was read.", code="stale", field=field)
    return stat


def _require_same(path: str, stat: ZnodeStat, seen: ZnodeStat | None) -> None:
    if seen is not None:
        require_same(path, stat, sight_of(seen))
