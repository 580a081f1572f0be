"""Make requests that kazoo 2.11.0 lacks, and reads whose callback is linked before they are sent.

kazoo has no `addWatch` and no multi-read (ZooKeeper 3.6, ZOOKEEPER-1416 and -3402), creates neither
containers nor znodes with a time to live, and links a reply's callback only after the request is on
its way. It sends any object with `type`, `serialize()` and `deserialize(buffer, offset)`; the
latter runs on the connection thread before a later frame is read: what it registers misses nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from kazoo.client import KazooClient
from kazoo.exceptions import (
    AuthFailedError,
    ConnectionLoss,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.serialization import Exists, GetChildren, GetData, Sync

from .extension import Then, send, watch_below
from .frames import DataStat, decode_multi_read, decode_record
from .watching import Watcher
from .wire.codes import AddMode, Op
from .wire.jute import encode
from .wire.multi import encode_operations
from .wire.records import AddWatchRequest, PathWatch

# The error of a request without the server's answer.
CONNECTION_ERRORS = (ConnectionLoss, SessionExpiredError, AuthFailedError)
_HEADER = 8


class ProtocolRequest:
    """Any request of the protocol. read: decodes the body of its answer, from an offset on.

    kazoo keeps requests made while there is no connection: a delete that was given up a minute ago
    would be done as the server comes back. So a request can be withdrawn for as long as it is not
    on its way. kazoo reads `type` just before it writes the request's bytes. op: the operation that
    it was made for.
    """

    def __init__(self, op: Op, body: bytes, read: Callable[[bytes, int], Any]) -> None:
        self.op, self._sends, self._body, self._read = op, op, body, read
        self._lock = threading.Lock()
        self._is_sent = self._is_withdrawn = False

    @property
    def type(self) -> int:
        """Return the operation's number."""
        with self._lock:
            self._is_sent = True
            return int(self._sends)

    @property
    def size(self) -> int:
        """Return the bytes of the frame that it makes."""
        return len(self._body) + _HEADER

    def withdraw(self) -> bool:
        """Tell whether it was not sent yet, and never will be: a harmless question goes instead."""
        with self._lock:
            if not self._is_sent:
                self._sends, self._body = Op.EXISTS, encode(PathWatch("/", False))
                self._is_withdrawn = True
            return self._is_withdrawn

    def serialize(self) -> bytes:
        """Return the body's bytes."""
        return self._body

    def deserialize(self, buffer: bytes, offset: int) -> Any:
        """Decode the answer."""
        return None if self._is_withdrawn else self._read(buffer, offset)


def plain(op: Op, body: tuple[Any, ...] | None) -> ProtocolRequest:
    """Make a request that is answered by the record that the protocol defines, None for none."""
    return ProtocolRequest(op, b"" if body is None else encode(body), partial(decode_record, op))


@dataclass(frozen=True, slots=True)
class ProtocolRead:
    """A read of what a subclass says; `watcher` hears of the next change of that."""

    path: str
    watcher: Watcher | None = None


class ChildrenOf(ProtocolRead):
    """A read of the names of a znode's children."""

    __slots__ = ()


class DataOf(ProtocolRead):
    """A read of a znode's data and stat."""

    __slots__ = ()


class StatOf(ProtocolRead):
    """A read of a znode's stat, None for a missing znode; the watch is set even then."""

    __slots__ = ()


_KINDS: dict[type[ProtocolRead], Any] = {ChildrenOf: GetChildren, DataOf: GetData, StatOf: Exists}
_OPS: dict[type[ProtocolRead], Op] = {ChildrenOf: Op.GET_CHILDREN, DataOf: Op.GET_DATA}


def add_recursive_watch(
    client: KazooClient, path: str, callback: Watcher, then: Then | None = None
) -> IAsyncResult:
    """Hear of every create, delete and change of `path` and all below it, in order.

    Persistent until the connection ends: add it again after each reconnect. The events carry
    paths without the chroot. Fails with UnimplementedError on a server older than 3.6 (which
    closes the connection as well). Set no ordinary watch on the same `path` with the same client:
    before ZOOKEEPER-4466 a server keeps one mode for each session and path, so the ordinary watch
    takes the recursive one's place and is gone when it fires (seen on 3.8.0). Below it is safe.
    """
    path = rooted(client, path)

    def registered(_buffer: bytes, _offset: int) -> bool:
        watch_below(client, path, callback)
        return True

    body = encode(AddWatchRequest(path, AddMode.PERSISTENT_RECURSIVE))
    request = ProtocolRequest(Op.ADD_WATCH, body, registered)
    return _send_newer(client, request, "recursive_watches", then)


def multi_read(
    client: KazooClient,
    reads: Sequence[ProtocolRead],
    then: Then | None = None,
    connection: int | None = None,
) -> IAsyncResult:
    """Read many znodes in one round trip; the result is one answer for each of `reads`, in order.

    A read that fails (NoNodeError, NoAuthError) is an exception *in* the list. `then` and
    `connection` are those of `send`. A server before 3.6 refuses it with UnimplementedError.

    Raise ValueError for a read with a watcher: ZooKeeper drops the watch flag of a multi-read's
    operations (its Op.GetData holds a path and nothing else; seen on 3.8.0).
    """
    if any(read.watcher is not None for read in reads):
        raise ValueError("ZooKeeper sets no watches by a multi-read; send such a read by itself")
    operations = [(_OPS[type(read)], PathWatch(rooted(client, read.path), False)) for read in reads]
    answers = partial(decode_multi_read, count=len(operations))
    request = ProtocolRequest(Op.MULTI_READ, encode_operations(operations), answers)
    return _send_newer(client, request, "multi_reads", then, connection)


def read_one(client: KazooClient, read: ProtocolRead, then: Then | None = None) -> IAsyncResult:
    """Send one read with its watcher; `then` gets names, a pair, a stat or an error, in order."""
    return send(client, _KINDS[type(read)](rooted(client, read.path), read.watcher), then)


def downwards(path: str) -> list[str]:
    """Return /a, /a/b, /a/b/c for /a/b/c."""
    names = path.strip("/").split("/")
    return ["/" + "/".join(names[: count + 1]) for count in range(len(names))]


def sync(client: KazooClient, then: Then) -> None:
    """Flush the channel between this session's server and the leader, then call `then`."""
    send(client, Sync(rooted(client, "/")), then)


def _send_newer(
    client: KazooClient,
    request: ProtocolRequest,
    capability: str,
    then: Then | None,
    connection: int | None = None,
) -> IAsyncResult:
    """Send a request that not every server knows, and remember a server that does not."""

    def answered(result: IAsyncResult) -> None:
        if isinstance(result.exception, UnimplementedError):
            client.handler.lacks(capability)
        if then is not None:
            then(result)

    return send(client, request, answered, connection)


def rooted(client: KazooClient, path: str) -> str:
    """Return the path as the server knows it: below the client's chroot."""
    if not client.chroot:
        return path
    return str(client.chroot) if path == "/" else f"{client.chroot}{path}"


def as_answer(value: Any) -> Any:
    """Return kazoo's getData, a plain pair, as a multi-read's DataStat."""
    return DataStat(*value) if isinstance(value, tuple) and len(value) == 2 else value
