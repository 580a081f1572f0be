"""Read a history: the document at any moment, the events around it, the moments people look for."""

from __future__ import annotations

import math
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypedDict, cast

from ..errors import HandoffError, NotFound
from ..foreign_json import read_json
from ..journal.event import EventTold
from ..journal.patch import apply
from .moments import FAULT
from .store import as_text, is_told, known_at, unpacked

MOST_SEARCHED = 80
"""Blocks that one question for earlier events reads at most."""

ALWAYS = (-math.inf, math.inf)


class KeptMoment(TypedDict):
    """A moment as it was kept; see `moments.Moment`."""

    seq: int
    wall: float
    what: str
    subject: str
    data: Any


class Run(TypedDict):
    """A run of the dashboard: its first and its last event, and when these were."""

    run: str
    first: int
    last: int
    began: float
    ended: float


class PastMoment(NamedTuple):
    """One moment of the past. state: the document as it travels, after the event `seq`; `at` and
    `wall` are when that happened; recent: the events before it in its block.
    """

    seq: int
    at: float
    wall: float
    run: str
    state: dict[str, Any]
    recent: Sequence[EventTold]


class Earlier(NamedTuple):
    """Told events, oldest first. next: the seq before which to look further; begins: whether these
    are all that are kept.
    """

    lines: list[EventTold]
    next: int
    begins: bool


class Stretch(NamedTuple):
    """Events of one run as lines of JSON, and the document before them, at the time `wall`."""

    first: int
    run: str
    wall: float
    state: dict[str, Any]
    bodies: list[str]


class _Block(NamedTuple):
    first: int
    run: str
    state: bytes
    bodies: list[str]

    @property
    def document(self) -> dict[str, Any]:
        """Return the document before its first event."""
        with _readable():
            found: dict[str, Any] = read_json(unpacked(self.state))
        return found


class Past:
    """The reading side of a history, for any thread."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._lock = threading.Lock()

    def at(self, seq: int) -> PastMoment:
        """Return the moment after the event `seq`. Raise NotFound where that is not kept."""
        block = self._block_of("first <= ? ORDER BY first DESC", seq)
        if block is None or seq - block.first >= len(block.bodies):
            raise self._not_kept(f"event {seq}", "at")
        return _seen(block, _decoded(block.bodies[: seq - block.first + 1]))

    def at_time(self, wall: float) -> PastMoment:
        """Return the moment that was the present at this Unix time: of clocks that were put back,
        the latest. Raise NotFound where nothing is kept from before it.
        """
        found = self._known_at(wall)
        if found is None:
            raise self._not_kept("that time", "wall")
        return _seen(*found)

    def seq_at(self, wall: float) -> int:
        """Return the latest event at this Unix time; 0 before all that is kept."""
        found = self._known_at(wall)
        return int(found[1][-1]["seq"]) if found else 0

    def _known_at(self, wall: float) -> tuple[_Block, list[EventTold]] | None:
        """Return the block that was being filled then, and its events that were known."""
        block = self._block_of("wall <= ? ORDER BY wall DESC, first DESC", wall)
        if block is None:
            return None
        lines = _decoded(block.bodies)
        return block, lines[: max(1, known_at((line["wall"] for line in lines), wall))]

    def after(self, seq: int, limit: int) -> list[EventTold] | None:
        """Return the events after `seq`, oldest first; None where some of them are not kept."""
        lines: list[EventTold] = []
        for _, bodies in self._blocks("(last > ? OR events IS NULL) ORDER BY first", seq):
            fresh = [line for line in _decoded(bodies) if line["seq"] > seq]
            if fresh and fresh[0]["seq"] != seq + len(lines) + 1:  # some were just forgotten
                return lines or None
            lines += fresh
            if len(lines) >= limit:
                break
        return lines[:limit]

    def told_before(self, seq: int, limit: int) -> Earlier:
        """Return the newest told events before `seq`, at most `limit`; fewer, or none, where a long
        search would go on for too long.
        """
        told: list[EventTold] = []
        condition = "first < ? AND told IS NOT 0 ORDER BY first DESC"
        for number, (first, bodies) in enumerate(self._blocks(condition, seq), start=1):
            lines = _decoded(filter(is_told, bodies))
            told = [_without_patch(line) for line in lines if line["seq"] < seq] + told
            if len(told) > limit:
                return Earlier(told[-limit:], told[-limit]["seq"], begins=False)
            if number == MOST_SEARCHED:
                return Earlier(told, first, begins=False)
        return Earlier(told, told[0]["seq"] if told else seq, begins=True)

    def stretches(self, first: int, last: int) -> Iterator[Stretch]:
        """Yield the events from `first` to `last`, with a document at least every block."""
        condition = f"(last >= ? OR events IS NULL) AND first <= {last:d} ORDER BY first"
        for (begin,) in self._read(f"SELECT first FROM blocks WHERE {condition}", first):
            block = self._block_of("first = ?", begin)
            if block is not None:
                yield from _cut(block, first, last)

    def clamped(self, first: int, last: int) -> tuple[int, int]:
        """Return the span of these that is kept. Raise NotFound where nothing of it is."""
        runs = self.runs()
        if not runs or first > runs[-1]["last"] or last < runs[0]["first"] or first > last:
            raise self._not_kept(f"any event from {first} to {last}", "since")
        return max(first, runs[0]["first"]), min(last, runs[-1]["last"])

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing has been forgotten."""
        return bool(self._read("SELECT 1 FROM blocks WHERE first = 1"))

    def moments(
        self, whats: Sequence[str], since: int, until: int, limit: int,
        subject: str | None = None, times: tuple[float, float] = ALWAYS,
    ) -> list[KeptMoment]:  # fmt: skip
        """Return the newest moments of these kinds from `since` to `until`, oldest first; of one
        subject, if one is given; between two Unix times.
        """
        marks = ", ".join("?" * len(whats))
        return self._moments(
            f"moments WHERE what IN ({marks}) AND seq BETWEEN ? AND ? AND wall BETWEEN ? AND ?"
            " AND coalesce(subject = ?, TRUE)",
            *whats, since, until, *times, subject, limit,
        )  # fmt: skip

    def newest_of_each(
        self, whats: Sequence[str], since: int, until: int, each: int, limit: int
    ) -> list[KeptMoment]:
        """Return the newest moments of these kinds, oldest first, at most `each` of a kind at one
        path, or of the faults: what comes often somewhere pushes nothing else out.
        """
        marks = ", ".join("?" * len(whats))
        return self._moments(
            "moments JOIN (SELECT seq, what, subject, row_number() OVER (PARTITION BY what,"
            f" iif(what = '{FAULT}', '', subject) ORDER BY seq DESC) AS place FROM moments"
            f" WHERE what IN ({marks}) AND seq BETWEEN ? AND ?) USING (seq, what, subject)"
            " WHERE place <= ?",
            *whats, since, until, each, limit,
        )  # fmt: skip

    def _moments(self, source: str, *values: Any) -> list[KeptMoment]:
        columns = "seq, wall, what, subject, data"
        rows = self._read(f"SELECT {columns} FROM {source} ORDER BY seq DESC LIMIT ?", *values)
        with _readable():
            return [
                KeptMoment(seq=seq, wall=wall, what=what, subject=subject, data=read_json(data))
                for seq, wall, what, subject, data in reversed(rows)
            ]

    def runs(self) -> list[Run]:
        """Return the runs of the dashboard, oldest first."""
        rows = self._read(
            "SELECT run, min(first), max(coalesce(last, (SELECT max(seq) FROM events))), min(wall),"
            " max(coalesce(until, (SELECT max(wall) FROM events)))"
            " FROM blocks GROUP BY run ORDER BY 2"
        )
        return [
            Run(run=run, first=first, last=last, began=began, ended=ended)
            for run, first, last, began, ended in rows
        ]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    # -- blocks ----------------------------------------------------------------------------------

    def _block_of(self, condition: str, value: float) -> _Block | None:
        with self._snapshot() as read:
            columns = "first, run, state, events"
            rows = read(f"SELECT {columns} FROM blocks WHERE {condition} LIMIT 1", value)
            if not rows:
                return None
            first, run, state, events = rows[0]
            stored = events or _being_filled(read)
        with _readable():
            return _Block(first, run, state, _bodies(stored))

    def _blocks(self, condition: str, value: float) -> Iterator[tuple[int, list[str]]]:
        """Yield the first seq of each block and its events as lines of JSON."""
        for (first,) in self._read(f"SELECT first FROM blocks WHERE {condition}", value):
            with self._snapshot() as read:
                rows = read("SELECT events FROM blocks WHERE first = ?", first)
                stored = (rows[0][0] or _being_filled(read)) if rows else []
            with _readable():
                yield first, _bodies(stored)

    def _not_kept(self, what: str, field: str) -> NotFound:
        """Return the refusal, which says what there is instead."""
        runs = self.runs()
        if not runs:
            return NotFound(f"{what} is not in the history, which has no event yet", field=field)
        first, last = runs[0]["first"], runs[-1]["last"]
        there = f"the history, which has the events from {first} to {last}: choose one of these"
        return NotFound(f"{what} is not in {there}", field=field)

    def _read(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, _readable():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _snapshot(self) -> Iterator[Callable[..., list[Any]]]:
        """Give a function that reads, several times of the same state of the file. Nothing else is
        to be done meanwhile: others wait, and what the writer replaces stays on the disk.
        """
        with self._lock, _readable():
            self._connection.execute("BEGIN")
            try:
                yield lambda words, *values: self._connection.execute(words, values).fetchall()
            finally:
                self._connection.execute("COMMIT")


@contextmanager
def _readable() -> Iterator[None]:
    """Say it in one way where the file turns out to be damaged."""
    try:
        yield
    except (sqlite3.DatabaseError, zlib.error, ValueError) as error:
        raise HandoffError(
            f"the history is damaged there: {error}", code="history_damaged"
        ) from error


def _being_filled(read: Callable[..., list[Any]]) -> list[str]:
    """Return the events of the block that is being filled, which stand beside it."""
    return [body for (body,) in read("SELECT body FROM events ORDER BY seq")]


def _bodies(stored: bytes | list[str]) -> list[str]:
    return unpacked(stored).split("\n") if isinstance(stored, bytes) else stored


def _decoded(bodies: Iterable[str]) -> list[EventTold]:
    with _readable():
        lines: list[EventTold] = read_json(f"[{','.join(bodies)}]")
    return lines


def _cut(block: _Block, first: int, last: int) -> Iterator[Stretch]:
    """Yield a block without what lies before `first` and after `last`, unless nothing is left."""
    state, lines = block.document, _decoded(block.bodies[: last + 1 - block.first])
    while lines and lines[0]["seq"] < first:
        state = apply(state, lines.pop(0)["patch"])
    if lines:
        begin, wall = lines[0]["seq"], lines[0]["wall"]
        yield Stretch(begin, block.run, wall, state, [as_text(line) for line in lines])


def _seen(block: _Block, lines: list[EventTold]) -> PastMoment:
    state = block.document
    for line in lines:
        state = apply(state, line["patch"])
    last = lines[-1]
    told = [_without_patch(line) for line in lines if line.get("told", True)]
    return PastMoment(last["seq"], last["at"], last["wall"], block.run, state, told)


def _without_patch(line: EventTold) -> EventTold:
    return cast(
        EventTold, {key: value for key, value in line.items() if key not in ("patch", "told")}
    )
