"""A bookshelf whose disks survive, under a ZooKeeper set up again or restored (rule 12)."""

from __future__ import annotations

import shutil
from functools import partial

import pytest

from app.ensemble.apache.server import ApacheServer
from app.errors import Conflict
from app.zookeeper.handler import ANOTHER_HISTORY
from tests.processes.rooms import SHORT
from tests.recipes.bookshelf.rooms import SHELF, BookRooms
from tests.support.history import lose_data, make_changes, set_up_anew

WAITS = "catching up"
APART = "another history"


@pytest.fixture
def aged(own_zookeeper: ApacheServer) -> ApacheServer:
    """A server with some history."""
    make_changes(own_zookeeper, 200)
    return own_zookeeper


def await_stranded(rooms: BookRooms) -> None:
    """All nodes run, wait, and say why; and so does the page."""
    rooms.await_(lambda: {one["state"] for one in rooms.nodes.values()} == {WAITS})
    rooms.await_(lambda: len((rooms.shelf["stranded"] or {}).get("choices", ())) == 3)
    assert "Nobody may lead" in str(rooms.shelf["story"])
    assert rooms.shelf["election"] == []


def go_on(rooms: BookRooms) -> None:
    """A person lets n2 begin; then all is well, and n2's books are all there is."""
    rooms.control.bookshelves.appoint("n2", SHELF, by="test")
    rooms.await_whole("n1", "n2", "n3")
    assert rooms.post("n3", "persuasion")[0] == 201
    assert rooms.ids("n1") == rooms.ids("n2")
    with pytest.raises(Conflict):
        rooms.control.bookshelves.appoint("n2", SHELF, by="test")


def test_under_a_server_that_was_set_up_again_they_wait_for_a_person(aged: ApacheServer) -> None:
    """And candidates beside them, which have no data to lose, come back by themselves."""
    with BookRooms(aged.hosts) as rooms:
        rooms.begin(3, SHORT)
        candidates = rooms.start(2, timeout=SHORT)
        assert rooms.post("n1", "emma")[0] == 201
        set_up_anew(aged)
        await_stranded(rooms)
        rooms.await_all(*candidates)
        (lost,) = rooms.told("zookeeper.lost")
        assert ANOTHER_HISTORY in lost.data["reason"]
        for name in rooms.state["candidates"]:
            rooms.await_(partial(has_told, rooms, name))
        go_on(rooms)
        assert rooms.ids("n2") == ["emma", "persuasion"]


def has_told(rooms: BookRooms, name: str) -> bool:
    """Whether a process has said that its session was one of another history."""
    told = rooms.told("candidate.reported", name)
    return any(ANOTHER_HISTORY in (one.data.get("error") or "") for one in told)


@pytest.mark.proof
@pytest.mark.parametrize("restarts", [False, True], ids=["surviving", "started again"])
def test_under_a_server_that_was_restored_they_wait_for_a_person(
    aged: ApacheServer, restarts: bool
) -> None:
    with BookRooms(aged.hosts) as rooms:
        rooms.begin(3, SHORT)
        assert rooms.post("n1", "emma")[0] == 201
        aged.kill()
        saved = aged.directory / "saved"
        shutil.copytree(aged.directory / "data", saved)
        aged.restart()
        rooms.await_whole("n1", "n2", "n3")
        rooms.await_(lambda: rooms.post("n1", "sense")[1].get("copies") == 3)
        if restarts:
            rooms.kill("n1", "n2", "n3")
        lose_data(aged)
        saved.rename(aged.directory / "data")
        aged.restart()
        rooms.await_(lambda: rooms.state["zookeeper"]["state"] == "connected")
        if restarts:
            for node in ("n1", "n2", "n3"):
                rooms.restart(node)
        await_stranded(rooms)
        assert {one["reason"] for one in rooms.nodes.values()} == {APART}
        go_on(rooms)
        assert rooms.ids("n2") == ["emma", "persuasion", "sense"]
