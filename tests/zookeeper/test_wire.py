"""The wire format: what is written reads back, and is what kazoo writes and reads."""

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from kazoo.protocol import serialization as theirs
from kazoo.security import ACL
from kazoo.security import Id as KazooId

from app.zookeeper.wire import records
from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import Buffer, Int, Long, decode, encode
from app.zookeeper.wire.multi import (
    READS,
    WRITES,
    Operation,
    Operations,
    decode_operations,
    decode_results,
    encode_operations,
    encode_results,
)
from app.zookeeper.wire.records import REQUESTS, RESPONSES, Acl, Id

KINDS = [
    one
    for one in vars(records).values()
    if isinstance(one, type) and issubclass(one, tuple) and hasattr(one, "_fields")
]

# Fifty kinds of record share what other tests have for themselves; the machine may be busy.
few = settings(max_examples=8, deadline=None)
calm = settings(max_examples=30, deadline=None)

_ints = st.integers(-(1 << 31), (1 << 31) - 1)
_longs = st.integers(-(1 << 63), (1 << 63) - 1)
_texts = st.text(max_size=20)
_plain: dict[Any, SearchStrategy[Any]] = {
    Int: _ints,
    Long: _longs,
    bool: st.booleans(),
    str: _texts,
    Buffer: st.none() | st.binary(max_size=20),
}


def some(kind: Any) -> SearchStrategy[Any]:
    """Values of a field's type, or of a record."""
    if kind in _plain:
        return _plain[kind]
    if get_origin(kind) is list:
        return st.lists(some(get_args(kind)[0]), max_size=3)
    fields = get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{name: some(one) for name, one in fields.items()})


def _of(kinds: dict[int, Any], ops: frozenset[Op]) -> SearchStrategy[list[Operation]]:
    one = [st.builds(Operation, st.just(int(op)), some(kinds[op])) for op in sorted(ops)]
    return st.lists(st.one_of(*one), max_size=5)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@few
@given(data=st.data(), before=st.binary(max_size=5), after=st.binary(max_size=5))
def test_what_is_written_reads_back(
    kind: Any, data: st.DataObject, before: bytes, after: bytes
) -> None:
    record = data.draw(some(kind))
    written = encode(record)
    assert decode(kind, before + written + after, len(before)) == (
        record,
        len(before) + len(written),
    )


def test_every_operation_has_its_records() -> None:
    unlike_others = {Op.MULTI, Op.MULTI_READ, Op.SASL, Op.CREATE_SESSION, Op.ERROR}
    assert set(REQUESTS) == set(RESPONSES) == set(Op) - unlike_others


@calm
@given(operations=_of(REQUESTS, WRITES))
def test_a_multi_reads_back(operations: list[Operation]) -> None:
    written = encode_operations(operations)
    assert decode_operations(written, 0, WRITES) == Operations(operations)


@calm
@given(operations=_of(REQUESTS, READS))
def test_a_multi_read_reads_back(operations: list[Operation]) -> None:
    assert decode_operations(encode_operations(operations), 0, READS) == Operations(operations)


_results = st.lists(
    st.one_of(
        st.builds(Operation, st.just(int(Op.CREATE)), some(RESPONSES[Op.CREATE])),
        st.builds(Operation, st.just(int(Op.CREATE2)), some(RESPONSES[Op.CREATE2])),
        st.builds(Operation, st.just(int(Op.SET_DATA)), some(RESPONSES[Op.SET_DATA])),
        st.builds(Operation, st.just(int(Op.GET_DATA)), some(RESPONSES[Op.GET_DATA])),
        st.builds(Operation, st.sampled_from([int(Op.DELETE), int(Op.CHECK)]), st.none()),
        st.builds(Operation, st.just(int(Op.ERROR)), some(records.Number)),
    ),
    max_size=5,
)


@calm
@given(results=_results)
def test_the_results_of_a_multi_read_back(results: list[Operation]) -> None:
    assert decode_results(encode_results(results)) == results


# -- beside kazoo, which writes an empty string as null ---------------------------------------

_named = st.text(min_size=1, max_size=20)
_data = st.none() | st.binary(max_size=20)
_acl = st.lists(st.builds(Acl, _ints, st.builds(Id, _named, _named)), min_size=1, max_size=3)


def _kazoo_acl(acl: list[Acl]) -> list[ACL]:
    return [ACL(one.permissions, KazooId(*one.id)) for one in acl]


@calm
@given(path=_named, data=_data, acl=_acl, flags=_ints)
def test_a_create_is_kazoos(path: str, data: bytes | None, acl: list[Acl], flags: int) -> None:
    ours = encode(records.CreateRequest(path, data, acl, flags))
    assert ours == theirs.Create(path, data, _kazoo_acl(acl), flags).serialize()
    assert ours == theirs.Create2(path, data, _kazoo_acl(acl), flags).serialize()


@calm
@given(path=_named, number=_ints, flag=st.booleans(), data=_data)
def test_other_requests_are_kazoos(path: str, number: int, flag: bool, data: bytes | None) -> None:
    watch = (lambda event: None) if flag else None
    pairs = [
        (records.PathVersion(path, number), theirs.Delete(path, number)),
        (records.PathVersion(path, number), theirs.CheckVersion(path, number)),
        (records.PathWatch(path, flag), theirs.Exists(path, watch)),
        (records.PathWatch(path, flag), theirs.GetData(path, watch)),
        (records.PathWatch(path, flag), theirs.GetChildren(path, watch)),
        (records.PathWatch(path, flag), theirs.GetChildren2(path, watch)),
        (records.PathOnly(path), theirs.GetACL(path)),
        (records.PathOnly(path), theirs.Sync(path)),
        (records.SetDataRequest(path, data, number), theirs.SetData(path, data, number)),
    ]
    for ours, kazoos in pairs:
        assert encode(ours) == kazoos.serialize()


@calm
@given(path=_named, acl=_acl, version=_ints, scheme=_named, shown=_named)
def test_who_may_and_who_is_are_kazoos(
    path: str, acl: list[Acl], version: int, scheme: str, shown: str
) -> None:
    ours = encode(records.SetAclRequest(path, acl, version))
    assert ours == theirs.SetACL(path, _kazoo_acl(acl), version).serialize()
    auth = encode(records.AuthPacket(0, scheme, shown.encode()))
    assert auth == theirs.Auth(0, scheme, shown).serialize()


@calm
@given(zxid=_longs, timeout=_ints, session=_longs, password=_data)
def test_the_handshake_is_kazoos(
    zxid: int, timeout: int, session: int, password: bytes | None
) -> None:
    ours = encode(records.ConnectRequest(0, zxid, timeout, session, password)) + b"\0"
    assert ours == theirs.Connect(0, zxid, timeout, session, password, False).serialize()
    answer = encode(records.ConnectResponse(0, timeout, session, password))
    read, _ = theirs.Connect.deserialize(answer, 0)
    assert (read.time_out, read.session_id, read.passwd) == (timeout, session, password)


@calm
@given(stat=some(records.Stat), data=_data, names=st.lists(_named, max_size=3), path=_named)
def test_kazoo_reads_our_answers(
    stat: records.Stat, data: bytes | None, names: list[str], path: str
) -> None:
    got = theirs.GetData.deserialize(encode(records.GetDataResponse(data, stat)), 0)
    assert got == (data, tuple(stat))
    children = encode(records.GetChildren2Response(names, stat))
    assert theirs.GetChildren2.deserialize(children, 0) == (names, tuple(stat))
    assert theirs.Create2.deserialize(encode(records.Create2Response(path, stat)), 0) == (
        path,
        tuple(stat),
    )


@calm
@given(path=_named, stat=some(records.Stat), code=st.sampled_from([-101, -110, -2]))
def test_kazoo_reads_our_multi(path: str, stat: records.Stat, code: int) -> None:
    results = [
        Operation(Op.CREATE, records.PathOnly(path)),
        Operation(Op.SET_DATA, records.StatOnly(stat)),
        Operation(Op.DELETE, None),
        Operation(Op.CHECK, None),
        Operation(Op.ERROR, records.Number(code)),
    ]
    read = theirs.Transaction.deserialize(encode_results(results), 0)
    assert read[:4] == [path, tuple(stat), True, True]
    assert read[4].code == code


@calm
@given(path=_named, data=_data, version=_ints)
def test_our_multi_is_kazoos(path: str, data: bytes | None, version: int) -> None:
    acl = [Acl(31, Id("world", "anyone"))]
    ours = encode_operations(
        [
            Operation(Op.CREATE, records.CreateRequest(path, data, acl, 0)),
            Operation(Op.DELETE, records.PathVersion(path, version)),
            Operation(Op.SET_DATA, records.SetDataRequest(path, data, version)),
            Operation(Op.CHECK, records.PathVersion(path, version)),
        ]
    )
    kazoos = theirs.Transaction(
        [
            theirs.Create(path, data, _kazoo_acl(acl), 0),
            theirs.Delete(path, version),
            theirs.SetData(path, data, version),
            theirs.CheckVersion(path, version),
        ]
    )
    assert ours == bytes(kazoos.serialize())
