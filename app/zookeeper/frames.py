"""The bytes of `addWatch` and of a multi-read, which kazoo 2.11.0 does not know. No I/O.

Answers are decoded straight into kazoo's types, in one pass of their own: the mirror reads two for
each znode of a tree, and by way of the records of `wire` it takes two and a half times as long.

Source: zookeeper.jute, MultiHeader `{int type, boolean done, int err}` before each operation and
once more at the end; ReadMultiResponse in MultiResponse.java.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from kazoo.exceptions import EXCEPTIONS, ZookeeperError
from kazoo.protocol.serialization import int_struct, multiheader_struct, stat_struct
from kazoo.protocol.states import ZnodeStat

from app.zookeeper.wire.codes import AddMode, Op
from app.zookeeper.wire.jute import encode
from app.zookeeper.wire.multi import encode_operations
from app.zookeeper.wire.records import AddWatchRequest, PathWatch

Names: TypeAlias = list[str]


class DataStat(NamedTuple):
    """A znode's data (None where ZooKeeper holds null) and its stat."""

    data: bytes | None
    stat: ZnodeStat


Answer: TypeAlias = Names | DataStat | ZookeeperError


def encode_add_watch(path: str) -> bytes:
    """`path` ustring, `mode` int: persistent recursive."""
    return encode(AddWatchRequest(path, AddMode.PERSISTENT_RECURSIVE))


def encode_multi_read(reads: Iterable[tuple[bool, str]]) -> bytes:
    """Reads as (whether it is getChildren, path); each has a watch flag, which servers ignore."""
    return encode_operations(
        (Op.GET_CHILDREN if is_list else Op.GET_DATA, PathWatch(path, False))
        for is_list, path in reads
    )


def decode_multi_read(buffer: bytes, offset: int, count: int) -> list[Answer]:
    """The answers to `count` reads; one that failed is the exception, and the rest still comes."""
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
