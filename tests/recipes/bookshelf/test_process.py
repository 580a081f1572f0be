"""Bookshelves of real processes, on both kinds of server; docs/bookshelf.md has the rules."""

from __future__ import annotations

import http.client
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from kazoo.client import KazooClient

from app.recipes.bookshelf.process.http import TOKEN_HEADER
from benchmarks.lost_books import ask, try_to_lose
from tests.processes.rooms import SHORT
from tests.recipes.bookshelf.rooms import SHELF, BookRooms

SECONDS = 5.0
PAUSE = 2.0
QUICK = 2.0
"""Of sessions that end again and again."""


pytestmark = [pytest.mark.on("embedded"), pytest.mark.rooms_of(made=BookRooms)]


def in_sync(operator: KazooClient) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(operator.get(f"{SHELF}/in_sync")[0])
    return found


@pytest.mark.on("apache", "embedded")
def test_a_book_outlives_its_leader_and_the_leader_catches_up(
    rooms: BookRooms, operator: KazooClient
) -> None:
    rooms.begin(3)
    leader, follower = rooms.leader(), rooms.follower()
    assert leader
    assert in_sync(operator)["leader"] == leader
    assert set(in_sync(operator)["nodes"]) == {"n1", "n2", "n3"}
    status, body = rooms.post(follower, "emma")
    assert (status, body["of"], body["by"]) == (201, 3, leader)
    rooms.await_(lambda: rooms.post(follower, "emma")[1]["copies"] == 3)
    assert rooms.post(follower, "emma")[0] == 200
    assert rooms.post(follower, "emma", "Ada")[0] == 409
    assert all(rooms.ids(node) == ["emma"] for node in rooms.nodes)
    rooms.kill(leader)
    rooms.await_ended(leader)
    rooms.await_whole(*({"n1", "n2", "n3"} - {leader}))
    status, body = rooms.post(follower, "persuasion")
    assert (status, body["copies"] < 3, body["of"]) == (201, True, 3)
    assert leader not in in_sync(operator)["nodes"]
    rooms.restart(leader)
    rooms.await_whole("n1", "n2", "n3")
    assert rooms.ids(leader) == ["emma", "persuasion"]


def test_who_comes_catches_up_before_it_is_live(rooms: BookRooms, operator: KazooClient) -> None:
    rooms.begin(2)
    leader, follower = rooms.leader(), rooms.follower()
    assert leader
    assert rooms.post(leader, "emma")[0] == 201
    rooms.kill(follower)
    rooms.await_ended(follower)
    rooms.control.bookshelves.wipe(follower, SHELF, by="test")
    before = in_sync(operator)["nodes"]
    seen, live = len(rooms.events), f"{SHELF}/live_nodes/{follower}"

    def told() -> list[tuple[str, str]]:
        """What has happened since, by its moment, with what a node says of its state."""
        return [
            (event.kind, event.data.get("state") or event.data.get("node") or event.subject)
            for event in sorted(rooms.events[seen:], key=lambda event: event.at)
            if event.subject == live or event.data.get("node") == follower
        ]

    rooms.restart(follower)
    rooms.await_(lambda: ("znode.created", live) in told())
    rooms.await_whole("n1", "n2")
    assert in_sync(operator)["nodes"][follower] != before[follower]
    assert rooms.ids(follower) == ["emma"]
    order = [
        ("book.node", "catching up"),
        ("book.synced", follower),
        ("book.node", "in sync"),
        ("znode.created", live),
    ]
    rooms.await_(lambda: set(order) <= set(told()))
    assert [told().index(one) for one in order] == sorted(told().index(one) for one in order)
    assert rooms.said("node", node=follower, reason="new disk")


def test_a_frozen_follower_falls_behind_gives_all_back_and_returns(
    rooms: BookRooms, operator: KazooClient
) -> None:
    rooms.begin(3)
    leader, follower = rooms.leader(), rooms.follower()
    assert leader
    place = rooms.await_(lambda: rooms.candidate(rooms.nodes[follower]["candidate"])["znode"])
    rooms.act(follower, "pause")
    status, body = rooms.post(leader, "emma")
    assert (status, body["copies"] < 3, body["of"]) == (201, True, 3)
    assert follower not in in_sync(operator)["nodes"]
    rooms.act(follower, "resume")
    rooms.await_(lambda: len(rooms.said("synced", node=follower)) == 2)
    rooms.await_whole("n1", "n2", "n3")
    assert rooms.ids(follower) == ["emma"]
    rooms.await_(lambda: operator.exists(place) is None)
    assert rooms.said("node", node=follower, reason="fell behind")
    znode = f"{SHELF}/live_nodes/{follower}"
    live = [e.kind for e in rooms.events if e.subject == znode and e.kind != "member.read"]
    assert live == ["znode.created", "znode.deleted", "znode.created"]


def test_a_copy_of_a_stale_leader_is_refused_and_its_book_set_aside(
    rooms: BookRooms, operator: KazooClient
) -> None:
    rooms.begin(3, SHORT)
    leader, follower = rooms.leader(), rooms.follower()
    assert leader
    rooms.control.bookshelves.slow(path=SHELF, on=True, pause=PAUSE, by="test")
    with ThreadPoolExecutor() as pool:
        asked = pool.submit(rooms.post, leader, "emma")
        rooms.await_(lambda: rooms.said("stored", id="emma"))
        rooms.act(leader, "pause")
        rooms.await_(lambda: any(e.data["leader"] != leader for e in rooms.said("in_sync")))
        rooms.act(leader, "resume")
        assert asked.result()[0] == 504
    rooms.await_(lambda: rooms.said("refused", id="emma", why="epoch"))
    refused = rooms.said("refused", id="emma", why="epoch")[0].data
    assert (refused["from"], refused["seen"] > refused["epoch"]) == (leader, True)
    rooms.await_(lambda: rooms.said("dropped", node=leader))
    rooms.control.bookshelves.slow(path=SHELF, on=False, pause=PAUSE, by="test")
    rooms.await_whole("n1", "n2", "n3")
    assert rooms.ids(leader) == []
    assert rooms.post(follower, "emma")[0] == 201


def test_while_nobody_leads_a_client_is_told_that_nothing_was_written(rooms: BookRooms) -> None:
    rooms.begin(2)
    leader, follower = rooms.leader(), rooms.follower()
    assert leader
    rooms.act(leader, "kill")
    rooms.await_ended(leader)
    connection = http.client.HTTPConnection(rooms.addresses()[follower])
    connection.request("POST", "/v1/books", '{"id": "emma", "author": "Jane", "year": 1815}')
    answer = connection.getresponse()
    assert (answer.status, answer.headers["Retry-After"]) == (503, "1")
    assert json.loads(answer.read())["error"]["code"] == "no_leader"
    connection.close()
    assert rooms.ids(follower) == []


@pytest.mark.proof
def test_a_leader_whose_in_sync_is_changed_by_hand_takes_over_anew(
    rooms: BookRooms, operator: KazooClient
) -> None:
    rooms.begin(2)
    leader = rooms.leader()
    assert leader
    assert rooms.post(leader, "emma")[0] == 201
    operator.delete(f"{SHELF}/in_sync")
    rooms.await_(lambda: len(rooms.said("in_sync", nodes=["n1", "n2"])) > 1)
    rooms.await_(lambda: rooms.post(leader, "persuasion")[0] in (200, 201))
    rooms.await_whole("n1", "n2")
    assert rooms.ids("n1") == rooms.ids("n2") == ["emma", "persuasion"]


def test_pages_strangers_and_nonsense_are_refused(rooms: BookRooms) -> None:
    rooms.begin(1)
    address = rooms.addresses()["n1"]

    def answer(method: str, path: str, body: str | None = None, **headers: str) -> int:
        connection = http.client.HTTPConnection(address)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request(method, path, body, told)
        status = connection.getresponse().status
        connection.close()
        return status

    assert answer("GET", "/v1/books", Host="evil.example") == 403
    assert answer("GET", "/v1/books", Origin="http://evil.example") == 403
    assert answer("GET", "/v1/books", Sec_Fetch_Site="same-site") == 403
    assert answer("POST", "/internal/copy", "{}") == 403
    assert answer("POST", "/internal/copy", "{}", **{TOKEN_HEADER: "guess"}) == 403
    token = (Path(_directory(rooms)).parent / "token").read_text()
    assert answer("POST", "/internal/copy", "{}", **{TOKEN_HEADER: token}) == 400
    assert answer("POST", "/internal/post", '{"book": {}}', **{TOKEN_HEADER: token}) == 404
    assert answer("GET", "/v2") == 404
    for nonsense in (
        "", "[]", "{", '{"id": "a", "author": "b"}', '{"id": "", "author": "b", "year": 1}',
        '{"id": "a\\u0000", "author": "b", "year": 1}', '{"id": "a", "author": "b", "year": true}',
    ):  # fmt: skip
        assert answer("POST", "/v1/books", nonsense) == 400, nonsense
    for length in ("\xb2", "-1", "9" * 5_000):
        assert answer("POST", "/v1/books", "{}", Content_Length=length) == 413, length
    assert ask(address, "GET", None)[1]["books"] == []


def _directory(rooms: BookRooms) -> str:
    settings = rooms.candidate(rooms.nodes["n1"]["candidate"])["settings"]
    return str(settings["directory"])


def test_no_acknowledged_book_is_lost_while_leaders_are_killed(rooms: BookRooms) -> None:
    """The short form; `make bench ONLY=lost-books` goes on for a minute on either server."""
    rooms.begin(3, timeout=QUICK)
    tally = try_to_lose(rooms, SECONDS, seed=5, pause=0.5)
    assert tally.lost == []
    assert tally.kept
    assert tally.faults["kill"]
