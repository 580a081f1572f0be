"""Write a part of a history as one file, and read it on any machine.

The file is newline-delimited JSON, gzipped, so that `zcat FILE | jq` works; the model is
asciinema's asciicast. Its lines: a header; before each block of events the document before them;
the events as the interface has them; at the end the moments that people look for.
"""

from __future__ import annotations

import gzip
import json
import math
import sqlite3
import zlib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ..errors import SetupError
from ..version import VERSION
from .moments import WHATS
from .past import Past
from .store import HistoryTransaction, as_text, is_told, packed

FORMAT = 1
MOST_LINE = 8 * 1024 * 1024
"""Characters of a line: more is no recording."""
MOST_FOLLOW = 1_000
"""Events that follow one document at most."""
_QUICK = 1
"""Compress what is unpacked at this level: it goes when the replay ends."""
_KEY = "handoff_recording"
_EVENT, _BLOCK = '{"seq":', '{"before":'
_PIECE = 64 * 1024
_PIECE_READ = 1024 * 1024
_DAMAGE = (
    ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError,
    sqlite3.Error,
)  # fmt: skip
"""Errors that a file of the right form and the wrong content leads to."""


def recorded(past: Past, first: int, last: int, lists: Sequence[str]) -> Iterator[bytes]:
    """Yield the file of the events from `first` to `last`, piece by piece. lists: the paths of the
    lists that travel as maps.
    """
    squeeze = zlib.compressobj(6, zlib.DEFLATED, 31)
    waiting = b""
    for line in _lines(past, first, last, lists):
        waiting += squeeze.compress(f"{line}\n".encode("ascii"))
        if len(waiting) > _PIECE:
            yield waiting
            waiting = b""
    yield waiting + squeeze.flush()


def _lines(past: Past, first: int, last: int, lists: Sequence[str]) -> Iterator[str]:
    header = {_KEY: FORMAT, "version": VERSION, "first": first, "last": last, "lists": lists}
    yield as_text(header)
    for stretch in past.stretches(first, last):
        before = {"before": stretch.first, "run": stretch.run, "wall": stretch.wall}
        yield as_text({**before, "state": stretch.state})
        yield from stretch.bodies
    for moment in past.moments(WHATS, first, last, last - first + 1):
        yield as_text({"moment": moment})


def unpack(path: Path, connection: sqlite3.Connection) -> dict[str, Any]:
    """Fill an empty history from the recording `path`; return its header. Raise SetupError where it
    is no recording, is damaged, or comes from a newer Handoff.
    """
    try:
        with gzip.open(path) as file, HistoryTransaction(connection):
            lines = _read(file)
            header = _header(path, lines)
            _fill(connection, lines)
    except (OSError, EOFError, zlib.error) as error:
        raise _refusal(path, f"cannot be read: {error}") from error
    except _DAMAGE as error:
        raise _refusal(path, f"is damaged: {error}. Save it again where it was made.") from error
    return header


_NO_RECORDING = (
    "is not a recording of Handoff: its first line does not say so. Name what Save gave you, a"
    " .jsonl.gz."
)


def _header(path: Path, lines: Iterator[str]) -> dict[str, Any]:
    try:
        header = json.loads(next(lines, ""))
        version = header[_KEY]
    except (ValueError, KeyError, TypeError) as error:
        raise _refusal(path, _NO_RECORDING) from error
    if type(version) is not int:
        raise _refusal(path, _NO_RECORDING)
    if version != FORMAT:
        raise _refusal(path, "was written by a newer Handoff: open it with one of that version.")
    if not isinstance(header.get("lists"), list):
        raise _refusal(path, "is damaged: it does not name its lists")
    found: dict[str, Any] = header
    return found


def _read(file: gzip.GzipFile) -> Iterator[str]:
    """Yield the lines, read in large pieces."""
    rest = ""
    while piece := file.read(_PIECE_READ):
        *lines, rest = (rest + piece.decode("ascii")).split("\n")
        yield from lines
        if len(rest) > MOST_LINE:
            break
    if rest:
        raise ValueError("its last line is cut off, or too long")


def _fill(connection: sqlite3.Connection, lines: Iterable[str]) -> None:
    """Fill the blocks without reading each event and document: they go as they stand in the lines,
    each event after the one before it.
    """
    block: dict[str, Any] | None = None
    bodies: list[str] = []
    expected: int | None = None
    for line in lines:
        if line.startswith(_EVENT):
            _require_next(line, expected, bodies)
            bodies.append(line)
            expected = (expected or 0) + 1
        elif line.startswith(_BLOCK):
            _keep(connection, block, bodies)
            block, bodies = _block_of(line), []
            if expected not in (None, block["before"]):
                raise ValueError(f"events are missing after {expected}")
            expected = block["before"]
        else:
            _keep_moment(connection, json.loads(line)["moment"])
    _keep(connection, block, bodies)
    if not connection.execute("SELECT 1 FROM blocks").fetchone():
        raise ValueError("it has no events")


def _block_of(line: str) -> dict[str, Any]:
    """Return what stands before a document, and the document itself as JSON."""
    begin, _, state = line.partition(',"state":')
    if not (state.startswith("{") and state.endswith("}}")):
        raise ValueError("the document before its events is missing")
    return {**json.loads(f"{begin}}}"), "state": state[:-1]}


def _require_next(line: str, expected: int | None, bodies: list[str]) -> None:
    """Require that this is the event that follows, and that it has a document not far before it."""
    if expected is None:
        raise ValueError("the document before its events is missing")
    if not line.startswith(f"{_EVENT}{expected},"):
        raise ValueError(f"events are missing after {expected - 1}")
    if len(bodies) == MOST_FOLLOW:
        raise ValueError(f"too many events follow one document, after {expected - 1}")


def _keep(connection: sqlite3.Connection, block: dict[str, Any] | None, bodies: list[str]) -> None:
    if block is None or not bodies:
        return
    first, last = json.loads(bodies[0]), json.loads(bodies[-1])
    if not math.isfinite(first["wall"] + last["wall"]):
        raise ValueError(f"it does not say when event {first['seq']} happened")
    state, events = packed(block["state"]), packed("\n".join(bodies), _QUICK)
    connection.execute(
        "INSERT INTO blocks (first, last, wall, until, run, told, state, events)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (first["seq"], last["seq"], first["wall"], last["wall"], block["run"],
         sum(map(is_told, bodies)), state, events),
    )  # fmt: skip


def _keep_moment(connection: sqlite3.Connection, moment: dict[str, Any]) -> None:
    connection.execute(
        "INSERT INTO moments VALUES (?, ?, ?, ?, ?)",
        (moment["seq"], moment["wall"], moment["what"], moment["subject"], as_text(moment["data"])),
    )


def _refusal(path: Path, what: str) -> SetupError:
    return SetupError(f"the recording {path} {what}")
