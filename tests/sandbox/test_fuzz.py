"""Whatever bytes come: no error escapes, others are served, and it does not matter how the bytes
were cut into pieces.

`corpus/` holds inputs that a coverage-guided fuzzer (atheris, ten minutes, this same `check`)
found its way with; they are replayed here.
"""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any, NamedTuple, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.zookeeper.wire.codes import PING_XID, AddMode, Op
from app.zookeeper.wire.jute import Buffer, Int, Long
from app.zookeeper.wire.multi import READS, WRITES, Operation, encode_operations
from app.zookeeper.wire.records import REQUESTS, AddWatchRequest
from tests.sandbox.exchanges import NOW, Wire, said
from tests.sandbox.raw import hello, request
from tests.support.framed import frame

CORPUS = sorted((Path(__file__).parent / "corpus").iterdir())
PATHS = ["/", "/a", "/a/b", "/a/b/c", "/b-", "", "a", "/a/", "/zookeeper", "/\0", "/ö\U0001f600"]

paths = st.sampled_from(PATHS) | st.text(max_size=8)
numbers: dict[Any, st.SearchStrategy[Any]] = {
    Int: st.integers(-3, 8) | st.integers(-(2**31), 2**31 - 1),
    Long: st.integers(-3, 8) | st.integers(-(2**63), 2**63 - 1),
    bool: st.booleans(),
    str: paths | st.sampled_from(["world", "anyone", "digest", "auth", "ip", "127.0.0.1", "me:pw"]),
    Buffer: st.none() | st.binary(max_size=20),
}


def records(kind: Any) -> st.SearchStrategy[Any]:
    """Records of a kind, by its annotations."""
    if kind in numbers:
        return numbers[kind]
    if get_origin(kind) is list:
        return st.lists(records(get_args(kind)[0]), max_size=3)
    fields = get_type_hints(kind, include_extras=True).values()
    return st.tuples(*map(records, fields)).map(kind._make)


def operations(op: Op, allowed: frozenset[Op]) -> st.SearchStrategy[bytes]:
    one = st.sampled_from(sorted(allowed)).flatmap(
        lambda part: records(REQUESTS[part]).map(lambda body: Operation(part, body))
    )
    head = request(op)[4:]
    return st.lists(one, max_size=4).map(lambda parts: frame(head + encode_operations(parts)))


def requests_of(op: Op) -> st.SearchStrategy[bytes]:
    if op in (Op.MULTI, Op.MULTI_READ):
        return operations(op, WRITES if op == Op.MULTI else READS)
    kind = REQUESTS[op]
    if kind is None:
        return st.just(request(op))
    return records(kind).map(lambda body: request(op, body))


OPS = [Op(op) for op in REQUESTS if op != Op.CLOSE_SESSION] + [Op.MULTI, Op.MULTI_READ]
valid = st.sampled_from(OPS).flatmap(requests_of)


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A valid request with some of its bytes replaced, left out or doubled; its length fits."""
    content = bytearray(draw(valid)[4:])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(content)))
        content[at : at + draw(st.integers(0, 4))] = draw(st.binary(max_size=4))
    return frame(bytes(content))


streams = st.lists(valid | damaged() | st.binary(max_size=12), max_size=8).map(b"".join)


class Outcome(NamedTuple):
    """All that can be seen of a server after it was fed."""

    to_sender: bytes
    to_witness: bytes
    ended: str | None
    zxid: int
    znodes: dict[str, Any]
    watches: int


def outcome(pieces: list[bytes]) -> Outcome:
    """Of a server to which one client has sent these pieces, while another one watches."""
    wire = Wire()
    sender, witness = wire.connect(), wire.client()
    wire.feed(witness, request(Op.ADD_WATCH, AddWatchRequest("/", AddMode.PERSISTENT_RECURSIVE)))
    for piece in pieces:
        wire.feed(sender, piece)
    wire.exchange.tick(NOW + 1)
    found = Outcome(
        bytes(sender.take_out()),
        bytes(witness.take_out()),
        sender.ended,
        wire.core.zxid,
        {path: asdict(znode) for path, znode in wire.core.tree.items()},
        len(wire.core.watches),
    )
    wire.feed(witness, request(Op.PING, xid=PING_XID))
    assert len(said(witness)) == 1, "others are served"
    return found


def check(data: bytes, cuts: list[int]) -> None:
    """Cut anywhere, the outcome is the same."""
    places = sorted(cut % (len(data) + 1) for cut in cuts)
    pieces = [data[at:to] for at, to in zip([0, *places], [*places, len(data)], strict=True)]
    assert outcome(pieces) == outcome([data])


cuts = st.lists(st.integers(0, 1 << 16), max_size=6)


@settings(deadline=None)
@given(st.binary(max_size=200), cuts)
def test_any_bytes_at_all(data: bytes, where: list[int]) -> None:
    check(data, where)


@settings(deadline=None)
@given(streams, cuts)
def test_requests_good_and_bad(data: bytes, where: list[int]) -> None:
    check(hello() + data, where)


@settings(deadline=None)
@given(streams)
def test_byte_by_byte(data: bytes) -> None:
    data = hello() + data
    check(data, list(range(len(data))))


@settings(deadline=None)
@given(st.binary(max_size=60))
def test_a_handshake_of_anything(data: bytes) -> None:
    check(frame(data), [2, 7])


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_corpus(path: Path) -> None:
    """The first byte says whether a handshake comes first, the second how long the pieces are."""
    content = path.read_bytes()
    data = (hello() if content[0] & 1 else b"") + content[2:]
    check(data, list(range(0, len(data), 1 + content[1])))


def test_the_corpus_is_there() -> None:
    assert len(CORPUS) > 10
