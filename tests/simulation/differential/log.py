"""The log, rebuilt from the zxids of the replies.

What was never answered may have been carried out, and when a session has ended nobody is told:
each such transaction is given that free zxid with which the clients' answers agree.
"""

from __future__ import annotations

import itertools
import math
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from itertools import filterfalse
from typing import Any, NamedTuple, TypeAlias

from app.zookeeper.wire.codes import NO_ZXID, Code, EventType, Op
from app.zookeeper.wire.records import Stat
from tests.simulation.differential.history import READS, WRITES, Connection, Exchange, History
from tests.simulation.differential.replay import (
    END,
    Place,
    Replay,
    Txn,
    Witness,
    plain,
    touched_by,
)

EPOCH_BITS = 32
BEYOND = 24
"""How many zxids behind the last one that is known of an epoch may have been used in it."""
MOST_TRIES = 1500
Found: TypeAlias = tuple[dict[int, Txn], Place | None]
"""A log, and where it and what the clients were told part."""


class Told(NamedTuple):
    """When somebody was told of which zxid, in the order of time; zxids: the greatest so far."""

    times: list[float]
    zxids: list[int]

    def before(self, at: float) -> int:
        """The greatest that anybody had been told of."""
        index = bisect_left(self.times, at)
        return self.zxids[index - 1] if index else 0


def told_of(exchanges: Iterable[Exchange]) -> Told:
    """By the replies to these requests."""
    heard = sorted((one.heard.at, one.heard.zxid) for one in exchanges if one.heard is not None)
    zxids = itertools.accumulate((zxid for _, zxid in heard), max)
    return Told([at for at, _ in heard], list(zxids))


class Log:
    """The transactions by zxid, and what no log can explain (`problems`).

    known: those that were answered. told: when somebody was told of which of them. is_undecided:
    whether the search was given up; then nobody knows what stood where.
    """

    def __init__(self, history: History) -> None:
        self._version, self._tries = history.version, 0
        self._unknown: list[Txn] = []
        self.problems: list[str] = []
        self.known: dict[int, Txn] = {}
        writes = [one for one in history.exchanges if one.asked.op in WRITES]
        self.told = told_of(writes)
        for exchange in writes:
            self._take(exchange)
        self._creations = [self._creation(one) for one in history.connections if _is_new(one)]
        self._unknown += [self._end_of(one.session, history) for one in self._creations]
        self._witnesses = _in_order(_witnesses(history))
        self._watched = list(_watched(history))
        self.txns = self._explained(dict(self.known))
        self.replay = Replay(self.txns, self._witnesses, self._version)
        self.is_undecided = self._tries >= MOST_TRIES and self.replay.parted is not None
        if self.replay.parted is not None and not self.is_undecided:
            self.problems.append(f"read: {self.replay.parted.words}")
        if not self.is_undecided:
            self.problems += [
                f"gap: nothing can have been 0x{one:x}" for one in self._unexplained()
            ]

    def _take(self, exchange: Exchange) -> None:
        asked, heard, session = exchange.asked, exchange.heard, exchange.connection.session
        txn = Txn(asked.op, asked.body, session, exchange, self.told.before(asked.at))
        if heard is None:
            self._unknown.append(txn)
        elif heard.zxid in self.known:
            self.problems.append(f"zxid: two transactions are answered with 0x{heard.zxid:x}")
        else:
            self.known[heard.zxid] = txn

    def _creation(self, connection: Connection) -> Txn:
        """It is never told its zxid."""
        after = self.told.before(connection.at)
        later = (
            zxid
            for zxid, txn in self.known.items()
            if txn.exchange is not None and txn.exchange.asked.at > connection.answered_at
        )
        return Txn(0, None, connection.session, None, after, min(later, default=1 << 63))

    def _end_of(self, session: int, history: History) -> Txn:
        """It comes behind all that the session has done, and behind its last revalidation."""
        own = [one for one in history.connections if one.session == session and one.is_accepted]
        after = [self.told.before(one.at) for one in own]
        done = (zxid for zxid, txn in self.known.items() if txn.session == session)
        after += [zxid for zxid in done if not _is_expired(self.known[zxid])]
        return Txn(END, None, session, None, max(after, default=0))

    # -- search -------------------------------------------------------------------------------

    def _explained(self, txns: dict[int, Txn]) -> dict[int, Txn]:
        """With those of the unknown that agree with all that the clients were told; else those
        with which they agree for longest.
        """
        best = found = (txns, self._try(txns))
        waiting = [self._better(*found, has_come_on=True)]
        while waiting and best[1] is not None and self._tries < MOST_TRIES:
            step = next(waiting[-1], None)
            if step is None:
                waiting.pop()
            else:
                found, has_come_on = step
                best = max(best, found, key=_rank)
                waiting.append(self._better(*found, has_come_on=has_come_on))
        return best[0]

    def _try(self, txns: dict[int, Txn]) -> Place | None:
        self._tries += 1
        return Replay(txns, self._witnesses, self._version).parted

    def _better(
        self, txns: dict[int, Txn], parted: Place | None, *, has_come_on: bool
    ) -> Iterator[tuple[Found, bool]]:
        """The logs with one transaction more that agree for longer: of those at one zxid the best
        comes first; then, once, those that agree for as long.
        """
        if parted is None:
            return
        even: list[Found] = []
        for zxid in self._zxids(txns, parted):
            found = [(one, self._try(one)) for one in self._more(txns, parted, zxid)]
            better = [one for one in found if _rank(one) > parted.rank]
            even += [one for one in found if _rank(one) == parted.rank]
            yield from ((one, True) for one in sorted(better, key=_rank, reverse=True))
        if has_come_on:
            yield from ((one, False) for one in even)

    def _zxids(self, txns: dict[int, Txn], parted: Place) -> Iterator[int]:
        hints = sorted(parted.hints, reverse=True)
        return itertools.chain(hints, filterfalse(self._is_silent, _gaps(txns, parted.zxid)))

    def _more(self, txns: dict[int, Txn], parted: Place, zxid: int) -> Iterator[dict[int, Txn]]:
        used = {id(txn) for txn in txns.values()}
        for txn in self._unknown:
            fits = txn.after < zxid <= parted.zxid and id(txn) not in used
            if fits and _concerns(txn, parted) and _is_in_turn(zxid, txn, txns):
                yield {**txns, zxid: txn}

    def _is_silent(self, zxid: int) -> bool:
        """Whether somebody would have been told of it, had it changed anything."""
        return any(
            since < zxid <= until and zxid not in told for since, until, told in self._watched
        )

    # -- gaps ---------------------------------------------------------------------------------

    def _unexplained(self) -> Iterator[int]:
        """Zxids between known ones of an epoch that nothing can have used: each takes one of what
        is left, first that which must have been early.
        """
        used = {id(txn) for txn in self.txns.values()}
        left = [txn for txn in (*self._unknown, *self._creations) if id(txn) not in used]
        left.sort(key=lambda txn: txn.before)
        for zxid in self._inner_gaps():
            fitting = next((one for one in left if one.after < zxid < one.before), None)
            if fitting is None:
                yield zxid
            else:
                left.remove(fitting)

    def _inner_gaps(self) -> Iterator[int]:
        for before, after in itertools.pairwise(sorted(self.txns)):
            if before >> EPOCH_BITS == after >> EPOCH_BITS:
                yield from range(before + 1, after)


def _witnesses(history: History) -> Iterator[Witness]:
    """A client whose session is over is told nothing of the tree."""
    for connection, asked, heard in history.exchanges:
        if asked.op in READS and heard is not None and heard.error != Code.SESSION_EXPIRED:
            answer = plain((heard.error, heard.body))
            yield Witness(heard.zxid, connection.client, asked.op, asked.body.path, answer)
            yield from _stamps(connection.client, asked.body.path, answer)
    for connection in history.connections:
        for one in connection.heard:
            if one.is_event and one.zxid != NO_ZXID:
                yield _change(one.zxid, connection.client, one.body.path, one.body.type)


def _in_order(witnesses: Iterable[Witness]) -> list[Witness]:
    """By zxid; of each change one is enough."""
    once = {
        one[2:] + one[:1] if one.op == 0 else (index,): one for index, one in enumerate(witnesses)
    }
    return sorted(once.values(), key=_place)


def _place(one: Witness) -> tuple[int, bool, bool]:
    """What says most comes first."""
    return one.zxid, one.op != 0, one.answer[1] == EventType.CHILDREN_CHANGED


def _stamps(client: str, path: str, answer: Any) -> Iterator[Witness]:
    """What a znode says of its own last changes."""
    for stat in answer[1] or ():
        if isinstance(stat, Stat):
            yield _change(stat.czxid, client, path, EventType.CREATED)
            if stat.mzxid != stat.czxid:
                yield _change(stat.mzxid, client, path, EventType.DATA_CHANGED)
            if stat.pzxid != stat.czxid:
                yield _change(stat.pzxid, client, path, EventType.CHILDREN_CHANGED)


def _change(zxid: int, client: str, path: str, kind: int) -> Witness:
    return Witness(zxid, client, 0, path, (0, kind))


def _is_new(connection: Connection) -> bool:
    return connection.asked.session == 0


def _is_expired(txn: Txn) -> bool:
    heard = txn.exchange and txn.exchange.heard
    return heard is not None and heard.error == Code.SESSION_EXPIRED


def _rank(found: Found) -> tuple[float, int, int]:
    """How long a log agrees with what the clients were told."""
    return (math.inf, 0, 0) if found[1] is None else found[1].rank


def _is_in_turn(zxid: int, txn: Txn, txns: dict[int, Txn]) -> bool:
    """Whether this comes behind what was asked before it over the same connection."""
    if txn.exchange is None:
        return True
    connection, asked, _ = txn.exchange
    same = (
        (other, one.exchange.asked.xid)
        for other, one in txns.items()
        if one.exchange is not None and one.exchange.connection is connection
    )
    return all((other < zxid) == (xid < asked.xid) for other, xid in same)


def _concerns(txn: Txn, parted: Place) -> bool:
    """Whether it may have to do with the path where history and tree part."""
    return txn.op == END or any(_are_near(path, parted.path) for path in touched_by(txn))


def _are_near(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one.rpartition("/")[0])


def _watched(history: History) -> Iterator[tuple[int, int, set[int]]]:
    """Behind which zxid, and until which, somebody was told of every change, and of which ones."""
    for connection in history.connections:
        told = {one.zxid for one in connection.heard if one.is_event}
        for _, asked, heard in connection.exchanges:
            if asked.op == Op.ADD_WATCH and heard is not None and NO_ZXID not in told:
                yield heard.zxid, max(one.zxid for one in connection.heard), told


def _gaps(txns: dict[int, Txn], until: int) -> Iterator[int]:
    """Zxids that nobody is known to have used, the latest first; then those behind an epoch."""
    known = sorted(zxid for zxid in txns if zxid <= until)
    behind: list[int] = []
    for before, after in reversed(list(itertools.pairwise([*known, until + 1]))):
        if after >> EPOCH_BITS == before >> EPOCH_BITS:
            yield from range(after - 1, before, -1)
        else:
            yield from range(after - 1, after >> EPOCH_BITS << EPOCH_BITS, -1)
            behind += range(before + 1, before + BEYOND)
    yield from behind
