"""The web room on the real rooms below and a real ZooKeeper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import requests
from kazoo.client import KazooClient

from app.ensemble.apache.server import ApacheServer
from app.journal.patch import keyed
from app.recipes.registry import MODELS
from tests.support.zookeeper import Connect, await_until
from tests.web.client import Client
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 60.0


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    """One that may start three candidates."""
    with whole(fresh_hosts, candidate_limit=3) as it:
        yield it


@pytest.fixture
def client(dashboard: Whole) -> Iterator[Client]:
    """A page's connection."""
    it = Client(dashboard.url)
    yield it
    it.close()


def merged(document: Any, patch: Any) -> Any:
    """RFC 7386, as its text has it."""
    if not isinstance(patch, dict):
        return patch
    result = dict(document) if isinstance(document, dict) else {}
    for name, value in patch.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = merged(result.get(name), value)
    return result


def without_null(document: Any) -> Any:
    """What a merge patch can carry: to it, null and absent are one."""
    if isinstance(document, dict):
        return {n: without_null(v) for n, v in document.items() if v is not None}
    return document


REFUSED: tuple[Refused, ...] = (
    ("candidates/c99/kill", None, 404, "c99"),
    ("roles/leader/kill", {}, 409, "role"),
    ("roles/leader/kill", {"election": "/nowhere"}, 404, "election"),
    ("candidates", {"count": 4}, 409, "at most 3"),
    ("servers/s1/kill", None, 404, "server"),
    ("elections", {"path": "/other", "strategy": "raft"}, 400, "predecessor, herd, single"),
)


def test_refusals(dashboard: Whole) -> None:
    assert_refused(dashboard, REFUSED)


def test_what_the_page_folds_is_the_state(dashboard: Whole, client: Client) -> None:
    client.emit("follow", {"since": None})
    client.first("snapshot")
    assert dashboard.post("candidates", {"count": 3}).status_code == 201
    await_until(lambda: len(dashboard.chain()) == 3, WITHIN)
    assert dashboard.post("roles/leader/stop").status_code == 202
    await_until(lambda: [e["belief"] for e in dashboard.chain()] == ["leading", "waiting"], WITHIN)
    assert dashboard.delete("candidates").status_code == 202
    await_until(lambda: dashboard.chain() == [], WITHIN)
    state = client.first("snapshot")["state"]
    expected = dashboard.get("state").json()
    client.until(lambda: (client.seqs() or [0])[-1] >= expected["seq"])
    received = [event for batch in client.of("events") for event in batch["events"]]
    events = [event for event in received if event["seq"] <= expected["seq"]]
    paged = dashboard.get(f"events?since={state['seq']}&limit={len(events)}").json()["events"]
    assert events == paged
    for event in events:
        state = merged(state, event["patch"])
    sent = keyed(expected, MODELS.lines)
    for part in ("seq", "elections", "zookeeper", "candidates", "limits"):
        assert without_null(state[part]) == without_null(sent[part])


def test_the_tree_reaches_the_page(
    dashboard: Whole, client: Client, fresh_hosts: str, open_client: Connect
) -> None:
    zookeeper: KazooClient = open_client(fresh_hosts)
    client.emit("watch_tree", {"paths": ["/", "/nowhere"]})
    client.until(lambda: len(client.of("tree")) >= 2)
    assert not client.of("tree")[-1]["exists"] or not client.of("tree")[-2]["exists"]
    name = "<img src=x onerror=alert(1)>"
    zookeeper.create(f"/{name}", b"\x00\xff", ephemeral=True)
    client.until(lambda: name in names_in(client, "/"))
    zookeeper.delete(f"/{name}")
    client.until(lambda: name not in names_in(client, "/"))


def names_in(client: Client, path: str) -> list[str]:
    """The children that the newest window of this path shows."""
    shown = [tree for tree in client.of("tree") if tree["path"] == path]
    return [child["name"] for child in shown[-1]["children"]] if shown else []


def test_a_znode_is_read_with_all_that_is_known(
    dashboard: Whole, fresh_hosts: str, open_client: Connect
) -> None:
    open_client(fresh_hosts).create("/a", b"\xf0\x9f\x91\x91")
    znode = dashboard.get("znodes?path=/a").json()
    assert znode["path"] == "/a"
    assert (znode["data"]["base64"], znode["data"]["text"]) == ("8J+RkQ==", "👑")
    assert znode["stat"]["dataLength"] == 4
    assert znode["acl"][0]["perms"]
    assert znode["children"] == {"names": [], "total": 0, "offset": 0}
    gone = dashboard.get("znodes?path=/nowhere")
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, "no_znode")


@pytest.mark.proof
def test_without_zookeeper_every_call_answers_and_says_why(own_zookeeper: ApacheServer) -> None:
    with whole(own_zookeeper.hosts) as dashboard:
        own_zookeeper.kill()
        await_until(lambda: requests.get(f"{dashboard.url}/healthz", timeout=30).status_code == 503)
        for answer in (
            dashboard.post("candidates", {}),
            dashboard.get("znodes?path=/"),
            dashboard.get("znodes?path=/zookeeper"),
        ):
            assert answer.status_code == 503, answer.text
            assert answer.json()["error"]["code"] == "zookeeper_unavailable"
        assert dashboard.get("state").ok
        assert dashboard.get("znodes/search?q=a").status_code in (200, 503)
        own_zookeeper.restart()
        await_until(lambda: requests.get(f"{dashboard.url}/healthz", timeout=30).ok, WITHIN)
