"""Groups by the REST interface."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient

from tests.support.sessions import end_dead
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0
NODES = "groups/nodes"
LASTING = 20.0
"""Of a session that outlasts any test, whatever else the machine has to do."""


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    """One with two nodes in the group at the root."""
    with whole(fresh_hosts) as it:
        answer = it.post("groups", {"count": 2, "session_timeout": LASTING})
        assert (answer.status_code, answer.json()) == (
            201,
            {"path": "/", "candidates": ["c1", "c2"]},
        )
        await_until(lambda: standings(it) == {"n1": "live", "n2": "live"}, WITHIN)
        yield it


@pytest.fixture
def client(fresh_hosts: str, open_client: Connect) -> KazooClient:
    """An operator's session, on the same root."""
    return open_client(fresh_hosts)


def standings(dashboard: Whole, path: str = "/") -> dict[str, str]:
    nodes = dashboard.state["groups"].get(path, {"nodes": {}})["nodes"]
    return {name: node["standing"] for name, node in nodes.items()}


def forget(dashboard: Whole, body: dict[str, Any]) -> requests.Response:
    return dashboard.delete(NODES, body)


def test_a_node_is_killed_restarted_stopped_and_forgotten(
    dashboard: Whole, client: KazooClient, fresh_hosts: str
) -> None:
    assert sorted(client.get_children("/live_nodes")) == ["n1", "n2"]
    assert dashboard.post("candidates/c2/kill").status_code == 202
    await_until(lambda: dashboard.state["candidates"]["c2"]["process"] == "exited", WITHIN)
    end_dead(fresh_hosts, dashboard.state["candidates"]["c2"]["session"])
    await_until(lambda: standings(dashboard)["n2"] == "down", WITHIN)
    answer = dashboard.post("groups/nodes/n2/restart", {"session_timeout": LASTING})
    assert (answer.status_code, answer.json()) == (
        201,
        {"path": "/", "node": "n2", "candidate": "c3"},
    )
    await_until(lambda: standings(dashboard)["n2"] == "live", WITHIN)
    assert dashboard.post("candidates/c3/stop").status_code == 202
    await_until(lambda: dashboard.state["candidates"]["c3"]["process"] == "exited", WITHIN)
    await_until(lambda: standings(dashboard)["n2"] == "down", WITHIN)
    answer = forget(dashboard, {"id": "n2"})
    assert (answer.status_code, answer.json()) == (202, {"path": "/", "id": "n2"})
    await_until(lambda: standings(dashboard) == {"n1": "live"}, WITHIN)
    assert client.get_children("/all_nodes") == ["n1"]


def test_an_entry_that_was_written_since_it_was_seen_is_kept(
    dashboard: Whole, client: KazooClient
) -> None:
    assert dashboard.post("candidates/c2/stop").status_code == 202
    await_until(lambda: standings(dashboard)["n2"] == "down", WITHIN)
    await_until(lambda: dashboard.state["candidates"]["c2"]["process"] == "exited", WITHIN)

    def seen() -> int | None:
        node = dashboard.state["groups"]["/"]["nodes"].get("n2") or {}
        found: int | None = (node.get("entry") or {}).get("mzxid")
        return found

    first = seen()
    written = client.set("/all_nodes/n2", b"theirs").mzxid
    answer = forget(dashboard, {"id": "n2", "mzxid": first})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
    assert client.get("/all_nodes/n2")[0] == b"theirs"
    await_until(lambda: seen() == written, WITHIN)
    client.delete("/all_nodes/n2")
    client.create("/all_nodes/n2", b"another")
    last = client.set("/all_nodes/n2", b"at the same version").mzxid
    await_until(lambda: seen() == last, WITHIN)
    assert forget(dashboard, {"id": "n2", "mzxid": written}).status_code == 409
    assert client.get("/all_nodes/n2")[0] == b"at the same version"
    assert forget(dashboard, {"id": "n2"}).status_code == 202
    assert client.exists("/all_nodes/n2") is None


def test_a_group_is_followed_without_starting_anybody(
    dashboard: Whole, client: KazooClient
) -> None:
    client.create("/shop/all_nodes/till-1", b"{}", makepath=True)
    client.create("/shop/live_nodes/till-2", ephemeral=True, makepath=True)
    answer = dashboard.post("groups", {"path": "/shop", "count": 0})
    assert (answer.status_code, answer.json()) == (202, {"path": "/shop", "candidates": []})
    found = {"till-1": "down", "till-2": "live"}
    await_until(lambda: standings(dashboard, "/shop") == found, WITHIN)


def test_new_nodes_never_take_a_name_that_was_used(dashboard: Whole) -> None:
    dashboard.post("candidates/c2/stop")
    await_until(lambda: dashboard.state["candidates"]["c2"]["process"] == "exited", WITHIN)
    await_until(lambda: standings(dashboard)["n2"] == "down", WITHIN)
    assert forget(dashboard, {"id": "n2"}).status_code == 202
    await_until(lambda: list(standings(dashboard)) == ["n1"], WITHIN)
    dashboard.post("groups", {"count": 1})
    await_until(lambda: standings(dashboard) == {"n1": "live", "n3": "live"}, WITHIN)


REFUSED: tuple[Refused, ...] = (
    ("groups", {"count": 5000}, 409, "too many"),
    ("groups/nodes/n1/restart", {}, 409, "has not ended"),
    ("groups/nodes/n9/restart", {}, 404, "n9"),
    ("groups/nodes/n1/restart", {"path": "/other"}, 404, "/other"),
    ("candidates/c1/resign", None, 409, "does not lead"),
)
NOT_FORGOTTEN: tuple[Refused, ...] = (
    (NODES, {"id": "n1"}, 409, "n1"),
    (NODES, {"id": "n9"}, 404, "n9"),
    (NODES, {"id": "n1", "path": "/other"}, 404, "/other"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(dashboard: Whole) -> None:
    assert_refused(dashboard, REFUSED)
    assert_refused(dashboard, NOT_FORGOTTEN, Whole.delete)
    assert standings(dashboard) == {"n1": "live", "n2": "live"}
