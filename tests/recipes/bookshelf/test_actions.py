"""Bookshelves by the REST interface: real nodes, asked through the dashboard as a script would."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests

from app.ensemble.apache.server import ApacheServer
from tests.support.sessions import end_dead
from tests.support.zookeeper import await_until
from tests.web.whole import Refused, Whole, assert_refused, whole

WITHIN = 30.0
LASTING = 20.0
"""Of a session that outlasts any test, whatever else the machine has to do."""
EMMA = {"id": "emma", "author": "Jane Austen", "year": 1815}


@contextlib.contextmanager
def begun(hosts: str) -> Iterator[Whole]:
    """One with three nodes of a bookshelf, all in sync."""
    with whole(hosts) as it:
        answer = it.post("bookshelves", {"count": 3, "session_timeout": LASTING})
        assert (answer.status_code, answer.json()) == (
            201,
            {"path": "/bookshelf", "candidates": ["c1", "c2", "c3"]},
        )
        await_until(lambda: serves(it) and shelf(it)["in_sync"] == ["n1", "n2", "n3"], WITHIN)
        yield it


@pytest.fixture
def dashboard(fresh_hosts: str) -> Iterator[Whole]:
    with begun(fresh_hosts) as it:
        yield it


@pytest.fixture(scope="module")
def lasting(zookeeper: ApacheServer) -> Iterator[Whole]:
    """One for the tests that end no node; each adds books of its own."""
    with begun(f"{zookeeper.hosts}/web-bookshelves") as it:
        yield it


def shelf(dashboard: Whole) -> dict[str, Any]:
    found: dict[str, Any] = dashboard.state["bookshelves"]["/bookshelf"]
    return found


def serves(dashboard: Whole) -> str | None:
    """The node that leads in truth and in its own belief."""
    now = shelf(dashboard)
    leads = now["leader"] and now["nodes"][now["leader"]]["state"] == "leading"
    return str(now["leader"]) if leads else None


def others(dashboard: Whole) -> list[str]:
    return [name for name in shelf(dashboard)["nodes"] if name != serves(dashboard)]


def ids(dashboard: Whole, node: str) -> list[str]:
    answer = dashboard.get(f"bookshelves/books?node={node}")
    assert answer.status_code == 200
    return [book["id"] for book in answer.json()["books"]]


def wipe(dashboard: Whole, node: str) -> requests.Response:
    return dashboard.delete(f"bookshelves/nodes/{node}/disk", {})


def kill(dashboard: Whole, node: str) -> None:
    name = shelf(dashboard)["nodes"][node]["candidate"]
    assert dashboard.post(f"candidates/{name}/kill").status_code == 202
    await_until(lambda: dashboard.state["candidates"][name]["process"] == "exited", WITHIN)
    end_dead(dashboard.state["zookeeper"]["hosts"], dashboard.state["candidates"][name]["session"])


def add(dashboard: Whole, **book: Any) -> requests.Response:
    return dashboard.post("bookshelves/books", book)


def test_a_book_asked_anywhere_is_everywhere_and_never_two_things(lasting: Whole) -> None:
    leader, follower = serves(lasting), others(lasting)[0]
    answer = add(lasting, **EMMA, node=follower)
    assert answer.status_code == 201
    said = answer.json()
    assert (said["book"], said["of"], said["by"]) == (EMMA, 3, leader)
    await_until(lambda: add(lasting, **EMMA).json()["copies"] == 3, WITHIN)
    assert [ids(lasting, node) for node in ("n1", "n2", "n3")] == [["emma"]] * 3
    again = add(lasting, **EMMA)
    assert (again.status_code, again.json()["node"]) == (200, leader)
    other = add(lasting, **{**EMMA, "year": 1816}, node=follower)
    assert (other.status_code, other.json()["book"]) == (409, EMMA)
    await_until(lambda: shelf(lasting)["acknowledged"] == 1, WITHIN)
    made_up = add(lasting, author="Nobody", year=1)
    assert (made_up.status_code, len(made_up.json()["book"]["id"])) == (201, 8)


def test_where_nobody_may_lead_a_person_decides_and_the_loss_is_counted(dashboard: Whole) -> None:
    first = serves(dashboard)
    assert first is not None
    assert appoint(dashboard, others(dashboard)[0]).status_code == 409
    best, other = others(dashboard)
    assert add(dashboard, **EMMA).status_code == 201
    for node in (best, other):
        kill(dashboard, node)
    assert add(dashboard, id="kim", author="Rudyard Kipling", year=1901).json()["copies"] == 1
    assert wipe(dashboard, first).status_code == 409
    kill(dashboard, first)
    for node in (best, other):
        assert dashboard.post(f"bookshelves/nodes/{node}/restart", {}).status_code == 201
    refused = appoint(dashboard, best)
    assert (refused.status_code, first in refused.json()["error"]["message"]) == (409, True)
    assert wipe(dashboard, first).status_code == 202
    await_until(lambda: set(choices(dashboard)) == {best, other}, WITHIN)
    await_until(lambda: best in (shelf(dashboard)["stakes"] or {"nodes": {}})["nodes"], WITHIN)
    assert shelf(dashboard)["stakes"]["nodes"][best] == {"missing": 1, "ids": ["kim"]}
    assert shelf(dashboard)["stranded"]["missing"] == {first: "lost"}
    unread = dashboard.get("bookshelves/books")
    assert (unread.status_code, unread.json().get("error", {}).get("code")) == (503, "no_leader")
    assert (appoint(dashboard, first).status_code, appoint(dashboard, "n9").status_code) == (
        409,
        404,
    )
    assert appoint(dashboard, best).status_code == 202
    await_until(lambda: (shelf(dashboard)["appointed"] or {}).get("lost") == 1, WITHIN)
    now = shelf(dashboard)
    assert (now["appointed"]["node"], now["appointed"]["ids"], now["lost"]) == (best, ["kim"], 1)
    await_until(lambda: not shelf(dashboard)["invariants"]["no_acknowledged_book_lost"], WITHIN)
    await_until(lambda: serves(dashboard) == best, WITHIN)
    await_until(lambda: dashboard.get("bookshelves/books").json().get("node") == best, WITHIN)
    assert dashboard.post(f"bookshelves/nodes/{first}/restart", {}).status_code == 201
    await_until(lambda: shelf(dashboard)["in_sync"] == ["n1", "n2", "n3"], WITHIN)
    assert ids(dashboard, first) == ["emma"]


def appoint(dashboard: Whole, node: str) -> requests.Response:
    return dashboard.post(f"bookshelves/nodes/{node}/appoint", {})


def choices(dashboard: Whole) -> list[str]:
    return list((shelf(dashboard)["stranded"] or {"choices": []})["choices"])


def test_an_in_sync_set_of_disks_that_are_gone_is_told_and_left_by_a_decision(
    fresh_hosts: str,
) -> None:
    """The disks were in the temporary directory of an earlier dashboard."""
    with whole(fresh_hosts) as it:
        it.post("bookshelves", {"count": 1, "session_timeout": 4.0})
        await_until(lambda: serves(it), WITHIN)
        assert add(it, **EMMA).status_code == 201
    with whole(fresh_hosts) as it:
        it.post("bookshelves", {"count": 0})
        await_until(lambda: shelf(it)["stranded"], WITHIN)
        assert shelf(it)["stranded"] == {"missing": {"n1": "elsewhere"}, "choices": []}
        assert "not at this dashboard" in "".join(map(str, shelf(it)["story"]))
        assert it.post("bookshelves", {"count": 1, "session_timeout": 4.0}).status_code == 201
        await_until(lambda: choices(it) == ["n2"], WITHIN)
        assert appoint(it, "n2").status_code == 202
        await_until(lambda: serves(it) == "n2", WITHIN)
        assert add(it, **EMMA).status_code == 201


def test_slow_motion_is_told_to_all_and_to_those_that_come(lasting: Whole) -> None:
    answer = lasting.post("bookshelves/slow", {"on": True, "pause": 0.05})
    assert answer.status_code == 202
    assert shelf(lasting)["pause"] == 0.05
    assert add(lasting, **{**EMMA, "id": "slow"}).status_code == 201
    lasting.post("bookshelves/slow", {"on": False})
    assert shelf(lasting)["pause"] == 0.0


def test_disks_go_with_the_dashboard_or_stay_with_its_data(
    fresh_hosts: str, tmp_path: Path
) -> None:
    with whole(fresh_hosts, data=tmp_path) as it:
        it.post("bookshelves", {"count": 1, "session_timeout": 3.0})
        await_until(lambda: serves(it), WITHIN)
        assert add(it, **EMMA).status_code == 201
    with whole(fresh_hosts, data=tmp_path) as it:
        it.post("bookshelves", {"count": 0})
        await_until(lambda: "n1" in shelf(it)["nodes"], WITHIN)
        assert it.post("bookshelves/nodes/n1/restart", {}).status_code == 201
        await_until(lambda: serves(it), WITHIN)
        assert ids(it, "n1") == ["emma"]
    with whole(fresh_hosts) as it:
        it.post("bookshelves", {"path": "/other", "count": 1})
        disk = Path(it.state["candidates"]["c1"]["settings"]["directory"])
        assert disk.is_dir()
    assert not disk.parent.parent.exists()
    token = next(tmp_path.rglob("token"))
    assert token.stat().st_mode & 0o077 == 0


REFUSED: tuple[Refused, ...] = (
    ("bookshelves", {"path": "/x/live_nodes"}, 400, "a named znode below the root"),
    ("bookshelves", {"count": 12}, 409, "at most 12"),
    ("bookshelves", {"path": "/bookshelf/election"}, 400, "a named znode below the root"),
    ("bookshelves", {"path": "/team"}, 409, "group"),
    ("locks", {"path": "/bookshelf"}, 409, "bookshelf"),
    ("groups", {"path": "/bookshelf"}, 409, "bookshelf"),
    (
        "groups",
        {"path": "/bookshelf/live_nodes", "count": 0},
        409,
        "list of the members of a bookshelf",
    ),
    ("locks", {"path": "/bookshelf/all_nodes/lock"}, 409, "list of the members of a bookshelf"),
    ("candidates", {"election": "/bookshelf/election"}, 409, "bookshelf"),
    ("bookshelves/books", {"author": "x", "year": 1, "node": "n9"}, 404, "n9"),
    ("bookshelves/books", {"author": "x", "year": 1, "path": "/other"}, 404, "/other"),
    ("bookshelves/nodes/n1/restart", {}, 409, "has not ended"),
    ("bookshelves/nodes/n9/restart", {}, 404, "n9"),
    ("bookshelves/slow", {"on": True, "path": "/other"}, 404, "/other"),
)


def test_refusals_say_what_is_wrong_and_change_nothing(lasting: Whole) -> None:
    assert lasting.post("groups", {"path": "/team", "count": 0}).status_code == 202
    assert_refused(lasting, REFUSED)
    assert lasting.get("bookshelves/books?node=n9").status_code == 404
