"""The multi requests: operations in a row, each behind a header. Source: MultiOperationRecord.java,
MultiResponse.java.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import Malformed, decode, encode_into
from app.zookeeper.wire.records import (
    REQUESTS,
    RESPONSES,
    MultiHeader,
    Number,
)

WRITES = frozenset(
    {
        Op.CREATE, Op.CREATE2, Op.CREATE_TTL, Op.CREATE_CONTAINER,
        Op.DELETE, Op.SET_DATA, Op.CHECK,
    }
)  # fmt: skip
READS = frozenset({Op.GET_DATA, Op.GET_CHILDREN})

_pack_header = struct.Struct(">i?i").pack
_END = _pack_header(Op.ERROR, True, -1)


class Operation(NamedTuple):
    """One operation of a multi, or one result: `body` is None where there is none to send."""

    op: int
    body: Any


class Operations(NamedTuple):
    """The body of a multi or multiRead request, and of its reply."""

    operations: list[Operation]


def encode_operations(operations: Iterable[tuple[int, Any]]) -> bytes:
    """The body of a request."""
    out = bytearray()
    for op, body in operations:
        out += _pack_header(op, False, -1)
        encode_into(out, body)
    return bytes(out + _END)


def decode_operations(buffer: bytes, offset: int, allowed: frozenset[Op]) -> Operations:
    """The operations of a request. Raises Malformed, also for one that is not allowed in it."""
    found: list[Operation] = []
    while True:
        header, offset = decode(MultiHeader, buffer, offset)
        if header.done:
            return Operations(found)
        kind = REQUESTS.get(header.op) if header.op in allowed else None
        if kind is None:
            raise Malformed(f"operation {header.op} has no place in a multi")
        body, offset = decode(kind, buffer, offset)
        found.append(Operation(header.op, body))


def encode_results(results: Sequence[Operation]) -> bytes:
    """The body of a reply; a failed operation is `Operation(Op.ERROR, Number(code))`, and its
    header carries the code once more.
    """
    out = bytearray()
    for op, body in results:
        error = body.number if op == Op.ERROR else 0
        out += _pack_header(op, False, error)
        if body is not None:
            encode_into(out, body)
    return bytes(out + _END)


def decode_results(buffer: bytes, offset: int = 0) -> list[Operation]:
    """The results in a reply. Raises Malformed."""
    found: list[Operation] = []
    while True:
        header, offset = decode(MultiHeader, buffer, offset)
        if header.done:
            return found
        kind = Number if header.op == Op.ERROR else RESPONSES.get(header.op)
        body = None
        if kind is not None and header.op != Op.CHECK:
            body, offset = decode(kind, buffer, offset)
        found.append(Operation(header.op, body))
