"""What is kept, and what is refused rather than spoilt."""

from __future__ import annotations

import os
import sqlite3
import stat
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from app.errors import SetupError
from app.sandbox.core.tree import Tree, Znode
from app.sandbox.store import SCHEMA, Database, Kept
from app.zookeeper.wire.records import Acl, Id

READERS = (Acl(1, Id("digest", "me:hash")), Acl(31, Id("ip", "127.0.0.1")))


def reopened(directory: Path) -> Kept:
    """What the next life would begin with."""
    store = Database(directory)
    try:
        return store.begin(0)
    finally:
        store.close()


def fields(tree: Tree) -> dict[str, Any]:
    return {path: asdict(znode) for path, znode in tree.items()}


def keep(directory: Path, **znodes: Znode | None) -> None:
    store = Database(directory)
    store.begin(0)
    store.keep({f"/{name.replace('__', '/')}": znode for name, znode in znodes.items()})
    store.close()


def test_begins_empty(tmp_path: Path) -> None:
    kept = reopened(tmp_path / "new" / "data")
    assert fields(kept.tree) == fields(Tree())


def test_every_field_comes_back(tmp_path: Path) -> None:
    znode = Znode(b"\0data", READERS, 2**62, 2, 3, 4, 5, -6, -(2**31), 8, -(2**63))
    keep(tmp_path, a=znode, a__b=Znode(None, READERS), a__c=Znode(b"", READERS))
    nodes = reopened(tmp_path).tree.nodes
    assert nodes["/a"].children == {"b": None, "c": None}
    nodes["/a"].children = {}
    assert asdict(nodes["/a"]) == asdict(znode)
    assert nodes["/a/b"].data is None
    assert nodes["/a/c"].data == b""


def test_znodes_that_are_gone_do_not_come_back(tmp_path: Path) -> None:
    keep(tmp_path, a=Znode(b"", READERS), b=Znode(b"", READERS))
    keep(tmp_path, a=None)
    assert reopened(tmp_path).tree.nodes["/"].children == {"zookeeper": None, "b": None}


def test_the_root_and_its_counter_are_kept(tmp_path: Path) -> None:
    store = Database(tmp_path)
    store.begin(0)
    store.keep({"/": Znode(b"root", READERS, creates=41)})
    store.close()
    root = reopened(tmp_path).tree.nodes["/"]
    assert (root.data, root.acl, root.creates) == (b"root", READERS, 41)
    assert reopened(tmp_path).tree.nodes[""] is not root
    assert "zookeeper" in root.children


def test_zxids_and_sessions_never_come_twice(tmp_path: Path) -> None:
    first, second = reopened(tmp_path), reopened(tmp_path)
    assert second.zxid - first.zxid == 1 << 32
    assert second.first_session - first.first_session >= 1 << 32


def test_what_was_open_to_others_is_so_no_longer(tmp_path: Path) -> None:
    """But for the folder, which may be the user's own."""
    tmp_path.chmod(0o755)
    for _ in range(2):
        with closing(Database(tmp_path)) as store:
            store.begin(0)
            store.keep({"/a": Znode(b"", READERS)})
            modes = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
        assert modes == dict.fromkeys((".lock", "znodes.sqlite", "znodes.sqlite-wal"), 0o600)
        for one in tmp_path.iterdir():
            one.chmod(0o644)
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_a_second_user_is_refused(tmp_path: Path) -> None:
    store = Database(tmp_path)
    with pytest.raises(SetupError, match="in use by another sandbox"):
        Database(tmp_path)
    store.close()
    Database(tmp_path).close()


def test_a_newer_schema_is_refused(tmp_path: Path) -> None:
    Database(tmp_path).close()
    with sqlite3.connect(tmp_path / "znodes.sqlite") as database:
        database.execute(f"PRAGMA user_version = {SCHEMA + 1}")
    database.close()
    with pytest.raises(SetupError, match="is from a newer Handoff"):
        Database(tmp_path)


def test_another_programs_database_is_refused(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "znodes.sqlite") as database:
        database.execute("CREATE TABLE bookmarks (address TEXT)")
    database.close()
    with pytest.raises(SetupError, match="not a Handoff database"):
        Database(tmp_path)


@pytest.mark.parametrize(
    "content", [b"not a database at all " * 100, b"SQLite format 3\0" + b"x" * 9000]
)
def test_a_file_that_is_no_database_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "znodes.sqlite"
    path.write_bytes(content)
    with pytest.raises(SetupError, match="cannot be read"):
        Database(tmp_path)
    assert path.read_bytes() == content, "what cannot be read may still be wanted"


def test_a_damaged_database_is_refused(tmp_path: Path) -> None:
    keep(tmp_path, **{f"z{n}": Znode(bytes(1000), READERS) for n in range(50)})
    path = tmp_path / "znodes.sqlite"
    content = bytearray(path.read_bytes())
    content[4096:12288] = b"\xff" * 8192
    path.write_bytes(content)
    with pytest.raises(SetupError, match="cannot be read"):
        reopened(tmp_path)


def test_an_orphan_is_refused(tmp_path: Path) -> None:
    keep(tmp_path, gone__child=Znode(b"", READERS))
    with pytest.raises(SetupError, match="'/gone/child' makes no sense"):
        reopened(tmp_path)


def test_a_directory_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(SetupError, match="file/data cannot be written: Not a directory"):
        Database(tmp_path / "file" / "data")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    directory = tmp_path / "data"
    directory.mkdir(mode=0o500)
    with pytest.raises(SetupError, match="data cannot be written: Permission denied"):
        Database(directory)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_database_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    Database(tmp_path).close()
    (tmp_path / "znodes.sqlite").chmod(0o400)
    with pytest.raises(SetupError, match="cannot be written: Permission denied"):
        Database(tmp_path)


def test_a_change_is_kept_whole_or_not_at_all(tmp_path: Path) -> None:
    store = Database(tmp_path)
    store.begin(0)
    store.keep({"/a": Znode(b"old", READERS), "/b": Znode(b"", READERS)})
    store._database.execute("PRAGMA max_page_count = 1")  # SQLite's own way to a full disk
    changes = {"/a": Znode(b"new", READERS), "/b": None, "/big": Znode(bytes(1 << 20), READERS)}
    with pytest.raises(SetupError, match="full"):
        store.keep(changes)
    store.close()
    nodes = reopened(tmp_path).tree.nodes
    assert (nodes["/a"].data, "/b" in nodes, "/big" in nodes) == (b"old", True, False)
