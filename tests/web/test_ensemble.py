"""A real ensemble of three under a dashboard: it is shown, broken, and whole again."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import requests

from app.ensemble.apache.ensemble import Ensemble
from app.ensemble.apache.locate import find_java
from app.readmodels.freeze import OVERDUE_WITHIN
from app.zookeeper import mirror
from app.zookeeper.client import session_hex
from app.zookeeper.mirror import Mirror
from app.zookeeper.probe import Probe
from tests.support.ensemble import ensemble, started_ensemble
from tests.support.proxy import FaultyProxy
from tests.support.zookeeper import Connect, Listing, await_until
from tests.web.board import Board, beliefs, settled, story
from tests.web.whole import Refused, assert_refused, whole

__all__ = ["ensemble", "started_ensemble"]

LASTING = 10.0
"""Seconds of a session that ends only where a test ends it, however busy the machine is."""
SHORT = 4.0
"""Seconds of a session whose client is to notice soon that no server answers."""


def sessions(state: dict[str, Any]) -> dict[str, str]:
    """Session -> the server that it sits on."""
    servers = state["zookeeper"]["servers"]
    return {session: one["id"] for one in servers for session in one["sessions"] or ()}


def all_serve(state: dict[str, Any]) -> bool:
    return bool(state["zookeeper"]["quorum"]["serving"] == 3)


def all_sit(state: dict[str, Any]) -> bool:
    """The dashboard's session and those of the candidates."""
    known = {one["session"] for one in state["candidates"].values()}
    return known | {state["zookeeper"]["session"]} <= set(sessions(state))


def leader_of(state: dict[str, Any]) -> str | None:
    found: str | None = state["zookeeper"]["quorum"].get("leader")
    return found


def begin(board: Board, timeout: float = LASTING) -> str:
    """Start candidates with lasting sessions; who leads the quorum while all three serve it."""
    body = {"count": 3, "session_timeout": timeout}
    assert board.dashboard.post("candidates", body).status_code == 201
    board.until(settled)
    return whole_leader(board)


def whole_leader(board: Board) -> str:
    """Who leads the quorum: a server that has not answered in time is of no role meanwhile."""
    leader = leader_of(board.until_whole())
    assert leader
    return leader


@pytest.fixture
def short_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dashboard's own session is as short as those that are to be cut off."""
    monkeypatch.setattr(mirror, "Mirror", partial(Mirror, session_timeout=SHORT))


@pytest.fixture
def board(ensemble: Ensemble) -> Iterator[Board]:
    with whole(ensemble.hosts, source="apache", servers=ensemble.servers) as dashboard:
        board = Board(dashboard)
        board.until_whole()
        yield board


REFUSED: tuple[Refused, ...] = (
    ("servers/s9/kill", None, 404, "server"),
    ("servers/s1/resume", None, 409, "action"),
)


def test_every_server_is_shown_with_who_sits_on_it(board: Board, ensemble: Ensemble) -> None:
    begin(board)
    assert_refused(board.dashboard, REFUSED)
    zookeeper = board.until(lambda state: all_sit(state) and all_serve(state))["zookeeper"]
    servers = zookeeper["servers"]
    assert sorted(one["mode"] for one in servers) == ["follower", "follower", "leader"]
    assert {one["id"]: one["address"] for one in servers} == {
        name: server.hosts for name, server in ensemble.servers.items()
    }
    assert [one["pid"] for one in servers] == [one.pid for one in ensemble.servers.values()]
    leader = next(one["id"] for one in servers if one["mode"] == "leader")
    quorum = zookeeper["quorum"]
    assert (quorum["leader"], quorum["of"], quorum["lost"]) == (leader, 3, False)
    assert zookeeper["actions"] is True
    assert all("kill" in one["allowed"] for one in servers)
    zxids = {one["zxid"] for one in board.until(same_zxid)["zookeeper"]["servers"]}
    assert all(int(zxid, 16) > 0 for zxid in zxids)


def same_zxid(state: dict[str, Any]) -> bool:
    return len({one["zxid"] for one in state["zookeeper"]["servers"]}) == 1


def test_the_election_survives_the_leader_of_the_quorum(board: Board) -> None:
    first = begin(board)
    before = sessions(board.until(all_sit))
    board.act(first, "kill")
    assert board.server(first)["process"] == "stopped"

    def is_led_by_another(state: dict[str, Any]) -> bool:
        zookeeper = state["zookeeper"]
        is_served = zookeeper["quorum"]["serving"] == 2 and zookeeper["state"] == "connected"
        return is_served and leader_of(state) not in (first, None)

    state = board.until(
        lambda state: is_led_by_another(state) and settled(state) and all_sit(state)
    )
    after = sessions(state)
    assert set(after) >= set(before), "no session ended, all moved"
    assert first not in after.values()
    assert leader_of(state) in {"s1", "s2", "s3"} - {first}
    assert board.dashboard.post("roles/leader/stop").status_code == 202
    board.until(lambda state: beliefs(state) == ["leading", "waiting"])
    board.act(first, "restart")
    board.until(lambda state: all_serve(state) and board.server(first)["mode"] == "follower")


def test_without_a_quorum_nobody_leads_and_with_it_all_goes_on(
    short_sessions: None, board: Board
) -> None:
    begin(board, SHORT)
    board.act("s1", "kill")
    board.act("s2", "pause")
    board.until(lambda state: state["zookeeper"]["quorum"]["lost"])
    lost = "2 of 3 servers are down or frozen: no quorum; nobody may"
    board.until(lambda state: lost in story(state))
    board.until(lambda state: beliefs(state) == ["suspended"] * 3)
    state = board.until(lambda state: state["zookeeper"]["state"] != "connected")
    assert requests.get(f"{board.dashboard.url}/healthz", timeout=30).status_code == 503
    assert story(state).startswith("2 of 3 servers are down or frozen")
    board.act("s2", "resume")
    board.act("s1", "restart")
    board.until(lambda state: "came back" in story(state))  # until a handoff: a session may run out
    board.until(lambda state: settled(state) and state["zookeeper"]["state"] == "connected")
    quorum = board.until_whole()["zookeeper"]["quorum"]
    assert (quorum["lost"], quorum["regained"]) == (False, True)


@pytest.mark.proof
@pytest.mark.parametrize("survivor", ["leader", "follower"])
def test_a_server_that_leaves_its_quorum_is_never_said_to_be_down(
    board: Board, survivor: str
) -> None:
    """It hangs up for a moment, on whoever asks; then it answers that it serves nobody."""
    servers = board.until_whole()["zookeeper"]["servers"]
    left = next(one["id"] for one in servers if one["mode"] == survivor)
    for name in {"s1", "s2", "s3"} - {left}:
        board.act(name, "kill")
    board.until(lambda state: "2 of 3 servers are down" in story(state))
    note = "it answers, but does not serve clients: it is not in a quorum"
    board.until(lambda state: {one["id"]: one for one in servers_of(state)}[left]["note"] == note)
    told = board.dashboard.get("events?limit=10000").text
    assert "2 of 3 servers are down" in told
    assert "3 of 3 servers are down" not in told


def servers_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = state["zookeeper"]["servers"]
    return found


@pytest.mark.proof
def test_what_takes_long_is_shown_and_keeps_others_out(
    board: Board, ensemble: Ensemble, tmp_path: Path
) -> None:
    server, slow = ensemble.servers["s3"], tmp_path / "java"
    slow.write_text(
        f'#!/bin/sh\nwhile [ ! -e {tmp_path}/go ]; do sleep 0.05; done\nexec {find_java()} "$@"\n'
    )
    slow.chmod(0o755)
    server.java, server.serving = str(slow), True
    try:
        board.act("s3", "restart")
        assert board.server("s3")["busy"] == "restart"
        assert board.server("s3")["allowed"] == []
        answer = board.dashboard.post("servers/s3/kill")
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "conflict")
        assert "restart is under way" in answer.json()["error"]["message"]
        board.act("s1", "pause")
        board.act("s1", "resume")
        (tmp_path / "go").touch()
        board.until(lambda state: not state["zookeeper"]["servers"][2].get("busy"))
    finally:
        server.java, server.serving = None, False
    assert [event["data"]["pid"] for event in board.events("server.restarted")] == [server.pid]
    assert board.until_whole()["zookeeper"]["servers"][2]["pid"] == server.pid


@pytest.mark.proof
def test_a_frozen_server_ends_in_order_all_the_same(board: Board, ensemble: Ensemble) -> None:
    board.act("s1", "pause")
    assert board.server("s1")["allowed"] == ["stop", "kill", "resume", "restart"]
    answer = board.dashboard.post("servers/s1/pause")
    assert answer.status_code == 409
    assert "frozen already" in answer.json()["error"]["message"]
    board.act("s1", "stop")
    board.until(lambda state: state["zookeeper"]["servers"][0]["process"] == "stopped")
    assert not ensemble.servers["s1"].is_running
    assert board.dashboard.post("servers/s1/stop").status_code == 409
    board.act("s1", "restart")
    board.until_whole()


def sessions_of(state: dict[str, Any]) -> dict[str, str]:
    return {name: one["session"] for name, one in state["candidates"].items()}


def told_of_freeze(state: dict[str, Any]) -> str:
    parts = (state["zookeeper"].get("freeze") or {}).get("story", [])
    return "".join(part if isinstance(part, str) else part["who"] for part in parts)


def connected_at(board: Board, name: str) -> float:
    """When it last got a session."""
    told = [one["at"] for one in board.events("candidate.connected") if one["subject"] == name]
    return float(told[-1])


@pytest.mark.proof
def test_a_quorum_leader_that_wakes_soon_ends_who_is_overdue(board: Board) -> None:
    """Those that sit on its followers certainly are. Within syncLimit, 5 s, it still leads."""
    timeout = 2.0
    frozen_for = 1.5 * timeout
    leader = whole_leader(board)

    def somebody_sits_elsewhere(state: dict[str, Any]) -> bool:
        seats = sessions(state)
        return any(seats.get(one, leader) != leader for one in sessions_of(state).values())

    board.dashboard.post("candidates", {"count": 12, "session_timeout": timeout})
    board.until(
        lambda state: all_sit(state) and all_serve(state) and somebody_sits_elsewhere(state)
    )
    board.act(leader, "pause")
    before = sessions_of(board.dashboard.state)
    overdue = time.monotonic() + frozen_for
    await_until(lambda: time.monotonic() > overdue)
    board.act(leader, "resume")

    def lost_in(state: dict[str, Any]) -> set[str]:
        return {name for name, session in sessions_of(state).items() if session != before[name]}

    def all_is_known(state: dict[str, Any]) -> bool:
        over = {before[name] for name in lost_in(state)}
        are_gone = not over & set(sessions(state))
        ended = state["zookeeper"]["freeze"]["ended"]
        return bool(told_of_freeze(state) and ended and all_sit(state) and are_gone)

    state = board.until(all_is_known)
    freeze = state["zookeeper"]["freeze"]
    assert set(freeze["ended"]) <= lost_in(state)
    for name in lost_in(state).difference(freeze["ended"]):  # on a machine too busy for 2 s
        assert connected_at(board, name) > freeze["woke"] + OVERDUE_WITHIN
    told = told_of_freeze(state)
    length = re.match(rf"{leader} led and was frozen for ([0-9.]+) s: ", told)
    assert length, told
    assert float(length[1]) >= frozen_for
    assert "on waking it ended the session" in told


@pytest.mark.proof
def test_who_leads_after_a_long_freeze_begins_every_session_again(board: Board) -> None:
    first = begin(board)
    before = sessions_of(board.until(all_sit))
    board.act(first, "pause")
    board.until(lambda state: leader_of(state) not in (first, None) and settled(state))
    board.act(first, "resume")
    state = board.until(told_of_freeze)
    assert sessions_of(state) == before
    leader = leader_of(state)
    assert f"{leader} leads now; all 4 sessions live on, for a new leader" in told_of_freeze(state)


@pytest.mark.proof
def test_one_that_ends_by_itself_is_noticed(board: Board, ensemble: Ensemble) -> None:
    pid = ensemble.servers["s2"].pid
    assert pid is not None
    os.kill(pid, signal.SIGKILL)
    board.until(lambda state: state["zookeeper"]["servers"][1]["process"] == "stopped")
    (exited,) = board.events("server.exited")
    assert exited["data"]["code"] == -9
    assert "by itself (exit code -9: SIGKILL, from a person" in board.server("s2")["error"]
    board.act("s2", "restart")
    board.until_whole()
    assert board.server("s2").get("error") is None


@pytest.mark.proof
def test_a_restart_that_fails_says_why(board: Board, ensemble: Ensemble) -> None:
    server = ensemble.servers["s1"]
    board.act("s1", "kill")
    server.java = "/nowhere/java"
    try:
        board.act("s1", "restart")
        board.until(lambda state: state["zookeeper"]["servers"][0]["error"])
    finally:
        server.java = None
    failed = board.server("s1")
    assert "/nowhere/java cannot be run" in failed["error"]
    assert (failed["process"], failed["busy"]) == ("stopped", None)
    board.act("s1", "restart")
    board.until_whole()


def test_whoever_only_watches_cannot_break_it(ensemble: Ensemble) -> None:
    with whole(
        ensemble.hosts, source="apache", servers=ensemble.servers, read_only=True
    ) as dashboard:
        board = Board(dashboard)
        zookeeper = board.until_whole()["zookeeper"]
        assert zookeeper["actions"] is False
        assert [one["allowed"] for one in zookeeper["servers"]] == [[], [], []]
        assert dashboard.post("servers/s1/kill").status_code == 403


def test_a_foreign_ensemble_is_shown_the_same_and_left_alone(
    ensemble: Ensemble, open_client: Connect
) -> None:
    with whole(ensemble.hosts) as dashboard:
        board = Board(dashboard)
        zookeeper = board.until_whole()["zookeeper"]
        assert [one["address"] for one in zookeeper["servers"]] == ensemble.hosts.split(",")
        assert zookeeper["quorum"]["leader"] in ensemble.hosts.split(",")
        for server in (ensemble.servers["s1"].hosts, "s1"):
            answer = dashboard.post(f"servers/{server}/kill")
            assert answer.status_code == (404 if server == "s1" else 409)
        modes = [one["mode"] for one in zookeeper["servers"]]
        at = modes.index("follower")
        list(ensemble.servers.values())[at].kill()
        state = board.until(
            lambda state: (
                not state["zookeeper"]["servers"][at]["answers"]
                and state["zookeeper"]["quorum"]["serving"] == 2
            )
        )
        assert state["zookeeper"]["servers"][at].get("process") is None
        assert state["zookeeper"]["quorum"]["lost"] is False


def test_a_session_may_sit_on_a_server_that_nobody_has_named(
    ensemble: Ensemble, open_client: Connect
) -> None:
    """Of an ensemble that is not ours, the hosts may be only some of its members."""
    hosts, told = ensemble.servers["s1"].hosts, Listing()
    with contextlib.closing(FaultyProxy(hosts)) as proxy:
        session = str(session_hex(open_client(proxy.hosts, 30.0).client_id))
        probe = Probe(hosts, told.append, lambda path: False, lambda: [session])
        probe.start()
        await_until(lambda: names(told, session))
        proxy.down()
        await_until(lambda: not names(told, session))
        count = len(told.of("zookeeper.servers"))
        probe.request_servers()
        await_until(lambda: len(told.of("zookeeper.servers")) > count)
        probe.stop()
    assert not told.of("connection.lost")


def names(told: Listing, session: str) -> bool:
    """Whether the only server that is asked lists it."""
    reports = told.of("zookeeper.servers")
    return bool(reports) and session in (reports[-1].data["servers"][0]["sessions"] or ())
