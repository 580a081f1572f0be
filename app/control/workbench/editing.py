"""One znode at a time: make it, write it, protect it, delete it; each as it is believed to be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kazoo.client import KazooClient
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL

from app.control.workbench.acls import keeps_right
from app.control.workbench.sight import require_same, sight_of
from app.errors import BadRequest, Conflict, NotFound
from app.zookeeper import changes
from app.zookeeper.client import session_hex
from app.zookeeper.decoded import as_shown, data_as_json
from app.zookeeper.errand import Errand, answer_to
from app.zookeeper.reader import acl_as_json
from app.zookeeper.subtree import Subtree
from app.zookeeper.tree import ancestors

_TRIES = 3


def create(
    errand: Errand,
    path: str,
    data: bytes,
    kind: str,
    acl: Sequence[ACL],
    ttl_ms: int | None,
    parents: bool,
) -> tuple[str, list[str]]:
    """Make a znode; returns its path and those of the parents that had to be made, which are
    persistent and have the same ACL. All are made or none.
    """
    if kind.startswith("ttl") and ttl_ms is None:
        raise BadRequest(f"a znode of the kind {kind} needs ttl_ms", field="ttl_ms")
    step = changes.create(path, data, kind, acl, ttl_ms)
    for _ in range(_TRIES - 1):
        missing = _missing(errand, path) if parents else []
        try:
            return _made(errand, step, kind, missing, acl), missing
        except Conflict as refusal:
            if not missing or refusal.code != "exists":
                raise
    return _made(errand, step, kind, [], acl), []


def _made(
    errand: Errand, step: changes.Step, kind: str, missing: Sequence[str], acl: Sequence[ACL]
) -> str:
    path = step.body.path
    above = [changes.create(parent, b"", acl=acl) for parent in missing]
    try:
        if above:
            made = errand.change(changes.transaction([*above, step]), path)[-1]
        else:
            made = errand.change(step)
    except NotFound:
        parent = path.rpartition("/")[0] or "/"
        raise NotFound(f"There is no znode {parent}.", code="no_parent", field="path") from None
    return str(made)


def _missing(errand: Errand, path: str) -> list[str]:
    above = ancestors(path)
    there = Subtree(errand.client).look(above[1:])
    return [one for one, found in zip(above[1:], there, strict=True) if found is None]


def write(
    errand: Errand, path: str, data: bytes, version: int, mzxid: int | None
) -> dict[str, Any]:
    """Replace the data of a znode; its new stat. Raises Conflict, with what is there now and what
    was to be written, where it is not at this version any more, or is another znode under the
    same name, which began at version 0 again (mzxid tells; None: not looked at).
    """
    try:
        seen = _require(errand, path, mzxid=mzxid)
        stat = errand.change(changes.set_data(path, data, version))
    except Conflict as refusal:
        if refusal.code == "stale":
            refusal.beside = {
                "current": current(errand, path),
                "yours": {"data": data_as_json(data), "version": version},
            }
        raise
    _require_same(path, stat, seen)
    return stat_as_json(stat)


def delete(errand: Errand, path: str, version: int, mzxid: int | None) -> int:
    """Delete a znode without children, under the same conditions; the zxid of that."""
    try:
        _require(errand, path, mzxid=mzxid)
        zxid: int = errand.change(changes.delete(path, version))
        return zxid
    except Conflict as refusal:
        if refusal.code == "stale":
            refusal.beside = {"current": current(errand, path), "yours": {"version": version}}
        raise


def read_acl(client: KazooClient, path: str) -> dict[str, Any]:
    """`{"path", "acl", "stat"}`. Raises Forbidden: an ACL is not for everybody."""
    acl, stat = answer_to(client, lambda client: client.get_acls_async(path), path)
    return {"path": path, "acl": entries_of(acl), "stat": stat_as_json(stat)}


def entries_of(acl: Sequence[ACL]) -> list[dict[str, str]]:
    """An ACL for JSON."""
    return [acl_as_json(one) for one in acl]


def protect(
    errand: Errand,
    path: str,
    acl: Sequence[ACL],
    version: int,
    czxid: int | None,
    lock_out: bool,
) -> dict[str, Any]:
    """Replace a znode's ACL; its new stat. version: the ACL's own (aversion). Raises Conflict
    where it has changed, where the znode is another one (czxid tells; None: not looked at), and
    where nobody of this session could change it again.
    """
    if not lock_out and not keeps_right(acl, errand.identities):
        raise Conflict(
            "With this ACL this session could not change the ACL again: none of its credentials has"
            ' the permission a. To set it all the same: "lock_out": true.',
            code="locks_out",
            field="lock_out",
        )
    try:
        seen = _require(errand, path, czxid=czxid)
        stat = errand.change(changes.set_acl(path, acl, version))
    except Conflict as refusal:
        if refusal.code == "stale":
            now = read_acl(errand.client, path)
            yours = {"acl": entries_of(acl), "version": version}
            refusal.beside = {"current": {"acl": now["acl"], "stat": now["stat"]}, "yours": yours}
        raise
    _require_same(path, stat, seen)
    return stat_as_json(stat)


def current(errand: Errand, path: str) -> dict[str, Any]:
    """What a znode holds now: `{"data", "stat"}`."""
    data, stat = errand.read(lambda client: client.get_async(path), path)
    return {"data": as_shown(data), "stat": stat_as_json(stat)}


def stat_as_json(stat: Any) -> dict[str, Any]:
    """The owner as a session's id, in hex; all else are numbers."""
    return {**stat._asdict(), "ephemeralOwner": session_hex(stat.ephemeralOwner)}


def _require(errand: Errand, path: str, **seen: int | None) -> ZnodeStat | None:
    """How the znode is just now, where the caller says how it was seen. Raises Conflict where that
    is not so; a znode that is gone is left to ZooKeeper's own refusal.
    """
    ((field, zxid),) = seen.items()
    if zxid is None:
        return None
    stat: ZnodeStat | None = errand.read(lambda client: client.exists_async(path), path)
    if stat is not None and getattr(stat, field) != zxid:
        raise Conflict(f"{path} has been changed since it was read.", code="stale", field=field)
    return stat


def _require_same(path: str, stat: ZnodeStat, seen: ZnodeStat | None) -> None:
    if seen is not None:
        require_same(path, stat, sight_of(seen))
