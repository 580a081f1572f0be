"""What may be a path."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from kazoo.exceptions import BadArgumentsError

from app.errors import BadRequest
from app.zookeeper.paths import check_path

GOOD = ["/", "/a", "/a/b c", "/☃", "/<img src=x onerror=alert(1)>", "/a.b/..c", "/..."]
BAD = [
    "", "a", "/a/", "//", "/a//b", "/a/../b", "/.", "/..", "/a\0b", "/a\nb", "/\x7f", "/\ud800",
    "/😀", "/" + "x" * 70_000, None, 7, ["/a"], b"/a",
]  # fmt: skip


@pytest.mark.parametrize("path", GOOD)
def test_good_paths_stay_as_they_are(path: str) -> None:
    assert check_path(path) == path


@pytest.mark.parametrize("path", BAD, ids=repr)
def test_bad_paths_are_refused(path: object) -> None:
    with pytest.raises(BadRequest) as refusal:
        check_path(path, field="under")
    assert refusal.value.field == "under"


def test_the_server_draws_the_same_line(client: KazooClient) -> None:
    for path in GOOD[1:]:
        client.create(path) if path.count("/") == 1 else client.create(path, makepath=True)
    for path in ("/😀", "/\ue000"):
        with pytest.raises(BadArgumentsError):
            client.create(path)


@pytest.mark.needs("refuses_delete_in_paths")
def test_so_does_it_with_the_character_of_deletion(client: KazooClient) -> None:
    with pytest.raises(BadArgumentsError):
        client.create("/\x7f")
