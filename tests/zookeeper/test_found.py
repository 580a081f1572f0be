"""What is read because something has just changed, and what is found as it has been for long."""

from __future__ import annotations

import json

from kazoo.client import KazooClient

from tests.support.mirrored import Mirrored, MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Told, await_until


def acknowledge(client: KazooClient, epoch: int) -> int:
    """Write an acknowledgement; when that was, by the server's clock."""
    data = json.dumps({"znode": "n_1", "epoch": epoch, "candidate": "c1"}).encode()
    client.ensure_path("/e-acknowledged")
    client.set("/e-acknowledged", data)
    return int(client.get("/e-acknowledged")[1].mtime)


def with_epoch(mirrored: Mirrored, epoch: int) -> Told:
    found: Told = await_until(
        lambda: next(
            (
                told
                for told in mirrored.told.of("acknowledgement.read", "/e")
                if told.data.get("epoch") == epoch
            ),
            None,
        )
    )
    return found


def test_an_acknowledgement_is_found_at_first_and_after_an_outage(
    fresh_hosts: str, client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy
) -> None:
    client.create("/e")
    written = acknowledge(client, 1)
    chroot = fresh_hosts.partition("/")[2]
    mirrored = mirror_of(f"{proxy.hosts}/{chroot}", follow="/e").load()
    first = with_epoch(mirrored, 1).data
    assert (first.get("found"), first.get("mtime")) == (True, written)
    mirrored.told.await_one("election.found", "/e")
    mirrored.settle()
    written = acknowledge(client, 2)
    seen = with_epoch(mirrored, 2).data
    assert (seen.get("found"), seen.get("mtime")) == (None, written)
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    written = acknowledge(client, 3)
    proxy.up()
    mirrored.load(2)
    missed = with_epoch(mirrored, 3).data
    assert (missed.get("found"), missed.get("mtime")) == (True, written)


def test_an_acknowledgement_is_told_again_when_its_election_is_followed_again(
    client: KazooClient, mirror_of: MirrorOf
) -> None:
    """What was told before may have belonged to nothing that is shown."""
    client.create("/e")
    acknowledge(client, 1)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("acknowledgement.read", "/e")
    mirrored.mirror.follow("/e", children="every")
    again = mirrored.told.await_one("acknowledgement.read", "/e", count=2)
    assert (again["epoch"], again["found"]) == (1, True)
    kinds = [told.kind for told in mirrored.told.all if told.subject == "/e"]
    assert kinds[-2:] == ["election.found", "acknowledgement.read"]


def test_a_value_is_found_and_then_seen_to_change(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create("/config", b"old")
    mirrored = mirror_of().load()
    mirrored.mirror.follow("/config", data=True)
    first = mirrored.told.await_one("value.read", "/config")
    assert (first["value"], first.get("found")) == ("old", True)
    assert first["mtime"] == client.get("/config")[1].mtime
    client.set("/config", b"new")
    assert mirrored.told.await_one("value.read", "/config", count=2).get("found") is None


def test_a_znode_that_came_during_an_outage_is_found(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    mirrored = mirror_of(through).load()
    client.create("/seen")
    assert mirrored.told.await_one("znode.created", "/seen").get("found") is None
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    client.create("/missed")
    proxy.up()
    mirrored.load(2)
    assert mirrored.told.await_one("znode.created", "/missed").get("found") is True


def test_many_that_came_during_an_outage_are_found(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    client.create("/many")
    mirrored = mirror_of(through).load()
    proxy.down()
    mirrored.told.await_one("zookeeper.suspended")
    create_many(client)
    proxy.up()
    mirrored.load(2)
    assert mirrored.told.last("znodes.summary")["found"] is True
    create_many(client)
    mirrored.settle()
    mirrored.told.await_one("znodes.summary", count=2)
    assert mirrored.told.last("znodes.summary").get("found") is None


def create_many(client: KazooClient) -> None:
    for started in [client.create_async("/many/n", sequence=True) for _ in range(400)]:
        started.get(timeout=30)
