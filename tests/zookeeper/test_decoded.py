"""What a znode's data may mean."""

from __future__ import annotations

import gzip
import zlib

import pytest

from app.zookeeper.decoded import MOST_UNPACKED, as_shown, unpack


@pytest.mark.parametrize(
    ("data", "form", "text"),
    [
        (None, "empty", ""),
        (b"", "empty", ""),
        (b"plain", "text", "plain"),
        (b"12", "text", "12"),
        ("grün\n".encode(), "text", "grün\n"),
        (b' {"a": [1]}', "json", ' {"a": [1]}'),
        (b"{not json", "text", "{not json"),
        (b"[" * 100_000, "text", "[" * 100_000),
        (b"\x00\x01", "binary", None),
        (b"\xff\xfe", "binary", None),
        (b"bell\x07", "binary", None),
    ],
)
def test_data_is_called_what_it_is(data: bytes | None, form: str, text: str | None) -> None:
    shown = as_shown(data)
    assert (shown["format"], shown["text"], shown["decoded"]) == (form, text, None)
    assert shown["length"] == len(data or b"")


@pytest.mark.parametrize(("pack", "name"), [(gzip.compress, "gzip"), (zlib.compress, "zlib")])
def test_what_is_packed_is_unpacked_beside_its_bytes(pack: object, name: str) -> None:
    packed = pack(b'{"a": 1}')  # type: ignore[operator]
    shown = as_shown(packed)
    assert shown["format"] == "binary"
    decoded = shown["decoded"]
    assert decoded is not None
    assert (decoded["encoding"], decoded["format"], decoded["text"]) == (name, "json", '{"a": 1}')


@pytest.mark.parametrize(
    "data",
    [
        gzip.compress(b"a lot of text")[:-9],
        b"\x1f\x8b",
        b"\x78\x9cnonsense",
        b"\x1f\x8b" + bytes(40),
    ],
    ids=["cut short", "two bytes", "no zlib", "no gzip"],
)
def test_what_only_begins_like_it_stays_as_it_is(data: bytes) -> None:
    assert unpack(data) is None


def test_a_bomb_is_cut_off() -> None:
    unpacked = unpack(gzip.compress(bytes(3 * MOST_UNPACKED)))
    assert unpacked is not None
    assert (len(unpacked[1]), unpacked[2]) == (MOST_UNPACKED, True)
    decoded = as_shown(gzip.compress(bytes(3 * MOST_UNPACKED)))["decoded"]
    assert decoded is not None
    assert decoded["truncated"] is True
