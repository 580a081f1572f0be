"""Members that the dashboard's session may not read: where a list names a znode, it is there."""

from __future__ import annotations

import pytest
from kazoo.client import KazooClient
from kazoo.security import ACL, make_acl, make_digest_acl

from app.zookeeper import mirror
from app.zookeeper.client import session_hex
from tests.support.mirrored import Mirrored, MirrorOf
from tests.support.releases import abilities
from tests.support.zookeeper import await_until

SHUT: list[ACL] = [make_digest_acl("owner", "secret", all=True)]
OPEN: list[ACL] = [make_acl("world", "anyone", all=True)]


@pytest.fixture(autouse=True)
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """What no event tells of is looked at often."""
    monkeypatch.setattr(mirror, "_GLANCE", 0.1)


@pytest.fixture
def owner(client: KazooClient) -> KazooClient:
    """Somebody who may do what nobody else may, with an election at /e."""
    client.add_auth("digest", "owner:secret")
    client.create("/e")
    return client


def join(client: KazooClient, acl: list[ACL] | None = None) -> str:
    return str(client.create("/e/n_", b"me", acl=acl, ephemeral=True, sequence=True))


def members(mirrored: Mirrored) -> dict[str, bool]:
    """Name -> hidden, as told by now."""
    found: dict[str, bool] = {}
    for told in mirrored.told.all:
        if told.kind == "election.found":
            found = {one["znode"]: bool(one.get("hidden")) for one in told.data["members"]}
        elif told.kind == "member.read":
            found[told.data["znode"]] = bool(told.data.get("hidden"))
        elif told.kind == "znode.deleted":
            found.pop(told.subject.rpartition("/")[2], None)
    return found


def name(path: str) -> str:
    return path.rpartition("/")[2]


def test_a_hidden_leader_is_a_member_with_all_that_may_be_known(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    leader, waiting = join(owner, SHUT), join(owner)
    mirrored = mirror_of(follow="/e").load()
    found = mirrored.told.await_one("election.found", "/e")["members"]
    assert [one["znode"] for one in found] == [name(leader), name(waiting)]
    assert [bool(one.get("hidden")) for one in found] == [abilities().exists_needs_read, False]
    session = session_hex(owner.client_id)
    assert found[0]["session"] == (None if abilities().exists_needs_read else session)
    assert found[0]["data"] is None
    assert found[1]["session"] == session


def test_the_end_of_a_hidden_leader_is_seen(owner: KazooClient, mirror_of: MirrorOf) -> None:
    leader, waiting = join(owner, SHUT), join(owner)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    mirrored.settle()
    owner.delete(leader)
    mirrored.told.await_one("znode.deleted", leader)
    await_until(lambda: members(mirrored) == {name(waiting): False})


def test_one_who_comes_hidden_is_seen(owner: KazooClient, mirror_of: MirrorOf) -> None:
    first = join(owner)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    mirrored.settle()
    second = join(owner, SHUT)
    hidden = abilities().exists_needs_read
    await_until(lambda: members(mirrored) == {name(first): False, name(second): hidden})
    third = join(owner, SHUT)
    await_until(lambda: members(mirrored).get(name(third)) is hidden)


def test_one_who_may_be_read_by_now_is_hidden_no_longer_without_any_other_event(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    leader = join(owner, SHUT)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    owner.set_acls(leader, OPEN)
    await_until(lambda: members(mirrored).get(name(leader)) is False)


def test_an_election_that_goes_and_comes_again_with_hidden_ones_is_seen(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    leader = join(owner, SHUT)
    mirrored = mirror_of(follow="/e").load()
    await_until(lambda: name(leader) in members(mirrored))
    both = owner.transaction()
    both.delete(leader)
    both.delete("/e")
    both.commit()
    mirrored.told.await_one("election.gone", "/e")
    owner.create("/e")
    expected = {name(join(owner, SHUT)), name(join(owner))}
    await_until(lambda: set(members(mirrored)) == expected)


def test_an_election_that_is_shut_for_a_while_is_seen_again(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    first = join(owner, SHUT)
    mirrored = mirror_of(follow="/e").load()
    await_until(lambda: name(first) in members(mirrored))
    owner.set_acls("/e", SHUT)
    second = join(owner, SHUT)
    mirrored.settle()
    owner.set_acls("/e", OPEN)
    await_until(lambda: name(second) in members(mirrored))
    owner.delete(first)
    await_until(lambda: set(members(mirrored)) == {name(second)})


def test_one_hidden_in_the_place_of_another_is_seen(
    owner: KazooClient, mirror_of: MirrorOf
) -> None:
    """Their number is the same, and no event tells of either."""
    first = join(owner)
    mirrored = mirror_of(follow="/e").load()
    mirrored.told.await_one("election.found", "/e")
    owner.set_acls(first, SHUT)
    both = owner.transaction()
    both.delete(first)
    both.create("/e/n_", acl=SHUT, ephemeral=True, sequence=True)
    second = both.commit()[1]
    await_until(lambda: set(members(mirrored)) == {name(second)})
