"""The library's membership, on real sessions."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from kazoo.client import KazooClient

from app import Membership
from tests.library.parts import Heard, Leaving, expire, options
from tests.support.zookeeper import await_until

Make = Callable[..., Membership]


@pytest.fixture
def member(fresh_hosts: str, leaving: Leaving) -> Make:
    """Makes members of `/group` that are live; they leave at the end of the test."""

    def one_more(identity: str, hosts: str = fresh_hosts, **others: object) -> Membership:
        made = leaving(Membership(hosts, "/group", identity, **options(**others)))
        return made.__enter__()

    return one_more


def live(client: KazooClient) -> tuple[str, ...]:
    return tuple(sorted(client.get_children("/group/live_nodes")))


def test_each_member_hears_who_is_live(member: Make, fresh_hosts: str, client: KazooClient) -> None:
    heard: list[tuple[str, ...]] = []
    first = member("a", on_change=heard.append)
    second = member("b")
    await_until(lambda: set(first.members) == {"a", "b"} == set(second.members))
    second._leave()
    await_until(lambda: first.members == ("a",))
    await_until(lambda: heard[-1:] == [("a",)])
    assert set(first.known) == {"a", "b"}
    assert {"a", "b"} in map(set, heard)
    assert live(client) == ("a",)


def test_who_loses_its_session_is_told_and_becomes_live_again(
    member: Make, fresh_hosts: str, client: KazooClient
) -> None:
    lost = Heard()
    one = member("a", lost=lost)
    before = client.exists("/group/live_nodes/a")
    expire(one, fresh_hosts)
    assert lost.reason()
    assert not lost[0][0].is_held()
    await_until(one.is_held)
    after = client.exists("/group/live_nodes/a")
    assert after.ephemeralOwner != before.ephemeralOwner
    assert live(client) == ("a",)


def test_stopping_while_another_process_has_its_name_leaves_nothing_behind(
    member: Make, fresh_hosts: str, client: KazooClient
) -> None:
    first = member("a")
    owner = client.exists("/group/live_nodes/a").ephemeralOwner
    second = Membership(fresh_hosts, "/group", "a", **options())
    second.start()
    await_until(lambda: second.members == ("a",))
    assert not second.is_held()
    second.stop()
    assert second.join(30)
    assert client.exists("/group/live_nodes/a").ephemeralOwner == owner
    assert first.is_held()


@pytest.mark.parametrize("identity", ["a/b", "/", "..", 1])
def test_an_identity_that_no_znode_can_have_is_refused(identity: str) -> None:
    with pytest.raises(ValueError, match="identity must be a"):
        Membership("a:2181", "/group", identity)
