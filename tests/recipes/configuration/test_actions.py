"""Configurations and names by REST, on a whole dashboard and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient
from kazoo.security import OPEN_ACL_UNSAFE, make_acl, make_digest_acl

from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0
THEIRS = "/web-configurations/app/config"


@pytest.fixture(scope="module")
def dashboard(zookeeper: Any) -> Iterator[Whole]:
    """One for the tests of this module; each takes a path of its own."""
    with whole(f"{zookeeper.hosts}/web-configurations") as it:
        yield it


@pytest.fixture
def foreign(zookeeper: Any, open_client: Connect) -> KazooClient:
    """Somebody else's session, at the root of the tree."""
    return open_client(zookeeper.hosts)


def config_of(dashboard: Whole, path: str) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["configurations"][path]
    return found


def delete(dashboard: Whole, body: dict[str, Any]) -> requests.Response:
    return dashboard.delete("configurations/value", body)


def test_a_value_is_published_reaches_all_and_is_deleted(dashboard: Whole) -> None:
    body = {"path": "/deep/config", "count": 2, "session_timeout": 20.0}
    answer = dashboard.post("configurations", body)
    assert answer.status_code == 201
    names = answer.json()["candidates"]
    place = {"path": "/deep/config"}

    def standings() -> set[str]:
        subscribers = config_of(dashboard, "/deep/config")["subscribers"]
        return {one["standing"] for one in subscribers.values()}

    await_until(lambda: standings() == {"current"}, WITHIN)
    answer = dashboard.post("configurations/publish", {**place, "value": "a=1"})
    assert (answer.status_code, answer.json()["version"]) == (200, 0)
    answer = dashboard.post("configurations/publish", {**place, "value": "a=2", "version": 0})
    mzxid = answer.json()["mzxid"]

    def all_have_it() -> bool:
        subscribers = config_of(dashboard, "/deep/config")["subscribers"]
        return {name: one["mzxid"] for name, one in subscribers.items()} == dict.fromkeys(
            names, mzxid
        )

    await_until(all_have_it, WITHIN)
    await_until(lambda: config_of(dashboard, "/deep/config")["spread"]["count"] > 0, WITHIN)
    stale = dashboard.post("configurations/publish", {**place, "value": "a=3", "version": 0})
    assert (stale.status_code, stale.json()["error"]["code"]) == (409, "stale")
    assert (stale.json()["current"]["value"], stale.json()["current"]["version"]) == ("a=2", 1)
    assert delete(dashboard, {**place, "version": 0}).status_code == 409
    assert delete(dashboard, {**place, "version": 1}).json() == place
    await_until(lambda: config_of(dashboard, "/deep/config")["znode"] is None, WITHIN)
    await_until(lambda: all(config_of(dashboard, "/deep/config")["invariants"].values()), WITHIN)


def test_an_ephemeral_value_is_not_made_another_kind(
    dashboard: Whole, foreign: KazooClient
) -> None:
    path = "/web-configurations/goes"
    foreign.ensure_path("/web-configurations")
    stat = foreign.create(path, b"theirs", ephemeral=True, include_data=True)[1]
    anew = {"path": "/goes", "value": "mine", "version": 0, "recreate": True}
    answer = dashboard.post("configurations/publish", anew)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "kind")
    assert foreign.get(path) == (b"theirs", stat)
    assert dashboard.post("configurations/publish", {**anew, "recreate": False}).status_code == 200


def test_what_was_there_before_is_only_touched_by_whoever_has_seen_it(
    dashboard: Whole, foreign: KazooClient
) -> None:
    acl = [make_digest_acl("who", "secret", all=True), *OPEN_ACL_UNSAFE]
    foreign.create(THEIRS, b"theirs", acl, makepath=True)
    place = {"path": "/app/config"}
    for how in ({}, {"version": None}, {"recreate": True}, {"version": 7}):
        answer = dashboard.post("configurations/publish", {**place, "value": "mine", **how})
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale"), how
        current = answer.json()["current"]
        assert (current["value"], current["version"], current["length"]) == ("theirs", 0, 6)
    for refused in (place, {**place, "version": None}):
        assert delete(dashboard, refused).status_code == 400
    assert foreign.get(THEIRS)[0] == b"theirs"
    anew = {**place, "value": "mine", "version": 0, "recreate": True}
    assert dashboard.post("configurations/publish", anew).status_code == 200
    assert foreign.get(THEIRS)[0] == b"mine"
    assert foreign.get_acls(THEIRS)[0] == acl
    hidden = [make_digest_acl("who", "secret", all=True), make_acl("world", "anyone", read=True)]
    foreign.set_acls(THEIRS, hidden)
    answer = dashboard.post("configurations/publish", anew)
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "no_permission")
    assert foreign.get(THEIRS)[0] == b"mine"


def test_a_configuration_is_shown_without_subscribers(dashboard: Whole) -> None:
    answer = dashboard.post("configurations", {"path": "/shown", "count": 0})
    assert (answer.status_code, answer.json()) == (201, {"path": "/shown", "candidates": []})
    assert config_of(dashboard, "/shown")["subscribers"] == {}


def test_a_name_is_provided_looked_up_and_moves(dashboard: Whole) -> None:
    body = {"name": "till", "clients": 1, "session_timeout": 20.0}
    answer = dashboard.post("names", body)
    assert (answer.status_code, answer.json()["path"]) == (201, "/names")
    provider, client = answer.json()["candidates"]

    def called() -> Any:
        name = dashboard.state["names"]["/names"]["names"].get("till")
        call = name and name["subscribers"].get(client, {}).get("call")
        return call["address"] if call and call["by"] == provider else None

    first = await_until(called, WITHIN)
    answer = dashboard.post("names/address", {"candidate": provider})
    assert (answer.status_code, answer.json()) == (202, {"candidate": provider})
    await_until(lambda: called() not in (None, first), WITHIN)
    assert dashboard.state["candidates"][provider]["recipe"] == "naming"
    assert "/names" not in dashboard.state["elections"]


REFUSED: tuple[Refused, ...] = (
    ("configurations", {"path": "/election"}, 409, "belongs to an election"),
    ("configurations/publish", {"value": "x", "path": "/none", "version": 3}, 404, "/none"),
    ("configurations/publish", {"value": "x", "path": "/none", "recreate": True}, 404, "/none"),
    ("names", {"name": "a/b"}, 400, "slash"),
    ("names", {"name": ""}, 400, "must not be empty"),
    ("names", {"path": "/election"}, 409, "belongs to an election"),
    ("names", {"clients": 5000}, 409, "too many"),
    ("names/address", {"candidate": "c999"}, 404, "c999"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(dashboard: Whole) -> None:
    assert_refused(dashboard, REFUSED)
