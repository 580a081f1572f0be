"""Write a history: blocks of five hundred events, each with the document before it."""

from __future__ import annotations

import sqlite3
import zlib
from bisect import bisect_right
from collections.abc import Iterable
from itertools import accumulate
from typing import Any, NamedTuple

from ..journal.recorded import Recorded
from ..own_json import write_json
from ..readmodels.document import Data
from .moments import Moment

BLOCK = 500
"""Events of a block: so many patches at most lie between a stored document and any moment."""

_UNTOLD = ',"told":false}'
"""How the line of an event that is not told ends: it is the last of its keys."""
LONGEST = 128 * 1024 * 1024
"""Bytes of a document or of the events of a block: more is none of ours."""
LEVEL = 4
"""Compress at this level: the file is 6 % larger than at the default, and takes half the time."""
_DAY = 86_400.0
_SPARE = 0.9
"""The part of the largest size down to which a file is pruned."""
_SPARE_PAGES = 100
"""Free pages that a file may have: the next events take them."""
_VACUUMED = 500
"""Pages that are given back to the disk at a time, so that no event waits for long."""


class Bounds(NamedTuple):
    """How much is kept: `days`, and `size` of the file in bytes."""

    days: float = 30.0
    size: int = 512 * 1024 * 1024


class HistoryEntry(NamedTuple):
    """One event to keep. before: the document before it, as it travels, where a block begins
    with it.
    """

    event: Recorded
    before: Data | None
    moments: tuple[Moment, ...]


class HistoryStore:
    """The writing side of a history, for one thread at a time. Errors are sqlite3's."""

    def __init__(self, connection: sqlite3.Connection, bounds: Bounds, run: str) -> None:
        self._connection = connection
        self._bounds = bounds
        self._run = run

    @property
    def last(self) -> int:
        """Return the seq of the last event, 0 without any."""
        rows = "SELECT max(seq) FROM events UNION ALL SELECT max(last) FROM blocks"
        return max(seq or 0 for (seq,) in self._connection.execute(rows))

    def add(self, entries: Iterable[HistoryEntry]) -> None:
        """Keep these; when it returns, they outlive this process."""
        with HistoryTransaction(self._connection):
            for entry in entries:
                if entry.before is not None:
                    self._begin_block(entry.event, entry.before)
                self._add(entry)

    def shrink(self) -> None:
        """Give some of what was forgotten back to the disk. Only a script runs this to its end, and
        only outside a transaction.
        """
        if self._pragma("freelist_count") > _SPARE_PAGES:
            self._connection.executescript(f"PRAGMA incremental_vacuum({_VACUUMED})")

    def _add(self, entry: HistoryEntry) -> None:
        event = entry.event
        body = write_json(event.as_json())
        self._execute("INSERT INTO events VALUES (?, ?, ?)", event.seq, event.wall, body)
        for what, subject, data in entry.moments:
            self._execute(
                "INSERT OR REPLACE INTO moments VALUES (?, ?, ?, ?, ?)",
                event.seq, event.wall, what, subject, write_json(data),
            )  # fmt: skip

    def _begin_block(self, event: Recorded, before: Data) -> None:
        self._pack()
        self._execute(
            "INSERT INTO blocks (first, wall, run, state) VALUES (?, ?, ?, ?)",
            event.seq, event.wall, self._run, packed(write_json(before)),
        )  # fmt: skip
        self._prune(event.wall)

    def _pack(self) -> None:
        """Pack the events of the block that was being filled, maybe by an earlier run."""
        rows = self._connection.execute("SELECT seq, wall, body FROM events ORDER BY seq")
        events = rows.fetchall()
        if not events:
            return
        bodies = [body for _, _, body in events]
        self._execute(
            "UPDATE blocks SET last = ?, until = ?, told = ?, events = ? WHERE events IS NULL",
            events[-1][0], max(wall for _, wall, _ in events), sum(map(is_told, bodies)),
            packed("\n".join(bodies)),
        )  # fmt: skip
        self._execute("DELETE FROM events")

    def _prune(self, now: float) -> None:
        """Forget the oldest full blocks that are too old, or too many for the size."""
        oldest = now - self._bounds.days * _DAY
        self._execute("DELETE FROM blocks WHERE until < ?", oldest)
        self._forget_moments()
        if self._size > self._bounds.size:
            while self._size > self._bounds.size * _SPARE and self._forget_oldest():
                self._forget_moments()

    def _forget_oldest(self) -> bool:
        first = "SELECT min(first) FROM blocks WHERE events IS NOT NULL"
        return self._execute(f"DELETE FROM blocks WHERE first = ({first})").rowcount > 0

    def _forget_moments(self) -> None:
        """Forget the moments before the first block that is left."""
        self._execute("DELETE FROM moments WHERE seq < (SELECT min(first) FROM blocks)")

    @property
    def _size(self) -> int:
        pages = self._pragma("page_count") - self._pragma("freelist_count")
        return pages * self._pragma("page_size")

    def _pragma(self, name: str) -> int:
        return int(self._execute(f"PRAGMA {name}").fetchone()[0])

    def _execute(self, statement: str, *values: Any) -> sqlite3.Cursor:
        return self._connection.execute(statement, values)


class HistoryTransaction:
    """A transaction that is rolled back where anything fails in it."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection

    def __enter__(self) -> None:
        self._connection.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            if kind is None:
                self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:  # SQLite has ended it itself where the disk is full
                self._connection.execute("ROLLBACK")


def is_told(body: str) -> bool:
    """Tell whether the line of JSON of an event is for lists of what happened."""
    return not body.endswith(_UNTOLD)


def packed(text: str, level: int = LEVEL) -> bytes:
    """Return a text compressed."""
    return zlib.compress(text.encode("utf-8", "surrogatepass"), level)


def unpacked(packed: bytes) -> str:
    """Return the text that was compressed. Raise ValueError where it is longer than any that a
    history keeps, or cut off.
    """
    unpacker = zlib.decompressobj()
    found = unpacker.decompress(packed, LONGEST)
    if not unpacker.eof:
        raise ValueError("a text is cut off, or unpacks to too much")
    return found.decode("utf-8", "surrogatepass")


def known_at(walls: Iterable[float], wall: float) -> int:
    """Return how many events were known at a Unix time, by the times of all in their order. What is
    told late happened before the event ahead of it, and was not known yet.
    """
    return bisect_right(list(accumulate(walls, max)), wall)
