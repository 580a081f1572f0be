"""What earlier tries have left is deleted, and nothing else: on a whole dashboard, by REST."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.zookeeper.client import close, connect
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

WITHIN = 30.0


@pytest.fixture(scope="module")
def fresh_root(zookeeper: Any) -> str:
    """A part of the tree that nobody else uses."""
    client = connect(zookeeper.hosts, 10.0)
    client.start(timeout=15)
    client.ensure_path("/web-clearing")
    close(client)
    return f"{zookeeper.hosts}/web-clearing"


@pytest.fixture(scope="module")
def dashboard(fresh_root: str) -> Iterator[Whole]:
    """One for the tests of this module."""
    with whole(fresh_root) as it:
        yield it


@pytest.fixture
def client(
    fresh_root: str, dashboard: Whole, open_client: Callable[[str], KazooClient]
) -> KazooClient:
    """A session of somebody else."""
    return open_client(fresh_root)


def stop(dashboard: Whole, path: str) -> None:
    dashboard.delete("candidates", {"path": path})
    own = [name for name, one in dashboard.state["candidates"].items() if one["path"] == path]
    await_until(
        lambda: all(dashboard.state["candidates"][name]["process"] == "exited" for name in own),
        WITHIN,
    )


def clear(dashboard: Whole, path: str, section: str) -> Any:
    return dashboard.delete("leftovers", {"path": path, "section": section})


def test_a_group_is_cleared(dashboard: Whole, client: KazooClient) -> None:
    dashboard.post("groups", {"path": "/group", "count": 2})
    await_until(lambda: dashboard.state["groups"]["/group"]["live"] == 2, WITHIN)
    early = clear(dashboard, "/group", "groups")
    assert early.status_code == 409
    assert "still runs" in early.json()["error"]["message"]
    stop(dashboard, "/group")
    found = dashboard.get("leftovers?path=/group&section=groups").json()
    assert set(found["znodes"]) == {
        "/group/all_nodes", "/group/all_nodes/n1", "/group/all_nodes/n2", "/group/live_nodes",
    }  # fmt: skip
    assert found["kept"] == [{"path": "/group", "why": "may have been there before"}]
    answer = clear(dashboard, "/group", "groups").json()
    assert answer["deleted"] == found["count"] == 4
    assert client.get_children("/group") == []
    dashboard.post("groups", {"path": "/group", "count": 2})
    await_until(lambda: dashboard.state["groups"]["/group"]["live"] == 2, WITHIN)
    stop(dashboard, "/group")


def test_what_is_not_its_own_stays_and_is_named(dashboard: Whole, client: KazooClient) -> None:
    dashboard.post("barriers", {"path": "/gate", "count": 1})
    await_until(lambda: client.exists("/gate/ready"), WITHIN)
    stop(dashboard, "/gate")
    client.create("/gate/mine/below", makepath=True)
    answer = clear(dashboard, "/gate", "barriers").json()
    assert {"path": "/gate/mine", "why": "is not of this recipe"} in answer["kept"]
    assert client.get_children("/gate") == ["mine"]
    assert client.exists("/gate/mine/below")


def test_a_queue_that_is_cleared_has_lost_nothing(dashboard: Whole, client: KazooClient) -> None:
    dashboard.post("queues", {"path": "/jobs", "consumers": 0, "producers": 1, "items": 5})

    def is_told() -> bool:
        queue = dashboard.state["queues"]["/jobs"]
        return bool(queue["waiting"] == 5)

    await_until(is_told, WITHIN)
    stop(dashboard, "/jobs")
    assert clear(dashboard, "/jobs", "queues").json()["deleted"] > 5
    await_until(lambda: not dashboard.state["queues"]["/jobs"]["items"], WITHIN)
    queue = dashboard.state["queues"]["/jobs"]
    assert (queue["put"], queue["gone"], queue["waiting"]) == (0, 0, 0)
    client.create("/jobs/items/item-", b"later", sequence=True)
    await_until(lambda: dashboard.state["queues"]["/jobs"]["waiting"] == 1, WITHIN)
    (name,) = client.get_children("/jobs/items")
    client.delete(f"/jobs/items/{name}")
    await_until(lambda: dashboard.state["queues"]["/jobs"]["gone"] == 1, WITHIN)
    await_until(lambda: not dashboard.state["queues"]["/jobs"]["invariants"]["none_lost"], WITHIN)


def test_nothing_goes_while_somebody_else_is_there(dashboard: Whole, client: KazooClient) -> None:
    dashboard.post("barriers", {"path": "/shared", "count": 1})
    for part in ("ready", "processes"):
        await_until(partial(client.exists, f"/shared/{part}"), WITHIN)
    stop(dashboard, "/shared")
    client.create("/shared/processes/other", ephemeral=True)
    answer = clear(dashboard, "/shared", "barriers").json()
    assert answer["deleted"] == 0
    assert any("belongs to session" in one["why"] for one in answer["kept"])
    assert client.exists("/shared/ready")


def test_a_place_that_tells_of_its_znodes_keeps_them(dashboard: Whole, client: KazooClient) -> None:
    dashboard.post("commits", {"path": "/pay"})
    await_until(lambda: len(dashboard.state["commits"]["/pay"]["sites"]) == 3, WITHIN)
    await_until(
        lambda: dashboard.post("commits/transactions", {"path": "/pay"}).status_code < 300, WITHIN
    )
    await_until(lambda: client.exists("/pay/tx-1"), WITHIN)
    stop(dashboard, "/pay")
    answer = clear(dashboard, "/pay", "commits").json()
    assert answer["deleted"] == 0
    assert {"path": "/pay/tx-1", "why": "is named in /pay, which stays"} in answer["kept"]


def test_only_what_is_known_can_be_cleared(dashboard: Whole, client: KazooClient) -> None:
    client.create("/foreign/all_nodes", makepath=True)
    assert clear(dashboard, "/foreign", "groups").status_code == 404
    assert clear(dashboard, "/foreign", "nonsense").status_code == 400
    assert client.exists("/foreign/all_nodes")
