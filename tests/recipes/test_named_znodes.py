"""The znodes that the page finds in the recipes' documents, beside those that there are."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from kazoo.client import KazooClient
from playwright._impl._driver import compute_driver_executable

from app.ensemble.embedded import SandboxServer
from app.zookeeper.client import close, connect
from tests.history.test_runs import RECIPES
from tests.support.app import ROOT
from tests.support.zookeeper import await_until
from tests.web.whole import Whole, whole

NAMED = Path(__file__).with_name("named.mjs")
SECTIONS = {
    "election": "elections",
    "lock": "locks",
    "sharedlock": "shared_locks",
    "membership": "groups",
    "bookshelf": "bookshelves",
    "naming": "names",
    "configuration": "configurations",
    "barrier": "barriers",
    "commit": "commits",
    "queue": "queues",
}
UNTOLD = {
    "the last registration of each provider, which no view shows": "/names-registrations(/.*)?",
    "an acknowledgement: the bookshelf reads its own set": "/bookshelf/election-acknowledged",
    "the producers' ledgers, which only they read": "/queue/producers(/.*)?",
    "lists without anything in them": "/queue/(items|claims|line)|/barrier/(processes|ready)",
}
"""What the documents do not tell of, and why."""
Named: TypeAlias = Mapping[str, Any]
Held: TypeAlias = Mapping[str, str | None]

LASTING = 40.0
WITHIN = 120.0
"""Seconds: thirty processes of every recipe begin at once."""
AT_AN_ITEM = {"task": 300.0}
"""Seconds: a consumer has an item in its hands when the processes freeze."""


@pytest.fixture(scope="module")
def still() -> Iterator[tuple[Whole, KazooClient]]:
    """A dashboard with every recipe at work, all of whose processes have been frozen in it."""
    server = SandboxServer()
    server.start()
    client = connect(server.hosts, 10.0)
    client.start(timeout=15)
    try:
        with whole(server.hosts, source="embedded", servers={"s1": server}) as dashboard:
            for call, wish in RECIPES.items():
                more = AT_AN_ITEM if call == "queues" else {}
                body = {**wish, **more, "session_timeout": LASTING}
                assert dashboard.post(call, body).status_code == 201, call
            await_until(lambda: begins_a_transaction(dashboard), WITHIN)
            await_until(lambda: is_at_work(dashboard.state), WITHIN)
            for name in dashboard.state["candidates"]:
                dashboard.post(f"candidates/{name}/pause")
            yield dashboard, client
    finally:
        close(client)
        server.stop()


def begins_a_transaction(dashboard: Whole) -> bool:
    """Have one begun; it is refused while no coordinator is ready."""
    return dashboard.post("commits/transactions", {"path": "/commit"}).ok


def is_at_work(state: Any) -> bool:
    """Tell whether each recipe has shown something, and nobody is still on the way."""
    at_work = (
        state["elections"].get("/election", {}).get("acknowledged"),
        any(one["in_sync_epoch"] for one in state["bookshelves"].values()),
        any(one["transactions"] for one in state["commits"].values()),
        any(one["in_hand"] for one in state["queues"].values()),
        all(state[section] for section in SECTIONS.values()),
    )
    return all(at_work)


def named(state: Any, file: Path) -> Named:
    """The znodes that the page finds in a document, by their paths."""
    file.write_text(json.dumps({"state": state, "sections": SECTIONS}))
    node, _ = compute_driver_executable()
    run = subprocess.run([node, NAMED, file], capture_output=True, text=True, check=True)
    return {one["path"]: one for one in json.loads(run.stdout)}


def held(client: KazooClient, path: str = "/") -> Held:
    """What there is, with the session that owns it; ZooKeeper's own left out."""
    stat = client.exists(path)
    if stat is None or path == "/zookeeper":
        return {}
    found = {path: hex(stat.ephemeralOwner) if stat.ephemeralOwner else None}
    for name in client.get_children(path) if not stat.ephemeralOwner else ():
        found.update(held(client, f"{path.rstrip('/')}/{name}"))
    return found


def test_every_recipe_names_its_znodes() -> None:
    folders = {file.parent.name for file in (ROOT / "static/js/recipes").glob("*/znodes.js")}
    assert folders == set(SECTIONS)


def is_told(path: str) -> bool:
    return not any(re.fullmatch(pattern, path) for pattern in UNTOLD.values())


@pytest.fixture(scope="module")
def seen(
    still: tuple[Whole, KazooClient], tmp_path_factory: pytest.TempPathFactory
) -> tuple[Named, Held]:
    """What the page finds, and what there is, once the mirror has told all of it."""
    dashboard, client = still
    file = tmp_path_factory.mktemp("named") / "state.json"
    last: list[tuple[Named, Held]] = []

    def agree() -> bool:
        last[:] = [(named(dashboard.get("state").json(), file), held(client))]
        return not any(differences(*last[0]))

    try:
        await_until(agree)
    except AssertionError:
        assert differences(*last[0]) == (set(), set())
    return last[0]


def differences(found: Named, there: Held) -> tuple[set[str], set[str]]:
    """What the page finds and is not there, and what it should find."""
    return set(found) - set(there), {one for one in set(there) - set(found) if is_told(one)}


def test_the_znodes_named_are_those_that_there_are(seen: tuple[Named, Held]) -> None:
    found, there = seen
    assert differences(found, there) == (set(), set())
    for section in ("election", "lock", "shared-lock", "queue/claims", "bookshelf/live_nodes"):
        assert any(path.startswith(f"/{section}/") for path in found), section


def test_they_belong_to_the_sessions_that_own_them(seen: tuple[Named, Held]) -> None:
    found, there = seen
    owned = {path: one.get("session") for path, one in found.items() if path != "/"}
    assert owned == {path: there[path] for path in owned}


def test_their_kinds_are_what_they_are(seen: tuple[Named, Held]) -> None:
    found, there = seen
    for path, one in found.items():
        if one["kind"] != "unsaid":
            assert one["kind"].startswith("ephemeral") == (there[path] is not None), path
