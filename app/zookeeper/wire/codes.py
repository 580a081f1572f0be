"""Name the numbers of the protocol. Source: ZooDefs.java, KeeperException.java, Watcher.java,
CreateMode.java and ClientCnxn.java of ZooKeeper 3.8.
"""

from __future__ import annotations

from enum import IntEnum, IntFlag

WATCH_XID = -1
PING_XID = -2
AUTH_XID = -4
SET_WATCHES_XID = -8

NO_ZXID = -1
"""The zxid in the header of a watch event whose change has no zxid, or whose server tells none."""
SYNC_CONNECTED = 3
"""The only state that a server's watch event carries."""

LARGEST_FRAME = 0xFFFFF
LARGEST_HANDSHAKE = 1024
"""The bytes that a frame of a handshake may have: far more than it has."""
"""The bytes of jute.maxbuffer by default."""


class Op(IntEnum):
    """The operation that a request asks for."""

    CREATE = 1
    DELETE = 2
    EXISTS = 3
    GET_DATA = 4
    SET_DATA = 5
    GET_ACL = 6
    SET_ACL = 7
    GET_CHILDREN = 8
    SYNC = 9
    PING = 11
    GET_CHILDREN2 = 12
    CHECK = 13
    MULTI = 14
    CREATE2 = 15
    RECONFIG = 16
    CHECK_WATCHES = 17
    REMOVE_WATCHES = 18
    CREATE_CONTAINER = 19
    DELETE_CONTAINER = 20
    CREATE_TTL = 21
    MULTI_READ = 22
    AUTH = 100
    SET_WATCHES = 101
    SASL = 102
    GET_EPHEMERALS = 103
    GET_ALL_CHILDREN_NUMBER = 104
    SET_WATCHES2 = 105
    ADD_WATCH = 106
    WHO_AM_I = 107
    CREATE_SESSION = -10
    CLOSE_SESSION = -11
    ERROR = -1


class Code(IntEnum):
    """The outcome of a request."""

    OK = 0
    SYSTEM_ERROR = -1
    RUNTIME_INCONSISTENCY = -2
    DATA_INCONSISTENCY = -3
    CONNECTION_LOSS = -4
    MARSHALLING_ERROR = -5
    UNIMPLEMENTED = -6
    OPERATION_TIMEOUT = -7
    BAD_ARGUMENTS = -8
    API_ERROR = -100
    NO_NODE = -101
    NO_AUTH = -102
    BAD_VERSION = -103
    NO_CHILDREN_FOR_EPHEMERALS = -108
    NODE_EXISTS = -110
    NOT_EMPTY = -111
    SESSION_EXPIRED = -112
    INVALID_CALLBACK = -113
    INVALID_ACL = -114
    AUTH_FAILED = -115
    SESSION_MOVED = -118
    NOT_READ_ONLY = -119
    NO_WATCHER = -121
    RECONFIG_DISABLED = -123
    QUOTA_EXCEEDED = -125
    THROTTLED_OP = -127


class EventType(IntEnum):
    """The change that a watch event reports."""

    NONE = -1
    CREATED = 1
    DELETED = 2
    DATA_CHANGED = 3
    CHILDREN_CHANGED = 4


class CreateMode(IntEnum):
    """The flags of a create."""

    PERSISTENT = 0
    EPHEMERAL = 1
    PERSISTENT_SEQUENTIAL = 2
    EPHEMERAL_SEQUENTIAL = 3
    CONTAINER = 4
    PERSISTENT_TTL = 5
    PERSISTENT_SEQUENTIAL_TTL = 6

    @property
    def is_ephemeral(self) -> bool:
        """Tell whether the znode goes with its session."""
        return self.name.startswith("EPHEMERAL")

    @property
    def is_sequential(self) -> bool:
        """Tell whether the parent's counter is appended to the name."""
        return "SEQUENTIAL" in self.name

    @property
    def has_ttl(self) -> bool:
        """Tell whether the znode may be removed a time after its last change."""
        return self.name.endswith("TTL")


class AddMode(IntEnum):
    """The modes of addWatch."""

    PERSISTENT = 0
    PERSISTENT_RECURSIVE = 1


class WatcherType(IntEnum):
    """The watches that checkWatches and removeWatches mean; the last two since ZooKeeper 3.9."""

    CHILDREN = 1
    DATA = 2
    ANY = 3
    PERSISTENT = 4
    PERSISTENT_RECURSIVE = 5


class Permission(IntFlag):
    """The rights of an ACL entry."""

    READ = 1
    WRITE = 2
    CREATE = 4
    DELETE = 8
    ADMIN = 16
    ALL = 31


PERMISSIONS = {"c": 4, "d": 8, "r": 1, "w": 2, "a": 16}
"""The rights by zkCli's letters, in its order."""


def letters_of(permissions: int) -> str:
    """Return the letters of these rights."""
    return "".join(letter for letter, bit in PERMISSIONS.items() if permissions & bit)


def hex_long(number: int) -> str:
    """Return a number as Java writes a long in hex: negative ones in two's complement."""
    return f"{number & (1 << 64) - 1:#x}"


CONTAINER = -(1 << 63)
"""The `ephemeralOwner` of a container; 0 is a plain znode's, all others are sessions or times to
live. Source: EphemeralType.java with extendedTypesEnabled.
"""
LONGEST_TTL = (1 << 40) - 1
"""Milliseconds."""

TTL_MARK = -(1 << 56)


def is_ttl(owner: int) -> bool:
    """Tell whether the znode has a time to live: the highest byte is 0xff."""
    return TTL_MARK <= owner < 0


def is_session(owner: int) -> bool:
    """Tell whether the owner is a session."""
    return owner not in (0, CONTAINER) and not is_ttl(owner)
