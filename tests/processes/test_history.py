"""ZooKeeper set up anew, restored, or joined from elsewhere, under processes that go on."""

from __future__ import annotations

import json
import time

import pytest
from kazoo.client import KazooClient

from app.ensemble.apache.server import ApacheServer
from app.errors import Conflict
from app.library import Candidate, News
from app.recipes.election.state import barred
from app.zookeeper.handler import ANOTHER_HISTORY
from tests.processes.rooms import ELECTION, SHORT, Rooms
from tests.support.history import make_changes, set_up_anew
from tests.support.zookeeper import await_until

FOREIGN = 1 << 60
"""An epoch that no ensemble here reaches."""


@pytest.fixture
def aged(own_zookeeper: ApacheServer) -> ApacheServer:
    """A server with some history."""
    make_changes(own_zookeeper, 60)
    return own_zookeeper


def test_an_epoch_of_another_ensemble_is_not_believed(rooms: Rooms, operator: KazooClient) -> None:
    copied = {"znode": "n_0000000007", "epoch": FOREIGN, "candidate": "c7"}
    operator.create(f"{ELECTION}-acknowledged", json.dumps(copied).encode())
    rooms.start(2)
    errors = [event.data.get("error") for event in rooms.told("candidate.reported", "c1")]
    assert any(error and f"0x{FOREIGN:x}" in error for error in errors)
    assert rooms.election["acknowledged"]["epoch"] == rooms.election["epoch"]


@pytest.mark.proof
def test_a_store_that_has_seen_a_later_epoch_is_told_of_the_new_history(
    aged: ApacheServer,
) -> None:
    """It refuses every leader, and says so, until a person lets it begin with the new ones."""
    with Rooms(aged.hosts) as rooms:
        rooms.start(2, timeout=SHORT)
        rooms.await_(lambda: rooms.election["work"]["accepted"])
        set_up_anew(aged)
        rooms.await_all("c1", "c2")
        rooms.await_(lambda: barred(rooms.election))
        assert any("the store refuses its work" in str(part) for part in rooms.election["reason"])
        count = rooms.election["work"]["count"]
        epoch = rooms.control.works.rebase(ELECTION, by="test")
        rooms.await_(lambda: rooms.election["work"]["term_epoch"] == epoch)
        assert rooms.election["work"]["count"] > count
        assert barred(rooms.election) is None
        with pytest.raises(Conflict):
            rooms.control.works.rebase(ELECTION, by="test")


@pytest.mark.proof
def test_a_programs_candidate_comes_back_too(aged: ApacheServer) -> None:
    """By the library, in the user's own process."""
    terms: list[int] = []
    news: list[News] = []
    with Candidate(
        aged.hosts,
        ELECTION,
        "ada",
        on_elected=lambda term: terms.append(term.epoch),
        on_news=news.append,
        session_timeout=SHORT,
    ):
        await_until(lambda: len(terms) == 1)
        set_up_anew(aged)
        await_until(lambda: len(terms) == 2)
    reasons = [one.data["reason"] for one in news if one.kind == "unreachable"]
    assert any(ANOTHER_HISTORY in reason for reason in reasons)
    assert "expired" in [one.kind for one in news]


@pytest.mark.proof
def test_a_session_outlives_a_long_silence_of_the_same_server(own_zookeeper: ApacheServer) -> None:
    """A server that was away for longer than the session begins its time again: a refusal while it
    starts is no reason to give the session up.
    """
    with Rooms(own_zookeeper.hosts) as rooms:
        rooms.start(2, timeout=SHORT)
        sessions = [rooms.candidate(name)["session"] for name in ("c1", "c2")]
        own_zookeeper.kill()
        over = time.monotonic() + 2 * SHORT
        rooms.await_(lambda: time.monotonic() > over)
        own_zookeeper.restart()
        rooms.await_chain("c1", "c2")
        assert [rooms.candidate(name)["session"] for name in ("c1", "c2")] == sessions
