"""Read a history: the document at any moment, the events around it, the moments people look for."""

from __future__ import annotations

import logging
import math
import sqlite3
import threading
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple, TypedDict, cast

from ..errors import HandoffError, NotFound
from ..foreign_json import read_json
from ..journal.document import FORM
from ..journal.patch import apply
from ..journal.recorded import EventTold
from ..own_json import write_json
from ..readmodels.model import Models
from .moments import FAULT
from .store import is_told, known_at, unpacked
from .upgrade import upgraded

MOST_SEARCHED = 80
"""Blocks that one question for earlier events reads at most."""

ALWAYS = (-math.inf, math.inf)
_DAMAGE = (sqlite3.DatabaseError, zlib.error, ValueError, OverflowError)

log = logging.getLogger(__name__)


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


class HistoryDamaged(HandoffError):
    """A part of the history cannot be read: the events from `first` on, where that is known."""

    default_code = "history_damaged"

    def __init__(self, message: str, first: int | None = None) -> None:
        super().__init__(message)
        self.first = first


class Gap(TypedDict):
    """What is not kept: the events between `after` and `before`, which are."""

    after: int
    before: int


class _Span(NamedTuple):
    """The events of a block, and their times. What is known at its end only is None of the block
    that is being filled.
    """

    file: Path
    first: int
    last: int | None
    wall: float
    until: float | None

    @contextmanager
    def readable(self) -> Iterator[None]:
        """Name these events where they turn out to be damaged."""
        try:
            yield
        except _DAMAGE as error:
            until = f"to {self.last}" if self.last else "on"
            times = " to ".join(
                datetime.fromtimestamp(wall).strftime("%Y-%m-%d %H:%M:%S")
                for wall in (self.wall, self.until)
                if wall
            )
            raise HistoryDamaged(
                f"the history {self.file} is damaged: its events from {self.first} {until}"
                f" ({times}) cannot be read: {error}. All others can be shown and saved.",
                self.first,
            ) from error


class _Block(NamedTuple):
    span: _Span
    run: str
    state: bytes
    stored: bytes | list[str]
    models: Models | None

    def today(self, lines: list[EventTold]) -> tuple[dict[str, Any], list[EventTold]]:
        """Return the document before its first event, and its first events, in today's form."""
        document = self.document
        if self.models is None or document.get("form") == FORM:
            return document, lines
        with self.span.readable():
            return upgraded(self.models, document, lines)

    @property
    def document(self) -> dict[str, Any]:
        """Return the document before its first event."""
        with self.span.readable():
            found: dict[str, Any] = read_json(unpacked(self.state))
            if not isinstance(found, dict):
                raise ValueError("it has no document")
        return found

    def lines(self, keep: Callable[[list[str]], Iterable[str]] = list) -> list[EventTold]:
        """Return its events, or those whose lines of JSON `keep` returns of all."""
        with self.span.readable():
            stored = self.stored
            bodies = unpacked(stored).split("\n") if isinstance(stored, bytes) else stored
            lines: list[EventTold] = read_json(f"[{','.join(keep(bodies))}]")
            if not all(map(_is_event, lines)):
                raise ValueError("it says what no event says")
        return lines


class Past:
    """The reading side of the history in `file`, for any thread. models: they lead what an earlier
    Handoff has kept on to today's form; None leaves all as it was kept.
    """

    def __init__(self, connection: sqlite3.Connection, file: Path) -> None:
        self._connection, self._file = connection, file
        self._lock = threading.Lock()
        self.models: Models | None = None

    def at(self, seq: int) -> PastMoment:
        """Return the moment after the event `seq`. Raise NotFound where that is not kept."""
        found = self.up_to(seq)
        if found is None or found.seq != seq:
            raise self._not_kept(f"event {seq}", "at", seq)
        return found

    def up_to(self, seq: int) -> PastMoment | None:
        """Return the moment after the event `seq`, or after the last one before it that is kept."""
        block = self._block_of("first <= ? ORDER BY first DESC", seq)
        if block is None:
            return None
        return _seen(block, block.lines(lambda bodies: bodies[: seq - block.span.first + 1]))

    def at_time(self, wall: float) -> PastMoment:
        """Return the moment that was the present at this Unix time: of clocks that were put back,
        the latest. Raise NotFound where nothing is kept from before it, or of that time.
        """
        found = self._known_at(wall)
        seen = found and _seen(*found)
        if seen is None or (wall > seen.wall and self._gap_at(seen.seq + 1)):
            raise self._not_kept("that time", "wall", seen and seen.seq + 1)
        return seen

    def seq_at(self, wall: float) -> int:
        """Return the latest event at this Unix time, or one of the same block where that is
        damaged; 0 before all that is kept.
        """
        try:
            found = self._known_at(wall)
        except HistoryDamaged as damaged:
            return damaged.first or 0
        return int(found[1][-1]["seq"]) if found else 0

    def _known_at(self, wall: float) -> tuple[_Block, list[EventTold]] | None:
        """Return the block that was being filled then, and its events that were known."""
        block = self._block_of("wall <= ? ORDER BY wall DESC, first DESC", wall)
        if block is None:
            return None
        lines = block.lines()
        return block, lines[: max(1, known_at((line["wall"] for line in lines), wall))]

    def after(self, seq: int, limit: int) -> list[EventTold] | None:
        """Return the events after `seq`, oldest first; None where some of them are not kept."""
        lines: list[EventTold] = []
        for first in self._firsts("(last > ? OR events IS NULL) ORDER BY first", seq):
            block = self._block_of("first = ?", first)
            found = block.today(block.lines())[1] if block else []
            fresh = [line for line in found if line["seq"] > seq]
            if fresh and fresh[0]["seq"] != seq + len(lines) + 1:  # forgotten, or never kept
                return lines or None
            lines += fresh
            if len(lines) >= limit:
                break
        return lines[:limit]

    def told_before(self, seq: int, limit: int) -> Earlier:
        """Return the newest told events before `seq`, at most `limit`; fewer, or none, where a long
        search would go on for too long. What is damaged is left out.
        """
        told: list[EventTold] = []
        condition = "first < ? AND told IS NOT 0 ORDER BY first DESC"
        for number, first in enumerate(self._firsts(condition, seq), start=1):
            lines = self._told_of(first)
            told = [_without_patch(line) for line in lines if line["seq"] < seq] + told
            if len(told) > limit:
                return Earlier(told[-limit:], told[-limit]["seq"], begins=False)
            if number == MOST_SEARCHED:
                return Earlier(told, first, begins=False)
        return Earlier(told, told[0]["seq"] if told else seq, begins=True)

    def _told_of(self, first: int) -> list[EventTold]:
        """Return the told events of the block that begins with `first`; none if it is damaged."""
        try:
            block = self._block_of("first = ?", first)
            return block.lines(lambda bodies: filter(is_told, bodies)) if block else []
        except HistoryDamaged as damaged:
            log.warning("%s", damaged.message)
            return []

    def stretches(self, first: int, last: int) -> Iterator[Stretch]:
        """Yield the events from `first` to `last`, with a document at least every block. What is
        damaged is left out. Raise HistoryDamaged or NotFound where nothing else is there.
        """
        condition = f"(last >= ? OR events IS NULL) AND first <= {last:d} ORDER BY first"
        found = damage = None
        for begin in self._firsts(condition, first):
            try:
                block = self._block_of("first = ?", begin)
                stretch = _cut(block, first, last) if block else None
            except HistoryDamaged as damaged:
                log.warning("%s", damaged.message)
                damage = damaged
            else:
                if stretch is not None:
                    found = stretch
                    yield stretch
        if found is None:
            raise damage or self._not_kept(f"any event from {first} to {last}", "since", first)

    def clamped(self, first: int, last: int, first_name: str, last_name: str) -> tuple[int, int]:
        """Return the span of these that is kept. Raise NotFound where nothing of it is, with the
        name of the bound that excludes it.
        """
        runs = self.runs()
        if not runs or first > runs[-1]["last"]:
            raise self._not_kept(f"any event from {first} to {last}", first_name)
        if last < max(first, runs[0]["first"]):
            raise self._not_kept(f"any event from {first} to {last}", last_name)
        return max(first, runs[0]["first"]), min(last, runs[-1]["last"])

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is missing: forgotten, or never kept."""
        return bool(self._read("SELECT 1 FROM blocks WHERE first = 1")) and not self.gaps()

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

    def whole_moments(self, first: int, last: int) -> Iterator[KeptMoment]:
        """Yield the moments from the event `first` to the event `last`, oldest first. What is
        damaged is left out.
        """
        for row in self._moment_rows("moments WHERE seq BETWEEN ? AND ?", first, last, -1):
            try:
                yield self._moment(*row)
            except HistoryDamaged as damaged:
                log.warning("%s", damaged.message)

    def _moments(self, source: str, *values: Any) -> list[KeptMoment]:
        return [self._moment(*row) for row in self._moment_rows(source, *values)]

    def _moment_rows(self, source: str, *values: Any) -> list[Any]:
        columns = "seq, wall, what, subject, data"
        rows = self._read(f"SELECT {columns} FROM {source} ORDER BY seq DESC LIMIT ?", *values)
        return rows[::-1]

    def _moment(self, seq: int, wall: float, what: str, subject: str, data: str) -> KeptMoment:
        with _Span(self._file, seq, seq, wall, None).readable():
            read = read_json(data)
        return KeptMoment(seq=seq, wall=wall, what=what, subject=subject, data=read)

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

    def gaps(self) -> list[Gap]:
        """Return what is not kept between the first event and the last, oldest first."""
        rows = self._read(
            "SELECT after, first FROM (SELECT first, lag(last) OVER (ORDER BY first) AS after"
            " FROM blocks) WHERE first > after + 1"
        )
        return [Gap(after=after, before=first) for after, first in rows]

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            self._connection.close()

    # -- blocks ----------------------------------------------------------------------------------

    def _block_of(self, condition: str, value: float) -> _Block | None:
        with self._snapshot() as read:
            extent = "first, last, wall, until"
            rows = read(f"SELECT {extent} FROM blocks WHERE {condition} LIMIT 1", value)
            if not rows:
                return None
            span = _Span(self._file, *rows[0])
            with span.readable():
                columns = "run, state, events"
                ((run, state, events),) = read(
                    f"SELECT {columns} FROM blocks WHERE first = ?", span.first
                )
                if events is None:  # of the block that is being filled they stand beside it
                    events = [body for (body,) in read("SELECT body FROM events ORDER BY seq")]
                return _Block(span, run, state, events, self.models)

    def _firsts(self, condition: str, value: float) -> list[int]:
        """Return the first event of each of these blocks."""
        rows = self._read(f"SELECT first FROM blocks WHERE {condition}", value)
        return [first for (first,) in rows]

    def _not_kept(self, what: str, field: str, seq: int | None = None) -> NotFound:
        """Return the refusal, which says what there is instead. seq: what was asked for."""
        runs = self.runs()
        if not runs:
            return NotFound(f"{what} is not in the history, which has no event yet", field=field)
        gap = None if seq is None else self._gap_at(seq)
        first, last = runs[0]["first"], runs[-1]["last"]
        if gap:
            between = f"keeps nothing between the events {gap['after']} and {gap['before']}"
            return NotFound(f"{what} is not in the history, which {between}", field=field)
        there = f"the history, which has the events from {first} to {last}: choose one of these"
        return NotFound(f"{what} is not in {there}", field=field)

    def _gap_at(self, seq: int) -> Gap | None:
        """Return what is not kept around this event; None where it is kept."""
        return next((gap for gap in self.gaps() if gap["after"] < seq < gap["before"]), None)

    def _read(self, statement: str, *values: Any) -> list[Any]:
        with self._lock, self._readable():
            return self._connection.execute(statement, values).fetchall()

    @contextmanager
    def _snapshot(self) -> Iterator[Callable[..., list[Any]]]:
        """Give a function that reads, several times of the same state of the file. Nothing else is
        to be done meanwhile: others wait, and what the writer replaces stays on the disk.
        """
        with self._lock, self._readable():
            self._connection.execute("BEGIN")
            try:
                yield lambda words, *values: self._connection.execute(words, values).fetchall()
            finally:
                self._connection.execute("COMMIT")

    @contextmanager
    def _readable(self) -> Iterator[None]:
        """Name the file where it turns out to be damaged."""
        try:
            yield
        except _DAMAGE as error:
            raise HistoryDamaged(f"the history {self._file} is damaged: {error}") from error


def _is_event(line: Any) -> bool:
    """Tell whether this is an event, as far as it is read here."""
    return (
        isinstance(line, dict)
        and type(line.get("seq")) is int
        and all(type(line.get(time)) in (int, float) for time in ("at", "wall"))
        and math.isfinite(line["at"] + line["wall"])
        and isinstance(line.get("patch"), dict)
    )


def _cut(block: _Block, first: int, last: int) -> Stretch | None:
    """Return a block without what lies before `first` and after `last`; None if nothing is left."""
    state, lines = block.today(block.lines(lambda bodies: bodies[: last + 1 - block.span.first]))
    while lines and lines[0]["seq"] < first:
        state = apply(state, lines.pop(0)["patch"])
    if not lines:
        return None
    begin, wall = lines[0]["seq"], lines[0]["wall"]
    return Stretch(begin, block.run, wall, state, [write_json(line) for line in lines])


def _seen(block: _Block, lines: list[EventTold]) -> PastMoment:
    state, lines = block.today(lines)
    for line in lines:
        state = apply(state, line["patch"])
    last = lines[-1]
    told = [_without_patch(line) for line in lines if line.get("told", True)]
    return PastMoment(last["seq"], last["at"], last["wall"], block.run, state, told)


def _without_patch(line: EventTold) -> EventTold:
    return cast(
        EventTold, {key: value for key, value in line.items() if key not in ("patch", "told")}
    )
