"""Declare the records of the protocol by their names in zookeeper.jute (ZooKeeper 3.8)."""

from __future__ import annotations

from typing import Any, NamedTuple

from .codes import Op
from .jute import Buffer, Int, Long


class ConnectRequest(NamedTuple):
    """The first frame of a connection; clients since 3.4 add a boolean, `read_only`."""

    protocol: Int
    last_zxid_seen: Long
    timeout: Int
    session: Long
    password: Buffer


class ConnectResponse(NamedTuple):
    """The answer to a ConnectRequest; a timeout of 0 says that the session is over."""

    protocol: Int
    timeout: Int
    session: Long
    password: Buffer


class RequestHeader(NamedTuple):
    """The header of each request."""

    xid: Int
    op: Int


class ReplyHeader(NamedTuple):
    """The header of each reply and each watch event; a body follows only where `error` is 0."""

    xid: Int
    zxid: Long
    error: Int


class MultiHeader(NamedTuple):
    """The header of each operation of a multi, and once more at its end, with `done`."""

    op: Int
    done: bool
    error: Int


class WatcherEvent(NamedTuple):
    """The body of a watch event: a watch has fired."""

    type: Int
    state: Int
    path: str


class Stat(NamedTuple):
    """The stat of a znode; times in milliseconds since the epoch."""

    czxid: Long
    mzxid: Long
    ctime: Long
    mtime: Long
    version: Int
    cversion: Int
    aversion: Int
    ephemeral_owner: Long
    data_length: Int
    children: Int
    pzxid: Long


class Id(NamedTuple):
    """An identity: a scheme and an identity within it."""

    scheme: str
    id: str


class Acl(NamedTuple):
    """An ACL entry: who may do what."""

    permissions: Int
    id: Id


class ClientInfo(NamedTuple):
    """The identity by which the server knows the client."""

    scheme: str
    user: str


class AuthPacket(NamedTuple):
    """The client's credentials."""

    type: Int
    scheme: str
    auth: Buffer


class SaslToken(NamedTuple):
    """A challenge of SASL, or the answer to one."""

    token: Buffer


class CreateRequest(NamedTuple):
    """create, create2 and createContainer."""

    path: str
    data: Buffer
    acl: list[Acl]
    flags: Int


class CreateTtlRequest(NamedTuple):
    """createTTL; ttl in milliseconds."""

    path: str
    data: Buffer
    acl: list[Acl]
    flags: Int
    ttl: Long


class PathVersion(NamedTuple):
    """DeleteRequest and CheckVersionRequest; version -1 means any."""

    path: str
    version: Int


class PathWatch(NamedTuple):
    """ExistsRequest, GetDataRequest, GetChildrenRequest and GetChildren2Request."""

    path: str
    watch: bool


class PathOnly(NamedTuple):
    """Sync, GetACL, GetAllChildrenNumber and GetEphemeralsRequest; SyncResponse and
    CreateResponse.
    """

    path: str


class PathType(NamedTuple):
    """CheckWatchesRequest and RemoveWatchesRequest."""

    path: str
    type: Int


class AddWatchRequest(NamedTuple):
    path: str
    mode: Int


class SetDataRequest(NamedTuple):
    path: str
    data: Buffer
    version: Int


class SetAclRequest(NamedTuple):
    """setACL; the version is that of the ACL."""

    path: str
    acl: list[Acl]
    version: Int


class ReconfigRequest(NamedTuple):
    joining: str
    leaving: str
    new_members: str
    config: Long


class SetWatches(NamedTuple):
    """The watches that the client still wants after a reconnect, and the last zxid it saw."""

    relative_zxid: Long
    data: list[str]
    exist: list[str]
    child: list[str]


class SetWatches2(NamedTuple):
    """SetWatches with persistent watches."""

    relative_zxid: Long
    data: list[str]
    exist: list[str]
    child: list[str]
    persistent: list[str]
    persistent_recursive: list[str]


class Create2Response(NamedTuple):
    """The znode's path, with its counter where it has one, and its stat."""

    path: str
    stat: Stat


class StatOnly(NamedTuple):
    """ExistsResponse, SetDataResponse and SetACLResponse."""

    stat: Stat


class GetDataResponse(NamedTuple):
    data: Buffer
    stat: Stat


class GetChildrenResponse(NamedTuple):
    """getChildren and, of paths, getEphemerals."""

    children: list[str]


class GetChildren2Response(NamedTuple):
    children: list[str]
    stat: Stat


class GetAclResponse(NamedTuple):
    acl: list[Acl]
    stat: Stat


class Number(NamedTuple):
    """GetAllChildrenNumberResponse; ErrorResponse, of addWatch and of parts of a multi."""

    number: Int


class WhoAmIResponse(NamedTuple):
    clients: list[ClientInfo]


_BODIES: dict[int, tuple[type[Any] | None, type[Any] | None]] = {
    Op.CREATE: (CreateRequest, PathOnly),
    Op.CREATE2: (CreateRequest, Create2Response),
    Op.CREATE_CONTAINER: (CreateRequest, Create2Response),
    Op.CREATE_TTL: (CreateTtlRequest, Create2Response),
    Op.DELETE: (PathVersion, None),
    Op.EXISTS: (PathWatch, StatOnly),
    Op.GET_DATA: (PathWatch, GetDataResponse),
    Op.SET_DATA: (SetDataRequest, StatOnly),
    Op.GET_ACL: (PathOnly, GetAclResponse),
    Op.SET_ACL: (SetAclRequest, StatOnly),
    Op.GET_CHILDREN: (PathWatch, GetChildrenResponse),
    Op.GET_CHILDREN2: (PathWatch, GetChildren2Response),
    Op.SYNC: (PathOnly, PathOnly),
    Op.PING: (None, None),
    Op.CHECK: (PathVersion, StatOnly),
    Op.CHECK_WATCHES: (PathType, None),
    Op.REMOVE_WATCHES: (PathType, None),
    Op.RECONFIG: (ReconfigRequest, GetDataResponse),
    Op.DELETE_CONTAINER: (None, None),
    Op.AUTH: (AuthPacket, None),
    Op.SET_WATCHES: (SetWatches, None),
    Op.SET_WATCHES2: (SetWatches2, None),
    Op.GET_EPHEMERALS: (PathOnly, GetChildrenResponse),
    Op.GET_ALL_CHILDREN_NUMBER: (PathOnly, Number),
    Op.ADD_WATCH: (AddWatchRequest, Number),
    Op.WHO_AM_I: (None, WhoAmIResponse),
    Op.CLOSE_SESSION: (None, None),
}
"""An operation -> the bodies of its request and reply, None for none; wire/multi.py has the multi
ones.
"""
REQUESTS = {op: request for op, (request, _) in _BODIES.items()}
RESPONSES = {op: reply for op, (_, reply) in _BODIES.items()}
