"""A leader key, one ephemeral znode that programs race for (Patroni's is one), is found by name."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient

from app.zookeeper.client import close
from app.zookeeper.members import Children
from tests.support.mirrored import MirrorOf
from tests.support.zookeeper import Connect, await_until

KEY = "/service/batman"


def test_a_key_is_found_and_followed_through_its_owners(
    any_hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf
) -> None:
    first, second = open_client(fresh_hosts), open_client(fresh_hosts)
    first.create(f"{KEY}/config", b"{}", makepath=True)
    first.create(f"{KEY}/members/n1", b"{}", ephemeral=True, makepath=True)
    first.create(f"{KEY}/leader", b"n1", ephemeral=True)
    mirrored = mirror_of(any_hosts)
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
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    client.create(f"{KEY}/config", makepath=True)
    mirrored = mirror_of(any_hosts).load()
    mirrored.mirror.open_paths([KEY])
    client.create(f"{KEY}/leader", b"n1", ephemeral=True)
    assert mirrored.told.await_one("election.found", KEY)["strategy"] == "single"


def test_a_followed_path_with_a_key_is_a_race(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf
) -> None:
    client.create(f"{KEY}/leader", b"n1", ephemeral=True, makepath=True)
    mirrored = mirror_of(any_hosts, follow=KEY).load()
    found = mirrored.told.await_one("election.found", KEY)
    assert [one["znode"] for one in found["members"]] == ["leader"]
    assert found["strategy"] == "single"


@pytest.mark.needs("recursive_watches")
def test_not_every_ephemeral_is_a_key(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/a/leaders", ephemeral=True, makepath=True)
    client.create("/b/leader", b"kept", makepath=True)
    client.create("/c/n_", ephemeral=True, sequence=True, makepath=True)
    client.create("/c/leader", b"both", ephemeral=True)
    mirrored = mirror_of().load()
    client.create("/d/leader", ephemeral=True, makepath=True)
    mirrored.told.await_one("election.found", "/d")
    assert "strategy" not in mirrored.told.await_one("election.found", "/c")
    assert not mirrored.told.of("election.found", "/a")
    assert not mirrored.told.of("election.found", "/b")


@pytest.mark.parametrize("path", ["/controller", "/hbase/master", "/canal/demo/running"])
def test_a_znode_of_a_known_name_is_itself_a_key_through_its_owners(
    any_hosts: str, fresh_hosts: str, open_client: Connect, mirror_of: MirrorOf, path: str
) -> None:
    first, second = open_client(fresh_hosts), open_client(fresh_hosts)
    first.create(path, b"n1", ephemeral=True, makepath=True)
    mirrored = mirror_of(any_hosts)
    mirrored.mirror.open_paths([path.rpartition("/")[0] or "/"])
    found = mirrored.told.await_one("election.found", path)
    assert found["strategy"] == "single"
    assert [(one["znode"], one["data"]) for one in found["members"]] == [(".", "n1")]
    first.delete(path)
    mirrored.told.await_one("znode.deleted", path)
    second.create(path, b"n2", ephemeral=True)
    again = mirrored.told.await_one("election.found", path, count=2)
    assert [(one["znode"], one["data"]) for one in again["members"]] == [(".", "n2")]
    second.set(path, b"n3")
    await_until(lambda: [one for one in mirrored.told.of("member.read", path)
                         if (one.data["znode"], one.data["data"]) == (".", "n3")])  # fmt: skip
    assert not mirrored.told.of("election.gone", path)


@pytest.mark.parametrize("children", ["numbered", "every"])
def test_what_is_followed_may_itself_be_a_key_and_be_one_no_longer(
    client: KazooClient, any_hosts: str, mirror_of: MirrorOf, children: Children
) -> None:
    client.create("/my/key", b"n1", ephemeral=True, makepath=True)
    mirrored = mirror_of(any_hosts)
    mirrored.mirror.follow("/my/key", children=children)
    mirrored.mirror.open_paths(["/my", "/my/key"])
    found = mirrored.told.await_one("election.found", "/my/key")
    assert (found["strategy"], found["members"][0]["znode"]) == ("single", ".")
    client.delete("/my/key")
    mirrored.told.await_one("znode.deleted", "/my/key")
    client.create("/my/key")
    client.create("/my/key/n_", ephemeral=True, sequence=True)
    await_until(lambda: any("n_" in str(one.data) for one in mirrored.told.of("election.found")
                            + mirrored.told.of("member.read")))  # fmt: skip
    assert mirrored.told.last("election.found", "/my/key").get("strategy") is None


def test_a_persistent_znode_of_such_a_name_is_no_key(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/a/master", b"kept", makepath=True)
    mirrored = mirror_of().load()
    mirrored.mirror.open_paths(["/", "/a", "/b"])
    client.create("/b/master", ephemeral=True, makepath=True)
    mirrored.told.await_one("election.found", "/b/master")
    assert not mirrored.told.of("election.found", "/a/master")


def test_a_found_key_that_has_become_persistent_is_a_path_like_any_other(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create("/a/master", b"n1", ephemeral=True, makepath=True)
    mirrored = mirror_of().load()
    mirrored.mirror.open_paths(["/", "/a", "/a/master"])
    mirrored.told.await_one("election.found", "/a/master")
    client.delete("/a/master")
    mirrored.told.await_one("znode.deleted", "/a/master")
    client.create("/a/master", b"kept")
    mirrored.told.await_one("election.gone", "/a/master")
    client.create("/a/master/n_", ephemeral=True, sequence=True)
    members = mirrored.told.await_one("election.found", "/a/master", count=2)["members"]
    assert [one["znode"] for one in members] == ["n_0000000000"]
