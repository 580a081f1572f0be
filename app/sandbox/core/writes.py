"""Carry out the requests that change the tree. Source: PrepRequestProcessor.java, whose order of
checks decides which of several errors a client gets.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from ...zookeeper.wire import records as r
from ...zookeeper.wire.capabilities import Capabilities
from ...zookeeper.wire.codes import (
    CONTAINER,
    LONGEST_TTL,
    TTL_MARK,
    Code,
    CreateMode,
    EventType,
    Op,
    Permission,
    is_session,
)
from ...zookeeper.wire.multi import Operation, Operations
from . import acl
from .refusals import Refused, Unintelligible
from .sessions import Link
from .tree import SPECIAL, Tree, Znode, check_path, parent_of
from .watches import TreeChange

Handler: TypeAlias = Callable[[int, Any, Link], Any]

_CREATES_BY_NUMBER = frozenset({Op.CREATE, Op.CREATE2, Op.CREATE_CONTAINER})
_CREATES = _CREATES_BY_NUMBER | {Op.CREATE_TTL}
_MODES_WITHOUT_TTL = frozenset(mode for mode in CreateMode if not mode.has_ttl)
_CREATES_BY_FLAGS: dict[int, Op] = {
    CreateMode.CONTAINER: Op.CREATE_CONTAINER,
    CreateMode.PERSISTENT_TTL: Op.CREATE_TTL,
    CreateMode.PERSISTENT_SEQUENTIAL_TTL: Op.CREATE_TTL,
}


class Writes:
    """One writing request at a time: `apply` it, then tell the watchers what has `happened`."""

    def __init__(self, tree: Tree, can: Capabilities) -> None:
        self._tree = tree
        self._tells_stat = can.multi_create_tells_stat
        self._zxid = self._now = 0
        self.happened: list[TreeChange] = []
        self._handlers: dict[int, Handler] = {
            Op.CREATE: lambda op, body, by: r.PathOnly(self._add(op, body, by)),
            Op.CREATE2: self._create2,
            Op.CREATE_TTL: self._create2,
            Op.CREATE_CONTAINER: self._create2,
            Op.DELETE: self._delete,
            Op.SET_DATA: self._set_data,
            Op.SET_ACL: self._set_acl,
            Op.CHECK: self._check,
            Op.MULTI: self._multi,
        }

    def knows(self, op: int) -> bool:
        """Tell whether this is a request that writes."""
        return op in self._handlers

    def apply(self, op: int, body: Any, by: Link, zxid: int, now: int) -> Any:
        """Return the reply's body. Raise Refused, and then nothing has changed."""
        self._zxid, self._now = zxid, now
        self.happened = []
        return self._handlers[op](op, body, by)

    def remove(self, path: str, zxid: int) -> None:
        """Delete a znode by the server itself: one of an ended session, or an empty container."""
        self._note(EventType.DELETED, path)
        self._tree.delete(path, zxid)

    def _create2(self, op: int, body: Any, by: Link) -> r.Create2Response:
        path = self._add(op, body, by)
        return r.Create2Response(path, self._tree.nodes[path].stat())

    def _add(self, op: int, body: Any, by: Link) -> str:
        mode = _mode(body.flags)
        owner = _owner(op, mode, body, by)
        above = parent_of(body.path)
        permitted = acl.resolved(body.acl, by.identities)
        parent = self._tree.find(above)
        acl.check(parent.acl, Permission.CREATE, by.identities)
        path: str = body.path + (f"{parent.creates:010d}" if mode.is_sequential else "")
        check_path(path)
        if path in self._tree.nodes:
            raise Refused(Code.NODE_EXISTS)
        if is_session(parent.owner):
            raise Refused(Code.NO_CHILDREN_FOR_EPHEMERALS)
        self._tree.create(path, self._new(body.data, permitted, owner), self._zxid)
        self._note(EventType.CREATED, path)
        return path

    def _new(self, data: bytes | None, permitted: acl.AclList, owner: int) -> Znode:
        zxid, now = self._zxid, self._now
        return Znode(data, permitted, zxid, zxid, zxid, now, now, owner=owner)

    def _delete(self, op: int, body: r.PathVersion, by: Link) -> None:
        if body.path in SPECIAL:
            raise Refused(Code.BAD_ARGUMENTS)
        parent = self._tree.find(parent_of(body.path))
        acl.check(parent.acl, Permission.DELETE, by.identities)
        znode = self._tree.find(body.path)
        _expect(znode.version, body.version)
        if znode.children:
            raise Refused(Code.NOT_EMPTY)
        self.remove(body.path, self._zxid)

    def _set_data(self, op: int, body: r.SetDataRequest, by: Link) -> r.StatOnly:
        znode = self._checked(body.path, Permission.WRITE, by)
        _expect(znode.version, body.version)
        self._tree.write(body.path, body.data, self._zxid, self._now)
        self._note(EventType.DATA_CHANGED, body.path)
        return r.StatOnly(znode.stat())

    def _set_acl(self, op: int, body: r.SetAclRequest, by: Link) -> r.StatOnly:
        check_path(body.path)
        permitted = acl.resolved(body.acl, by.identities)
        znode = self._checked(body.path, Permission.ADMIN, by)
        _expect(znode.aversion, body.version)
        return r.StatOnly(self._tree.protect(body.path, permitted).stat())

    def _check(self, op: int, body: r.PathVersion, by: Link) -> r.StatOnly:
        znode = self._checked(body.path, Permission.READ, by)
        _expect(znode.version, body.version)
        return r.StatOnly(znode.stat())

    def _multi(self, op: int, body: Operations, by: Link) -> Operations:
        """Apply all or nothing. If one fails, the reply says of each: OK for those before it, its
        code, and RUNTIMEINCONSISTENCY for those after it.
        """
        if self._tells_stat:
            _check_modes(body.operations)
        results: list[Operation] = []
        try:
            with self._tree.all_or_nothing():
                for part in body.operations:
                    results.append(self._part(part, by))
        except Refused as refused:
            self.happened = []
            return _all_failed(len(body.operations), len(results), refused.code)
        return Operations(results)

    def _part(self, part: Operation, by: Link) -> Operation:
        op = self._kind_of_create(part) if part.op in _CREATES else part.op
        result = self._handlers[op](op, part.body, by)
        if isinstance(result, r.Create2Response):
            return Operation(Op.CREATE2, result)
        return Operation(op, None if op == Op.CHECK else result)

    def _kind_of_create(self, part: Operation) -> int:
        """Return what is created: within a multi the flags decide, or else the request's number,
        where a create2 gets its stat. With flags for a time to live but none given, Apache
        understands nothing of the whole multi.
        """
        by_number = self._tells_stat and part.op in _CREATES_BY_NUMBER
        op = _CREATES_BY_FLAGS.get(part.body.flags, part.op if by_number else Op.CREATE)
        if op == Op.CREATE_TTL and not isinstance(part.body, r.CreateTtlRequest):
            raise Unintelligible("a time to live without one")
        return op

    def _note(self, kind: EventType, path: str) -> None:
        nodes = self._tree.nodes
        parent = nodes[parent_of(path)]
        self.happened.append(TreeChange(kind, path, nodes[path].acl, parent.acl))

    def _checked(self, path: str, permission: Permission, by: Link) -> Znode:
        check_path(path)
        znode = self._tree.find(path)
        acl.check(znode.acl, permission, by.identities)
        return znode


def _check_modes(parts: list[Operation]) -> None:
    """Raise Unintelligible for an unknown mode, and for a time to live without one."""
    for part in parts:
        if part.op in _CREATES_BY_NUMBER and part.body.flags not in _MODES_WITHOUT_TTL:
            raise Unintelligible(f"a create of unknown mode {part.body.flags}")


def _mode(flags: int) -> CreateMode:
    try:
        return CreateMode(flags)
    except ValueError:
        raise Refused(Code.BAD_ARGUMENTS) from None


def _owner(op: int, mode: CreateMode, body: Any, by: Link) -> int:
    """Return the owner: the request makes a container; the flag alone makes a plain znode."""
    if mode.has_ttl or op == Op.CREATE_TTL:
        if not (mode.has_ttl and op == Op.CREATE_TTL and 0 < body.ttl <= LONGEST_TTL):
            raise Refused(Code.BAD_ARGUMENTS)
        return TTL_MARK | int(body.ttl)
    if op == Op.CREATE_CONTAINER:
        return CONTAINER
    return by.session.id if mode.is_ephemeral and by.session else 0


def _expect(version: int, expected: int) -> None:
    if expected not in (-1, version):
        raise Refused(Code.BAD_VERSION)


def _all_failed(count: int, at: int, code: Code) -> Operations:
    codes = [Code.OK] * at + [code] + [Code.RUNTIME_INCONSISTENCY] * (count - at - 1)
    return Operations([Operation(Op.ERROR, r.Number(int(one))) for one in codes])
