"""Decode a znode's data for a person: text, JSON, or either of them packed.

This does no I/O. The data may come from anybody: nothing unpacks to more than `MOST_UNPACKED`
bytes.
"""

from __future__ import annotations

import base64
import re
import zlib
from typing import TypedDict

from ..foreign_json import read_json

MOST_UNPACKED = 4 << 20
_GZIP, _ZLIB = b"\x1f\x8b", (b"\x78\x01", b"\x78\x5e", b"\x78\x9c", b"\x78\xda")
_EITHER = 32 + zlib.MAX_WBITS
_CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


class Content(TypedDict):
    """A znode's data for JSON. text: only where they are UTF-8 without control characters."""

    base64: str
    text: str | None
    length: int
    truncated: bool


class Unpacked(Content):
    encoding: str
    format: str


class Shown(Content):
    """A znode's data with their format (empty|json|text|binary), and what a gzip or zlib stream
    holds.
    """

    format: str
    decoded: Unpacked | None


def data_as_json(data: bytes | None) -> Content:
    """Return a znode's data for JSON."""
    content = data or b""
    return {
        "base64": base64.b64encode(content).decode(),
        "text": text_of(content),
        "length": len(content),
        "truncated": False,
    }


def as_shown(data: bytes | None) -> Shown:
    """Return a znode's data for JSON, with all that their bytes tell."""
    described = data_as_json(data)
    unpacked = unpack(data or b"")
    decoded: Unpacked | None = None
    if unpacked is not None:
        encoding, content, truncated = unpacked
        inside = data_as_json(content)
        kind = format_of(content, inside["text"])
        decoded = {**inside, "encoding": encoding, "format": kind, "truncated": truncated}
    return {**described, "format": format_of(data or b"", described["text"]), "decoded": decoded}


def unpack(data: bytes) -> tuple[str, bytes, bool] | None:
    """Return (gzip or zlib, what is inside, whether that was cut off); None where the data are
    neither.
    """
    if not data.startswith((_GZIP, *_ZLIB)):
        return None
    unpacker = zlib.decompressobj(_EITHER)
    try:
        content = unpacker.decompress(data, MOST_UNPACKED)
    except zlib.error:
        return None
    is_whole = unpacker.eof
    if not (is_whole or len(content) == MOST_UNPACKED):
        return None
    return ("gzip" if data.startswith(_GZIP) else "zlib"), content, not is_whole


def text_of(data: bytes) -> str | None:
    """Return the data as text, None where it is none."""
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return None
    return None if _CONTROL.search(text) else text


def format_of(data: bytes, text: str | None) -> str:
    """Return empty, json (an object or a list), text, or binary."""
    if not data:
        return "empty"
    if text is None:
        return "binary"
    return "json" if text.lstrip()[:1] in ("{", "[") and _is_json(text) else "text"


def _is_json(text: str) -> bool:
    try:
        read_json(text)
    except ValueError:
        return False
    return True
