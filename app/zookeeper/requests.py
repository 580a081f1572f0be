"""Make requests that kazoo 2.11.0 lacks, and link the callbacks of reads before these are sent.

kazoo has no `addWatch` and no multi-read (ZooKeeper 3.6, ZOOKEEPER-1416 and -3402), creates neither
containers nor znodes with a time to live, and links a reply's callback only after the request is on
its way. It sends any object with `type`, `serialize()` and `deserialize(buffer, offset)`; the last
of these runs on the connection thread before a later frame is read: what it registers misses
nothing.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias, TypeVar

from kazoo.client import KazooClient
from kazoo.exceptions import (
    EXCEPTIONS,
    AuthFailedError,
    ConnectionLoss,
    SessionExpiredError,
    UnimplementedError,
    ZookeeperError,
)
from kazoo.interfaces import IAsyncResult
from kazoo.protocol import serialization as s
from kazoo.protocol.serialization import int_struct, multiheader_struct, stat_struct
from kazoo.protocol.states import ZnodeStat

from . import operations as o
from .extension import Then, send, watch_below
from .wire.codes import AddMode, Op
from .wire.jute import decode, encode
from .wire.multi import encode_operations
from .wire.records import RESPONSES, AddWatchRequest, PathOnly, PathWatch

Names: TypeAlias = list[str]


class DataStat(NamedTuple):
    """A znode's data (None where ZooKeeper holds null) and its stat."""

    data: bytes | None
    stat: ZnodeStat


Answer: TypeAlias = Names | DataStat | ZookeeperError
Answered: TypeAlias = Callable[[str, Answer], None]
"""Takes a path and the answer to a listing of it."""


def decode_record(op: Op, buffer: bytes, offset: int) -> Any:
    """Decode the answer to a request by the record that the protocol defines; None for none."""
    kind = RESPONSES[op]
    return None if kind is None else decode(kind, bytes(buffer), offset)[0]


def decode_multi_read(buffer: bytes, offset: int, count: int) -> list[Answer]:
    """Return the answers to `count` reads; a failed one is an exception among them.

    This decodes them straight into kazoo's types, in one pass of its own: the mirror reads two for
    each znode of a tree, and the records of `wire` take two and a half times as long. Source:
    zookeeper.jute, MultiHeader `{int type, boolean done, int err}` before each operation and once
    more at the end; ReadMultiResponse in MultiResponse.java.
    """
    answers: list[Answer] = []
    for _ in range(count):
        kind, _done, _error = multiheader_struct.unpack_from(buffer, offset)
        answer, offset = _READERS[kind](buffer, offset + multiheader_struct.size)
        answers.append(answer)
    return answers


def _read_names(buffer: bytes, offset: int) -> tuple[Answer, int]:
    unpack = int_struct.unpack_from
    count = unpack(buffer, offset)[0]
    offset += 4
    names: Names = []
    for _ in range(count):
        start = offset + 4
        offset = start + unpack(buffer, offset)[0]
        names.append(buffer[start:offset].decode())
    return names, offset


def _read_data(buffer: bytes, offset: int) -> tuple[Answer, int]:
    length = int_struct.unpack_from(buffer, offset)[0]
    start, end = offset + 4, offset + 4 + max(length, 0)
    stat = ZnodeStat._make(stat_struct.unpack_from(buffer, end))
    data = None if length < 0 else buffer[start:end]
    return DataStat(data, stat), end + stat_struct.size


def _read_error(buffer: bytes, offset: int) -> tuple[Answer, int]:
    code = int_struct.unpack_from(buffer, offset)[0]
    return EXCEPTIONS.get(code, ZookeeperError)(), offset + 4


_READERS: dict[int, Callable[[bytes, int], tuple[Answer, int]]] = {
    Op.GET_CHILDREN: _read_names,
    Op.GET_DATA: _read_data,
    Op.ERROR: _read_error,
}


# The error of a request without the server's answer.
CONNECTION_ERRORS = (ConnectionLoss, SessionExpiredError, AuthFailedError)
_HEADER = 8


class ProtocolRequest:
    """Any request of the protocol. read: decodes the body of its answer, from an offset on.

    kazoo keeps requests made while there is no connection: it would send a delete that was given up
    a minute ago as the server comes back. So anybody can withdraw a request that is not on its way.
    kazoo reads `type` just before it writes the request's bytes. op: the operation that it was made
    for.
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
        """Withdraw the request; tell whether it was not sent yet, and never will be: a harmless
        question goes instead.
        """
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
    """Make a request whose answer is the record that the protocol defines, None for none."""
    return ProtocolRequest(op, b"" if body is None else encode(body), partial(decode_record, op))


_READS: dict[type[o.Read], Callable[[str, o.Watcher | None], Any]] = {
    o.Get: s.GetData,
    o.Config: s.GetData,
    o.Exists: s.Exists,
    o.Names: s.GetChildren,
    o.Listing: s.GetChildren2,
    o.GetAcl: lambda path, _: s.GetACL(path),
    o.CountBelow: lambda path, _: plain(Op.GET_ALL_CHILDREN_NUMBER, PathOnly(path)),
}
_AT_ONCE: dict[type[o.Read], Op] = {o.Get: Op.GET_DATA, o.Names: Op.GET_CHILDREN}


def read_request(client: KazooClient, read: o.Read, watcher: o.Watcher | None = None) -> Any:
    """Make the request of one read; `watcher` hears of the next change of what it reads."""
    path = read.path if isinstance(read, o.Config) else rooted(client, read.path)
    return _READS[type(read)](path, watcher)


def multi_read_request(client: KazooClient, reads: Sequence[o.Read]) -> ProtocolRequest:
    """Make the request of many reads, of data or of names. There is one answer for each, in order;
    the answer to a read that fails (NoNodeError, NoAuthError) is an exception. ZooKeeper drops the
    watch flag of its parts (its Op.GetData holds a path and nothing else; seen on 3.8.0).
    """
    parts = [(_AT_ONCE[type(one)], PathWatch(rooted(client, one.path), False)) for one in reads]
    decoded = partial(decode_multi_read, count=len(parts))
    return ProtocolRequest(Op.MULTI_READ, encode_operations(parts), decoded)


def add_recursive_watch(
    client: KazooClient, path: str, callback: o.Watcher, then: Then | None = None
) -> IAsyncResult:
    """Hear of every create, delete and change of `path` and all below it, in order.

    The watch lasts until the connection ends: add it again after each reconnect. The events carry
    paths without the chroot. It fails with UnimplementedError on a server older than 3.6 (which
    closes the connection as well). Set no ordinary watch on the same `path` with the same client:
    before ZOOKEEPER-4466 a server keeps one mode for each session and path, so the ordinary watch
    takes the recursive one's place and is gone when it fires (seen on 3.8.0). An ordinary watch
    below `path` is safe.
    """
    path = rooted(client, path)

    def registered(_buffer: bytes, _offset: int) -> bool:
        watch_below(client, path, callback)
        return True

    body = encode(AddWatchRequest(path, AddMode.PERSISTENT_RECURSIVE))
    request = ProtocolRequest(Op.ADD_WATCH, body, registered)
    return _send_newer(client, request, "recursive_watches", then)


def multi_read(
    client: KazooClient, reads: Sequence[o.Read], then: Then | None = None
) -> IAsyncResult:
    """Read many znodes in one round trip (see `multi_read_request`). A server before 3.6 refuses it
    with UnimplementedError.
    """
    return _send_newer(client, multi_read_request(client, reads), "multi_reads", then)


def read_one(
    client: KazooClient,
    read: o.Read,
    then: Then | None = None,
    watcher: o.Watcher | None = None,
) -> IAsyncResult:
    """Send one read; `then` gets names, a pair, a stat or an error, in order."""
    return send(client, read_request(client, read, watcher), then)


def _send_newer(
    client: KazooClient,
    request: ProtocolRequest,
    capability: str,
    then: Then | None,
) -> IAsyncResult:
    """Send a request that not every server knows, and remember a server that does not."""

    def answered(result: IAsyncResult) -> None:
        if isinstance(result.exception, UnimplementedError):
            client.handler.lacks(capability)
        if then is not None:
            then(result)

    return send(client, request, answered)


def rooted(client: KazooClient, path: str) -> str:
    """Return the path as the server knows it: below the client's chroot."""
    if not client.chroot:
        return path
    return str(client.chroot) if path == "/" else f"{client.chroot}{path}"


def as_answer(value: Any) -> Any:
    """Return kazoo's getData, a plain pair, as a multi-read's DataStat."""
    return DataStat(*value) if isinstance(value, tuple) and len(value) == 2 else value


Item = TypeVar("Item")


def batches(
    items: Iterable[Item], size_of: Callable[[Item], int], most: int, most_bytes: int
) -> Iterator[list[Item]]:
    """Yield batches of at most `most` items and `most_bytes`; a larger item goes alone."""
    batch: list[Item] = []
    size = 0
    for item in items:
        own = size_of(item)
        if batch and (len(batch) == most or size + own > most_bytes):
            yield batch
            batch, size = [], 0
        batch.append(item)
        size += own
    if batch:
        yield batch
