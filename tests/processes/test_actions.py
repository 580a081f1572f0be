"""Everything that can be done to a candidate, with real processes on a real ZooKeeper."""

from __future__ import annotations

import os
import signal
import time
from concurrent.futures import ThreadPoolExecutor

import psutil
import pytest
from kazoo.client import KazooClient

from app.errors import Conflict
from app.participation.session_clock import HEARTBEATS_PER_TIMEOUT
from app.processes.supervisor import Supervisor
from app.recipes.election.strategies import STRATEGIES
from app.recipes.registry import ROLES
from tests.processes.rooms import ELECTION, TIMEOUT, Rooms


def is_gone(pid: int) -> bool:
    """Neither running nor a zombie."""
    return not psutil.pid_exists(pid)


def test_they_take_their_places_in_the_order_of_their_names(rooms: Rooms) -> None:
    assert rooms.start(5) == ["c1", "c2", "c3", "c4", "c5"]
    assert rooms.election["epoch"] == rooms.chain[0]["czxid"]
    assert rooms.election["acknowledged"]["epoch"] == rooms.election["epoch"]
    assert {entry["session"] for entry in rooms.chain} == {
        rooms.candidate(name)["session"] for name in rooms.names
    }


def test_a_short_freeze_changes_nothing_and_each_end_hands_over(rooms: Rooms) -> None:
    rooms.start(4)
    rooms.act("c1", "pause")
    process = psutil.Process(rooms.candidate("c1")["pid"])
    rooms.await_(lambda: process.status() == psutil.STATUS_STOPPED)
    assert rooms.chain[0]["process"] == "paused"
    rooms.act("c1", "resume")
    rooms.await_chain("c1", "c2", "c3", "c4")
    assert rooms.election["handoffs"] == 0
    rooms.act("c1", "stop")
    rooms.await_chain("c2", "c3", "c4")
    last = rooms.election["last_handoff"]
    assert (last["from"], last["to"], last["fault"]) == ("c1", "c2", "stop")
    assert (last["notifications"], last["reads"], last["writes"]) == (1, 1, 0)
    rooms.await_(lambda: rooms.candidate("c1")["exit"] == {"code": 0, "signal": None})
    rooms.act("c2", "kill")
    rooms.await_exited("c2")
    assert rooms.names == ["c2", "c3", "c4"]
    assert rooms.chain[0]["session_ends"] is not None
    assert is_gone(rooms.candidate("c2")["pid"])
    rooms.end_session("c2")
    rooms.await_chain("c3", "c4")
    points = rooms.election["last_handoff"]["at"]
    assert points["fault"] < points["deleted"] <= points["notified"] <= points["leading"]
    assert points["leading"] <= points["acknowledged"]
    assert rooms.candidate("c2")["exit"]["signal"] == "SIGKILL"
    os.kill(rooms.candidate("c3")["pid"], signal.SIGKILL)
    rooms.end_session("c3")
    rooms.await_chain("c4")
    rooms.await_exited("c3")
    assert rooms.candidate("c3")["fault"]["kind"] == "exit"


def test_whose_session_is_ended_and_who_resigns_queues_again(rooms: Rooms) -> None:
    rooms.allow_overlap()
    rooms.start(3)
    rooms.act("c2", "expire")
    rooms.await_chain("c1", "c3", "c2")
    assert rooms.election["handoffs"] == 0
    session = rooms.candidate("c1")["session"]
    rooms.act("c1", "expire")
    rooms.await_chain("c3", "c2", "c1")
    assert rooms.candidate("c1")["session"] != session
    assert rooms.candidate("c1")["fault"] is None
    rooms.act("c3", "resign")
    rooms.await_chain("c2", "c1", "c3")
    assert rooms.election["last_handoff"]["fault"] == "resign"


def test_kill_by_role_closes_the_chain(rooms: Rooms) -> None:
    """18: the leader changes only when the leader went."""
    rest = rooms.start(5)
    for role, victim in (("tail", "c5"), ("middle", "c3"), ("successor", "c2"), ("leader", "c1")):
        assert rooms.control.volunteers.act_on_role(role, "kill", ELECTION, by="test") == victim
        rooms.end_session(victim)
        rest.remove(victim)
        rooms.await_chain(*rest)
        assert rooms.election["handoffs"] == (1 if role == "leader" else 0)


def test_a_heartbeat_is_known_as_soon_as_it_is_answered(rooms: Rooms) -> None:
    """The ring that runs down after a death starts at the last one."""
    timeout = 4.0
    rooms.start(1, timeout)
    worker = rooms.supervisor._workers["c1"]
    settled_at = time.monotonic()
    interval = timeout / HEARTBEATS_PER_TIMEOUT
    rooms.await_(
        lambda: worker.contact > settled_at and time.monotonic() - worker.contact < interval / 2
    )


def test_two_neighbours_killed_at_once(rooms: Rooms) -> None:
    """18: among those who wait; and the leader with its heir."""
    rooms.start(6)
    rooms.kill("c2", "c3")
    rooms.await_chain("c1", "c4", "c5", "c6")
    rooms.kill("c1", "c4")
    rooms.await_chain("c5", "c6")


def test_a_freeze_during_joining_holds_nobody_up(rooms: Rooms) -> None:
    """18."""
    first, second = rooms.control.volunteers.start(2, ELECTION, "predecessor", TIMEOUT, by="test")
    rooms.await_(lambda: "pause" in rooms.candidate(first)["allowed"])
    rooms.act(first, "pause")
    rooms.await_(lambda: rooms.candidate(second)["belief"] in ("waiting", "leading"))
    rooms.act(first, "resume")
    rooms.await_all(first, second)


def test_orders_to_a_frozen_one_are_kept_until_it_wakes(rooms: Rooms) -> None:
    """Its pipe holds some 280 of them; whoever wrote one more would wait for ever."""
    rooms.start(1)
    rooms.act("c1", "pause")
    for version in range(1_000):
        rooms.supervisor.order("c1", "data", {"version": version, "newest": 999})
    assert rooms.candidate("c1")["belief"] == "leading"
    rooms.act("c1", "resume")
    rooms.await_(lambda: (rooms.candidate("c1")["data"] or {}).get("version") == 999)


def test_stopping_all_wakes_the_frozen_and_leaves_no_process(rooms: Rooms) -> None:
    names = rooms.start(4)
    pids = [rooms.candidate(name)["pid"] for name in names]
    rooms.act("c2", "pause")
    assert rooms.control.candidates.stop_all(by="test") == names
    rooms.await_chain()
    rooms.await_(lambda: all(is_gone(pid) for pid in pids))


def test_only_those_of_one_path_are_stopped_where_it_is_named(rooms: Rooms) -> None:
    (one,) = rooms.start(1)
    beside = rooms.control.configurations.start("/both", 1, TIMEOUT, by="test")
    nodes = rooms.control.groups.start("/both", 2, TIMEOUT, "test")
    rooms.await_(lambda: rooms.candidate(beside[0])["belief"] == "watching")
    assert rooms.control.candidates.stop_all("/both", "groups", by="test") == nodes
    rooms.await_(lambda: all(rooms.candidate(name)["process"] == "exited" for name in nodes))
    assert [rooms.candidate(name)["process"] for name in (one, *beside)] == ["running"] * 2
    assert rooms.control.candidates.stop_all("/both", by="test") == beside
    assert rooms.control.candidates.stop_all("/nobody", by="test") == []
    assert one in rooms.control.candidates.stop_all(by="test")


def test_what_makes_no_sense_is_refused_with_the_reason(rooms: Rooms) -> None:
    rooms.start(2)
    for action, refused, reason in (
        (None, "resume", "it is running already"),
        ("pause", "stop", "wake it first"),
        (None, "pause", "it is frozen"),
        ("kill", "stop", "just been killed|process has ended"),
    ):
        if action:
            rooms.act("c1", action)
        with pytest.raises(Conflict, match=reason):
            rooms.act("c1", refused)
    with pytest.raises(Conflict, match="does not lead"):
        rooms.act("c2", "resign")


def test_an_election_shares_its_path_with_nothing_else(rooms: Rooms) -> None:
    """The lowest znode of all would both lead and hold the lock."""
    rooms.journal.tell("lock.opened", "/lock", {"on": True, "file": "number-1", "by": "test"})
    rooms.control.groups.follow("/group", "test")
    for path, kind in (("/lock", "lock"), ("/group/all_nodes", "group")):
        with pytest.raises(Conflict, match=f"{path} belongs to a {kind}"):
            rooms.control.volunteers.start(1, path, "predecessor", TIMEOUT, by="test")
        with pytest.raises(Conflict, match=f"{path} belongs to a {kind}"):
            rooms.control.elections.follow(path, by="test")
    rooms.start(1)
    with pytest.raises(Conflict, match="follows the strategy predecessor"):
        rooms.control.elections.follow(ELECTION, "herd", by="test")
    assert rooms.state["candidates"].keys() == {"c1"}


def test_a_foreign_process_is_shown_and_not_touched(rooms: Rooms, operator: KazooClient) -> None:
    rooms.start(1)
    operator.create(f"{ELECTION}/n_", b"node7.example", ephemeral=True, sequence=True)
    rooms.await_(lambda: len(rooms.chain) == 2 and rooms.chain[1]["session"] is not None)
    foreign = rooms.chain[1]
    assert (foreign["candidate"], foreign["about"]) == (None, "node7.example")
    with pytest.raises(Conflict, match="not a process of this dashboard"):
        rooms.control.volunteers.act_on_role("tail", "kill", ELECTION, by="test")


def test_a_mirror_that_lags_leaves_no_session_without_a_running_process(rooms: Rooms) -> None:
    """Who is connected can be acted upon: that a process runs rests on nothing in ZooKeeper."""
    apart = Supervisor(rooms.hosts, rooms.journal, lambda seen: None, ROLES, 1)
    try:
        (name,) = apart.start(1, ELECTION, "predecessor", TIMEOUT, "test")
        rooms.await_(lambda: rooms.told("candidate.connected", name))
        (started,) = rooms.told("candidate.started", name)
        (connected,) = rooms.told("candidate.connected", name)
        assert started.seq < connected.seq
        apart.act(name, "pause", "test")
        apart.act(name, "resume", "test")
    finally:
        apart.close()


def test_of_two_strategies_at_once_one_is_refused(rooms: Rooms) -> None:
    """Two browsers, one click each: all who stand in an election follow one strategy."""
    refused: list[str] = []

    def start(strategy: str) -> None:
        try:
            rooms.control.volunteers.start(1, ELECTION, strategy, TIMEOUT, by="test")
        except Conflict:
            refused.append(strategy)

    with ThreadPoolExecutor(3) as browsers:
        list(browsers.map(start, STRATEGIES))
    assert len(refused) == 2
    rooms.await_chain("c1")
