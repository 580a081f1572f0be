"""The wire format and its enemies: cut frames, hostile lengths, noise. Malformed, or nothing."""

from __future__ import annotations

import struct
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.zookeeper.wire import records
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import Malformed, decode, encode
from app.zookeeper.wire.multi import (
    READS,
    WRITES,
    Operation,
    decode_operations,
    decode_results,
    encode_operations,
)
from app.zookeeper.wire.records import PathOnly, PathVersion, SetDataRequest, SetWatches
from tests.zookeeper.test_wire import KINDS, calm, few, some

_kinds = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
_noise = st.one_of(
    st.binary(max_size=80),
    st.lists(st.sampled_from([b"\0\0\0\0", b"\0\0\0\1", b"\0\0\0\2/a", b"\xff" * 4, b"\x7f" * 4]))
    .map(b"".join),
)  # fmt: skip


@_kinds
@few
@given(noise=_noise)
def test_noise_is_a_record_or_malformed(kind: Any, noise: bytes) -> None:
    try:
        record, end = decode(kind, noise)
    except Malformed:
        return
    assert isinstance(record, kind)
    assert 0 <= end <= len(noise)


@_kinds
@few
@given(data=st.data())
def test_a_cut_record_is_malformed(kind: Any, data: st.DataObject) -> None:
    written = encode(data.draw(some(kind)))
    cut = data.draw(st.integers(0, len(written) - 1))
    with pytest.raises(Malformed):
        decode(kind, written[:cut])


@pytest.mark.parametrize("length", [-2, -(1 << 31), 3, 1 << 20, (1 << 31) - 1])
@pytest.mark.parametrize("kind", [PathOnly, SetDataRequest])
def test_impossible_lengths_are_malformed(kind: Any, length: int) -> None:
    before = b"" if kind is PathOnly else encode(PathOnly("/a"))
    with pytest.raises(Malformed):
        decode(kind, before + struct.pack(">i", length) + b"ab")


def test_null_is_an_empty_string_no_data_and_no_elements() -> None:
    null = b"\xff" * 4
    assert decode(PathOnly, null)[0] == PathOnly("")
    assert decode(SetDataRequest, null + null + bytes(4))[0] == SetDataRequest("", None, 0)
    assert decode(SetWatches, bytes(8) + null * 3)[0] == SetWatches(0, [], [], [])


@pytest.mark.parametrize("count", [2, 1 << 24, (1 << 31) - 1])
def test_a_promise_of_many_elements_takes_no_memory(count: int) -> None:
    frame = bytes(8) + struct.pack(">i", count) + encode(PathOnly("/a"))
    tracemalloc.start()
    with pytest.raises(Malformed):
        decode(SetWatches, frame)
    assert tracemalloc.get_traced_memory()[1] < 1 << 20
    tracemalloc.stop()


def test_bytes_that_are_no_text_are_replaced() -> None:
    assert decode(PathOnly, b"\0\0\0\3/\xff\xfe")[0] == PathOnly("/��")


@calm
@given(noise=_noise)
def test_noise_is_a_multi_or_malformed(noise: bytes) -> None:
    for allowed in (WRITES, READS):
        try:
            found = decode_operations(noise, 0, allowed)
        except Malformed:
            continue
        assert all(one.op in allowed for one in found.operations)


@calm
@given(noise=_noise)
def test_noise_is_results_or_malformed(noise: bytes) -> None:
    try:
        found = decode_results(noise)
    except Malformed:
        return
    assert isinstance(found, list)


@calm
@given(cut=st.integers(0, 100))
def test_a_cut_multi_is_malformed(cut: int) -> None:
    written = encode_operations([Operation(Op.DELETE, PathVersion("/a", 0))] * 3)
    with pytest.raises(Malformed):
        decode_operations(written[: min(cut, len(written) - 1)], 0, WRITES)


@pytest.mark.parametrize("op", sorted(set(records.REQUESTS) - WRITES))
def test_only_writes_have_a_place_in_a_multi(op: int) -> None:
    with pytest.raises(Malformed):
        decode_operations(encode(records.MultiHeader(op, False, -1)) + bytes(40), 0, WRITES)
