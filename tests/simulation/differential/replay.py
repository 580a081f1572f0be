"""The log carried out on the sandbox's own tree, and compared with what the clients were told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from app.sandbox.core.refusals import Refused
from app.sandbox.core.sessions import Link, Session
from app.sandbox.core.tree import Tree, parent_of
from app.sandbox.core.watches import TreeChange
from app.sandbox.core.writes import Writes
from app.zookeeper.wire.capabilities import capabilities_of
from app.zookeeper.wire.codes import Code, EventType, Op
from app.zookeeper.wire.multi import Operation, Operations
from app.zookeeper.wire.records import Stat
from tests.simulation.differential.history import Exchange

END = Op.CLOSE_SESSION
PRESENCE = 20
"""What it counts that a znode is there, or not, against one for each wrong field."""


class Txn(NamedTuple):
    """One transaction. exchange: what has asked for it; None where a server ends a session.

    after, before: its own zxid lies between them: the greatest that had been told when it was asked
    for, and the least of what was asked for when it was known to be done.
    """

    op: int
    body: Any
    session: int
    exchange: Exchange | None = None
    after: int = 0
    before: int = 1 << 63


class Witness(NamedTuple):
    """What a client was told of the tree at a zxid: by a read, or by a watch event (op 0).

    answer: the error and the result, without times and with names in order.
    """

    zxid: int
    client: str
    op: int
    path: str
    answer: tuple[int, Any]


class Place(NamedTuple):
    """Where history and tree part: the later the better, then the fewer fields the better.

    hints: zxids that the client was told and that the log does not have.
    """

    zxid: int
    number: int
    wrong: int
    words: str = ""
    path: str = ""
    hints: frozenset[int] = frozenset()

    @property
    def rank(self) -> tuple[int, int, int]:
        """For comparison."""
        return self.zxid, self.number, -self.wrong


class Replay:
    """The log from its beginning, with what the clients were told at its places.

    changes: what has happened at which zxid, in order. ended: at which zxid a session was over.
    parted: the first place where history and tree part; None where they agree.
    """

    def __init__(
        self, log: dict[int, Txn], witnesses: Sequence[Witness], version: str | None
    ) -> None:
        self._log, self._witnesses = log, witnesses
        self._tree = Tree()
        self._writes = Writes(self._tree, capabilities_of(version))
        self._links: dict[int, Link] = {}
        self.changes: dict[int, list[TreeChange]] = {}
        self.ended: dict[int, int] = {}
        self.parted = next(self._compare(), None)

    def _compare(self) -> Iterator[Place]:
        zxids, at = sorted(self._log), 0
        for number, one in enumerate(self._witnesses):
            while at < len(zxids) and zxids[at] <= one.zxid:
                yield from self._carry_out(zxids[at])
                at += 1
            right = self._look(one)
            if right != one.answer:
                yield self._place(one, number, right)
        for zxid in zxids[at:]:
            yield from self._carry_out(zxid)

    def _place(self, one: Witness, number: int, right: tuple[int, Any]) -> Place:
        what = Op(one.op).name if one.op else "a watch"
        told = f"was told {one.answer}, and not {right}"
        words = f"{one.client} at 0x{one.zxid:x}: {what} of {one.path} {told}"
        hints = {one.zxid} if not one.op else set(zxids_in(one.answer))
        free = frozenset(hints - self._log.keys())
        wrong = distance(right, one.answer)
        return Place(one.zxid, number, wrong, words, one.path, free)

    # -- transactions -------------------------------------------------------------------------

    def _carry_out(self, zxid: int) -> Iterator[Place]:
        txn = self._log[zxid]
        self._writes.happened = []
        right = self._right(txn, zxid)
        self.changes[zxid] = self._writes.happened
        if txn.exchange is not None and txn.exchange.heard is not None:
            heard, client = txn.exchange.heard, txn.exchange.connection.client
            path = next(touched_by(txn), "")
            told = Witness(zxid, client, txn.op, path, plain((heard.error, heard.body)))
            if plain(right) != told.answer:
                yield self._place(told, -1, plain(right))

    def _right(self, txn: Txn, zxid: int) -> tuple[int, Any]:
        if txn.session in self.ended:
            return int(Code.SESSION_EXPIRED), None
        if txn.op == END:
            self._end(txn.session, zxid)
            return int(Code.OK), None
        try:
            body = self._writes.apply(txn.op, txn.body, self._link(txn.session), zxid, 0)
        except Refused as refused:
            return int(refused.code), None
        return int(Code.OK), body

    def _end(self, session: int, zxid: int) -> None:
        self.ended[session] = zxid
        for path in list(self._tree.ephemerals.get(session, ())):
            self._writes.remove(path, zxid)

    def _link(self, session: int) -> Link:
        if session not in self._links:
            link = self._links[session] = Link("127.0.0.1")
            link.session = Session(session, b"", 0)
        return self._links[session]

    # -- what is told -------------------------------------------------------------------------

    def _look(self, one: Witness) -> tuple[int, Any]:
        if not one.op:
            changes = self.changes.get(one.zxid, ())
            return int(Code.OK), one.answer[1] if _tells_of(changes, one) else None
        znode = self._tree.nodes.get(one.path)
        if znode is None:
            return int(Code.NO_NODE), None
        return int(Code.OK), _VIEWS[one.op](znode)


_VIEWS: dict[int, Any] = {
    Op.GET_DATA: lambda znode: (znode.data, znode.stat()),
    Op.EXISTS: lambda znode: (znode.stat(),),
    Op.GET_CHILDREN: lambda znode: (sorted(znode.children),),
    Op.GET_CHILDREN2: lambda znode: (sorted(znode.children), znode.stat()),
}


def _tells_of(changes: Sequence[TreeChange], event: Witness) -> bool:
    """Whether one of these changes sets off this event."""
    told = ((one.kind, one.path) for one in changes)
    if event.answer[1] != EventType.CHILDREN_CHANGED:
        return (event.answer[1], event.path) in told
    return any(
        kind != EventType.DATA_CHANGED and parent_of(path) == event.path for kind, path in told
    )


def plain(answer: Any) -> Any:
    """The same without times, which are nobody's business, and with names in order."""
    if isinstance(answer, Stat):
        return answer._replace(ctime=0, mtime=0)
    if isinstance(answer, list) and answer and isinstance(answer[0], str):
        return sorted(answer)
    if isinstance(answer, Operations):
        return plain(answer.operations)
    if isinstance(answer, (tuple, list)):
        kind = list if isinstance(answer, list) else tuple
        return kind(plain(one) for one in answer)
    return answer


def distance(right: Any, other: Any) -> int:
    """In how many fields two plain answers differ."""
    if isinstance(right, list) and isinstance(other, list) and _are_names(right + other):
        return len(set(right) ^ set(other)) + abs(len(right) - len(other))
    if isinstance(right, (tuple, list)) and isinstance(other, (tuple, list)):
        pairs = zip(right, other, strict=False)
        return abs(len(right) - len(other)) + sum(distance(*pair) for pair in pairs)
    if (right is None) != (other is None):
        return PRESENCE
    return int(right != other)


def _are_names(some: list[Any]) -> bool:
    return all(isinstance(one, str) for one in some)


def zxids_in(body: Any) -> Iterator[int]:
    """The zxids that an answer names."""
    if isinstance(body, Stat):
        yield from (body.czxid, body.mzxid, body.pzxid)
    elif isinstance(body, (tuple, list)):
        for one in body:
            yield from zxids_in(one)


def touched_by(txn: Txn) -> Iterator[str]:
    """The paths that a transaction is about."""
    is_multi = isinstance(txn.body, Operations)
    parts = txn.body.operations if is_multi else [Operation(txn.op, txn.body)]
    return (part.body.path for part in parts if part.body is not None)
