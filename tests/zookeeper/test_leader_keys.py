"""A leader key, one ephemeral znode that programs race for (Patroni's is one), is found by name."""

from __future__ import annotations

import pytest

from app.zookeeper.client import close
from tests.support.mirrored import MirrorOf, ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect

KEY = "/service/batman"


@pytest.fixture(params=["recursive", "open_paths"])
def hosts(request: pytest.FixtureRequest, fresh_hosts: str, proxy_of: ProxyOf) -> str:
    """A server of today, and one before 3.6; `fresh_hosts` leads to the same one directly."""
    if request.param == "recursive":
        return fresh_hosts
    proxy = proxy_of(FaultyProxy.before_3_6(fresh_hosts))
    return f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


def test_a_key_is_found_and_followed_through_its_owners(
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    first, second = open_client(fresh_hosts), open_client(fresh_hosts)
    first.create(f"{KEY}/config", b"{}", makepath=True)
    first.create(f"{KEY}/members/n1", b"{}", ephemeral=True, makepath=True)
    first.create(f"{KEY}/leader", b"n1", ephemeral=True)
    mirrored = mirror_of(hosts)
    mirrored.mirror.open_paths([KEY])
    found = mirrored.told.await_one("election.found", KEY)
    assert found["strategy"] == "single"
    assert [(one["znode"], one["data"]) for one in found["members"]] == [("leader", "n1")]
    first.delete(f"{KEY}/leader")
    mirrored.told.await_one("znode.deleted", f"{KEY}/leader")
    second.create(f"{KEY}/leader", b"n2", ephemeral=True)
    assert mirrored.told.await_one("member.read", f"{KEY}/leader")["data"] == "n2"
    close(second)
    mirrored.told.await_one("znode.deleted", f"{KEY}/leader", count=2)


def test_a_key_that_comes_later_is_found(
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create(f"{KEY}/config", makepath=True)
    mirrored = mirror_of(hosts).load()
    mirrored.mirror.open_paths([KEY])
    client.create(f"{KEY}/leader", b"n1", ephemeral=True)
    assert mirrored.told.await_one("election.found", KEY)["strategy"] == "single"


def test_a_followed_path_with_a_key_is_a_race(
    hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create(f"{KEY}/leader", b"n1", ephemeral=True, makepath=True)
    mirrored = mirror_of(hosts, follow=KEY).load()
    found = mirrored.told.await_one("election.found", KEY)
    assert [one["znode"] for one in found["members"]] == ["leader"]
    assert found["strategy"] == "single"


@pytest.mark.needs("recursive_watches")
def test_not_every_ephemeral_is_a_key(
    fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    client = open_client(fresh_hosts)
    client.create("/a/leaders", ephemeral=True, makepath=True)
    client.create("/b/leader", b"kept", makepath=True)
    client.create("/c/n_", ephemeral=True, sequence=True, makepath=True)
    client.create("/c/leader", b"both", ephemeral=True)
    mirrored = mirror_of(fresh_hosts).load()
    client.create("/d/leader", ephemeral=True, makepath=True)
    mirrored.told.await_one("election.found", "/d")
    assert "strategy" not in mirrored.told.await_one("election.found", "/c")
    assert not mirrored.told.of("election.found", "/a")
    assert not mirrored.told.of("election.found", "/b")
