"""Where the nodes of a bookshelf keep their books."""

from __future__ import annotations

from pathlib import Path

import pytest

from app.recipes.bookshelf.process.disk import TOKEN, Disks


def test_a_directory_is_named_as_its_shelf_and_its_node(tmp_path: Path) -> None:
    assert Disks(tmp_path).of("/bookshelf", "n1") == tmp_path / "bookshelves/%2Fbookshelf/n1"


@pytest.mark.parametrize("path", ["/" + "a" * 300, "/" + "é" * 200, "/a" * 5_000])
def test_any_path_has_a_directory_of_its_own(tmp_path: Path, path: str) -> None:
    disks = Disks(tmp_path)
    assert disks.of(path, "n1").is_dir()
    assert disks.of(path, "n1") == disks.of(path, "n1") != disks.of(f"{path}b", "n1")


def test_a_node_of_any_name_has_a_disk_beside_the_token(tmp_path: Path) -> None:
    disks = Disks(tmp_path)
    names = [TOKEN, "x" * 300, "a/b", "n1"]
    assert len({disks.of("/s", name) for name in names}) == len(names)
    assert all(disks.of("/s", name).is_dir() for name in names)
    assert (disks.of("/s", "n1").parent / TOKEN).is_file()
