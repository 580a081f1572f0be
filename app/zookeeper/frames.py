"""Decode the answers to requests that kazoo 2.11.0 does not know. No I/O.

The answers to a multi-read are decoded straight into kazoo's types, in one pass of their own: the
mirror reads two for each znode of a tree, and through the records of `wire` it takes two and a
half times as long.

Source: zookeeper.jute, MultiHeader `{int type, boolean done, int err}` before each operation and
once more at the end; ReadMultiResponse in MultiResponse.java.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from kazoo.exceptions import EXCEPTIONS, ZookeeperError
from kazoo.protocol.serialization import int_struct, multiheader_struct, stat_struct
from kazoo.protocol.states import ZnodeStat

from .wire.codes import Op
from .wire.jute import decode
from .wire.records import RESPONSES

Names: TypeAlias = list[str]


class DataStat(NamedTuple):
    """A znode's data (None where ZooKeeper holds null) and its stat."""

    data: bytes | None
    stat: ZnodeStat


Answer: TypeAlias = Names | DataStat | ZookeeperError


def decode_record(op: Op, buffer: bytes, offset: int) -> Any:
    """Decode the answer to a request by the record that the protocol defines; None for none."""
    kind = RESPONSES[op]
    return None if kind is None else decode(kind, bytes(buffer), offset)[0]


def decode_multi_read(buffer: bytes, offset: int, count: int) -> list[Answer]:
    """Return the answers to `count` reads; a failed one is an exception among them."""
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
