"""Keep the nodes' disks: a directory each, and the token by which the nodes know each other.

They outlive the processes, and with `--data` the dashboard too. The books are in one SQLite file,
with one writing thread, every change synced.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
import os
import queue
import secrets
import shutil
import sqlite3
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple, TextIO
from urllib.parse import quote, unquote

from ....system.threads import LastingThread, Tell
from ..replication.shelf import Book, ShelfChange, ShelfHistory

TOKEN = "token"
"""The file with the token, beside the nodes' directories."""
PRIVATE = 0o700
LONGEST = 200
"""Bytes in a directory's name; file systems take 255."""
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


# -- the disks of all nodes ---------------------------------------------------------------------


class Disks:
    """The disks of all nodes. data: where they are kept; None for a temporary directory that
    `close` removes.
    """

    def __init__(self, data: Path | None = None) -> None:
        self._data = data
        self._root: Path | None = None
        self._lock = threading.Lock()

    def of(self, path: str, node: str) -> Path:
        """Return the directory of a node of the bookshelf at `path`; its token is beside it."""
        with self._lock:
            shelf = self._made() / _name_of(path)
            shelf.mkdir(mode=PRIVATE, parents=True, exist_ok=True)
            _ensure_token(shelf / TOKEN)
            disk = shelf / _name_of(node)
            disk.mkdir(mode=PRIVATE, exist_ok=True)
        return disk

    def stores(self, path: str) -> dict[str, str]:
        """Return node -> the store of its disk, for all nodes of the bookshelf at `path` that have
        one.
        """
        if self._data is None and self._root is None:
            return {}
        with self._lock:
            shelf = self._made() / _name_of(path)
        found = {one.name: store_of(one) for one in sorted(shelf.glob("*")) if one.is_dir()}
        return {unquote(name): store for name, store in found.items() if store is not None}

    def wipe(self, path: str, node: str) -> None:
        """Remove what a node has on its disk."""
        shutil.rmtree(self.of(path, node), ignore_errors=True)

    def _made(self) -> Path:
        if self._root is None:
            if self._data is None:
                self._root = Path(tempfile.mkdtemp(prefix="handoff-bookshelf-"))
            else:
                self._root = self._data / "bookshelves"
        return self._root

    def close(self) -> None:
        """Remove temporary disks. They are moved away first: a process that still writes then
        fails, and leaves nothing behind.
        """
        with self._lock:
            if self._root is not None and self._data is None:
                gone = f"{self._root}.gone"
                with contextlib.suppress(FileNotFoundError):
                    os.rename(self._root, gone)
                shutil.rmtree(gone, ignore_errors=True)
                self._root = None


def _name_of(text: str) -> str:
    """Return a directory's name for a path or a node: readable, as far as that goes."""
    name = quote(text, safe="")
    if len(name) <= LONGEST and name != TOKEN:
        return name
    return f"{name[: LONGEST - 40]}-{hashlib.sha256(text.encode()).hexdigest()[:32]}"


def _ensure_token(file: Path) -> None:
    with contextlib.suppress(FileExistsError):
        handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(handle, "w") as stream:
            stream.write(secrets.token_urlsafe(24))
