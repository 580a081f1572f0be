"""What the dashboard's session may not read is there all the same, and is shown as such."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from jsonschema import Draft202012Validator
from kazoo.client import KazooClient
from kazoo.security import ACL, make_acl, make_digest_acl

from app.web.openapi import describe_api
from tests.processes.verdicts import LATE, Verdicts
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Whole, whole

SHUT: list[ACL] = [make_digest_acl("owner", "secret", all=True)]


@pytest.fixture
def owner(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """Somebody who may do what nobody else may."""
    client = open_client(fresh_hosts)
    client.add_auth("digest", "owner:secret")
    return client


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    with whole(fresh_hosts) as served:
        yield served


def test_a_znode_that_may_not_be_read_is_there(owner: KazooClient, dashboard: Whole) -> None:
    owner.create("/locked", b"secret", acl=SHUT)
    answer = dashboard.get("znodes?path=/locked")
    assert answer.status_code == 200
    found = answer.json()
    assert (found["data"], found["acl"]) == (None, None)
    assert not (found["children"] or {}).get("names")
    assert found["error"] == "the ACL of this znode does not allow reading it"
    described = describe_api()["paths"]["/api/v1/znodes"]["get"]["responses"]["200"]["content"]
    Draft202012Validator(described["application/json"]["schema"]).validate(found)
    missing = dashboard.get("znodes?path=/locked/none")
    assert (missing.status_code, missing.json()["error"]["code"]) == (404, "no_znode")


def test_whoever_may_set_the_acl_sees_it_and_the_stat(owner: KazooClient, dashboard: Whole) -> None:
    owner.create("/locked", b"secret", acl=[*SHUT, make_acl("world", "anyone", admin=True)])
    found = dashboard.get("znodes?path=/locked").json()
    assert found["data"] is None
    assert found["stat"]["czxid"] == owner.exists("/locked").czxid
    assert {entry["perms"] for entry in found["acl"]} == {"cdrwa", "a"}


def test_what_cannot_be_seen_is_counted(owner: KazooClient, dashboard: Whole) -> None:
    owner.create("/locked", b"secret", acl=SHUT)
    owner.create("/open")
    owner.create("/open/locked", acl=SHUT)
    answer = dashboard.get("znodes/count?path=/locked")
    assert answer.status_code == 200, answer.text
    assert (answer.json()["znodes"], answer.json()["denied"]) == (1, 1)
    below = dashboard.get("znodes/count?path=/open").json()
    assert (below["znodes"], below["denied"]) == (2, 1)


def test_an_election_is_never_drawn_without_its_hidden_leader(
    owner: KazooClient, dashboard: Whole
) -> None:
    verdicts, journal = Verdicts(), dashboard.journal
    journal.subscribe(lambda event: verdicts.note(event, journal.state))
    owner.create("/election")
    leader = owner.create("/election/n_", b"me", acl=SHUT, ephemeral=True, sequence=True)
    name = leader.rpartition("/")[2]
    dashboard.post("candidates", {"among_strangers": True})
    await_until(lambda: len(dashboard.chain()) == 2)
    await_until(lambda: "no permission" in (dashboard.state["candidates"]["c1"]["error"] or ""))
    await_until(lambda: not any(one["unread"] for one in dashboard.chain()))
    first, second = dashboard.chain()
    assert (first["znode"], first["truth"], first["belief"]) == (name, "leader", "unknown")
    assert (first["hidden"], second["hidden"]) == (first["session"] is None, False)
    assert (second["candidate"], second["truth"]) == ("c1", "waiting")
    assert dashboard.state["elections"]["/election"]["leader"] == name

    owner.delete(leader)
    await_until(lambda: [one["belief"] for one in dashboard.chain()] == ["leading"])
    await_until(lambda: not verdicts.unsettled, LATE)
    assert not verdicts.broken
