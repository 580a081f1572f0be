"""Steps that change znodes, of every kind that ZooKeeper has, and the request of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import EXCEPTIONS, ZookeeperError
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL, OPEN_ACL_UNSAFE

from .frames import decode_record
from .requests import ProtocolRequest, rooted
from .wire.codes import Code, CreateMode, Op
from .wire.jute import encode
from .wire.multi import Operation, Operations, decode_results, encode_operations
from .wire.records import (
    Acl,
    CreateRequest,
    CreateTtlRequest,
    Id,
    PathOnly,
    PathVersion,
    SetAclRequest,
    SetDataRequest,
)

KINDS = {
    "persistent": CreateMode.PERSISTENT,
    "persistent_sequential": CreateMode.PERSISTENT_SEQUENTIAL,
    "ephemeral": CreateMode.EPHEMERAL,
    "ephemeral_sequential": CreateMode.EPHEMERAL_SEQUENTIAL,
    "container": CreateMode.CONTAINER,
    "ttl": CreateMode.PERSISTENT_TTL,
    "ttl_sequential": CreateMode.PERSISTENT_SEQUENTIAL_TTL,
}
CAPABILITIES = {
    Op.CREATE_CONTAINER: "containers",
    Op.CREATE_TTL: "ttl",
    Op.GET_EPHEMERALS: "lists_ephemerals",
    Op.WHO_AM_I: "tells_credentials",
    Op.ADD_WATCH: "recursive_watches",
    Op.GET_ALL_CHILDREN_NUMBER: "counts_all_below",
    Op.CHECK_WATCHES: "removes_watches",
    Op.REMOVE_WATCHES: "removes_watches",
}
"""The capability that a server needs for a request of each kind."""

ANY_VERSION = -1


@dataclass(frozen=True)
class TransactionRefused:
    """A transaction was refused, and nothing of it done: `error`, at operation number `index`."""

    index: int
    error: ZookeeperError


Step = Operation
"""A step, with a path as the client knows it."""


def create(
    path: str,
    data: bytes | None = b"",
    kind: str = "persistent",
    acl: Sequence[ACL] = (),
    ttl_ms: int | None = None,
) -> Step:
    """Create a znode. Answered by its path, which has a number appended for a sequential kind. acl:
    nothing means the client's own, else world:anyone:cdrwa. ttl_ms: of `ttl…`, 1 to 2^40 - 1.
    """
    mode, entries = KINDS[kind], _entries(acl)
    if mode.has_ttl:
        return Step(Op.CREATE_TTL, CreateTtlRequest(path, data, entries, mode, ttl_ms or 0))
    op = Op.CREATE_CONTAINER if mode is CreateMode.CONTAINER else Op.CREATE
    return Step(op, CreateRequest(path, data, entries, mode))


def delete(path: str, version: int = ANY_VERSION) -> Step:
    """Delete a znode. Answered by the zxid of the deletion."""
    return Step(Op.DELETE, PathVersion(path, version))


def set_data(path: str, data: bytes | None, version: int = ANY_VERSION) -> Step:
    """Set data. Answered by the new `ZnodeStat`."""
    return Step(Op.SET_DATA, SetDataRequest(path, data, version))


def set_acl(path: str, acl: Sequence[ACL], version: int = ANY_VERSION) -> Step:
    """Set an ACL. Answered by the new `ZnodeStat`; the version is the ACL's (aversion)."""
    return Step(Op.SET_ACL, SetAclRequest(path, _entries(acl), version))


def check(path: str, version: int) -> Step:
    """Check a version in a transaction, which is refused if the znode has another one."""
    return Step(Op.CHECK, PathVersion(path, version))


def transaction(steps: Iterable[Step]) -> Step:
    """Do all or nothing; answered by the list of their answers, or by `[TransactionRefused]`."""
    return Step(Op.MULTI, Operations(list(steps)))


def ephemerals(prefix: str = "/") -> Step:
    """List this session's ephemerals below `prefix`. Answered by their paths; since 3.6."""
    return Step(Op.GET_EPHEMERALS, PathOnly(prefix))


def who_am_i() -> Step:
    """Ask who this session is to the server. Answered by `ClientInfo`s; since 3.7."""
    return Step(Op.WHO_AM_I, None)


def request_of(client: KazooClient, step: Step) -> ProtocolRequest:
    """Make a step's request, which can be withdrawn for as long as it is not on its way."""
    body = _complete(client, step)
    if isinstance(body, Operations):
        return ProtocolRequest(Op.MULTI, encode_operations(body.operations), _results)
    encoded = b"" if body is None else encode(body)
    return ProtocolRequest(Op(step.op), encoded, partial(_answer, client, Op(step.op)))


def _entries(acl: Sequence[ACL]) -> list[Acl]:
    return [Acl(entry.perms, Id(entry.id.scheme, entry.id.id)) for entry in acl]


def _complete(client: KazooClient, step: Step) -> Any:
    if isinstance(step.body, Operations):
        steps = step.body.operations
        return Operations([one._replace(body=_complete(client, one)) for one in steps])
    if step.body is None:
        return None
    body = step.body._replace(path=rooted(client, step.body.path))
    if getattr(body, "acl", None) == []:
        body = body._replace(acl=_entries(client.default_acl or OPEN_ACL_UNSAFE))
    return body


def _results(buffer: bytes, offset: int) -> list[Any]:
    """Return the answers, or `[TransactionRefused]`: one operation has its own error, and those
    after it RUNTIMEINCONSISTENCY. Paths still have the chroot, which kazoo removes.
    """
    results = decode_results(bytes(buffer), offset)
    errors = [result.body.number if result.op == Op.ERROR else 0 for result in results]
    for index, code in enumerate(errors):
        if code not in (Code.OK, Code.RUNTIME_INCONSISTENCY):
            return [TransactionRefused(index, EXCEPTIONS.get(code, ZookeeperError)())]
    return [_plain_answer(result.op, result.body) for result in results]


def _answer(client: KazooClient, op: Op, buffer: bytes, offset: int) -> Any:
    if op == Op.DELETE:
        return client.last_zxid  # that of this very answer: kazoo has just noted it
    answer = _plain_answer(op, decode_record(op, buffer, offset))
    if isinstance(answer, str):
        return client.unchroot(answer)
    if op == Op.GET_EPHEMERALS:
        return [client.unchroot(path) for path in answer]
    return answer


def _plain_answer(op: int, body: Any) -> Any:
    if body is None or op in (Op.DELETE, Op.CHECK):
        return None
    if op == Op.WHO_AM_I:
        return body.clients
    if op == Op.GET_EPHEMERALS:
        return body.children
    if op in (Op.SET_DATA, Op.SET_ACL):
        return ZnodeStat(*body.stat)
    return body.path
