"""Write a part of a history as one file, and read it on any machine.

The file is newline-delimited JSON, gzipped, so that `zcat FILE | jq` works; the model is
asciinema's asciicast. Its lines: a header; before each block of events the document before them;
the events as the interface has them; at the end the moments that people look for. `missing` beside
a document says how many events before it were not kept, or cannot be read.
"""

from __future__ import annotations

import gzip
import math
import sqlite3
import zlib
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any

from ..errors import HandoffError, SetupError
from ..foreign_json import read_json
from ..own_json import write_json
from ..version import VERSION
from .moments import FAULT, HANDOFF, MARK, VIOLATION
from .past import Past, Stretch
from .store import LONGEST, HistoryTransaction, is_told, packed, unpacked

FORMAT = 1
MOST_LINE = 8 * 1024 * 1024
"""Bytes of a line: more is no recording."""
_LEAST_UNPACKED, _TIMES_UNPACKED = 256 * 1024 * 1024, 200
"""Bytes that any recording may unpack to, and how many more for each of its own."""
MOST_FOLLOW = 1_000
"""Events that follow one document at most."""
_AHEAD = 16 * 1024 * 1024
"""Characters of events that wait to be packed, of several blocks."""
_QUICK = 1
"""Compress what is unpacked at this level: it goes when the replay ends."""
_KEY = "handoff_recording"
_EVENT, _BLOCK, _STATE = '{"seq":', '{"before":', ',"state":'
_EVENT_BYTES, _BLOCK_BYTES, _STATE_BYTES = _EVENT.encode(), _BLOCK.encode(), f"{_STATE}{{".encode()
_BEGINS = (_BLOCK_BYTES, b'{"moment":')
"""How the line of a document or a moment begins: what is between two stands together."""
_FIRST, _LAST = ("seq", "before"), "state"
"""The keys that stand first in a line, and last: the other lines are read by them alone."""
NAMES = ("from", "from_name", "to", "to_name", "fault", "strategy", "by")
"""What is text in the record of a handoff, where it is not missing."""
_PIECE = 64 * 1024
_DAMAGE = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError,
    sqlite3.Error,
)  # fmt: skip
"""Errors that a file of the right form and the wrong content leads to."""


def recorded(past: Past, first: int, last: int, lists: Sequence[str]) -> Iterator[bytes]:
    """Return the file of the events from `first` to `last`, piece by piece. lists: the paths of the
    lists that travel as maps. What is damaged is left out, and counted as missing. Raise
    HistoryDamaged or NotFound where nothing else is there.
    """
    stretches = past.stretches(first, last)
    lines = _lines(chain([next(stretches)], stretches), past, first, last, lists)
    return _squeezed(lines)


def _squeezed(lines: Iterable[str]) -> Iterator[bytes]:
    squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
    waiting = b""
    for line in lines:
        waiting += squeeze.compress(f"{line}\n".encode("ascii"))
        if len(waiting) > _PIECE:
            yield waiting
            waiting = b""
    yield waiting + squeeze.flush()


def _lines(
    stretches: Iterable[Stretch], past: Past, first: int, last: int, lists: Sequence[str]
) -> Iterator[str]:
    header = {_KEY: FORMAT, "version": VERSION, "first": first, "last": last, "lists": lists}
    yield write_json(header)
    expected = None
    for stretch in stretches:
        before = {"before": stretch.first, "run": stretch.run, "wall": stretch.wall}
        if expected not in (None, stretch.first):
            before["missing"] = stretch.first - expected
        expected = stretch.first + len(stretch.bodies)
        yield write_json({**before, "state": stretch.state})
        yield from stretch.bodies
    for moment in past.whole_moments(first, last):
        yield write_json({"moment": moment})


def unpack(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
    """Fill an empty history from the recording `path`; return its header. Raise SetupError where it
    is no recording, is damaged, or comes from a newer Handoff.
    """
    with explained(path), gzip.open(path) as file, HistoryTransaction(connection):
        header = _header(path, file.readline(MOST_LINE))
        most = _LEAST_UNPACKED + _TIMES_UNPACKED * path.stat().st_size
        _fill(connection, _parts(file, most))
    return header


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """Say it as a SetupError where the recording `path` turns out to be damaged."""
    try:
        yield
    except SetupError:
        raise
    except (OSError, EOFError, zlib.error) as error:
        raise _refusal(path, f"cannot be read: {error}") from error
    except (HandoffError, *_DAMAGE) as error:
        raise _refusal(path, f"is damaged: {error}. Save it again where it was made.") from error


_NO_RECORDING = (
    "is not a recording of Handoff: its first line does not say so. Name what Save gave you, a"
    " .jsonl.gz."
)


def _header(path: Path, line: bytes) -> dict[str, Any]:
    try:
        header = read_json(line)
        version = header[_KEY]
    except (ValueError, KeyError, TypeError) as error:
        raise _refusal(path, _NO_RECORDING) from error
    if type(version) is not int:
        raise _refusal(path, _NO_RECORDING)
    if version != FORMAT:
        raise _refusal(path, "was written by a newer Handoff: open it with one of that version.")
    lists = header.get("lists")
    if not (isinstance(lists, list) and all(isinstance(path, str) for path in lists)):
        raise _refusal(path, "is damaged: it does not name its lists")
    found: dict[str, Any] = header
    return found


def _parts(file: gzip.GzipFile, most: int) -> Iterator[str]:
    """Yield what follows the header, without the end of its last line: each document with the
    events that follow it, and each moment; before them what has no document, which is nothing.
    most: bytes that it may unpack to.
    """
    part, length, read, number = [b""], 0, 0, 1
    while line := file.readline(MOST_LINE + 1):
        number += 1
        if not line.endswith(b"\n"):
            is_cut = len(line) <= MOST_LINE
            raise ValueError("its last line is cut off" if is_cut else "a line is too long")
        read += len(line)
        if read > most:
            raise ValueError(f"it unpacks to more than {most >> 20} MB")
        if line.isspace():
            continue
        if not _is_spelled_here(line):
            line = _respelled(line, number)
        if line.startswith(_BEGINS):
            yield _text(part)
            part, length = [], 0
        part.append(line)
        length += len(line)
        if length > LONGEST:
            raise ValueError("too much follows one document")
    yield _text(part)


def _is_spelled_here(line: bytes) -> bool:
    """Tell whether a line is spelled as Handoff spells it, as far as that matters here."""
    if line.startswith(_EVENT_BYTES):
        return line.isascii() and line[len(_EVENT) :][:1].isdigit()
    if line.startswith(_BLOCK_BYTES):
        return line.isascii() and _STATE_BYTES in line and line.endswith(b"}}\n")
    return line.isascii() and line.startswith(_BEGINS)


def _respelled(line: bytes, number: int) -> bytes:
    """Return a line, which another program may have written, as Handoff spells it: without blanks,
    in ASCII, with the keys in their order. Raise ValueError where it is no object.
    """
    try:
        found = read_json(line)
    except ValueError as error:
        raise ValueError(f"its line {number} is no JSON ({error})") from None
    if not isinstance(found, dict):
        raise ValueError(f"its line {number} is no object")
    keys = sorted(found, key=lambda key: (key == _LAST, key not in _FIRST))
    return f"{write_json({key: found[key] for key in keys})}\n".encode("ascii")


def _text(lines: list[bytes]) -> str:
    return b"".join(lines)[:-1].decode("ascii")


def _fill(connection: sqlite3.Connection, parts: Iterable[str]) -> None:
    """Fill the blocks without reading each event and document: they go as they stand in the file,
    each event after the one before it.
    """
    expected: int | None = None
    with ThreadPoolExecutor(1, "packs") as executor:
        blocks = _Blocks(connection, executor)
        for part in parts:
            if part.startswith(_BLOCK):
                expected = _keep_block(blocks, part, expected)
            elif part.startswith(_EVENT):
                raise ValueError("the document before its events is missing")
            elif part:
                _keep_moment(connection, read_json(part)["moment"])
        blocks.end()
    _note_ends(connection)


class _Blocks:
    """The blocks to keep. Their events are packed on another thread while the next ones are read,
    which takes half of the time.
    """

    def __init__(self, connection: sqlite3.Connection, executor: Executor) -> None:
        self._connection, self._executor = connection, executor
        self._waiting: deque[tuple[tuple[Any, ...], int, Future[bytes]]] = deque()

    def add(self, values: tuple[Any, ...], events: str) -> None:
        """Keep a block: its values but for the events, which are lines of JSON."""
        self._waiting.append((values, len(events), self._executor.submit(packed, events, _QUICK)))
        while sum(length for _, length, _ in self._waiting) > _AHEAD:
            self._write()

    def end(self) -> None:
        """Return when all are kept."""
        while self._waiting:
            self._write()

    def _write(self) -> None:
        values, _, events = self._waiting.popleft()
        self._connection.execute(
            "INSERT INTO blocks (first, last, wall, until, run, told, state, events)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (*values, events.result()),
        )


def _note_ends(connection: sqlite3.Connection) -> None:
    """Note the latest time in the last block of each run, whose last event may be told late."""
    ends = connection.execute(
        "SELECT first, events FROM blocks"
        " WHERE first IN (SELECT max(first) FROM blocks GROUP BY run)"
    ).fetchall()
    if not ends:
        raise ValueError("it has no events")
    for first, events in ends:
        walls = [read_json(body)["wall"] for body in unpacked(events).split("\n")]
        if not math.isfinite(sum(walls)):
            raise ValueError(f"it does not say when all events from {first} on happened")
        connection.execute("UPDATE blocks SET until = ? WHERE first = ?", (max(walls), first))


def _keep_block(blocks: _Blocks, part: str, expected: int | None) -> int:
    """Keep a document and its events, the first of which is the expected one; return the seq of the
    one after the last.
    """
    line, _, events = part.partition("\n")
    block = _block_of(line)
    first: int = block["before"]
    missing: int = block.get("missing", 0)
    if expected is not None and (missing < 0 or first - missing != expected):
        raise ValueError(f"events are missing after {expected - 1}")
    bodies = events.split("\n") if events else []
    _require_order(bodies, first)
    if bodies:
        blocks.add(_values(block, bodies), events)
    return first + len(bodies)


def _block_of(line: str) -> dict[str, Any]:
    """Return what stands before a document, and the document itself as JSON."""
    begin, _, state = line.partition(_STATE)
    if not (state.startswith("{") and state.endswith("}}")):
        raise ValueError("the document before its events is missing")
    return {**read_json(f"{begin}}}"), "state": state[:-1]}


def _require_order(bodies: list[str], first: int) -> None:
    if len(bodies) > MOST_FOLLOW:
        raise ValueError(f"too many events follow one document, after {first + MOST_FOLLOW - 1}")
    for seq, body in enumerate(bodies, first):
        if not body.startswith(f"{_EVENT}{seq},"):
            raise ValueError(f"events are missing after {seq - 1}")


def _values(block: dict[str, Any], bodies: list[str]) -> tuple[Any, ...]:
    """Return what a block is kept with, but for its events."""
    first, last = read_json(bodies[0]), read_json(bodies[-1])
    if not math.isfinite(first["wall"] + last["wall"]):
        raise ValueError(f"it does not say when event {first['seq']} happened")
    return (
        first["seq"], last["seq"], first["wall"], last["wall"], block["run"],
        sum(map(is_told, bodies)), packed(block["state"]),
    )  # fmt: skip


def _keep_moment(connection: sqlite3.Connection, moment: dict[str, Any]) -> None:
    if not _is_whole(moment):
        raise ValueError("a moment does not say when and where it was, or what")
    connection.execute(
        "INSERT INTO moments VALUES (?, ?, ?, ?, ?)",
        (*(moment[key] for key in ("seq", "wall", "what", "subject")), write_json(moment["data"])),
    )


def _is_whole(moment: dict[str, Any]) -> bool:
    """Tell whether a moment has what those rely on who list it."""
    what, data = moment["what"], moment["data"]
    if not (isinstance(moment["subject"], str) and math.isfinite(moment["wall"])):
        return False
    if what == FAULT:
        return _are([data.get("path")], str)
    if what == MARK:
        return _are([data["member"], data["what"]], str)
    if what == VIOLATION:
        return all(isinstance(one["invariant"], str) for one in data)
    return what != HANDOFF or _is_record(data)


def _is_record(data: dict[str, Any]) -> bool:
    """Tell whether this is the record of a handoff: names are text, and times are numbers."""
    times = (*(data.get("phases_ms") or {}).values(), data.get("last_ms"), data.get("led_ms"))
    return (
        _are([*(data.get(name) for name in NAMES), (data.get("mark") or {}).get("what")], str)
        and _are(times, int | float)
        and all(time is None or math.isfinite(time) for time in times)
    )


def _are(values: Iterable[Any], kind: Any) -> bool:
    """Tell whether these are of a kind, or missing."""
    return all(value is None or isinstance(value, kind) for value in values)


def _refusal(path: Path, what: str) -> SetupError:
    return SetupError(f"the recording {path} {what}")
