"""The file: what is none of ours is refused in one sentence, and left as it is."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from app.errors import SetupError
from app.history.file import APPLICATION, FORMAT, InUse, locked
from app.history.history import History
from tests.history.witnessed import kept, ticks
from tests.support.forked import ForkedDashboard

Make = Callable[[Path], object]


def of_another_program(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE notes (text)")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("INSERT INTO notes VALUES ('keep me')")
    connection.commit()
    log = path.with_name(f"{path.name}-wal").read_bytes()
    connection.close()
    path.with_name(f"{path.name}-wal").write_bytes(log)  # as after a sudden end


def of_a_newer_one(path: Path) -> None:
    a_history(path)
    connection = sqlite3.connect(path)
    connection.execute(f"PRAGMA user_version = {FORMAT + 1}")
    connection.close()


@cache
def long_one() -> bytes:
    """A file of ours with 2,500 events."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "history.sqlite")
        a_short_one(path, 2_500)
        return path.read_bytes()


def a_history(path: Path) -> None:
    path.write_bytes(long_one())


def a_short_one(path: Path, count: int = 3) -> None:
    with kept(path) as history:
        ticks(history, count)


def cut(path: Path) -> None:
    a_history(path)
    os.truncate(path, path.stat().st_size // 2 // 4096 * 4096)


def cut_within_a_page(path: Path) -> None:
    a_history(path)
    os.truncate(path, path.stat().st_size - 2048)


def with_garbage(path: Path) -> None:
    """All its tables' pages, behind the first."""
    a_history(path)
    size = path.stat().st_size
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))


def with_a_garbled_beginning(path: Path) -> None:
    """The first page behind its header, where the tables are described."""
    a_history(path)
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 3_996)


BAD: dict[str, tuple[Make, str]] = {
    "text": (lambda path: path.write_text("dear diary\n" * 50), "another program"),
    "short text": (lambda path: path.write_text("dear diary"), "another program"),
    "another program": (of_another_program, "another program"),
    "newer": (of_a_newer_one, "newer Handoff"),
    "cut": (cut, "damaged"),
    "cut within a page": (cut_within_a_page, "damaged: its end is missing"),
    "garbage": (with_garbage, "damaged"),
    "garbled beginning": (with_a_garbled_beginning, "damaged"),
    "folder": (lambda path: path.mkdir(), "Is a directory"),
}


def contents(folder: Path) -> dict[str, bytes]:
    """Every file of a folder but the lock, which is empty."""
    return {
        str(file): file.read_bytes()
        for file in sorted(folder.rglob("*"))
        if file.is_file() and file.suffix != ".lock"
    }


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_history_of_ours_stays_as_it_is(kind: str, tmp_path: Path) -> None:
    make, says = BAD[kind]
    path = tmp_path / "history.sqlite"
    make(path)
    before = contents(tmp_path)
    with pytest.raises(SetupError, match=says) as refused:
        History(path)
    assert str(path) in refused.value.message
    assert "--no-history" in refused.value.message
    assert contents(tmp_path) == before


@pytest.mark.parametrize("kind", ["newer", "folder"])
def test_a_dashboard_says_so_and_does_not_start(kind: str, tmp_path: Path) -> None:
    make, says = BAD[kind]
    make(tmp_path / "history.sqlite")
    assert_refused(tmp_path, says)


def assert_refused(folder: Path, says: str) -> None:
    ended = ForkedDashboard("--data", str(folder), env={"HANDOFF_NO_HISTORY": ""})
    assert ended.wait() == 2, ended.errors
    ended.close()
    assert says in ended.errors
    assert len(ended.errors.splitlines()) == 1


def test_a_folder_below_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert_refused(tmp_path / "file" / "data", "Not a directory")


def test_an_empty_file_is_a_new_one(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    path.touch()
    a_short_one(path)
    with path.open("rb") as file:
        assert file.read(72)[68:] == APPLICATION.to_bytes(4, "big")


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    path = tmp_path / "of ours" / "history.sqlite"
    a_short_one(path)
    assert [one.stat().st_mode & 0o077 for one in (path, path.parent)] == [0, 0]


def test_two_do_not_write_one_file(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    with kept(path), pytest.raises(InUse):
        History(path)
    with locked(path), pytest.raises(InUse):
        History(path)
    History(path).close()


def test_no_descriptor_is_left(tmp_path: Path) -> None:
    path = tmp_path / "history.sqlite"
    path.write_text("text" * 100)
    before = len(os.listdir("/proc/self/fd"))
    for _ in range(3):
        with pytest.raises(SetupError):
            History(path)
        a_short_one(tmp_path / "other.sqlite")
    assert len(os.listdir("/proc/self/fd")) == before
