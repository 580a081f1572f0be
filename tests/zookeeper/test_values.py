"""Znodes whose data is followed: what they say is told at every change."""

from __future__ import annotations

from kazoo.client import KazooClient

from tests.support.mirrored import Mirrored, MirrorOf
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import await_until

PATH = "/deep/config"


def await_value(mirrored: Mirrored, value: str | None) -> None:
    """What was told last is this; None for a missing znode."""

    def is_told() -> bool:
        told = mirrored.told.of("value.read", PATH)
        return bool(told) and told[-1].data.get("value") == value

    await_until(is_told, 15)


def test_it_is_told_from_its_creation_to_its_end_and_again(
    any_hosts: str, client: KazooClient, mirror_of: MirrorOf
) -> None:
    mirrored = mirror_of(any_hosts).load()
    mirrored.mirror.follow(PATH, data=True)
    await_value(mirrored, None)
    client.create(PATH, b"a=1", makepath=True)
    await_value(mirrored, "a=1")
    stat = client.set(PATH, b"a=2")
    await_value(mirrored, "a=2")
    told = mirrored.told.of("value.read", PATH)[-1].data
    assert (told["mzxid"], told["version"], told["length"]) == (stat.mzxid, 1, 3)
    client.delete(PATH)
    await_value(mirrored, None)
    client.create(PATH, b"a=3")
    await_value(mirrored, "a=3")
    client.set(PATH, b"a=4")
    await_value(mirrored, "a=4")


def test_what_changed_while_nobody_listened_is_told_after_the_reconnect(
    client: KazooClient, mirror_of: MirrorOf, proxy: FaultyProxy, through: str
) -> None:
    mirrored = mirror_of(through).load()
    client.create(PATH, b"a=1", makepath=True)
    mirrored.mirror.follow(PATH, data=True)
    await_value(mirrored, "a=1")
    proxy.down()
    client.set(PATH, b"a=2")
    proxy.up()
    await_value(mirrored, "a=2")


def test_the_data_and_the_children_of_one_path_are_followed_together(
    any_hosts: str, client: KazooClient, mirror_of: MirrorOf
) -> None:
    client.create(PATH, b"a=1", makepath=True)
    mirrored = mirror_of(any_hosts).load()
    mirrored.mirror.follow(PATH, data=True, children="every")
    await_value(mirrored, "a=1")
    assert mirrored.told.await_one("election.found", PATH) == {"members": []}
    client.create(f"{PATH}/c1", b"here")
    assert mirrored.told.await_one("member.read", f"{PATH}/c1")["data"] == "here"
    client.set(PATH, b"a=2")
    await_value(mirrored, "a=2")


def test_a_znode_that_is_replaced_by_another_is_told(
    any_hosts: str, client: KazooClient, mirror_of: MirrorOf
) -> None:
    """A listing cannot show that it is another one than before."""
    client.create(PATH, b"a=0", makepath=True)
    mirrored = mirror_of(any_hosts).load()
    mirrored.mirror.follow(PATH, data=True)
    for number in range(20):
        await_value(mirrored, f"a={number}")
        both = client.transaction()
        both.delete(PATH)
        both.create(PATH, b"a=%d" % (number + 1))
        both.commit()
    await_value(mirrored, "a=20")
    assert all(told.data for told in mirrored.told.of("value.read", PATH))


def test_nothing_is_told_twice(client: KazooClient, mirror_of: MirrorOf) -> None:
    client.create(PATH, b"a=1", makepath=True)
    mirrored = mirror_of().load()
    for _ in range(3):
        mirrored.mirror.follow(PATH, data=True)
    await_value(mirrored, "a=1")
    mirrored.settle()
    assert len(mirrored.told.of("value.read", PATH)) == 1
