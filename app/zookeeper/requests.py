"""Requests that kazoo 2.11.0 lacks, and the only reach into its private names beside bound.py and
handshake.py.

kazoo has no `addWatch` and no multi-read (ZooKeeper 3.6, ZOOKEEPER-1416 and -3402), and links a
reply's callback only after the request is on its way. What is used of kazoo's inside, and the
reason why requirements.txt pins it exactly:

- `KazooClient._call(request, async_result)` sends any object with `type`, `serialize()` and
  `deserialize(buffer, offset)`; the latter runs on the connection thread, before any later frame
  is read, so what it registers misses no event.
- `KazooClient._data_watchers`: path (with chroot) -> set of watchers. An event takes them out with
  `pop(path, [])`; `_reset_watchers` replaces the whole at every disconnect.
- `KazooClient._pending`: `(request, async_result, xid)` of what was sent and has no answer yet.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from kazoo.client import KazooClient
from kazoo.exceptions import (
    AuthFailedError,
    ConnectionLoss,
    SessionClosedRequireSaslError,
    SessionExpiredError,
    UnimplementedError,
)
from kazoo.interfaces import IAsyncResult
from kazoo.protocol.connection import ConnectionDropped
from kazoo.protocol.serialization import (
    Create,
    Exists,
    GetChildren,
    GetData,
    ReplyHeader,
    Sync,
)
from kazoo.security import OPEN_ACL_UNSAFE

from app.zookeeper.frames import Answer, decode_multi_read, encode_add_watch, encode_multi_read
from app.zookeeper.frames import DataStat as DataStat
from app.zookeeper.watching import Watcher
from app.zookeeper.wire.codes import AUTH_XID, WATCH_XID

Then: TypeAlias = Callable[[IAsyncResult], None]

# What a request fails with when it is not the server's answer.
CONNECTION_ERRORS = (ConnectionLoss, SessionExpiredError, AuthFailedError)


@dataclass(frozen=True, slots=True)
class ChildrenOf:
    """Read the names of a znode's children; `watcher` hears of the next change of that list."""

    path: str
    watcher: Watcher | None = None


@dataclass(frozen=True, slots=True)
class DataOf:
    """Read a znode's data and stat; `watcher` hears of its next change or of its end."""

    path: str
    watcher: Watcher | None = None


Read: TypeAlias = ChildrenOf | DataOf


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
    request = _AddWatch(client, rooted(client, path), callback)
    return _send_newer(client, request, "recursive_watches", then)


def multi_read(
    client: KazooClient, reads: Sequence[Read], then: Then | None = None
) -> IAsyncResult:
    """Read many znodes in one round trip; the result is one `Answer` for each of `reads`, in order.

    A read that fails (NoNodeError, NoAuthError) is an exception *in* the list and sets no watch.
    `then` is linked before the request is sent, so that it keeps its place among the events.
    Fails as a whole with UnimplementedError on a server older than 3.6.

    Raises ValueError for a read with a watcher: ZooKeeper drops the watch flag of a multi-read's
    operations (its Op.GetData holds a path and nothing else; seen on 3.8.0).
    """
    if any(read.watcher is not None for read in reads):
        raise ValueError("ZooKeeper sets no watches by a multi-read; send such a read by itself")
    return _send_newer(client, multi_read_of(client, reads), "multi_reads", then)


def multi_read_of(client: KazooClient, reads: Sequence[Read]) -> Any:
    """The request of a `multi_read`, to be sent."""
    return _MultiRead(client, reads)


def read_one(client: KazooClient, read: Read, then: Then) -> None:
    """Send one read, with its watcher; `then` gets names or `(data, stat)`, or the error."""
    ask = read_children if _is_list(read) else read_data
    ask(client, read.path, then, read.watcher)


def read_data(client: KazooClient, path: str, then: Then, watcher: Watcher | None = None) -> None:
    """getData: `then` gets `(data, stat)` or the error, in the order of the wire."""
    send(client, GetData(rooted(client, path), watcher), then)


def read_children(
    client: KazooClient, path: str, then: Then, watcher: Watcher | None = None
) -> None:
    """getChildren: `then` gets the names or the error, in the order of the wire."""
    send(client, GetChildren(rooted(client, path), watcher), then)


def read_stat(client: KazooClient, path: str, then: Then, watcher: Watcher | None = None) -> None:
    """exists: `then` gets the stat, or None for a missing znode (the watch is set even then)."""
    send(client, Exists(rooted(client, path), watcher), then)


def make_chroot(client: KazooClient) -> None:
    """Create the client's chroot and all above it, with the client's ACL. Sent ahead of what needs
    it: what already exists answers so, and nobody waits for it. kazoo's `ensure_path` makes its
    last part only.
    """
    acl = client.default_acl or OPEN_ACL_UNSAFE
    for path in downwards(client.chroot) if client.chroot else ():
        send(client, Create(path, b"", acl, 0), None)


def downwards(path: str) -> list[str]:
    """/a/b/c: /a, /a/b, /a/b/c."""
    names = path.strip("/").split("/")
    return ["/" + "/".join(names[: count + 1]) for count in range(len(names))]


def sync(client: KazooClient, then: Then) -> None:
    """Flush the channel between this session's server and the leader, then call `then`."""
    send(client, Sync(rooted(client, "/")), then)


def read_whole_frames(client: KazooClient) -> None:
    """Take what has come as a whole from the `BufferedSocket` at once; kazoo reads it in steps.

    The header of a watch event holds the zxid of the change, which kazoo drops (ZOOKEEPER-4655).
    """
    read_header = client._connection._read_header

    def read(timeout: float) -> Any:
        frame = client._connection._socket.take_frame()
        if frame is None:
            header, frame, offset = read_header(timeout)
        else:
            header, offset = ReplyHeader.deserialize(frame, 0)
        if header.xid == WATCH_XID:
            client.handler.event_zxid = header.zxid if header.zxid > 0 else None
        elif header.xid == AUTH_XID or header.err == UnimplementedError.code:
            _put_first(client._pending, header.xid)
        elif header.err == SessionClosedRequireSaslError.code:
            client.handler.refuse()
            raise ConnectionDropped("a login is asked for")
        return header, frame, offset

    client._connection._read_header = read


def _put_first(pending: deque[Any], answered: int) -> None:
    """Make the request that is answered the next one: for kazoo, answers come in the order of the
    requests. Those to credentials may come ahead of others, and some refusals do (see
    `Capabilities.refuses_in_turn`).
    """
    number = next((at for at, (_, _, xid) in enumerate(pending) if xid == answered), 0)
    if number:
        request = pending[number]
        del pending[number]
        pending.appendleft(request)


def _is_list(read: Read) -> bool:
    return isinstance(read, ChildrenOf)


def send(client: KazooClient, request: Any, then: Then | None = None) -> IAsyncResult:
    """Send any object with `type`, `serialize()` and `deserialize(buffer, offset)`; `then` is
    linked before, so that it keeps its place among the events.
    """
    result = client.handler.async_result()
    if then is not None:
        result.rawlink(then)
    client._call(request, result)
    return result


def _send_newer(
    client: KazooClient, request: Any, capability: str, then: Then | None
) -> IAsyncResult:
    """Send what not every server knows, and remember it of one that does not."""

    def answered(result: IAsyncResult) -> None:
        if isinstance(result.exception, UnimplementedError):
            client.handler.lacks(capability)
        if then is not None:
            then(result)

    return send(client, request, answered)


def rooted(client: KazooClient, path: str) -> str:
    """The path as the server knows it: below the client's chroot."""
    if not client.chroot:
        return path
    return str(client.chroot) if path == "/" else f"{client.chroot}{path}"


class _Watchers(defaultdict[str, set[Watcher]]):
    """kazoo's registry of data watchers, which also finds the watcher of an ancestor."""

    def __init__(self, watchers: dict[str, set[Watcher]]) -> None:
        super().__init__(set, watchers)
        self.recursive: dict[str, Watcher] = {}

    def pop(self, path: str, *default: Any) -> list[Watcher]:  # type: ignore[override]
        found = list(super().pop(path, *default))
        for root, watcher in self.recursive.items():
            if path == root or root == "/" or path.startswith(f"{root}/"):
                found.append(watcher)
        return found


class _AddWatch:
    """Opcode 106. The reply is a header only."""

    type = 106

    def __init__(self, client: KazooClient, path: str, callback: Watcher) -> None:
        self.client, self.path, self.callback = client, path, callback

    def serialize(self) -> bytes:
        return encode_add_watch(self.path)

    def deserialize(self, _buffer: bytes, _offset: int) -> bool:
        if not isinstance(self.client._data_watchers, _Watchers):
            self.client._data_watchers = _Watchers(self.client._data_watchers)
        self.client._data_watchers.recursive[self.path] = self.callback
        return True


class _MultiRead:
    """Opcode 22: many reads in one request."""

    type = 22

    def __init__(self, client: KazooClient, reads: Sequence[Read]) -> None:
        self.client, self.reads = client, reads

    def serialize(self) -> bytes:
        paths = ((_is_list(read), rooted(self.client, read.path)) for read in self.reads)
        return encode_multi_read(paths)

    def deserialize(self, buffer: bytes, offset: int) -> list[Answer]:
        return decode_multi_read(buffer, offset, len(self.reads))


def as_answer(value: Any) -> Any:
    """kazoo's getData gives a plain pair where a multi-read gives a DataStat."""
    return DataStat(*value) if isinstance(value, tuple) and len(value) == 2 else value
