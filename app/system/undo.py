"""Remember on disk what has to be undone, before it is done: a process may be killed in between.

Each run has a file of its own, which it locks for as long as it lives. A line is an entry that was
begun, or says that one is over.
"""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from platformdirs import user_state_path

from ..errors import Conflict, SetupError


class UndoLeft(NamedTuple):
    """What a run that has ended did not undo. run: what it says of itself; entries: in the order in
    which they were begun, by their numbers.
    """

    path: Path
    run: Mapping[str, Any]
    entries: Mapping[int, Mapping[str, Any]]


class UndoLog:
    """What one run has to undo. Raise Conflict where another run of this user lives, SetupError
    where the folder cannot be written.
    """

    def __init__(self, run: Mapping[str, Any]) -> None:
        folder = undo_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with _only_one(folder):
                _require_none(folder)
                self._path = folder / f"{os.getpid()}.jsonl"
                self._file = self._path.open("w", encoding="utf-8")
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                self._write({"pid": os.getpid(), **run})
        except OSError as error:
            raise SetupError(f"{folder} cannot be written: {error.strerror}") from None
        self._begun: set[int] = set()
        self._last = 0

    def begin(self, entry: Mapping[str, Any]) -> int:
        """Write what undoes that which is now done; return its number."""
        self._last += 1
        self._begun.add(self._last)
        self._write({"begin": self._last, **entry})
        return self._last

    def end(self, number: int) -> None:
        """Write that it is undone."""
        self._begun.discard(number)
        self._write({"end": number})

    def close(self) -> None:
        """Close the file, and remove it where nothing is left to undo."""
        if not self._begun:
            self._path.unlink(missing_ok=True)
        self._file.close()

    def _write(self, line: Mapping[str, Any]) -> None:
        self._file.write(json.dumps(line) + "\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def undo_folder() -> Path:
    """Return the folder of the undo logs, in this user's state."""
    return user_state_path("handoff", appauthor=False) / "undo"


def undo_left() -> list[UndoLeft]:
    """Return what runs that have ended did not undo; those with nothing left are forgotten."""
    found = []
    for path in sorted(undo_folder().glob("*.jsonl")):
        with contextlib.suppress(OSError), path.open(encoding="utf-8") as file:
            if not _lock(file):
                continue
            left = _left_in(path, file.readlines())
            if left.entries:
                found.append(left)
            else:
                path.unlink(missing_ok=True)
    return found


def forget(left: UndoLeft, number: int) -> None:
    """Note that an entry is undone; a file that has no other goes."""
    with left.path.open("a+", encoding="utf-8") as file:
        file.write(json.dumps({"end": number}) + "\n")
        file.seek(0)
        if not _left_in(left.path, file.readlines()).entries:
            left.path.unlink(missing_ok=True)


def _left_in(path: Path, lines: list[str]) -> UndoLeft:
    """Return what is left; a last line that was cut off was never acted on."""
    told = []
    for line in lines:
        with contextlib.suppress(ValueError):
            told.append(json.loads(line))
    ended = {one["end"] for one in told if "end" in one}
    begun = {one["begin"]: one for one in told if "begin" in one}
    left = {number: entry for number, entry in begun.items() if number not in ended}
    return UndoLeft(path, told[0] if told else {}, left)


def _lock(file: Any) -> bool:
    """Tell whether nobody else has the file locked."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


@contextlib.contextmanager
def _only_one(folder: Path) -> Iterator[None]:
    """Let two runs that begin at once look one after the other."""
    lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
    finally:
        os.close(lock)


def _require_none(folder: Path) -> None:
    """Require that no other run lives."""
    for path in folder.glob("*.jsonl"):
        with contextlib.suppress(OSError), path.open(encoding="utf-8") as file:
            if not _lock(file):
                raise Conflict(
                    f"a drill of process {path.stem} is running, and two would spoil each other's "
                    "figures: wait for it, or interrupt it"
                )
