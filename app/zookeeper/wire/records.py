"""The records of the protocol, by their names in zookeeper.jute (ZooKeeper 3.8)."""

from __future__ import annotations

from typing import Any, NamedTuple

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import Buffer, Int, Long


class ConnectRequest(NamedTuple):
    """The first frame of a connection; clients since 3.4 add a boolean, `read_only`."""

    protocol: Int
    last_zxid_seen: Long
    timeout: Int
    session: Long
    password: Buffer


class ConnectResponse(NamedTuple):
    """Its answer; a timeout of 0 says that the session is over."""

    protocol: Int
    timeout: Int
    session: Long
    password: Buffer


class RequestHeader(NamedTuple):
    """Before each request."""

    xid: Int
    op: Int


class ReplyHeader(NamedTuple):
    """Before each reply and each watch event; a body follows only where `error` is 0."""

    xid: Int
    zxid: Long
    error: Int


class MultiHeader(NamedTuple):
    """Before each operation of a multi, and once more at its end, with `done`."""

    op: Int
    done: bool
    error: Int


class WatcherEvent(NamedTuple):
    """A watch has fired."""

    type: Int
    state: Int
    path: str


class Stat(NamedTuple):
    """What a znode says of itself; times in milliseconds since the epoch."""

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
    """Who: a scheme and an identity within it."""

    scheme: str
    id: str


class Acl(NamedTuple):
    """Who may do what."""

    permissions: Int
    id: Id


class ClientInfo(NamedTuple):
    """Who the server takes the client for."""

    scheme: str
    user: str


class AuthPacket(NamedTuple):
    """The client says who it is."""

    type: Int
    scheme: str
    auth: Buffer


class SaslToken(NamedTuple):
    """A challenge of SASL, and what answers it."""

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
    """DeleteRequest and CheckVersionRequest; version -1 is any."""

    path: str
    version: Int


class PathWatch(NamedTuple):
    """ExistsRequest, GetDataRequest, GetChildrenRequest and GetChildren2Request."""

    path: str
    watch: bool


class PathOnly(NamedTuple):
    """SyncRequest, GetACLRequest, GetAllChildrenNumberRequest, GetEphemeralsRequest (a prefix);
    SyncResponse and CreateResponse.
    """

    path: str


class PathType(NamedTuple):
    """CheckWatchesRequest and RemoveWatchesRequest."""

    path: str
    type: Int


class AddWatchRequest(NamedTuple):
    """addWatch."""

    path: str
    mode: Int


class SetDataRequest(NamedTuple):
    """setData."""

    path: str
    data: Buffer
    version: Int


class SetAclRequest(NamedTuple):
    """setACL; the version is that of the ACL."""

    path: str
    acl: list[Acl]
    version: Int


class ReconfigRequest(NamedTuple):
    """reconfig."""

    joining: str
    leaving: str
    new_members: str
    config: Long


class SetWatches(NamedTuple):
    """After a reconnect: the watches that the client still wants, and the last zxid it saw."""

    relative_zxid: Long
    data: list[str]
    exist: list[str]
    child: list[str]


class SetWatches2(NamedTuple):
    """The same with persistent watches."""

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
    """getData."""

    data: Buffer
    stat: Stat


class GetChildrenResponse(NamedTuple):
    """getChildren and, of paths, getEphemerals."""

    children: list[str]


class GetChildren2Response(NamedTuple):
    """getChildren2."""

    children: list[str]
    stat: Stat


class GetAclResponse(NamedTuple):
    """getACL."""

    acl: list[Acl]
    stat: Stat


class Number(NamedTuple):
    """GetAllChildrenNumberResponse, and the ErrorResponse that answers addWatch and failed parts
    of a multi.
    """

    number: Int


class WhoAmIResponse(NamedTuple):
    """whoAmI."""

    clients: list[ClientInfo]


REQUESTS: dict[int, type[Any] | None] = {
    Op.CREATE: CreateRequest,
    Op.CREATE2: CreateRequest,
    Op.CREATE_CONTAINER: CreateRequest,
    Op.CREATE_TTL: CreateTtlRequest,
    Op.DELETE: PathVersion,
    Op.EXISTS: PathWatch,
    Op.GET_DATA: PathWatch,
    Op.SET_DATA: SetDataRequest,
    Op.GET_ACL: PathOnly,
    Op.SET_ACL: SetAclRequest,
    Op.GET_CHILDREN: PathWatch,
    Op.GET_CHILDREN2: PathWatch,
    Op.SYNC: PathOnly,
    Op.PING: None,
    Op.CHECK: PathVersion,
    Op.CHECK_WATCHES: PathType,
    Op.REMOVE_WATCHES: PathType,
    Op.RECONFIG: ReconfigRequest,
    Op.DELETE_CONTAINER: None,
    Op.AUTH: AuthPacket,
    Op.SET_WATCHES: SetWatches,
    Op.SET_WATCHES2: SetWatches2,
    Op.GET_EPHEMERALS: PathOnly,
    Op.GET_ALL_CHILDREN_NUMBER: PathOnly,
    Op.ADD_WATCH: AddWatchRequest,
    Op.WHO_AM_I: None,
    Op.CLOSE_SESSION: None,
}
"""The body of each request but the multi ones (wire/multi.py); None: it has none."""

RESPONSES: dict[int, type[Any] | None] = {
    Op.CREATE: PathOnly,
    Op.CREATE2: Create2Response,
    Op.CREATE_CONTAINER: Create2Response,
    Op.CREATE_TTL: Create2Response,
    Op.DELETE: None,
    Op.EXISTS: StatOnly,
    Op.GET_DATA: GetDataResponse,
    Op.SET_DATA: StatOnly,
    Op.GET_ACL: GetAclResponse,
    Op.SET_ACL: StatOnly,
    Op.GET_CHILDREN: GetChildrenResponse,
    Op.GET_CHILDREN2: GetChildren2Response,
    Op.SYNC: PathOnly,
    Op.PING: None,
    Op.CHECK: StatOnly,
    Op.CHECK_WATCHES: None,
    Op.REMOVE_WATCHES: None,
    Op.RECONFIG: GetDataResponse,
    Op.DELETE_CONTAINER: None,
    Op.AUTH: None,
    Op.SET_WATCHES: None,
    Op.SET_WATCHES2: None,
    Op.GET_EPHEMERALS: GetChildrenResponse,
    Op.GET_ALL_CHILDREN_NUMBER: Number,
    Op.ADD_WATCH: Number,
    Op.WHO_AM_I: WhoAmIResponse,
    Op.CLOSE_SESSION: None,
}
"""The body of each reply."""
