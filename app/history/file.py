"""Open the file of a history. What is not one, or comes from a newer Handoff, is left as it is."""

from __future__ import annotations

import contextlib
import fcntl
import os
import sqlite3
import struct
from collections.abc import Iterator
from pathlib import Path

from ..errors import SetupError
from ..system.folders import narrow

APPLICATION = 0x48616E64
"""The application id in the header of the file: "Hand"."""
FORMAT = 1

_MAGIC = b"SQLite format 3\0"
_HEADER = struct.Struct(">16sH42xI4xI")
"""Lay out the head of a SQLite file (its file format, 1.3): magic, page size, user version,
application id.
"""
_LARGEST_LOG = 8 * 1024 * 1024

_TABLES = """
CREATE TABLE blocks (
    first INTEGER PRIMARY KEY, last INTEGER, wall REAL NOT NULL, until REAL, run TEXT NOT NULL,
    told INTEGER, state BLOB NOT NULL, events BLOB
) STRICT;
CREATE TABLE events (seq INTEGER PRIMARY KEY, wall REAL NOT NULL, body TEXT NOT NULL) STRICT;
CREATE TABLE moments (
    seq INTEGER NOT NULL, wall REAL NOT NULL, what TEXT NOT NULL, subject TEXT NOT NULL,
    data TEXT NOT NULL, PRIMARY KEY (seq, what, subject)
) STRICT;
"""
"""blocks: `first` to `last` are its events, `told` of them for lists; `state` is the document
before them, compressed; `events` are lines of JSON, compressed. What is known at the end only is
null of the block that is being filled, whose events are in the table `events`.
"""


class InUse(Exception):
    """Another dashboard writes this file."""


class Unusable(SetupError):
    """The file cannot be made, or not be opened, here."""


@contextlib.contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the file for this process as long as the block lasts. Raise InUse or SetupError."""
    with _explained(path):
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        _take(lock, path)
        yield
    finally:
        os.close(lock)


def _take(lock: int, path: Path) -> None:
    with _explained(path):
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InUse(str(path)) from error


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection that any one thread at a time may use; the tables are made in a new
    file. Raise SetupError where the file is damaged, foreign, newer or forbidden.
    """
    with _explained(path):
        if not path.exists():
            path.touch(0o600)
        is_new = is_to_be_made(path)
        logs = [path.with_name(f"{path.name}-{kind}") for kind in ("wal", "shm")]
        narrow(path, *logs, path.with_suffix(".lock"))
        connection = sqlite3.connect(path, check_same_thread=False, isolation_level=None)
        try:
            if is_new:
                _make_tables(connection)
            _prepare(connection)
        except BaseException:
            connection.close()
            raise
    return connection


def is_to_be_made(path: Path) -> bool:
    """Tell whether the file has yet to be made. Raise SetupError where it is no history of ours. It
    is asked before SQLite opens it, which would write what another program has left to be written.
    """
    with path.open("rb") as file:
        header = file.read(_HEADER.size)
    if not header:
        return True
    if len(header) < _HEADER.size:
        raise _refusal(path, "is a file of another program")
    magic, page, version, application = _HEADER.unpack(header)
    if magic != _MAGIC or application != APPLICATION:
        raise _refusal(path, "is a file of another program")
    if version > FORMAT:
        raise _refusal(path, "was written by a newer Handoff")
    if _is_torn(path, page):
        raise _refusal(path, "is damaged: its end is missing")
    return False


def _is_torn(path: Path, page: int) -> bool:
    """Tell whether the file ends within a page, and has no log to make that good. SQLite would take
    what is missing for zeros.
    """
    logs = (path.with_name(f"{path.name}-{kind}") for kind in ("wal", "journal"))
    is_logged = any(log.exists() and log.stat().st_size > 0 for log in logs)
    return not is_logged and path.stat().st_size % max(page, 512) != 0


def _make_tables(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA auto_vacuum = INCREMENTAL")
    connection.executescript(
        f"BEGIN; PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
        f"{_TABLES} COMMIT;"
    )


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")
    connection.execute(f"PRAGMA journal_size_limit = {_LARGEST_LOG}")
    connection.execute("SELECT count(*) FROM blocks").fetchone()


@contextlib.contextmanager
def _explained(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise _refusal(path, f"cannot be used: {error}", Unusable) from error
    except sqlite3.DatabaseError as error:
        raise damaged(path, error) from error
    except OSError as error:
        raise _refusal(path, f"cannot be used: {error.strerror}", Unusable) from error


def damaged(path: Path, error: Exception) -> SetupError:
    """Return the refusal of a file that cannot be read."""
    return _refusal(path, f"is damaged: {error}")


def _refusal(path: Path, what: str, kind: type[SetupError] = SetupError) -> SetupError:
    return kind(
        f"the history {path} {what}. It is left as it is: move it away, name another folder with"
        " --data, or keep no history with --no-history."
    )
