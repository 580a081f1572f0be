"""Judge a history: all that ZooKeeper promises, and that clients can see, by any server."""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from app.zookeeper.wire.codes import Op
from tests.simulation.differential.history import READS, Asked, Connection, Exchange, History
from tests.simulation.differential.log import EPOCH_BITS, Log, told_of
from tests.simulation.differential.replay import END
from tests.simulation.differential.watching import Changes, Watching

SINGLE = frozenset({Op.SET_DATA, Op.CREATE, Op.CREATE2})
REPORTED_WITHIN = 1.0
"""Seconds in which a well follower has told its leader that a client lives."""


class Figures(NamedTuple):
    """What there was in a history."""

    requests: int
    reads: int
    stale_reads: int
    writes: int
    unanswered: int
    moves: int
    refusals: int
    expired: int
    events: int
    leader_changes: int
    violations: int
    undecided: bool


class Checker:
    """The judge of one history."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._log = Log(history)
        self._exchanges = list(history.exchanges)

    def problems(self) -> list[str]:
        """All violations, each with the rule's name first."""
        rules = [self._order, self._forward, self._newest, self._answered, self._synced]
        rules += [self._greetings]
        if not self._log.is_undecided:
            rules += [self._watches, self._ends, self._moved]
        return [*self._log.problems, *itertools.chain.from_iterable(rule() for rule in rules)]

    def figures(self) -> Figures:
        """What there was to judge."""
        heard = [one for one in self._exchanges if one.heard is not None]
        reads = [one for one in heard if one.asked.op in READS]
        connections = self._history.connections
        epochs = {zxid >> EPOCH_BITS for zxid in self._log.known}
        return Figures(
            requests=len(self._exchanges),
            reads=len(reads),
            stale_reads=sum(self._is_stale(one) for one in reads),
            writes=len(self._log.known),
            unanswered=len(self._exchanges) - len(heard),
            moves=sum(bool(one.asked.session) and one.is_accepted for one in connections),
            refusals=sum(one.answer is None for one in connections),
            expired=sum(one.answer is not None and not one.is_accepted for one in connections),
            events=sum(one.is_event for each in connections for one in each.heard),
            leader_changes=len(epochs) - 1,
            violations=len(self.problems()),
            undecided=self._log.is_undecided,
        )

    def _is_stale(self, read: Exchange) -> bool:
        assert read.heard is not None
        return read.heard.zxid < self._log.told.before(read.asked.at)

    # -- of one connection --------------------------------------------------------------------

    def _forward(self) -> Iterator[str]:
        """Nobody is taken back, within a connection or by a move."""
        for connection in self._history.connections:
            seen = connection.asked.last_zxid_seen
            for heard in connection.heard:
                if 0 < heard.zxid < seen:
                    yield _of(connection, f"forward: is taken from 0x{seen:x} to 0x{heard.zxid:x}")
                seen = max(seen, heard.zxid)

    def _newest(self) -> Iterator[str]:
        """Who reads at a zxid knows each write that was answered until then, and no later one."""
        written = defaultdict(list)
        for zxid, txn in self._log.known.items():
            if (
                txn.op in SINGLE
                and txn.exchange
                and txn.exchange.heard
                and not txn.exchange.heard.error
            ):
                written[txn.body.path].append(zxid)
        for connection, asked, heard in self._exchanges:
            if asked.op in (Op.GET_DATA, Op.EXISTS) and heard is not None and not heard.error:
                known = max(
                    (one for one in written[asked.body.path] if one <= heard.zxid), default=0
                )
                if not known <= heard.body.stat.mzxid <= heard.zxid:
                    yield _of(connection, f"read: {asked.body} is not as at 0x{heard.zxid:x}")

    def _answered(self) -> Iterator[str]:
        """Requests are answered in their order, each once, and none is left out; but for what was
        refused because its session has moved: Apache closes the connection without a word, and what
        is answered behind it gets out before that (NIOServerCnxn.handleWrite).
        """
        for connection in self._history.connections:
            waiting = [one.xid for one in connection.told if isinstance(one, Asked)]
            for heard in connection.heard:
                if heard.is_event:
                    continue
                skipped = _taken(waiting, heard.xid)
                if skipped and not self._is_moved(connection, heard.at):
                    yield _of(connection, f"answered: request {heard.xid} is not the next one")

    def _is_moved(self, old: Connection, at: float) -> bool:
        """Whether the session was asked for by another connection at the same time."""
        others = (one for one in self._of(old.session) if one is not old)
        return any(one.at < at and old.at < one.ended_at for one in others)

    def _watches(self) -> Iterator[str]:
        changes = Changes(self._log.replay)
        for connection in self._history.connections:
            yield from Watching(connection, changes).problems()

    def _greetings(self) -> Iterator[str]:
        """Timeouts are negotiated each time; who has seen what is not there stays outside."""
        newest = max(self._log.txns, default=0)
        for connection in self._history.connections:
            if connection.answer is None or not connection.is_accepted:
                continue
            shortest, longest = self._history.limits[connection.server]
            right = min(max(connection.asked.timeout, shortest), longest)
            if connection.answer.timeout != right:
                yield _of(connection, f"timeout: is {connection.answer.timeout}, not {right}")
            if connection.asked.last_zxid_seen >> EPOCH_BITS > newest >> EPOCH_BITS:
                yield _of(connection, "refusal: has seen what is not there, and is let in")

    # -- between connections ------------------------------------------------------------------

    def _order(self) -> Iterator[str]:
        """What is asked for when something has been answered comes behind it."""
        for zxid, txn in self._log.known.items():
            if zxid <= txn.after:
                yield f"order: 0x{zxid:x} was asked for when 0x{txn.after:x} had been answered"

    def _synced(self) -> Iterator[str]:
        """A sync knows all that was answered before it, while the leader is well."""
        for connection, asked, heard in self._exchanges:
            if asked.op != Op.SYNC or heard is None or heard.error:
                continue
            known = self._log.told.before(asked.at)
            led = not self._history.is_troubled(asked.at, heard.at, leaderless=True)
            if heard.zxid < known and led:
                words = f"sync: knows 0x{heard.zxid:x} when 0x{known:x} had been answered"
                yield _of(connection, words)

    def _ends(self) -> Iterator[str]:
        """No session ends before its time, unless it is closed."""
        told = told_of(self._exchanges)
        for session, zxid in self._log.replay.ended.items():
            if self._log.txns[zxid].exchange is not None:
                continue
            index = next((at for at, one in enumerate(told.zxids) if one >= zxid), None)
            due = max((self._lives_until(at, session) for at in self._proofs(session)), default=0.0)
            if index is not None and told.times[index] < due:
                early = due - told.times[index]
                yield f"early: session 0x{session:x} is over {early:.3f} s before its time"

    def _of(self, session: int) -> list[Connection]:
        return [one for one in self._history.connections if one.session == session]

    def _proofs(self, session: int) -> Iterator[float]:
        """When its client has shown that it lives, in a way that the leader must have heard of."""
        for connection in self._of(session):
            if connection.is_accepted:
                yield connection.at
            for one in connection.exchanges:
                known_at = one.asked.at + REPORTED_WITHIN
                if one.heard and not self._history.is_troubled(one.asked.at, known_at):
                    yield one.asked.at

    def _lives_until(self, at: float, session: int) -> float:
        """By the shortest timeout that a server can have told of it since; a new leader begins with
        that of its creation.
        """
        own = [one for one in self._of(session) if one.is_accepted]
        told = [one for one in own if one.ended_at >= at]
        if self._history.is_troubled(at, math.inf, leaderless=True):
            told += own[:1]
        return at + min((one.answer.timeout for one in told if one.answer), default=0) / 1000

    def _moved(self) -> Iterator[str]:
        """What comes over the connection that a session has left is not carried out, unless it has
        come back to that server, or a new leader knows nothing of it.
        """
        for zxid, txn in self._log.txns.items():
            if txn.exchange is None or txn.op == END:
                continue
            if txn.exchange.heard is not None and not txn.exchange.heard.error:
                yield from self._is_left(zxid, txn.exchange, txn.exchange.heard.at)

    def _is_left(self, zxid: int, exchange: Exchange, heard_at: float) -> Iterator[str]:
        old, asked, _ = exchange
        later = [one for one in self._of(old.session) if old.at < one.at < heard_at]
        gone = [one for one in later if one.is_accepted and one.answered_at < asked.at]
        if not gone or any(one.server == old.server for one in later):
            return
        if not self._history.is_troubled(gone[0].at, heard_at):
            yield _of(old, f"moved: 0x{zxid:x} is asked for over a connection that it has left")


def _taken(waiting: list[int], xid: int) -> bool:
    """Take a request away, with what was asked before it; whether anything was."""
    index = waiting.index(xid) if xid in waiting else len(waiting)
    del waiting[: index + 1]
    return index > 0


def _of(connection: Connection, words: str) -> str:
    rule, _, rest = words.partition(": ")
    return f"{rule}: {connection.client} at {connection.server} {rest}"
