"""Elections of which all children are members: a race for one `leader`, a list of live nodes."""

from __future__ import annotations

from collections.abc import Callable

from kazoo.client import KazooClient

from app.zookeeper.client import close, session_hex
from tests.support.mirrored import Mirrored, MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until


def test_all_children_are_members(client: KazooClient, any_hosts: str, mirror_of: MirrorOf) -> None:
    client.create("/e/leader", b"host-1", ephemeral=True, makepath=True)
    mirrored = mirror_of(any_hosts, follow="/e", every=True)
    (member,) = mirrored.told.await_one("election.found", "/e")["members"]
    assert (member["znode"], member["data"]) == ("leader", "host-1")
    assert member["session"] == session_hex(client.client_id)
    client.create("/e/c1")
    assert mirrored.told.await_one("member.read", "/e/c1")["session"] is None
    client.set("/e/c1", b"back again")
    assert mirrored.told.await_one("member.read", "/e/c1", count=2)["data"] == "back again"
    client.delete("/e/c1")
    mirrored.told.await_one("znode.deleted", "/e/c1")


def test_a_parent_that_does_not_exist_yet(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    mirrored = mirror_of(any_hosts, follow="/deep/e", every=True).load()
    client.create("/deep/e/leader", ephemeral=True, makepath=True)
    await_until(lambda: mirrored.members("/deep/e") == {"leader"})


def test_following_again_with_another_word(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    client.create("/e/leader", ephemeral=True, makepath=True)
    queued = client.create("/e/n_", ephemeral=True, sequence=True).rpartition("/")[2]
    mirrored = mirror_of(any_hosts, follow="/e").load()
    assert _found(mirrored.told, 1) == [queued]
    mirrored.mirror.follow("/e", children="every")
    assert _found(mirrored.told, 2) == ["leader", queued]
    client.create("/e/other", ephemeral=True)
    mirrored.told.await_one("member.read", "/e/other")
    mirrored.mirror.follow("/e", children="numbered")
    assert _found(mirrored.told, 3) == [queued]
    client.create("/e/another", ephemeral=True)
    mirrored.settle()
    assert not mirrored.told.of("member.read", "/e/another")


def test_each_leader_of_a_race_is_told_with_its_end(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    """A listing cannot show that `leader` is another one than before."""
    client.ensure_path("/e")
    mirrored = mirror_of(any_hosts, follow="/e", every=True).load()
    mirrored.told.await_one("election.found", "/e")
    terms: list[int] = []

    def lead(data: bytes) -> None:
        client.create("/e/leader", data, ephemeral=True)
        terms.append(client.exists("/e/leader").czxid)
        await_until(lambda: _leaders(mirrored)[-1:] == terms[-1:])

    for number in range(8):
        lead(b"%d" % number)
        client.delete("/e/leader")
        lead(b"at once")
        client.delete("/e/leader")
    mirrored.settle()
    assert _leaders(mirrored) == terms
    assert len(mirrored.told.of("znode.deleted", "/e/leader")) == 16


def _leaders(mirrored: Mirrored) -> list[int]:
    return [told.data["czxid"] for told in mirrored.told.of("member.read", "/e/leader")]


def test_a_leader_that_changed_without_a_connection(
    fresh_hosts: str,
    client: KazooClient,
    open_client: Connect,
    mirror_of: MirrorOf,
    proxy: FaultyProxy,
    through: str,
) -> None:
    dying = open_client(fresh_hosts)
    client.ensure_path("/e")
    dying.create("/e/leader", ephemeral=True)
    mirrored = mirror_of(through, follow="/e", every=True).load()
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    close(dying)
    await_until(lambda: client.exists("/e/leader") is None)
    client.create("/e/leader", ephemeral=True)
    proxy.up()
    mirrored.load(count=2)
    (member,) = mirrored.told.await_one("election.found", "/e", count=2)["members"]
    assert member["session"] == session_hex(client.client_id)


def test_the_newest_data_version_is_read(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    client.create("/e-version", b"2")
    mirrored = mirror_of(any_hosts, follow="/e").load()
    assert mirrored.told.await_one("version.read", "/e")["newest"] == 2
    steps: list[tuple[Callable[[], object], int | None]] = [
        (lambda: client.set("/e-version", b"3"), 3),
        (lambda: client.set("/e-version", b"the third"), None),
        (lambda: client.set("/e-version", b" 4\n"), 4),
        (lambda: client.delete("/e-version"), None),
        (lambda: client.create("/e-version", b"5"), 5),
    ]
    for count, (do, newest) in enumerate(steps, start=2):
        do()
        assert mirrored.told.await_one("version.read", "/e", count=count)["newest"] == newest


def test_an_election_without_a_data_version_is_told_of_none(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    mirrored = mirror_of(follow="/e").load()
    mirrored.settle()
    assert not mirrored.told.of("version.read")


def _found(told: Listing, count: int) -> list[str]:
    members = told.await_one("election.found", "/e", count=count)["members"]
    return [member["znode"] for member in members]
