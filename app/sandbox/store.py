"""Keep what outlives the server: znodes that belong to no session, in an SQLite database.

Each `keep()` is one transaction, on the disk when it returns. Sessions do not survive, and their
znodes are not kept; but the counters of their parents are, so that no sequential name comes twice.
Every life of the server is an epoch of its own, the upper half of its zxids (as in an ensemble
each leader's term is): no zxid comes twice, although those of sessions are not kept.

Each row has a checksum: SQLite has none for its pages. And it takes a damaged log for one that ends
there, so that how many transactions there were also stands in a file beside it.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import shutil
import sqlite3
import struct
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, NamedTuple
from zlib import crc32

from ..errors import SetupError
from ..system.folders import narrow
from ..zookeeper.wire.jute import Malformed, decode, encode
from ..zookeeper.wire.records import Acl
from .core.acl import OPEN, AclList
from .core.tree import Tree, Znode

SCHEMA = 2
FILE = "znodes.sqlite"
COUNT_FILE = "znodes.count"
_LOCK = ".lock"
_APPLICATION = 0x48414E44  # "HAND"
_TABLES = """
CREATE TABLE znode (
    path TEXT PRIMARY KEY, data BLOB, acl BLOB, czxid INTEGER NOT NULL, mzxid INTEGER NOT NULL,
    pzxid INTEGER NOT NULL, ctime INTEGER NOT NULL, mtime INTEGER NOT NULL,
    version INTEGER NOT NULL, creates INTEGER NOT NULL, aversion INTEGER NOT NULL,
    owner INTEGER NOT NULL, crc INTEGER NOT NULL
);
CREATE TABLE life (
    epoch INTEGER NOT NULL, first_session INTEGER NOT NULL, commits INTEGER NOT NULL,
    crc INTEGER NOT NULL
);
"""
_UPGRADE = """
ALTER TABLE znode ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
ALTER TABLE life ADD COLUMN commits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE life ADD COLUMN crc INTEGER NOT NULL DEFAULT 0;
"""
"""It makes the tables of schema 2 of those of schema 1, which had no checksums."""
COLUMNS = 13
"""Columns of the table `znode`; schema 1 had no checksum."""
_DELETE = "DELETE FROM znode WHERE path = ?"
_WRITE = "INSERT OR REPLACE INTO znode VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_WRITE_LIFE = "INSERT OR REPLACE INTO life (rowid, epoch, first_session, commits, crc)"
_WRITE_LIFE += " VALUES (1, ?, ?, ?, ?)"
_NUMBERS = struct.Struct(">12q")
_LIFE = struct.Struct(">3q")
_COUNT = struct.Struct(">QI")
# Sessions of one life, at most: the next life's ids begin behind them.
_SESSIONS = 1 << 32


Row = tuple[Any, ...]
"""A row of the table `znode`."""


class Kept(NamedTuple):
    """The data that a new life of the server begins with."""

    tree: Tree
    zxid: int
    first_session: int


class _AclRecord(NamedTuple):
    acl: list[Acl]


class Life(NamedTuple):
    """What outlives a server but its znodes. commits: how many transactions there were."""

    epoch: int = 0
    first_session: int = 0
    commits: int = 0


class Database:
    """The database in `directory`, which is ours alone until `close()`.

    Raise SetupError if the directory cannot be used, is in use, or holds what we cannot read.
    """

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._lock = locked(directory)
        self._path = directory / FILE
        try:
            with self._explained():
                self._count = os.open(directory / COUNT_FILE, os.O_RDWR | os.O_CREAT, 0o600)
                self._database = connected(self._path)
            with self._explained():
                self._open()
            narrow(*(directory / name for name in (FILE, f"{FILE}-wal", COUNT_FILE, _LOCK)))
        except BaseException:
            self.close()
            raise

    def begin(self, first_session: int) -> Kept:
        """Begin a new life. first_session: the id it would take for its first session."""
        with self._explained():
            self._life = life = self._read_life()
            counted = _noted_count(self._count)
            if counted is None:
                raise self._unreadable(
                    f"{COUNT_FILE}, which says how many transactions there were, is damaged"
                )
            if life.commits < counted:
                raise self._unreadable(
                    f"the last {counted - life.commits} transactions that were acknowledged are"
                    f" missing: its log, {FILE}-wal, is damaged or gone"
                )
            tree = self._load()
            first = max(first_session, life.first_session + _SESSIONS)
            self._write_life(Life(life.epoch + 1, first, life.commits))
        return Kept(tree, self._life.epoch << 32, first)

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
                self._write_life(self._life._replace(commits=self._life.commits + 1))
            _note_count(self._count, self._life.commits)

    def fill(self, life: Life, znodes: Mapping[str, Znode]) -> None:
        """Fill a new database with what another one had."""
        self._life = life
        self.keep(znodes)

    def close(self) -> None:
        """Release the directory."""
        with contextlib.suppress(sqlite3.Error, AttributeError):
            self._database.close()
        with contextlib.suppress(AttributeError):
            os.close(self._count)
        self._lock.close()

    def _open(self) -> None:
        """Open the database, for one process: the index of its log needs no shared memory."""
        ask = self._database.execute
        ask("PRAGMA locking_mode = EXCLUSIVE")
        self._check(*(ask(f"PRAGMA {name}").fetchone()[0] for name in _HEADER))
        ask("PRAGMA journal_mode = WAL")
        ask("PRAGMA synchronous = FULL")
        found = ask("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise self._unreadable(found)
        schema = ask("PRAGMA user_version").fetchone()[0]
        if schema < SCHEMA:
            self._make_tables(_UPGRADE if schema else _TABLES)

    def _make_tables(self, script: str) -> None:
        """Make the tables in a new file, or in one of an older schema, whose rows get checksums."""
        ask = self._database.execute
        head = f"PRAGMA application_id = {_APPLICATION}; PRAGMA user_version = {SCHEMA};"
        self._database.executescript(f"BEGIN; {head} {script}")
        with self._database:
            rows = ask("SELECT * FROM znode").fetchall()
            self._database.executemany(_WRITE, [checked(row[:-1]) for row in rows])
            lives = ask("SELECT epoch, first_session FROM life").fetchall()
            ask("DELETE FROM life")
            self._write_life(Life(*lives[0]) if lives else Life())

    def _read_life(self) -> Life:
        lives = self._database.execute("SELECT * FROM life").fetchall()
        life = read_life(lives)
        if life is None:
            raise self._unreadable("the number of its last life is damaged")
        return life

    def _write_life(self, life: Life) -> None:
        self._life = life
        self._database.execute(_WRITE_LIFE, (*life, _crc_of_life(life)))

    def _check(self, application: int, schema: int, tables: int) -> None:
        if application == 0 and schema == 0 and tables == 0:
            return
        if application != _APPLICATION:
            raise self._unreadable("it is not a Handoff database")
        if schema > SCHEMA:
            message = f"{self._path} is from a newer Handoff (schema {schema}); update this one."
            raise SetupError(message, code="newer_data", field="data")

    def _load(self) -> Tree:
        rows = self._database.execute("SELECT * FROM znode").fetchall()
        damaged = [row[0] for row in rows if not is_whole(row)]
        if damaged:
            others = f", and {len(damaged) - 1} others" if damaged[1:] else ""
            raise self._unreadable(f"the znode {damaged[0]!r} is damaged{others}")
        tree, lost = grown(rows)
        if lost:
            raise self._unreadable(f"the znode {lost[0]!r} makes no sense")
        return tree

    def _unreadable(self, why: object) -> SetupError:
        message = (
            f"{self._path} cannot be read: {why}. To go on with what is whole, run Handoff once as"
            f" sandbox --data {self._directory} --salvage; or move it away to begin with an empty"
            " tree."
        )
        return SetupError(message, code="unreadable_data", field="data")

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except (sqlite3.OperationalError, OSError) as error:
            reason = getattr(error, "strerror", error)
            message = f"{self._directory} cannot keep the znodes: {reason}."
            raise SetupError(message, code="data_not_kept", field="data") from error
        except (sqlite3.DatabaseError, UnicodeDecodeError) as error:  # the latter: of a column
            raise self._unreadable(error) from error


_HEADER = ("application_id", "user_version", "schema_version")


def connected(path: Path) -> sqlite3.Connection:
    """Return a connection that reads a damaged path, too."""
    database = sqlite3.connect(path, isolation_level=None)
    database.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    return database


def locked(directory: Path) -> IO[str]:
    """Lock the directory: two servers would damage each other's data."""
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (directory / FILE).exists():  # it is a new one, or the last one was moved away
            (directory / COUNT_FILE).unlink(missing_ok=True)
        open(directory / FILE, "ab").close()  # SQLite would only speak of an I/O error
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


def _row(path: str, znode: Znode) -> Row:
    columns = (
        path, znode.data, None if znode.acl is OPEN else encode(_AclRecord(list(znode.acl))),
        znode.czxid, znode.mzxid, znode.pzxid, znode.ctime, znode.mtime,
        znode.version, znode.creates, znode.aversion, znode.owner,
    )  # fmt: skip
    return checked(columns)


def _read_acl(stored: bytes | None) -> AclList:
    return OPEN if stored is None else tuple(decode(_AclRecord, stored)[0].acl)


def grown(rows: Iterable[Row]) -> tuple[Tree, list[str]]:
    """Return the tree of these rows, and the paths that do not fit into it: they have no parent."""
    tree, lost = Tree(), []
    for path, data, acl, *numbers, _ in sorted(rows, key=lambda row: row[0]):
        try:
            tree.restore(path, Znode(data, _read_acl(acl), *numbers))
        except (KeyError, TypeError, Malformed, AttributeError):
            lost.append(path)
    return tree, lost


# -- checksums -------------------------------------------------------------------------------------


def checked(columns: tuple[Any, ...]) -> Row:
    """Return a row of the table `znode`, of its columns but for the checksum."""
    return (*columns, _crc(*columns))


def is_whole(row: Row) -> bool:
    """Tell whether a row of the table `znode` is as it was written."""
    *columns, crc = row
    try:
        return bool(_crc(*columns) == crc)
    except (TypeError, AttributeError, UnicodeError, struct.error):  # of another kind now
        return False


def _crc(path: str, data: bytes | None, acl: bytes | None, *numbers: int) -> int:
    name = path.encode()
    lengths = (len(name), *(-1 if part is None else len(part) for part in (data, acl)))
    crc = crc32(_NUMBERS.pack(*lengths, *numbers), crc32(name))
    return crc32(acl or b"", crc32(data or b"", crc))


def read_life(rows: list[Row]) -> Life | None:
    """Return what the table `life` says; None where that is damaged."""
    with contextlib.suppress(TypeError, ValueError, struct.error):
        ((*life, crc),) = rows
        if crc == _crc_of_life(tuple(life)):
            return Life(*life)
    return None


def _crc_of_life(life: tuple[Any, ...]) -> int:
    return crc32(_LIFE.pack(*life))


# -- the number of transactions beside the database ------------------------------------------------


def _note_count(file: int, commits: int) -> None:
    """Note how many transactions are on the disk. This is not forced onto it: after a loss of power
    the number may be too low, and never too high.
    """
    os.pwrite(file, _COUNT.pack(commits, crc32(str(commits).encode())), 0)


def _noted_count(file: int) -> int | None:
    """Return how many transactions were noted; 0 where nothing was, as a loss of power may leave
    it, and None where the note is damaged.
    """
    noted = os.pread(file, _COUNT.size, 0)
    if not any(noted):
        return 0
    commits, crc = _COUNT.unpack(noted.ljust(_COUNT.size, b"\0"))
    return int(commits) if crc == crc32(str(commits).encode()) else None


_DAMAGE = (sqlite3.DatabaseError, UnicodeDecodeError)


class Salvaged(NamedTuple):
    """The number of znodes that are whole; those that are left out, since they are damaged or have
    no parent any more; and the file with all of them, as it was.
    """

    whole: int
    lost: list[str]
    before: Path


def salvage(directory: Path) -> Salvaged:
    """Make a database of what is whole of the one in `directory`. Raise SetupError or OSError where
    the directory cannot be used.
    """
    path, log = directory / FILE, directory / f"{FILE}-wal"
    with (
        contextlib.closing(locked(directory)),
        TemporaryDirectory(prefix="salvage-", dir=directory) as folder,
    ):
        narrow(path, log)  # an earlier version may have left them open
        for file in filter(Path.exists, (path, log)):
            shutil.copy2(file, folder)
        rows, life = _read(Path(folder, FILE))
        tree, lost = grown(row for row in rows if is_whole(row))
        lost += [str(row[0]) for row in rows if not is_whole(row)]
        new = Path(folder, "new")
        database = Database(new)
        database.fill(life, dict(tree.items()))
        database.close()
        before = _free(path)
        os.replace(path, before)
        with contextlib.suppress(FileNotFoundError):
            os.replace(log, f"{before}-wal")
        (directory / COUNT_FILE).unlink(missing_ok=True)
        os.replace(new / FILE, path)
    return Salvaged(len(rows) - len(lost), lost, before)


def _free(path: Path) -> Path:
    """Return a name for the damaged file that no other has."""
    names = (path.with_name(f"{path.name}.damaged-{number}") for number in count(1))
    return next(name for name in names if not name.exists())


def _read(path: Path) -> tuple[list[Row], Life]:
    """Return the rows that can be read, whole or not, from both ends of the table. Where nothing
    says which life was the last one, the zxids do.
    """
    found: dict[object, Row] = {}
    life = None
    with contextlib.closing(connected(path)) as database:
        for order in ("ASC", "DESC"):
            with contextlib.suppress(*_DAMAGE):
                for row in database.execute(f"SELECT * FROM znode ORDER BY rowid {order}"):
                    found[row[0]] = row if len(row) == COLUMNS else checked(row)
        with contextlib.suppress(*_DAMAGE):
            life = read_life(database.execute("SELECT * FROM life").fetchall())
    rows = list(found.values())
    zxids = (zxid for row in rows if is_whole(row) for zxid in row[3:6])
    return rows, life or Life(max(zxids, default=0) >> 32)
