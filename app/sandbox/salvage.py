"""Make a database of what is whole of a damaged one, which is kept beside it."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from ..system.folders import narrow
from .store import (
    COLUMNS,
    COUNT_FILE,
    FILE,
    Database,
    Life,
    Row,
    checked,
    connected,
    grown,
    is_whole,
    locked,
    read_life,
)  # fmt: skip

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
