"""Keep what outlives the server: znodes that belong to no session, in an SQLite database.

Each `keep()` is one transaction, on the disk when it returns. Sessions do not survive, and their
znodes are not kept; but the counters of their parents are, so that no sequential name comes twice.
Every life of the server is an epoch of its own, the upper half of its zxids (as in an ensemble
each leader's term is): no zxid comes twice, although those of sessions are not kept.
"""

from __future__ import annotations

import contextlib
import fcntl
import sqlite3
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any, NamedTuple

from ..errors import SetupError
from ..folders import narrow
from ..zookeeper.wire.jute import Malformed, decode, encode
from ..zookeeper.wire.records import Acl
from .core.acl import OPEN, AclList
from .core.tree import Tree, Znode

SCHEMA = 1
_FILE, _LOCK = "znodes.sqlite", ".lock"
_APPLICATION = 0x48414E44  # "HAND"
_TABLES = """
CREATE TABLE znode (
    path TEXT PRIMARY KEY, data BLOB, acl BLOB, czxid INTEGER NOT NULL, mzxid INTEGER NOT NULL,
    pzxid INTEGER NOT NULL, ctime INTEGER NOT NULL, mtime INTEGER NOT NULL,
    version INTEGER NOT NULL, creates INTEGER NOT NULL, aversion INTEGER NOT NULL,
    owner INTEGER NOT NULL
);
CREATE TABLE life (epoch INTEGER NOT NULL, first_session INTEGER NOT NULL);
INSERT INTO life VALUES (0, 0);
"""
_DELETE = "DELETE FROM znode WHERE path = ?"
_WRITE = "INSERT OR REPLACE INTO znode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_READ = (
    "SELECT path, data, acl, czxid, mzxid, pzxid, ctime, mtime, version, creates, aversion, owner"
    " FROM znode ORDER BY path"
)
# Sessions of one life, at most: the next life's ids begin behind them.
_SESSIONS = 1 << 32


class Kept(NamedTuple):
    """The data that a new life of the server begins with."""

    tree: Tree
    zxid: int
    first_session: int


class _AclRecord(NamedTuple):
    acl: list[Acl]


class Database:
    """The database in `directory`, which is ours alone until `close()`.

    Raise SetupError if the directory cannot be used, is in use, or holds what we cannot read.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._lock = _lock(directory)
        self._path = directory / _FILE
        try:
            with self._explained():
                self._database = sqlite3.connect(self._path, isolation_level=None)
            with self._explained():
                self._open()
            narrow(self._path, directory / f"{_FILE}-wal", directory / _LOCK)
        except BaseException:
            self.close()
            raise

    def begin(self, first_session: int) -> Kept:
        """Begin a new life. first_session: the id it would take for its first session."""
        with self._explained():
            ask = self._database.execute
            epoch, last = ask("SELECT epoch, first_session FROM life").fetchone()
            first = max(first_session, last + _SESSIONS)
            tree = self._load()
            ask("UPDATE life SET epoch = ?, first_session = ?", (epoch + 1, first))
        return Kept(tree, (epoch + 1) << 32, first)

    def keep(self, znodes: Mapping[str, Znode | None]) -> None:
        """Keep what has changed: path -> the znode, None if there is none to keep any more.

        Raise SetupError if that fails; the database is as it was before.
        """
        if not znodes:
            return
        gone = [(path,) for path, znode in znodes.items() if znode is None]
        rows = [_row(path, znode) for path, znode in znodes.items() if znode is not None]
        with self._explained():
            self._database.execute("BEGIN IMMEDIATE")
            with self._database:
                self._database.executemany(_DELETE, gone)
                self._database.executemany(_WRITE, rows)

    def close(self) -> None:
        """Release the directory."""
        with contextlib.suppress(sqlite3.Error, AttributeError):
            self._database.close()
        self._lock.close()

    def _open(self) -> None:
        """Open the database, for one process: the index of its log needs no shared memory."""
        ask = self._database.execute
        ask("PRAGMA locking_mode = EXCLUSIVE")
        self._check(*(ask(f"PRAGMA {name}").fetchone()[0] for name in _HEADER))
        ask("PRAGMA journal_mode = WAL")
        ask("PRAGMA synchronous = FULL")
        found = ask("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise self._unreadable(found)
        if not ask("PRAGMA user_version").fetchone()[0]:
            self._database.executescript(
                f"BEGIN; PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {SCHEMA};"
                f"{_TABLES} COMMIT;"
            )

    def _check(self, application: int, schema: int, tables: int) -> None:
        if application == 0 and schema == 0 and tables == 0:
            return
        if application != _APPLICATION:
            raise self._unreadable("it is not a Handoff database")
        if schema > SCHEMA:
            message = f"{self._path} is from a newer Handoff (schema {schema}); update this one."
            raise SetupError(message, code="newer_data", field="data")

    def _load(self) -> Tree:
        tree = Tree()
        for path, data, acl, *numbers in self._database.execute(_READ):
            try:
                znode = Znode(data, _read_acl(acl), *numbers)
                tree.restore(path, znode)
            except (KeyError, TypeError, Malformed, AttributeError) as error:
                raise self._unreadable(f"the znode {path!r} makes no sense") from error
        return tree

    def _unreadable(self, why: object) -> SetupError:
        message = f"{self._path} cannot be read: {why}. Move it away to begin with an empty tree."
        return SetupError(message, code="unreadable_data", field="data")

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            message = f"{self._directory} cannot keep the znodes: {error}."
            raise SetupError(message, code="data_not_kept", field="data") from error
        except sqlite3.DatabaseError as error:
            raise self._unreadable(error) from error


_HEADER = ("application_id", "user_version", "schema_version")


def _lock(directory: Path) -> IO[str]:
    """Lock the directory: two servers would damage each other's data."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        open(directory / _FILE, "ab").close()  # SQLite would only speak of an I/O error
        lock = open(directory / _LOCK, "w")  # noqa: SIM115 (Store.close does)
    except OSError as error:
        message = f"{directory} cannot be written: {error.strerror}."
        raise SetupError(message, code="data_not_kept", field="data") from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.close()
        message = f"{directory} is in use by another sandbox; choose another --data."
        raise SetupError(message, code="data_in_use", field="data") from None
    return lock


def _row(path: str, znode: Znode) -> tuple[Any, ...]:
    return (
        path, znode.data, None if znode.acl is OPEN else encode(_AclRecord(list(znode.acl))),
        znode.czxid, znode.mzxid, znode.pzxid, znode.ctime, znode.mtime,
        znode.version, znode.creates, znode.aversion, znode.owner,
    )  # fmt: skip


def _read_acl(stored: bytes | None) -> AclList:
    return OPEN if stored is None else tuple(decode(_AclRecord, stored)[0].acl)
