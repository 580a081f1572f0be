"""What is kept, and what is refused rather than spoilt."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
import stat
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from app.errors import SetupError
from app.sandbox.core.tree import Tree, Znode
from app.sandbox.store import SCHEMA, Database, Kept, salvage
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
        files = (".lock", "znodes.count", "znodes.sqlite", "znodes.sqlite-wal")
        assert modes == dict.fromkeys(files, 0o600)
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


def flip(path: Path, at: int, bit: int = 1) -> None:
    """Make another one of one bit."""
    with path.open("r+b") as file:
        file.seek(at)
        (byte,) = file.read(1)
        file.seek(at)
        file.write(bytes([byte ^ bit]))


def some(count: int) -> dict[str, Znode | None]:
    return {f"z{n}": Znode(f"data of {n:06}".encode(), READERS, n, n, n) for n in range(count)}


def test_one_bit_of_a_znode_is_enough_to_refuse_it(tmp_path: Path) -> None:
    """The message names the znode, and says how to go on with what is whole."""
    keep(tmp_path, **some(50))
    path = tmp_path / "znodes.sqlite"
    flip(path, path.read_bytes().index(b"data of 000017") + 3)
    with pytest.raises(SetupError, match=r"the znode '/z17' is damaged\. .* --salvage") as refused:
        reopened(tmp_path)
    assert str(path) in refused.value.message
    salvaged = salvage(tmp_path)
    assert (salvaged.lost, b"dat`" in salvaged.before.read_bytes()) == (["/z17"], True)
    nodes = reopened(tmp_path).tree.nodes
    assert [f"/z{n}" for n in range(50) if f"/z{n}" not in nodes] == ["/z17"]
    assert nodes["/z16"].data == b"data of 000016"


def test_no_bit_is_another_one_without_a_word(tmp_path: Path) -> None:
    """It is refused, or makes no difference."""
    whole, damaged = tmp_path / "whole", tmp_path / "damaged"
    keep(whole, **some(20))
    content = (whole / "znodes.sqlite").read_bytes()
    used = [at for at, byte in enumerate(content) if byte]
    began = fields(reopened(copied(whole, damaged)).tree)
    refused = 0
    for at in random.Random(7).sample(used, 200):
        flip(copied(whole, damaged) / "znodes.sqlite", at, 1 << at % 8)
        try:
            assert fields(reopened(damaged).tree) == began, at
        except SetupError:
            refused += 1
    assert refused > 100


def copied(whole: Path, to: Path) -> Path:
    shutil.rmtree(to, ignore_errors=True)
    return Path(shutil.copytree(whole, to))


def log_of_a_killed_server(directory: Path, commits: int) -> Path:
    """A database whose writes are in its log; return the log."""
    store, kept = Database(directory / "live"), directory / "killed"
    store.begin(0)
    for n, (name, znode) in enumerate(some(commits).items()):
        store.keep({f"/{name}": znode, f"/late{n}": None})
    copied(directory / "live", kept)
    store.close()
    return kept / "znodes.sqlite-wal"


def test_a_log_of_which_some_is_lost_is_refused(tmp_path: Path) -> None:
    """SQLite would take it for one that ends there."""
    log = log_of_a_killed_server(tmp_path, 60)
    copied(log.parent, tmp_path / "as it was")
    assert "/z59" in reopened(tmp_path / "as it was").tree.nodes
    flip(log, log.stat().st_size // 2)
    missing = r"the last \d+ transactions that were acknowledged are missing: its log, .*-wal"
    for _ in range(2):
        with pytest.raises(SetupError, match=missing):
            reopened(log.parent)
    salvaged = salvage(log.parent)
    nodes = reopened(log.parent).tree.nodes
    assert salvaged.lost == []
    assert ("/z3" in nodes, "/z59" in nodes) == (True, False)


def test_a_log_that_is_gone_is_refused(tmp_path: Path) -> None:
    log = log_of_a_killed_server(tmp_path, 5)
    log.unlink()
    with pytest.raises(SetupError, match="missing"):
        reopened(log.parent)


def test_a_file_that_is_moved_away_leaves_room_for_an_empty_tree(tmp_path: Path) -> None:
    keep(tmp_path, **some(5))
    (tmp_path / "znodes.sqlite").rename(tmp_path / "old")
    assert "/z1" not in reopened(tmp_path).tree.nodes


def test_salvage_leaves_out_what_has_no_parent_any_more(tmp_path: Path) -> None:
    """And zxids go on above those that are there, though nobody says which life was the last."""
    high = 7 << 32
    keep(
        tmp_path,
        a=Znode(b"the parent", READERS),
        a__b=Znode(b"", READERS),
        c=Znode(b"", READERS, high),
    )
    path = tmp_path / "znodes.sqlite"
    flip(path, path.read_bytes().index(b"the parent"))
    with sqlite3.connect(path) as database:
        database.execute("UPDATE life SET epoch = epoch + 1")
    database.close()
    assert sorted(salvage(tmp_path).lost) == ["/a", "/a/b"]
    kept = reopened(tmp_path)
    assert ("/c" in kept.tree.nodes, kept.zxid) == (True, 8 << 32)


def test_what_is_salvaged_is_open_to_nobody_else(tmp_path: Path) -> None:
    keep(tmp_path, a=Znode(b"secret", READERS))
    for file in tmp_path.iterdir():
        file.chmod(0o644)
    salvage(tmp_path)
    assert {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.glob("znodes*")} == {0o600}


def test_a_database_without_checksums_gets_them_once(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "znodes.sqlite") as database:
        database.executescript(FIRST_SCHEMA)
    database.close()
    kept = reopened(tmp_path)
    assert (kept.tree.nodes["/a"].data, kept.zxid) == (b"kept", 6 << 32)
    assert reopened(tmp_path).zxid == 7 << 32
    path = tmp_path / "znodes.sqlite"
    flip(path, path.read_bytes().index(b"kept"))
    with pytest.raises(SetupError, match="the znode '/a' is damaged"):
        reopened(tmp_path)


FIRST_SCHEMA = f"""
PRAGMA application_id = {0x48414E44}; PRAGMA user_version = 1;
CREATE TABLE znode (
    path TEXT PRIMARY KEY, data BLOB, acl BLOB, czxid INTEGER NOT NULL, mzxid INTEGER NOT NULL,
    pzxid INTEGER NOT NULL, ctime INTEGER NOT NULL, mtime INTEGER NOT NULL,
    version INTEGER NOT NULL, creates INTEGER NOT NULL, aversion INTEGER NOT NULL,
    owner INTEGER NOT NULL
);
CREATE TABLE life (epoch INTEGER NOT NULL, first_session INTEGER NOT NULL);
INSERT INTO life VALUES (5, 12);
INSERT INTO znode VALUES ('/a', CAST('kept' AS BLOB), NULL, 1, 2, 3, 4, 5, 6, 7, 8, 0);
"""


def test_a_count_that_is_damaged_is_refused_and_salvaged(tmp_path: Path) -> None:
    """Else an older copy of the database beside it would be served without a word."""
    keep(tmp_path, a=Znode(b"", READERS))
    count = tmp_path / "znodes.count"
    content = bytearray(count.read_bytes())
    content[-1] ^= 1
    count.write_bytes(content)
    with pytest.raises(SetupError, match="how many transactions there were, is damaged"):
        reopened(tmp_path)
    salvage(tmp_path)
    assert "/a" in reopened(tmp_path).tree.nodes


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
