"""A node's disk: what is on it when it is opened again, and whom it belongs to."""

from __future__ import annotations

import contextlib
import queue
import sqlite3
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from app.recipes.bookshelf.process.disk import FILE, BookDisk
from app.recipes.bookshelf.replication.shelf import Book, ShelfChange, ShelfHistory

EMMA = Book("emma", "Jane Austen", 1815)
PERSUASION = Book("persuasion", "Jane Austen", 1817)

HISTORY = ShelfHistory("again", 7, 9, ("",))


def unheard(kind: str, thread: str, data: Mapping[str, Any]) -> None:
    """No thread ends here."""
    raise AssertionError(kind)


def write(disk: BookDisk, change: ShelfChange) -> str | None:
    """Write, and wait until it is done; the reason where it is not."""
    done: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    disk.write(change, done.put)
    return done.get(timeout=10)


def test_what_was_written_is_there_when_it_is_opened_again(tmp_path: Path) -> None:
    disk = BookDisk(tmp_path / "n1", unheard)
    store = disk.found.store
    assert disk.found == (store, 0, (), ShelfHistory())
    assert write(disk, ShelfChange((EMMA, PERSUASION), (), 7)) is None
    assert write(disk, ShelfChange((), (EMMA.id,), None, HISTORY)) is None
    disk.close()
    again = BookDisk(tmp_path / "n1", unheard)
    assert again.found == (store, 7, (PERSUASION,), HISTORY)
    again.close()
    with contextlib.closing(sqlite3.connect(tmp_path / "n1" / FILE)) as database:
        rows = database.execute("SELECT id, author, year FROM dropped")
        assert [Book(*row) for row in rows] == [EMMA]


def test_each_new_disk_has_a_name_of_its_own(tmp_path: Path) -> None:
    one, other = BookDisk(tmp_path / "n1", unheard), BookDisk(tmp_path / "n2", unheard)
    assert one.found.store != other.found.store
    one.close()
    other.close()


def test_a_disk_belongs_to_one_process(tmp_path: Path) -> None:
    disk = BookDisk(tmp_path / "n1", unheard)
    with pytest.raises(OSError, match="temporarily unavailable"):
        BookDisk(tmp_path / "n1", unheard)
    disk.close()


def test_a_change_is_whole_or_not_at_all(tmp_path: Path) -> None:
    disk = BookDisk(tmp_path / "n1", unheard)
    broken = Book("broken", None, 1)  # type: ignore[arg-type]
    reason = write(disk, ShelfChange((EMMA, broken), (), 7))
    assert reason is not None
    assert FILE in reason
    disk.close()
    again = BookDisk(tmp_path / "n1", unheard)
    assert again.found[1:] == (0, (), ShelfHistory())
    again.close()
