"""Elections of which all children are members: a race for one `leader`, a list of live nodes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from app.zookeeper.client import close, session_hex
from tests.support.mirrored import Mirrored, MirrorOf, ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until


@pytest.fixture(params=["recursive", "open_paths"])
def hosts(request: pytest.FixtureRequest, fresh_hosts: str, proxy_of: ProxyOf) -> str:
    """A server of today, and one before 3.6; `fresh_hosts` leads to the same one directly."""
    if request.param == "recursive":
        return fresh_hosts
    proxy = proxy_of(FaultyProxy.before_3_6(fresh_hosts))
    return f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


def test_all_children_are_members(
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/e/leader", b"host-1", ephemeral=True, makepath=True)
    mirrored = mirror_of(hosts, follow="/e", every=True)
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
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    mirrored = mirror_of(hosts, follow="/deep/e", every=True).load()
    client.create("/deep/e/leader", ephemeral=True, makepath=True)
    await_until(lambda: _fold(mirrored.told, "/deep/e") == {"leader"})


def test_following_again_with_another_word(
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/e/leader", ephemeral=True, makepath=True)
    queued = client.create("/e/n_", ephemeral=True, sequence=True).rpartition("/")[2]
    mirrored = mirror_of(hosts, follow="/e").load()
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
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    """A listing cannot show that `leader` is another one than before."""
    client = open_client(fresh_hosts)
    client.ensure_path("/e")
    mirrored = mirror_of(hosts, follow="/e", every=True).load()
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
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf, proxy_of: ProxyOf
) -> None:
    client, dying = open_client(fresh_hosts), open_client(fresh_hosts)
    client.ensure_path("/e")
    dying.create("/e/leader", ephemeral=True)
    proxy = proxy_of(FaultyProxy(fresh_hosts))
    hosts = f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"
    mirrored = mirror_of(hosts, follow="/e", every=True).load()
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
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/e")
    client.create("/e-version", b"2")
    mirrored = mirror_of(hosts, follow="/e").load()
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
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    open_client(fresh_hosts).create("/e")
    mirrored = mirror_of(fresh_hosts, follow="/e").load()
    mirrored.settle()
    assert not mirrored.told.of("version.read")


def _found(told: Listing, count: int) -> list[str]:
    members = told.await_one("election.found", "/e", count=count)["members"]
    return [member["znode"] for member in members]


def _fold(told: Listing, election: str) -> set[str]:
    """The members as the journal's readers know them."""
    members: set[str] = set()
    for kind, subject, data in told.all:
        parent, _, name = subject.rpartition("/")
        if kind == "election.found" and subject == election:
            members = {member["znode"] for member in data["members"]}
        elif kind == "member.read" and data["election"] == election:
            members.add(data["znode"])
        elif kind == "znode.deleted" and parent == election:
            members.discard(name)
    return members
