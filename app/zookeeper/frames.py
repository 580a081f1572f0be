"""The bytes of `addWatch` and of a multi-read, which kazoo 2.11.0 does not know. No I/O.

Source: zookeeper.jute, MultiHeader `{int type, boolean done, int err}` before each operation and
once more at the end; ReadMultiResponse in MultiResponse.java.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeAlias

from kazoo.exceptions import EXCEPTIONS, ZookeeperError
from kazoo.protocol.serialization import int_struct, multiheader_struct, stat_struct
from kazoo.protocol.states import ZnodeStat

Names: TypeAlias = list[str]

_PERSISTENT_RECURSIVE = 1
_GET_DATA, _GET_CHILDREN, _FAILED = 4, 8, -1


class DataStat(NamedTuple):
    """A znode's data (None where ZooKeeper holds null) and its stat."""

    data: bytes | None
    stat: ZnodeStat


Answer: TypeAlias = Names | DataStat | ZookeeperError


def encode_add_watch(path: str) -> bytes:
    """`path` ustring, `mode` int: persistent recursive."""
    mode: bytes = int_struct.pack(_PERSISTENT_RECURSIVE)
    return _string(path) + mode


def encode_multi_read(reads: Iterable[tuple[bool, str]]) -> bytes:
    """Reads as (whether it is getChildren, path); each has a watch flag, which servers ignore."""
    frame = bytearray()
    for is_list, path in reads:
        frame += multiheader_struct.pack(_GET_CHILDREN if is_list else _GET_DATA, False, -1)
        frame += _string(path) + b"\0"
    return bytes(frame + multiheader_struct.pack(-1, True, -1))


def decode_multi_read(buffer: bytes, offset: int, count: int) -> list[Answer]:
    """The answers to `count` reads; one that failed is the exception, and the rest still comes."""
    answers: list[Answer] = []
    for _ in range(count):
        kind, _done, _error = multiheader_struct.unpack_from(buffer, offset)
        answer, offset = _READERS[kind](buffer, offset + multiheader_struct.size)
        answers.append(answer)
    return answers


def _string(text: str) -> bytes:
    encoded = text.encode()
    length: bytes = int_struct.pack(len(encoded))
    return length + encoded


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
    _GET_CHILDREN: _read_names,
    _GET_DATA: _read_data,
    _FAILED: _read_error,
}
