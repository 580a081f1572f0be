"""A part of the tree read in few round trips, on a real ZooKeeper."""

from __future__ import annotations

import socket

import pytest
from kazoo.client import KazooClient
from kazoo.security import ACL, OPEN_ACL_UNSAFE, make_acl, make_digest_acl

from app.errors import Conflict, NotFound
from app.zookeeper.subtree import FAILURES, WORTH_IT, AclConnection, Subtree
from tests.support.releases import abilities, release
from tests.support.zookeeper import Connect

TREE = ["/t", "/t/a", "/t/b", "/t/a/x", "/t/a/y", "/t/b/z"]


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """With a small tree; it knows what its server is."""
    opened = open_client(fresh_hosts)
    opened.handler.is_of_version(release())
    for path in TREE:
        opened.create(path, path.encode())
    return opened


@pytest.mark.parametrize("lacks", [(), ("multi_reads",)], ids=["together", "one by one"])
def test_all_of_it_is_read_parents_first(client: KazooClient, lacks: tuple[str, ...]) -> None:
    for capability in lacks:
        client.handler.lacks(capability)
    found = list(Subtree(client).walk("/t", acl=True))
    assert [one.path for one in found] == TREE
    assert all(one.data == one.path.encode() for one in found)
    assert [one.names for one in found[:2]] == [["a", "b"], ["x", "y"]]
    assert all(one.acl and one.acl[0].id.scheme == "world" for one in found)


def test_a_batch_of_large_values_is_followed_by_smaller_ones(client: KazooClient) -> None:
    for number in range(25):
        client.create(f"/t/b/{number:02}", bytes(600_000))
    subtree = Subtree(client)
    sizes = [len(one.data or b"") for one in subtree.walk("/t")]
    assert sum(sizes) > 25 * 600_000
    assert len(sizes) == len(TREE) + 25
    assert subtree._batch == 1


def test_what_the_acl_hides_is_said_and_the_rest_is_read(client: KazooClient) -> None:
    client.create("/t/closed", b"secret", acl=[make_digest_acl("a", "b", all=True)])
    client.create("/t/listed", b"open", acl=[make_acl("world", "anyone", read=True)])
    found = {one.path: one for one in Subtree(client).walk("/t", acl=True)}
    closed = found["/t/closed"]
    assert (closed.readable, closed.data, closed.names, closed.acl) == (False, None, None, None)
    length = closed.stat and closed.stat.dataLength
    assert length == (None if abilities().exists_needs_read else 6)
    assert found["/t/listed"].data == b"open"


def test_some_can_be_left_out_and_some_looked_at(client: KazooClient) -> None:
    subtree = Subtree(client, without=lambda path: path == "/t/a")
    assert [one.path for one in subtree.walk("/t")] == ["/t", "/t/b", "/t/b/z"]
    looked = subtree.look(["/t/b/z", "/t/none", "/t"])
    assert [one and one.path for one in looked] == ["/t/b/z", None, "/t"]


def test_where_there_is_nothing_it_says_so(client: KazooClient) -> None:
    with pytest.raises(NotFound):
        list(Subtree(client).walk("/none"))


def test_it_can_be_stopped(client: KazooClient) -> None:
    def stop() -> None:
        raise Conflict("enough")

    with pytest.raises(Conflict):
        list(Subtree(client, stop=stop).walk("/t"))


@pytest.mark.parametrize("has_connection", [True, False], ids=["connection", "kazoo alone"])
def test_the_acls_of_many_are_read_with_the_sessions_credentials(
    client: KazooClient, has_connection: bool
) -> None:
    mine, anothers = (make_digest_acl(name, "secret", all=True) for name in ("ada", "bob"))
    for number in range(3 * WORTH_IT):
        client.create(f"/t/a/{number:02}", acl=[[mine], [anothers], OPEN_ACL_UNSAFE][number % 3])
    client.add_auth("digest", "ada:secret")
    if not has_connection:
        client.handler.server = "127.0.0.1:1"
    found = [one for one in Subtree(client).walk("/t/a", acl=True) if one.path[-2:].isdigit()]
    expected: list[list[ACL] | None] = [[mine], None, list(OPEN_ACL_UNSAFE)]
    assert [one.acl for one in found] == expected * WORTH_IT
    paths = [one.path for one in found]
    assert list(Subtree(client).acls([*paths, "/t/none"])) == [*expected * WORTH_IT, None]


def test_a_connection_tells_when_it_is_of_no_use_any_more(client: KazooClient) -> None:
    connection = AclConnection(client)
    assert connection.read(["/t", "/t/none"]) == [list(OPEN_ACL_UNSAFE), None]
    connection._raw._socket.shutdown(socket.SHUT_RDWR)
    with pytest.raises(FAILURES):
        connection.read(["/t"])
    connection.close()
    client.add_auth("digest", "ada:secret")
    client.auth_data.add(("no-such-scheme", "x"))
    with pytest.raises(FAILURES):
        AclConnection(client)
