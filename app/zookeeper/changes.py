"""Requests that change znodes, of every kind that ZooKeeper has, each for `requests.send`.

kazoo 2.11.0 makes neither containers nor znodes with a time to live, and keeps what is asked for
while there is no connection: a delete that was given up a minute ago would be done as the server
comes back. A request from here can be withdrawn for as long as it is not on its way.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from kazoo.client import KazooClient
from kazoo.exceptions import EXCEPTIONS, ZookeeperError
from kazoo.protocol.states import ZnodeStat
from kazoo.security import ACL, OPEN_ACL_UNSAFE

from app.zookeeper.requests import rooted
from app.zookeeper.wire.codes import Code, CreateMode, Op
from app.zookeeper.wire.jute import decode, encode
from app.zookeeper.wire.multi import Operation, Operations, decode_results, encode_operations
from app.zookeeper.wire.records import (
    RESPONSES,
    Acl,
    CreateRequest,
    CreateTtlRequest,
    Id,
    PathOnly,
    PathVersion,
    PathWatch,
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
"""What a server must have to know a request of this kind."""

ANY_VERSION = -1


@dataclass(frozen=True)
class Refused:
    """A transaction was refused, and nothing of it done: `error`, at operation number `index`."""

    index: int
    error: ZookeeperError


class Step(NamedTuple):
    """What to do, with a path as the client knows it."""

    op: Op
    body: Any


def create(
    path: str,
    data: bytes | None,
    kind: str = "persistent",
    acl: Sequence[ACL] = (),
    ttl_ms: int | None = None,
) -> Step:
    """Answered by the znode's path, which has a number appended for a sequential kind. acl:
    nothing stands for the client's own, and where it has none for world:anyone:cdrwa. ttl_ms: for
    the kinds `ttl…`, 1 to 2^40 - 1.
    """
    mode, entries = KINDS[kind], _entries(acl)
    if mode.has_ttl:
        return Step(Op.CREATE_TTL, CreateTtlRequest(path, data, entries, mode, ttl_ms or 0))
    op = Op.CREATE_CONTAINER if mode is CreateMode.CONTAINER else Op.CREATE
    return Step(op, CreateRequest(path, data, entries, mode))


def delete(path: str, version: int = ANY_VERSION) -> Step:
    """Answered by the zxid of the deletion."""
    return Step(Op.DELETE, PathVersion(path, version))


def set_data(path: str, data: bytes | None, version: int = ANY_VERSION) -> Step:
    """Answered by the new `ZnodeStat`."""
    return Step(Op.SET_DATA, SetDataRequest(path, data, version))


def set_acl(path: str, acl: Sequence[ACL], version: int = ANY_VERSION) -> Step:
    """Answered by the new `ZnodeStat`; the version is the ACL's (aversion)."""
    return Step(Op.SET_ACL, SetAclRequest(path, _entries(acl), version))


def check(path: str, version: int) -> Step:
    """For a transaction: it is refused where the znode has another version."""
    return Step(Op.CHECK, PathVersion(path, version))


def transaction(steps: Iterable[Step]) -> Step:
    """All or nothing; answered by the list of their answers, or by `[Refused]`."""
    return Step(Op.MULTI, Operations([Operation(*step) for step in steps]))


def ephemerals(prefix: str = "/") -> Step:
    """Answered by the paths of this session's ephemerals below `prefix`; since ZooKeeper 3.6."""
    return Step(Op.GET_EPHEMERALS, PathOnly(prefix))


def who_am_i() -> Step:
    """Answered by whom the server takes this session for: `ClientInfo`s; since 3.7."""
    return Step(Op.WHO_AM_I, None)


class Request:
    """A step on its way. kazoo asks for `type` just before it writes the request's bytes."""

    def __init__(self, client: KazooClient, step: Step) -> None:
        self._client, self._lock = client, threading.Lock()
        self._op, self._body = step.op, _complete(client, step)
        self._is_sent = self._is_withdrawn = False

    @property
    def type(self) -> int:
        with self._lock:
            self._is_sent = True
            return int(self._op)

    def withdraw(self) -> bool:
        """Whether it was not sent yet, and never will be: a harmless question goes instead."""
        with self._lock:
            if not self._is_sent:
                self._op, self._body = Op.EXISTS, PathWatch("/", False)
                self._is_withdrawn = True
            return self._is_withdrawn

    def serialize(self) -> bytes:
        if isinstance(self._body, Operations):
            return encode_operations(self._body.operations)
        return b"" if self._body is None else encode(self._body)

    @property
    def size(self) -> int:
        """Bytes of the frame that it makes."""
        return len(self.serialize()) + _HEADER

    def deserialize(self, buffer: bytes, offset: int) -> Any:
        if self._is_withdrawn:
            return None
        if self._op == Op.MULTI:
            return _results(decode_results(bytes(buffer), offset))
        if self._op == Op.DELETE:
            return self._client.last_zxid  # that of this very answer: kazoo has just noted it
        kind = RESPONSES[self._op]
        body = None if kind is None else decode(kind, bytes(buffer), offset)[0]
        return _answer(self._client, self._op, body)


_HEADER = 8


def _entries(acl: Sequence[ACL]) -> list[Acl]:
    return [Acl(entry.perms, Id(entry.id.scheme, entry.id.id)) for entry in acl]


def _complete(client: KazooClient, step: Step) -> Any:
    if isinstance(step.body, Operations):
        return Operations([Operation(op, _complete(client, Step(Op(op), body)))
                           for op, body in step.body.operations])  # fmt: skip
    if step.body is None:
        return None
    body = step.body._replace(path=rooted(client, step.body.path))
    if getattr(body, "acl", None) == []:
        body = body._replace(acl=_entries(client.default_acl or OPEN_ACL_UNSAFE))
    return body


def _results(results: Sequence[Operation]) -> list[Any]:
    """The answers, or `[Refused]`: of a refused transaction one operation has its own error, and
    those after it RUNTIMEINCONSISTENCY. Paths still have the chroot, which kazoo takes off.
    """
    errors = [result.body.number if result.op == Op.ERROR else 0 for result in results]
    for index, code in enumerate(errors):
        if code not in (Code.OK, Code.RUNTIME_INCONSISTENCY):
            return [Refused(index, EXCEPTIONS.get(code, ZookeeperError)())]
    return [_plain_answer(result.op, result.body) for result in results]


def _answer(client: KazooClient, op: int, body: Any) -> Any:
    answer = _plain_answer(op, body)
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
