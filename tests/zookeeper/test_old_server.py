"""A server before 3.6: no recursive watch, no multi-read; the elections and open paths only."""

from __future__ import annotations

import json
from typing import TypeAlias

import pytest
from kazoo.client import KazooClient

from tests.support.mirrored import MirrorOf, ProxyOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

Old: TypeAlias = tuple[FaultyProxy, str]


@pytest.fixture
def old(fresh_hosts: str, proxy_of: ProxyOf) -> Old:
    """The proxy, and hosts with chroot that lead through it."""
    proxy = proxy_of(FaultyProxy.before_3_6(fresh_hosts))
    return proxy, f"{proxy.hosts}/{fresh_hosts.partition('/')[2]}"


def test_the_mode_is_told(old: Old, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of(old[1]).load()
    assert mirrored.told.last("mirror.loaded")["mode"] == "open_paths"
    assert mirrored.told.last("mirror.loading")["mode"] == "open_paths"


def test_a_followed_election_is_seen_whole(
    client: KazooClient, old: Old, mirror_of: MirrorOf
) -> None:
    client.ensure_path("/deep/e")
    mirrored = mirror_of(old[1], follow="/deep/e").load()
    mirrored.told.await_one("election.found", "/deep/e")
    path = client.create("/deep/e/n_", b"me", ephemeral=True, sequence=True)
    assert mirrored.told.await_one("member.read", path)["data"] == "me"
    mirrored.told.await_one("znode.created", path)
    client.delete(path)
    mirrored.told.await_one("znode.deleted", path)


def test_an_election_created_later_is_seen(
    client: KazooClient, old: Old, mirror_of: MirrorOf
) -> None:
    mirrored = mirror_of(old[1], follow="/deep/e").load()
    client.ensure_path("/deep/e")
    path = client.create("/deep/e/n_", ephemeral=True, sequence=True)
    await_until(lambda: mirrored.told.of("election.found", "/deep/e"))
    await_until(lambda: path in mirrored.paths)


def test_a_missing_chroot_appears(client: KazooClient, old: Old, mirror_of: MirrorOf) -> None:
    mirrored = mirror_of(f"{old[1]}/typo", follow="/e").load()
    mirrored.told.await_one("mirror.rootless")
    client.create("/typo/e", makepath=True)
    mirrored.told.await_one("mirror.rooted")
    mirrored.told.await_one("election.found", "/e")


def test_acknowledgements_are_watched(client: KazooClient, old: Old, mirror_of: MirrorOf) -> None:
    client.create("/e")
    mirrored = mirror_of(old[1], follow="/e").load()
    for count, epoch in enumerate((3, 4, 5), start=1):
        data = json.dumps({"znode": "n", "epoch": epoch, "candidate": None}).encode()
        client.ensure_path("/e-acknowledged")
        client.set("/e-acknowledged", data)
        await_until(
            lambda epoch=epoch: any(  # type: ignore[misc]
                told.data.get("epoch") == epoch
                for told in mirrored.told.of("acknowledgement.read", "/e")
            )
        )
        assert count <= len(mirrored.told.of("acknowledgement.read", "/e"))


def test_only_open_paths_are_known(client: KazooClient, old: Old, mirror_of: MirrorOf) -> None:
    for path in ("/shown/a", "/hidden/b"):
        client.create(path, makepath=True)
    mirrored = mirror_of(old[1]).load()
    assert mirrored.paths == {"/shown", "/hidden"}
    mirrored.mirror.open_paths(["/shown"])
    await_until(lambda: "/shown/a" in mirrored.paths)
    client.create("/shown/c")
    client.create("/hidden/d")
    await_until(lambda: "/shown/c" in mirrored.paths)
    assert mirrored.mirror.windows.window("/hidden").rows == ()
    mirrored.mirror.open_paths([])
    client.create("/shown/e")
    await_until(lambda: mirrored.paths == {"/shown", "/hidden"})


def test_what_was_missed_is_told(client: KazooClient, old: Old, mirror_of: MirrorOf) -> None:
    (proxy, hosts) = old
    client.create("/e")
    goes = client.create("/e/n_", ephemeral=True, sequence=True)
    mirrored = mirror_of(hosts, follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    proxy.down()
    await_until(lambda: not mirrored.mirror.is_loaded)
    client.delete(goes)
    comes = client.create("/e/n_", ephemeral=True, sequence=True)
    proxy.up()
    mirrored.told.await_one("znode.created", comes)
    assert mirrored.told.znodes() == [("deleted", goes), ("created", comes)]


def test_a_sync_point_waits_for_what_happened(
    client: KazooClient, old: Old, mirror_of: MirrorOf
) -> None:
    client.create("/e")
    mirrored = mirror_of(old[1], follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    for _ in range(8):
        path = client.create("/e/n_", ephemeral=True, sequence=True)
        mirrored.settle()
        assert ("created", path) in mirrored.told.znodes()
