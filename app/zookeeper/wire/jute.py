"""Encode and decode jute: big-endian numbers, length-prefixed strings, buffers and vectors.

A record is a NamedTuple; its annotations say how its fields lie on the wire. We put a writer and a
reader together as source, once for each record class, as dataclasses get their `__init__`: field by
field they take five times as long, and a server does little else.

Source of the format: BinaryInputArchive.java.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator
from functools import cache
from itertools import groupby
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

Int = Annotated[int, "32 bits, signed"]
Long = Annotated[int, "64 bits, signed"]
Buffer = bytes | None
"""Bytes, or None for jute's null (length -1)."""

Record = TypeVar("Record", bound="tuple[Any, ...]")
Writer = Callable[[bytearray, Any], None]
Reader = Callable[[bytes, int], "tuple[Any, int]"]

_int = struct.Struct(">i")
_LETTERS: dict[Any, str] = {Int: "i", Long: "q", bool: "?"}


class Malformed(Exception):
    """The bytes are invalid: cut short, or with an impossible length."""


def encode(record: tuple[Any, ...]) -> bytes:
    """Return the bytes of a record. Raise struct.error where a number does not fit its field."""
    out = bytearray()
    writer_of(type(record))(out, record)
    return bytes(out)


def encode_into(out: bytearray, record: tuple[Any, ...]) -> None:
    """Append the bytes of a record."""
    writer_of(type(record))(out, record)


def decode(kind: type[Record], buffer: bytes, offset: int = 0) -> tuple[Record, int]:
    """Return a record and the offset after it. Raise Malformed; more bytes are ignored."""
    try:
        return reader_of(kind)(buffer, offset)
    except struct.error as error:
        raise Malformed(f"{kind.__name__} is cut short") from error


@cache
def writer_of(kind: type[Any]) -> Writer:
    """Return a writer: `write(out, record)` appends the record's bytes."""
    body = [f"{', '.join(kind._fields)}, = record"]
    tools: dict[str, Any] = {"pack_int": _int.pack}
    for number, (hint, names) in enumerate(_runs(kind)):
        body += _writing(f"tool{number}", hint, names, tools)
    writer: Writer = _function("write(out, record)", body, tools)
    return writer


@cache
def reader_of(kind: type[Any]) -> Reader:
    """Return a reader: `read(buffer, offset)` returns the record and the offset after it."""
    body: list[str] = []
    tools: dict[str, Any] = {"take": _take, "unpack_int": _int.unpack_from, "make": kind}
    for number, (hint, names) in enumerate(_runs(kind)):
        body += _reading(f"tool{number}", hint, names, tools)
    body.append(f"return make({', '.join(kind._fields)}), offset")
    reader: Reader = _function("read(buffer, offset)", body, tools)
    return reader


def _function(signature: str, body: list[str], tools: dict[str, Any]) -> Any:
    lines = [f"def {signature}:", *(f"    {line}" for line in body)]
    exec("\n".join(lines), tools)
    return tools[signature.partition("(")[0]]


def _runs(kind: type[Any]) -> Iterator[tuple[Any, list[str]]]:
    """Yield the fields in order, with neighbouring numbers as the letters of one struct."""
    fields = list(get_type_hints(kind, include_extras=True).items())
    for plain, run in groupby(fields, lambda field: field[1] in _LETTERS):
        names, hints = zip(*run, strict=True)
        if plain:
            yield ">" + "".join(_LETTERS[hint] for hint in hints), list(names)
        else:
            yield from ((hint, [name]) for name, hint in zip(names, hints, strict=True))


def _writing(tool: str, hint: Any, names: list[str], tools: dict[str, Any]) -> list[str]:
    name = names[0]
    if isinstance(hint, str):
        tools[tool] = struct.Struct(hint).pack
        return [f"out += {tool}({', '.join(names)})"]
    if hint is str:
        return [f"{name} = {name}.encode()", f"out += pack_int(len({name})) + {name}"]
    if hint == Buffer:
        null = r"b'\xff\xff\xff\xff'"
        return [f"out += {null} if {name} is None else pack_int(len({name})) + {name}"]
    tools[tool] = _vector_writer(get_args(hint)[0]) if _is_vector(hint) else writer_of(hint)
    return [f"{tool}(out, {name})"]


def _reading(tool: str, hint: Any, names: list[str], tools: dict[str, Any]) -> list[str]:
    name = names[0]
    if isinstance(hint, str):
        form = struct.Struct(hint)
        tools[tool] = form.unpack_from
        return [f"{', '.join(names)}, = {tool}(buffer, offset)", f"offset += {form.size}"]
    if hint is str or hint == Buffer:
        tools[tool] = _text if hint is str else _buffer
        length = [f"{name}, = unpack_int(buffer, offset)", "offset += 4"]
        return [*length, f"{name}, offset = {tool}(buffer, offset, {name})"]
    tools[tool] = _vector_reader(get_args(hint)[0]) if _is_vector(hint) else reader_of(hint)
    return [f"{name}, offset = {tool}(buffer, offset)"]


def _take(buffer: bytes, offset: int, length: int) -> tuple[bytes, int]:
    end = offset + length
    if length < 0 or end > len(buffer):
        raise Malformed(f"a length of {length} where {len(buffer) - offset} bytes are left")
    return buffer[offset:end], end


def _buffer(buffer: bytes, offset: int, length: int) -> tuple[bytes | None, int]:
    return (None, offset) if length == -1 else _take(buffer, offset, length)


def _text(buffer: bytes, offset: int, length: int) -> tuple[str, int]:
    """Return a text. Invalid UTF-8 becomes U+FFFD, as in Java; null becomes the empty string."""
    if length == -1:
        return "", offset
    taken, offset = _take(buffer, offset, length)
    return taken.decode("utf-8", "replace"), offset


def _is_vector(hint: Any) -> bool:
    return get_origin(hint) is list


def _write_string(out: bytearray, value: str) -> None:
    encoded = value.encode()
    out += _int.pack(len(encoded)) + encoded


def _read_string(buffer: bytes, offset: int) -> tuple[str, int]:
    return _text(buffer, offset + 4, _int.unpack_from(buffer, offset)[0])


def _vector_writer(element: Any) -> Writer:
    write_one = _write_string if element is str else writer_of(element)

    def write(out: bytearray, values: Any) -> None:
        out += _int.pack(len(values))
        for value in values:
            write_one(out, value)

    return write


def _vector_reader(element: Any) -> Reader:
    """Return a reader of a count, then the elements; null (count -1) reads as empty."""
    read_one = _read_string if element is str else reader_of(element)

    def read(buffer: bytes, offset: int) -> tuple[Any, int]:
        (count,) = _int.unpack_from(buffer, offset)
        offset += 4
        values = []
        for _ in range(count):
            value, offset = read_one(buffer, offset)
            values.append(value)
        return values, offset

    return read
