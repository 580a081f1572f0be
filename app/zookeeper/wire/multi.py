"""Read and write operations in a row, each behind a header (MultiOperationRecord.java,
MultiResponse.java).
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from .codes import Op
from .jute import Malformed, decode, encode_into
from .records import REQUESTS, RESPONSES, MultiHeader, Number

WRITES = frozenset(
    {Op.CREATE, Op.CREATE2, Op.CREATE_TTL, Op.CREATE_CONTAINER, Op.DELETE, Op.SET_DATA, Op.CHECK}
)
READS = frozenset({Op.GET_DATA, Op.GET_CHILDREN})

_RESULTS = {**RESPONSES, Op.ERROR: Number, Op.CHECK: None}
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
    """Return the body of a request."""
    out = bytearray()
    for op, body in operations:
        out += _pack_header(op, False, -1)
        encode_into(out, body)
    return bytes(out + _END)


def decode_operations(buffer: bytes, offset: int, allowed: frozenset[Op]) -> Operations:
    """Return the operations of a request. Raise Malformed, also for an operation that is not
    allowed.
    """

    def kind_of(op: int) -> type[Any]:
        kind = REQUESTS.get(op) if op in allowed else None
        if kind is None:
            raise Malformed(f"operation {op} is not allowed in a multi")
        return kind

    return Operations(_decode(buffer, offset, kind_of))


def encode_results(results: Sequence[Operation]) -> bytes:
    """Return the body of a reply. The header of an `Op.ERROR` carries its code once more."""
    out = bytearray()
    for op, body in results:
        error = body.number if op == Op.ERROR else 0
        out += _pack_header(op, False, error)
        if body is not None:
            encode_into(out, body)
    return bytes(out + _END)


def decode_results(buffer: bytes, offset: int = 0) -> list[Operation]:
    """Return the results in a reply. Raise Malformed."""
    return _decode(buffer, offset, _RESULTS.get)


def _decode(
    buffer: bytes, offset: int, kind_of: Callable[[int], type[Any] | None]
) -> list[Operation]:
    found: list[Operation] = []
    while True:
        header, offset = decode(MultiHeader, buffer, offset)
        if header.done:
            return found
        kind, body = kind_of(header.op), None
        if kind is not None:
            body, offset = decode(kind, buffer, offset)
        found.append(Operation(header.op, body))
