"""What is said of the watches of programs that are not Handoff's, on either kind of server."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.zookeeper.client import session_hex
from tests.conformance.conversation import Conversation
from tests.conformance.curator import compile_program, missing, start_program
from tests.conformance.needs import need
from tests.conformance.servers import Server
from tests.support.zookeeper import Connect, await_until
from tests.web.whole import Whole, whole

TERM_MS = 150
TERMS = 30
_numbers = itertools.count(1)


@pytest.fixture
def dashboard(server: Server) -> Iterator[Whole]:
    with whole(server.hosts) as it:
        yield it


@pytest.fixture
def path() -> str:
    """One for each test: the server is shared."""
    return f"/evidence-{next(_numbers)}"


@pytest.fixture
def selectors(
    server: Server, path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Conversation]:
    """Three of Curator's LeaderSelectors, whose terms are shorter than what lists are apart."""
    need(missing())
    directory = tmp_path_factory.mktemp("selector")
    compile_program("Selector", directory)
    with start_program("Selector", directory, server.hosts, path, 3, TERM_MS) as started:
        yield started


@pytest.mark.proof
@pytest.mark.needs("containers")
def test_nobody_is_said_to_watch_nothing_by_a_list_from_before_its_znode(
    dashboard: Whole, selectors: Conversation, path: str
) -> None:
    """LeaderSelectors watch the one before them; they join anew with every term."""
    selectors.await_line("leading")
    assert dashboard.post("elections", {"path": path}).status_code == 202
    wrong, samples, verdicts = [], 0, set()
    for _ in range(TERMS):
        selectors.await_line("leading")
        election = dashboard.state["elections"][path]
        verdicts |= set(election["invariants"].values())
        for before, entry in itertools.pairwise(election["chain"]):
            samples += 1
            if entry["watches"] != before["znode"]:
                wrong.append((entry["znode"], entry["watches"], entry["evidence"]))
    assert samples > TERMS
    assert wrong == []
    assert False not in verdicts


def test_all_sessions_that_the_servers_list_are_told_with_their_clients(
    dashboard: Whole, server: Server, open_client: Connect, path: str
) -> None:
    """Wherever their znodes are."""
    client = open_client(server.hosts)
    client.ensure_path(f"{path}/settings")
    client.create(f"{path}/settings-too")
    client.get(f"{path}/settings", watch=lambda event: None)
    session = session_hex(client.client_id)
    await_until(lambda: any(one["client"] for one in watched_by(dashboard, f"{path}/settings")))
    watched = watched_by(dashboard, f"{path}/settings")
    as_of = watched[0].pop("as_of")
    assert watched == [
        {
            "session": session,
            "client": address_of(client),
            "server": server.hosts,
            "candidate": None,
            "dashboard": False,
            "evidence": "server",
        }
    ]
    assert as_of <= time.monotonic()
    below = dashboard.get(f"watches?under={path}").json()
    assert [(one["path"], one["session"]) for one in below["watches"]] == [
        (f"{path}/settings", session)
    ]
    assert (below["complete"], below["closed"], below["truncated"]) == (True, [], False)
    assert watched_by(dashboard, f"{path}/settings-too") == []


def test_the_dashboards_own_watches_are_told_as_such(dashboard: Whole) -> None:
    own = dashboard.state["zookeeper"]["session"]
    watches = await_until(lambda: dashboard.get("watches").json()["watches"])
    assert {one["dashboard"] for one in watches if one["session"] == own} <= {True}


def test_what_is_not_listed_is_said(
    dashboard: Whole, server: Server, open_client: Connect, path: str
) -> None:
    """Apache lists no watches on lists of children; the sandbox does."""
    client = open_client(server.hosts)
    client.ensure_path(path)
    client.get_children(path, watch=lambda event: None)
    told = told_newer(dashboard, path)
    lists_children = told["children"]
    watched = watched_by(dashboard, path)
    assert [one["session"] for one in watched] == [session_hex(client.client_id)] * lists_children
    assert ("none on lists of children" in told["note"]) is not lists_children
    assert "no other session had one then" in told["note"]


def watched_by(dashboard: Whole, path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = dashboard.get(f"znodes?path={path}").json()["watched_by"]
    return found


def told_newer(dashboard: Whole, path: str) -> dict[str, Any]:
    """What is told of the lists, once they are newer than this call."""
    began = time.monotonic()

    def look() -> dict[str, Any] | None:
        told: dict[str, Any] = dashboard.get(f"znodes?path={path}").json()["watches_told"]
        return told if (told["as_of"] or 0.0) > began else None

    found: dict[str, Any] = await_until(look)
    return found


def address_of(client: KazooClient) -> str:
    host, port = client._connection._socket.getsockname()
    return f"{host}:{port}"
