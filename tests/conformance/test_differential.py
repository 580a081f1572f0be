"""The sandbox against Apache ZooKeeper, operation by operation; see differential.py."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

import pytest

from app.zookeeper.wire.codes import Op
from app.zookeeper.wire.jute import encode
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import (
    Acl,
    AddWatchRequest,
    ConnectRequest,
    CreateRequest,
    CreateTtlRequest,
    Id,
    PathOnly,
    PathType,
    PathVersion,
    PathWatch,
    SetAclRequest,
    SetDataRequest,
    SetWatches2,
)
from tests.conformance.differential import Differs, Pair, Step, pair_with, run
from tests.conformance.raw_client import Ask
from tests.conformance.raw_side import Side
from tests.support.releases import need_likeness

pytestmark = [
    pytest.mark.filterwarnings("ignore:Generating overly large repr"),
]
EXAMPLES = 120
OPEN = [Acl(31, Id("world", "anyone"))]
UNREADABLE = [Acl(30, Id("world", "anyone"))]
BOBS = [Acl(31, Id("digest", "bob:fyVmFCwVbTJYrznoSu1koqYEYF0="))]


@pytest.fixture(scope="module")
def pair() -> Iterator[Pair]:
    need_likeness()
    with pair_with("sandbox") as both:
        yield both


def asks(who: int, *requests: Ask) -> Step:
    """One session's requests, sent in one piece."""
    return lambda side: side.ask(who, requests)


def creates(path: str, flags: int = 0, acl: Sequence[Acl] = OPEN, op: Op = Op.CREATE2) -> Ask:
    return Ask(op, CreateRequest(path, b"x", list(acl), flags))


def stranger(zxid: int, session: int) -> Step:
    """A handshake."""
    frame = encode(ConnectRequest(0, zxid, 10_000, session, bytes(16))) + b"\0"
    return lambda side: side.greet(struct.pack(">i", len(frame)) + frame)


PROGRAMS: dict[str, list[Step]] = {
    "a session ends by itself, and its ephemeral goes": [
        asks(0, creates("/a")),
        asks(1, Ask(Op.GET_CHILDREN, PathWatch("/a", True))),
        lambda side: side.expire(2),
        asks(0, Ask(Op.GET_CHILDREN2, PathWatch("/a", False))),
    ],
    "containers and TTL znodes show no owner": [
        asks(0, creates("/a", 4, op=Op.CREATE_CONTAINER)),
        asks(0, Ask(Op.CREATE_TTL, CreateTtlRequest("/b", b"", OPEN, 5, 1 << 30))),
        asks(1, *(Ask(Op.EXISTS, PathWatch(path, False)) for path in ("/a", "/b"))),
    ],
    "who comes with a wrong password gets nothing": [
        asks(0, creates("/a", 1)),
        lambda side: side.reconnect(0, "wrong"),
        asks(0, Ask(Op.GET_EPHEMERALS, PathOnly("/"))),
    ],
    "who is ahead of the server is turned away": [
        stranger(1 << 60, 0),
        stranger(1 << 60, 1 << 40),
        stranger(0, 1 << 40),
        lambda side: side.reconnect(1, "ahead"),
    ],
    "a length below null's is no null": [
        asks(0, Ask(Op.GET_EPHEMERALS, b"\xff\xff\xff\xfe\0")),
        asks(0, Ask(Op.GET_EPHEMERALS, b"\xff\xff\xff\xff")),
    ],
    "nobody hears of what they may not read": [
        asks(0, creates("/a")),
        asks(1, Ask(Op.ADD_WATCH, AddWatchRequest("/a", 1))),
        asks(2, Ask(Op.EXISTS, PathWatch("/a/x", True))),
        asks(2, Ask(Op.GET_CHILDREN, PathWatch("/a", True))),
        asks(0, creates("/a/x", acl=BOBS)),
        asks(0, Ask(Op.DELETE, PathVersion("/a/x", -1))),
        asks(0, creates("/a/x")),
    ],
    "exists, where READ is missing and where there is nothing": [
        asks(0, creates("/a", acl=UNREADABLE), creates("/b")),
        asks(1, Ask(Op.EXISTS, PathWatch("/a", True)), Ask(Op.EXISTS, PathWatch("/a/x", True))),
        asks(0, Ask(Op.SET_DATA, SetDataRequest("/a", b"y", -1)), creates("/a/x")),
        asks(0, Ask(Op.SET_ACL, SetAclRequest("/a", OPEN, -1))),
        asks(0, Ask(Op.SET_DATA, SetDataRequest("/a", b"z", -1))),
    ],
    "watches of every mode on one path, and each is removed": [
        asks(0, creates("/a")),
        asks(
            1,
            Ask(Op.ADD_WATCH, AddWatchRequest("/a", 0)),
            Ask(Op.ADD_WATCH, AddWatchRequest("/a", 1)),
            Ask(Op.GET_DATA, PathWatch("/a", True)),
            Ask(Op.GET_CHILDREN, PathWatch("/a", True)),
        ),
        *(
            step
            for kind in (2, 5, 1, 4, 3)
            for step in (
                asks(0, Ask(Op.SET_DATA, SetDataRequest("/a", b"y", -1)), creates("/a/x", 2)),
                asks(1, Ask(Op.CHECK_WATCHES, PathType("/a", kind))),
                asks(1, Ask(Op.REMOVE_WATCHES, PathType("/a", kind))),
                asks(1, Ask(Op.REMOVE_WATCHES, PathType("/a", kind))),
            )
        ),
    ],
    "what was missed has no zxid": [
        asks(0, creates("/a"), creates("/a/x")),
        asks(1, Ask(Op.SET_WATCHES2, SetWatches2(0, ["/a", "/b"], ["/a"], ["/a"], [], ["/a"]))),
        asks(0, Ask(Op.DELETE, PathVersion("/a/x", -1))),
    ],
    "a check alone": [
        asks(0, creates("/a")),
        asks(0, Ask(Op.CHECK, PathVersion("/a", 7))),
        asks(0, Ask(Op.CHECK, PathVersion("/none", 7))),
    ],
    "a multi with a mode that there is not, behind one that fails": [
        asks(
            0,
            Ask(
                Op.MULTI,
                Operations(
                    [
                        Operation(Op.DELETE, PathVersion("/none", -1)),
                        Operation(Op.CREATE, CreateRequest("/m", b"", OPEN, 5)),
                    ]
                ),
            ),
        ),
    ],
    "a multi of creates": [
        *(
            asks(
                0,
                Ask(
                    Op.MULTI,
                    Operations(
                        [
                            Operation(op, CreateRequest("/m", b"", OPEN, flags)),
                            Operation(Op.DELETE, PathVersion("/m", -1)),
                        ]
                    ),
                ),
            )
            for op in (Op.CREATE, Op.CREATE2, Op.CREATE_CONTAINER)
            for flags in (0, 4, 5, 7)
        ),
    ],
    "in a multi the flags say what is created": [
        asks(
            0,
            Ask(
                Op.MULTI,
                Operations(
                    [
                        Operation(Op.CREATE2, CreateRequest("/a", b"", OPEN, 0)),
                        Operation(Op.CREATE, CreateRequest("/b", b"", OPEN, 4)),
                        Operation(Op.CREATE_CONTAINER, CreateRequest("/c", b"", OPEN, 0)),
                        Operation(Op.CREATE_TTL, CreateTtlRequest("/d", b"", OPEN, 5, 1 << 30)),
                    ]
                ),
            ),
        ),
    ],
    "each hears of a znode in the order of its own requests": [
        asks(0, creates("/a"), Ask(Op.GET_DATA, PathWatch("/a", True))),
        asks(1, Ask(Op.ADD_WATCH, AddWatchRequest("/", 1))),
        asks(
            0,
            Ask(Op.SET_DATA, SetDataRequest("/a", b"y", 0)),
            creates("/a/x", 3),
            Ask(Op.SET_DATA, SetDataRequest("/a", b"z", 0)),
            Ask(Op.DELETE, PathVersion("/a", 1)),
        ),
        lambda side: side.close(0),
    ],
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_both_say_the_same_in(pair: Pair, name: str) -> None:
    pair.begin()
    try:
        for number, step in enumerate(PROGRAMS[name]):
            pair.both(f"step {number}", step)
        pair.compare_trees()
    finally:
        pair.end()


@pytest.mark.proof
def test_both_say_the_same(pair: Pair) -> None:
    run(pair, EXAMPLES)


def test_a_difference_is_found(pair: Pair) -> None:
    """What is compared is what was said: a step that is taken on one side only shows."""
    pair.begin()

    def on_the_sandbox_only(side: Side) -> dict[str, list[tuple[object, ...]]]:
        written = [creates("/a")] if side.name == "sandbox" else []
        return side.ask(0, [*written, Ask(Op.SYNC, PathOnly("/"))])

    with pytest.raises(Differs):
        pair.both("a create", on_the_sandbox_only)
    with pytest.raises(Differs):
        pair.compare_trees()
    pair.end()
