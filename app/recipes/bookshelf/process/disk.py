"""Keep a node's books on its disk: one SQLite file, one writing thread, every change synced."""

from __future__ import annotations

import contextlib
import fcntl
import json
import queue
import secrets
import sqlite3
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO

from ....system.threads import LastingThread, Tell
from ..replication.history import ShelfHistory
from ..replication.shelf import Book, ShelfChange

FILE = "books.db"
CLOSE_GRACE = 0.3

LOCK = "lock"
"""The lock file of the process that has the disk; two processes would not see each other's books.
"""

TABLES = """
CREATE TABLE IF NOT EXISTS node (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS books (id TEXT PRIMARY KEY, author TEXT NOT NULL, year INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS dropped (id TEXT, author TEXT, year INTEGER, at REAL);
"""


class DiskContent(NamedTuple):
    """The content of a disk when it is opened. store: the permanent name that it got when it was
    new; seen: the highest epoch that its node has seen; history: that of no znode on a disk older
    than histories.
    """

    store: str
    seen: int
    books: tuple[Book, ...]
    history: ShelfHistory = ShelfHistory()


class BookDisk:
    """A disk. `write` returns at once; `written(error)` is called on the disk's thread when it is
    done.
    """

    def __init__(self, directory: Path, tell: Tell) -> None:
        """Open the disk. Raise OSError, also if another process has this disk, or sqlite3.Error."""
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        self._lock = _locked(directory / LOCK)
        self._file = directory / FILE
        self._queue: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        with self._opened() as connection:
            self.found = _found(connection)
        self._thread = LastingThread("disk", "writes the books", self._run, tell)
        self._thread.start()

    def write(
        self, change: ShelfChange, written: Callable[[str | None], None], pause: float = 0.0
    ) -> None:
        """Write all or nothing, `pause` seconds from now; `written` gets None, or the reason."""

        def work() -> None:
            time.sleep(pause)
            written(self._write(change))

        self._queue.put(work)

    def close(self) -> None:
        """Close the disk once earlier writes are done, or after a moment."""
        self._thread.dismiss()
        self._queue.put(None)
        self._thread.join(CLOSE_GRACE)
        self._lock.close()

    @contextlib.contextmanager
    def _opened(self) -> Iterator[sqlite3.Connection]:
        """Open the file with FULL and a write-ahead log: a commit returns when the disk confirms
        it.
        """
        connection = sqlite3.connect(self._file, isolation_level=None, timeout=1.0)
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
            yield connection
        finally:
            connection.close()

    def _run(self) -> None:
        with self._opened() as self._connection:
            while work := self._queue.get():
                work()

    def _write(self, change: ShelfChange) -> str | None:
        try:
            with _transaction(self._connection) as connection:
                _drop(connection, change.drop)
                connection.executemany("INSERT OR REPLACE INTO books VALUES (?, ?, ?)", change.add)
                if change.seen is not None:
                    _note(connection, "seen", str(change.seen))
                if change.history is not None:
                    _note(connection, "history", json.dumps(change.history))
        except sqlite3.Error as error:
            return f"{self._file.name}: {error}"
        return None


def store_of(directory: Path) -> str | None:
    """Return the store of the disk in a directory; None where no readable disk is there."""
    try:
        file = f"{(directory / FILE).absolute().as_uri()}?mode=rw"
        with contextlib.closing(sqlite3.connect(file, uri=True, timeout=1.0)) as disk:
            row = disk.execute("SELECT value FROM node WHERE name = 'store'").fetchone()
    except sqlite3.Error:
        return None
    return str(row[0]) if row else None


def _locked(file: Path) -> TextIO:
    held = file.open("w")
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        held.close()
        raise
    return held


@contextlib.contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield connection
        connection.execute("COMMIT")
    except BaseException:
        with contextlib.suppress(sqlite3.Error):
            connection.execute("ROLLBACK")
        raise


def _drop(connection: sqlite3.Connection, ids: tuple[str, ...]) -> None:
    """Set aside what nobody acknowledged: a person may want to know what it was."""
    for book_id in ids:
        keep = "INSERT INTO dropped SELECT id, author, year, ? FROM books WHERE id = ?"
        connection.execute(keep, (time.time(), book_id))
        connection.execute("DELETE FROM books WHERE id = ?", (book_id,))


def _note(connection: sqlite3.Connection, name: str, value: str) -> None:
    connection.execute("INSERT OR REPLACE INTO node VALUES (?, ?)", (name, value))


def _found(connection: sqlite3.Connection) -> DiskContent:
    connection.executescript(TABLES)
    told = dict(connection.execute("SELECT name, value FROM node"))
    if "store" not in told:
        told["store"] = secrets.token_hex(6)
        _note(connection, "store", told["store"])
    rows = connection.execute("SELECT id, author, year FROM books ORDER BY rowid")
    books = tuple(Book(*row) for row in rows)
    return DiskContent(
        told["store"], int(told.get("seen", 0)), books, _history(told.get("history"))
    )


def _history(noted: str | None) -> ShelfHistory:
    if noted is None:
        return ShelfHistory()
    begun, czxid, mzxid, past = json.loads(noted)
    return ShelfHistory(begun, czxid, mzxid, tuple(past))
