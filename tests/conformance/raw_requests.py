"""Requests for the differential test, sense and nonsense, as hypothesis strategies."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.sandbox.core.acl import digest
from app.zookeeper.wire.codes import LARGEST_FRAME, Op
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import (
    Acl,
    AddWatchRequest,
    AuthPacket,
    CreateRequest,
    CreateTtlRequest,
    Id,
    PathOnly,
    PathType,
    PathVersion,
    PathWatch,
    SetAclRequest,
    SetDataRequest,
    SetWatches,
    SetWatches2,
)
from tests.conformance.raw_client import Ask

# Few, so that what one session watches is what another one changes.
USUAL = ("/a", "/a/x", "/a/x", "/a/y")
OTHER = ("/b", "/a/x/z", "/b/x", "/ä€", "/a/x0000000000")
STANDING = ("/", "/zookeeper", "/zookeeper/config", "/zookeeper/none")
HOSTILE = (
    "", "//", "a", "/a/", "/a//x", "/a/.", "/a/..", "/..", "/./a", "/...", "/a/..x", "/a\0", "/\1",
    "/a/\x1f", "/\x7f", "/\x9f", "/ ", "/\ufff0", "/\ue000", "/\uf8ff", "/\uf900", "/😀", "/a/😀x",
    "/" + "n" * 5000, "/a" * 400, "/missing/x", "/a\n", "/\u2028", "/%2e%2e", "/a?b", "/a:b",
)  # fmt: skip

usual_paths = st.sampled_from(USUAL)
odd_paths = st.sampled_from(OTHER) | st.sampled_from(STANDING) | st.sampled_from(HOSTILE)
paths = st.sampled_from([usual_paths] * 7 + [odd_paths]).flatmap(lambda chosen: chosen)
ALICE, BOB = b"alice:secret", b"bob:secret"
WORLD, NOBODY = Id("world", "anyone"), Id("digest", digest(b"nobody:x"))
_ids = st.sampled_from(
    [
        WORLD, Id("auth", ""), Id("digest", digest(ALICE)), Id("digest", digest(BOB)), NOBODY,
        Id("ip", "127.0.0.1"), Id("ip", "10.0.0.0/8"), Id("ip", "127.0.0.0/8"),
    ]
)  # fmt: skip
_odd_ids = st.sampled_from(
    [
        Id("world", "someone"), Id("digest", "nocolon"), Id("digest", "a:b:c"), Id("ip", "nowhere"),
        Id("ip", "127.0.0.1/99"), Id("nothing", "x"), Id("", ""), Id("super", ""), Id("digest", ""),
        Id("auth", "ignored"), Id("ip", ""), Id("ip", "127.0.0"), Id("ip", "127.0.0.1/8/8"),
    ]
)  # fmt: skip
_permissions = st.sampled_from([31, 31, 1, 2, 3, 4, 8, 16, 15, 0, 64, -1])
acls = st.one_of(
    st.just([Acl(31, WORLD)]),
    st.just([Acl(31, WORLD)]),
    st.lists(st.builds(Acl, _permissions, _ids), max_size=3),
    st.lists(st.builds(Acl, _permissions, _odd_ids), min_size=1, max_size=2),
)
_some_rights = st.sampled_from([1, 2, 4, 8, 16, 15, 30]).map(lambda one: [Acl(one, WORLD)])
open_acl = st.just([Acl(31, WORLD)])
data = st.sampled_from([b"", b"x", b"some data", None, bytes(2000)])
versions = st.sampled_from([-1, -1, -1, -1, -1, -1, 0, 0, 1, 2, -2, (1 << 31) - 1, -(1 << 31)])
flags = st.sampled_from([0, 0, 0, 1, 1, 2, 3, 3, 4, 5, 6, 7, -1, 100])
_right_ttls = st.sampled_from([1 << 30, (1 << 40) - 1])
_ttls = st.one_of(_right_ttls, st.sampled_from([1 << 40, 0, -1, (1 << 62)]))
modes = st.sampled_from([0, 0, 1, 1, 1, 2, -1])
watcher_types = st.sampled_from([1, 2, 3, 3, 4, 5, 0, 9])


def _ask(op: Op, body: SearchStrategy[Any]) -> SearchStrategy[Ask]:
    return st.builds(Ask, st.just(int(op)), body)


def _operation(op: Op, body: SearchStrategy[Any]) -> SearchStrategy[Operation]:
    return st.builds(Operation, st.just(int(op)), body)


_creates = st.builds(CreateRequest, paths, data, open_acl | open_acl | acls, flags)
_plain_flags, _container_flags = (
    st.sampled_from([0, 0, 0, 1, 1, 2, 3]),
    st.sampled_from([4, 4, 4, 0, 1, 7]),
)
_plain_creates = st.builds(CreateRequest, usual_paths, data, open_acl, _plain_flags)
_containers = st.builds(CreateRequest, paths, data, open_acl, _container_flags)
_ttl_creates = st.builds(CreateTtlRequest, paths, data, open_acl, st.sampled_from([5, 5, 6]), _ttls)
# A TTL of -1 with flags of no TTL znode ends Apache, and it does not start again on that log.
_odd_ttl_creates = st.builds(
    CreateTtlRequest, paths, data, open_acl, st.sampled_from([0, 1, 4, 9]), _right_ttls
)
_deletes = st.builds(PathVersion, paths, versions)
_writes = st.builds(SetDataRequest, paths, data, versions)
_reads = st.builds(PathWatch, paths, st.booleans())
_watched = st.builds(PathWatch, usual_paths, st.just(True))
_only = st.builds(PathOnly, paths)

_operations = st.one_of(
    _operation(Op.CREATE, _plain_creates),
    _operation(Op.CREATE, _creates),
    _operation(Op.CREATE2, _plain_creates),
    _operation(Op.CREATE_TTL, _ttl_creates),
    _operation(Op.CREATE_CONTAINER, _containers),
    _operation(Op.DELETE, _deletes),
    _operation(Op.SET_DATA, _writes),
    _operation(Op.CHECK, _deletes),
)
_odd_operations = st.one_of(
    _operation(Op.CREATE_TTL, _odd_ttl_creates),
    _operation(Op.GET_DATA, _reads),
    _operation(Op.SET_ACL, st.builds(SetAclRequest, usual_paths, acls, versions)),
    _operation(Op.DELETE_CONTAINER, _only),
    _operation(Op.EXISTS, _reads),
)
_many = st.builds(Operations, st.lists(_operations, max_size=5))
_odd_many = st.builds(Operations, st.lists(st.one_of(_operations, _odd_operations), max_size=3))
_read_many = st.builds(
    Operations,
    st.lists(
        st.one_of(_operation(Op.GET_DATA, _reads), _operation(Op.GET_CHILDREN, _reads)),
        max_size=4,
    ),
)

writes = st.one_of(
    _ask(Op.CREATE, _plain_creates),
    _ask(Op.CREATE, _creates),
    _ask(Op.CREATE2, _plain_creates),
    _ask(Op.CREATE2, _creates),
    _ask(Op.CREATE_CONTAINER, _containers),
    _ask(Op.CREATE_TTL, st.one_of(_ttl_creates, _ttl_creates, _odd_ttl_creates)),
    _ask(Op.DELETE, _deletes),
    _ask(Op.DELETE, _deletes),
    _ask(Op.SET_DATA, _writes),
    _ask(Op.SET_DATA, _writes),
    _ask(Op.SET_ACL, st.builds(SetAclRequest, usual_paths, acls, versions)),
    _ask(Op.MULTI, _many),
    _ask(Op.MULTI, _many),
    _ask(Op.MULTI, _odd_many),
    # No lone check: one that succeeds is never answered before 3.9.3.
)
_prefixes = st.sampled_from(["/", "/a", "/a/x", "", "/b", "a"])
reads = st.one_of(
    _ask(Op.EXISTS, _watched),
    _ask(Op.GET_DATA, _watched),
    _ask(Op.GET_CHILDREN, _watched),
    _ask(Op.EXISTS, _reads),
    _ask(Op.GET_DATA, _reads),
    _ask(Op.GET_CHILDREN, _reads),
    _ask(Op.GET_CHILDREN2, _reads),
    _ask(Op.GET_ACL, _only),
    _ask(Op.SYNC, _only),
    _ask(Op.MULTI_READ, _read_many),
    _ask(Op.MULTI_READ, _odd_many),
    _ask(Op.GET_EPHEMERALS, st.builds(PathOnly, _prefixes)),
    _ask(Op.GET_ALL_CHILDREN_NUMBER, _only),
    st.just(Ask(Op.WHO_AM_I)),
)


def _is_rooted(path: str) -> bool:
    return path.startswith("/")


_some_paths = st.lists(paths, max_size=3)
_since = st.integers(-3, 30)
watches = st.one_of(
    _ask(Op.ADD_WATCH, st.builds(AddWatchRequest, paths, modes)),
    _ask(Op.ADD_WATCH, st.builds(AddWatchRequest, usual_paths, st.sampled_from([0, 1]))),
    _ask(Op.REMOVE_WATCHES, st.builds(PathType, paths, watcher_types)),
    _ask(Op.REMOVE_WATCHES, st.builds(PathType, usual_paths, watcher_types)),
    # A path without a slash makes Apache stumble (-5) while anyone has a recursive watch.
    _ask(Op.CHECK_WATCHES, st.builds(PathType, paths.filter(_is_rooted), watcher_types)),
    _ask(Op.SET_WATCHES, st.builds(SetWatches, _since, _some_paths, _some_paths, _some_paths)),
    _ask(
        Op.SET_WATCHES2,
        st.builds(
            SetWatches2, _since, _some_paths, _some_paths, _some_paths, _some_paths, _some_paths
        ),
    ),
)
looks = st.one_of(
    _ask(Op.EXISTS, _watched),
    _ask(Op.GET_DATA, _watched),
    _ask(Op.GET_CHILDREN, _watched),
    _ask(Op.ADD_WATCH, st.builds(AddWatchRequest, usual_paths, st.sampled_from([0, 1]))),
)
"""What sets a watch on what is likely to change."""
changes = st.one_of(
    _ask(Op.CREATE, _plain_creates),
    _ask(Op.CREATE2, st.builds(CreateRequest, usual_paths, data, _some_rights, _plain_flags)),
    _ask(Op.DELETE, st.builds(PathVersion, usual_paths, st.just(-1))),
    _ask(Op.DELETE, st.builds(PathVersion, usual_paths, st.just(-1))),
    _ask(Op.SET_DATA, st.builds(SetDataRequest, usual_paths, data, st.just(-1))),
)
"""What is likely to succeed."""
requests = st.one_of(changes, looks, writes, reads, watches)
"""Any request that Apache answers in its turn (`lone` ones may overtake others)."""


def _is_in_order(asks: list[Ask]) -> bool:
    return all(one.op != Op.SET_ACL for one in asks[:-1])


pipelines = st.lists(requests, min_size=2, max_size=5).filter(_is_in_order)
"""Requests in one piece; Apache may judge one behind a setACL by the ACL that was before."""

auths = _ask(
    Op.AUTH,
    st.builds(
        AuthPacket,
        st.sampled_from([0, 0, 7]),
        st.sampled_from(["digest", "digest", "ip", "world", "", "sasl", "nope"]),
        st.sampled_from([ALICE, ALICE, BOB, b"", b"nocolon", None, b"\xff:\xff"]),
    ),
)
large = st.builds(
    lambda path, length: Ask(Op.SET_DATA, SetDataRequest(path, bytes(length), -1)),
    usual_paths,
    st.sampled_from([LARGEST_FRAME - 200, LARGEST_FRAME - 22, LARGEST_FRAME + 1]),
)
_bodies = st.one_of(
    st.binary(max_size=24),
    st.sampled_from(
        [
            b"", b"\0\0\0\1", b"\0\0\0\2/a", b"\0\0\0\2/a\1", b"\x7f\xff\xff\xff",
            b"\xff\xff\xff\xff", b"\xff\xff\xff\xfe\0",
            b"\0\0\0\1/" + bytes(4) + b"\xff" * 4 + bytes(4),
            b"\0\0\0\2/\xff\0", b"\0\0\0\2/a\0\0\0\0\0\0\0\x7f\0\0\0\0",
        ]
    ),
)  # fmt: skip
_any_op = st.one_of(
    st.sampled_from([int(op) for op in Op]),
    st.sampled_from([0, 10, 24, 50, 99, 108, 110, 1000, -2, -100, (1 << 31) - 1]),
)
_NULL = b"\xff" * 4
# Their bodies are not read, or read as what only servers say; a lone check is not answered; a
# deleteContainer of a client's deletes.
_LEFT_OUT = {
    Op.CREATE_SESSION, Op.CLOSE_SESSION, Op.PING, Op.AUTH, Op.SASL, Op.CHECK, Op.DELETE_CONTAINER,
}  # fmt: skip
malformed = st.builds(
    Ask,
    _any_op.filter(lambda op: op not in _LEFT_OUT),
    _bodies.filter(lambda body: not body.startswith(_NULL)),
)
"""A request with a body that may be cut short, too long or senseless, or of no known kind."""
