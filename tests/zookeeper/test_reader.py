"""One znode read whole."""

from __future__ import annotations

import base64

import pytest
from kazoo.client import KazooClient
from kazoo.security import make_acl

from app.errors import BadRequest, NotFound, ZooKeeperUnavailable
from app.zookeeper.client import session_hex
from app.zookeeper.reader import read_znode
from tests.support.mirrored import MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.releases import abilities
from tests.support.zookeeper import Connect, await_until


def test_everything_about_a_znode(client: KazooClient) -> None:
    client.create("/a", "héllo\n".encode())
    client.create("/a/c")
    client.create("/a/b")
    read = read_znode(client, "/a")
    stat = client.exists("/a")
    assert read == {
        "path": "/a",
        "kind": "persistent",
        "data": {
            "base64": base64.b64encode("héllo\n".encode()).decode(),
            "text": "héllo\n",
            "length": 7,
            "truncated": False,
            "format": "text",
            "decoded": None,
        },
        "stat": {**stat._asdict(), "ephemeralOwner": "0x0"},
        "acl": [{"scheme": "world", "id": "anyone", "perms": "cdrwa"}],
        "children": {"names": ["b", "c"], "total": 2, "offset": 0},
        "error": None,
    }


def test_an_ephemeral_one_names_its_session(client: KazooClient) -> None:
    path = client.create("/e-", ephemeral=True, sequence=True)
    read = read_znode(client, path)
    assert read["kind"] == "ephemeral_sequential"
    assert read["stat"] is not None
    assert read["stat"]["ephemeralOwner"] == session_hex(client.client_id)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x1f\x8b\x08\0gzip", b"a\0b", b"\x1b[31m"])
def test_binary_data_has_no_text(client: KazooClient, data: bytes) -> None:
    client.create("/a", data)
    read = read_znode(client, "/a")["data"]
    assert read is not None
    assert (read["text"], base64.b64decode(read["base64"])) == (None, data)


def test_children_come_in_pages(client: KazooClient) -> None:
    for name in "dbca":
        client.create(f"/{name}")
    assert read_znode(client, "/", 1, 2)["children"] == {
        "names": ["b", "c"],
        "total": 4,
        "offset": 1,
    }


def test_children_come_from_the_mirror_where_it_knows(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/a")
    mirror = mirror_of().load().mirror
    asked: list[str] = []

    def names(path: str, start: int, count: int) -> tuple[list[str], int] | None:
        asked.append(path)
        return mirror.names(path, start, count)

    read = read_znode(mirror.client, "/", 0, 10, names)
    assert read["children"] is not None
    assert (read["children"]["names"], asked) == (["a"], ["/"])


def test_children_that_the_mirror_was_not_told_of_are_asked_for(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    """A watch keeps silent about a znode that its session may not read."""
    mirror = mirror_of().load().mirror
    client.create("/shut", acl=[make_acl("digest", "nobody:x", all=True)])
    read = read_znode(mirror.client, "/", 0, 10, lambda path, start, count: ([], 0))
    assert read["children"] == {"names": ["shut"], "total": 1, "offset": 0}
    mirror.look_again("/")
    await_until(lambda: mirror.names("/", 0, 10) == (["shut"], 1))


def test_a_forbidden_znode_shows_what_may_be_read(client: KazooClient) -> None:
    client.create("/shut", b"secret", acl=[make_acl("digest", "nobody:x", all=True)])
    read = read_znode(client, "/shut")
    assert (read["data"], read["acl"], read["children"]) == (None, None, None)
    length = read["stat"] and read["stat"]["dataLength"]
    assert length == (None if abilities().exists_needs_read else 6)
    assert read["error"] is not None
    assert "ACL" in read["error"]


def test_what_cannot_be_read(client: KazooClient) -> None:
    with pytest.raises(NotFound):
        read_znode(client, "/none")
    with pytest.raises(BadRequest):
        read_znode(client, "relative")
    client.stop()
    with pytest.raises(ZooKeeperUnavailable):
        read_znode(client, "/")


def test_a_silent_server_is_not_waited_for_long(open_client: Connect, proxy: FaultyProxy) -> None:
    client = open_client(proxy.hosts, 60.0)
    proxy.hold()
    with pytest.raises(ZooKeeperUnavailable, match="no answer within 2 s"):
        read_znode(client, "/")
